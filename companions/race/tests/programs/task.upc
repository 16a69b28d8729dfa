// SPDX-License-Identifier: BSD-3-Clause
// race: 11 20
// What a task has written is there when its group has been waited for.
#include <upc_relaxed.h>
#include <upc_task.h>

shared [] int done[4];

static void set(void *args) {
  int *i = args;
  done[*i] = 1;
}

int main(void) {
  upc_task_group_t group;
  int seen = 0, i = 2;
  upc_task_open(&group);
  if (MYTHREAD == 0) upc_task_begin_on(1, set, &i, sizeof i);
  ORDER(upc_task_wait(&group));
  if (MYTHREAD == 0) seen = done[2];
  UNORDERED(upc_task_wait(&group));
  upc_barrier;
  return seen > 1;
}
