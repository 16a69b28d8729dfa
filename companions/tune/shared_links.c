/* SPDX-License-Identifier: BSD-3-Clause
 * Links that messages share: explained in network.h. The bytes that a link has carried for each message on it are its
 * `level`. A message that begins at level 300 with 100 bytes has crossed the link at level 400. With two messages on
 * the link, the level rises half as fast. Each link gives its messages equal parts, whatever other links do. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/allocate.h"
#include "heap.h"
#include "network.h"
#include "torus/torus.h"

/* Without a description of the groups of nodes: two nodes share what leads to other ones. */
enum { UNKNOWN_GROUP = 2 };

typedef struct link {
  double width;                       /* so many messages have the whole rate of a link */
  double level, since;                /* the level at the time `since`                  */
  double free;                        /* short messages can go from then on             */
  heap_t ends;                        /* by level: flows                                */
  unsigned stamp;                     /* of the entry of `next` that counts             */
} link_t;

typedef struct flow {
  int links, message;                 /* links that are still to be crossed */
} flow_t;

struct links {
  double byte;                        /* seconds */
  int nodes;
  int groups, tree;
  struct { int nodes, count; double links; int *known; } group[NETWORK_GROUPS]; /* known: link + 1, or 0 */
  const upc_stride_torus_t *torus;
  link_t *link;
  int n, capacity;
  flow_t *flow;
  int flows, flows_capacity;
  heap_t next;                        /* by time: links */
  int *way, ways, ways_capacity;      /* the links of a message's way */
};

/* ---- ways ---- */

static int add_link(links_t *L, double width) {
  L->link = upc_stride_grown(L->link, L->n, &L->capacity, sizeof *L->link, "links");
  L->link[L->n] = (link_t){.width = width};
  return L->n++;
}

/* The links of a tree's group lead to all others: one for each number, up and down. In other networks so many lead to
 * each other group. */
static void add_group(links_t *L, int nodes, double links) {
  const int g = L->groups, count = (L->nodes + nodes - 1) / nodes;
  if (count < 2 || (nodes == 1 && links >= 1)) return;
  L->group[g].nodes = nodes, L->group[g].links = links, L->group[g].count = count;
  L->group[g].known = upc_stride_alloc((size_t)count * (L->tree ? 2 * (size_t)ceil(links) : (size_t)count),
                                       sizeof(int), "links");
  L->groups++;
}

links_t *links_new(const network_t *N, int nodes) {
  links_t *L = upc_stride_alloc(1, sizeof *L, "links");
  L->byte = N->link, L->nodes = nodes, L->tree = N->tree, L->torus = upc_stride_torus();
  const int *size = L->torus != NULL ? L->torus->size : NULL;
  const int own = size ? size[0] * size[1] * size[2] * UPC_STRIDE_LINK_LETTERS * 2 : 2 * nodes; /* a node's own links */
  for (int i = 0; i < own; i++) add_link(L, 1);
  for (int i = 0; i < N->groups && size == NULL; i++) add_group(L, (int)N->group[i].nodes, N->group[i].links);
  if (N->groups == 0 && size == NULL) add_group(L, UNKNOWN_GROUP, 1);
  return L;
}

void links_free(links_t *L) {
  for (int i = 0; i < L->n; i++) free(L->link[i].ends.entry);
  for (int i = 0; i < L->groups; i++) free(L->group[i].known);
  free(L->link), free(L->flow), free(L->next.entry), free(L->way), free(L);
}

static void add_to_way(void *context, int link) {
  links_t *L = context;
  L->way = upc_stride_grown(L->way, L->ways, &L->ways_capacity, sizeof *L->way, "links");
  L->way[L->ways++] = link;
}

static void way_on_torus(links_t *L, int from, int to) {
  int a[UPC_STRIDE_LETTERS], b[UPC_STRIDE_LETTERS];
  const int per_node = L->torus->size[UPC_STRIDE_LETTERS - 1];
  upc_stride_torus_place(L->torus, from * per_node, a);
  upc_stride_torus_place(L->torus, to * per_node, b);
  upc_stride_links_each(L->torus->size, a, b, add_to_way, L);
}

static void add_known(links_t *L, int *known, double width) {
  if (*known == 0) *known = add_link(L, width) + 1;
  add_to_way(L, *known - 1);
}

/* In a tree the receiver decides which of its links a message takes. */
static void add_way_between(links_t *L, int g, int a, int b, int to) {
  const int links = (int)ceil(L->group[g].links);
  const double width = L->group[g].links / links;
  if (!L->tree) {
    add_known(L, &L->group[g].known[a * L->group[g].count + b], L->group[g].links);
    return;
  }
  add_known(L, &L->group[g].known[a * links + to % links], width);
  add_known(L, &L->group[g].known[(L->group[g].count + b) * links + to % links], width);
}

/* L->way: the links from one node to another: those of both nodes, and those between the groups that they do not
 * share; of a tree those of all levels, of other networks those of the largest groups. */
static void find_way(links_t *L, int from, int to) {
  int between = 0;
  L->ways = 0;
  if (L->torus != NULL) {
    way_on_torus(L, from, to);
    return;
  }
  add_to_way(L, from);
  for (int g = L->groups - 1; g >= 0 && (L->tree || !between); g--) {
    const int a = from / L->group[g].nodes, b = to / L->group[g].nodes;
    if (a == b) continue;
    add_way_between(L, g, a, b, to);
    between = 1;
  }
  add_to_way(L, L->nodes + to);
}

/* ---- sharing ---- */

/* Bytes in a second for each of its messages. */
static double rate(const links_t *L, const link_t *l) {
  return (l->ends.n > l->width ? l->width / l->ends.n : 1) / L->byte;
}

static void advance(const links_t *L, link_t *l, double now) {
  if (l->ends.n > 0 && now > l->since) l->level += (now - l->since) * rate(L, l);
  l->since = now;
}

/* When its next message has crossed it. */
static void plan_end(links_t *L, int i) {
  link_t *l = &L->link[i];
  l->stamp++;
  if (l->ends.n > 0) heap_push(&L->next, l->since + fmax(0, l->ends.entry[0].key - l->level) / rate(L, l), i, l->stamp);
}

void links_start(links_t *L, int from, int to, double bytes, double now, int message) {
  find_way(L, from, to);
  L->flow = upc_stride_grown(L->flow, L->flows, &L->flows_capacity, sizeof *L->flow, "messages");
  L->flow[L->flows] = (flow_t){L->ways, message};
  for (int i = 0; i < L->ways; i++) {
    link_t *l = &L->link[L->way[i]];
    advance(L, l, now);
    heap_push(&l->ends, l->level + bytes, L->flows, 0);
    plan_end(L, L->way[i]);
  }
  L->flows++;
}

double links_next(const links_t *L) { return L->next.n > 0 ? L->next.entry[0].key : INFINITY; }

int links_end(links_t *L) {
  const heap_entry_t e = heap_pop(&L->next);
  link_t *l = &L->link[e.what];
  if (e.stamp != l->stamp) return -1;
  advance(L, l, e.key);
  flow_t *f = &L->flow[heap_pop(&l->ends).what];
  plan_end(L, e.what);
  return --f->links == 0 ? f->message : -1;
}

double links_pass(links_t *L, int from, int to, double bytes, double now) {
  double at = now;
  if (bytes == 0) return now;
  find_way(L, from, to);
  for (int i = 0; i < L->ways; i++) {
    link_t *l = &L->link[L->way[i]];
    at = fmax(at, l->free);
    l->free = at + bytes * L->byte / l->width;
  }
  return at + bytes * L->byte;
}
