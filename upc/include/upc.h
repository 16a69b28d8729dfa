/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc.h: the library of UPC 1.3 (section 7.2). As in C's own headers, parameters have reserved names (__n). So a macro
 * of the program (#define n 5) does not change them. */
#ifndef UPC_H
#define UPC_H

#ifndef __UPC__
#error "upc.h is for UPC programs: compile with upcc"
#endif

/* The first six are for programs that do not include them: other compilers' upc.h does. */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/types.h>
#include <stddef.h>
#include <upc_types.h>

/* 7.2.1 Ends all threads at once, with this status. */
void upc_global_exit(int __status) __attribute__((noreturn));

/* 7.2.2 Shared memory. The memory is not cleared. A request for zero bytes gives a null pointer. So does a request that
 * does not fit into the shared heap. The first such request prints a line on standard error: what was asked for, and
 * what is left. upcrun -shared-heap=SIZE makes the heap larger. */
shared void *upc_global_alloc(size_t __nblocks, size_t __nbytes); /* any thread; blocks dealt out from thread 0 */
shared void *upc_all_alloc(size_t __nblocks, size_t __nbytes);    /* the same, all together: all get one pointer */
shared void *upc_alloc(size_t __nbytes);                          /* with affinity to the caller */
void upc_free(shared void *__ptr);                                /* any thread; null is ignored */
void upc_all_free(shared void *__ptr);                            /* all together; freed once all have called */
shared void *upc_local_alloc(size_t __nblocks, size_t __nbytes);  /* UPC 1.2: upc_alloc of nblocks*nbytes bytes */

/* 7.2.3 Pointer-to-shared */
size_t upc_threadof(shared void *__ptr);
size_t upc_phaseof(shared void *__ptr);
size_t upc_addrfield(shared void *__ptr);                     /* offset in the thread's shared memory */
shared void *upc_resetphase(shared void *__ptr);
size_t upc_affinitysize(size_t __totalsize, size_t __nbytes, size_t __threadid);

/* 7.2.4 Locks */
typedef shared struct upc_lock upc_lock_t;
upc_lock_t *upc_global_lock_alloc(void);
upc_lock_t *upc_all_lock_alloc(void);
void upc_lock_free(upc_lock_t *__ptr);                        /* null is ignored */
void upc_all_lock_free(upc_lock_t *__ptr);
void upc_lock(upc_lock_t *__ptr);
int upc_lock_attempt(upc_lock_t *__ptr);                      /* 1 if the caller holds it now */
void upc_unlock(upc_lock_t *__ptr);

/* 7.2.5 Copies; source and destination do not overlap */
void upc_memcpy(shared void *__restrict __dst, shared const void *__restrict __src, size_t __n);
void upc_memget(void *__restrict __dst, shared const void *__restrict __src, size_t __n);
void upc_memput(shared void *__restrict __dst, const void *__restrict __src, size_t __n);
void upc_memset(shared void *__dst, int __c, size_t __n);

#include <upc_companions.h>

#endif
