/* SPDX-License-Identifier: BSD-3-Clause
 * The file of `upcrun -hostfile=`. Its names go to ssh and to shells. */
#include <stdlib.h>
#include <string.h>
#include "each.h"
#include "job/upcrun/launch.h"

const char *const file_name = "damaged.hosts";

static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.@-:[]%";

int read_file(void) {
  struct job job = {.threads = 8, .hostfile = file_name};
  char program[] = "prog";
  upcrun_plan(&job, program);
  char *rest = NULL, *list = strdup(job.hosts ? job.hosts : "");
  if (!*list) nonsense("no hosts");
  for (char *name = strtok_r(list, ",", &rest); name; name = strtok_r(NULL, ",", &rest))
    if (*name == '-' || name[strspn(name, allowed)] || strlen(name) > 255) nonsense("a host named '%s'", name);
  free(list);
  return ACCEPTED;
}
