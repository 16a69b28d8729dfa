/* SPDX-License-Identifier: BSD-3-Clause
 * upc_castable.h: private pointers to other threads' shared memory (UPC 1.3 optional library, 7.7). They exist for
 * threads that share memory. On the conduit smp these are all threads. */
#ifndef UPC_CASTABLE_H
#define UPC_CASTABLE_H

#include <stddef.h>

#define UPC_CASTABLE_ALL_ALLOC 1
#define UPC_CASTABLE_GLOBAL_ALLOC 2
#define UPC_CASTABLE_ALLOC 4
#define UPC_CASTABLE_STATIC 8
#define UPC_CASTABLE_ALL 15

typedef struct {
  int guaranteedCastable;                                     /* UPC_CASTABLE_ flags */
  int probablyCastable;
} upc_thread_info_t;

void *upc_cast(const shared void *__ptr);                     /* null where there is no such pointer */
upc_thread_info_t upc_thread_info(size_t __threadid);

#endif
