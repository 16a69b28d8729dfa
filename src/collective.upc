/* SPDX-License-Identifier: BSD-3-Clause
 * UPC's collective library, relocalization: an ordinary array of one block a thread is one case of a section. Other
 * compilers bring their own. */
#include "collective.h"

#ifdef __URT__

/* Views of the latest arrays: with the same handle a call finds its plan again. A view has two places, so that the one
 * that a call has just been given as its destination is not what its source takes the place of. */
enum { VIEWS = 64 };
static struct view {
  shared const void *base;
  size_t nbytes, blocks;
  upc_stride_array_t array;
} views[VIEWS], *latest;

static int is_view(const struct view *v, shared const void *base, size_t nbytes, size_t blocks) {
  return v->array != NULL && v->base == base && v->nbytes == nbytes && v->blocks == blocks;
}

upc_stride_section_t upc_stride_whole(shared const void *base, size_t nbytes, size_t blocks) {
  size_t shape = nbytes * blocks, h = upc_addrfield((shared void *)base) / 8 * 31 + nbytes * 7 + blocks;
  size_t place = (h ^ h >> 12) % VIEWS;
  struct view *v = &views[place], *other = &views[place ^ 1];
  upc_stride_interval_t all = UPC_STRIDE_ALL;
  if (!is_view(v, base, nbytes, blocks) && (v == latest || is_view(other, base, nbytes, blocks))) v = other;
  latest = v;
  if (!is_view(v, base, nbytes, blocks)) {
    upc_stride_all_free(v->array);
    v->base = base;
    v->nbytes = nbytes;
    v->blocks = blocks;
    v->array = upc_stride_view((shared void *)base, 1, &shape, &nbytes, 1, 0, NULL);
  }
  return upc_stride_section_here(NULL, 0, v->array, 1, &all);
}

static upc_stride_section_t blocks_of(shared const void *base, size_t nbytes) {
  return upc_stride_whole(base, nbytes, THREADS);
}

void upc_all_broadcast(shared void *dst, shared const void *src, size_t nbytes, upc_flag_t flags) {
  if (nbytes > 0) upc_stride_broadcast(blocks_of(dst, nbytes), src, nbytes, flags);
}

void upc_all_scatter(shared void *dst, shared const void *src, size_t nbytes, upc_flag_t flags) {
  if (nbytes > 0) upc_stride_scatter(blocks_of(dst, nbytes), src, nbytes, flags);
}

void upc_all_gather(shared void *dst, shared const void *src, size_t nbytes, upc_flag_t flags) {
  if (nbytes > 0) upc_stride_gather(dst, blocks_of(src, nbytes), nbytes, flags);
}

void upc_all_gather_all(shared void *dst, shared const void *src, size_t nbytes, upc_flag_t flags) {
  if (nbytes > 0) upc_stride_gather_all(blocks_of(dst, nbytes * THREADS), blocks_of(src, nbytes), nbytes, flags);
}

void upc_all_exchange(shared void *dst, shared const void *src, size_t nbytes, upc_flag_t flags) {
  if (nbytes > 0)
    upc_stride_exchange(blocks_of(dst, nbytes * THREADS), blocks_of(src, nbytes * THREADS), nbytes, flags);
}

#endif
