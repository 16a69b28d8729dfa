/* SPDX-License-Identifier: BSD-3-Clause
 * The start of the library on each thread. */
#include "operations.h"
#include "base/has_data.h"
#include "base/keep_list.h"
#include "base/port.h"
#include "base/tuned.h"
#include "choice/rule.h"
#include "transport/channel.h"
#include "torus/torus.h"

#include <string.h>

/* Ends the program if the named schedules, the rule file or the torus are wrong. */
static void check_settings(void) {
  static upc_stride_rules_t rules;
  const char *complaint = upc_stride_forced_wrongly();
  upc_stride_rules_shared_by((upc_stride_rules_t *)upc_stride_common(&rules));
  if (complaint == NULL) complaint = upc_stride_rule_wrong();
  if (complaint == NULL) complaint = upc_stride_torus_wrong(THREADS);
  if (complaint != NULL) upc_stride_fail_line(complaint);
}

/* How MPI cuts long messages over TCP. */
static void cut_streams(void) {
  int openmpi = strcmp(upc_stride_conduit(), "mpi-openmpi") == 0;
  if (!openmpi && strcmp(upc_stride_conduit(), "mpi-mpich") != 0) return;
  upc_stride_cut_streams(upc_stride_tuned(openmpi ? UPC_STRIDE_PART_OPENMPI : UPC_STRIDE_PART_MPICH),
                         (int)upc_stride_tuned(openmpi ? UPC_STRIDE_PARTS_OPENMPI : UPC_STRIDE_PARTS_MPICH));
}

static void has_combined(size_t bytes) { upc_stride_takes_to_combine(bytes); }
static int has_data(const void *at) { return upc_stride_has_data(at); }
static void *keep(const void *list, size_t bytes) { return upc_stride_keep_common(list, bytes); }
static void drop(void *list) { upc_stride_drop_common(list); }

void upc_stride_start(void) {
  static int started;
  if (started) return;
  started = 1;
  upc_stride_site("upc_stride", NULL); /* checks the values of the other variables */
  check_settings();
  cut_streams();
  if (upc_stride_waits_for_events()) {
    upc_stride_tell_combined(has_combined);
    upc_stride_tell_has_data(has_data);
  }
  if (upc_stride_has_common()) upc_stride_lists_kept_by(keep, drop);
  upc_stride_schedules_open();
  upc_stride_channel_open();
}

UPC_STRIDE_BEFORE_MAIN(upc_stride_start);
