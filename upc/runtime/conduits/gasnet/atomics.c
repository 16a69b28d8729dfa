/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: atomic operations on far words, by a domain of GASNet's remote atomics. GASNet promises only that the
 * operations of a domain are atomic with one another. They must also be atomic with the processor's own, which near
 * words have (nodes/atomics.c). They are, because the domain favours neighbours: then GASNet 2023.3 to 2025.8 leave an
 * operation to the owner's processor, by a message, or to an InfiniBand adapter that reports its atomics as global. No
 * other adapter is used. */
#include <gasnet_ratomic.h>
#include "conduits/gasnet/control.h"

static gex_AD_t domain;

void urtc_make_atomics(void) {
  gex_AD_Create(&domain, urtc_team, GEX_DT_U64, GEX_OP_GET | GEX_OP_SET | GEX_OP_SWAP | GEX_OP_FADD | GEX_OP_FCAS,
                GEX_FLAG_AD_FAVOR_MY_NBRHD);
}

uint64_t urtc_atomic(int thread, void *word, gex_OP_t operation, uint64_t a, uint64_t b) {
  uint64_t old = 0;
  gex_Event_Wait(gex_AD_OpNB_U64(domain, &old, (gex_Rank_t)thread, word, operation, a, b,
                                 GEX_FLAG_AD_ACQ | GEX_FLAG_AD_REL));
  return old;
}

uint64_t urtc_update_far(urt_ptr_t word, urtc_update_t update, uint64_t value, uint64_t expected) {
  static const gex_OP_t operation[] = {[URTC_LOAD] = GEX_OP_GET, [URTC_STORE] = GEX_OP_SET, [URTC_SWAP] = GEX_OP_SWAP,
                                       [URTC_FETCH_ADD] = GEX_OP_FADD, [URTC_COMPARE_SWAP] = GEX_OP_FCAS};
  int compares = update == URTC_COMPARE_SWAP;
  urtc_settle();
  return urtc_atomic((int)word.thread, urtc_owner[word.thread] + word.offset, operation[update],
                     compares ? expected : value, compares ? value : 0);
}
