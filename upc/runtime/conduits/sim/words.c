/* SPDX-License-Identifier: BSD-3-Clause
 * sim: what a thread does in the memory of its node by address: words that it writes and finds, bytes that it copies.
 *
 * Who finds a word that another core has written waits for its line, however long ago that was: `near_latency`. In its
 * turn a thread is ahead of the others by what it has spent. So before it writes a word for another thread, it gives
 * the turn back until its time has come: else the other thread would find the word too early. It need not do so while
 * it is ahead by less than what the other thread will wait for the line. */
#include "conduits/sim/control.h"

unsigned int urt_words_written = 0, urt_words_found = 0;
urt_size_t urt_bytes_copied = 0;

void urtc_count_near(void) {
  const struct sim_costs *costs = &urtc_control->costs;
  if (urt_bytes_copied && costs->host_factor == 0) urtc_seat->now += (double)urt_bytes_copied * costs->near_byte;
  if (urt_words_found) urtc_seat->now += urt_words_found * costs->near_latency;
  urt_bytes_copied = 0;
  urt_words_found = 0;
}

int urtc_has_written(void) {
  static unsigned int told;
  int news = told != urt_words_written;
  told = urt_words_written;
  return news;
}

static int is_ahead(void) {
  double latency = urtc_control->costs.near_latency;
  return latency > 0 && urtc_seat->now >= urtc_turn_began + latency;
}

void urt_writes_word(int thread) {
  struct sim_seat *seat = urtc_seat;
  if (!seat) return;
  urtc_count_near();
  if (is_ahead()) {
    urtc_enter();
    seat->touched = (uint32_t)urtc_has_written();
    urtc_give_turn(SIM_CATCH_UP, seat->now);
    urtc_leave();
  }
  if (seat->told_count == 0) seat->told_at = seat->now;
  if (seat->told_count == SIM_TOLD) urt_words_written++; /* the list is full: all threads of the node look */
  else if (seat->told_count == 0 || seat->told[seat->told_count - 1] != thread) seat->told[seat->told_count++] = thread;
}
