/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: the processor's own atomics on near words. A far word is changed by its owner, on request, with the same:
 * MPI's accumulates are not atomic with the processor's instructions, so to use those every thread of a node would
 * have to go through MPI for its own node's words as well. */
#include "message.h"

static uint64_t *at(urt_ptr_t word) { return urt_near(word); }

static uint64_t far(urt_ptr_t word, kind_t kind, uint64_t value, uint64_t expected) {
  struct message m;
  m.kind = kind, m.place = word.offset, m.value = value, m.expected = expected, m.to = 0;
  return urtc_ask((int)word.thread, &m, 0);
}

uint64_t urtc_load(urt_ptr_t word) {
  return urt_is_near(word) ? __atomic_load_n(at(word), __ATOMIC_SEQ_CST) : far(word, LOAD, 0, 0);
}
void urtc_store(urt_ptr_t word, uint64_t value) {
  if (urt_is_near(word)) __atomic_store_n(at(word), value, __ATOMIC_SEQ_CST);
  else far(word, STORE, value, 0);
}
uint64_t urtc_swap(urt_ptr_t word, uint64_t value) {
  return urt_is_near(word) ? __atomic_exchange_n(at(word), value, __ATOMIC_SEQ_CST) : far(word, SWAP, value, 0);
}
uint64_t urtc_fetch_add(urt_ptr_t word, uint64_t value) {
  return urt_is_near(word) ? __atomic_fetch_add(at(word), value, __ATOMIC_SEQ_CST) : far(word, ADD, value, 0);
}
uint64_t urtc_compare_swap(urt_ptr_t word, uint64_t expected, uint64_t value) {
  if (!urt_is_near(word)) return far(word, COMPARE, value, expected);
  __atomic_compare_exchange_n(at(word), &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
