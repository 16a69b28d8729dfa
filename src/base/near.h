/* SPDX-License-Identifier: BSD-3-Clause
 * Nearness: two threads are near if they read each other's shared memory by address. Then one copy moves data from one
 * to the other. All threads near to a thread are near to each other; together they are a node. */
#ifndef UPC_STRIDE_NEAR_H
#define UPC_STRIDE_NEAR_H

int upc_stride_near(int thread);

/* 1: all threads of the job are near to each other. */
int upc_stride_all_near(void);

/* The lowest of the threads that are near to a thread: the name of its node. -1: only the thread itself knows. */
int upc_stride_node_of(int thread);

/* The same of the caller, which knows. */
int upc_stride_my_node(void);

/* The threads of the first node. */
int upc_stride_node_size(void);

#endif
