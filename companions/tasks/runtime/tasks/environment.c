/* SPDX-License-Identifier: BSD-3-Clause
 * The variables of the environment that tasks have.
 *   UPC_TASK_STACK        stack of a task of upc_task.h: 512K, 1M, at least 32K. Default: 256K.
 *   UPC_TASK_STACKS       how many tasks of a thread may wait at a time, each with its stack. Default: 16000.
 *   UPC_TASK_ROUND_TRIP   how many messages a thread can start until the first one has been answered: it shapes the
 *                         tree of upc_task_on_all. 1: binomial. Default: of simulated machines by their figures, 32 on
 *                         other conduits with far threads. */
#include <stdlib.h>
#include "base/companions.h"
#include "base/fail.h"
#include "base/sizes.h"
#include "tasks/environment.h"

size_t urtk_env_task_stack(void) {
  const char *text = getenv("UPC_TASK_STACK");
  uint64_t bytes = 256 << 10;
  if (text && *text && (!urtk_parse_size(text, &bytes) || bytes < 32 << 10 || bytes > 1 << 30))
    urtk_usage(2, "UPC_TASK_STACK is '%s'; it must be a size from 32K to 1G", text);
  return bytes;
}

size_t urtk_env_task_stacks(void) {
  const char *text = getenv("UPC_TASK_STACKS");
  long count = 16000;
  if (text && *text && !urtk_parse_count(text, 1 << 30, &count))
    urtk_usage(2, "UPC_TASK_STACKS is '%s'; it must be a number from 1 to %d", text, 1 << 30);
  return (size_t)count;
}

unsigned urtk_env_task_round_trip(void) {
  const char *text = getenv("UPC_TASK_ROUND_TRIP");
  long count = 0;
  if (text && *text && !urtk_parse_count(text, 1000, &count))
    urtk_usage(2, "UPC_TASK_ROUND_TRIP is '%s'; it must be a number from 1 to 1000", text);
  return (unsigned)count;
}

static void check(void) { urtk_env_task_stack(), urtk_env_task_stacks(), urtk_env_task_round_trip(); }

const struct urtk_companion urtk_in_tasks = {.check = check};
