// SPDX-License-Identifier: BSD-3-Clause
// THREADS of the dynamic environment has no value yet: Clang's warnings of a value that it took for it are not printed.
// expect: 14: warning: shift count is negative [-Wshift-count-negative]
// expect: 15: warning: no case matching constant switch condition '3'
#include <upc.h>
int main(void) {
  int n = 5, shifted = 1 << (THREADS - 2), negative = (THREADS - 3) << 1;
  unsigned char byte = THREADS + 255;
  switch (THREADS) {
  case 2: n += shifted; break;
  case 4: n += negative; break;
  }
  if (n / (THREADS - 1) == 2 || n >> (THREADS - 5)) n++;
  n += n << -1;
  switch (3) { case 2: n++; }
  return n + byte;
}
