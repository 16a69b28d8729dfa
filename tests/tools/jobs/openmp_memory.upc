/* SPDX-License-Identifier: BSD-3-Clause
 * All threads use OpenMP. Then the job ends, by upc_global_exit or by a signal. See openmp_memory.sh. */
#include <signal.h>
#include <string.h>
#include <upc.h>

int main(int argc, char **argv) {
  int workers = 0;
#pragma omp parallel reduction(+ : workers)
  workers++;
  upc_barrier;
  if (workers < 1) return 4;
  if (MYTHREAD == 1 && strcmp(argv[argc - 1], "exit") == 0) upc_global_exit(3);
  if (MYTHREAD == 1 && strcmp(argv[argc - 1], "kill") == 0) raise(SIGKILL);
  upc_barrier;
  return 0;
}
