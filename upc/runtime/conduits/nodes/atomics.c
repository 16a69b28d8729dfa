/* SPDX-License-Identifier: BSD-3-Clause
 * Atomics where threads have nodes (nodes.h): the processor's own on near words, the conduit's on far ones, which must
 * be atomic with those. */
#include "conduits/nodes/nodes.h"

#ifdef URTC_NODES

static uint64_t update(urt_ptr_t word, urtc_update_t how, uint64_t value, uint64_t expected) {
  return urt_is_near(word) ? urtk_update(urt_near(word), how, value, expected)
                           : urtc_update_far(word, how, value, expected);
}

uint64_t urtc_load(urt_ptr_t word) { return update(word, URTC_LOAD, 0, 0); }
void urtc_store(urt_ptr_t word, uint64_t value) { update(word, URTC_STORE, value, 0); }
uint64_t urtc_swap(urt_ptr_t word, uint64_t value) { return update(word, URTC_SWAP, value, 0); }
uint64_t urtc_fetch_add(urt_ptr_t word, uint64_t value) { return update(word, URTC_FETCH_ADD, value, 0); }
uint64_t urtc_compare_swap(urt_ptr_t word, uint64_t expected, uint64_t value) {
  return update(word, URTC_COMPARE_SWAP, value, expected);
}

#endif
