/* SPDX-License-Identifier: BSD-3-Clause
 * blas.c: one thread for OpenBLAS. Plain C, compiled by the C compiler: a program with another BLAS has no such
 * function, and links all the same. */
#include "blas.h"

void openblas_set_num_threads(int threads) __attribute__((weak));

void blas_one_thread(void) {
  if (openblas_set_num_threads != NULL) openblas_set_num_threads(1);
}
