/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Layouts of ScaLAPACK's matrices. They differ from all others in two ways:
 *
 *   the grid    its places are given to threads by a list: processes may be numbered column by column, the first block
 *               may be on another process than the first, and threads may have no place at all
 *   the blocks  they are parts of one matrix on each thread, so the rows of a block lie `pitch` elements apart. (The
 *               layout's rows are ScaLAPACK's columns.) Edge blocks have no padding
 *
 *   6 threads, processes 2 x 2 numbered row by row, first block on process (1, 0), blocks of 2 x 3:
 *   the layout has blocks of 3 x 2 (columns first) and a grid of 2 x 2. Places 0 1 2 3 have blocks (0,0) (0,1) (1,0)
 *   (1,1) of the layout; their threads are 2 0 3 1. Threads 4 and 5 have no place
 *
 * The library computes with *nominal* offsets, which a byte would have if the blocks of a thread were whole and
 * contiguous, one after the other, as in any other layout. Where bytes are moved, nominal offsets become real ones.
 */
#ifndef UPC_STRIDE_PLACES_H
#define UPC_STRIDE_PLACES_H

#include "upc_stride_layout.h"

/* Gives L, of two dimensions and with a grid, a list: the thread of each place of the grid, row by row, and each
 * thread's pitch. Both are copied. upc_stride_places_end gives the memory back. */
void upc_stride_places_begin(upc_stride_layout_t *L, int threads, const int *thread, const size_t *pitch);
void upc_stride_places_end(upc_stride_layout_t *L);

/* ---- of a layout with L->placed ---- */

/* Replaces a thread by its place in the grid; 0 if it has none. */
int upc_stride_places_of(const upc_stride_layout_t *L, size_t *thread);

/* The thread at a place. */
int upc_stride_places_thread(const upc_stride_layout_t *L, size_t place);

/* The bytes of the largest matrix. */
size_t upc_stride_places_bytes(const upc_stride_layout_t *L);

/* Replaces a nominal offset by the real one. */
size_t upc_stride_places_real(const upc_stride_layout_t *L, int thread, size_t nominal);

/* Replaces a thread and a real offset by a place of the grid and a nominal offset; 0 if nothing of the array is
 * there. */
int upc_stride_places_nominal(const upc_stride_layout_t *L, int *thread, size_t *offset);

/* Some bytes from a nominal offset on, up to the end of their row of the block: *real is where they are, *there how
 * many of them exist. Returns how many they are; at most `bytes`. */
size_t upc_stride_places_run(const upc_stride_layout_t *L, int thread, size_t nominal, size_t bytes, size_t *real,
                             size_t *there);

/* ---- layouts whose blocks lie where a list of the program says ---- */

/* Gives L, which is round-robin from thread 0 on, a list: the thread of each block, in row-major order. A thread's
 * blocks lie in this order. The list is copied; upc_stride_owners_end gives the memory back. */
void upc_stride_owners_begin(upc_stride_layout_t *L, const int *thread);
void upc_stride_owners_end(upc_stride_layout_t *L);

/* ---- of any layout ---- */

/* Not gridded: the place in the round of the block with that number, counted from thread 0. */
static inline size_t upc_stride_places_number(const upc_stride_layout_t *L, long long number) {
  return L->owners != NULL ? L->owners->number[number] : (size_t)number;
}

/* The thread that owns the block at[]; *slot: its nominal place among the thread's blocks. */
static inline size_t upc_stride_places_owner(const upc_stride_layout_t *L, const size_t *at, size_t *slot) {
  size_t owner = upc_stride_layout_block(L, at, slot);
  return L->placed ? (size_t)upc_stride_places_thread(L, owner) : owner;
}

/* The thread that owns element index[], and where it is in its part. */
static inline int upc_stride_places_element(const upc_stride_layout_t *L, const size_t *index, size_t *offset) {
  int thread = upc_stride_layout_place(L, index, offset);
  if (!L->placed) return thread;
  thread = upc_stride_places_thread(L, (size_t)thread);
  *offset = upc_stride_places_real(L, thread, *offset);
  return thread;
}

/* Where the block with that slot begins in its thread's part. */
static inline size_t upc_stride_places_block(const upc_stride_layout_t *L, int thread, size_t slot) {
  return L->placed ? upc_stride_places_real(L, thread, slot * L->blockbytes) : slot * L->blockbytes;
}

#endif
