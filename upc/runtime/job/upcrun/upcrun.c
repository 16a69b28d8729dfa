/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun: starts a UPC program. It hands what it was told on in environment variables. On smp it then becomes the
 * program, which starts its threads itself; on gasnet it becomes their launcher, on mpi that launcher's parent. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "job/upcrun/launch.h"

/* The program's file: one in PATH, as for other commands, before one of the same name in the current folder, where
 * others may write. */
static const char *find(const char *program) {
  static char path[4096];
  const char *found = upcrun_on_path(program);
  if (strchr(found, '/')) return found;
  return snprintf(path, sizeof path, "./%s", program) < (int)sizeof path && access(path, X_OK) == 0 ? path : program;
}

/* On mpi the launcher binds the threads, which then only say where they run. */
static void set_binding(const struct job *job) {
  char text[32];
  snprintf(text, sizeof text, "%s%s", job->bind, job->show && !job->dry ? ",verbose" : "");
  upcrun_set(job, "UPC_BIND", text);
}

static void hand_on(const struct job *job) {
  char threads[24];
  snprintf(threads, sizeof threads, "%ld", job->threads);
  if (job->threads) upcrun_set(job, "UPC_THREADS", threads);
}

/* A program for smp or sim that ends as this process has not started the threads of -n (core/start.c). */
static void mark_process(void) {
  char process[16];
  snprintf(process, sizeof process, "%d", (int)getpid());
  setenv("UPCRUN_PROGRAM", process, 1);
}

/* Standard streams that are closed, as some daemons start programs: a file that a launcher opens would take their
 * place. Open MPI's waits for input for ever then. */
static void open_streams(void) {
  for (int fd; (fd = open("/dev/null", O_RDWR)) >= 0;)
    if (fd > STDERR_FILENO) {
      close(fd);
      return;
    }
}

/* Without any companion there is no such section. */
extern upcrun_before_t *const __start_upcrun_before[] __attribute__((weak));
extern upcrun_before_t *const __stop_upcrun_before[] __attribute__((weak));
extern upcrun_launcher_t *const __start_upcrun_launchers[], *const __stop_upcrun_launchers[];

int main(int argc, char **argv) {
  struct job job = {0};
  (void)argc;
  open_streams();
  char **command = upcrun_options(&job, argv + 1);
  if (job.heap) upcrun_set(&job, "UPC_SHARED_HEAP_SIZE", job.heap);
  if (job.bind) set_binding(&job);
  if (job.backtrace) upcrun_set(&job, "UPC_BACKTRACE", "1");
  if (job.lenient) upcrun_set(&job, "UPC_LENIENT_EXIT", "1");
  if (job.variables) {
    hand_on(&job);
    if (job.hosts) upcrun_set(&job, "UPC_NODES", job.hosts);
    return upcrun_show_variables();
  }
  if (!*command) upcrun_fail(USAGE, "no program was named (usage: upcrun -n N program arguments)");
  if (job.threads && job.nodes > job.threads)
    upcrun_fail(USAGE, "-N %ld: more nodes than the %ld threads of -n", job.nodes, job.threads);
  if (job.hosts && job.hostfile) upcrun_fail(USAGE, "-hosts and -hostfile: only one of them");

  const char *path = find(*command);
  if (!job.dry) upcrun_require_upc(path, command);
  for (upcrun_before_t *const *before = __start_upcrun_before; before < __stop_upcrun_before; before++)
    (*before)(&job, path);
  for (upcrun_launcher_t *const *launcher = __start_upcrun_launchers; launcher < __stop_upcrun_launchers; launcher++)
    (*launcher)(&job, path, command);
  if (job.hosts || job.hostfile)
    upcrun_fail(USAGE, "%s: '%s' runs on one machine; compile it with upcc -network=mpi",
                job.hosts ? "-hosts" : "-hostfile", *command);
  hand_on(&job);
  if (job.threads > 1) mark_process();
  upcrun_become(&job, path, command);
}
