// SPDX-License-Identifier: BSD-3-Clause
// there: refused
// flags: -Wclang-upc2c
// expect: 10: the macros of fftw3.h fail there
#include <stdio.h>
#include <fftw3.h>
#include <upc.h>

int main(void) {
  void *memory = fftw_malloc(8);
  if (MYTHREAD == 0) puts(memory != NULL ? "PASS" : "FAIL");
  return 0;
}
