/* SPDX-License-Identifier: BSD-3-Clause
 * smp: the processor's own atomics, which work between processes. Sequentially consistent, as conduit.h says: strict
 * operations of upc_atomic.h, locks and synchronisation variables rely on one order of all of them. */
#include "conduits/conduit.h"

static uint64_t *at(urt_ptr_t word) { return urt_near(word); }

uint64_t urtc_load(urt_ptr_t word) { return __atomic_load_n(at(word), __ATOMIC_SEQ_CST); }
void urtc_store(urt_ptr_t word, uint64_t value) { __atomic_store_n(at(word), value, __ATOMIC_SEQ_CST); }
uint64_t urtc_swap(urt_ptr_t word, uint64_t value) { return __atomic_exchange_n(at(word), value, __ATOMIC_SEQ_CST); }
uint64_t urtc_fetch_add(urt_ptr_t word, uint64_t value) {
  return __atomic_fetch_add(at(word), value, __ATOMIC_SEQ_CST);
}
uint64_t urtc_compare_swap(urt_ptr_t word, uint64_t expected, uint64_t value) {
  __atomic_compare_exchange_n(at(word), &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
