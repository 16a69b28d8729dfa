/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: a far word is changed by its owner, on request, with the processor's own atomics, which near words have
 * (nodes/atomics.c): MPI's accumulates are not atomic with the processor's instructions, so to use those every thread
 * of a node would have to go through MPI for its own node's words as well. */
#include "conduits/mpi/message.h"

uint64_t urtc_update_far(urt_ptr_t word, urtc_update_t update, uint64_t value, uint64_t expected) {
  struct message m;
  m.kind = UPDATE, m.place = word.offset, m.value = value, m.expected = expected, m.to = update;
  return urtc_ask((int)word.thread, &m, 0);
}
