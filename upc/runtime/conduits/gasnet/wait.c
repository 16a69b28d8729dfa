/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: a thread waits as nodes/wait.c says. Messages of GASNet's own, those of puts and gets on conduits without
 * hardware for them, do not show: a thread that has had none of ours may have served some. */
#include "conduits/gasnet/message.h"

int urtc_progress(void) {
  unsigned before = urtc_served;
  gasnet_AMPoll();
  urtc_push_streams();
  urtk_advance();
  return urtc_served != before;
}
