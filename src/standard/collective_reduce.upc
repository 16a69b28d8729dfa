/* SPDX-License-Identifier: BSD-3-Clause
 * UPC's collective library, computation. Each thread combines what it has, one value for the thread or, where the order
 * matters, one for each block; these are reduced, or prefix-reduced, over the blocks of a scratch array; for a prefix
 * each thread then goes through its blocks again, starting with what comes before them. */
#include "arrays/spelling.h"
#include "base/allocate.h"
#include "base/line.h"
#include "base/number.h"
#include "standard/collective.h"

#if UPC_STRIDE_DEFINES_UPC_ALL

#include <string.h>

enum { VALUE = 16, LANES = 2048 };    /* bytes set aside for a value of any type; for values side by side */

/* src or dst as the standard sees it: nelems elements in blocks of blk, the first of them `phase` into its block. */
typedef struct array {
  upc_stride_values_t v;
  shared [] char *first;              /* the start of the first block, as a place on its thread */
  size_t thread, phase, blk, nelems, blocks;
} array_t;

/* Half of what memory has at most, so that sums of two sizes do not wrap. */
static void check_size(const upc_stride_site_t *call, const char *argument, size_t n, size_t size) {
  if (n > UPC_STRIDE_MOST_BYTES / 2 / size)
    upc_stride_fail(call, argument, "%zu elements, must be a number that memory has room for", n);
}

/* Checks an array argument, and computes what the call needs to know of the array. */
static void describe(array_t *a, const upc_stride_site_t *call, const char *argument, shared const void *place,
                     const upc_stride_values_t *v, size_t nelems, size_t blk) {
  upc_stride_check_given(call, argument, place);
  check_size(call, "nelems", nelems, v->size);
  check_size(call, "blk_size", blk, v->size);
  a->v = *v;
  a->thread = upc_threadof((shared void *)place);
  a->phase = blk == 0 ? 0 : upc_phaseof((shared void *)place);
  a->blk = blk == 0 ? nelems : blk;
  a->nelems = nelems;
  a->blocks = (a->phase + nelems + a->blk - 1) / a->blk;
  a->first = (shared [] char *)place - (long)(a->phase * a->v.size);
  upc_stride_check_dealt_out(call, argument, place, a->phase, a->blk, nelems, v->size);
}

/* The standard's operations alone: an element is a value. */
static void check_op(upc_stride_values_t *v, const upc_stride_site_t *call, upc_op_t op, upc_type_t type,
                     upc_stride_func_t *func) {
  upc_stride_spelling_t spelling;
  if (op == UPC_STRIDE_MINLOC || op == UPC_STRIDE_MAXLOC)
    upc_stride_fail(call, "op", "%s, must be one operation of upc_types.h or upc_collective.h",
                    upc_stride_spell_op(&spelling, op));
  upc_stride_check_op(v, call, op, type, func);
}

/* The elements of block b, which the caller owns. */
static char *elements(const array_t *a, size_t b, size_t *n) {
  size_t from = b == 0 ? a->phase : 0, to = a->phase + a->nelems - b * a->blk, row = (a->thread + b) / THREADS;
  shared char *mine = (shared char *)a->first + ((long)MYTHREAD - (long)a->thread);
  if (to > a->blk) to = a->blk;
  *n = to - from;
  return (char *)mine + (row * a->blk + from) * a->v.size;
}

/* The first block of the caller; others are THREADS further. */
static size_t own_first(const array_t *a) { return (MYTHREAD + THREADS - a->thread) % THREADS; }

/* Combines n elements with what is in sum. Where the order is free, many at a time, side by side. */
static void fold(const upc_stride_values_t *v, const char *x, size_t n, char *sum) {
  static char *space; /* null: not used yet */
  size_t wide = LANES / v->size, half;
  char one[VALUE];
  if (!v->ordered && v->func == NULL && n >= 2 * wide) {
    char *lanes;
    if (space == NULL) space = upc_stride_alloc(LANES + UPC_STRIDE_LINE, 1, "the values a reduction combines");
    lanes = upc_stride_at_line(space);
    memcpy(lanes, x, wide * v->size);
    for (x += wide * v->size, n -= wide; n >= wide; x += wide * v->size, n -= wide)
      upc_stride_combine(v, x, lanes, wide);
    for (half = wide; half > 1; half = (half + 1) / 2)
      upc_stride_combine(v, lanes + (half + 1) / 2 * v->size, lanes, half / 2);
    upc_stride_combine(v, lanes, sum, 1);
  }
  for (; n > 0; x += v->size, n--) {
    memcpy(one, x, v->size);
    upc_stride_combine(v, sum, one, 1);
    memcpy(sum, one, v->size);
  }
}

static void block_sum(const array_t *a, size_t b, char *sum) {
  size_t n;
  const char *x = elements(a, b, &n);
  memcpy(sum, x, a->v.size);
  fold(&a->v, x + a->v.size, n - 1, sum);
}

static shared void *shared_scratch(size_t nblocks, size_t nbytes) {
  shared void *p = upc_all_alloc(nblocks, nbytes);
  if (p == NULL) upc_stride_fail_line("upc_stride: no shared memory for the values a reduction combines");
  return p;
}

/* Scratch: values in blocks of VALUE bytes, block 0 on the thread of the array's first. All threads call alike. Two
 * rows hold a value of each thread, which is all that most calls need. */
enum { FEW_ROWS = 2 };
static shared [VALUE] char few[2 * FEW_ROWS * VALUE * THREADS];

static shared void *scratch(int which, size_t thread, size_t blocks) {
  static shared void *space[2];
  static size_t rows[2];
  size_t needed = (thread + blocks + THREADS - 1) / THREADS;
  if (needed <= FEW_ROWS) return &few[(which * FEW_ROWS * THREADS + thread) * VALUE];
  if (needed > rows[which]) {
    if (space[which] != NULL) upc_all_free(space[which]);
    rows[which] = 2 * needed;
    space[which] = shared_scratch(rows[which] * THREADS, VALUE);
  }
  return (shared void *)((shared char *)space[which] + thread);
}

static char *scratch_value(shared void *base, size_t thread, size_t b) {
  shared char *mine = (shared char *)base + ((long)MYTHREAD - (long)thread);
  return (char *)mine + (thread + b) / THREADS * VALUE;
}

/* Into the scratch array: what the caller's blocks give together or, where the order matters, each of them. */
static void own_sums(const array_t *a, shared void *space) {
  size_t first = own_first(a), b;
  for (b = first; b < a->blocks; b += THREADS) {
    char *sum = scratch_value(space, a->thread, a->v.ordered ? b : first), part[VALUE];
    block_sum(a, b, part);
    if (!a->v.ordered && b != first) upc_stride_combine(&a->v, part, sum, 1);
    else memcpy(sum, part, a->v.size);
  }
}

static upc_stride_seen_range_t own_range(const array_t *a, int written) {
  return upc_stride_own_range(a->first, a->thread, a->phase, a->blk, a->nelems, a->v.size, written);
}

static void check_apart(const upc_stride_site_t *call, const char *to, size_t bytes,
                        const upc_stride_seen_range_t *read) {
  upc_stride_check_apart(call, (size_t)to, bytes, (size_t)read->start, read->bytes);
}

static upc_stride_section_t range(upc_stride_section_t S, size_t lo, size_t hi) {
  S.interval[0] = UPC_STRIDE_RANGE((long long)lo, (long long)hi);
  return S;
}

/* What the library's call gets: one value of each block of src. */
static upc_stride_args_t one_value(const char *name, const upc_stride_values_t *v, const upc_stride_section_t *src) {
  upc_stride_args_t call = {0};
  call.name = name;
  call.src = src;
  call.len = 1;
  call.op = v->op;
  call.type = v->type;
  call.func = v->func;
  call.flags = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  return call;
}

static void reduce(const char *name, shared void *dst, int to_all, shared const void *src, upc_op_t op, size_t nelems,
                   size_t blk_size, upc_type_t type, upc_stride_func_t *func, upc_flag_t flags) {
  upc_stride_site_t call = upc_stride_site(name, NULL);
  upc_stride_sync_t sync = upc_stride_check_flags(&call, flags);
  upc_stride_values_t v = {0};
  upc_stride_args_t args;
  upc_stride_section_t sums, to;
  array_t a;
  upc_stride_seen_range_t read;
  size_t parts;
  shared void *space;
  void *told;
  int all_out = sync.out == UPC_STRIDE_ALL_MEMBERS;
  int team_ends;                      /* the library's synchronisation at the end is that of all threads */
  if (nelems == 0) return;
  check_op(&v, &call, op, type, func);
  upc_stride_check_given(&call, "dst", dst);
  describe(&a, &call, "src", src, &v, nelems, blk_size);
  parts = v.ordered || a.blocks < THREADS ? a.blocks : THREADS;
  team_ends = all_out && (to_all || parts >= THREADS);
  space = scratch(0, a.thread, parts);
  read = own_range(&a, 0);
  if (to_all || upc_threadof(dst) == MYTHREAD)
    check_apart(&call, to_all ? (char *)((shared char *)dst + MYTHREAD) : (char *)dst, v.size, &read);
  told = upc_stride_tell_call(&call, &read, 1, sync);
  if (sync.in == UPC_STRIDE_ALL_MEMBERS) upc_stride_told_barrier();
  own_sums(&a, space);
  sums = upc_stride_whole(&call, "src", space, VALUE, parts);
  args = one_value(name, &v, &sums);
  if (parts == 1 && upc_stride_changes_one(&v)) args.op = UPC_MAX; /* in UPC one element alone is the result */
  if (to_all) {
    upc_stride_check_first_thread(&call, "dst", dst);
    to = upc_stride_whole(&call, "dst", dst, v.size, THREADS);
    args.call = UPC_STRIDE_CALL_REDUCE_ALL;
    args.operation = UPC_STRIDE_OP_REDUCE_ALL;
    args.build = upc_stride_build_reduce_all;
    args.dst = &to;
  } else {
    args.call = UPC_STRIDE_CALL_REDUCE;
    args.operation = UPC_STRIDE_OP_REDUCE;
    args.build = upc_stride_build_reduce;
    args.place = dst;
  }
  if (team_ends) args.flags = UPC_IN_MYSYNC | UPC_OUT_ALLSYNC;
  upc_stride_perform(&args);
  if (all_out && !team_ends) upc_stride_told_barrier();
  upc_stride_told_call(told);
}

void upc_stride_all_reduce(const char *name, shared void *dst, shared const void *src, upc_op_t op, size_t nelems,
                           size_t blk_size, upc_type_t type, upc_stride_func_t *func, upc_flag_t flags) {
  reduce(name, dst, 0, src, op, nelems, blk_size, type, func, flags);
}

void upc_stride_all_reduce_all(const char *name, shared void *dst, shared const void *src, upc_op_t op, size_t nelems,
                               size_t blk_size, upc_type_t type, upc_stride_func_t *func, upc_flag_t flags) {
  reduce(name, dst, 1, src, op, nelems, blk_size, type, func, flags);
}

/* Block b of dst: each element is that of src combined with all before it. */
static void scan(const array_t *a, const array_t *d, size_t b, const char *before) {
  size_t n, i;
  const char *x = elements(a, b, &n);
  char *y = elements(d, b, &n);
  for (i = 0; i < n; i++, x += a->v.size, y += a->v.size) {
    memmove(y, x, a->v.size);
    if (before != NULL) upc_stride_combine(&a->v, before, y, 1);
    before = y;
  }
}

/* The prefixes of a into d, which starts on the same thread at the same phase. */
static void prefix(const upc_stride_site_t *call, const array_t *a, const array_t *d) {
  shared void *sums = scratch(0, a->thread, a->blocks), *before = scratch(1, a->thread, a->blocks + 1);
  size_t b;
  for (b = own_first(a); b < a->blocks; b += THREADS) block_sum(a, b, scratch_value(sums, a->thread, b));
  if (a->blocks > 1) { /* what all blocks up to b give goes to b + 1 */
    upc_stride_section_t from = range(upc_stride_whole(call, "src", sums, VALUE, a->blocks), 0, a->blocks - 2);
    upc_stride_section_t to = range(upc_stride_whole(call, "dst", before, VALUE, a->blocks + 1), 1, a->blocks - 1);
    upc_stride_args_t reduce = one_value(call->name, &a->v, &from);
    reduce.call = UPC_STRIDE_CALL_PREFIX_REDUCE;
    reduce.operation = UPC_STRIDE_OP_PREFIX_REDUCE;
    reduce.build = upc_stride_build_prefix_reduce;
    reduce.dst = &to;
    upc_stride_perform(&reduce);
  }
  for (b = own_first(a); b < a->blocks; b += THREADS)
    scan(a, d, b, b == 0 ? NULL : scratch_value(before, a->thread, b));
}

/* The caller's elements of d, fetched from t, which starts elsewhere: a run at a time. */
static void fetch(const array_t *d, const array_t *t) {
  size_t b, n, i, run;
  for (b = own_first(d); b < d->blocks; b += THREADS) {
    char *y = elements(d, b, &n);
    size_t e = t->phase + (b == 0 ? 0 : b * d->blk - d->phase);
    for (i = 0; i < n; i += run) {
      size_t block = t->thread + (e + i) / t->blk, within = (e + i) % t->blk;
      shared char *there = (shared char *)t->first + ((long)(block % THREADS) - (long)t->thread);
      run = t->blk - within < n - i ? t->blk - within : n - i;
      upc_memget(y + i * d->v.size, (shared [] char *)there + (block / THREADS * t->blk + within) * d->v.size,
                 run * d->v.size);
    }
  }
}

/* UPC 1.3 asks that dst and src start alike. Programs of UPC 1.2 and Berkeley's do without, and so can we: by way of
 * an array that starts like src. */
void upc_stride_all_prefix_reduce(const char *name, shared void *dst, shared const void *src, upc_op_t op,
                                  size_t nelems, size_t blk_size, upc_type_t type, upc_stride_func_t *func,
                                  upc_flag_t flags) {
  upc_stride_site_t call = upc_stride_site(name, NULL);
  upc_stride_sync_t sync = upc_stride_check_flags(&call, flags);
  upc_stride_values_t v = {0};
  upc_stride_seen_range_t touched[2];
  void *told;
  array_t a, d;
  if (nelems == 0) return;
  check_op(&v, &call, op, type, func);
  describe(&d, &call, "dst", dst, &v, nelems, blk_size);
  describe(&a, &call, "src", src, &v, nelems, blk_size);
  scratch(0, a.thread, a.blocks), scratch(1, a.thread, a.blocks + 1);
  touched[0] = own_range(&a, 0), touched[1] = own_range(&d, 1);
  check_apart(&call, touched[1].start, touched[1].bytes, &touched[0]);
  told = upc_stride_tell_call(&call, touched, 2, sync);
  if (sync.in == UPC_STRIDE_ALL_MEMBERS) upc_stride_told_barrier();
  if (a.thread == d.thread && a.phase == d.phase) {
    prefix(&call, &a, &d);
  } else {
    array_t t = a;
    shared void *space = shared_scratch((a.thread + a.blocks + THREADS - 1) / THREADS * THREADS, a.blk * v.size);
    t.first = (shared [] char *)((shared char *)space + a.thread);
    prefix(&call, &a, &t);
    upc_stride_library_barrier();
    fetch(&d, &t);
    upc_all_free(space);
  }
  if (sync.out == UPC_STRIDE_ALL_MEMBERS) upc_stride_told_barrier();
  upc_stride_told_call(told);
}

#endif
