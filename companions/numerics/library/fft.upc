/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_fft_plan and its kin: arguments, and which way a transform takes: in stages (fft_stages.upc), as one long
 * dimension (fft_line.upc), or none. */
#include "fft_line.h"
#include "arrays/check.h"
#include "arrays/spelling.h"
#include "base/allocate.h"
#include "base/port.h"
#include "checked/checked.h"
#include "operations.h"

#include <stdlib.h>
#include <string.h>

enum { IN_STAGES, AS_LINE, NO_AXES, NO_DATA, NOTHING };

struct upc_stride_fft {
  upc_stride_fft_t next;              /* of the caller's plans */
  upc_type_t type;
  int way;
  upc_stride_section_t in, out;
  upc_stride_fft_stages_t stages;
  upc_stride_fft_line_t line;
};

static upc_stride_fft_t plans;        /* that were not freed */

/* ---- arguments ---- */

static void check_type(const upc_stride_site_t *site, upc_type_t type) {
  upc_stride_spelling_t spelling;
  if (type != UPC_STRIDE_COMPLEX_FLOAT && type != UPC_STRIDE_COMPLEX_DOUBLE)
    upc_stride_fail(site, "type", "%s, must be UPC_STRIDE_COMPLEX_FLOAT or UPC_STRIDE_COMPLEX_DOUBLE",
                    upc_stride_spell_type(&spelling, type));
}

static void check_section(const upc_stride_site_t *site, const char *argument, const upc_stride_section_t *S,
                          upc_stride_picks_t *picks, size_t bytes) {
  upc_stride_check_array_of(site, argument, S);
  upc_stride_check_elements(site, argument, S, picks);
  if (picks->layout->elemsize != bytes && picks->layout->elemsize != bytes / 2)
    upc_stride_fail(site, argument, "elements of %zu byte%s, must have %zu or, if they are real, %zu",
                    picks->layout->elemsize, UPC_STRIDE_S(picks->layout->elemsize), bytes, bytes / 2);
}

/* The kind that the sizes of the elements tell. */
static int check_kind(const upc_stride_site_t *site, const upc_stride_picks_t *out, const upc_stride_picks_t *in,
                      size_t bytes) {
  const int real_in = in->layout->elemsize != bytes, real_out = out->layout->elemsize != bytes;
  if (real_in && real_out) upc_stride_fail(site, "out", "real numbers, must be complex, or those of in");
  return real_in ? UPC_STRIDE_FFT_FROM_REAL : real_out ? UPC_STRIDE_FFT_TO_REAL : UPC_STRIDE_FFT_COMPLEX;
}

static void check_axes(const upc_stride_site_t *site, upc_stride_fft_problem_t *q, int naxes, const int *axes) {
  int i, axis = -1;
  if (naxes < 0 || naxes > q->ndims) upc_stride_fail(site, "naxes", "%d, must be in 0..%d", naxes, q->ndims);
  if (axes == NULL) naxes = q->ndims;
  for (i = 0; i < naxes; i++) {
    axis = axes == NULL ? i : axes[i];
    if (axis < 0 || axis >= q->ndims) upc_stride_fail(site, "axes", "%d, must be in 0..%d", axis, q->ndims - 1);
    if (q->axis[axis]) upc_stride_fail(site, "axes", "%d twice, must come once", axis);
    q->axis[axis] = 1;
  }
  q->real = q->kind == UPC_STRIDE_FFT_COMPLEX ? -1 : axis;
  if (q->kind != UPC_STRIDE_FFT_COMPLEX && axis < 0)
    upc_stride_fail(site, "naxes", "0, must be at least 1 for real numbers");
}

static void check_extents(const upc_stride_site_t *site, const upc_stride_fft_problem_t *q) {
  int d;
  for (d = 0; d < q->ndims; d++) {
    const size_t n = q->kind == UPC_STRIDE_FFT_TO_REAL ? q->to[d] : q->from[d];
    const size_t other = q->kind == UPC_STRIDE_FFT_TO_REAL ? q->from[d] : q->to[d];
    const size_t wanted = d == q->real ? n / 2 + 1 : n;
    if (other != wanted)
      upc_stride_fail(site, q->kind == UPC_STRIDE_FFT_TO_REAL ? "in" : "out",
                      "%zu element%s in dimension %d, must be %zu", other, UPC_STRIDE_S(other), d, wanted);
  }
}

static void check_sign(const upc_stride_site_t *site, int kind, int sign) {
  if (sign != -1 && sign != 1) upc_stride_fail(site, "sign", "%d, must be -1 or 1", sign);
  if (kind == UPC_STRIDE_FFT_FROM_REAL && sign != -1) upc_stride_fail(site, "sign", "1, must be -1 from real numbers");
  if (kind == UPC_STRIDE_FFT_TO_REAL && sign != 1) upc_stride_fail(site, "sign", "-1, must be 1 to real numbers");
}

/* In checked mode. */
static void compare(const upc_stride_site_t *site, const upc_stride_fft_problem_t *q, upc_type_t type, int sign,
                    int effort) {
  upc_stride_record_t r;
  if (!upc_stride_compares()) return;
  upc_stride_record_begin(&r, site->name);
  upc_stride_record_list_is(&r, "the extents of out", q->to, (size_t)q->ndims * sizeof *q->to);
  upc_stride_record_list_is(&r, "the extents of in", q->from, (size_t)q->ndims * sizeof *q->from);
  upc_stride_record_list_is(&r, "axes", q->axis, (size_t)q->ndims * sizeof *q->axis);
  upc_stride_record_number_is(&r, "the last axis", q->real);
  upc_stride_record_number_is(&r, "type", (long long)type);
  upc_stride_record_number_is(&r, "sign", sign);
  upc_stride_record_number_is(&r, "effort", effort);
  upc_stride_record_end(&r);
  upc_stride_agree_on(site, &r);
}

static void check_plan(const upc_stride_site_t *site, upc_stride_fft_t plan) {
  upc_stride_fft_t p = plans;
  while (p != NULL && p != plan) p = p->next;
  if (p == NULL) upc_stride_fail(site, "plan", plan == NULL ? "null, must be a plan" : "was freed, must be a plan");
  upc_stride_fail_together(site, NULL);
}

/* ---- making ---- */

static upc_stride_fft_end_t end_of(const upc_stride_section_t *S, const upc_stride_picks_t *picks) {
  upc_stride_fft_end_t end;
  end.array = S->array;
  memcpy(end.first, picks->first, sizeof end.first);
  memcpy(end.step, picks->step, sizeof end.step);
  memcpy(end.count, picks->count, sizeof end.count);
  return end;
}

static int way_of(const upc_stride_fft_problem_t *q) {
  int d, axes = 0, in_empty = 0, out_empty = 0;
  for (d = 0; d < q->ndims; d++) {
    axes += q->axis[d] != 0;
    in_empty |= q->from[d] == 0;
    out_empty |= q->to[d] == 0;
  }
  if (out_empty) return NOTHING;
  if (in_empty) return NO_DATA;
  if (axes == 0) return NO_AXES;
  d = q->kind == UPC_STRIDE_FFT_TO_REAL;
  if (q->ndims == 1 && THREADS > 1) {
    const size_t n = d ? q->to[0] : q->from[0];
    if (n >= *upc_stride_fft_shortest_line() && upc_stride_fft_rows(n) > 1) return AS_LINE;
  }
  return IN_STAGES;
}

static void make_line(const upc_stride_site_t *site, upc_stride_fft_t plan, const upc_stride_fft_end_t *out,
                      const upc_stride_fft_end_t *in) {
  const upc_stride_fft_stages_t *S = &plan->stages;
  upc_stride_fft_line_t *l = &plan->line;
  l->n = S->problem.kind == UPC_STRIDE_FFT_TO_REAL ? S->problem.to[0] : S->problem.from[0];
  l->kind = S->problem.kind, l->sign = S->sign, l->single = S->single;
  l->in = *in, l->out = *out;
  upc_stride_fft_line_make(site, l, S->problem.bytes, S->effort);
}

upc_stride_fft_t upc_stride_fft_plan(upc_stride_section_t out, upc_stride_section_t in, int naxes, const int *axes,
                                     upc_type_t type, int sign, int effort) {
  const upc_stride_site_t site = upc_stride_site("upc_stride_fft_plan", &out);
  upc_stride_picks_t from, to;
  upc_stride_fft_end_t in_end, out_end;
  upc_stride_fft_problem_t q;
  upc_stride_fft_t plan;
  check_type(&site, type);
  memset(&q, 0, sizeof q);
  q.bytes = type == UPC_STRIDE_COMPLEX_FLOAT ? 8 : 16;
  q.threads = THREADS;
  check_section(&site, "out", &out, &to, q.bytes);
  check_section(&site, "in", &in, &from, q.bytes);
  if (from.ndims != to.ndims)
    upc_stride_fail(&site, "in", "%d dimension%s, must be %d", from.ndims, UPC_STRIDE_S(from.ndims), to.ndims);
  q.ndims = to.ndims;
  memcpy(q.from, from.count, sizeof q.from);
  memcpy(q.to, to.count, sizeof q.to);
  q.kind = check_kind(&site, &to, &from, q.bytes);
  check_axes(&site, &q, naxes, axes);
  check_extents(&site, &q);
  check_sign(&site, q.kind, sign);
  if (effort < UPC_STRIDE_FFT_ESTIMATE || effort > UPC_STRIDE_FFT_PATIENT)
    upc_stride_fail(&site, "effort", "%d, must be UPC_STRIDE_FFT_ESTIMATE, _MEASURE or _PATIENT", effort);
  if (!upc_stride_fft_box_possible(type == UPC_STRIDE_COMPLEX_FLOAT))
    upc_stride_fail(&site, "type", "there is no FFTW (libfftw3%s.so.3), must be linked or installed",
                    type == UPC_STRIDE_COMPLEX_FLOAT ? "f" : "");
  upc_stride_fail_together(&site, NULL);
  compare(&site, &q, type, sign, effort);
  upc_stride_library_barrier();
  plan = upc_stride_alloc(1, sizeof *plan, "the plan of a transform");
  plan->type = type, plan->in = in, plan->out = out;
  plan->stages.problem = q;
  plan->stages.sign = sign, plan->stages.effort = effort, plan->stages.single = type == UPC_STRIDE_COMPLEX_FLOAT;
  plan->way = way_of(&q);
  in_end = end_of(&in, &from), out_end = end_of(&out, &to);
  if (plan->way == IN_STAGES) upc_stride_fft_stages_make(&site, &plan->stages, &out_end, &in_end);
  if (plan->way == AS_LINE) make_line(&site, plan, &out_end, &in_end);
  plan->next = plans;
  return plans = plan;
}

void upc_stride_set_fft(upc_stride_fft_routine_t *routine) { upc_stride_fft_box_by(routine); }

/* ---- running ---- */

/* out = scale * in, or 0 if there is no data. The owners of elements meet in the copy, all threads around it. */
static void scale_alone(upc_stride_fft_t plan, double scale) {
  const double factor[] = {plan->way == NO_DATA ? 0 : scale, 0};
  const float short_factor[] = {(float)factor[0], 0};
  const void *alpha = plan->stages.single ? (const void *)short_factor : (const void *)factor;
  upc_stride_library_barrier();
  if (plan->way != NOTHING)
    upc_stride_transform(plan->out, plan->way == NO_AXES ? plan->in : plan->out, NULL, alpha, NULL, plan->type,
                         UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  upc_stride_library_barrier();
}

void upc_stride_fft_run(upc_stride_fft_t plan, double scale) {
  const upc_stride_site_t site = upc_stride_site("upc_stride_fft_run", NULL);
  check_plan(&site, plan);
  if (plan->way == IN_STAGES) upc_stride_fft_stages_run(&plan->stages, scale);
  else if (plan->way == AS_LINE) upc_stride_fft_line_run(&plan->line, scale);
  else scale_alone(plan, scale);
}

void upc_stride_fft_free(upc_stride_fft_t *plan) {
  const upc_stride_site_t site = upc_stride_site("upc_stride_fft_free", NULL);
  upc_stride_fft_t *link = &plans;
  if (plan == NULL) upc_stride_fail(&site, "plan", "null, must be the address of a plan");
  if (*plan == NULL) return;
  check_plan(&site, *plan);
  while (*link != *plan) link = &(*link)->next;
  *link = (*plan)->next;
  upc_stride_library_barrier();       /* others may use work arrays of the caller's */
  if ((*plan)->way == IN_STAGES) upc_stride_fft_stages_free(&(*plan)->stages);
  if ((*plan)->way == AS_LINE) upc_stride_fft_line_free(&(*plan)->line);
  free(*plan);
  *plan = NULL;
}
