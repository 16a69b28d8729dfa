/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bupc_extern.h: Berkeley UPC's calls for a program whose main is in C or C++, and that calls functions in UPC. Compile
 * main by its own compiler with -I`upcc -print-include-dir`, the UPC code by upcc -c, and link all with upcc. */
#ifndef BUPC_EXTERN_H
#define BUPC_EXTERN_H

#ifdef __UPC__
#error "bupc_extern.h is for C and C++; UPC programs include upc.h"
#endif

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Starts the threads, first in main. The process goes on as one of them. bupc_init_reentrant then calls `main` with the
 * program's arguments, and ends the thread with its result. */
void bupc_init(int *__argc, char ***__argv);
void bupc_init_reentrant(int *__argc, char ***__argv, int (*__main)(int, char **));
void bupc_exit(int __status) __attribute__((noreturn));       /* ends the calling thread, as exit does */

int bupc_extern_mythread(void);
int bupc_extern_threads(void);
char *bupc_extern_getenv(const char *__name);

/* As upc_notify, upc_wait and upc_barrier with that number. */
void bupc_extern_notify(int __barrier_id);
void bupc_extern_wait(int __barrier_id);
void bupc_extern_barrier(int __barrier_id);
void bupc_extern_poll(void);                                  /* as bupc_poll */

/* As upc_all_alloc and upc_alloc. The result is the address of the caller's first block: where it would be, if the
 * caller has none. It is null if memory is missing. The two calls below take this address. `threadid` is 0 for memory
 * of bupc_extern_all_alloc, and for other memory the number of the thread that allocated it; -1 of bupc_extern_free
 * finds this number. One thread calls bupc_extern_free, all threads bupc_extern_all_free. */
void *bupc_extern_all_alloc(size_t __nblocks, size_t __nbytes);
void *bupc_extern_alloc(size_t __nbytes);
void bupc_extern_free(void *__address, int __threadid);
void bupc_extern_all_free(void *__address, int __threadid);

int bupc_extern_threadof(void *__address);  /* whose shared memory it is in, of the threads near the caller; else -1 */
/* How many threads the process has, and the first of them: 1 and the caller's number. Pointers may be null. */
void bupc_extern_process_thread_layout(int *__threads, int *__first);

#ifdef __cplusplus
}
#endif

#endif
