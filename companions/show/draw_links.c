/* SPDX-License-Identifier: BSD-3-Clause
 * --machine: the bytes of a call on each link of the torus, by the arithmetic of src/torus/torus.h, drawn plane by
 * plane. The messages are those of the call of --call, or a broadcast down the tree that is drawn, or else an exchange
 * among the team. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "show.h"
#include "torus/torus.h"
#include "trees/disjoint.h"

typedef struct traffic {
  upc_stride_links_t links;
  long messages;                     /* between nodes */
} traffic_t;

static void message(traffic_t *t, int from, int to, double bytes) {
  int a[UPC_STRIDE_LETTERS], b[UPC_STRIDE_LETTERS];
  upc_stride_torus_place(upc_stride_torus(), from, a);
  upc_stride_torus_place(upc_stride_torus(), to, b);
  t->messages += upc_stride_hops(t->links.size, a, b) > 0;
  upc_stride_links_add(&t->links, a, b, bytes);
}

static int thread_of(const picture_t *p, int rank) {
  return rank < p->topology.members ? upc_stride_team_thread(&p->team, rank) : p->root;
}

static void exchange(traffic_t *t, const picture_t *p) {
  for (int i = 0; i < p->team.n; i++)
    for (int j = 0; j < p->team.n; j++)
      if (i != j) message(t, upc_stride_team_thread(&p->team, i), upc_stride_team_thread(&p->team, j), p->bytes);
}

static void down_tree(traffic_t *t, const picture_t *p) {
  for (int rank = 0; rank < upc_stride_nodes(&p->topology); rank++) {
    int parent = p->tree->parent(&p->topology, rank);
    if (parent >= 0) message(t, thread_of(p, parent), thread_of(p, rank), p->bytes);
  }
}

/* Several trees at once, each with its part of the bytes. Messages within a node use no link. */
static void down_disjoint(traffic_t *t, const picture_t *p) {
  const upc_stride_topology_t *G = &p->topology;
  int trees = upc_stride_disjoint_trees(G);
  if (G->root == G->members) message(t, p->root, thread_of(p, G->nearest), p->bytes);
  for (int i = 0; i < trees; i++)
    for (int rank = 0; rank < G->members; rank++) {
      int parent = upc_stride_disjoint_leader(G, rank) == rank ? upc_stride_disjoint_parent(G, i, rank) : -1;
      if (parent >= 0) message(t, thread_of(p, parent), thread_of(p, rank), p->bytes / trees);
    }
}

static void played(traffic_t *t, const upc_stride_played_t *play) {
  for (int i = 0; i < play->messages; i++) {
    const upc_stride_played_message_t *m = &play->message[i];
    if (m->kind != UPC_STRIDE_PLAYED_SIGNAL) message(t, m->from, m->to, m->bytes);
  }
}

static double load(const traffic_t *t, int x, int y, int z, int letter, int down) {
  const int *n = t->links.size;
  return t->links.load[(((x * n[1] + y) * n[2] + z) * UPC_STRIDE_LINK_LETTERS + letter) * 2 + down];
}

/* Between a node and the next one along a letter: the link up, or the next one's link down. '9' is nine tenths of the
 * busiest. */
static char symbol(const traffic_t *t, const int *at, int letter, double most) {
  int next[UPC_STRIDE_LINK_LETTERS] = {at[0], at[1], at[2]}, tenths;
  double up, down;
  if (t->links.size[letter] == 1) return ' ';
  next[letter] = (at[letter] + 1) % t->links.size[letter];
  up = load(t, at[0], at[1], at[2], letter, 0), down = load(t, next[0], next[1], next[2], letter, 1);
  if (down > up) up = down;
  tenths = (int)(10 * up / most);
  return up == 0 ? '.' : up >= most ? '#' : (char)('0' + tenths);
}

/* Rows are X, columns are Y. Of each node: +, with the link along Z behind it, then the link along Y; below it that
 * along X. */
static void draw_plane(const traffic_t *t, int z, double most) {
  const int *n = t->links.size;
  double used_here = 0;
  for (int i = 0; i < n[0] * n[1] * UPC_STRIDE_LINK_LETTERS * 2; i++) {
    int node = i / 2 / UPC_STRIDE_LINK_LETTERS;
    used_here += load(t, node / n[1], node % n[1], z, i / 2 % UPC_STRIDE_LINK_LETTERS, i % 2);
  }
  printf(used_here > 0 ? "z = %d\n" : "z = %d: no link is used\n", z);
  for (int x = 0; x < n[0] && used_here > 0; x++) {
    char line[2][6 * 64 + 1];
    int used = 0;
    for (int y = 0; y < n[1] && y < 64; y++, used += 6) {
      int at[] = {x, y, z};
      snprintf(line[0] + used, 7, "+%c %c  ", symbol(t, at, 2, most), symbol(t, at, 1, most));
      snprintf(line[1] + used, 7, "%c     ", symbol(t, at, 0, most));
    }
    for (int i = 0; i < 1 + (n[0] > 1); i++) {
      for (size_t end = strlen(line[i]); end > 0 && line[i][end - 1] == ' ';) line[i][--end] = 0;
      printf("  %s%s\n", line[i], n[1] > 64 ? "..." : "");
    }
  }
}

typedef struct link { int at[UPC_STRIDE_LINK_LETTERS], letter, down; } link_t;

static double busiest(const traffic_t *t, link_t *found) {
  const int *n = t->links.size;
  double most = 0;
  for (int i = 0; i < n[0] * n[1] * n[2] * UPC_STRIDE_LINK_LETTERS * 2; i++) {
    int node = i / 2 / UPC_STRIDE_LINK_LETTERS;
    if (t->links.load[i] <= most) continue;
    most = t->links.load[i];
    *found = (link_t){{node / n[2] / n[1], node / n[2] % n[1], node % n[2]}, i / 2 % UPC_STRIDE_LINK_LETTERS, i % 2};
  }
  return most;
}

void draw_links(const picture_t *p, const request_t *r, const machine_t *machine, const upc_stride_played_t *play) {
  enum { MOST_PLANES = 16 };
  traffic_t t = {.messages = 0};
  const int *n = upc_stride_torus()->size;
  link_t l = {{0, 0, 0}, 0, 0};
  upc_stride_links_start(&t.links, n);
  if (r->call) played(&t, play);
  else if (p->disjoint) down_disjoint(&t, p);
  else if (p->tree) down_tree(&t, p);
  else exchange(&t, p);
  double most = busiest(&t, &l), sum = upc_stride_links_sum(&t.links);
  printf("torus %d x %d x %d, %d threads a node; ", n[0], n[1], n[2], n[3]);
  if (r->call) printf("%s, %zu bytes", upc_stride_operation_name(play->selector.operation), play->selector.bytes);
  else if (p->disjoint || p->tree) printf("a broadcast of %g bytes by %s", p->bytes, p->tree_name);
  else printf("an exchange of %g bytes a piece", p->bytes);
  printf(": %ld messages between nodes, %g bytes on all links\n", t.messages, sum);
  if (most > 0) {
    printf("planes of X (down) and Y (to the right); behind a node's + its link along Z\n"
           "the digit of a link: tenths of the bytes of the busiest link, #; . has none\n");
    for (int z = 0; z < n[2]; z++) {
      if (z < MOST_PLANES || z == l.at[2]) draw_plane(&t, z, most); /* always that of the busiest link */
    }
    if (n[2] > MOST_PLANES) printf("... of %d planes\n", n[2]);
    printf("busiest link: from %d %d %d %s along %c, %g bytes, %.6g s\n", l.at[0], l.at[1], l.at[2],
           l.down ? "down" : "up", "XYZ"[l.letter], most, most / machine->file.number.linkBandwidth);
  } else {
    printf("no link is used: all of the team is on one node\n");
  }
  upc_stride_links_end(&t.links);
}
