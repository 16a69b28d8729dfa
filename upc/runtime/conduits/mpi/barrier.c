/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: what the barrier of threads in nodes (nodes/barrier.c) needs: its words, and a message to the first thread of
 * another node. That thread passes what it hears on to the others of its node, in words that they share. */
#include "conduits/mpi/message.h"

struct barrier *urtc_barrier(int which) { return &urtc_control->barrier[which]; }

void urtc_tell_node(int node, int barrier, uint32_t phase, int round, uint64_t tag) {
  struct message m;
  m.kind = MEET, m.place = phase, m.value = (uint64_t)round, m.expected = tag, m.to = (uint64_t)barrier;
  urtc_tell(urtc_leader[node], &m);
}
