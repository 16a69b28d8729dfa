/* SPDX-License-Identifier: BSD-3-Clause
 * Products of matrices, for C programs. */
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

int upc_stride_c_gemm_plan(size_t m, size_t n, size_t k, upc_type_t type, upc_stride_product_t *plan) {
  if (upc_stride_c_fails("upc_stride_gemm_plan")) return -1;
  *plan = upc_stride_gemm_plan(m, n, k, type);
  return upc_stride_c_done();
}

int upc_stride_c_set_blas(upc_stride_routine_t *(*find)(const char *name)) {
  if (upc_stride_c_fails("upc_stride_set_blas")) return -1;
  upc_stride_set_blas(find);
  return upc_stride_c_done();
}
