/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun -env: the environment variables, what each means, and its value in force. The rows are made from the tables of
 * docs/environment.md (scripts/environment). */
#include <stdio.h>
#include <stdlib.h>
#include "job/upcrun/launch.h"

static const struct {
  const char *name, *meaning, *values, *otherwise;
  int by_option;                         /* 1: an option sets it, and `otherwise` is that option */
} variables[] = {
#include "job/upcrun/variables.inc"
};

int upcrun_show_variables(void) {
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
    const char *value = getenv(variables[i].name);
    if (value && *value) printf("%s=%s\n", variables[i].name, value);
    else if (variables[i].by_option) continue;
    else printf("%s is not set; default: %s\n", variables[i].name, variables[i].otherwise);
    printf("    %s\n    values: %s\n", variables[i].meaning, variables[i].values);
    if (variables[i].by_option) printf("    option: %s\n", variables[i].otherwise);
  }
  return fflush(stdout) != 0;
}
