/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Directories: what each thread makes known of itself: its node, and where the rings are that it keeps for others to write
 * in. In jobs of many threads it keeps one for each thread that it shares a call with, from the first on: so memory grows
 * with the neighbours that a thread has, not with the threads of the job.
 */
#ifndef UPC_STRIDE_DIRECTORY_H
#define UPC_STRIDE_DIRECTORY_H

#include <stddef.h>

/* In jobs of so many threads everybody keeps rings for all from the start. */
enum { UPC_STRIDE_FEW_THREADS = 32 };

typedef shared [] char *upc_stride_ring_t;

/* Makes this thread known, whose rings are of so many bytes each, a multiple of 64, like everybody's. */
void upc_stride_directory_open(size_t ring_bytes);

/* A new ring of the caller's for a thread to write in: zeroed, at a multiple of 64. Once for each thread. */
upc_stride_ring_t upc_stride_directory_give(int thread);

/* The ring that a thread keeps for the caller; null where it has none yet. */
upc_stride_ring_t upc_stride_directory_find(int thread);

/* The node a thread is on: the lowest thread of it. Waits until that thread has made itself known. */
int upc_stride_node(int thread);

/* Bytes of shared memory that the caller's rings take. */
size_t upc_stride_directory_bytes(void);

#endif
