/* SPDX-License-Identifier: BSD-3-Clause
 * Gives each row of the table its function, when the library starts. */
#include "schedules/schedule.h"

#define ROW(operation, name, tree, segment, needs, function, what, wins) upc_stride_schedule_function_t function;
#include "schedules/rows.h"
#undef ROW

void upc_stride_schedules_open(void) {
  int i = 0;
#define ROW(operation, name, tree, segment, needs, function, what, wins) upc_stride_schedule_set(i++, function);
#include "schedules/rows.h"
#undef ROW
}
