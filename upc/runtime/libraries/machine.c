/* SPDX-License-Identifier: BSD-3-Clause
 * upc_machine.h. */
#include <float.h>
#include "conduits/conduit.h"
#include "core/calls.h"
#include "urt.h"

#ifdef URTC_HAS_COMPUTE
void upc_machine_compute(double flops, const char *kind) {
  if (!(flops >= 0 && flops <= DBL_MAX))
    urt_fatal("thread %d: upc_machine_compute: %g operations, must be a number from 0 on", urt_mythread, flops);
  urtc_compute(flops, kind);
}
int upc_machine_is_simulated(void) { return 1; }
int upc_machine_without_data(int on) { return urtc_without_data(on), 1; }
#else
void upc_machine_compute(double flops, const char *kind) { (void)flops, (void)kind; }
int upc_machine_is_simulated(void) { return 0; }
int upc_machine_without_data(int on) { return (void)on, 0; }
#endif
