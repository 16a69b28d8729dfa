/* SPDX-License-Identifier: BSD-3-Clause
 * sim: threads as *contexts* of one process, in which the simulator is as well. Each has a stack, and a copy of the
 * program's image with the variables of its own (image.h). A turn is then a call, and no change of process.
 *
 *   process:  | first image, simulator | stack, image, segment of thread 0 | stack, image, segment of thread 1 | ...
 *
 * The first image runs until its threads would be forked. It then is the *host*: it runs the simulator, and the
 * simulator runs contexts. A context begins as a program does, with main; urtc_start and urtc_attach find out here that
 * the job is there already. A copy of the image knows the host by `urtc_contexts` alone: its other variables are its
 * own, and it calls functions of the host by pointers.
 *
 * What the process has once, all threads share: the C library's variables that are not exchanged with the turn
 * (one_process.c), the environment, files, the folder. Programs that may notice run as processes (image.c). */
#ifndef URTC_ONE_PROCESS_H
#define URTC_ONE_PROCESS_H

#include "conduits/sim/control.h"

struct urtc_contexts {
  int thread;                            /* that runs; -1: the host does */
  char *image;                           /* the host's */
  size_t bytes;                          /* of a segment: what urtc_attach returns */
  struct sim_control *control;
  void (*give_back)(void);               /* the turn; returns with the next one */
  uint64_t (*computed)(void);            /* nanoseconds of the processor that the thread has had */
  void *(*allocate)(size_t bytes);       /* memory of the process, for messages that are handed over */
  void (*release)(void *message);
  void *(*keep)(const void *list, size_t bytes); /* conduits/sim/common_lists.h */
  void (*drop)(void *list);
  void (*end_process)(int status) __attribute__((noreturn));
};
extern struct urtc_contexts *urtc_contexts; /* null: this image is no copy */

/* In the process that is started. 1: threads will be contexts; the simulator is loaded, and has read the machine. */
int urtc_choose_contexts(int argc, char **argv, const char *simulator, const char *machine, int file);
int urtc_chose_contexts(void);
/* Before its segment a context has at least so many bytes. The segment begins `phase` bytes behind a multiple of
 * SIM_TABLE. If threads are processes, both are 0. */
struct urtc_room { size_t bytes, phase; };
struct urtc_room urtc_room_of_context(void);
/* In the process of all threads, which ends here. */
_Noreturn void urtc_run_contexts(size_t bytes);

#endif
