/* SPDX-License-Identifier: BSD-3-Clause
 * Moving the elements of a thread's blocks, by the caller or by a helper: explained in block_moves.h. */
#include "files/block_moves.h"
#include "layout/block_part.h"

#include <signal.h>

/* The box of the block at[]; 0 if the section picks nothing of it. */
static int box_of(const upc_stride_block_moves_t *M, const size_t *at, const upc_stride_bounds_t *slice,
                  upc_stride_file_box_t *box) {
  upc_stride_block_part_t part;
  int k;
  if (!upc_stride_block_part(&part, M->picks, at)) return 0;
  box->ndims = M->picks->layout->ndims;
  box->memory = M->part + part.offset;
  for (k = 0; k < box->ndims; k++) {
    box->count[k] = part.count[k];
    box->at[k] = slice[k].lo + (long long)part.from[k] * slice[k].step;
    box->by[k] = slice[k].step;
    box->pitch[k] = part.pitch[k];
  }
  return 1;
}

void upc_stride_moves_now(upc_stride_block_moves_t *M) {
  const upc_stride_layout_t *L = M->picks->layout;
  upc_stride_dataset_t *D = M->dataset;
  upc_stride_bounds_t bounds[UPC_STRIDE_MAX_DIMS];
  upc_stride_file_box_t box;
  size_t at[UPC_STRIDE_MAX_DIMS], owned = upc_stride_layout_owned(L, (size_t)M->thread), n;
  int k, status = 0;
  for (k = 0; k < L->ndims; k++) {
    bounds[k] = upc_stride_bounds(&M->slice[k], D->shape[k]);
    if (M->picks->count[k] == 1) bounds[k].step = 1;
  }
  for (n = 0; n < owned && M->picks->blocks > 0 && status == 0; n++) {
    upc_stride_layout_owned_block(L, (size_t)M->thread, n, at);
    if (!box_of(M, at, bounds, &box)) continue;
    status = M->writing ? upc_stride_dataset_write(D, &box) : upc_stride_dataset_read(D, &box);
  }
  upc_stride_chunk_close(D);
}

void upc_stride_moves_turn(upc_stride_block_moves_t *M) {
  upc_stride_dataset_t *D = M->dataset;
  if (!D->update) upc_stride_dataset_turn(D);
  else if (D->waits && D->wrong[0] == 0) {
    D->turn = 1;
    upc_stride_moves_now(M);
    upc_stride_hdf5_close(D);
  }
}

/* ---- the helper ---- */

static void *help(void *moves) {
  upc_stride_block_moves_t *M = moves;
  upc_stride_moves_now(M);
  __atomic_store_n(&M->moved, 1, __ATOMIC_RELEASE);
  return NULL;
}

/* Signals that are sent to the process are for its other threads. Without a helper the caller moves the elements. */
void upc_stride_moves_start(upc_stride_block_moves_t *M) {
  static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXFSZ}; /* its own mistakes */
  sigset_t others, before;
  size_t i;
  sigfillset(&others);
  for (i = 0; i < sizeof own / sizeof own[0]; i++) sigdelset(&others, own[i]);
  M->moved = 0;
  pthread_sigmask(SIG_BLOCK, &others, &before);
  M->helped = pthread_create(&M->helper, NULL, help, M) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!M->helped) help(M);
}

int upc_stride_moves_done(const upc_stride_block_moves_t *M) { return __atomic_load_n(&M->moved, __ATOMIC_ACQUIRE); }

void upc_stride_moves_end(upc_stride_block_moves_t *M) {
  if (M->helped) pthread_join(M->helper, NULL);
  M->helped = 0;
}
