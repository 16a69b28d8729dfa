/* SPDX-License-Identifier: BSD-3-Clause
 * calls.h: the calls of upc_task.h as C sees them. */
#ifndef URT_TASK_CALLS_H
#define URT_TASK_CALLS_H

#include <stddef.h>

struct group;
typedef struct upc_task_group { struct group *inner; } upc_task_group_t;

void upc_task_begin(void (*function)(void *), const void *arguments, size_t bytes);
void upc_task_begin_on(int thread, void (*function)(void *), const void *arguments, size_t bytes);
void upc_task_on(int thread, void (*function)(void *), const void *arguments, size_t bytes);
void upc_task_on_all(void (*function)(void *), const void *arguments, size_t bytes);
void upc_task_open(upc_task_group_t *group);
void upc_task_wait(upc_task_group_t *group);
int upc_task_serial(int serial);
void upc_task_yield(void);

#endif
