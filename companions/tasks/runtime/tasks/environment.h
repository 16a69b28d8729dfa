/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef URT_TASKS_ENVIRONMENT_H
#define URT_TASKS_ENVIRONMENT_H

#include <stddef.h>

size_t urtk_env_task_stack(void);              /* UPC_TASK_STACK, in bytes */
size_t urtk_env_task_stacks(void);             /* UPC_TASK_STACKS */
unsigned urtk_env_task_round_trip(void);       /* UPC_TASK_ROUND_TRIP, 0 if not set */

#endif
