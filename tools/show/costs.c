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
enum { LOOKED = 63, MOST_OF_NODE = 8 };

/* Up to the lowest switch above both, and down. */
static int links_of_fat_tree(const machine_shape_t *s, long node) {
  int level = 0;
  for (; node > 0; level++) node /= s->list[1][level];
  return 2 * level;
}

/* From node 0 as SimGrid routes: to the router of the group that leads to the other one, over, and on. */
static int links_of_dragonfly(const machine_shape_t *s, long node) {
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

static int links_to(const machine_t *m, long node) {
  static const int origin[UPC_STRIDE_LINK_LETTERS];
  if (m->is_torus) {
    int at[] = {(int)(node / m->size[2] / m->size[1]), (int)(node / m->size[2] % m->size[1]), (int)(node % m->size[2])};
    return upc_stride_hops(m->size, origin, at);
  }
  if (strcmp(m->file.network, "fat-tree") == 0) return links_of_fat_tree(&m->shape, node);
  return strcmp(m->file.network, "dragonfly") == 0 ? links_of_dragonfly(&m->shape, node) : 1;
}

/* A group of so many nodes in a row has so many links to the others. */
static void add_group(network_t *N, double nodes, double links) {
  if (N->groups == NETWORK_GROUPS || (N->groups > 0 && N->group[N->groups - 1].nodes == nodes)) return;
  N->group[N->groups].nodes = nodes;
  N->group[N->groups++].links = links;
}

static void add_groups(network_t *N, const machine_t *m, const machine_shape_t *s) {
  double nodes = 1, links = 1;
  if (strcmp(m->file.network, "fat-tree") == 0) {
    for (int i = 0; i + 1 < s->lengths[1]; i++) {
      nodes *= (double)s->list[1][i], links *= (double)s->list[2][i];
      add_group(N, nodes, links * (double)(s->list[2][i + 1] * s->list[3][i + 1]));
    }
  } else if (strcmp(m->file.network, "dragonfly") == 0) {
    nodes = (double)s->list[3][0];
    for (int i = 2; i >= 0; i--) {        /* routers of a chassis, chassis of a group, groups */
      if (i == 1) links = (double)s->list[2][0];
      if (s->list[i][0] > 1) add_group(N, nodes, (double)s->list[i][1] * (i == 1 ? links : 1));
      nodes *= (double)s->list[i][0];
    }
  }
  if (!m->is_torus && N->groups == 0) add_group(N, 1, 1);
}

void describe_costs(machine_t *m, int threads) {
  const machine_numbers_t *n = &m->file.number;
  const int per_node = n->threadsPerNode, nodes = (threads + per_node - 1) / per_node;
  const int looked = nodes - 1 < LOOKED ? nodes - 1 : LOOKED;
  network_t *N = &m->costs;
  double latency = 0;
  if (strcmp(m->file.network, "platform") == 0) { m->no_costs = "a platform of SimGrid's has no closed forms"; return; }
  for (int i = 0; i < looked; i++)
    latency += n->linkLatency * links_to(m, 1 + (long)((double)i * (nodes - 1) / looked)) / looked;
  *N = (network_t){.send = n->sendTime, .receive = n->receiveTime, .latency = latency, .signal = n->nearLatency,
                   .link = 1 / n->linkBandwidth, .copy = n->nearBandwidth > 0 ? 1 / n->nearBandwidth : 0,
                   .pass = n->sendBandwidth > 0 ? 1 / n->sendBandwidth : 0, .helper = n->helper,
                   .node = per_node > 1 ? per_node : 0};
  add_groups(N, m, &m->shape);
  m->no_costs = per_node > MOST_OF_NODE ? "closed forms are for at most 8 threads on a node"
                : nodes < 3             ? "closed forms are for at least 3 nodes"
                : m->no_torus           ? "the job does not fill the torus"
                                        : NULL;
}

void spell_costs(const machine_t *m, char *text, size_t size) {
  const network_t *N = &m->costs;
  const machine_numbers_t *n = &m->file.number;
  size_t used = (size_t)snprintf(text, size, "send=%.6g,receive=%.6g,latency=%.6g,link=%.6g", 1e6 * N->send,
                                 1e6 * N->receive, 1e6 * N->latency, 1e-6 * n->linkBandwidth);
  if (N->copy > 0) used += (size_t)snprintf(text + used, size - used, ",copy=%.6g", 1e-6 * n->nearBandwidth);
  if (N->pass > 0) used += (size_t)snprintf(text + used, size - used, ",pass=%.6g", 1e-6 * n->sendBandwidth);
  for (int i = 0; i < N->groups && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%.0f:%.0f", i ? "/" : ",groups=", N->group[i].nodes,
                             N->group[i].links);
  if (N->helper && used < size) used += (size_t)snprintf(text + used, size - used, ",helper=1");
  if (N->node && used < size) snprintf(text + used, size - used, ",node=%d,signal=%.6g", N->node, 1e6 * N->signal);
}
