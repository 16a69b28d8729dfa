/* SPDX-License-Identifier: BSD-3-Clause
 * Atomics where threads have nodes (nodes.h): the processor's own on near words, the conduit's on far ones, which must
 * be atomic with those. */
#include "conduits/nodes/nodes.h"

#ifdef URTC_NODES

static uint64_t *at(urt_ptr_t word) { return urt_near(word); }

uint64_t urtc_load(urt_ptr_t word) {
  return urt_is_near(word) ? __atomic_load_n(at(word), __ATOMIC_SEQ_CST) : urtc_update_far(word, URTC_LOAD, 0, 0);
}
void urtc_store(urt_ptr_t word, uint64_t value) {
  if (urt_is_near(word)) __atomic_store_n(at(word), value, __ATOMIC_SEQ_CST);
  else urtc_update_far(word, URTC_STORE, value, 0);
}
uint64_t urtc_swap(urt_ptr_t word, uint64_t value) {
  return urt_is_near(word) ? __atomic_exchange_n(at(word), value, __ATOMIC_SEQ_CST)
                           : urtc_update_far(word, URTC_SWAP, value, 0);
}
uint64_t urtc_fetch_add(urt_ptr_t word, uint64_t value) {
  return urt_is_near(word) ? __atomic_fetch_add(at(word), value, __ATOMIC_SEQ_CST)
                           : urtc_update_far(word, URTC_FETCH_ADD, value, 0);
}
uint64_t urtc_compare_swap(urt_ptr_t word, uint64_t expected, uint64_t value) {
  if (!urt_is_near(word)) return urtc_update_far(word, URTC_COMPARE_SWAP, value, expected);
  __atomic_compare_exchange_n(at(word), &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}

#endif
