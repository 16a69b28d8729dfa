/* SPDX-License-Identifier: BSD-3-Clause
 * Linear algebra for C programs. */
#include "c/c_calls.h"
#include "upc_stride_numerics.h"

int upc_stride_c_gemm(char transa, char transb, const void *alpha, const upc_stride_section_t *A,
                      const upc_stride_section_t *B, const void *beta, const upc_stride_section_t *C, upc_type_t type) {
  upc_stride_c_enter("upc_stride_gemm");
  if (upc_stride_c_fails("upc_stride_gemm")) return -1;
  upc_stride_c_check_given("upc_stride_gemm", "A", A);
  upc_stride_c_check_given("upc_stride_gemm", "B", B);
  upc_stride_c_check_given("upc_stride_gemm", "C", C);
  upc_stride_gemm(transa, transb, alpha, *A, *B, beta, *C, type);
  return upc_stride_c_done();
}

int upc_stride_c_symm(char side, char uplo, const void *alpha, const upc_stride_section_t *A,
                      const upc_stride_section_t *B, const void *beta, const upc_stride_section_t *C, upc_type_t type) {
  upc_stride_c_enter("upc_stride_symm");
  if (upc_stride_c_fails("upc_stride_symm")) return -1;
  upc_stride_c_check_given("upc_stride_symm", "A", A);
  upc_stride_c_check_given("upc_stride_symm", "B", B);
  upc_stride_c_check_given("upc_stride_symm", "C", C);
  upc_stride_symm(side, uplo, alpha, *A, *B, beta, *C, type);
  return upc_stride_c_done();
}

int upc_stride_c_hemm(char side, char uplo, const void *alpha, const upc_stride_section_t *A,
                      const upc_stride_section_t *B, const void *beta, const upc_stride_section_t *C, upc_type_t type) {
  upc_stride_c_enter("upc_stride_hemm");
  if (upc_stride_c_fails("upc_stride_hemm")) return -1;
  upc_stride_c_check_given("upc_stride_hemm", "A", A);
  upc_stride_c_check_given("upc_stride_hemm", "B", B);
  upc_stride_c_check_given("upc_stride_hemm", "C", C);
  upc_stride_hemm(side, uplo, alpha, *A, *B, beta, *C, type);
  return upc_stride_c_done();
}

int upc_stride_c_syrk(char uplo, char trans, const void *alpha, const upc_stride_section_t *A, const void *beta,
                      const upc_stride_section_t *C, upc_type_t type) {
  upc_stride_c_enter("upc_stride_syrk");
  if (upc_stride_c_fails("upc_stride_syrk")) return -1;
  upc_stride_c_check_given("upc_stride_syrk", "A", A);
  upc_stride_c_check_given("upc_stride_syrk", "C", C);
  upc_stride_syrk(uplo, trans, alpha, *A, beta, *C, type);
  return upc_stride_c_done();
}

int upc_stride_c_herk(char uplo, char trans, const void *alpha, const upc_stride_section_t *A, const void *beta,
                      const upc_stride_section_t *C, upc_type_t type) {
  upc_stride_c_enter("upc_stride_herk");
  if (upc_stride_c_fails("upc_stride_herk")) return -1;
  upc_stride_c_check_given("upc_stride_herk", "A", A);
  upc_stride_c_check_given("upc_stride_herk", "C", C);
  upc_stride_herk(uplo, trans, alpha, *A, beta, *C, type);
  return upc_stride_c_done();
}

int upc_stride_c_trsm(char side, char uplo, char transa, char diag, const void *alpha, const upc_stride_section_t *A,
                      const upc_stride_section_t *B, upc_type_t type) {
  upc_stride_c_enter("upc_stride_trsm");
  if (upc_stride_c_fails("upc_stride_trsm")) return -1;
  upc_stride_c_check_given("upc_stride_trsm", "A", A);
  upc_stride_c_check_given("upc_stride_trsm", "B", B);
  upc_stride_trsm(side, uplo, transa, diag, alpha, *A, *B, type);
  return upc_stride_c_done();
}

int upc_stride_c_trmm(char side, char uplo, char transa, char diag, const void *alpha, const upc_stride_section_t *A,
                      const upc_stride_section_t *B, upc_type_t type) {
  upc_stride_c_enter("upc_stride_trmm");
  if (upc_stride_c_fails("upc_stride_trmm")) return -1;
  upc_stride_c_check_given("upc_stride_trmm", "A", A);
  upc_stride_c_check_given("upc_stride_trmm", "B", B);
  upc_stride_trmm(side, uplo, transa, diag, alpha, *A, *B, type);
  return upc_stride_c_done();
}

int upc_stride_c_geadd(char trans, const void *alpha, const upc_stride_section_t *A, const void *beta,
                       const upc_stride_section_t *C, upc_type_t type) {
  upc_stride_c_enter("upc_stride_geadd");
  if (upc_stride_c_fails("upc_stride_geadd")) return -1;
  upc_stride_c_check_given("upc_stride_geadd", "A", A);
  upc_stride_c_check_given("upc_stride_geadd", "C", C);
  upc_stride_geadd(trans, alpha, *A, beta, *C, type);
  return upc_stride_c_done();
}

int upc_stride_c_norm(char which, const upc_stride_section_t *A, upc_type_t type, double *norm) {
  upc_stride_c_enter("upc_stride_norm");
  if (upc_stride_c_fails("upc_stride_norm")) return -1;
  upc_stride_c_check_given("upc_stride_norm", "A", A);
  *norm = upc_stride_norm(which, *A, type);
  return upc_stride_c_done();
}

int upc_stride_c_potrf(char uplo, const upc_stride_section_t *A, upc_type_t type, size_t *info) {
  upc_stride_c_enter("upc_stride_potrf");
  if (upc_stride_c_fails("upc_stride_potrf")) return -1;
  upc_stride_c_check_given("upc_stride_potrf", "A", A);
  *info = upc_stride_potrf(uplo, *A, type);
  return upc_stride_c_done();
}

int upc_stride_c_potrs(char uplo, const upc_stride_section_t *A, const upc_stride_section_t *B, upc_type_t type) {
  upc_stride_c_enter("upc_stride_potrs");
  if (upc_stride_c_fails("upc_stride_potrs")) return -1;
  upc_stride_c_check_given("upc_stride_potrs", "A", A);
  upc_stride_c_check_given("upc_stride_potrs", "B", B);
  upc_stride_potrs(uplo, *A, *B, type);
  return upc_stride_c_done();
}

int upc_stride_c_posv(char uplo, const upc_stride_section_t *A, const upc_stride_section_t *B, upc_type_t type,
                      size_t *info) {
  upc_stride_c_enter("upc_stride_posv");
  if (upc_stride_c_fails("upc_stride_posv")) return -1;
  upc_stride_c_check_given("upc_stride_posv", "A", A);
  upc_stride_c_check_given("upc_stride_posv", "B", B);
  *info = upc_stride_posv(uplo, *A, *B, type);
  return upc_stride_c_done();
}

int upc_stride_c_getrf(const upc_stride_section_t *A, int *pivots, upc_type_t type, size_t *info) {
  upc_stride_c_enter("upc_stride_getrf");
  if (upc_stride_c_fails("upc_stride_getrf")) return -1;
  upc_stride_c_check_given("upc_stride_getrf", "A", A);
  *info = upc_stride_getrf(*A, pivots, type);
  return upc_stride_c_done();
}

int upc_stride_c_getrs(char trans, const upc_stride_section_t *A, const int *pivots, const upc_stride_section_t *B,
                       upc_type_t type) {
  upc_stride_c_enter("upc_stride_getrs");
  if (upc_stride_c_fails("upc_stride_getrs")) return -1;
  upc_stride_c_check_given("upc_stride_getrs", "A", A);
  upc_stride_c_check_given("upc_stride_getrs", "B", B);
  upc_stride_getrs(trans, *A, pivots, *B, type);
  return upc_stride_c_done();
}

int upc_stride_c_gesv(const upc_stride_section_t *A, int *pivots, const upc_stride_section_t *B, upc_type_t type,
                      size_t *info) {
  upc_stride_c_enter("upc_stride_gesv");
  if (upc_stride_c_fails("upc_stride_gesv")) return -1;
  upc_stride_c_check_given("upc_stride_gesv", "A", A);
  upc_stride_c_check_given("upc_stride_gesv", "B", B);
  *info = upc_stride_gesv(*A, pivots, *B, type);
  return upc_stride_c_done();
}

int upc_stride_c_geqrf(const upc_stride_section_t *A, void *tau, upc_type_t type) {
  upc_stride_c_enter("upc_stride_geqrf");
  if (upc_stride_c_fails("upc_stride_geqrf")) return -1;
  upc_stride_c_check_given("upc_stride_geqrf", "A", A);
  upc_stride_geqrf(*A, tau, type);
  return upc_stride_c_done();
}

int upc_stride_c_unmqr(char side, char trans, const upc_stride_section_t *A, const void *tau,
                       const upc_stride_section_t *C, upc_type_t type) {
  upc_stride_c_enter("upc_stride_unmqr");
  if (upc_stride_c_fails("upc_stride_unmqr")) return -1;
  upc_stride_c_check_given("upc_stride_unmqr", "A", A);
  upc_stride_c_check_given("upc_stride_unmqr", "C", C);
  upc_stride_unmqr(side, trans, *A, tau, *C, type);
  return upc_stride_c_done();
}

int upc_stride_c_gels(char trans, const upc_stride_section_t *A, const upc_stride_section_t *B, upc_type_t type,
                      size_t *info) {
  upc_stride_c_enter("upc_stride_gels");
  if (upc_stride_c_fails("upc_stride_gels")) return -1;
  upc_stride_c_check_given("upc_stride_gels", "A", A);
  upc_stride_c_check_given("upc_stride_gels", "B", B);
  *info = upc_stride_gels(trans, *A, *B, type);
  return upc_stride_c_done();
}

int upc_stride_c_potri(char uplo, const upc_stride_section_t *A, upc_type_t type, size_t *info) {
  upc_stride_c_enter("upc_stride_potri");
  if (upc_stride_c_fails("upc_stride_potri")) return -1;
  upc_stride_c_check_given("upc_stride_potri", "A", A);
  *info = upc_stride_potri(uplo, *A, type);
  return upc_stride_c_done();
}

int upc_stride_c_getri(const upc_stride_section_t *A, const int *pivots, upc_type_t type, size_t *info) {
  upc_stride_c_enter("upc_stride_getri");
  if (upc_stride_c_fails("upc_stride_getri")) return -1;
  upc_stride_c_check_given("upc_stride_getri", "A", A);
  *info = upc_stride_getri(*A, pivots, type);
  return upc_stride_c_done();
}

int upc_stride_c_heev(char jobz, char uplo, const upc_stride_section_t *A, void *w, upc_type_t type, size_t *info) {
  upc_stride_c_enter("upc_stride_heev");
  if (upc_stride_c_fails("upc_stride_heev")) return -1;
  upc_stride_c_check_given("upc_stride_heev", "A", A);
  *info = upc_stride_heev(jobz, uplo, *A, w, type);
  return upc_stride_c_done();
}

static int is_none(char letter) { return letter == 'N' || letter == 'n'; }

int upc_stride_c_gesvd(char jobu, char jobvt, const upc_stride_section_t *A, void *s, const upc_stride_section_t *U,
                       const upc_stride_section_t *VT, upc_type_t type, size_t *info) {
  upc_stride_c_enter("upc_stride_gesvd");
  if (upc_stride_c_fails("upc_stride_gesvd")) return -1;
  upc_stride_c_check_given("upc_stride_gesvd", "A", A);
  if (!is_none(jobu)) upc_stride_c_check_given("upc_stride_gesvd", "U", U);
  if (!is_none(jobvt)) upc_stride_c_check_given("upc_stride_gesvd", "VT", VT);
  *info = upc_stride_gesvd(jobu, jobvt, *A, s, is_none(jobu) ? *A : *U, is_none(jobvt) ? *A : *VT, type);
  return upc_stride_c_done();
}

int upc_stride_c_gemm_plan(size_t m, size_t n, size_t k, upc_type_t type, upc_stride_product_t *plan) {
  if (upc_stride_c_fails("upc_stride_gemm_plan")) return -1;
  *plan = upc_stride_gemm_plan(m, n, k, type);
  return upc_stride_c_done();
}

int upc_stride_c_set_gemm_memory(size_t bytes) {
  if (upc_stride_c_fails("upc_stride_set_gemm_memory")) return -1;
  upc_stride_set_gemm_memory(bytes);
  return upc_stride_c_done();
}

int upc_stride_c_set_blas(upc_stride_routine_t *(*find)(const char *name)) {
  if (upc_stride_c_fails("upc_stride_set_blas")) return -1;
  upc_stride_set_blas(find);
  return upc_stride_c_done();
}
