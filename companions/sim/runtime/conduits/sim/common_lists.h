/* SPDX-License-Identifier: BSD-3-Clause
 * sim: lists that contexts have in common. The plans of threads at alike places of the machine differ in little else
 * than the threads that they name, so that thousands of threads need the lists of some hundred. */
#ifndef URTC_COMMON_LISTS_H
#define URTC_COMMON_LISTS_H

#include <stddef.h>

/* Of the host: contexts call them by pointers (one_process.h). */
void *urtc_list_keep(const void *list, size_t bytes);
void urtc_list_drop(void *list);

#endif
