/* SPDX-License-Identifier: BSD-3-Clause
 * The start of the threads inside a program with a main of its own. Its standard output and its handlers of signals
 * stay as they are; with UPC_BACKTRACE=1 the runtime's handlers take over. */
#include <stdlib.h>
#include "core/core.h"
#include "core/trace.h"

/* Shows that the threads can be started without the runtime's main (base/identity.c); for upcrun, as in main.c. */
static const char starts __attribute__((used, section("urt_main"))) = 1;
static const char mark[] __attribute__((used)) = "[upcrun: a program of UPC]";

/* The arguments of the program are its own affair. */
static char name[] = "program", *none[] = {name, NULL};

const char *urt_start_embedded(int threads, urt_size_t heap, const void *communicator, const char *mpi) {
  static int started;
  int argc = 1, asked = urtk_threads_asked();
  char **argv = none;
  const char *refusal = urtc_embed(communicator, mpi);
  if (refusal) return refusal;
  if (started++) return urtk_meet(), NULL;
  urtk_start(&argc, &argv, asked ? asked : threads, heap);
  if (urtk_env_backtrace()) urtk_handle_crashes();
  urtk_run_inits();
  urtk_meet();
  urtk_begin_trace();
  return NULL;
}
