/* SPDX-License-Identifier: BSD-3-Clause
 * local_fft.c: the calls of FFTW, explained in local_fft.h. Plain C, compiled by the C compiler. */
#include <fftw3.h>
#include "local_fft.h"

static unsigned flags(effort_t effort) {
  return effort == EFFORT_ESTIMATE ? FFTW_ESTIMATE : effort == EFFORT_PATIENT ? FFTW_PATIENT : FFTW_MEASURE;
}

void *local_fft_alloc(size_t bytes) { return fftw_malloc(bytes); }
void local_fft_free(void *memory) { fftw_free(memory); }

void local_fft_share_planner(void) {
#ifdef PLANNER_OF_THREADS /* needs libfftw3_threads */
  fftw_make_planner_thread_safe();
#endif
}

/* By FFTW's calls that take distances of more than 2^31 numbers, which its others do not. */
line_plan_t local_fft_plan(const lines_t *l, void *in, void *out, effort_t effort) {
  const ptrdiff_t s = (ptrdiff_t)l->stride, step = (ptrdiff_t)l->step, count = (ptrdiff_t)l->count;
  const fftw_iodim64 line = {(ptrdiff_t)l->length, s, s};
  const fftw_iodim64 lines = {count, l->kind == REAL_TO_COMPLEX ? 2 * step : step,
                              l->kind == COMPLEX_TO_REAL ? 2 * step : step};
  line_plan_t p = {l->kind, NULL};
  if (l->count == 0) return p;
  if (l->kind == COMPLEX_TO_COMPLEX)
    p.plan = fftw_plan_guru64_dft(1, &line, 1, &lines, in, out, l->sign, flags(effort));
  else if (l->kind == REAL_TO_COMPLEX)
    p.plan = fftw_plan_guru64_dft_r2c(1, &line, 1, &lines, in, out, flags(effort));
  else
    p.plan = fftw_plan_guru64_dft_c2r(1, &line, 1, &lines, in, out, flags(effort));
  return p;
}

line_plan_t local_fft_line(size_t n, void *data, int sign, effort_t effort) {
  lines_t line = {COMPLEX_TO_COMPLEX, sign, n, 1, 1, n};
  return local_fft_plan(&line, data, data, effort);
}

void local_fft_run(const line_plan_t *p, void *in, void *out) {
  if (p->kind == COMPLEX_TO_COMPLEX) fftw_execute_dft(p->plan, in, out);
  else if (p->kind == REAL_TO_COMPLEX) fftw_execute_dft_r2c(p->plan, in, out);
  else fftw_execute_dft_c2r(p->plan, in, out);
}

void local_fft_free_plan(line_plan_t *p) {
  fftw_destroy_plan(p->plan);
  p->plan = NULL;
}

void local_fft_box(int nx, int ny, int nz, void *data, int sign) {
  fftw_plan plan = fftw_plan_dft_3d(nx, ny, nz, data, data, sign, FFTW_ESTIMATE);
  fftw_execute(plan);
  fftw_destroy_plan(plan);
}

int local_fft_read_wisdom(FILE *file) { return fftw_import_wisdom_from_file(file); }
int local_fft_write_wisdom(const char *path) { return fftw_export_wisdom_to_filename(path); }
