/* SPDX-License-Identifier: BSD-3-Clause
 * sim: near words are changed by the processor when the thread's time has come, far ones by the simulator when the
 * request arrives. No thread runs while the simulator does, so they are atomic with each other. */
#include "conduits/sim/control.h"

static uint64_t *at(urt_ptr_t word) { return urt_near(word); }

static void wrote(urt_ptr_t word) { urt_wrote_word(at(word), sizeof(uint64_t)); }

static int near(urt_ptr_t word) { return urt_is_near(word) ? (urt_catches_up(), 1) : 0; }

static uint64_t far(urt_ptr_t word, enum sim_change change, uint64_t value, uint64_t expected) {
  urtc_enter();
  double began = urtc_seat->now;
  urtc_spend(urtc_control->costs.send);
  struct sim_post post = urtc_post_for(SIM_ATOMIC, (int)word.thread);
  post.bytes = sizeof value;
  post.dst = urtc_place_of(word);
  post.change = change, post.value = value, post.expected = expected;
  post.handle = urtc_new_handle(NULL, NULL, 0);
  urtc_post(&post, NULL);
  uint64_t old = urtc_wait_handle(post.handle);
  if (change == SIM_LOAD || (change == SIM_COMPARE_SWAP && old != expected))
    urtc_note_look(post.dst, &old, sizeof old, urtc_seat->now - began);
  else urtc_note_call(1);
  urtc_leave();
  return old;
}

static uint64_t load_far(urt_ptr_t word) {
  uint64_t value;
  urtc_enter();
  urt_looks_far();
  int known = urtc_looks_again(urtc_place_of(word), &value, sizeof value);
  urtc_leave();
  return known ? value : far(word, SIM_LOAD, 0, 0);
}

uint64_t urtc_load(urt_ptr_t word) {
  if (!urt_is_near(word)) return load_far(word);
  urt_looks_at(at(word));
  return __atomic_load_n(at(word), __ATOMIC_SEQ_CST);
}

void urtc_store(urt_ptr_t word, uint64_t value) {
  if (near(word)) __atomic_store_n(at(word), value, __ATOMIC_SEQ_CST), wrote(word);
  else far(word, SIM_STORE, value, 0);
}

uint64_t urtc_swap(urt_ptr_t word, uint64_t value) {
  if (!near(word)) return far(word, SIM_SWAP, value, 0);
  wrote(word);
  return __atomic_exchange_n(at(word), value, __ATOMIC_SEQ_CST);
}

uint64_t urtc_fetch_add(urt_ptr_t word, uint64_t value) {
  if (!near(word)) return far(word, SIM_FETCH_ADD, value, 0);
  wrote(word);
  return __atomic_fetch_add(at(word), value, __ATOMIC_SEQ_CST);
}

uint64_t urtc_compare_swap(urt_ptr_t word, uint64_t expected, uint64_t value) {
  if (!near(word)) return far(word, SIM_COMPARE_SWAP, value, expected);
  if (__atomic_compare_exchange_n(at(word), &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) wrote(word);
  else if (urtc_seat) urtc_note_look(urtc_place_of(word), &expected, sizeof expected, urtc_control->costs.near_word);
  return expected;
}
