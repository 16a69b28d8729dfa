/* SPDX-License-Identifier: BSD-3-Clause
 * sim: handles of what is under way. Handle h is entry h - 1 of a table. The simulator tells which have finished; then
 * what was got is copied. It gives the thread a turn for those alone that the thread has asked for: a thread with many
 * transfers under way asks for the one that comes next. */
#include <string.h>
#include "conduits/sim/control.h"

enum { FREE, UNDER_WAY, FINISHED };
enum { UNLISTED = SIM_AWAITED + 1 };

static struct handle {
  int state;
  uint32_t next;                         /* the next free handle */
  uint32_t awaited;                      /* 0: not asked for; its place in the seat's list, and 1; or UNLISTED */
  void *to;
  const void *from;
  uint64_t bytes, value;
} *table;
static uint32_t entries, first_free;

uint32_t urtc_new_handle(void *to, const void *from, uint64_t bytes) {
  if (!first_free) {
    uint32_t more = entries ? 2 * entries : 16;
    table = urtk_larger(table, more, sizeof *table, "transfers under way");
    for (uint32_t i = entries; i < more; i++) table[i] = (struct handle){.next = i + 1 < more ? i + 2 : 0};
    first_free = entries + 1;
    entries = more;
  }
  uint32_t handle = first_free;
  first_free = table[handle - 1].next;
  table[handle - 1] = (struct handle){UNDER_WAY, 0, 0, to, from, bytes, 0};
  return handle;
}

static void ask_for(uint32_t handle) {
  struct handle *h = &table[handle - 1];
  if (h->awaited) return;
  if (urtc_seat->awaited_count == SIM_AWAITED) {
    h->awaited = UNLISTED;
    urtc_seat->awaited_unlisted++;
    return;
  }
  urtc_seat->awaited[urtc_seat->awaited_count++] = handle;
  h->awaited = urtc_seat->awaited_count;
}

static void awaited_no_more(struct handle *h) {
  if (h->awaited == UNLISTED) {
    urtc_seat->awaited_unlisted--;
  } else if (h->awaited) { /* the last of the list takes its place */
    uint32_t last = urtc_seat->awaited[--urtc_seat->awaited_count];
    urtc_seat->awaited[h->awaited - 1] = last;
    table[last - 1].awaited = h->awaited;
  }
  h->awaited = 0;
}

void urtc_finish_handles(void) {
  for (uint32_t i = 0; i < urtc_seat->finished_count; i++) {
    struct handle *h = &table[urtc_seat->finished[i].handle - 1];
    if (h->from && urtc_has_data(h->from) && urtc_has_data(h->to)) memcpy(h->to, h->from, h->bytes);
    h->value = urtc_seat->finished[i].value;
    h->state = FINISHED;
    awaited_no_more(h);
  }
  urtc_seat->finished_count = 0;
}

int urtc_handle_done(uint32_t handle, uint64_t *value) {
  struct handle *h = &table[handle - 1];
  if (h->state != FINISHED) {
    ask_for(handle);
    return 0;
  }
  *value = h->value;
  h->state = FREE;
  h->next = first_free;
  first_free = handle;
  return 1;
}

uint64_t urtc_wait_handle(uint32_t handle) {
  uint64_t value;
  urtc_seat->touched = 1;
  while (!urtc_handle_done(handle, &value)) {
    urtc_give_turn(SIM_NEWS, SIM_FOREVER);
    urtc_seat->touched = 0;
  }
  return value;
}
