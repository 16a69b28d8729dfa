// SPDX-License-Identifier: BSD-3-Clause
// flags: -std=gnu89
// UPC's constructs and headers under an older C, whose words restrict and inline are not; a function with another name
// in
// assembly; a struct timeval that upc.h brings, as other compilers' does.
#include <stdio.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_castable.h>
#include <upc_collective.h>
#include <upc_io.h>
#include <upc_nb.h>
#include <upc_tick.h>

shared [2] int A[4 * THREADS];
static int failures;

int renamed(shared [2] int *p) __asm__("another_name");
int renamed(shared [2] int *p) { return *p; }
void copy(shared [2] int *__restrict to, shared const int *__restrict from) { *to = *from; }

int main(void) {
  struct timeval none = {0, 0};
  int i, restrict = 3 + (int)none.tv_sec;
  static shared int three;
  if (MYTHREAD == 0) three = restrict;
  upc_barrier;
  upc_forall (i = 0; i < 4 * THREADS; i++; &A[i]) {
    copy(&A[i], &three);
    A[i] += i;
  }
  upc_barrier;
  for (i = 0; i < 4 * THREADS; i++) failures += A[i] != i + 3 || renamed(&A[i]) != i + 3;
  if (failures) upc_global_exit(1);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
