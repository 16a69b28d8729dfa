/* SPDX-License-Identifier: BSD-3-Clause
 * The start and the end of a program. The runtime owns main; the program's own is urt_main.
 * A segment is [URTK_FIRST bytes never used: null | static shared objects | shared heap]. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "core/calls.h"
#include "core/core.h"
#include "conduits/barrier.h"
#include "job/job.h"

extern const urt_fixed_t __start_urt_fixed[] __attribute__((weak)), __stop_urt_fixed[] __attribute__((weak));

int urt_forall_depth = 0;
/* Shows that this main was linked (base/identity.c). */
static const char starts __attribute__((used, section("urt_main"))) = 1;

/* upcrun looks for this text in the file of a program. */
static const char mark[] __attribute__((used)) = "[upcrun: a program of UPC]";

/* Whole lines, so that what a thread has printed is not lost if the job ends, nor mixed with others' lines. */
static void print_by_line(void) {
  static char line[1 << 16];
  setvbuf(stdout, line, _IOLBF, sizeof line);
}

/* The number of threads the program's files were compiled for, 0 if for any. */
static int threads_compiled(void) {
  const urt_fixed_t *first = NULL;
  for (const long *word = (const long *)__start_urt_fixed; word < (const long *)__stop_urt_fixed;) {
    const urt_fixed_t *one = (const urt_fixed_t *)word;
    /* a linker may leave zeroed bytes between two files' records */
    word += one->threads ? sizeof *one / sizeof *word : 1;
    if (one->threads && !first) first = one;
    if (one->threads && one->threads != first->threads)
      urtk_usage(1, "%s was compiled for %ld threads (-T %ld) and %s for %ld: "
                 "compile all files of a program with the same -T",
                 first->file, first->threads, first->threads, one->file, one->threads);
  }
  return first ? (int)first->threads : 0;
}

static int threads_asked(void) {
  int asked = urtk_env_threads(), compiled = threads_compiled();
  if (asked && compiled && asked != compiled)
    urtk_usage(1, "this program was compiled for %d threads (-T %d) and was started with %d", compiled, compiled,
               asked);
  return asked ? asked : compiled;
}

/* The first bytes of segments are inaccessible: a null pointer-to-shared points there. */
static const char *through_null(const void *address) {
  for (int t = 0; t < urt_threads; t++) {
    urt_ptr_t start = urtk_at(t, 0);
    if (urt_is_near(start) && (uintptr_t)address - (uintptr_t)urt_near(start) < URTK_FIRST)
      return "upc: thread %d read or wrote through a null pointer-to-shared, or far past a private array\n";
  }
  return NULL;
}

int main(int argc, char **argv) {
  urtk_end_job = urtc_end_job;
  urtk_long_wait = urtk_stuck;
  int threads = urtc_start(&argc, &argv, threads_asked()), mythread, given;
  urtk_set_identity(0, threads); /* layouts may ask for THREADS */

  size_t heap = urtk_place_statics(URTK_FIRST, threads), want = urtk_env_heap(threads, &given);
  urtk_set_patience(urtk_env_patience());
  heap = (heap + 63) & ~(size_t)63;
  size_t least = heap + (given ? want : 1 << 20);
  size_t size = urtc_attach(least, heap + want, &mythread);
  if (!size)
    urtk_usage(1, "the system does not give %zu MB of shared memory to each of %d threads%s", (least >> 20) + 1,
               threads, given ? "; UPC_SHARED_HEAP_SIZE lowers it" : "");
  urtk_set_identity(mythread, threads);
  urtk_heap_init(heap, size);
  urtk_open_calls();

  print_by_line();
  atexit(urtc_end_thread);
  urtk_crash_handlers(urtk_env_backtrace(), through_null);

  urtk_run_inits();
  urtk_meet();
  int status = urt_main(argc, argv);
  if (urtk_after_main) urtk_after_main();
  exit(status);
}

/* ---- ends before the end of main ---- */
void bupc_exit(int status) { exit(status); }

void (*urtk_before_end)(void);
void (*urtk_after_main)(void);

void upc_global_exit(int status) {
  if (urtk_before_end) urtk_before_end();
  urtc_end_job(status, NULL);
}
