/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun -env: the environment variables, what each means, and its value in force. The rows are made from the tables of
 * docs/environment.md (scripts/environment). */
#include <stdio.h>
#include <stdlib.h>
#include "job/upcrun/launch.h"

static const struct {
  const char *name, *meaning, *values, *otherwise;
} variables[] = {
#include "job/upcrun/variables.inc"
};

int upcrun_show_variables(void) {
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
    const char *value = getenv(variables[i].name);
    if (value && *value) printf("%s=%s\n", variables[i].name, value);
    else printf("%s is not set; default: %s\n", variables[i].name, variables[i].otherwise);
    printf("    %s\n    values: %s\n", variables[i].meaning, variables[i].values);
  }
  return fflush(stdout) != 0;
}
