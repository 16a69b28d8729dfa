/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc.h: the library of UPC 1.3 (section 7.2). */
#ifndef UPC_H
#define UPC_H

#ifndef __UPC__
#error "upc.h is for UPC programs: compile with upcc"
#endif

#include <assert.h> /* this and the next two are for programs that leave them out, since other compilers' upc.h brings them */
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <upc_types.h>

/* 7.2.1 Termination of all threads: at once, with this status, whatever the others do. */
void upc_global_exit(int status) __attribute__((noreturn));

/* 7.2.2 Shared memory. Zero bytes give a null pointer; so does a request there is no room for, the first time with a
 * line on standard error that says what was asked and what is left. Memory is not cleared. upcrun -shared-heap=SIZE
 * asks for more. */
shared void *upc_global_alloc(size_t nblocks, size_t nbytes); /* any thread; `nblocks` blocks dealt out from thread 0 */
shared void *upc_all_alloc(size_t nblocks, size_t nbytes);    /* the same, all threads together: all get one pointer */
shared void *upc_alloc(size_t nbytes);                        /* with affinity to the caller */
void upc_free(shared void *ptr);                              /* any thread; null is ignored */
void upc_all_free(shared void *ptr);                          /* all together; freed once all have called */
shared void *upc_local_alloc(size_t nblocks, size_t nbytes);  /* UPC 1.2: upc_alloc of nblocks*nbytes bytes */

/* 7.2.3 Pointer-to-shared */
size_t upc_threadof(shared void *ptr);
size_t upc_phaseof(shared void *ptr);
size_t upc_addrfield(shared void *ptr);                       /* offset in the thread's shared memory */
shared void *upc_resetphase(shared void *ptr);
size_t upc_affinitysize(size_t totalsize, size_t nbytes, size_t threadid);

/* 7.2.4 Locks */
typedef shared struct upc_lock upc_lock_t;
upc_lock_t *upc_global_lock_alloc(void);
upc_lock_t *upc_all_lock_alloc(void);
void upc_lock_free(upc_lock_t *ptr);                          /* null is ignored */
void upc_all_lock_free(upc_lock_t *ptr);
void upc_lock(upc_lock_t *ptr);
int upc_lock_attempt(upc_lock_t *ptr);                        /* 1 if the caller holds it now */
void upc_unlock(upc_lock_t *ptr);

/* 7.2.5 Copies; source and destination do not overlap */
void upc_memcpy(shared void *__restrict dst, shared const void *__restrict src, size_t n);
void upc_memget(void *__restrict dst, shared const void *__restrict src, size_t n);
void upc_memput(shared void *__restrict dst, const void *__restrict src, size_t n);
void upc_memset(shared void *dst, int c, size_t n);

#include <bupc_extensions.h>

#endif
