/* SPDX-License-Identifier: BSD-3-Clause
 * The layer below gasnet: GASNet-EX's own collectives. It has three of ours. */
#include <gasnetex.h>
#include <gasnet_coll.h>
#include "far.h"

extern gex_TM_t urtc_team;            /* the conduit's */

void layer_begin(int me, int threads) { (void)me, (void)threads; }
void layer_end(void) {}

int layer_has(int operation) { return operation == BROADCAST || operation == REDUCE || operation == REDUCE_ALL; }

void layer_call(int operation, void *from, void *to, size_t bytes) {
  const gex_DT_t type = GEX_DT_DBL;
  size_t words = bytes / sizeof(double), size = sizeof(double);
  gex_Event_t event;
  if (operation == BROADCAST)
    event = gex_Coll_BroadcastNB(urtc_team, 0, to, to, bytes, 0);
  else if (operation == REDUCE)
    event = gex_Coll_ReduceToOneNB(urtc_team, 0, to, from, type, size, words, GEX_OP_ADD, NULL, NULL, 0);
  else
    event = gex_Coll_ReduceToAllNB(urtc_team, to, from, type, size, words, GEX_OP_ADD, NULL, NULL, 0);
  gex_Event_Wait(event);
}
