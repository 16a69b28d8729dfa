/* SPDX-License-Identifier: BSD-3-Clause
 * The messages of a graph: explained in graph_messages.h. */
#include "graph/graph_messages.h"
#include "base/line.h"
#include "base/near.h"
#include "base/port.h"

#include <string.h>

static void copy_level(const upc_stride_box_copy_t *c, int level, char *to, const char *from) {
  long long i;
  if (level < 0) {
    memcpy(to, from, c->bytes);
    return;
  }
  for (i = 0; i < c->count[level]; i++, to += c->to_stride[level], from += c->from_stride[level]) {
    if (level == 0) memcpy(to, from, c->bytes);
    else copy_level(c, level - 1, to, from);
  }
}

/* Single numbers, as in the columns of a matrix, are copied without calls. */
static void copy_numbers(const upc_stride_box_copy_t *c, char *to, const char *from) {
  long long i;
  for (i = 0; i < c->count[0]; i++, to += c->to_stride[0], from += c->from_stride[0]) memcpy(to, from, 8);
}

/* ---- races: a message hands over what its sender knows, and a credit what the reader knows ---- */

static void tell_level(const upc_stride_box_copy_t *c, const ptrdiff_t *stride, int level, const char *at, int kind) {
  long long i;
  if (level < 0) upc_stride_tell_access(at, c->bytes, kind);
  for (i = 0; level >= 0 && i < c->count[level]; i++) tell_level(c, stride, level - 1, at + i * stride[level], kind);
}

static void tell_races(const upc_stride_box_copy_t *c, const char *to, const char *from) {
  tell_level(c, c->from_stride, c->levels - 1, from, UPC_STRIDE_TELL_READS);
  tell_level(c, c->to_stride, c->levels - 1, to, UPC_STRIDE_TELL_WRITES);
}

void upc_stride_graph_copy(const upc_stride_graph_copy_t *c, int generation) {
  char *to = c->to + (size_t)(generation & 1) * c->to_bytes + c->box.to;
  const char *from = c->from + (size_t)(generation & 1) * c->from_bytes + c->box.from;
  if (upc_stride_is_watched()) tell_races(&c->box, to, from);
  if (!upc_stride_copies(to, from, c->box.bytes)) return;
  if (c->box.levels == 1 && c->box.bytes == 8) copy_numbers(&c->box, to, from);
  else copy_level(&c->box, c->box.levels - 1, to, from);
}

/* ---- slots and streams ---- */

int upc_stride_graph_by_address(int thread) { return upc_stride_has_atomics() && upc_stride_near(thread); }

/* In place, a message is sent when the storage is free, so that the one before has been unpacked. */
int upc_stride_message_slots(const upc_stride_message_t *m) {
  return m->when == UPC_STRIDE_MOVE_EACH && !m->in_place ? 2 : 1;
}

size_t upc_stride_message_slot_bytes(const upc_stride_message_t *m) {
  return upc_stride_whole_lines(m->bytes);
}

/* A message that fits into a slot of a ring goes at once: the network copies it. A longer one goes on as a stream,
 * without a copy, while its sender does other things; but not if it may be empty: a stream has a fixed length. */
void upc_stride_graph_way_find(upc_stride_graph_way_t *w, int thread, int number, size_t bytes,
                               int conditional) {
  w->channel = upc_stride_channel_with(thread);
  upc_stride_channel_give_ring(w->channel);
  w->tag = UPC_STRIDE_GRAPH_TAG + (unsigned)number;
  w->streams = !conditional && bytes > upc_stride_eager() && number < UPC_STRIDE_GRAPH_TAGS &&
               upc_stride_streams(thread, bytes);
}

/* The bytes of a message: of one with a branch, those of its head, if this says that it is empty. */
static size_t message_bytes(const char *slot, size_t bytes, int conditional) {
  int full = 1;
  if (conditional) memcpy(&full, slot, sizeof full);
  return full ? bytes : UPC_STRIDE_MESSAGE_HEAD;
}

/* The bytes of the next part of a message that goes by the channel. */
static size_t part_bytes(const upc_stride_graph_way_t *w, size_t bytes) {
  size_t left = bytes - w->part;
  return left < upc_stride_eager() ? left : upc_stride_eager();
}

/* ---- messages that come ---- */

/* The slot of a generation; null while it has another one that is still needed. */
static char *free_slot(const upc_stride_incoming_t *m, int generation) {
  int slots = upc_stride_message_slots(m->plan), before = generation - slots;
  if (before >= m->first && (before >= (int)m->here || before >= m->passed)) return NULL;
  return m->slots + (size_t)(generation % slots) * m->slot_bytes;
}

/* Takes what has come by the channel. `wanted`: a part waits for it, so messages before it in the ring are put aside.
 * These are few: a thread begins none of its parts for the third time before all have run once. */
static void take(upc_stride_incoming_t *m, int wanted) {
  upc_stride_graph_way_t *w = &m->way;
  char *slot;
  while (m->in_slots < m->end && (slot = free_slot(m, m->in_slots)) != NULL) {
    size_t bytes, n;
    const char *from = wanted ? upc_stride_channel_look(w->channel, w->tag)
                              : upc_stride_channel_next(w->channel, w->tag, &n);
    if (from == NULL) return;
    bytes = part_bytes(w, message_bytes(w->part > 0 ? slot : from, m->plan->bytes, m->plan->branch.n > 0));
    memcpy(slot + w->part, from, bytes);
    upc_stride_channel_drop(w->channel);
    w->part += bytes;
    if (w->part < message_bytes(slot, m->plan->bytes, m->plan->branch.n > 0)) continue;
    w->part = 0;
    m->in_slots++;
  }
}

int upc_stride_incoming_in_slot(upc_stride_incoming_t *m, int generation) {
  int slot = generation % upc_stride_message_slots(m->plan), there;
  if (!m->way.streams && generation >= m->in_slots) take(m, 1);
  there = m->way.streams ? generation < m->first + (int)m->way.begun && upc_stride_streamed(&m->way.handle[slot])
                         : generation < m->in_slots;
  if (there) upc_stride_tell_order(m->record, 1);
  return there;
}

int upc_stride_incoming_take(upc_stride_incoming_t *m) {
  const int generation = m->in_slots;
  const size_t part = m->way.part;
  take(m, 0);
  return m->in_slots > generation || m->way.part > part;
}

void upc_stride_incoming_ask(upc_stride_incoming_t *m) {
  upc_stride_graph_way_t *w = &m->way;
  int slots = upc_stride_message_slots(m->plan), generation = m->first + (int)w->begun;
  char *slot;
  for (; generation < m->end && (slot = free_slot(m, generation)) != NULL; generation++)
    w->handle[generation % slots] = upc_stride_stream_receive(slot, m->from, w->tag, w->begun++, m->plan->bytes);
}

/* The credit that a generation needs; 0: none. */
static int wanted_for(upc_stride_move_when_t when, int in_place, int waits, int generation) {
  if (when == UPC_STRIDE_MOVE_FINAL && !in_place) return 1;
  if (when == UPC_STRIDE_MOVE_ONCE && !in_place) return 0;
  if (!in_place) return generation - 1;
  if (when != UPC_STRIDE_MOVE_EACH || generation == 0) return waits;
  return generation + 1;
}

/* Unpacks the next generation, if it is there and nobody reads what it replaces. */
static int unpack(upc_stride_incoming_t *m) {
  int generation = (int)m->here > m->first ? (int)m->here : m->first, i, full;
  const char *slot;
  if (m->read < wanted_for(m->plan->when, m->plan->in_place, m->plan->waits, generation)) return 0;
  if (!upc_stride_incoming_in_slot(m, generation)) return 0;
  slot = m->slots + (size_t)(generation % upc_stride_message_slots(m->plan)) * m->slot_bytes;
  full = message_bytes(slot, m->plan->bytes, m->plan->branch.n > 0) == m->plan->bytes;
  for (i = 0; i < m->copies && full; i++)
    if (m->copy[i].now || generation < m->last) upc_stride_graph_copy(&m->copy[i], generation);
  m->here = (unsigned)generation + 1;
  if (m->way.streams) upc_stride_incoming_ask(m);
  return 1;
}

int upc_stride_incoming_there(upc_stride_incoming_t *m, unsigned base, int count) {
  int here;
  if ((int)m->here >= count) return 1;
  if (!m->near) {
    while ((int)m->here < count)
      if (!unpack(m)) return 0;
    return 1;
  }
  here = (int)(upc_stride_read_word(m->record_here, m->record) - base);
  if (here > (int)m->here) {
    m->here = (unsigned)here;
    upc_stride_found_word(m->from);
    upc_stride_tell_order(m->record, 1);
  }
  return here >= count;
}

void upc_stride_incoming_read(upc_stride_incoming_t *m, unsigned base, int count) {
  m->read = count;
  if (count > m->most) count = m->most;
  if (!m->near || count <= (int)m->reported) return;
  m->reported = (unsigned)count;
  upc_stride_tell_order(m->credit, 0);
  upc_stride_write_word(m->credit_here, m->credit, base + m->reported);
}

int upc_stride_incoming_most(const upc_stride_incoming_t *m) {
  const upc_stride_message_t *p = m->plan;
  int last = p->when == UPC_STRIDE_MOVE_EACH && !p->now ? m->last - 1 : m->last;
  if (((const upc_stride_graph_record_t *)m->record_here)->implied || last < 0) return 0;
  return wanted_for(p->when, p->in_place, p->waits, last);
}

/* ---- messages that go ---- */

char *upc_stride_outgoing_slot(const upc_stride_outgoing_t *m, int generation) {
  return m->packed + (size_t)(generation % m->slot_count) * m->slot_bytes;
}

/* Sends what is under way by the channel, as far as there are free slots. */
static void push(const upc_stride_outgoing_t *m, upc_stride_target_t *t) {
  upc_stride_graph_way_t *w = &t->way;
  while (t->under_way[t->oldest]) {
    const char *packed = upc_stride_outgoing_slot(m, t->oldest);
    const size_t all = message_bytes(packed, m->bytes, m->conditional), bytes = part_bytes(w, all);
    char *slot = upc_stride_channel_slot(w->channel, bytes);
    if (slot == NULL) return;
    memcpy(slot, packed + w->part, bytes);
    upc_stride_channel_send(w->channel, w->tag, bytes);
    w->part += bytes;
    if (w->part < all) continue;
    w->part = 0;
    t->under_way[t->oldest] = 0;
    t->oldest = (t->oldest + 1) % m->slot_count;
  }
}

static int test_target(const upc_stride_outgoing_t *m, upc_stride_target_t *t) {
  int i;
  if (!t->way.streams) push(m, t);
  for (i = 0; i < m->slot_count && t->way.streams; i++)
    if (t->under_way[i]) t->under_way[i] = !upc_stride_streamed(&t->way.handle[i]);
  return !t->under_way[0] && !t->under_way[1];
}

int upc_stride_outgoing_test(upc_stride_outgoing_t *m) {
  int i, complete = 1;
  if (m->near) return 1;
  for (i = 0; i < m->targets; i++) complete &= test_target(m, &m->target[i]);
  return complete;
}

int upc_stride_outgoing_under_way(const upc_stride_outgoing_t *m, int generation) {
  int i;
  for (i = 0; i < m->targets; i++)
    if (m->target[i].under_way[generation % m->slot_count]) return 1;
  return 0;
}

static int credit_suffices(const upc_stride_outgoing_t *m, upc_stride_target_t *t, unsigned base, int generation) {
  int read, wanted = wanted_for(m->when, m->in_place, t->waits, generation);
  if (wanted < 1 || t->implied || (int)t->read >= wanted) return 1;
  read = (int)(upc_stride_read_word(t->credit_here, t->credit) - base);
  if (read > (int)t->read) { /* it may be that of an earlier run */
    t->read = (unsigned)read;
    upc_stride_found_word(t->thread);
    upc_stride_tell_order(t->credit, 1);
  }
  return (int)t->read >= wanted;
}

/* With one slot, another generation of which some parts have delivered their elements has not been sent yet. */
int upc_stride_outgoing_free(upc_stride_outgoing_t *m, unsigned base, int generation) {
  if (m->near) return credit_suffices(m, &m->target[0], base, generation);
  if (m->slot_count == 1 && m->delivered[!(generation & 1)] > 0) return 0;
  if (!upc_stride_outgoing_under_way(m, generation)) return 1;
  upc_stride_outgoing_test(m);
  return !upc_stride_outgoing_under_way(m, generation);
}

static void send_far(const upc_stride_outgoing_t *m, upc_stride_target_t *t, int slot) {
  upc_stride_graph_way_t *w = &t->way;
  if (!t->under_way[0] && !t->under_way[1]) t->oldest = slot;
  t->under_way[slot] = 1;
  if (!w->streams) push(m, t);
  else w->handle[slot] = upc_stride_stream_send(t->thread, w->tag, w->begun++,
                                                upc_stride_outgoing_slot(m, slot), m->bytes);
}

void upc_stride_outgoing_send(upc_stride_outgoing_t *m, unsigned base, int generation) {
  int i;
  for (i = 0; i < m->targets; i++) upc_stride_tell_order(m->target[i].record, 0);
  if (m->near) upc_stride_write_word(m->record_here, m->target[0].record, base + (unsigned)generation + 1);
  for (i = 0; i < m->targets && !m->near; i++) send_far(m, &m->target[i], generation % m->slot_count);
}

void upc_stride_outgoing_deliver(upc_stride_outgoing_t *m, unsigned base, int generation) {
  int g = generation & 1;
  if (++m->delivered[g] < m->parts) return;
  m->delivered[g] = 0;
  upc_stride_outgoing_send(m, base, generation);
}
