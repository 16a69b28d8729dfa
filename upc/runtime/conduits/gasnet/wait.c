/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: how a thread waits: as nodes/wait.c says. On conduits without hardware for puts and gets, GASNet carries
 * them by messages of its own, which do not show here. So a thread that has had no message of ours may have served
 * others. */
#include "conduits/gasnet/message.h"

int urtc_progress(void) {
  unsigned before = urtc_served;
  gasnet_AMPoll();
  urtc_push_streams();
  urtk_advance();
  return urtc_served != before;
}
