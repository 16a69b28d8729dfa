/* SPDX-License-Identifier: BSD-3-Clause
 * The function of each row of the table. No variables hold them: each simulated thread would have its own. */
#include "schedules/schedule.h"

#define ROW(operation, name, tree, segment, needs, function, what, wins) upc_stride_schedule_function_t function;
#include "schedules/rows.h"
#undef ROW

/* The compiler makes a table in variable memory of comparisons that it understands. */
static upc_stride_schedule_function_t *of_row(int given) {
  const volatile int row = given;
  int i = 0;
#define ROW(operation, name, tree, segment, needs, function, what, wins) if (row == i++) return function;
#include "schedules/rows.h"
#undef ROW
  return NULL;
}

void upc_stride_schedules_open(void) { upc_stride_schedule_functions(of_row); }
