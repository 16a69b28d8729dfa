/* SPDX-License-Identifier: BSD-3-Clause
 * main of a program of UPC. The runtime owns it; the program's own is urt_main. */
#include <stdio.h>
#include <stdlib.h>
#include "base/large.h"
#include "base/tell.h"
#include "core/core.h"
#include "core/spans.h"

/* Shows that this main was linked (base/identity.c). */
static const char starts __attribute__((used, section("urt_main"))) = 1;

/* upcrun looks for this text in the file of a program. */
static const char mark[] __attribute__((used)) = "[upcrun: a program of UPC]";

/* Whole lines, so that what a thread has printed is not lost if the job ends, nor mixed with others' lines. */
URTK_LARGE char urtk_printed[1 << 16];
static void print_by_line(void) { setvbuf(stdout, urtk_printed, _IOLBF, sizeof urtk_printed); }

int main(int argc, char **argv) {
  urtk_main = main;
  urtk_start(&argc, &argv, urtk_threads_asked(), 0);
  print_by_line();
  atexit(urtc_end_thread);
  on_exit(urtk_look_at_output, NULL);
  urtk_handle_crashes();
  urtk_run_inits();
  urtk_meet();
  urtk_begin_spans();
  if (urtk_memory_events) urtk_memory_events->begin();
  int status = urt_main(argc, argv);
  if (urtk_after_main) urtk_after_main();
  exit(status);
}
