/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: a thread waits as nodes/wait.c says. On conduits without hardware for puts and gets, GASNet carries them by
 * its own messages, which this file does not see. So a thread may have served others although it has got no message of
 * the runtime. */
#include "conduits/gasnet/message.h"

int urtc_progress(void) {
  unsigned before = urtc_served;
  gasnet_AMPoll();
  urtc_push_streams();
  if (urtk_advance) urtk_advance();
  return urtc_served != before;
}
