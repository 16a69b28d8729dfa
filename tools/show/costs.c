/* SPDX-License-Identifier: BSD-3-Clause
 * What messages cost on a machine, for the closed forms: the words that the simulator tells upc-stride-tune
 * (tools/tune/network.h), by arithmetic from the machine's file. The latency is that of the links on the way from
 * node 0, on average over 63 other nodes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/mistake.h"
#include "show.h"
#include "torus/torus.h"

/* LOOKED: nodes. MOST_OF_NODE: threads of a node for which the closed forms were compared with simulated times. */
enum { LOOKED = 63, MOST_OF_NODE = 8, LEVELS = 8 };

/* "2;20,8;1,20;1,1" as lists of numbers. */
typedef struct shape {
  long list[4][LEVELS];
  int lengths[4], lists;
} shape_t;

/* 1 if the text is a shape of `lists` lists. */
static int read_shape(shape_t *s, const char *text) {
  memset(s, 0, sizeof *s);
  for (;;) {
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || n < 1 || n > 1 << 20 || s->lists == 4 || s->lengths[s->lists] == LEVELS) return 0;
    s->list[s->lists][s->lengths[s->lists]++] = n;
    if (*end != ',') s->lists++;
    if (!*end) return 1;
    if (*end != ',' && *end != ';') return 0;
    text = end + 1;
  }
}

static double nodes_of(const shape_t *s, int fat_tree) {
  double nodes = 1;
  if (fat_tree)
    for (int k = 0; k < s->lengths[1]; k++) nodes *= (double)s->list[1][k];
  else
    for (int k = 0; k < 4; k++) nodes *= (double)s->list[k][0];
  return nodes;
}

static int is_shape(const shape_t *s, int fat_tree) {
  if (s->lists != 4) return 0;
  for (int k = 0; k < 3; k++)
    if (s->lengths[k + fat_tree] != (fat_tree ? (int)s->list[0][0] : 2)) return 0;
  return s->lengths[fat_tree ? 0 : 3] == 1;
}

/* Up to the lowest switch above both, and down. */
static int links_of_fat_tree(const shape_t *s, long node) {
  int level = 0;
  for (; node > 0; level++) node /= s->list[1][level];
  return 2 * level;
}

/* From node 0 as SimGrid routes: to the router of the group that leads to the other one, over, and on. */
static int links_of_dragonfly(const shape_t *s, long node) {
  const long chassis = s->list[1][0], blades = s->list[2][0], nodes = s->list[3][0];
  long router = node / nodes, group = router / (chassis * blades), at = 0, links = 2;
  if (router == 0) return 2;
  if (group > 0) {
    links += 1 + (group % blades != 0);   /* its blade has the number of the other group */
    at = 0;
  }
  router %= chassis * blades;
  links += (router % blades != at % blades) + (router / blades != at / blades);
  return (int)links;
}

static int links_to(const machine_t *m, const shape_t *s, long node) {
  static const int origin[UPC_STRIDE_LINK_LETTERS];
  if (m->is_torus) {
    int at[] = {(int)(node / m->size[2] / m->size[1]), (int)(node / m->size[2] % m->size[1]), (int)(node % m->size[2])};
    return upc_stride_hops(m->size, origin, at);
  }
  if (strcmp(m->network, "fat-tree") == 0) return links_of_fat_tree(s, node);
  return strcmp(m->network, "dragonfly") == 0 ? links_of_dragonfly(s, node) : 1;
}

/* A group of so many nodes in a row has so many links to the others. */
static void add_group(network_t *N, double nodes, double links) {
  if (N->groups == NETWORK_GROUPS || (N->groups > 0 && N->group[N->groups - 1].nodes == nodes)) return;
  N->group[N->groups].nodes = nodes;
  N->group[N->groups++].links = links;
}

static void add_groups(network_t *N, const machine_t *m, const shape_t *s) {
  double nodes = 1, links = 1;
  if (strcmp(m->network, "fat-tree") == 0) {
    for (int i = 0; i + 1 < s->lengths[1]; i++) {
      nodes *= (double)s->list[1][i], links *= (double)s->list[2][i];
      add_group(N, nodes, links * (double)(s->list[2][i + 1] * s->list[3][i + 1]));
    }
  } else if (strcmp(m->network, "dragonfly") == 0) {
    nodes = (double)s->list[3][0];
    for (int i = 2; i >= 0; i--) {        /* routers of a chassis, chassis of a group, groups */
      if (i == 1) links = (double)s->list[2][0];
      if (s->list[i][0] > 1) add_group(N, nodes, (double)s->list[i][1] * (i == 1 ? links : 1));
      nodes *= (double)s->list[i][0];
    }
  }
  if (!m->is_torus && N->groups == 0) add_group(N, 1, 1);
}

/* The first shape with enough nodes. */
static void fit(machine_t *m, shape_t *s, int nodes) {
  const int fat_tree = strcmp(m->network, "fat-tree") == 0;
  char *shapes = strdup(m->shapes), *rest = NULL;
  for (char *text = shapes ? strtok_r(shapes, " \t", &rest) : NULL; text; text = strtok_r(NULL, " \t", &rest)) {
    if (!read_shape(s, text) || !is_shape(s, fat_tree))
      mistake("--machine %s: %s has shape '%.80s'; it must be like %s", m->name, m->network, text,
              fat_tree ? "2;18,36;1,18;1,1" : "9,4;4,4;4,2;4");
    snprintf(m->shape, sizeof m->shape, "%.60s", text);
    if (nodes_of(s, fat_tree) >= nodes) break;
    m->shape[0] = 0;
  }
  free(shapes);
  if (!m->shape[0]) mistake("--machine %s: it has fewer than the %d nodes that are needed", m->name, nodes);
}

void describe_costs(machine_t *m, int threads) {
  const int nodes = (threads + m->per_node - 1) / m->per_node, looked = nodes - 1 < LOOKED ? nodes - 1 : LOOKED;
  network_t *N = &m->costs;
  shape_t s = {.lists = 0};
  double latency = 0;
  if (strcmp(m->network, "platform") == 0) { m->no_costs = "a platform of SimGrid's has no closed forms"; return; }
  if (!m->is_torus && strcmp(m->network, "flat") != 0) fit(m, &s, nodes);
  for (int i = 0; i < looked; i++)
    latency += m->link_latency * links_to(m, &s, 1 + (long)((double)i * (nodes - 1) / looked)) / looked;
  *N = (network_t){.send = m->send, .receive = m->receive, .latency = latency, .signal = m->near_latency,
                   .link = 1 / m->rate, .copy = m->near_rate > 0 ? 1 / m->near_rate : 0,
                   .pass = m->pass_rate > 0 ? 1 / m->pass_rate : 0, .helper = m->helper,
                   .node = m->per_node > 1 ? m->per_node : 0};
  add_groups(N, m, &s);
  m->no_costs = m->per_node > MOST_OF_NODE ? "closed forms are for at most 8 threads on a node"
                : nodes < 3                ? "closed forms are for at least 3 nodes"
                : m->no_torus              ? "the job does not fill the torus"
                                           : NULL;
}

void spell_costs(const machine_t *m, char *text, size_t size) {
  const network_t *N = &m->costs;
  size_t used = (size_t)snprintf(text, size, "send=%.6g,receive=%.6g,latency=%.6g,link=%.6g", 1e6 * N->send,
                                 1e6 * N->receive, 1e6 * N->latency, 1e-6 * m->rate);
  if (N->copy > 0) used += (size_t)snprintf(text + used, size - used, ",copy=%.6g", 1e-6 * m->near_rate);
  if (N->pass > 0) used += (size_t)snprintf(text + used, size - used, ",pass=%.6g", 1e-6 * m->pass_rate);
  for (int i = 0; i < N->groups && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%.0f:%.0f", i ? "/" : ",groups=", N->group[i].nodes,
                             N->group[i].links);
  if (N->helper && used < size) used += (size_t)snprintf(text + used, size - used, ",helper=1");
  if (N->node && used < size) snprintf(text + used, size - used, ",node=%d,signal=%.6g", N->node, 1e6 * N->signal);
}
