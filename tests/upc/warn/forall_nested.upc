// SPDX-License-Identifier: BSD-3-Clause
// An upc_forall with an affinity in another one that has one is not divided.
// expect: 8: this upc_forall is not divided: each thread runs it whole in its iterations of the upc_forall around it
// expect: 11: this upc_forall is not divided
#include <upc.h>
shared int a[THREADS], b[THREADS][4];
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
}
