/* SPDX-License-Identifier: BSD-3-Clause
 * Groups: pools of them, and the deputies of those whose home is another thread. */
#include "tasks/tasks.h"

enum { AT_ONCE = 64 };

static struct group *unused, *deputies;

static struct group *take(void) {
  if (!unused) {
    struct group *more = urt_near(urt_needed(AT_ONCE * sizeof *more, "groups of tasks"));
    for (int i = 0; i < AT_ONCE; i++) more[i].outer = unused, unused = &more[i];
  }
  struct group *g = unused;
  unused = g->outer;
  return g;
}

struct group *urtk_group_open(struct group *outer) {
  struct group *g = take();
  g->here = 0, g->others = 0, g->outer = outer, g->previous = NULL;
  return g;
}

void urtk_group_close(struct group *g) { g->outer = unused, unused = g; }

/* It counts the task that runs, or will, on behalf of the parent. */
struct group *urtk_deputy(urt_ptr_t parent) {
  struct group *g = urtk_group_open(NULL);
  g->here = g->owes = 1, g->parent = parent;
  g->next = deputies, g->previous = NULL;
  if (deputies) deputies->previous = g;
  deputies = g;
  return g;
}

static int is_deputy(const struct group *g) { return g->previous || deputies == g; }

/* What the tasks have done is visible to who sees the parent's count. */
static void report(struct group *g) {
  urt_ptr_t count = urt_member(g->parent, offsetof(struct group, others));
  if (g->previous) g->previous->next = g->next;
  else deputies = g->next;
  if (g->next) g->next->previous = g->previous;
  g->previous = NULL;
  URT_FENCE();
  urtc_settle_before((int)count.thread);
  urtk_tell((int)count.thread, count, -(uint64_t)g->owes);
  urtk_group_close(g);
}

void urtk_task_ended(struct group *g) {
  g->here--;
  if (!urtk_drained(g)) return;
  if (is_deputy(g)) report(g);
  else urtk_wake_contexts((uint64_t)(uintptr_t)g);
}

/* Other threads end tasks of deputies as well, and do not say so. */
int urtk_report_deputies(void) {
  int some = 0;
  for (struct group *g = deputies, *next; g; g = next) {
    next = g->next;
    if (urtk_drained(g)) report(g), some = 1;
  }
  return some;
}
