// SPDX-License-Identifier: BSD-3-Clause
// An element of a shared array as the affinity: its value is the thread, where mostly its owner is meant.
// expect: 7: write '&' before it if its owner is meant, else put it in parentheses
shared int a[THREADS];
int own[4];
int main(void) {
  upc_forall (int i = 0; i < THREADS; i++; a[i]) own[0]++;
  upc_forall (int i = 0; i < THREADS; i++; (int)a[i]) own[0]++;
  upc_forall (int i = 0; i < THREADS; i++; (a[i])) own[0]++;
  upc_forall (int i = 0; i < THREADS; i++; &a[i]) own[0]++;
  upc_forall (int i = 0; i < 4; i++; own[i]) own[0]++;
}
