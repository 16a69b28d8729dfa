/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun -gdb: the threads tell their processes and wait (gdb/attach.c); then gdb attaches to all of them. upcrun
 * becomes gdb, so the terminal is gdb's. Threads of other hosts cannot be attached to. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "job/upcrun/launch.h"

enum { LOOK_US = 20000 };

static char told[PATH_MAX];              /* the file where threads say who they are */

static void forget(void) { unlink(told); }

/* "thread threads process" of each thread, or null until all have said so. The text has the processes in the order of
 * the threads. */
static char *processes(void) {
  FILE *f = fopen(told, "r");
  int thread, threads = 0, process, found = 0, *of = NULL;
  while (f && fscanf(f, "%d %d %d", &thread, &threads, &process) == 3) {
    if (!of) of = upcrun_memory(calloc((size_t)threads, sizeof *of), "the threads");
    of[thread] = process, found++;
  }
  if (f) fclose(f);
  char *text = NULL;
  if (threads && found == threads) {
    size_t length = 0;
    text = upcrun_memory(calloc((size_t)threads + 1, 12), "the threads");
    for (int t = 0; t < threads; t++) length += (size_t)sprintf(text + length, " %d", of[t]);
  }
  free(of);
  return text;
}

/* The job that is started here: gdb's own commands end it. */
static void start_gdb(const char *path, const char *attach) {
  const char *own = getenv("UPC_GDB"), *file = upcrun_installed("upc-gdb.py");
  if (!file) upcrun_fail(1, "-gdb: upc-gdb.py is not in the folder lib beside upcrun's");
  if (!own || !*own) own = "gdb -q";
  upcrun_add("%.*s", (int)strcspn(own, " "), own); /* its own options follow: they may be commands */
  upcrun_add("-iex"), upcrun_add("set auto-load safe-path /"); /* the user's own program names the script again */
  upcrun_add("-ix"), upcrun_add("%s", file);
  upcrun_add("-ex"), upcrun_add("upc attach%s", attach);
  upcrun_add_words(own + strcspn(own, " "));
  struct job job = {0};
  char name[] = "gdb", *command[] = {name, NULL};
  upcrun_start(&job, path, command);
}

static int asked; /* 1: -gdb was given */

static int keep(const option_use_t *use) {
  asked = !use->value;
  return 0;
}

static const option_t options[] = {
  {.help = "gdb"},
  {"-gdb", NULL, "start the threads and attach gdb, or the command UPC_GDB, to all of them", keep},
  {0}};
UPCRUN_OPTIONS(options);

/* Returns in a new process, which is to become the program; the caller becomes gdb once the threads wait for it. */
static void attach_gdb(const struct job *job, const char *path) {
  if (!asked || job->dry) return;
  const char *folder = getenv("TMPDIR");
  char *attach = NULL;
  int how, fd;
  if (job->hosts || job->hostfile) upcrun_fail(USAGE, "-gdb: gdb attaches to threads of this host alone");
  snprintf(told, sizeof told, "%s/upcrun-gdb-XXXXXX", folder && *folder ? folder : "/tmp");
  if ((fd = mkstemp(told)) < 0) upcrun_fail(1, "-gdb: %s: %s", told, strerror(errno));
  close(fd);
  upcrun_set(job, "UPC_DEBUG", told);
  pid_t child = fork();
  if (child < 0) upcrun_fail(1, "cannot fork: %s", strerror(errno));
  if (child == 0) {
    setpgid(0, 0); /* an interrupt at the terminal is gdb's */
    return;
  }
  atexit(forget);
  unsetenv("UPC_DEBUG");
  signal(SIGTTOU, SIG_IGN);
  while (!(attach = processes())) {
    if (waitpid(child, &how, WNOHANG) == child) {
      fprintf(stderr, "upcrun: -gdb: the program ended before its threads had started\n");
      exit(WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how));
    }
    usleep(LOOK_US);
  }
  forget();
  start_gdb(path, attach);
}

UPCRUN_BEFORE(attach_gdb);
