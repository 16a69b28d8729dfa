/* SPDX-License-Identifier: BSD-3-Clause
 * Writing plans: steps, peers, barriers, the call's buffer, and where the ends of a flow are. */
#include "plan/builder.h"
#include "base/allocate.h"
#include "base/line.h"
#include "trees/rounds.h"

#include <stdlib.h>
#include <string.h>

int upc_stride_plan_peer(upc_stride_builder_t *B, int thread) {
  int i = upc_stride_hash_map_find(&B->peer_numbers, (unsigned)thread);
  if (i >= 0) return i;
  i = B->npeers++;
  B->peers = upc_stride_grown(B->peers, i, &B->peers_capacity, sizeof(upc_stride_peer_t), "a plan");
  B->peers[i].thread = thread;
  B->peers[i].has_messages = 0;
  B->peers[i].channel = NULL;
  upc_stride_hash_map_set(&B->peer_numbers, (unsigned)thread, i);
  return i;
}

/* The same for a thread that sends messages in the plan, or receives some. */
static int messages_with(upc_stride_builder_t *B, int thread) {
  int i = upc_stride_plan_peer(B, thread);
  B->peers[i].has_messages = B->has_messages = 1;
  return i;
}

/* The bytes of the data that a step of this kind has. */
static size_t data_of(upc_stride_step_kind_t kind) {
  if (upc_stride_step_has_pieces(kind)) return sizeof(upc_stride_pieces_step_t);
  switch (kind) {
    case UPC_STRIDE_EAGER_SEND_BYTES: case UPC_STRIDE_EAGER_RECV_BYTES: case UPC_STRIDE_RENDEZVOUS_OFFER:
    case UPC_STRIDE_RENDEZVOUS_GET: case UPC_STRIDE_STREAM_SEND: case UPC_STRIDE_STREAM_RECV:
      return sizeof(upc_stride_bytes_step_t);
    case UPC_STRIDE_COPY_IN_BUFFER: return sizeof(upc_stride_copy_step_t);
    case UPC_STRIDE_LAST_ARRIVER: return sizeof(upc_stride_last_arriver_step_t);
    case UPC_STRIDE_ACTION: return sizeof(upc_stride_action_step_t);
    default: return 0;
  }
}

upc_stride_step_t *upc_stride_plan_step(upc_stride_builder_t *B, upc_stride_step_kind_t kind) {
  const size_t word = sizeof(upc_stride_step_word_t);
  const int words = (int)((offsetof(upc_stride_step_t, data) + data_of(kind) + word - 1) / word);
  upc_stride_step_t *s;
  while (B->step_words + words > B->steps_capacity)
    B->steps = upc_stride_grown(B->steps, B->steps_capacity, &B->steps_capacity, word, "a plan");
  B->newest_step = B->step_words;
  B->step_words += words;
  s = upc_stride_plan_newest_step(B);
  memset(s, 0, (size_t)words * word);
  s->kind = (unsigned char)kind;
  s->words = (unsigned char)words;
  s->peer = -1;
  return s;
}

upc_stride_step_t *upc_stride_plan_step_with(upc_stride_builder_t *B, upc_stride_step_kind_t kind, int thread) {
  int streams = kind == UPC_STRIDE_STREAM_SEND || kind == UPC_STRIDE_STREAM_RECV || kind == UPC_STRIDE_STREAM_WAIT;
  int peer = streams ? upc_stride_plan_peer(B, thread) : messages_with(B, thread);
  upc_stride_step_t *s = upc_stride_plan_step(B, kind);
  s->peer = peer;
  return s;
}

void upc_stride_plan_signal(upc_stride_builder_t *B, int thread) {
  upc_stride_plan_step_with(B, UPC_STRIDE_SIGNAL, thread);
}

void upc_stride_plan_await(upc_stride_builder_t *B, int thread) {
  upc_stride_plan_step_with(B, UPC_STRIDE_AWAIT, thread);
}

void upc_stride_plan_signal_done(upc_stride_builder_t *B, int thread) {
  upc_stride_plan_step_with(B, UPC_STRIDE_SIGNAL, thread)->reply = 1;
}

void upc_stride_plan_await_done(upc_stride_builder_t *B, int thread) {
  upc_stride_plan_step_with(B, UPC_STRIDE_AWAIT, thread)->reply = 1;
}

void upc_stride_plan_other_core(upc_stride_builder_t *B) { upc_stride_plan_newest_step(B)->other_core = 1; }

void upc_stride_plan_copy_in_buffer(upc_stride_builder_t *B, size_t to, size_t from, size_t bytes) {
  upc_stride_copy_step_t *copy = &upc_stride_plan_step(B, UPC_STRIDE_COPY_IN_BUFFER)->data.copy;
  copy->to = to;
  copy->from = from;
  copy->bytes = bytes;
}

static int function_number(upc_stride_builder_t *B, upc_stride_action_t *act) {
  int i = 0;
  while (i < B->nfunctions && B->functions[i] != act) i++;
  if (i < B->nfunctions) return i;
  B->functions = upc_stride_grown(B->functions, i, &B->functions_capacity, sizeof *B->functions, "a plan");
  B->functions[B->nfunctions++] = act;
  return i;
}

void upc_stride_plan_action(upc_stride_builder_t *B, upc_stride_action_t *act, size_t to, size_t from, size_t bytes) {
  upc_stride_action_step_t *action = &upc_stride_plan_step(B, UPC_STRIDE_ACTION)->data.action;
  action->function = function_number(B, act);
  action->to = to;
  action->from = from;
  action->bytes = bytes;
}

void upc_stride_plan_action_on(upc_stride_builder_t *B, upc_stride_action_t *act, upc_stride_memory_t to,
                               upc_stride_memory_t from) {
  upc_stride_step_t *s;
  upc_stride_plan_action(B, act, to.position, from.position, to.bytes);
  s = upc_stride_plan_newest_step(B);
  s->at_place = UPC_STRIDE_TWO_MEMORIES;
  if (to.address != NULL)
    s->data.action.to_address = upc_stride_plan_address(B, s, UPC_STRIDE_TO_PLACE, to.address);
  if (from.address != NULL)
    s->data.action.from_address = upc_stride_plan_address(B, s, UPC_STRIDE_FROM_PLACE, from.address);
}

void upc_stride_plan_action_with(upc_stride_builder_t *B, upc_stride_action_t *act, int thread, size_t from) {
  int peer = messages_with(B, thread);
  upc_stride_plan_action(B, act, 0, from, 0);
  upc_stride_plan_newest_step(B)->peer = peer;
}

void upc_stride_plan_action_between(upc_stride_builder_t *B, upc_stride_action_t *act, int to, int from,
                                    size_t number) {
  int receiver = upc_stride_plan_peer(B, to), sender = upc_stride_plan_peer(B, from);
  B->has_messages = 1;
  upc_stride_plan_action(B, act, (size_t)receiver, (size_t)sender, number);
  upc_stride_plan_newest_step(B)->peer = sender;
}

/* The member whose rank is the caller's plus `distance`, round the group. */
static int member_at(const upc_stride_builder_t *B, const upc_stride_group_t *G, long long distance) {
  long long rank = upc_stride_group_rank(G, B->me) + distance + G->n;
  return upc_stride_group_thread(G, (int)(rank % G->n));
}

/* After round j each member knows, directly or through others, of the 2^j members before it: dissemination (Hensgen,
 * Finkel and Manber, 1988). On a torus the members are in its order, so that the first rounds go to neighbours. */
static void disseminate(upc_stride_builder_t *B, const upc_stride_group_t *G, upc_stride_speak_t *send,
                        upc_stride_speak_t *receive) {
  int *thread = upc_stride_alloc((size_t)G->n, sizeof(int), "a barrier");
  long long me = upc_stride_order_group(G, UPC_STRIDE_ROW_MAJOR, B->me, thread), by;
  for (by = 1; by < G->n; by *= 2) {
    send(B, thread[(me + by) % G->n]);
    receive(B, thread[(me - by + G->n) % G->n]);
  }
  free(thread);
}

/* Few members: each signals all others at once, so that with more threads than cores each must be given a core
 * only once. Many: dissemination, since the signals grow with the square of the members: 56 for 8 of them. */
enum { FEW = 8 };

void upc_stride_plan_all_with_all(upc_stride_builder_t *B, const upc_stride_group_t *G, upc_stride_speak_t *send,
                                  upc_stride_speak_t *receive) {
  long long by;
  if (G->n <= FEW) {
    for (by = 1; by < G->n; by++) send(B, member_at(B, G, by));
    for (by = 1; by < G->n; by++) receive(B, member_at(B, G, -by));
    return;
  }
  if (upc_stride_has_order(G)) {
    disseminate(B, G, send, receive);
    return;
  }
  for (by = 1; by < G->n; by *= 2) {
    send(B, member_at(B, G, by));
    receive(B, member_at(B, G, -by));
  }
}

void upc_stride_plan_barrier(upc_stride_builder_t *B, const upc_stride_group_t *G) {
  upc_stride_plan_all_with_all(B, G, upc_stride_plan_signal, upc_stride_plan_await);
}

void upc_stride_plan_last_arriver_begin(upc_stride_builder_t *B, const upc_stride_group_t *G) {
  upc_stride_step_t *s;
  long long by;
  for (by = 1; by < G->n; by++) upc_stride_plan_signal(B, member_at(B, G, by));
  if (G->n == 1) return;
  s = upc_stride_plan_step(B, UPC_STRIDE_LAST_ARRIVER);
  s->data.last_arriver.first_holder = upc_stride_group_thread(G, 0);
}

void upc_stride_plan_last_arriver_end(upc_stride_builder_t *B, const upc_stride_group_t *G) {
  upc_stride_step_t *s;
  long long by;
  int at;
  for (by = 1; by < G->n; by++) upc_stride_plan_step_with(B, UPC_STRIDE_LAST_ARRIVER_DONE, member_at(B, G, by));
  for (at = 0; at < B->step_words; at += s->words) {
    s = upc_stride_plan_step_of(B, at);
    if (s->kind == UPC_STRIDE_LAST_ARRIVER) s->data.last_arriver.after = B->step_words;
  }
}

size_t upc_stride_plan_buffer(upc_stride_builder_t *B, size_t bytes) {
  size_t position = B->buffer_bytes;
  B->buffer_bytes += upc_stride_whole_lines(bytes);
  return position;
}

/* ---- addresses and offsets ---- */

upc_stride_memory_t upc_stride_in_buffer(size_t position, size_t bytes) {
  upc_stride_memory_t m;
  memset(&m, 0, sizeof m);
  m.position = position;
  m.bytes = bytes;
  return m;
}

upc_stride_memory_t upc_stride_plan_space(upc_stride_builder_t *B, size_t bytes) {
  return upc_stride_in_buffer(upc_stride_plan_buffer(B, bytes), bytes);
}

upc_stride_memory_t upc_stride_memory_part(upc_stride_memory_t m, size_t from, size_t bytes) {
  if (m.address != NULL) m.address += from;
  else m.position += from;
  m.bytes = bytes;
  return m;
}

char *upc_stride_own_part(const upc_stride_builder_t *B, const upc_stride_base_t *base) {
  return base->array != NULL ? B->setting->part(base->array, B->me) : base->address;
}

upc_stride_memory_t upc_stride_base_memory(const upc_stride_builder_t *B, const upc_stride_base_t *base, size_t offset,
                                           size_t bytes) {
  upc_stride_memory_t m = upc_stride_in_buffer(base->position + offset, bytes);
  if (base->buffered) return m;
  m.address = upc_stride_own_part(B, base) + offset;
  m.end = base->end;
  m.position = 0;
  return m;
}

/* The call's place is at the end that has no section. */
char *upc_stride_plan_here(const upc_stride_builder_t *B) {
  return B->dst.is_place ? B->dst.address : B->src.is_place ? B->src.address : NULL;
}

char *upc_stride_plan_address(const upc_stride_builder_t *B, upc_stride_step_t *step, int bit, char *address) {
  char *here = upc_stride_plan_here(B);
  if (address == NULL) return NULL;
  if (here == NULL || address < here || address >= here + B->place_bytes)
    return (char *)((size_t)address - (size_t)B->setting->origin());
  step->at_place |= bit & 7;
  return (char *)(size_t)(address - here);
}
