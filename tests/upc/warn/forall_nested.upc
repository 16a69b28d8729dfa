// SPDX-License-Identifier: BSD-3-Clause
// An upc_forall with an affinity in another one that has one is not divided, nor in a function that is called there.
// expect: 13: this upc_forall is not divided: each thread runs it whole in its iterations of the upc_forall around it
// expect: 16: this upc_forall is not divided
// expect: 23: an upc_forall in 'fill' is not divided
// expect: 24: an upc_forall in 'through' is not divided
// expect: 25: this upc_forall is not divided
#include <upc.h>
shared int a[THREADS], b[THREADS][4];
void fill(int), through(int, int), whole(int);
#define EACH(i) upc_forall (int i = 0; i < THREADS; i++; &a[i])
int main(void) {
  upc_forall (int i = 0; i < THREADS; i++; &a[i]) upc_forall (int j = 0; j < THREADS; j++; &a[j]) a[j] += i;
  upc_forall (int i = 0; i < THREADS; i++; i) {
    for (int k = 0; k < 2; k++) {
      upc_forall (int j = 0; j < 4; j++; j) b[i][j] = k;
    }
  }
  upc_forall (int i = 0; i < 4; i++; continue) upc_forall (int j = 0; j < THREADS; j++; &a[j]) a[j] += i;
  upc_forall (int i = 0; i < THREADS; i++; &a[i]) upc_forall (int j = 0; j < 4; j++; continue) b[i][j] = i;
  upc_forall (int i = 0; i < THREADS; i++; &a[i]) a[i] = i;
  upc_forall (int j = 0; j < THREADS; j++; &a[j]) a[j] += j;
  upc_forall (int i = 0; i < THREADS; i++; i) fill(i);
  upc_forall (int i = 0; i < THREADS; i++; &a[i]) through(i, 1);
  EACH(i) EACH(j) a[j] += i;
  upc_forall (int i = 0; i < THREADS; i++; continue) fill(i);
  upc_forall (int i = 0; i < THREADS; i++; i) whole(i);
}
void fill(int x) {
  upc_forall (int j = 0; j < THREADS; j++; &a[j]) a[j] = x;
}
void through(int x, int again) {
  if (again) through(x, 0);
  fill(x);
}
void whole(int x) {
  upc_forall (int j = 0; j < 4; j++; continue) b[x][j] = x;
}
