/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: the processor's own atomics on near words, a domain of GASNet's remote atomics for far ones. What GASNet
 * promises is that operations of a domain are atomic with one another. These are atomic with the processor's as well,
 * because the domain favours neighbours: then GASNet 2023.3 to 2025.8 leave the operation to the owner's processor,
 * on a message, or to an InfiniBand adapter that reports its atomics as global, never to any other. */
#include <gasnet_ratomic.h>
#include "control.h"

static gex_AD_t domain;

void urtc_make_atomics(void) {
  gex_AD_Create(&domain, urtc_team, GEX_DT_U64, GEX_OP_GET | GEX_OP_SET | GEX_OP_SWAP | GEX_OP_FADD | GEX_OP_FCAS,
                GEX_FLAG_AD_FAVOR_MY_NBRHD);
}

uint64_t urtc_atomic(int thread, void *word, gex_OP_t operation, uint64_t a, uint64_t b) {
  uint64_t old = 0;
  gex_Event_Wait(gex_AD_OpNB_U64(domain, &old, (gex_Rank_t)thread, word, operation, a, b, GEX_FLAG_AD_ACQ | GEX_FLAG_AD_REL));
  return old;
}

static uint64_t *at(urt_ptr_t word) { return urt_near(word); }

static uint64_t far(urt_ptr_t word, gex_OP_t operation, uint64_t a, uint64_t b) {
  urtc_settle();
  return urtc_atomic((int)word.thread, urtc_owner[word.thread] + word.offset, operation, a, b);
}

uint64_t urtc_load(urt_ptr_t word) {
  return urt_is_near(word) ? __atomic_load_n(at(word), __ATOMIC_SEQ_CST) : far(word, GEX_OP_GET, 0, 0);
}
void urtc_store(urt_ptr_t word, uint64_t value) {
  if (urt_is_near(word)) __atomic_store_n(at(word), value, __ATOMIC_SEQ_CST);
  else far(word, GEX_OP_SET, value, 0);
}
uint64_t urtc_swap(urt_ptr_t word, uint64_t value) {
  return urt_is_near(word) ? __atomic_exchange_n(at(word), value, __ATOMIC_SEQ_CST) : far(word, GEX_OP_SWAP, value, 0);
}
uint64_t urtc_fetch_add(urt_ptr_t word, uint64_t value) {
  return urt_is_near(word) ? __atomic_fetch_add(at(word), value, __ATOMIC_SEQ_CST) : far(word, GEX_OP_FADD, value, 0);
}
uint64_t urtc_compare_swap(urt_ptr_t word, uint64_t expected, uint64_t value) {
  if (!urt_is_near(word)) return far(word, GEX_OP_FCAS, expected, value);
  __atomic_compare_exchange_n(at(word), &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
