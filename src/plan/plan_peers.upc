/* SPDX-License-Identifier: BSD-3-Clause
 * The threads a plan speaks to, each once: found by looking where they are few, else by a hash table. */
#include "plan/plan.h"

#include <stdlib.h>

static void rehash(upc_stride_plan_t *P) {
  int i;
  P->peer_mask = P->peer_mask == 0 ? 63 : 2 * P->peer_mask + 1;
  free(P->peer_slots);
  P->peer_slots = calloc((size_t)P->peer_mask + 1, sizeof(int));
  if (P->peer_slots == NULL) upc_stride_fail(&P->site, "memory", "none for %d neighbours, must be there", P->npeers);
  for (i = 0; i < P->npeers; i++) {
    unsigned at = (unsigned)P->peers[i].thread * 2654435761u & (unsigned)P->peer_mask;
    while (P->peer_slots[at] != 0) at = (at + 1) & (unsigned)P->peer_mask;
    P->peer_slots[at] = i + 1;
  }
}

static int find_peer(const upc_stride_plan_t *P, int thread) {
  unsigned at;
  int i;
  if (P->peer_mask == 0) {
    for (i = P->npeers - 1; i >= 0 && P->peers[i].thread != thread; i--) {}
    return i;
  }
  at = (unsigned)thread * 2654435761u & (unsigned)P->peer_mask;
  while (P->peer_slots[at] != 0 && P->peers[P->peer_slots[at] - 1].thread != thread) at = (at + 1) & (unsigned)P->peer_mask;
  return P->peer_slots[at] - 1;
}

int upc_stride_plan_peer(upc_stride_plan_t *P, int thread) {
  int i = find_peer(P, thread);
  if (i >= 0) return i;
  P->peers = upc_stride_plan_grow(P, P->peers, P->npeers, &P->peers_capacity, sizeof *P->peers);
  P->peers[P->npeers].channel = upc_stride_channel_with(thread);
  P->peers[P->npeers++].thread = thread;
  if (P->npeers > 16 && 2 * P->npeers > P->peer_mask) rehash(P);
  else if (P->peer_mask > 0) {
    unsigned at = (unsigned)thread * 2654435761u & (unsigned)P->peer_mask;
    while (P->peer_slots[at] != 0) at = (at + 1) & (unsigned)P->peer_mask;
    P->peer_slots[at] = P->npeers;
  }
  return P->npeers - 1;
}
