/* SPDX-License-Identifier: BSD-3-Clause
 * Nearness: 1 where the caller reads the thread's shared memory by address, so that data need cross only once.
 * Near is mutual, and whoever is near to one thread of a node is near to all of it. */
#ifndef UPC_STRIDE_NEAR_H
#define UPC_STRIDE_NEAR_H

#include <stddef.h>

int upc_stride_near(int thread);
int upc_stride_all_near(void); /* all threads of the job to each other */

/* 1 where a thread is thought to share the caller's core, with more threads than cores: as the runtime has placed them, which
 * the system may have changed since. For what may only cost time. */
int upc_stride_same_core(int thread);

/* The private address of memory of a near thread. */
char *upc_stride_address(shared const void *place);

/* The lowest of the threads that are near to the caller: the name of its node. */
int upc_stride_my_node(void);

#endif
