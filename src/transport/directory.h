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

/* What a ring has, on every thread: `lines` lines of a cache line or less, and `slots` slots of `slot_bytes`
 * bytes, a multiple of 64. */
typedef struct upc_stride_ring_size {
  size_t lines, line_bytes, slots, slot_bytes;
} upc_stride_ring_size_t;

enum { UPC_STRIDE_RING_HEAD = 16 }; /* bytes at the beginning of a line or slot that are 0 in a new ring */

/* Makes this thread known. The result is the distance from one line of a ring to the next. `*before` gets so many bytes
 * of shared memory, whole lines, that lie before the caller's first rings: among what it touches anyway. */
size_t upc_stride_directory_open(upc_stride_ring_size_t size, size_t bytes_before, upc_stride_ring_t *before);

/* A new ring in the caller's memory for a thread to write to: its first line. Its slots begin *slots bytes behind. The
 * heads of lines are 0; those of slots too if the thread writes by address. Once for each thread. */
upc_stride_ring_t upc_stride_directory_give(int thread, int near, size_t *slots);

/* The ring in a thread's memory for the caller to write to; null if there is none yet. */
upc_stride_ring_t upc_stride_directory_find(int thread, size_t *slots);

/* The node of a thread, as the lowest thread on it. Waits until the thread has made itself known. */
int upc_stride_node(int thread);

/* Bytes of shared memory that the caller's rings take. */
size_t upc_stride_directory_bytes(void);

#endif
