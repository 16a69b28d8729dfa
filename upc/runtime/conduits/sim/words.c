/* SPDX-License-Identifier: BSD-3-Clause
 * sim: what a thread does in the memory of its node by address: words that it writes and finds, bytes that it copies.
 *
 * A word by which threads order what they do is read and written in the order of virtual time: the thread catches up
 * before. Such an access takes `near_word`, and has its effect at the end of this time.
 *
 * The library's own words have another cost: who finds a word that another core has written waits for its line, however
 * long ago that was. This is `near_latency`. */
#include <stdint.h>
#include "conduits/sim/control.h"

unsigned int urt_words_found = 0;
urt_size_t urt_bytes_copied = 0;

void urtc_count_near(void) {
  const struct sim_costs *costs = &urtc_control->costs;
  if (urt_bytes_copied && costs->host_factor == 0) urtc_seat->now += (double)urt_bytes_copied * costs->near_byte;
  if (urt_words_found) urtc_seat->now += urt_words_found * costs->near_latency;
  urt_bytes_copied = 0;
  urt_words_found = 0;
}

void urtc_may_have_written(void) {
  if (urtc_seat->now < urtc_seat->wrote_at) urtc_seat->wrote_at = urtc_seat->now;
  urtc_had_effect();
}

void urt_wrote_word(void) {
  if (!urtc_seat) return;
  urtc_may_have_written();
  urtc_seat->touched = 1;
}

void urt_writes_word(int thread) {
  struct sim_seat *seat = urtc_seat;
  if (!seat) return;
  urtc_count_near();
  urtc_catch_up();
  urtc_may_have_written();
  if (seat->told_count == SIM_TOLD) seat->touched = 1; /* the list is full: all threads of the node look */
  else if (seat->told_count == 0 || seat->told[seat->told_count - 1] != thread) seat->told[seat->told_count++] = thread;
}

/* ---- words by which threads order what they do ---- */
enum { STANDING = 1024 };                /* accesses in a row for which no time has passed: others go on */

void urt_catches_up(void) {
  static double latest;
  static unsigned standing;
  if (!urtc_seat) return;
  urtc_enter();
  urtc_spend(urtc_control->costs.near_word);
  standing = urtc_seat->now == latest ? standing + 1 : 0;
  if (standing == STANDING) urtc_poll();
  urtc_catch_up();
  latest = urtc_seat->now;
  urtc_leave();
}

void urt_looks_at(const void *address) {
  const char *word = (const char *)((uintptr_t)address & ~(uintptr_t)7);
  urt_catches_up();
  if (urtc_seat) urtc_note_look((uint64_t)(word - urtc_segments), word, sizeof(uint64_t));
}
