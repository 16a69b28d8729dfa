/* SPDX-License-Identifier: BSD-3-Clause */
#include <upc.h>
#ifdef __URT__ /* our own runtime */
#include <upc_machine.h>
#endif
#include <stddef.h>
#include "arguments.h"
#include "work.h"

static int without_data;

#ifdef __URT__
void app_work(double flops, const char *kind) { upc_machine_compute(flops, kind); }
static int machine_without_data(void) { return upc_machine_without_data(1); }
#else
void app_work(double flops, const char *kind) { (void)flops, (void)kind; }
static int machine_without_data(void) { return 0; }
#endif

int app_no_data(const char *needs) {
  if (needs != NULL) return app_wrong("--no-data leaves nothing to check, read or write: no %s with it", needs);
  if (!machine_without_data()) return app_wrong("--no-data is for a simulated machine: upcc -network=sim");
  without_data = 1;
  return ARGUMENTS_OK;
}

int app_has_data(void) { return !without_data; }
