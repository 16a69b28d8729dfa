/* SPDX-License-Identifier: BSD-3-Clause
 * smp: nothing needs to run before the segments exist; the environment decides the number of threads. */
#include "control.h"

const char urtc_name[] = "smp";
int urtc_cores = 1;

int urtc_start(int *argc, char ***argv, int asked) {
  (void)argc, (void)argv;
  urtc_cores = urtk_cores();
  return asked ? asked : 1;
}
