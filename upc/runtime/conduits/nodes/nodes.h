/* SPDX-License-Identifier: BSD-3-Clause
 * nodes.h: what conduits with far threads share. A *node* is a set of threads that reach each other by address. If two
 * threads are near each other, both are near to the same others. A conduit whose has.h defines URTC_NODES gets from
 * this folder atomics on near words (atomics.c), a barrier (barrier.c) and a way to wait (wait.c). This header
 * declares what the conduit must bring for them. */
#ifndef URT_NODES_H
#define URT_NODES_H

#include <stdint.h>
#include "conduits/conduit.h"

enum { ROUNDS = 17 };             /* of a barrier between nodes: 2^17 is more than URTK_MOST_PROCESSES */

/* What a node says in a round: the phase it is about, and the first tag it has heard of, (thread + 1) << 32 | tag,
 * or 0. */
struct said { uint64_t tag, phase; };

struct barrier {
  _Alignas(URTK_LINE) uint32_t arrived;  /* threads of the node that have notified in this phase */
  uint64_t tag;                   /* their first tag */
  _Alignas(URTK_LINE) uint32_t released; /* phases completed: what waiting threads watch, and sleep on */
  _Alignas(URTK_LINE) uint32_t sleepers;
  _Alignas(URTK_LINE) uint32_t crossing; /* the phase that is being agreed with other nodes, 0 for none */
  uint32_t busy;                  /* 1 while a thread of the node sees to that */
  int round, sent;                /* the round it is in; 1 once its message has been sent */
  struct said heard[2][ROUNDS];   /* by phase & 1 and round: written by urtk_hear */
};

/* ---- The conduit's ---- */
extern int urtc_nodes, urtc_node;        /* nodes of the job, and which one this is */
extern int *urtc_leader;                 /* by node: its first thread */
extern int *urtc_first_of;               /* by thread: the first one of its node. The conduit fills it */
int urtc_node_threads(void);             /* threads of this node */
struct barrier *urtc_barrier(int which); /* of this node: zeroed memory that its threads share */
/* What an atomic operation (conduit.h) does to a far word; the old value. */
typedef enum { URTC_LOAD, URTC_STORE, URTC_SWAP, URTC_FETCH_ADD, URTC_COMPARE_SWAP } urtc_update_t;
uint64_t urtc_update_far(urt_ptr_t word, urtc_update_t update, uint64_t value, uint64_t expected);
/* Has urtk_hear called by a thread of that node. Returns at once. */
void urtc_tell_node(int node, int barrier, uint32_t phase, int round, uint64_t tag);

/* ---- For the conduit ---- */
static inline void urtk_hear(int barrier, uint32_t phase, int round, uint64_t tag) {
  struct said *heard = &urtc_barrier(barrier)->heard[phase & 1][round];
  heard->tag = tag;
  __atomic_store_n(&heard->phase, phase, __ATOMIC_RELEASE);
}
/* An atomic operation on a near word; the old value. Sequentially consistent, as conduit.h says. */
static inline uint64_t urtk_update(uint64_t *word, urtc_update_t update, uint64_t value, uint64_t expected) {
  switch (update) {
    case URTC_LOAD: return __atomic_load_n(word, __ATOMIC_SEQ_CST);
    case URTC_STORE: return __atomic_store_n(word, value, __ATOMIC_SEQ_CST), 0;
    case URTC_SWAP: return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
    case URTC_FETCH_ADD: return __atomic_fetch_add(word, value, __ATOMIC_SEQ_CST);
    case URTC_COMPARE_SWAP: break;
  }
  __atomic_compare_exchange_n(word, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}

#endif
