/* SPDX-License-Identifier: BSD-3-Clause
 * The times that `upcrun -replay=` takes from a file (conduits/sim/record.c). The rest of the conduit is replaced. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "conduits/sim/control.h"
#include "each.h"

const char *const file_name = "damaged.times";

enum { THREADS = 2, TIMES = 20 };
static struct sim_control control;
struct sim_control *urtc_control = &control;
const int urt_mythread, urt_threads = THREADS;
static const char *called = "prog.upc:9: upc_barrier";
const char **const urt_called = &called;

static _Noreturn void refuse(const char *format, va_list rest) {
  vfprintf(stderr, format, rest);
  fputc('\n', stderr);
  exit(REFUSED);
}
void urt_fatal(const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  refuse(format, rest);
}
void urtk_usage(int status, const char *format, ...) {
  va_list rest;
  (void)status;
  va_start(rest, format);
  refuse(format, rest);
}

int read_file(void) {
  control.costs.host_factor = 1;
  setenv("UPC_MACHINE_REPLAY", file_name, 1);
  urtc_open_record(THREADS);
  for (int i = 0; i < TIMES; i++)
    if (urtc_computing_time(0) > (uint64_t)1 << 40) nonsense("a time of more than 18 minutes");
  urtc_close_record();
  return ACCEPTED;
}
