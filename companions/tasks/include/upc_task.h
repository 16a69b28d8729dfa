/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_task.h: tasks. A task is a function with a block of arguments, which runs once, later, on some thread.
 *
 *     struct range { shared [] double *x; int from, to; };
 *     void scale(void *args) { struct range *r = args; for (int i = r->from; i < r->to; i++) r->x[i] *= 2; }
 *
 *     upc_task_group_t group;
 *     struct range left = {x, 0, 50}, right = {x, 50, 100};
 *     upc_task_open(&group);
 *     upc_task_begin(scale, &left, sizeof left);
 *     upc_task_begin(scale, &right, sizeof right);
 *     upc_task_wait(&group);
 *
 * Two threads are near if they share memory, else far; a node is all threads that are near to each other. Any thread of
 * the node may run a task of upc_task_begin. So its arguments hold values and pointers-to-shared, never private
 * pointers: threads do not see each other's private memory. MYTHREAD and private variables of the program are those of
 * the thread that runs the task. The arguments are copied when the task is begun.
 *
 * A task that waits, for a group or a synchronisation variable (upc_syncvar.h), gives its thread to other tasks. So
 * does a program that waits in a barrier or for a lock: threads without work of their own wait in a barrier and run
 * tasks of others. Barriers and collective calls are not for tasks, only for the main program of each thread. A lock
 * belongs to the thread: a task does not wait for others while it holds one.
 *
 * When main returns on a thread, the thread runs tasks until main has returned on all threads and all tasks have
 * ended. companions/tasks/tasks.md has more. */
#ifndef UPC_TASK_H
#define UPC_TASK_H

#include <stddef.h>

/* Begins a task, on any thread of the node. The arguments are `bytes` bytes, less than 4 GB; the task gets the address
 * of a copy. The function is one of the program, not of a shared library. A wrong argument of any call ends the program
 * with one line. */
void upc_task_begin(void (*__function)(void *), const void *__args, size_t __bytes);

/* Begins a task on that thread, near or far; upc_threadof gives the thread of a pointer. Returns without waiting for an
 * answer of that thread, which runs the task when it waits for something or calls upc_task_yield. */
void upc_task_begin_on(int __threadid, void (*__function)(void *), const void *__args, size_t __bytes);

/* Runs the function on that thread, and waits until it has ended with all tasks that it began. On the calling thread it
 * is a plain call. */
void upc_task_on(int __threadid, void (*__function)(void *), const void *__args, size_t __bytes);

/* The same on every thread, once. The start spreads along a tree, so the time grows as the logarithm of THREADS. The
 * tree fits the network: a thread goes on starting others until its first message may have been answered
 * (UPC_TASK_ROUND_TRIP; the postal model of A. Bar-Noy and S. Kipnis, 1992). */
void upc_task_on_all(void (*__function)(void *), const void *__args, size_t __bytes);

/* A group: from upc_task_open on, the tasks that the caller begins, and those that they begin in turn, belong to it.
 * upc_task_wait waits until they have ended. Groups nest: the last that was opened is waited for first. What the tasks
 * have written to shared memory is visible then. */
typedef struct upc_task_group {
  void *__inner;
} upc_task_group_t;
void upc_task_open(upc_task_group_t *__group);
void upc_task_wait(upc_task_group_t *__group);

/* After upc_task_serial(1) a call that would begin a task calls its function at once instead; if the task is for
 * another thread, the call waits for it. This holds in functions called from here too, until upc_task_serial(0).
 * Returns the setting before. */
int upc_task_serial(int __serial);

/* Lets other tasks run. */
void upc_task_yield(void);

#endif
