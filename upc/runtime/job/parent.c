/* SPDX-License-Identifier: BSD-3-Clause
 * See job.h: who has started a process. For upcrun, too. */
#include <stdio.h>
#include <string.h>
#include "job/job.h"

pid_t urtk_parent_of(pid_t process) {
  char path[64], text[512];
  int parent = -1;
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  FILE *stat = fopen(path, "r");
  if (!stat) return -1;
  const char *name_end = fgets(text, sizeof text, stat) ? strrchr(text, ')') : NULL; /* 12 (name) S parent .. */
  if (name_end) sscanf(name_end, ") %*c %d", &parent);
  fclose(stat);
  return parent;
}
