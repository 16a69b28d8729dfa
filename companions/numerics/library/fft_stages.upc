/* SPDX-License-Identifier: BSD-3-Clause
 * Stages of a transform: their arrays, their copies, and how they go on. Stages with the same chunks work one behind
 * the other, so that a chunk is copied while others are transformed:
 *
 *   in each step a chunk of each stage    stage 0: 0 1 2 3 .
 *                                         stage 1: . 0 1 2 3 */
#include "fft_stages.h"
#include "base/allocate.h"
#include "base/clock.h"
#include "base/port.h"
#include "numerics/numerics_fftw.h"

#include <stdlib.h>
#include <string.h>

enum {
  SLOTS = 3,                          /* chunks of a ring: one is transformed, two are on their way */
  TRIALS = 4                          /* runs of which the least time counts */
};

static size_t at_most(size_t a, size_t b) { return a < b ? a : b; }

/* ---- sections ---- */

upc_stride_section_t upc_stride_fft_part(const upc_stride_fft_end_t *end, int along, size_t lo, size_t count) {
  upc_stride_interval_t iv[UPC_STRIDE_MAX_DIMS];
  int d;
  for (d = 0; d < end->array->layout.ndims; d++) {
    const long long step = end->step[d], first = end->first[d] + (d == along ? (long long)lo * step : 0);
    const long long last = first + ((long long)(d == along ? count : end->count[d]) - 1) * step;
    iv[d] = UPC_STRIDE_STEP(first, step, last);
  }
  return upc_stride_section(end->array, iv);
}

upc_stride_fft_end_t upc_stride_fft_whole(upc_stride_array_t A) {
  upc_stride_fft_end_t end;
  int d;
  end.array = A;
  for (d = 0; d < A->layout.ndims; d++) end.first[d] = 0, end.step[d] = 1, end.count[d] = A->layout.shape[d];
  return end;
}

/* 1 if the end is a whole array of a layout that stages can work in. Where a dimension is one block, the array may be
 * longer, so that its rows begin on other lines of the cache. */
static int is_usable(const upc_stride_fft_end_t *end, upc_stride_fft_layout_t *layout) {
  const upc_stride_layout_t *L = &end->array->layout;
  int d;
  if (end->array->flattened || !upc_stride_fft_layout_of(layout, L)) return 0;
  for (d = 0; d < L->ndims; d++) {
    if (end->first[d] != 0 || (end->count[d] > 1 && end->step[d] != 1)) return 0;
    if (end->count[d] != L->shape[d] && L->nblocks[d] > 1) return 0;
    layout->shape[d] = end->count[d];
  }
  return 1;
}

/* ---- arrays ---- */

/* 1 if the threads are a grid as upc_stride_all_alloc has it. */
static int is_grid(const upc_stride_fft_layout_t *L, int *grid) {
  size_t weight = 1;
  int d;
  for (d = L->ndims; d-- > 0; weight *= L->parts[d]) {
    if (L->parts[d] > 1 && L->weight[d] != weight) return 0;
    grid[d] = (int)L->parts[d];
  }
  return weight == (size_t)THREADS;
}

static upc_stride_array_t allocate(upc_stride_fft_stages_t *S, const upc_stride_fft_layout_t *L, size_t size) {
  upc_stride_fft_layout_t layout = *L;
  int grid[UPC_STRIDE_MAX_DIMS];
  upc_stride_array_t A = is_grid(L, grid)
    ? upc_stride_all_alloc(L->ndims, L->shape, L->block, size, L->ndims, grid)
    : upc_stride_all_alloc_owned(L->ndims, L->shape, L->block, size, upc_stride_fft_owner, &layout);
  return S->work[S->arrays++] = A;
}

/* What a stage leaves has the layout of what it reads, but the extents are those after it. */
static upc_stride_fft_layout_t left_layout(const upc_stride_fft_problem_t *q, const upc_stride_fft_cut_t *cut, int s) {
  upc_stride_fft_layout_t L = cut->stage[s].layout;
  const int d = q->real;
  if (d < 0) return L;
  L.shape[d] = s == cut->stages - 1 || q->kind == UPC_STRIDE_FFT_FROM_REAL ? q->to[d] : q->from[d];
  if (L.block[d] >= cut->stage[s].layout.shape[d]) L.block[d] = L.shape[d];
  return L;
}

/* The stage that meets real numbers, or -1. */
static int real_stage(const upc_stride_fft_stages_t *S) {
  return S->problem.kind == UPC_STRIDE_FFT_COMPLEX ? -1 :
         S->problem.kind == UPC_STRIDE_FFT_FROM_REAL ? 0 : S->cut.stages - 1;
}

static size_t bytes_read(const upc_stride_fft_stages_t *S, int s) {
  return S->problem.bytes / (s == 0 && S->problem.kind == UPC_STRIDE_FFT_FROM_REAL ? 2 : 1);
}

static size_t bytes_left(const upc_stride_fft_stages_t *S, int s) {
  return S->problem.bytes / (s == S->cut.stages - 1 && S->problem.kind == UPC_STRIDE_FFT_TO_REAL ? 2 : 1);
}

/* ---- a thread's own transforms ---- */

static void set_box(const upc_stride_fft_stages_t *S, int s, const upc_stride_fft_node_t *n,
                    const upc_stride_block_t *block, upc_stride_fft_box_t *box) {
  const upc_stride_layout_t *from = &n->read->layout, *to = &n->left.array->layout;
  size_t from_stride = 1, to_stride = 1;
  int d;
  memset(box, 0, sizeof *box);
  box->ndims = from->ndims;
  box->kind = s == real_stage(S) ? S->problem.kind : UPC_STRIDE_FFT_COMPLEX;
  box->real = S->problem.real, box->sign = S->sign, box->effort = S->effort, box->single = S->single;
  box->axes = n->stage->axes;
  for (d = from->ndims; d-- > 0;) {
    const int changes = box->kind != UPC_STRIDE_FFT_COMPLEX && d == box->real;
    box->from[d] = at_most(block->hi[d] + 1, n->stage->layout.shape[d]) - block->lo[d];
    box->to[d] = changes ? S->problem.to[d] : box->from[d];
    box->from_stride[d] = from_stride, box->to_stride[d] = to_stride;
    from_stride *= from->block[d], to_stride *= to->block[d];
  }
  box->from_bytes = from_stride * from->elemsize, box->to_bytes = to_stride * to->elemsize;
}

/* The number of a plan for this box and these addresses, which may be made. */
static int local_plan(const upc_stride_site_t *site, upc_stride_fft_node_t *n, const upc_stride_fft_box_t *box,
                      const void *from, const void *to) {
  const int from_alignment = upc_stride_fftw_alignment(box->single, from);
  const int to_alignment = upc_stride_fftw_alignment(box->single, to);
  upc_stride_fft_local_t *l;
  int i;
  for (i = 0; i < n->nlocals; i++) {
    l = &n->locals[i];
    if (l->from_alignment == from_alignment && l->to_alignment == to_alignment &&
        memcmp(l->box.from, box->from, sizeof box->from) == 0)
      return i;
  }
  n->locals = upc_stride_resize(n->locals, (size_t)n->nlocals + 1, sizeof *n->locals, "plans of FFTW");
  l = &n->locals[n->nlocals];
  l->box = *box, l->from_alignment = from_alignment, l->to_alignment = to_alignment;
  l->plan = upc_stride_fft_box_plan(box, from, to);
  if (l->plan == NULL) upc_stride_fail(site, "type", "FFTW has no plan, must have memory and the guru64 interface");
  return n->nlocals++;
}

/* All blocks of the caller's, in the order of their chunks. */
static void set_jobs(const upc_stride_site_t *site, const upc_stride_fft_stages_t *S, int s,
                     upc_stride_fft_node_t *n) {
  const upc_stride_fft_stage_t *stage = n->stage;
  const size_t block_along = n->read->layout.block[stage->along];
  size_t chunk;
  n->jobs = upc_stride_alloc(upc_stride_own_blocks(n->read) + 1, sizeof *n->jobs, "the blocks of a transform");
  for (chunk = 0; chunk < stage->chunks; chunk++)
    upc_stride_forall(block, n->read) {
      upc_stride_fft_job_t *job = &n->jobs[n->njobs];
      upc_stride_fft_box_t box;
      if (block.lo[stage->along] / stage->length != chunk) continue;
      job->chunk = chunk;
      memcpy(job->read, block.index, sizeof job->read);
      memcpy(job->left, block.index, sizeof job->left);
      if (n->slots < stage->chunks)
        job->left[stage->along] -= (chunk - chunk % n->slots) * (stage->length / block_along);
      set_box(S, s, n, &block, &box);
      job->local = local_plan(site, n, &box, upc_stride_near_block(n->read, job->read),
                              upc_stride_near_block(n->left.array, job->left));
      n->njobs++;
    }
}

/* ---- making ---- */

static upc_stride_fft_node_t *new_node(upc_stride_fft_stages_t *S, int s) {
  upc_stride_fft_node_t *n = &S->node[S->nodes++];
  memset(n, 0, sizeof *n);
  n->stage = &S->cut.stage[s];
  n->slots = n->stage->chunks;
  return n;
}

static void set_copies(upc_stride_fft_node_t *n, const upc_stride_fft_end_t *to) {
  const upc_stride_fft_stage_t *stage = n->stage;
  const size_t all = to->count[stage->along];
  size_t c;
  n->to = *to;
  n->copies = upc_stride_alloc(stage->chunks, sizeof *n->copies, "the copies of a transform");
  for (c = 0; c < stage->chunks; c++) {
    const size_t lo = c * stage->length, count = stage->chunks == 1 ? all : at_most(stage->length, all - lo);
    const size_t place = c % n->slots * stage->length;
    n->copies[c] = upc_stride_copy_init(upc_stride_fft_part(to, stage->along, lo, count),
                                        upc_stride_fft_part(&n->left, stage->along, place, count),
                                        UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  }
}

/* Where a stage leaves what it transforms: in out, where it has read it, or in a ring of chunks. A ring has
 * all chunks if out shares memory with in: its chunks go to out after a barrier. */
static void set_left(upc_stride_fft_stages_t *S, int s, upc_stride_fft_node_t *n, const upc_stride_fft_end_t *in,
                     const upc_stride_fft_end_t *out, int late) {
  upc_stride_fft_layout_t L = left_layout(&S->problem, &S->cut, s);
  if (s == S->cut.stages - 1 && S->cut.leaves_out) {
    n->left = *out;
    return;
  }
  if (n->read != in->array && s != real_stage(S)) {
    n->left = upc_stride_fft_whole(n->read);
    return;
  }
  if (!late) n->slots = at_most(n->slots, SLOTS);
  if (n->slots < n->stage->chunks) L.shape[n->stage->along] = n->slots * n->stage->length;
  n->left = upc_stride_fft_whole(allocate(S, &L, bytes_left(S, s)));
}

/* The array that a stage reads. */
static upc_stride_array_t read_array(upc_stride_fft_stages_t *S, int s, const upc_stride_fft_end_t *in,
                                     const upc_stride_fft_end_t *out) {
  if (s == 0 && S->cut.reads_in) return in->array;
  if (s == S->cut.stages - 1 && S->cut.leaves_out && s != real_stage(S)) return out->array;
  return allocate(S, &S->cut.stage[s].layout, bytes_read(S, s));
}

static void make_nodes(const upc_stride_site_t *site, upc_stride_fft_stages_t *S, const upc_stride_fft_end_t *out,
                       const upc_stride_fft_end_t *in, int aliased) {
  const int last = S->cut.stages - 1, late = aliased && !S->cut.leaves_out;
  upc_stride_array_t next = read_array(S, 0, in, out);
  upc_stride_fft_end_t read;
  upc_stride_fft_node_t *n;
  int s;
  if (!S->cut.reads_in) {
    n = new_node(S, 0);
    n->left = *in;
    read = next == out->array ? *out : upc_stride_fft_whole(next);
    set_copies(n, &read);
  }
  for (s = 0; s <= last; s++) {
    n = new_node(S, s);
    n->read = next;
    n->scales = s == last;
    set_left(S, s, n, in, out, late && s == last);
    set_jobs(site, S, s, n);
    if (s == last) break;
    next = read_array(S, s + 1, in, out);
    read = next == out->array ? *out : upc_stride_fft_whole(next);
    set_copies(n, &read);
  }
  if (late) {
    const upc_stride_fft_end_t left = n->left;
    n = new_node(S, last);
    n->left = left;
    n->after_barrier = 1;
  }
  if (!S->cut.leaves_out) set_copies(n, out);
}

/* In at most so many chunks. */
static void make(const upc_stride_site_t *site, upc_stride_fft_stages_t *S, const upc_stride_fft_end_t *out,
                 const upc_stride_fft_end_t *in, size_t chunks) {
  const int aliased = upc_stride_same_memory(in->array, out->array);
  S->problem.most_chunks = chunks;
  S->problem.in = is_usable(in, &S->in_layout) ? &S->in_layout : NULL;
  S->problem.out = is_usable(out, &S->out_layout) ? &S->out_layout : NULL;
  upc_stride_fft_choose(&S->cut, &S->problem);
  if (aliased && S->cut.leaves_out && !(S->cut.reads_in && S->cut.stages == 1 && in->array == out->array)) {
    S->problem.out = NULL;            /* others read in while a stage would write to out */
    upc_stride_fft_choose(&S->cut, &S->problem);
  }
  S->nodes = S->arrays = 0;
  make_nodes(site, S, out, in, aliased);
}

void upc_stride_fft_stages_free(upc_stride_fft_stages_t *S) {
  int i, j;
  for (i = 0; i < S->nodes; i++) {
    upc_stride_fft_node_t *n = &S->node[i];
    size_t c;
    for (c = 0; n->copies != NULL && c < n->stage->chunks; c++) upc_stride_free_call(&n->copies[c]);
    for (j = 0; j < n->nlocals; j++) upc_stride_fft_box_free(&n->locals[j].box, n->locals[j].plan);
    free(n->copies);
    free(n->jobs);
    free(n->locals);
  }
  for (i = 0; i < S->arrays; i++) upc_stride_all_free(S->work[i]);
}

/* ---- running ---- */

static void transform(const upc_stride_fft_node_t *n, size_t chunk, size_t *next, double scale) {
  for (; *next < n->njobs && n->jobs[*next].chunk == chunk; ++*next) {
    const upc_stride_fft_job_t *job = &n->jobs[*next];
    const upc_stride_fft_local_t *l = &n->locals[job->local];
    void *left = upc_stride_near_block(n->left.array, job->left);
    upc_stride_fft_box_run(&l->box, l->plan, upc_stride_near_block(n->read, job->read), left);
    if (n->scales && scale != 1) upc_stride_fft_box_scale(&l->box, left, scale);
    if (n->copies != NULL && chunk > 0) upc_stride_test(&n->copies[chunk - 1]); /* lets it go on */
  }
}

/* Nodes first .. end - 1, with the same chunks. */
static void run_together(upc_stride_fft_node_t *first, upc_stride_fft_node_t *end, double scale) {
  const size_t nodes = (size_t)(end - first), chunks = first->stage->chunks;
  size_t next[UPC_STRIDE_FFT_NODES] = {0}, step, i;
  for (step = 0; step < chunks + nodes - 1; step++)
    for (i = 0; i < nodes; i++) {
      upc_stride_fft_node_t *n = first + i;
      const size_t chunk = step - i;
      if (i > step || chunk >= chunks) continue;
      if (i > 0) upc_stride_wait(&n[-1].copies[chunk]);
      if (n->copies != NULL && chunk >= n->slots) upc_stride_wait(&n->copies[chunk - n->slots]);
      if (n->read != NULL) transform(n, chunk, &next[i], scale);
      if (n->copies != NULL) upc_stride_start_call(n->copies[chunk]);
    }
  for (i = 0; i < nodes; i++)
    if (first[i].copies != NULL) upc_stride_wait_all(first[i].copies, chunks);
}

static int go_together(const upc_stride_fft_node_t *a, const upc_stride_fft_node_t *b) {
  return a->stage->along == b->stage->along && a->stage->length == b->stage->length &&
         a->stage->chunks == b->stage->chunks && !b->after_barrier;
}

void upc_stride_fft_stages_run(upc_stride_fft_stages_t *S, double scale) {
  int from, to;
  upc_stride_library_barrier();
  for (from = 0; from < S->nodes; from = to) {
    for (to = from + 1; to < S->nodes && go_together(&S->node[to - 1], &S->node[to]);) to++;
    if (S->node[from].after_barrier) upc_stride_library_barrier();
    run_together(&S->node[from], &S->node[to], scale);
  }
  upc_stride_library_barrier();
}

/* ---- making: with chunks or without, by measurement ---- */

static int has_chunks(const upc_stride_fft_cut_t *cut) {
  int s;
  for (s = 0; s < cut->stages; s++)
    if (cut->stage[s].chunks > 1) return 1;
  return 0;
}

/* The least time of some runs, on the thread where it is greatest: the same on all threads. */
static double time_of(upc_stride_fft_stages_t *S) {
  double least = 0;
  int i;
  for (i = 0; i < TRIALS; i++) {
    const double begin = upc_stride_seconds();
    double seconds;
    upc_stride_fft_stages_run(S, 1);
    seconds = upc_stride_seconds() - begin;
    if (i == 0 || seconds < least) least = seconds;
  }
  upc_stride_all_reduce_value(&least, &least, 1, UPC_MAX, UPC_DOUBLE, NULL, upc_stride_all_threads());
  return least;
}

/* Stages in chunks transform while they copy. Without chunks, messages are longer. Which takes less time depends on
 * whether messages and transforms share the cores. There is one set of work arrays at a time: chunks that win are made
 * again. */
static void measure(const upc_stride_site_t *site, upc_stride_fft_stages_t *S, const upc_stride_fft_end_t *out,
                    const upc_stride_fft_end_t *in) {
  const double with = time_of(S);
  upc_stride_fft_stages_free(S);
  make(site, S, out, in, 1);
  if (time_of(S) < with) return;
  upc_stride_fft_stages_free(S);
  make(site, S, out, in, UPC_STRIDE_FFT_CHUNKS);
}

void upc_stride_fft_stages_make(const upc_stride_site_t *site, upc_stride_fft_stages_t *S,
                                const upc_stride_fft_end_t *out, const upc_stride_fft_end_t *in) {
  upc_stride_fft_layout_t L;
  upc_stride_array_t array;
  upc_stride_fft_end_t kept;
  make(site, S, out, in, UPC_STRIDE_FFT_CHUNKS);
  if (S->effort == UPC_STRIDE_FFT_ESTIMATE || !has_chunks(&S->cut)) return;
  L = left_layout(&S->problem, &S->cut, S->cut.stages - 1);
  array = upc_stride_all_alloc(L.ndims, L.shape, L.block, bytes_left(S, S->cut.stages - 1), 0, NULL);
  kept = upc_stride_fft_whole(array);
  upc_stride_copy(upc_stride_fft_part(&kept, -1, 0, 0), upc_stride_fft_part(out, -1, 0, 0), 0);
  measure(site, S, out, in);
  upc_stride_copy(upc_stride_fft_part(out, -1, 0, 0), upc_stride_fft_part(&kept, -1, 0, 0), 0);
  upc_stride_all_free(array);
}
