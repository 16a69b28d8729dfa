/* SPDX-License-Identifier: BSD-3-Clause
 * The place of each thread on the torus, and the thread at each place: explained in torus.h. */
#include "torus/torus.h"

double upc_stride_torus_places(const upc_stride_torus_t *M) {
  double product = 1; /* of up to 80 bits, exact where it could be THREADS */
  int k;
  for (k = 0; k < UPC_STRIDE_LETTERS; k++) product *= M->size[k];
  return product;
}

int upc_stride_torus_extent(const upc_stride_torus_t *M, int dimension) {
  int i, n = 1;
  for (i = 0; i < M->digits; i++)
    if (M->digit[i].dimension == dimension) n *= M->digit[i].size;
  return n;
}

void upc_stride_torus_place(const upc_stride_torus_t *M, int thread, int *place) {
  int value[UPC_STRIDE_DIGITS], i;
  for (i = M->digits - 1; i >= 0; i--) {
    value[i] = thread % M->digit[i].size;
    thread /= M->digit[i].size;
  }
  for (i = 0; i < UPC_STRIDE_LETTERS; i++) place[i] = 0;
  for (i = 0; i < M->digits; i++) {
    const upc_stride_digit_t *d = &M->digit[i];
    int back = d->back && upc_stride_torus_odd_before(M, value, i);
    place[d->letter] += (back ? d->size - 1 - value[i] : value[i]) * d->divisor;
  }
}

int upc_stride_torus_thread(const upc_stride_torus_t *M, const int *place) {
  int value[UPC_STRIDE_DIGITS], i;
  long long thread = 0;
  for (i = 0; i < M->digits; i++) {
    const upc_stride_digit_t *d = &M->digit[i];
    int v = place[d->letter] / d->divisor % d->size;
    value[i] = d->back && upc_stride_torus_odd_before(M, value, i) ? d->size - 1 - v : v;
    thread = thread * d->size + value[i];
  }
  return (int)thread;
}
