/* SPDX-License-Identifier: BSD-3-Clause
 * upc-stride-tune: measures the schedules and writes a rule file. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "common/mistake.h"
#include "tune.h"

/* Checks before the measurements that the rules can be written. */
static void try_output(const char *name) {
  int there = access(name, F_OK) == 0;
  FILE *f = fopen(name, "a");
  if (!f) mistake("%s: %s", name, strerror(errno));
  fclose(f);
  if (!there) remove(name);
}

int main(int argc, char **argv) {
  (void)argc;
  request_t r = read_request(argv + 1);
  try_output(r.output);
  if (r.by_costs) describe_network(&r);
  else measure_all(&r);
  write_rules(&r);
  if (!r.by_costs) summarize(&r);
  return 0;
}
