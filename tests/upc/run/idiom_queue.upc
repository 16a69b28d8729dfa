// SPDX-License-Identifier: BSD-3-Clause
// Work stealing: a queue a thread, each behind its lock; tasks that spawn tasks; an outstanding count ends it.
#include "../check.h"
#define ROOM 4096

typedef struct { int depth, weight; } task_t;
typedef struct { upc_lock_t *lock; int top; shared [] task_t *room; } queue_t;
shared queue_t queue[THREADS];
shared long done_weight[THREADS];
strict shared int outstanding;
upc_lock_t *count_lock;

static void add(int n) {
  upc_lock(count_lock);
  outstanding += n;
  upc_unlock(count_lock);
}
static void push(int t, task_t task) {
  upc_lock(queue[t].lock);
  queue[t].room[queue[t].top++] = task;
  upc_unlock(queue[t].lock);
}
static int pop(int t, task_t *task) {
  int got = 0;
  upc_lock(queue[t].lock);
  if (queue[t].top > 0) *task = queue[t].room[--queue[t].top], got = 1;
  upc_unlock(queue[t].lock);
  return got;
}

int main(void) {
  count_lock = upc_all_lock_alloc();
  queue[MYTHREAD] = (queue_t){upc_global_lock_alloc(), 0, upc_alloc(ROOM * sizeof(task_t))};
  upc_barrier;
  if (MYTHREAD == 0) {
    push(0, (task_t){8, 1});
    add(1);
  }
  upc_barrier;
  while (outstanding > 0) {
    task_t task;
    int got = 0;
    for (int k = 0; k < THREADS && !got; k++) got = pop((MYTHREAD + k) % THREADS, &task);
    if (!got) continue;
    done_weight[MYTHREAD] += task.weight;
    if (task.depth > 0) {
      add(2);
      push(MYTHREAD, (task_t){task.depth - 1, 2 * task.weight});
      push(MYTHREAD, (task_t){task.depth - 1, task.weight});
    }
    add(-1);
  }
  upc_barrier;
  long total = 0, want = 0, level = 1;
  for (int t = 0; t < THREADS; t++) total += done_weight[t];
  for (int d = 0; d <= 8; d++, level *= 3) want += level;
  CHECK_EQ(total, want);
  return done();
}
