/* SPDX-License-Identifier: BSD-3-Clause
 * Linear algebra and Fourier transforms for C programs. */
#include "c/c_calls.h"
#include "arrays/check.h"
#include "upc_stride_numerics.h"
#include "work_arrays.h"

static const char *name;              /* of the call under way */

/* A call begins, of all threads or of the caller alone. An error from here on comes back to this line. */
#define fails_alone(call) (name = (call), upc_stride_c_fails(name))
#define fails(call) (upc_stride_c_enter(call), fails_alone(call))

/* All threads get the error that one has found, and no work array stays in use. */
static int refused(void) {
  const int code = upc_stride_c_refused_by_all();
  upc_stride_work_all_done();
  return code;
}

static void given(const char *argument, const upc_stride_section_t *section) {
  upc_stride_c_check_given(name, argument, section);
}

static void result(const char *argument, const void *address) {
  const upc_stride_site_t call = upc_stride_site(name, NULL);
  upc_stride_check_result(&call, argument, address);
}

int upc_stride_c_gemm(char transa, char transb, const void *alpha, const upc_stride_section_t *A,
                      const upc_stride_section_t *B, const void *beta, const upc_stride_section_t *C, upc_type_t type) {
  if (fails("upc_stride_gemm")) return refused();
  given("A", A), given("B", B), given("C", C);
  upc_stride_gemm(transa, transb, alpha, *A, *B, beta, *C, type);
  return upc_stride_c_done();
}

int upc_stride_c_symm(char side, char uplo, const void *alpha, const upc_stride_section_t *A,
                      const upc_stride_section_t *B, const void *beta, const upc_stride_section_t *C, upc_type_t type) {
  if (fails("upc_stride_symm")) return refused();
  given("A", A), given("B", B), given("C", C);
  upc_stride_symm(side, uplo, alpha, *A, *B, beta, *C, type);
  return upc_stride_c_done();
}

int upc_stride_c_hemm(char side, char uplo, const void *alpha, const upc_stride_section_t *A,
                      const upc_stride_section_t *B, const void *beta, const upc_stride_section_t *C, upc_type_t type) {
  if (fails("upc_stride_hemm")) return refused();
  given("A", A), given("B", B), given("C", C);
  upc_stride_hemm(side, uplo, alpha, *A, *B, beta, *C, type);
  return upc_stride_c_done();
}

int upc_stride_c_syrk(char uplo, char trans, const void *alpha, const upc_stride_section_t *A, const void *beta,
                      const upc_stride_section_t *C, upc_type_t type) {
  if (fails("upc_stride_syrk")) return refused();
  given("A", A), given("C", C);
  upc_stride_syrk(uplo, trans, alpha, *A, beta, *C, type);
  return upc_stride_c_done();
}

int upc_stride_c_herk(char uplo, char trans, const void *alpha, const upc_stride_section_t *A, const void *beta,
                      const upc_stride_section_t *C, upc_type_t type) {
  if (fails("upc_stride_herk")) return refused();
  given("A", A), given("C", C);
  upc_stride_herk(uplo, trans, alpha, *A, beta, *C, type);
  return upc_stride_c_done();
}

int upc_stride_c_trsm(char side, char uplo, char transa, char diag, const void *alpha, const upc_stride_section_t *A,
                      const upc_stride_section_t *B, upc_type_t type) {
  if (fails("upc_stride_trsm")) return refused();
  given("A", A), given("B", B);
  upc_stride_trsm(side, uplo, transa, diag, alpha, *A, *B, type);
  return upc_stride_c_done();
}

int upc_stride_c_trmm(char side, char uplo, char transa, char diag, const void *alpha, const upc_stride_section_t *A,
                      const upc_stride_section_t *B, upc_type_t type) {
  if (fails("upc_stride_trmm")) return refused();
  given("A", A), given("B", B);
  upc_stride_trmm(side, uplo, transa, diag, alpha, *A, *B, type);
  return upc_stride_c_done();
}

int upc_stride_c_geadd(char trans, const void *alpha, const upc_stride_section_t *A, const void *beta,
                       const upc_stride_section_t *C, upc_type_t type) {
  if (fails("upc_stride_geadd")) return refused();
  given("A", A), given("C", C);
  upc_stride_geadd(trans, alpha, *A, beta, *C, type);
  return upc_stride_c_done();
}

int upc_stride_c_norm(char which, const upc_stride_section_t *A, upc_type_t type, double *norm) {
  if (fails("upc_stride_norm")) return refused();
  given("A", A);
  result("norm", norm);
  *norm = upc_stride_norm(which, *A, type);
  return upc_stride_c_done();
}

int upc_stride_c_potrf(char uplo, const upc_stride_section_t *A, upc_type_t type, size_t *info) {
  if (fails("upc_stride_potrf")) return refused();
  given("A", A);
  result("info", info);
  *info = upc_stride_potrf(uplo, *A, type);
  return upc_stride_c_done();
}

int upc_stride_c_potrs(char uplo, const upc_stride_section_t *A, const upc_stride_section_t *B, upc_type_t type) {
  if (fails("upc_stride_potrs")) return refused();
  given("A", A), given("B", B);
  upc_stride_potrs(uplo, *A, *B, type);
  return upc_stride_c_done();
}

int upc_stride_c_posv(char uplo, const upc_stride_section_t *A, const upc_stride_section_t *B, upc_type_t type,
                      size_t *info) {
  if (fails("upc_stride_posv")) return refused();
  given("A", A), given("B", B);
  result("info", info);
  *info = upc_stride_posv(uplo, *A, *B, type);
  return upc_stride_c_done();
}

int upc_stride_c_getrf(const upc_stride_section_t *A, int *pivots, upc_type_t type, size_t *info) {
  if (fails("upc_stride_getrf")) return refused();
  given("A", A);
  result("info", info);
  *info = upc_stride_getrf(*A, pivots, type);
  return upc_stride_c_done();
}

int upc_stride_c_getrs(char trans, const upc_stride_section_t *A, const int *pivots, const upc_stride_section_t *B,
                       upc_type_t type) {
  if (fails("upc_stride_getrs")) return refused();
  given("A", A), given("B", B);
  upc_stride_getrs(trans, *A, pivots, *B, type);
  return upc_stride_c_done();
}

int upc_stride_c_gesv(const upc_stride_section_t *A, int *pivots, const upc_stride_section_t *B, upc_type_t type,
                      size_t *info) {
  if (fails("upc_stride_gesv")) return refused();
  given("A", A), given("B", B);
  result("info", info);
  *info = upc_stride_gesv(*A, pivots, *B, type);
  return upc_stride_c_done();
}

int upc_stride_c_geqrf(const upc_stride_section_t *A, void *tau, upc_type_t type) {
  if (fails("upc_stride_geqrf")) return refused();
  given("A", A);
  upc_stride_geqrf(*A, tau, type);
  return upc_stride_c_done();
}

int upc_stride_c_unmqr(char side, char trans, const upc_stride_section_t *A, const void *tau,
                       const upc_stride_section_t *C, upc_type_t type) {
  if (fails("upc_stride_unmqr")) return refused();
  given("A", A), given("C", C);
  upc_stride_unmqr(side, trans, *A, tau, *C, type);
  return upc_stride_c_done();
}

int upc_stride_c_gels(char trans, const upc_stride_section_t *A, const upc_stride_section_t *B, upc_type_t type,
                      size_t *info) {
  if (fails("upc_stride_gels")) return refused();
  given("A", A), given("B", B);
  result("info", info);
  *info = upc_stride_gels(trans, *A, *B, type);
  return upc_stride_c_done();
}

int upc_stride_c_potri(char uplo, const upc_stride_section_t *A, upc_type_t type, size_t *info) {
  if (fails("upc_stride_potri")) return refused();
  given("A", A);
  result("info", info);
  *info = upc_stride_potri(uplo, *A, type);
  return upc_stride_c_done();
}

int upc_stride_c_getri(const upc_stride_section_t *A, const int *pivots, upc_type_t type, size_t *info) {
  if (fails("upc_stride_getri")) return refused();
  given("A", A);
  result("info", info);
  *info = upc_stride_getri(*A, pivots, type);
  return upc_stride_c_done();
}

int upc_stride_c_heev(char jobz, char uplo, const upc_stride_section_t *A, void *w, upc_type_t type, size_t *info) {
  if (fails("upc_stride_heev")) return refused();
  given("A", A);
  result("info", info);
  *info = upc_stride_heev(jobz, uplo, *A, w, type);
  return upc_stride_c_done();
}

static int is_none(char letter) { return letter == 'N' || letter == 'n'; }

int upc_stride_c_gesvd(char jobu, char jobvt, const upc_stride_section_t *A, void *s, const upc_stride_section_t *U,
                       const upc_stride_section_t *VT, upc_type_t type, size_t *info) {
  if (fails("upc_stride_gesvd")) return refused();
  given("A", A);
  if (!is_none(jobu)) given("U", U);
  if (!is_none(jobvt)) given("VT", VT);
  result("info", info);
  *info = upc_stride_gesvd(jobu, jobvt, *A, s, is_none(jobu) ? *A : *U, is_none(jobvt) ? *A : *VT, type);
  return upc_stride_c_done();
}

int upc_stride_c_gemm_plan(size_t m, size_t n, size_t k, upc_type_t type, upc_stride_product_t *plan) {
  if (fails_alone("upc_stride_gemm_plan")) return -1;
  result("plan", plan);
  *plan = upc_stride_gemm_plan(m, n, k, type);
  return upc_stride_c_done();
}

int upc_stride_c_set_gemm_memory(size_t bytes) {
  if (fails_alone("upc_stride_set_gemm_memory")) return -1;
  upc_stride_set_gemm_memory(bytes);
  return upc_stride_c_done();
}

int upc_stride_c_set_blas(upc_stride_routine_t *(*find)(const char *name)) {
  if (fails_alone("upc_stride_set_blas")) return -1;
  upc_stride_set_blas(find);
  return upc_stride_c_done();
}

/* ---- Fourier transforms ---- */

upc_stride_fft_t upc_stride_c_fft_plan(const upc_stride_section_t *out, const upc_stride_section_t *in, int naxes,
                                       const int *axes, upc_type_t type, int sign, int effort) {
  upc_stride_fft_t plan;
  if (fails("upc_stride_fft_plan")) {
    refused();
    return NULL;
  }
  given("out", out), given("in", in);
  plan = upc_stride_fft_plan(*out, *in, naxes, axes, type, sign, effort);
  upc_stride_c_done();
  return plan;
}

int upc_stride_c_fft_run(upc_stride_fft_t plan, double scale) {
  if (fails("upc_stride_fft_run")) return refused();
  upc_stride_fft_run(plan, scale);
  return upc_stride_c_done();
}

int upc_stride_c_fft_free(upc_stride_fft_t *plan) {
  if (fails("upc_stride_fft_free")) return refused();
  upc_stride_fft_free(plan);
  return upc_stride_c_done();
}

int upc_stride_c_set_fft(upc_stride_fft_routine_t *routine) {
  if (fails_alone("upc_stride_set_fft")) return -1;
  upc_stride_set_fft(routine);
  return upc_stride_c_done();
}
