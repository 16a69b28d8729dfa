/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Directories: each thread makes known its node, and where the rings are that others write to. In jobs of more than 32
 * threads it has a ring for each thread that it has shared a call with. So its memory grows with the neighbours of the
 * thread, not with the threads of the job.
 */
#ifndef UPC_STRIDE_DIRECTORY_H
#define UPC_STRIDE_DIRECTORY_H

#include <stddef.h>

typedef shared [] char *upc_stride_ring_t;

/* Makes this thread known. Every ring, on every thread, has `ring_bytes` bytes, a multiple of 64. It has words that say
 * what the rest of it holds, at multiples of `between_words` bytes. */
void upc_stride_directory_open(size_t ring_bytes, size_t between_words);

/* A new ring in the caller's memory for a thread to write to: its words are 0; aligned to 64. Once for each thread. */
upc_stride_ring_t upc_stride_directory_give(int thread);

/* The ring in a thread's memory for the caller to write to; null if there is none yet. */
upc_stride_ring_t upc_stride_directory_find(int thread);

/* The node of a thread, as the lowest thread on it. Waits until the thread has made itself known. */
int upc_stride_node(int thread);

/* Bytes of shared memory that the caller's rings take. */
size_t upc_stride_directory_bytes(void);

#endif
