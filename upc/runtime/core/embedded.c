/* SPDX-License-Identifier: BSD-3-Clause
 * The start of the threads inside a program with a main of its own. Its standard output and its handlers of signals
 * stay as they are; with UPC_BACKTRACE=1 the runtime's handlers take over. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/companions.h"
#include "base/tell.h"
#include "base/sizes.h"
#include "core/core.h"
#include "core/spans.h"

/* Shows that the threads can be started without the runtime's main (base/identity.c); for upcrun, as in main.c. */
static const char starts __attribute__((used, section("urt_main"))) = 1;
static const char mark[] __attribute__((used)) = "[upcrun: a program of UPC]";

/* The arguments of the program, as the system has them: GASNet's master starts the program again by them. A copy, since
 * GASNet changes the arguments that it gets. */
static char **arguments(int *argc) {
  enum { MORE = 4096 };
  char *text = NULL, **argv;
  size_t length = 0;
  ssize_t got = 1;
  int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  while (fd >= 0 && got > 0) {
    text = realloc(text, length + MORE);
    if (!text) urtk_usage(1, "no memory for the program's arguments");
    got = read(fd, text + length, MORE);
    if (got > 0) length += (size_t)got;
  }
  if (fd >= 0) close(fd);
  *argc = 0;
  for (size_t i = 0; i < length; i++) *argc += text[i] == 0;
  argv = urtk_memory((size_t)*argc + 2, sizeof *argv, "the program's arguments");
  if (*argc == 0) argv[(*argc)++] = urtk_copy("program", "the program's name");
  else
    for (int i = 0; i < *argc; i++) argv[i] = text, text += strlen(text) + 1;
  argv[*argc] = NULL;
  return argv;
}

static const char *refused_by_companion(void) {
  const char *refusal = NULL;
  for (int i = 0; urtk_companions[i] && !refusal; i++)
    if (urtk_companions[i]->refuses) refusal = urtk_companions[i]->refuses();
  return refusal;
}

/* Two copies of the runtime in one process (a library linked twice, or loaded beside a program of UPC) would each have
 * threads and memory of their own. What they have in common is the environment. */
static const char process[] = "URT_PROCESS";

void urtk_note_process(void) {
  char text[24];
  snprintf(text, sizeof text, "%ld", (long)getpid());
  setenv(process, text, 1);
}

static const char *second_copy(void) {
  const char *text = getenv(process);
  if (!text || atol(text) != (long)getpid()) return NULL;
  return "another copy of the runtime has started in this process, must be the only one: link or load the library once";
}

const char *urt_start_embedded(int threads, urt_size_t heap, const void *communicator, const char *mpi) {
  static int started;
  int argc, asked = urtk_threads_asked();
  static char wrong[80];
  const char *refusal = urtc_embed(communicator, mpi);
  if (!refusal) refusal = refused_by_companion();
  if (refusal) return refusal;
  snprintf(wrong, sizeof wrong, "%d threads, must be 1 to %d, or 0 for the default", threads, URTC_MOST_THREADS);
  if (threads < 0 || threads > URTC_MOST_THREADS) return wrong;
  if (started) return urtk_meet(), NULL;
  if ((refusal = second_copy())) return refusal;
  started = 1;
  char **argv = arguments(&argc);
  urtk_start(&argc, &argv, asked ? asked : threads, heap);
  if (!communicator) atexit(urtc_end_thread); /* MPI_Finalize ends a thread that is an MPI program's rank */
  if (urtk_env_backtrace()) urtk_handle_crashes();
  urtk_note_process();
  urtk_run_inits();
  urtk_meet();
  urtk_begin_spans();
  if (urtk_memory_events) urtk_memory_events->begin();
  return NULL;
}
