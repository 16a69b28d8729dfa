/* SPDX-License-Identifier: BSD-3-Clause
 * Fourier transforms, for C programs. */
#include "c/c_calls.h"
#include "upc_stride_numerics.h"

upc_stride_fft_t upc_stride_c_fft_plan(const upc_stride_section_t *out, const upc_stride_section_t *in, int naxes,
                                       const int *axes, upc_type_t type, int sign, int effort) {
  upc_stride_fft_t plan;
  upc_stride_c_enter("upc_stride_fft_plan");
  if (upc_stride_c_fails("upc_stride_fft_plan")) {
    upc_stride_c_refused_by_all();
    return NULL;
  }
  upc_stride_c_check_given("upc_stride_fft_plan", "out", out);
  upc_stride_c_check_given("upc_stride_fft_plan", "in", in);
  plan = upc_stride_fft_plan(*out, *in, naxes, axes, type, sign, effort);
  upc_stride_c_done();
  return plan;
}

int upc_stride_c_fft_run(upc_stride_fft_t plan, double scale) {
  upc_stride_c_enter("upc_stride_fft_run");
  if (upc_stride_c_fails("upc_stride_fft_run")) return upc_stride_c_refused_by_all();
  upc_stride_fft_run(plan, scale);
  return upc_stride_c_done();
}

int upc_stride_c_fft_free(upc_stride_fft_t *plan) {
  upc_stride_c_enter("upc_stride_fft_free");
  if (upc_stride_c_fails("upc_stride_fft_free")) return upc_stride_c_refused_by_all();
  upc_stride_fft_free(plan);
  return upc_stride_c_done();
}

int upc_stride_c_set_fft(upc_stride_fft_routine_t *routine) {
  if (upc_stride_c_fails("upc_stride_set_fft")) return -1;
  upc_stride_set_fft(routine);
  return upc_stride_c_done();
}
