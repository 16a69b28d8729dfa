/* SPDX-License-Identifier: BSD-3-Clause
 * UPC's collective library, relocalization: an ordinary array with one block on each thread is a case of a section.
 * Other compilers bring their own. */
#include "standard/collective.h"
#include "base/allocate.h"
#include "base/environment.h"
#include "base/number.h"
#include "base/port.h"
#include "engine/freed.h"

#if UPC_STRIDE_DEFINES_UPC_ALL

#include <string.h>

/* Views of the latest arrays: with the same handle a call finds its plan again. A view may be in either of
 * two places, so that the view of a call's source does not replace the view of its destination. */
enum { VIEWS = 64 };
typedef struct view {
  shared const void *base;
  size_t nbytes, blocks;
  upc_stride_array_t array;
  unsigned long frees;                /* when its object was looked at (engine/freed.h) */
} view_t;
static view_t *views[VIEWS], *latest; /* null: none yet */

static int is_view(const view_t *v, shared const void *base, size_t nbytes, size_t blocks) {
  return v != NULL && v->base == base && v->nbytes == nbytes && v->blocks == blocks;
}

/* What a thread has of an array must lie in one object. */
static void check_part(const upc_stride_site_t *call, const char *argument, shared const void *base, size_t nbytes) {
  size_t rest = upc_stride_object_rest(base);
  if (nbytes > rest)
    upc_stride_fail(call, argument, "an address with %zu bytes up to the end of its shared object, must have %zu", rest,
                    nbytes);
}

void upc_stride_check_first_thread(const upc_stride_site_t *call, const char *argument, shared const void *place) {
  const size_t thread = upc_threadof((shared void *)place);
  if (thread != 0) upc_stride_fail(call, argument, "a place on thread %zu, must be on thread 0", thread);
}

void upc_stride_check_apart(const upc_stride_site_t *call, size_t to, size_t to_bytes, size_t from, size_t from_bytes) {
  if (upc_stride_environment()->check && to < from + from_bytes && from < to + to_bytes)
    upc_stride_fail_all(call, "dst", "overlaps src, must not");
}

/* The end of block b within its thread's part, counted from where the first block starts. Only the last one, which ends
 * `tail` elements after its start, may be shorter. */
static size_t end_of(size_t thread, size_t b, size_t blk, size_t tail) {
  return upc_stride_added(upc_stride_product((thread + b) / THREADS, blk), tail);
}

/* The part that reaches furthest has the last block, or the one before, which is whole. The distances are the same on
 * all threads, since parts are of one size. */
void upc_stride_check_dealt_out(const upc_stride_site_t *call, const char *argument, shared const void *place,
                                size_t phase, size_t blk, size_t nelems, size_t size) {
  const size_t thread = upc_threadof((shared void *)place), blocks = (phase + nelems - 1) / blk + 1;
  size_t most, before;
  if (phase >= blk)
    upc_stride_fail(call, argument, "an address with phase %zu, must be below blk_size, %zu", phase, blk);
  most = end_of(thread, blocks - 1, blk, phase + nelems - (blocks - 1) * blk);
  before = blocks > 1 ? end_of(thread, blocks - 2, blk, blk) : 0;
  if (before > most) most = before;
  check_part(call, argument, place, upc_stride_product(most - phase, size));
}

upc_stride_section_t upc_stride_whole(const upc_stride_site_t *call, const char *argument, shared const void *base,
                                      size_t nbytes, size_t blocks) {
  size_t shape = nbytes * blocks, h = upc_addrfield((shared void *)base) / 8 * 31 + nbytes * 7 + blocks;
  size_t place = (h ^ h >> 12) % VIEWS;
  view_t *v = views[place], *other = views[place ^ 1];
  const unsigned long frees = upc_stride_frees_seen(0);
  upc_stride_interval_t all = UPC_STRIDE_ALL;
  if (!is_view(v, base, nbytes, blocks) && ((v != NULL && v == latest) || is_view(other, base, nbytes, blocks)))
    v = other, place ^= 1;
  if (!is_view(v, base, nbytes, blocks)) {
    check_part(call, argument, base, nbytes);
    if (v == NULL) v = views[place] = upc_stride_alloc(1, sizeof *v, "a view");
    upc_stride_all_free(v->array);
    v->base = base;
    v->nbytes = nbytes;
    v->blocks = blocks;
    v->array = upc_stride_view((shared void *)base, 1, &shape, &nbytes, 1, 0, NULL);
  } else if (v->frees != frees) { /* the object may have been freed since, and be another one */
    check_part(call, argument, base, nbytes);
  }
  v->frees = frees;
  latest = v;
  return upc_stride_section_here(NULL, 0, v->array, 1, &all);
}

/* Calls the library's operation by UPC's name, with pieces of nbytes. dst and src are arrays with blocks of
 * dst_block and src_block bytes; if that is 0, places. */
static void relocate(int call_number, int operation, upc_stride_build_t *build, const char *name, shared void *dst,
                     size_t dst_block, shared const void *src, size_t src_block, size_t nbytes, upc_flag_t flags) {
  upc_stride_args_t a = {0};
  upc_stride_site_t call = upc_stride_site(name, NULL);
  upc_stride_section_t to, from;
  const size_t at_place = operation == UPC_STRIDE_OP_BROADCAST ? nbytes : upc_stride_product(nbytes, THREADS);
  if (nbytes == 0) return;
  upc_stride_check_given(&call, "dst", dst);
  upc_stride_check_given(&call, "src", src);
  upc_stride_check_apart(&call, upc_addrfield(dst), dst_block > 0 ? dst_block : at_place,
                         upc_addrfield((shared void *)src), src_block > 0 ? src_block : at_place);
  a.call = call_number;
  a.operation = operation;
  a.build = build;
  a.name = name;
  a.len = nbytes;
  a.flags = flags;
  if (dst_block > 0) {
    upc_stride_check_first_thread(&call, "dst", dst);
    to = upc_stride_whole(&call, "dst", dst, dst_block, THREADS);
    a.dst = &to;
  } else {
    a.place = dst;
  }
  if (src_block > 0) {
    upc_stride_check_first_thread(&call, "src", src);
    from = upc_stride_whole(&call, "src", src, src_block, THREADS);
    a.src = &from;
  } else {
    a.place = src;
  }
  upc_stride_perform(&a);
}

void upc_all_broadcast(shared void *dst, shared const void *src, size_t nbytes, upc_flag_t flags) {
  relocate(UPC_STRIDE_CALL_BROADCAST, UPC_STRIDE_OP_BROADCAST, upc_stride_build_broadcast, "upc_all_broadcast",
           dst, nbytes, src, 0, nbytes, flags);
}

void upc_all_scatter(shared void *dst, shared const void *src, size_t nbytes, upc_flag_t flags) {
  relocate(UPC_STRIDE_CALL_SCATTER, UPC_STRIDE_OP_SCATTER, upc_stride_build_scatter, "upc_all_scatter",
           dst, nbytes, src, 0, nbytes, flags);
}

void upc_all_gather(shared void *dst, shared const void *src, size_t nbytes, upc_flag_t flags) {
  relocate(UPC_STRIDE_CALL_GATHER, UPC_STRIDE_OP_GATHER, upc_stride_build_gather, "upc_all_gather",
           dst, 0, src, nbytes, nbytes, flags);
}

void upc_all_gather_all(shared void *dst, shared const void *src, size_t nbytes, upc_flag_t flags) {
  const size_t all = upc_stride_product(nbytes, THREADS);
  relocate(UPC_STRIDE_CALL_GATHER_ALL, UPC_STRIDE_OP_GATHER_ALL, upc_stride_build_gather_all, "upc_all_gather_all",
           dst, all, src, nbytes, nbytes, flags);
}

void upc_all_exchange(shared void *dst, shared const void *src, size_t nbytes, upc_flag_t flags) {
  const size_t all = upc_stride_product(nbytes, THREADS);
  relocate(UPC_STRIDE_CALL_EXCHANGE, UPC_STRIDE_OP_EXCHANGE, upc_stride_build_exchange, "upc_all_exchange",
           dst, all, src, all, nbytes, flags);
}

upc_stride_seen_range_t upc_stride_own_range(shared [] char *first, size_t thread, size_t phase, size_t blk,
                                             size_t nelems, size_t size, int written) {
  const size_t blocks = (phase + nelems + blk - 1) / blk, own = (MYTHREAD + THREADS - thread) % THREADS;
  shared char *mine = (shared char *)first + ((long)MYTHREAD - (long)thread);
  upc_stride_seen_range_t r;
  size_t last, from, to;
  memset(&r, 0, sizeof r);
  if (own >= blocks) return r;
  last = own + (blocks - 1 - own) / THREADS * THREADS;
  from = (thread + own) / THREADS * blk;
  if (own == 0) from += phase;
  to = blk;
  if (phase + nelems - last * blk < blk) to = phase + nelems - last * blk;
  to += (thread + last) / THREADS * blk;
  r.start = (const char *)mine + from * size;
  r.bytes = (to - from) * size;
  r.count = 1;
  r.written = written;
  return r;
}

#endif
