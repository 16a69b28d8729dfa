/* SPDX-License-Identifier: BSD-3-Clause
 * The file of `upcrun -hostfile=`. Its names go to ssh and to shells. */
#include <stdlib.h>
#include <string.h>
#include "each.h"
#include "job/upcrun/launch.h"

const char *const file_name = "damaged.hosts";

static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.@-:%";

int read_file(void) {
  struct job job = {.threads = 8, .hostfile = file_name};
  char program[] = "prog";
  upcrun_plan(&job, program);
  long threads = 0;
  if (!job.host || job.nodes < 1) nonsense("no hosts");
  for (long i = 0; i < job.nodes; i++) {
    const char *name = job.host[i].name;
    if (*name == '-' || name[strspn(name, allowed)] || strlen(name) > 255) nonsense("a host named '%s'", name);
    if (job.host[i].threads < 1) nonsense("host '%s' has %ld threads", name, job.host[i].threads);
    threads += job.host[i].threads;
  }
  if (threads != job.threads) nonsense("%ld threads are dealt out", threads);
  return ACCEPTED;
}
