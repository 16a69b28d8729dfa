/* SPDX-License-Identifier: BSD-3-Clause
 * The messages of a graph: explained in graph_messages.h. */
#include "graph/graph_messages.h"
#include "base/line.h"
#include "base/near.h"
#include "base/port.h"
#include "base/tuned.h"

#include <string.h>

/* 1: the message takes its word along, as one in a slot does: the network copies it, so the sender need not wait. A
 * longer one goes on meanwhile, as a stream or a transfer, without a copy. */
static int is_short(size_t bytes) { return bytes <= upc_stride_tuned(UPC_STRIDE_SLOT_FAR) - UPC_STRIDE_LINE; }

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

void upc_stride_graph_copy(const upc_stride_graph_copy_t *c, int generation) {
  char *to = c->to + (size_t)(generation & 1) * c->to_bytes + c->box.to;
  const char *from = c->from + (size_t)(generation & 1) * c->from_bytes + c->box.from;
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
  return upc_stride_whole_lines(UPC_STRIDE_SLOT_HEAD + (m->bytes + 7) / 8 * 8);
}

void upc_stride_graph_streams_find(upc_stride_graph_streams_t *s, int thread, unsigned number, size_t bytes) {
  s->used = !is_short(bytes) && number < UPC_STRIDE_GRAPH_TAGS && upc_stride_streams(thread, bytes);
  s->tag = UPC_STRIDE_GRAPH_TAG + number;
}

/* ---- messages that come ---- */

int upc_stride_incoming_in_slot(upc_stride_incoming_t *m, unsigned base, int generation) {
  int slot = generation % upc_stride_message_slots(m->plan);
  size_t at = (size_t)slot * m->slot_bytes;
  if (m->streams.used)
    return generation < m->first + (int)m->streams.begun && upc_stride_streamed(&m->streams.handle[slot]);
  return upc_stride_read_word((char *)m->slots + at, m->slots + at) == base + (unsigned)generation + 1;
}

void upc_stride_incoming_ask(upc_stride_incoming_t *m) {
  int slots = upc_stride_message_slots(m->plan), generation = m->first + (int)m->streams.begun;
  for (; generation < m->end; generation++) {
    int slot = generation % slots, before = generation - slots; /* what the slot has had */
    char *to;
    if (before >= m->first && (before >= (int)m->here || before >= m->passed)) return;
    to = (char *)m->slots + (size_t)slot * m->slot_bytes + UPC_STRIDE_SLOT_HEAD;
    m->streams.handle[slot] = upc_stride_stream_receive(m->from, m->streams.tag, m->streams.begun++, to,
                                                        m->plan->bytes);
  }
}

/* Unpacks the next generation, if it is there. */
static int unpack(upc_stride_incoming_t *m, unsigned base) {
  int generation = (int)m->here > m->first ? (int)m->here : m->first, i;
  if (!upc_stride_incoming_in_slot(m, base, generation)) return 0;
  for (i = 0; i < m->copies; i++)
    if (m->copy[i].now || generation < m->last) upc_stride_graph_copy(&m->copy[i], generation);
  m->here = (unsigned)generation + 1;
  if (m->streams.used) upc_stride_incoming_ask(m);
  return 1;
}

int upc_stride_incoming_there(upc_stride_incoming_t *m, unsigned base, int count) {
  int here;
  if ((int)m->here >= count) return 1;
  if (!m->near) {
    while ((int)m->here < count)
      if (!unpack(m, base)) return 0;
    return 1;
  }
  here = (int)(upc_stride_read_word(m->record_here, m->record) - base);
  if (here > (int)m->here) {
    m->here = (unsigned)here;
    upc_stride_found_word(m->from);
  }
  return here >= count;
}

int upc_stride_incoming_read(upc_stride_incoming_t *m, unsigned base, unsigned count) {
  int news = m->news;
  if ((int)count > m->most) count = (unsigned)m->most;
  if (count <= m->reported) return 0;
  m->reported = count;
  if (m->near) upc_stride_write_word(m->credit_here, m->credit, base + count);
  else m->news = 1;
  return !m->near && !news;
}

/* The credit that a generation needs; 0: none. */
static int wanted_for(upc_stride_move_when_t when, int in_place, int waits, int generation) {
  if (when == UPC_STRIDE_MOVE_FINAL && !in_place) return 1;
  if (when == UPC_STRIDE_MOVE_ONCE && !in_place) return 0;
  if (!in_place) return generation - 1;
  if (when != UPC_STRIDE_MOVE_EACH || generation == 0) return waits;
  return generation + 1;
}

int upc_stride_incoming_most(const upc_stride_incoming_t *m) {
  const upc_stride_message_t *p = m->plan;
  int last = p->when == UPC_STRIDE_MOVE_EACH && !p->now ? m->last - 1 : m->last;
  if (((const upc_stride_graph_record_t *)m->record_here)->implied || last < 0) return 0;
  return wanted_for(p->when, p->in_place, p->waits, last);
}

/* ---- messages that go ---- */

/* The word of a long message that is no stream follows its bytes. */
static int test_target(const upc_stride_outgoing_t *m, upc_stride_target_t *t) {
  int i;
  for (i = 0; i < 2; i++) {
    upc_stride_place_t word = t->slots + (size_t)i * m->slot_bytes;
    if (!t->under_way[i]) continue;
    if (t->streams.used) {
      if (!upc_stride_streamed(&t->streams.handle[i])) return 0;
    } else {
      if (!upc_stride_transfer_test(&t->transfer[i])) return 0;
      upc_stride_write_word(NULL, word, m->value[i]);
    }
    t->under_way[i] = 0;
  }
  return 1;
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

static int target_free(const upc_stride_outgoing_t *m, upc_stride_target_t *t, unsigned base, int generation) {
  int read, wanted = wanted_for(m->when, m->in_place, t->waits, generation);
  if (t->under_way[generation % m->slot_count]) {
    test_target(m, t);
    if (t->under_way[generation % m->slot_count]) return 0;
  }
  if (wanted < 1 || t->implied || (int)t->read >= wanted) return 1;
  read = (int)(upc_stride_read_word(t->credit_here, t->credit) - base);
  if (read > (int)t->read) { /* it may be that of an earlier run */
    t->read = (unsigned)read;
    upc_stride_found_word(t->thread);
  }
  return (int)t->read >= wanted;
}

int upc_stride_outgoing_free(upc_stride_outgoing_t *m, unsigned base, int generation) {
  int i;
  if (m->when == UPC_STRIDE_MOVE_ONCE && !m->in_place) return 1;
  for (i = 0; i < m->targets; i++)
    if (!target_free(m, &m->target[i], base, generation)) return 0;
  return 1;
}

static void send_far(const upc_stride_outgoing_t *m, upc_stride_target_t *t, int slot) {
  size_t at = (size_t)slot * m->slot_bytes, bytes = (m->bytes + 7) / 8 * 8;
  upc_stride_place_t place = t->slots + at;
  const char *from = m->packed + at;
  if (is_short(bytes)) {
    upc_stride_write_message(place, from, UPC_STRIDE_SLOT_HEAD + bytes);
    return;
  }
  t->under_way[slot] = 1;
  if (t->streams.used) {
    upc_stride_graph_streams_t *s = &t->streams;
    s->handle[slot] = upc_stride_stream_send(t->thread, s->tag, s->begun++, from + UPC_STRIDE_SLOT_HEAD, m->bytes);
    return;
  }
  place += UPC_STRIDE_SLOT_HEAD;
  upc_stride_transfer_put(&t->transfer[slot], (shared void *)place, from + UPC_STRIDE_SLOT_HEAD, bytes);
  test_target(m, t);
}

void upc_stride_outgoing_send(upc_stride_outgoing_t *m, unsigned base, int generation) {
  unsigned value = base + (unsigned)generation + 1, head[2];
  int slot, i;
  if (m->near) {
    upc_stride_write_word(m->record_here, m->target[0].record, value);
    return;
  }
  slot = generation % m->slot_count;
  m->value[slot] = head[0] = value;
  head[1] = 0;
  memcpy(m->packed + (size_t)slot * m->slot_bytes, head, sizeof head);
  for (i = 0; i < m->targets; i++) send_far(m, &m->target[i], slot);
}

void upc_stride_outgoing_deliver(upc_stride_outgoing_t *m, unsigned base, int generation) {
  int g = generation & 1;
  if (++m->delivered[g] < m->parts) return;
  m->delivered[g] = 0;
  upc_stride_outgoing_send(m, base, generation);
}
