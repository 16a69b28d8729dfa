/* SPDX-License-Identifier: BSD-3-Clause
 * sim: handles of what is under way. The simulator tells which have finished; then what was got is copied. It gives the
 * thread a turn for those alone that the thread has asked for: a thread with many transfers under way asks for the one
 * that comes next. */
#include <string.h>
#include "conduits/sim/control.h"
#include "base/table.h"

enum { UNLISTED = SIM_AWAITED + 1 };

struct handle {
  uint32_t finished;
  uint32_t awaited;                      /* 0: not asked for; its place in the seat's list, and 1; or UNLISTED */
  const void *from;
  uint64_t bytes;
  union { void *to; uint64_t value; };   /* under way; finished: the first word that it has brought */
};
static struct urtk_table table = {.bytes = sizeof(struct handle), .what = "transfers under way"};

static struct handle *entry(uint32_t handle) { return urtk_entry(&table, handle); }

uint32_t urtc_new_handle(void *to, const void *from, uint64_t bytes) {
  uint32_t handle = urtk_take_entry(&table);
  *entry(handle) = (struct handle){.to = to, .from = from, .bytes = bytes};
  return handle;
}

static void ask_for(uint32_t handle) {
  struct handle *h = entry(handle);
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
    entry(last)->awaited = h->awaited;
  }
  h->awaited = 0;
}

void urtc_finish_handles(void) {
  for (uint32_t i = 0; i < urtc_seat->finished_count; i++) {
    const struct sim_finished *f = &sim_finished_of(urtc_control, urt_mythread)[i];
    struct handle *h = entry(f->handle);
    if (h->from && urtc_has_data(h->from) && urtc_has_data(h->to))
      memcpy(h->to, h->bytes > SIM_SHORT ? h->from : (const void *)f->value, h->bytes);
    h->value = f->value[0];
    h->finished = 1;
    awaited_no_more(h);
  }
  urtc_seat->finished_count = 0;
}

int urtc_handle_done(uint32_t handle, uint64_t *value) {
  struct handle *h = entry(handle);
  if (!h->finished) {
    ask_for(handle);
    return 0;
  }
  *value = h->value;
  urtk_free_entry(&table, handle);
  return 1;
}
