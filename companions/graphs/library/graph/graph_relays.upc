/* SPDX-License-Identifier: BSD-3-Clause
 * Messages that go down a tree: explained in graph_thread.h. */
#include "graph/graph_thread.h"
#include "base/allocate.h"
#include "base/environment.h"
#include "base/near.h"
#include "base/port.h"
#include "choice/rule.h"
#include "prepared/verbose.h"
#include "schedules/schedules.h"

#include <stdlib.h>
#include <string.h>

/* ---- the tree of one message ---- */

/* A thread that is served by another one: what this one has to know. */
typedef struct served {
  int thread, number;
} served_t;

/* The tree over nodes: place 0 is the sender's. Flat has no place that passes something on but within its node. */
static const upc_stride_tree_t *choose_tree(upc_stride_topology_t *G, size_t bytes, int nodes) {
  upc_stride_selector_t m;
  upc_stride_choice_t choice;
  memset(&m, 0, sizeof m);
  m.operation = UPC_STRIDE_OP_BROADCAST;
  m.bytes = bytes;
  m.members = nodes;
  m.dimensions = m.one_block = m.per_node = m.whole = 1;
  m.work = (double)bytes * nodes;
  m.conduit = upc_stride_conduit();
  upc_stride_choose(&choice, &m);
  if (upc_stride_environment()->verbose) upc_stride_verbose_choice(&choice, &m);
  memset(G, 0, sizeof *G);
  G->members = G->side[0].size = nodes;
  G->ndims = 1;
  G->arity = choice.part[0].arity;
  return upc_stride_tree(choice.part[0].schedule->tree);
}

/* The targets of a message in the order of the tree: threads after the sender first, so that the trees of several
 * senders have different threads at their tops. */
static void sort_targets(upc_stride_outgoing_t *o) {
  upc_stride_target_t *sorted = upc_stride_alloc((size_t)o->targets, sizeof *sorted, "a graph");
  int i, n = 0, lower = 0;
  while (lower < o->targets && o->target[lower].thread < MYTHREAD) lower++;
  for (i = 0; i < o->targets; i++) sorted[n++] = o->target[(i + lower) % o->targets];
  free(o->target);
  o->target = sorted;
  o->targets_capacity = o->targets;
}

/* For each target its leader, the first target on its node; and the places of the leaders in the tree, from 1. */
static int find_leaders(const upc_stride_outgoing_t *o, shared const int *node, int *leader, int *at) {
  int *name = upc_stride_alloc((size_t)o->targets, sizeof *name, "a graph"), i, k, n = 0;
  for (i = 0; i < o->targets; i++) {
    name[i] = node[o->target[i].thread];
    for (k = 1; k <= n && name[at[k]] != name[i]; k++) {}
    if (k > n) at[++n] = i;
    leader[i] = at[k];
  }
  free(name);
  return n;
}

/* Sets parent[i] to the number of the target from which target i gets the message, or -1 for the sender. */
static void find_parents(const upc_stride_outgoing_t *o, shared const int *node, int *parent) {
  int *at = upc_stride_alloc((size_t)o->targets + 1, sizeof *at, "a graph"), place;
  int leaders = find_leaders(o, node, parent, at);
  upc_stride_topology_t G;
  const upc_stride_tree_t *tree = choose_tree(&G, o->bytes, leaders + 1);
  for (place = 1; place <= leaders; place++) {
    int above = tree->parent(&G, place);
    parent[at[place]] = above == 0 ? -1 : at[above];
  }
  free(at);
}

/* ---- telling the others ---- */

static int shares(const upc_stride_outgoing_t *o) { return !o->near && !o->passed_on && o->targets > 1; }

/* A list: their number, then those that are served. */
static size_t list_bytes(int served) { return 8 + (size_t)served * sizeof(served_t); }

/* Writes to `list` which threads target i serves, and to the target's record where this list is, and who serves it.
 * Returns the bytes used. */
static size_t tell(const upc_stride_outgoing_t *o, const int *parent, int i, upc_stride_place_t list) {
  char *here = (char *)list;
  int k, n = 0, from = 1 + (parent[i] < 0 ? MYTHREAD : o->target[parent[i]].thread);
  *(shared [] int *)(o->target[i].record + offsetof(upc_stride_graph_record_t, from)) = from;
  for (k = 0; k < o->targets; k++) {
    served_t s;
    if (parent[k] != i) continue;
    s.thread = o->target[k].thread, s.number = o->target[k].number;
    memcpy(here + 8 + (size_t)n++ * sizeof s, &s, sizeof s);
  }
  if (n == 0) return 0;
  memcpy(here, &n, sizeof n);
  *(shared [] upc_stride_place_t *)(o->target[i].record + offsetof(upc_stride_graph_record_t, passes)) = list;
  return list_bytes(n);
}

/* Makes the tree of a message, and returns the bytes of its lists. */
static size_t share_out(upc_stride_outgoing_t *o, shared const int *node, upc_stride_place_t lists) {
  int *parent, i, own = 0;
  size_t used = 0;
  sort_targets(o);
  parent = upc_stride_alloc((size_t)o->targets, sizeof *parent, "a graph");
  find_parents(o, node, parent);
  for (i = 0; i < o->targets; i++) used += tell(o, parent, i, lists + used);
  for (i = 0; i < o->targets; i++)
    if (parent[i] < 0) o->target[own++] = o->target[i];
  o->targets = own;
  free(parent);
  return used;
}

/* ---- what this thread passes on ---- */

static void add_relay(upc_stride_graph_run_t *R, int message, upc_stride_place_t list) {
  const upc_stride_incoming_t *in = &R->incoming[message];
  upc_stride_outgoing_t *o = upc_stride_graph_new_outgoing(R, in->plan, 0);
  upc_stride_relay_t *relay;
  char head[8];
  int i, n;
  upc_memget(head, (shared void *)list, sizeof head);
  memcpy(&n, head, sizeof n);
  o->passed_on = 1;
  o->packed = in->slots;
  for (i = 0; i < n; i++) {
    served_t s;
    upc_memget(&s, (shared void *)(list + 8 + (size_t)i * sizeof s), sizeof s);
    upc_stride_graph_add_target(o, s.thread, s.number);
  }
  R->relay = upc_stride_resize(R->relay, (size_t)R->relays + 1, sizeof *R->relay, "a graph");
  relay = &R->relay[R->relays++];
  memset(relay, 0, sizeof *relay);
  relay->incoming = message;
  relay->outgoing = (int)(o - R->outgoing);
}

void upc_stride_graph_relays_new(upc_stride_graph_run_t *R, shared const int *node) {
  upc_stride_place_t lists = NULL;
  size_t bytes = 0;
  int i;
  for (i = 0; i < R->outgoings; i++)
    if (shares(&R->outgoing[i])) bytes += (size_t)R->outgoing[i].targets * list_bytes(1);
  if (bytes > 0) lists = upc_stride_shared_alloc(bytes, "the trees of a graph");
  for (i = 0, bytes = 0; i < R->outgoings; i++)
    if (shares(&R->outgoing[i])) bytes += share_out(&R->outgoing[i], node, lists + bytes);
  upc_stride_library_barrier(); /* all have been told */
  for (i = 0; i < R->plan.messages; i++) {
    const upc_stride_graph_record_t *r = (const upc_stride_graph_record_t *)R->incoming[i].record_here;
    if (!R->incoming[i].near && r->passes != NULL) add_relay(R, i, r->passes);
  }
  upc_stride_library_barrier(); /* nobody reads the lists any more */
  if (lists != NULL) upc_free((shared void *)lists);
}

/* ---- in a run ---- */

void upc_stride_graph_relays_begin(upc_stride_graph_run_t *R) {
  int i;
  for (i = 0; i < R->relays; i++) {
    upc_stride_relay_t *r = &R->relay[i];
    upc_stride_incoming_t *in = &R->incoming[r->incoming];
    if (R->loop == UPC_STRIDE_LOOP_ENDED && in->plan->when != UPC_STRIDE_MOVE_FINAL) continue;
    r->next = r->passed = in->passed = in->first;
    upc_stride_turns_join(&R->passing, &r->turn);
  }
}

/* In a loop that may go on, more may come. */
static void go_on(upc_stride_turn_t *entry, void *run) {
  upc_stride_graph_run_t *R = run;
  upc_stride_relay_t *r = UPC_STRIDE_OF_TURN(upc_stride_relay_t, turn, entry);
  upc_stride_incoming_t *in = &R->incoming[r->incoming];
  upc_stride_outgoing_t *o = &R->outgoing[r->outgoing];
  upc_stride_looked_at++;
  if (r->passed < in->end) {
    upc_stride_outgoing_test(o);
    while (r->next < in->end && upc_stride_incoming_in_slot(in, r->next) &&
           upc_stride_outgoing_free(o, R->base, r->next))
      upc_stride_outgoing_send(o, R->base, r->next++);
    while (r->passed < r->next && !upc_stride_outgoing_under_way(o, r->passed)) r->passed++;
    in->passed = r->passed;
    if (in->way.streams) upc_stride_incoming_ask(in);
  }
  if (r->passed >= in->end && R->loop != UPC_STRIDE_LOOP_OPEN) upc_stride_turns_leave(&R->passing, entry);
}

void upc_stride_graph_pass_on(upc_stride_graph_run_t *R) {
  upc_stride_turns_take(&R->passing, upc_stride_waits_for_events(), go_on, R);
}
