/* SPDX-License-Identifier: BSD-3-Clause
 * Sparse products as programs write them. Compiled twice: with -fno-upc-read-ahead -DKIND=one_by_one, and with
 * -DKIND=collected. */
#include "sparse.h"

#define JOINED(name, kind) name##_##kind
#define NAMED(name, kind) JOINED(name, kind)

void NAMED(product_private, KIND)(int n, const int *first, const int *col, const double *v, double *out) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = first[i]; k < first[i + 1]; k++) s += v[k] * x[col[k]];
    out[i] = s;
  }
}

void NAMED(product_of_x, KIND)(const int *first, const int *col, const double *v) {
  upc_forall (int i = 0; i < N; i++; &y[i]) {
    double s = 0;
    for (int k = first[i]; k < first[i + 1]; k++) s += v[k] * x[col[k]];
    y[i] = s;
  }
}

void NAMED(product_shared, KIND)(void) {
  upc_forall (int i = 0; i < N; i++; &y[i]) {
    double s = 0;
    for (int k = start[i + MYTHREAD]; k < start[i + MYTHREAD + 1]; k++) s += value[k] * x[column[k]];
    y[i] = s;
  }
}
