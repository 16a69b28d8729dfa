/* SPDX-License-Identifier: BSD-3-Clause
 * The language's tasks (urt_tasks.h): block literals of Clang's, as its page Block-ABI-Apple describes them. The
 * function of a block takes the address of the block, so a copy of the block is the block of arguments of a task. What
 * a task captures are values without constructors, so that bytes are all there is to copy. */
#include "tasks/tasks.h"
#include "urt_tasks.h"

struct block {
  void *class;
  int flags, reserved;
  void (*function)(void *);
  const struct { unsigned long reserved, size; } *about;
};

/* The linker looks for these two, whose addresses are the classes of blocks. */
void *_NSConcreteStackBlock[32], *_NSConcreteGlobalBlock[32];

static size_t size_of(const struct block *b) { return b->about->size; }

void urt_task_begin(const void *block) {
  const struct block *b = block;
  upc_task_begin(b->function, b, size_of(b));
}

static int number(const char *call, long thread) {
  if (thread < 0 || thread >= urt_threads)
    urt_fatal("thread %d: %s: thread %ld, must be in 0..%d", urt_mythread, call, thread, urt_threads - 1);
  return (int)thread;
}

void urt_task_on(long thread, const void *block) {
  const struct block *b = block;
  upc_task_on(number("upc_on", thread), b->function, b, size_of(b));
}

void urt_task_begin_on(long thread, const void *block) {
  const struct block *b = block;
  upc_task_begin_on(number("upc_on", thread), b->function, b, size_of(b));
}

void urt_task_on_all(const void *block) {
  const struct block *b = block;
  upc_task_on_all(b->function, b, size_of(b));
}

void urt_task_open(urt_task_group_t *group) { upc_task_open((upc_task_group_t *)group); }
void urt_task_wait(urt_task_group_t *group) { upc_task_wait((upc_task_group_t *)group); }
int urt_task_serial(int serial) { return upc_task_serial(serial); }
void urt_task_serial_end(int *before) { upc_task_serial(*before); }
