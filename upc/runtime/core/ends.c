/* SPDX-License-Identifier: BSD-3-Clause
 * Ends of a thread and of the job before the end of main. */
#include "core/calls.h"
#include "core/core.h"

void (*urtk_before_end)(void);
void (*urtk_after_main)(void);
const char *(*urtk_explain_crash)(const void *address);

void upc_global_exit(int status) {
  if (urtk_before_end) urtk_before_end();
  urtc_end_job(status, NULL);
}
