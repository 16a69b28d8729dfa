/* SPDX-License-Identifier: BSD-3-Clause
 * Ends of a thread and of the job before the end of main. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/identity.h"
#include "core/calls.h"
#include "core/core.h"

void (*urtk_before_end)(void);
void (*urtk_after_main)(void);
const char *(*urtk_explain_crash)(const void *address);

void upc_global_exit(int status) {
  if (urtk_before_end) urtk_before_end();
  urtc_end_job(status, NULL);
}

/* On thread 0: 1 once a thread that shares its memory has said that output is lost. */
URTK_STATIC(lost, sizeof(uint64_t));

void urtk_look_at_output(int status, void *unused) {
  const urt_ptr_t said = urtk_at(0, lost);
  (void)unused;
  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout)) return;
  const char *why = errno ? strerror(errno) : "an earlier write has failed";
  if (!urt_is_near(said) || !__atomic_exchange_n((uint64_t *)urt_near(said), 1, __ATOMIC_RELAXED))
    fprintf(stderr, "upc: thread %d cannot write its standard output: %s\n", urt_mythread, why);
  if (status == 0) exit(1); /* from within exit: what else is registered gets this status */
}
