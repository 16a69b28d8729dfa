/* SPDX-License-Identifier: BSD-3-Clause
 * The transform of a box. FFTW has one plan for all of a small box. A large one is transformed axis by axis. An axis
 * whose elements are far apart is transformed in a buffer: its elements are on as many lines of the cache, often on the
 * same few places there, so that they would not stay in it. A group of columns that lie side by side is copied to the
 * buffer, and back:
 *
 *     a a b b c c          first a group of two:   a a
 *     a a b b c c    ->                            a a
 *     a a b b c c                                  a a
 *
 * With FFTW_MEASURE, FFTW finds such ways by itself for most boxes; with FFTW_ESTIMATE it counts operations alone, and
 * takes up to eight times as long. */
#include "numerics/fft_box.h"
#include "base/allocate.h"
#include "base/clock.h"
#include "base/of_thread.h"
#include "numerics/local_blas.h"
#include "numerics/numerics_fftw.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* More than the first cache of most cores holds. The size and GROUP were measured on one processor. */
static UPC_STRIDE_OF_THREAD size_t large_box = 64 * 1024;
size_t *upc_stride_fft_large_box(void) { return &large_box; }

enum {
  MEASURED_BOX = 1 << 20,             /* up to so many bytes, both ways are measured if the effort allows: FFTW would
                                         look long at larger ones. An estimate, not measured */
  TRIALS = 4,                         /* runs of which the least time counts */
  GROUP = 512,                        /* bytes of a group of columns that lie side by side */
  UNIT = 16,                          /* bytes that FFTW's plans want aligned */
  LINE = 64
};

typedef upc_stride_fftw_dim_t dim_t;

/* The elements of a box before or after a step. They lie in `from`, or in `to`. */
typedef struct side {
  int in_to;
  size_t bytes;                       /* of an element */
  const size_t *count, *stride;       /* the box's */
} side_t;

/* Dimensions, with the bytes from one index to the next before and after a step. */
typedef struct loops {
  int count;
  dim_t dim[UPC_STRIDE_MAX_DIMS];
} loops_t;

/* Columns as they lie, and a group of them in a buffer. All but `count` are bytes. */
typedef struct columns {
  size_t count, element, stride;      /* rows, and from one to the next */
  char *buffer;
  size_t row;                         /* from one row of the buffer to the next */
  void *memory;
} columns_t;

/* A plan of FFTW. It is carried out for each element of the loops: where the elements are, or on each group of columns
 * in buffers. */
typedef struct step {
  int kind, before_in_to, after_in_to; /* where the elements are */
  loops_t loops;
  void *plan;
  size_t columns, width;              /* 0: no columns; of a group */
  columns_t before, after;
} step_t;

/* All steps are made for each element of the loops. */
typedef struct made {
  upc_stride_fft_routine_t *routine;  /* or null: of the program, in place of FFTW */
  loops_t loops;
  int steps;
  step_t step[UPC_STRIDE_MAX_DIMS];
} made_t;

static UPC_STRIDE_OF_THREAD upc_stride_fft_routine_t *routine_of_program;

void upc_stride_fft_box_by(upc_stride_fft_routine_t *routine) { routine_of_program = routine; }

int upc_stride_fft_box_possible(int single) { return routine_of_program != NULL || upc_stride_fftw_found(single); }

/* ---- dimensions ---- */

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }
static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

static int is_axis(const upc_stride_fft_box_t *box, int d) { return box->axes >> d & 1; }

static side_t side_of(const upc_stride_fft_box_t *box, int in_to) {
  const int is_real = box->kind == (in_to ? UPC_STRIDE_FFT_TO_REAL : UPC_STRIDE_FFT_FROM_REAL);
  side_t side;
  side.in_to = in_to;
  side.bytes = (box->single ? sizeof(float) : sizeof(double)) * (is_real ? 1 : 2);
  side.count = in_to ? box->to : box->from;
  side.stride = in_to ? box->to_stride : box->from_stride;
  return side;
}

/* In elements. */
static dim_t dim_of(const side_t *before, const side_t *after, int d) {
  dim_t dim;
  dim.n = (ptrdiff_t)larger(before->count[d], after->count[d]);
  dim.from_stride = (ptrdiff_t)before->stride[d];
  dim.to_stride = (ptrdiff_t)after->stride[d];
  return dim;
}

static void add_loop(loops_t *loops, const side_t *before, const side_t *after, dim_t dim) {
  dim.from_stride *= (ptrdiff_t)before->bytes;
  dim.to_stride *= (ptrdiff_t)after->bytes;
  loops->dim[loops->count++] = dim;
}

/* ---- plans ---- */

static step_t *new_step(made_t *made, int kind, const side_t *before, const side_t *after) {
  step_t *step = &made->step[made->steps++];
  step->kind = kind, step->before_in_to = before->in_to, step->after_in_to = after->in_to;
  return step;
}

static upc_stride_fftw_lines_t lines_of(const upc_stride_fft_box_t *box, int kind) {
  upc_stride_fftw_lines_t lines;
  memset(&lines, 0, sizeof lines);
  lines.kind = kind, lines.single = box->single, lines.sign = box->sign, lines.effort = box->effort;
  return lines;
}

/* Of lines as they lie. MKL's FFTW has no plan with more than one dimension that is not transformed: it gets the last
 * of them, and the others become loops. */
static int plan_lines(step_t *step, upc_stride_fftw_lines_t *lines, const side_t *before, const side_t *after,
                      void *from, void *to) {
  const int others = lines->others;
  int i;
  step->plan = upc_stride_fftw_plan(lines, from, to);
  if (step->plan != NULL || others < 2) return step->plan != NULL;
  for (i = 0; i < others - 1; i++) add_loop(&step->loops, before, after, lines->other[i]);
  lines->other[0] = lines->other[others - 1];
  lines->others = 1;
  step->plan = upc_stride_fftw_plan(lines, from, to);
  return step->plan != NULL;
}

/* All by one plan. The axis with real numbers comes last. */
static int plan_whole(made_t *made, const upc_stride_fft_box_t *box, void *from, void *to) {
  const side_t before = side_of(box, 0), after = side_of(box, 1);
  upc_stride_fftw_lines_t lines = lines_of(box, box->kind);
  const int is_complex = box->kind == UPC_STRIDE_FFT_COMPLEX;
  int d;
  for (d = 0; d < box->ndims; d++)
    if (!is_axis(box, d)) lines.other[lines.others++] = dim_of(&before, &after, d);
    else if (is_complex || d != box->real) lines.axis[lines.rank++] = dim_of(&before, &after, d);
  if (!is_complex) lines.axis[lines.rank++] = dim_of(&before, &after, box->real);
  return plan_lines(new_step(made, box->kind, &before, &after), &lines, &before, &after, from, to);
}

/* ---- plans axis by axis ---- */

/* The elements behind an index of the axis that lie side by side, before and after; and the first dimension that they
 * are in. */
static size_t side_by_side(const upc_stride_fft_box_t *box, int axis, const side_t *before, const side_t *after,
                           int *first) {
  size_t columns = 1;
  int d;
  for (d = box->ndims; d - 1 > axis; d--) {
    if (before->count[d - 1] == 1) continue;
    if (before->stride[d - 1] != columns || after->stride[d - 1] != columns) break;
    columns *= before->count[d - 1];
  }
  *first = d;
  return columns;
}

/* Groups of so many columns are in this buffer, or in one of their own. Its rows have an odd number of units, so that
 * they are not all on the same lines of a cache. */
static columns_t columns_of(const side_t *side, int axis, size_t width, char *buffer) {
  columns_t c;
  c.memory = NULL, c.buffer = buffer;
  c.count = side->count[axis], c.element = side->bytes, c.stride = side->stride[axis] * side->bytes;
  c.row = ((width * side->bytes + UNIT - 1) / UNIT | 1) * UNIT;
  if (buffer != NULL) return c;
  c.memory = upc_stride_alloc(c.count * c.row + LINE, 1, "the columns of a transform");
  c.buffer = (char *)c.memory + (LINE - (uintptr_t)c.memory % LINE);
  return c;
}

static int plan_columns(step_t *step, const upc_stride_fft_box_t *box, int axis, const side_t *before,
                        const side_t *after) {
  upc_stride_fftw_lines_t lines = lines_of(box, step->kind);
  const size_t most = GROUP / larger(before->bytes, after->bytes), groups = (step->columns + most - 1) / most;
  dim_t *along = &lines.axis[lines.rank++], *across = &lines.other[lines.others++];
  step->width = (step->columns + groups - 1) / groups;
  step->before = columns_of(before, axis, step->width, NULL);
  step->after =
    columns_of(after, axis, step->width, step->kind == UPC_STRIDE_FFT_COMPLEX ? step->before.buffer : NULL);
  *along = dim_of(before, after, axis);
  along->from_stride = (ptrdiff_t)(step->before.row / before->bytes);
  along->to_stride = (ptrdiff_t)(step->after.row / after->bytes);
  across->n = (ptrdiff_t)step->width;
  across->from_stride = across->to_stride = 1;
  step->plan = upc_stride_fftw_plan(&lines, step->before.buffer, step->after.buffer);
  return step->plan != NULL;
}

/* 1 if each element of the loops has the alignment of the first one. */
static int keep_alignment(const loops_t *loops) {
  int d;
  for (d = 0; d < loops->count; d++)
    if ((loops->dim[d].from_stride | loops->dim[d].to_stride) % LINE != 0) return 0;
  return 1;
}

/* The elements of the axis lie together. */
static int plan_rows(const made_t *made, step_t *step, const upc_stride_fft_box_t *box, int axis, const side_t *before,
                     const side_t *after, void *from, void *to) {
  upc_stride_fftw_lines_t lines = lines_of(box, step->kind);
  int d;
  lines.axis[lines.rank++] = dim_of(before, after, axis);
  for (d = made->loops.count; d < box->ndims; d++)
    if (d != axis) lines.other[lines.others++] = dim_of(before, after, d);
  lines.unaligned = !keep_alignment(&made->loops);
  return plan_lines(step, &lines, before, after, before->in_to ? to : from, after->in_to ? to : from);
}

/* One axis. The dimensions before the first axis of the box are loops around all steps. */
static int plan_axis(made_t *made, const upc_stride_fft_box_t *box, int axis, const side_t *before, const side_t *after,
                     void *from, void *to) {
  step_t *step = new_step(made, axis == box->real ? box->kind : UPC_STRIDE_FFT_COMPLEX, before, after);
  int d, end;
  const size_t columns = side_by_side(box, axis, before, after, &end);
  if (columns == 1) return plan_rows(made, step, box, axis, before, after, from, to);
  for (d = made->loops.count; d < end; d++)
    if (d != axis) add_loop(&step->loops, before, after, dim_of(before, after, d));
  step->columns = columns;
  return plan_columns(step, box, axis, before, after);
}

/* The axes in the order of their steps: that with real numbers comes first, or last. Those of one element stay out. */
static int order_axes(const upc_stride_fft_box_t *box, int *order) {
  const int real = box->kind == UPC_STRIDE_FFT_COMPLEX ? -1 : box->real;
  int d, n = 0;
  if (box->kind == UPC_STRIDE_FFT_FROM_REAL) order[n++] = real;
  for (d = box->ndims; d-- > 0;)
    if (is_axis(box, d) && d != real && box->to[d] > 1) order[n++] = d;
  if (box->kind == UPC_STRIDE_FFT_TO_REAL) order[n++] = real;
  return n;
}

/* The first step goes from `from` to `to`, the others remain there; but to real numbers the last one does so. */
static int plan_axes(made_t *made, const upc_stride_fft_box_t *box, void *from, void *to) {
  const int late = box->kind == UPC_STRIDE_FFT_TO_REAL;
  const side_t first = side_of(box, 0), last = side_of(box, 1);
  int order[UPC_STRIDE_MAX_DIMS], n = order_axes(box, order), i, d;
  for (d = 0; !is_axis(box, d); d++) add_loop(&made->loops, &first, &last, dim_of(&first, &last, d));
  for (i = 0; i < n; i++)
    if (!plan_axis(made, box, order[i], i > 0 && !late ? &last : &first, i < n - 1 && late ? &first : &last, from, to))
      return 0;
  return 1;
}

/* ---- the whole ---- */

/* The memory between the elements of the first axis; 0 if they lie together. */
static size_t reach_of(const upc_stride_fft_box_t *box) {
  int d = 0;
  while (d < box->ndims && (!is_axis(box, d) || box->to[d] == 1)) d++;
  if (d == box->ndims || box->to_stride[d] == 1) return 0;
  return box->to[d] * box->to_stride[d] * side_of(box, 1).bytes;
}

/* Null if FFTW has no plan. */
static made_t *plan(const upc_stride_fft_box_t *box, int by_axes, void *from, void *to) {
  made_t *made = upc_stride_alloc(1, sizeof *made, "the plan of a transform");
  if (by_axes ? plan_axes(made, box, from, to) : plan_whole(made, box, from, to)) return made;
  upc_stride_fft_box_free(box, made);
  return NULL;
}

static double time_of(const upc_stride_fft_box_t *box, const made_t *made, const void *from, void *to) {
  double least = 0;
  int i;
  for (i = 0; i < TRIALS; i++) {
    const double begin = upc_stride_seconds();
    double seconds;
    upc_stride_fft_box_run(box, made, from, to);
    seconds = upc_stride_seconds() - begin;
    if (i == 0 || seconds < least) least = seconds;
  }
  return least;
}

/* By axes or at once, whichever takes less time. Writes to both. */
static made_t *faster(const upc_stride_fft_box_t *box, void *from, void *to) {
  made_t *by_axes = plan(box, 1, from, to), *whole = plan(box, 0, from, to), *other = whole;
  if (by_axes == NULL) return whole;
  if (whole != NULL && time_of(box, whole, from, to) < time_of(box, by_axes, from, to))
    other = by_axes, by_axes = whole;
  if (other != NULL) upc_stride_fft_box_free(box, other);
  return by_axes;
}

/* Memory with the same alignment as an address. */
static void *alike(const void *address, size_t bytes, void **memory) {
  const size_t offset = (uintptr_t)address % LINE;
  *memory = aligned_alloc(LINE, (bytes + offset + LINE) / LINE * LINE);
  return *memory == NULL ? NULL : (char *)*memory + offset;
}

/* FFTW writes to what it measures with. */
static made_t *plan_elsewhere(const upc_stride_fft_box_t *box, const void *from, const void *to) {
  const size_t reach = reach_of(box);
  const int is_large = reach > large_box;
  void *first = NULL, *second = NULL, *in, *out;
  made_t *made = NULL;
  in = alike(from, box->from_bytes, &first);
  out = from == to ? in : alike(to, box->to_bytes, &second);
  if (in != NULL) memset(in, 0, box->from_bytes);
  if (in != NULL && out != NULL)
    made = is_large && reach <= MEASURED_BOX ? faster(box, in, out) : plan(box, is_large, in, out);
  free(first);
  free(second);
  return made;
}

void *upc_stride_fft_box_plan(const upc_stride_fft_box_t *box, const void *from, const void *to) {
  void *in = (void *)(uintptr_t)from, *out = (void *)(uintptr_t)to;
  made_t *made;
  if (routine_of_program == NULL)
    return box->effort == 0 ? plan(box, reach_of(box) > large_box, in, out) : plan_elsewhere(box, from, to);
  made = upc_stride_alloc(1, sizeof *made, "the plan of a transform");
  made->routine = routine_of_program;
  return made;
}

void upc_stride_fft_box_free(const upc_stride_fft_box_t *box, void *plan) {
  made_t *made = plan;
  int i;
  for (i = 0; i < made->steps; i++) {
    if (made->step[i].plan != NULL) upc_stride_fftw_free(box->single, made->step[i].plan);
    free(made->step[i].before.memory);
    free(made->step[i].after.memory);
  }
  free(made);
}

/* ---- running ---- */

static upc_stride_fft_part_t part_of(const upc_stride_fft_box_t *box) {
  upc_stride_fft_part_t part = {0};
  part.ndims = box->ndims, part.single = box->single, part.axes = box->axes;
  part.real = box->kind == UPC_STRIDE_FFT_COMPLEX ? -1 : box->real;
  part.sign = box->kind == UPC_STRIDE_FFT_COMPLEX ? box->sign : box->kind == UPC_STRIDE_FFT_FROM_REAL ? -1 : 1;
  memcpy(part.from, box->from, sizeof part.from);
  memcpy(part.to, box->to, sizeof part.to);
  memcpy(part.from_stride, box->from_stride, sizeof part.from_stride);
  memcpy(part.to_stride, box->to_stride, sizeof part.to_stride);
  return part;
}

/* An element of loops: its indices, and the bytes from the first element to it. */
typedef struct place {
  ptrdiff_t at[UPC_STRIDE_MAX_DIMS], before, after;
} place_t;

/* To the next element; 0 after the last one. */
static int advance(const loops_t *loops, place_t *place) {
  int d;
  for (d = loops->count; d-- > 0;) {
    const dim_t *dim = &loops->dim[d];
    place->before += dim->from_stride, place->after += dim->to_stride;
    if (++place->at[d] < dim->n) return 1;
    place->before -= dim->n * dim->from_stride, place->after -= dim->n * dim->to_stride;
    place->at[d] = 0;
  }
  return 0;
}

static void run_columns(const step_t *step, int single, const char *from, char *to) {
  const columns_t *b = &step->before, *a = &step->after;
  size_t first;
  for (first = 0; first < step->columns; first += step->width) {
    const size_t width = smaller(step->width, step->columns - first);
    upc_stride_local_copy(1, b->count, width * b->element, from + first * b->element, b->stride, b->buffer, b->row);
    upc_stride_fftw_run(step->kind, single, step->plan, b->buffer, a->buffer);
    upc_stride_local_copy(1, a->count, width * a->element, a->buffer, a->row, to + first * a->element, a->stride);
  }
}

static void run_step(const step_t *step, int single, char *before, char *after) {
  place_t place = {{0}, 0, 0};
  do
    if (step->columns > 0) run_columns(step, single, before + place.before, after + place.after);
    else upc_stride_fftw_run(step->kind, single, step->plan, before + place.before, after + place.after);
  while (advance(&step->loops, &place));
}

void upc_stride_fft_box_run(const upc_stride_fft_box_t *box, const void *plan, const void *from, void *to) {
  const made_t *made = plan;
  place_t place = {{0}, 0, 0};
  int i;
  if (made->routine != NULL) {
    const upc_stride_fft_part_t part = part_of(box);
    made->routine(&part, from, to);
    return;
  }
  do
    for (i = 0; i < made->steps; i++) {
      const step_t *step = &made->step[i];
      char *in = (char *)(uintptr_t)from + place.before, *out = (char *)to + place.after;
      run_step(step, box->single, step->before_in_to ? out : in, step->after_in_to ? out : in);
    }
  while (advance(&made->loops, &place));
}

/* ---- factors ---- */

static void scale_row(const upc_stride_fft_box_t *box, void *to, size_t reals, double factor) {
  size_t i;
  if (box->single)
    for (i = 0; i < reals; i++) ((float *)to)[i] *= (float)factor;
  else
    for (i = 0; i < reals; i++) ((double *)to)[i] *= factor;
}

void upc_stride_fft_box_scale(const upc_stride_fft_box_t *box, void *to, double factor) {
  const size_t reals = box->kind == UPC_STRIDE_FFT_TO_REAL ? 1 : 2, bytes = reals * (box->single ? 4 : 8);
  const int last = box->ndims - 1;
  size_t at[UPC_STRIDE_MAX_DIMS] = {0};
  int d;
  do {
    size_t place = 0;
    for (d = 0; d < last; d++) place += at[d] * box->to_stride[d];
    scale_row(box, (char *)to + place * bytes, box->to[last] * reals, factor);
    for (d = last - 1; d >= 0 && ++at[d] == box->to[d]; d--) at[d] = 0;
  } while (d >= 0);
}
