// SPDX-License-Identifier: BSD-3-Clause
// A put or get does not wait until an earlier task has come to its thread. Thread 1 looks at no message until a file
// is there. Thread 0 sends it a task, puts to and gets from a thread, which is the program's argument, and only then
// makes the file. With a second argument it has posted a semaphore of thread 1 before, and put to it: this put waits
// for the post, and nothing later does.
#include <unistd.h>
#include <upc.h>
#include <bupc_extensions.h>
#include <upc_task.h>
#include "../../../../tests/upc/check.h"

enum { LOOKS = 6000, PAUSE_US = 10000 }; // a minute in all: a run that waits for the task would else never end

static shared int ran;
static shared int cell[THREADS], before[THREADS];
static bupc_sem_t *shared posted;
static shared [] char name[] = "/tmp/tasks_transfers.XXXXXX"; // of the file

void note(void *args) {
  (void)args;
  ran = 1;
}

static void get_name(char *copy) { upc_memget(copy, name, sizeof name); }

static void name_file(void) {
  char made[sizeof name];
  get_name(made);
  int file = mkstemp(made);
  CHECK(file >= 0);
  close(file);
  unlink(made);
  upc_memput(name, made, sizeof made);
}

static void look_for_file(const char *file) {
  int looks = 0;
  while (access(file, F_OK) != 0 && looks < LOOKS) usleep(PAUSE_US), looks++;
  CHECK(looks < LOOKS);
}

static void post(void) {
  if (MYTHREAD == 0) bupc_sem_post(posted), before[1] = 3;
  if (MYTHREAD != 1) return;
  bupc_sem_wait(posted);
  while (before[1] != 3) bupc_poll();
}

static void move(int thread, const char *file) {
  upc_task_group_t group;
  upc_task_open(&group);
  upc_task_begin_on(1, note, NULL, 0);
  cell[thread] = 5;
  CHECK_EQ(cell[thread], 5);
  FILE *made = fopen(file, "w");
  CHECK(made);
  if (made) fclose(made);
  upc_task_wait(&group);
  CHECK_EQ(ran, 1);
  unlink(file);
}

int main(int argc, char **argv) {
  char file[sizeof name];
  cell[MYTHREAD] = 4;
  if (MYTHREAD == 0) name_file();
  if (MYTHREAD == 1) posted = bupc_sem_alloc(BUPC_SEM_INTEGER);
  upc_barrier;
  get_name(file);
  upc_barrier;
  if (argc > 2) post();
  if (MYTHREAD == 1) look_for_file(file);
  if (MYTHREAD == 0) move(argc > 1 ? atoi(argv[1]) : 0, file);
  upc_barrier;
  return done();
}
