/* SPDX-License-Identifier: BSD-3-Clause
 * Making the parts of one thread ready. The memory of a thread for a graph is one piece: the records of its messages,
 * so that senders know where they are; its regions, likewise; then the slots. The credits of what it sends are
 * another. */
#include "graph/graph_parts.h"
#include "graph/graph_checked.h"
#include "graph/graph_credits.h"
#include "graph/graph_implied.h"
#include "graph/graph_outgoing.h"
#include "graph/graph_planning.h"
#include "graph/graph_relays.h"
#include "base/allocate.h"
#include "base/environment.h"
#include "base/near.h"
#include "base/port.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static shared upc_stride_place_t memories[THREADS];
static shared unsigned long long hashes[THREADS];
static shared int nodes[THREADS];

/* 1: the thread's memory is written by address. */
static int writes_by_address(int thread) { return upc_stride_has_atomics() && upc_stride_near(thread); }

static size_t regions_at(const upc_stride_graph_plan_t *P) { return (size_t)P->messages * UPC_STRIDE_RECORD; }

static upc_stride_storage_t storage_of(const upc_stride_region_t *r) {
  upc_stride_storage_t s;
  s.box = r->box;
  memcpy(s.stride, r->stride, sizeof s.stride);
  return s;
}

static size_t generation_bytes(const upc_stride_region_t *r) {
  if (r->generations == 2) return r->bytes;
  return 0;
}

/* ---- what the thread sends: found in the plans of the receivers ---- */

static upc_stride_giving_t *new_giving(upc_stride_run_part_t *p) {
  if (p->givings == p->givings_capacity) {
    p->givings_capacity = p->givings_capacity == 0 ? 8 : 2 * p->givings_capacity;
    p->giving = upc_stride_resize(p->giving, (size_t)p->givings_capacity, sizeof *p->giving, "a graph");
  }
  memset(&p->giving[p->givings], 0, sizeof *p->giving);
  return &p->giving[p->givings++];
}

/* The writer of a move gives its elements. `to` is where they go: a region or a message. */
static upc_stride_giving_t *add_giving(upc_stride_graph_run_t *R, const upc_stride_move_t *m, int outgoing,
                                       const upc_stride_storage_t *to) {
  const upc_stride_access_t *a = &R->graph->access[m->access];
  const upc_stride_graph_value_t *v = &R->graph->value[a->value];
  int from_region = upc_stride_graph_plan_region(&R->plan, R->graph, m->access, m->part);
  const upc_stride_region_t *region = &R->plan.region[from_region];
  upc_stride_giving_t *given = new_giving(&R->part[upc_stride_graph_plan_part(&R->plan, a->step, m->part)]);
  upc_stride_storage_t from = storage_of(region);
  long long back[UPC_STRIDE_DIMS];
  upc_stride_box_t from_box;
  int k;
  for (k = 0; k < UPC_STRIDE_DIMS; k++) back[k] = -m->shift[k];
  from_box = upc_stride_box_moved(&m->box, back);
  given->when = m->when;
  given->ahead = v->ahead;
  given->outgoing = outgoing;
  given->sent_last = given->copy.now = m->now;
  upc_stride_box_copy_new(&given->copy.box, v->size, to, &m->box, &from, &from_box);
  given->copy.from = R->region[from_region];
  given->copy.from_bytes = generation_bytes(region);
  return given;
}

static void add_own_moves(upc_stride_graph_run_t *R) {
  int i;
  for (i = 0; i < R->plan.moves; i++) {
    const upc_stride_move_t *m = &R->plan.move[i];
    const upc_stride_region_t *region = &R->plan.region[m->region];
    upc_stride_storage_t to = storage_of(region);
    upc_stride_giving_t *given;
    if (m->message >= 0) continue;
    given = add_giving(R, m, -1, &to);
    given->copy.to = R->region[m->region];
    given->copy.to_bytes = generation_bytes(region);
  }
}

/* Where a thread has the record of a message. */
static upc_stride_place_t record_of(int thread, int message) {
  upc_stride_place_t place = memories[thread];
  place += (size_t)message * UPC_STRIDE_RECORD;
  return place;
}

/* The receiver of a message, with its plan. */
static void add_target(upc_stride_graph_run_t *R, upc_stride_outgoing_t *o, const upc_stride_graph_plan_t *P,
                       int message) {
  upc_stride_graph_add_target(o, P->thread, record_of(P->thread, message), P->message[message].waits);
  o->target[o->targets - 1].implied = upc_stride_graph_implied(&R->plan, R->graph, P, message);
}

/* The message to a near thread. */
static void add_near(upc_stride_graph_run_t *R, const upc_stride_graph_plan_t *P, int message) {
  upc_stride_outgoing_t *o = upc_stride_graph_new_outgoing(R, &P->message[message], 1);
  add_target(R, o, P, message);
  o->record_here = upc_stride_address((shared const void *)o->target[0].record);
}

/* A number for what is in each message of a plan: which elements, in which order, and when. */
static unsigned long long *contents(const upc_stride_graph_plan_t *P) {
  unsigned long long *content = upc_stride_alloc((size_t)P->messages, sizeof *content, "a graph");
  int i, k;
  for (i = 0; i < P->messages; i++) {
    const upc_stride_message_t *m = &P->message[i];
    content[i] = upc_stride_mix((unsigned)m->when, (unsigned)(m->ahead + 2 * m->in_place + 4 * m->now));
  }
  for (i = 0; i < P->moves; i++) {
    const upc_stride_move_t *m = &P->move[i];
    unsigned long long *c = &content[m->message < 0 ? 0 : m->message];
    if (m->message < 0) continue;
    *c = upc_stride_mix(upc_stride_mix(*c, (unsigned)m->access), (unsigned)(2 * m->part + m->now));
    for (k = 0; k < UPC_STRIDE_DIMS; k++) {
      *c = upc_stride_mix(*c, (unsigned long long)m->box.lo[k]);
      *c = upc_stride_mix(*c, (unsigned long long)m->box.hi[k]);
      *c = upc_stride_mix(*c, (unsigned long long)m->shift[k]);
    }
  }
  return content;
}

/* The message to a far thread: another one of those that get the same elements, or the first. Returns 1 if it is the
 * first. */
static int add_far(upc_stride_graph_run_t *R, const upc_stride_graph_plan_t *P, int message,
                   unsigned long long content) {
  const upc_stride_message_t *m = &P->message[message];
  upc_stride_outgoing_t *o = NULL;
  int i, first;
  for (i = 0; i < R->outgoings && o == NULL; i++)
    if (!R->outgoing[i].near && R->outgoing[i].content == content && R->outgoing[i].bytes == m->bytes)
      o = &R->outgoing[i];
  first = o == NULL;
  if (first) {
    o = upc_stride_graph_new_outgoing(R, m, 0);
    o->content = content;
    o->packed = upc_stride_alloc((size_t)o->slot_count, o->slot_bytes, "messages of a graph");
  }
  add_target(R, o, P, message);
  return first;
}

static void add_sent_move(upc_stride_graph_run_t *R, const upc_stride_graph_plan_t *P, const upc_stride_move_t *m,
                          int outgoing) {
  const upc_stride_region_t *region = &P->region[m->region];
  const upc_stride_outgoing_t *o = &R->outgoing[outgoing];
  upc_stride_storage_t to = storage_of(region);
  upc_stride_giving_t *given;
  if (o->near) {
    upc_stride_place_t place = memories[P->thread];
    place += regions_at(P) + region->offset;
    given = add_giving(R, m, outgoing, &to);
    given->sent_last = P->message[m->message].now;
    given->copy.to = upc_stride_address((shared const void *)place);
    given->copy.to_bytes = generation_bytes(region);
    return;
  }
  upc_stride_storage_dense(&to, &m->box, R->graph->value[R->graph->access[m->access].value].size);
  given = add_giving(R, m, outgoing, &to);
  given->sent_last = P->message[m->message].now;
  given->copy.to = o->packed + sizeof(unsigned[2]) + m->offset;
  if (o->slot_count == 2) given->copy.to_bytes = o->slot_bytes;
}

/* Of the plan of another thread: messages from this one. What another thread gets too is packed once. */
static void add_sent(upc_stride_graph_run_t *R, const upc_stride_graph_plan_t *P) {
  int *number = upc_stride_alloc((size_t)P->messages, sizeof *number, "a graph"), i;
  unsigned long long *content = contents(P);
  for (i = 0; i < P->messages; i++) {
    number[i] = -1;
    if (P->message[i].thread != MYTHREAD) continue;
    if (!writes_by_address(P->thread) && !add_far(R, P, i, content[i])) continue;
    if (writes_by_address(P->thread)) add_near(R, P, i);
    number[i] = R->outgoings - 1;
  }
  for (i = 0; i < P->moves; i++)
    if (P->move[i].message >= 0 && number[P->move[i].message] >= 0)
      add_sent_move(R, P, &P->move[i], number[P->move[i].message]);
  free(number);
  free(content);
}

/* What waits for what is said once for each message: the parts that give to it are counted. */
static int by_message(const void *a, const void *b) {
  const upc_stride_giving_t *x = a, *y = b;
  return (x->outgoing > y->outgoing) - (x->outgoing < y->outgoing);
}

static void count_givers(upc_stride_graph_run_t *R) {
  int i, k;
  for (i = 0; i < R->plan.parts; i++) {
    upc_stride_run_part_t *p = &R->part[i];
    if (p->givings > 1) qsort(p->giving, (size_t)p->givings, sizeof *p->giving, by_message);
    for (k = 0; k < p->givings; k++)
      if (p->giving[k].outgoing >= 0 && (k == 0 || p->giving[k].outgoing != p->giving[k - 1].outgoing))
        R->outgoing[p->giving[k].outgoing].parts++;
  }
}

/* ---- what the thread has ---- */

static void make_part(upc_stride_graph_run_t *R, int index) {
  upc_stride_run_part_t *p = &R->part[index];
  const upc_stride_local_part_t *l = &R->plan.part[index];
  int k, i, odd;
  p->plan = l;
  p->step = &R->graph->step[l->step];
  p->argument.part = l->part;
  for (k = 0; k < p->step->accesses; k++) {
    const upc_stride_access_t *a = &R->graph->access[p->step->access[k]];
    const upc_stride_region_t *region;
    upc_stride_view_t *view = &p->argument.view[k];
    char *data;
    view->box = a->d->box[l->part];
    if (l->region[k] < 0) continue;
    region = &R->plan.region[l->region[k]];
    data = R->region[l->region[k]];
    memcpy(view->stride, region->stride, sizeof view->stride);
    for (i = 0; i < UPC_STRIDE_DIMS; i++) data += (view->box.lo[i] - region->box.lo[i]) * region->stride[i];
    for (odd = 0; odd < 2; odd++) {
      int generation = (odd + R->graph->value[a->value].ahead) % region->generations;
      p->data[odd][k] = data + (size_t)generation * region->bytes;
    }
  }
}

/* Each part gets the messages of which it is a reader, once. */
static void list_incoming(upc_stride_graph_run_t *R) {
  int i, k;
  for (i = 0; i < R->plan.messages; i++)
    for (k = 0; k < R->plan.message[i].readers; k++) {
      upc_stride_run_part_t *p = &R->part[R->plan.message[i].reader[k].part];
      if (p->incomings > 0 && p->incoming[p->incomings - 1] == i) continue;
      if (p->incomings == p->incomings_capacity) {
        p->incomings_capacity = p->incomings_capacity == 0 ? 4 : 2 * p->incomings_capacity;
        p->incoming = upc_stride_resize(p->incoming, (size_t)p->incomings_capacity, sizeof *p->incoming, "a graph");
      }
      p->incoming[p->incomings++] = i;
    }
}

/* The addresses of the regions. What the program gives has its own strides. */
static void find_regions(upc_stride_graph_run_t *R) {
  int i;
  R->region = upc_stride_alloc((size_t)R->plan.regions, sizeof *R->region, "a graph");
  for (i = 0; i < R->plan.regions; i++) {
    upc_stride_region_t *r = &R->plan.region[i];
    const upc_stride_view_t *view;
    R->region[i] = (char *)R->memory + R->regions + r->offset;
    if (r->given < 0) continue;
    view = &R->graph->access[r->given].given[r->part];
    R->region[i] = view->data;
    memcpy(r->stride, view->stride, sizeof r->stride);
  }
}

static void make_orders(upc_stride_graph_run_t *R) {
  int i, when;
  for (when = 0; when < 3; when++)
    R->order[when] = upc_stride_alloc((size_t)R->plan.parts, sizeof(int), "a graph");
  for (i = 0; i < R->plan.parts; i++) {
    when = R->part[i].step->when;
    R->order[when][R->count[when]++] = i;
  }
}

static size_t make_incoming(upc_stride_graph_run_t *R, size_t bytes) {
  int i;
  for (i = 0; i < R->plan.messages; i++) {
    upc_stride_incoming_t *m = &R->incoming[i];
    m->plan = &R->plan.message[i];
    m->near = writes_by_address(m->plan->thread);
    m->slot_bytes = upc_stride_message_slot_bytes(m->plan);
    if (!m->near) bytes += (size_t)upc_stride_message_slots(m->plan) * m->slot_bytes;
  }
  return bytes;
}

/* The slots of far messages, from the byte `at` on, and how they are unpacked. */
static void make_slots(upc_stride_graph_run_t *R, size_t at) {
  int i;
  for (i = 0; i < R->plan.messages; i++) {
    upc_stride_incoming_t *m = &R->incoming[i];
    m->record = R->memory + (size_t)i * UPC_STRIDE_RECORD;
    m->record_here = (char *)m->record;
    if (m->near) continue;
    m->slots = R->memory + at;
    ((upc_stride_record_t *)m->record_here)->slots = m->slots;
    ((upc_stride_record_t *)m->record_here)->number = (unsigned)i;
    at += (size_t)upc_stride_message_slots(m->plan) * m->slot_bytes;
  }
  for (i = 0; i < R->plan.moves; i++) {
    const upc_stride_move_t *move = &R->plan.move[i];
    upc_stride_incoming_t *m = &R->incoming[move->message >= 0 ? move->message : 0];
    const upc_stride_region_t *region = &R->plan.region[move->region];
    upc_stride_storage_t to = storage_of(region), from;
    upc_stride_graph_copy_t *c;
    size_t element = R->graph->value[R->graph->access[move->access].value].size;
    if (move->message < 0 || m->near) continue;
    if (m->copies == m->copies_capacity) {
      m->copies_capacity = m->copies_capacity == 0 ? 2 : 2 * m->copies_capacity;
      m->copy = upc_stride_resize(m->copy, (size_t)m->copies_capacity, sizeof *m->copy, "a graph");
    }
    c = &m->copy[m->copies++];
    upc_stride_storage_dense(&from, &move->box, element);
    upc_stride_box_copy_new(&c->box, element, &to, &move->box, &from, &move->box);
    c->from = (char *)m->slots + sizeof(unsigned[2]) + move->offset;
    c->from_bytes = upc_stride_message_slots(m->plan) == 2 ? m->slot_bytes : 0;
    c->to = R->region[move->region];
    c->now = move->now;
    c->to_bytes = generation_bytes(region);
  }
}

/* ---- all threads together ---- */

static void add_all_sent(upc_stride_graph_run_t *R) {
  upc_stride_graph_plan_t P;
  char complaint[UPC_STRIDE_COMPLAINT];
  char *reads = upc_stride_alloc((size_t)THREADS, 1, "a graph");
  int t;
  upc_stride_graph_readers(R->graph, MYTHREAD, THREADS, reads);
  for (t = 0; t < THREADS; t++) {
    if (t == MYTHREAD || !reads[t]) continue;
    upc_stride_graph_plan(&P, R->graph, t, complaint); /* a fault in it is for its own thread to report */
    add_sent(R, &P);
    upc_stride_graph_plan_free(&P);
  }
  free(reads);
}

/* Gives a receiver the place of its credit, and gets that of its slots. */
static void meet_receiver(const upc_stride_outgoing_t *o, upc_stride_target_t *t, size_t credit,
                          upc_stride_place_t credits) {
  t->credit = credits + credit;
  t->credit_here = (char *)t->credit;
  if (!o->near) {
    unsigned number = *(shared [] unsigned *)(t->record + offsetof(upc_stride_record_t, number));
    t->slots = *(shared [] upc_stride_place_t *)(t->record + offsetof(upc_stride_record_t, slots));
    upc_stride_graph_streams_find(&t->streams, t->thread, number, o->bytes);
  }
  *(shared [] upc_stride_place_t *)(t->record + offsetof(upc_stride_record_t, credit)) = t->credit;
  if (t->implied) *(shared [] unsigned *)(t->record + offsetof(upc_stride_record_t, implied)) = 1;
}

/* What has a credit. */
typedef struct owed {
  const upc_stride_outgoing_t *o;
  upc_stride_target_t *t;
} owed_t;

static int by_receiver(const void *a, const void *b) {
  const owed_t *x = a, *y = b;
  if (x->t->thread != y->t->thread) return x->t->thread < y->t->thread ? -1 : 1;
  if (x->o->near != y->o->near) return x->o->near - y->o->near;
  return (x->t->record > y->t->record) - (x->t->record < y->t->record);
}

/* All that the thread sends, by receivers, and by the number of the message there; to a thread that is near, those that
 * go as to a far one, since this thread passes them on, come first. Returns how many there are. */
static int list_owed(const upc_stride_graph_run_t *R, owed_t **list) {
  owed_t *owed;
  int n = 0, i, k;
  for (i = 0; i < R->outgoings; i++) n += R->outgoing[i].targets;
  *list = owed = upc_stride_alloc((size_t)n, sizeof *owed, "a graph");
  for (i = n = 0; i < R->outgoings; i++)
    for (k = 0; k < R->outgoing[i].targets; k++, n++)
      owed[n].o = &R->outgoing[i], owed[n].t = &R->outgoing[i].target[k];
  if (n > 1) qsort(owed, (size_t)n, sizeof *owed, by_receiver);
  return n;
}

/* The credits are a piece of memory of their own. Each near thread writes to a cache line of its own. */
static void meet_receivers(upc_stride_graph_run_t *R) {
  owed_t *owed;
  const int n = list_owed(R, &owed);
  size_t bytes = (size_t)(n + 1) * UPC_STRIDE_RECORD, at;
  int i;
  if (n > 0) {
    R->credits = upc_stride_shared_alloc(bytes, "the messages of a graph");
    R->bytes += bytes;
    memset((char *)R->credits, 0, bytes);
    at = (64 - (size_t)(char *)R->credits % 64) % 64;
    for (i = 0; i < n; i++) {
      int beside = i + 1 < n && !owed[i + 1].o->near && owed[i + 1].t->thread == owed[i].t->thread;
      meet_receiver(owed[i].o, owed[i].t, at, R->credits);
      at += UPC_STRIDE_CREDIT;
      if (!beside) at += (64 - ((size_t)(char *)R->credits + at) % 64) % 64;
    }
  }
  free(owed);
}

/* A receiver learns from the place of the credit which thread sends to it: the writer, or one that passes it on. */
static void meet_senders(upc_stride_graph_run_t *R) {
  int *latest = upc_stride_alloc((size_t)THREADS, sizeof *latest, "a graph"), i;
  R->news = upc_stride_alloc((size_t)R->plan.messages, sizeof *R->news, "a graph");
  for (i = 0; i < THREADS; i++) latest[i] = -1;
  for (i = 0; i < R->plan.messages; i++) {
    upc_stride_incoming_t *m = &R->incoming[i];
    m->credit = ((const upc_stride_record_t *)m->record_here)->credit;
    m->from = (int)upc_threadof((shared void *)m->credit);
    m->before = m->after = -1;
    if (m->near) {
      m->credit_here = upc_stride_address((shared const void *)m->credit);
      continue;
    }
    upc_stride_graph_streams_find(&m->streams, m->from, (unsigned)i, m->plan->bytes);
    m->before = latest[m->from];
    if (m->before >= 0) R->incoming[m->before].after = i;
    latest[m->from] = i;
  }
  free(latest);
}

/* All plans are worked out from the same graph. */
static int same_graph(const upc_stride_graph_t *g, char *complaint) {
  hashes[MYTHREAD] = upc_stride_graph_hash(g);
  upc_barrier;
  if (hashes[0] == hashes[MYTHREAD]) return 1;
  snprintf(complaint, UPC_STRIDE_COMPLAINT, "thread %d describes another graph than thread 0, must be the same on all "
           "threads", (int)MYTHREAD);
  return 0;
}

upc_stride_graph_run_t *upc_stride_graph_run_new(const upc_stride_graph_t *g, char *complaint) {
  upc_stride_graph_run_t *R = upc_stride_alloc(1, sizeof *R, "a graph");
  size_t slots;
  int i;
  R->graph = g;
  R->checked = upc_stride_environment()->check;
  if (!same_graph(g, complaint)) return NULL;
  if (!upc_stride_graph_plan(&R->plan, g, MYTHREAD, complaint)) return NULL;
  R->part = upc_stride_alloc((size_t)R->plan.parts, sizeof *R->part, "a graph");
  R->incoming = upc_stride_alloc((size_t)R->plan.messages, sizeof *R->incoming, "a graph");
  R->regions = regions_at(&R->plan);
  slots = R->regions + R->plan.bytes;
  R->bytes = make_incoming(R, slots) + 64;
  R->allocated = upc_stride_shared_alloc(R->bytes, "the values of a graph");
  R->memory = R->allocated + (64 - (size_t)(char *)R->allocated % 64) % 64;
  memset((char *)R->memory, 0, R->regions);
  memset((char *)R->memory + slots, 0, R->bytes - 64 - slots);
  find_regions(R);
  if (R->checked) upc_stride_graph_checked_new(R);
  for (i = 0; i < R->plan.parts; i++) make_part(R, i);
  list_incoming(R);
  make_orders(R);
  make_slots(R, slots);
  memories[MYTHREAD] = R->memory;
  nodes[MYTHREAD] = upc_stride_my_node();
  upc_barrier;
  add_own_moves(R);
  add_all_sent(R);
  count_givers(R);
  upc_stride_graph_relays_new(R, nodes);
  meet_receivers(R);
  upc_barrier; /* the credits' places are known */
  meet_senders(R);
  return R;
}

void upc_stride_graph_run_free(upc_stride_graph_run_t *R) {
  int i;
  for (i = 0; i < R->plan.parts; i++) {
    free(R->part[i].giving);
    free(R->part[i].incoming);
  }
  for (i = 0; i < R->plan.messages; i++) free(R->incoming[i].copy);
  for (i = 0; i < R->outgoings; i++) {
    if (!R->outgoing[i].passed_on) free(R->outgoing[i].packed);
    free(R->outgoing[i].target);
  }
  for (i = 0; i < 3; i++) free(R->order[i]);
  upc_barrier; /* nobody writes to this thread any more */
  upc_free((shared void *)R->allocated);
  if (R->credits != NULL) upc_free((shared void *)R->credits);
  upc_stride_graph_plan_free(&R->plan);
  free(R->region);
  free(R->text); /* not the names, to which the trace refers */
  free(R->part);
  free(R->incoming);
  free(R->news);
  free(R->relay);
  free(R->outgoing);
  free(R);
}

upc_stride_graph_moves_t upc_stride_graph_run_moves(const upc_stride_graph_run_t *R) {
  upc_stride_graph_moves_t moves;
  int i;
  moves.messages = moves.sent = moves.copied = 0;
  moves.storage = R->bytes;
  for (i = 0; i < R->outgoings; i++)
    if (R->outgoing[i].when == UPC_STRIDE_MOVE_EACH) {
      moves.messages += (size_t)R->outgoing[i].targets;
      moves.sent += (size_t)R->outgoing[i].targets * R->outgoing[i].bytes;
    }
  moves.answers = upc_stride_graph_answers(R);
  for (i = 0; i < R->plan.moves; i++) {
    const upc_stride_move_t *m = &R->plan.move[i];
    if (m->message < 0 && m->when == UPC_STRIDE_MOVE_EACH)
      moves.copied += (size_t)upc_stride_box_size(&m->box) * R->graph->value[R->graph->access[m->access].value].size;
  }
  return moves;
}
