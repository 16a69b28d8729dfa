/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: atomic operations on far words. The owner makes the change on request, by the processor's own atomics, as on
 * near words (nodes/atomics.c). MPI's accumulates are not used, since they are not atomic with the processor's
 * instructions: then every thread would have to go through MPI for the words of its own node, too. */
#include "conduits/mpi/message.h"

uint64_t urtc_update_far(urt_ptr_t word, urtc_update_t update, uint64_t value, uint64_t expected) {
  struct message m;
  m.kind = UPDATE, m.place = word.offset, m.value = value, m.expected = expected, m.to = update;
  return urtc_ask((int)word.thread, &m, 0);
}
