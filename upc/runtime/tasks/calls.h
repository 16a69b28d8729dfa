/* SPDX-License-Identifier: BSD-3-Clause
 * calls.h: the calls of upc_task.h and upc_syncvar.h as C sees them, with urt_ptr_t for `shared void *`. */
#ifndef URT_TASK_CALLS_H
#define URT_TASK_CALLS_H

#include <stddef.h>
#include "urt.h"

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

void upc_syncvar_readFE(urt_ptr_t variable, void *value, size_t bytes);
void upc_syncvar_readFF(urt_ptr_t variable, void *value, size_t bytes);
void upc_syncvar_writeEF(urt_ptr_t variable, const void *value, size_t bytes);
void upc_syncvar_writeFF(urt_ptr_t variable, const void *value, size_t bytes);
void upc_syncvar_writeXF(urt_ptr_t variable, const void *value, size_t bytes);
void upc_syncvar_reset(urt_ptr_t variable);
int upc_syncvar_isFull(urt_ptr_t variable);
void upc_singlevar_write(urt_ptr_t variable, const void *value, size_t bytes);
void upc_singlevar_read(urt_ptr_t variable, void *value, size_t bytes);
int upc_singlevar_isFull(urt_ptr_t variable);

#endif
