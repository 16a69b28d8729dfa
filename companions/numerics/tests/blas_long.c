/* SPDX-License-Identifier: BSD-3-Clause
 * A BLAS as OpenBLAS with the suffix 64_: of its routines there is one, which computes nothing. It says how many
 * threads it was asked to take. */
#include <stdio.h>

void openblas_set_num_threads64_(int threads) { printf("threads of BLAS: %d\n", threads); }
void dgemm_64_(void) {}
