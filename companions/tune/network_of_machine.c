/* SPDX-License-Identifier: BSD-3-Clause
 * What messages cost on a machine (network.h), by arithmetic from the machine's file. The latency is that of the links
 * on the way from node 0, on average over 63 other nodes. */
#include <string.h>
#include "common/machine_shape.h"
#include "network.h"
#include "torus/torus.h"

/* LOOKED: nodes. MOST_OF_NODE: threads of a node for which the costs were compared with simulated times. */
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

static int links_of_torus(const machine_shape_t *s, long node) {
  static const int origin[UPC_STRIDE_LINK_LETTERS];
  int size[UPC_STRIDE_LINK_LETTERS] = {1, 1, 1}, at[UPC_STRIDE_LINK_LETTERS];
  for (int k = 0; k < s->lengths[0] && k < UPC_STRIDE_LINK_LETTERS; k++) size[k] = (int)s->list[0][k];
  for (int k = UPC_STRIDE_LINK_LETTERS - 1; k >= 0; node /= size[k--]) at[k] = (int)(node % size[k]);
  return upc_stride_hops(size, origin, at);
}

static int links_to(const machine_file_t *m, const machine_shape_t *s, long node) {
  if (strcmp(m->network, "torus") == 0) return links_of_torus(s, node);
  if (strcmp(m->network, "fat-tree") == 0) return links_of_fat_tree(s, node);
  return strcmp(m->network, "dragonfly") == 0 ? links_of_dragonfly(s, node) : 1;
}

/* A group of so many nodes in a row has so many links to the others. */
static void add_group(network_t *N, double nodes, double links) {
  if (N->groups == NETWORK_GROUPS || (N->groups > 0 && N->group[N->groups - 1].nodes == nodes)) return;
  N->group[N->groups].nodes = nodes;
  N->group[N->groups++].links = links;
}

static void add_groups(network_t *N, const machine_file_t *m, const machine_shape_t *s) {
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
  if (strcmp(m->network, "torus") != 0 && N->groups == 0) add_group(N, 1, 1);
}

/* Seconds for each byte of a copy within a node: of the longest known length that a collective's piece may have. Longer
 * ones, beyond the caches, have the rate near-bandwidth. */
static double copy_takes(const machine_file_t *m) {
  const double longest = 1 << 20, rate = m->number.nearBandwidth;
  double takes = rate > 0 ? 1 / rate : 0;
  const machine_times_t *known = &m->nearBytesTime;
  for (int i = 0; i < known->lengths; i++)
    if (i == 0 || known->at[i].bytes <= longest) takes = known->at[i].seconds / known->at[i].bytes;
  return takes;
}

const char *network_of_machine(network_t *N, const machine_file_t *m, int threads) {
  const machine_numbers_t *n = &m->number;
  const int per_node = n->threadsPerNode, nodes = (threads + per_node - 1) / per_node;
  const int looked = nodes - 1 < LOOKED ? nodes - 1 : LOOKED;
  machine_shape_t shape = {.lists = 0};
  double latency = 0;
  *N = (network_t){.link = 0};
  if (strcmp(m->network, "platform") == 0) return "what messages cost on a platform of SimGrid's is not known";
  const char *wrong = *m->shapes ? machine_shape_fit(&shape, m, nodes) : NULL;
  if (wrong) return wrong;
  for (int i = 0; i < looked; i++)
    latency += n->linkLatency * links_to(m, &shape, 1 + (long)((double)i * (nodes - 1) / looked)) / looked;
  *N = (network_t){.send = n->sendTime, .receive = n->receiveTime, .latency = latency, .signal = n->nearLatency,
                   .link = 1 / n->linkBandwidth, .copy = copy_takes(m),
                   .pass = n->sendBandwidth > 0 ? 1 / n->sendBandwidth : 0, .helper = n->helper,
                   .tree = strcmp(m->network, "fat-tree") == 0, .node = per_node > 1 ? per_node : 0};
  add_groups(N, m, &shape);
  return per_node > MOST_OF_NODE                        ? "times are for at most 8 threads on a node"
         : nodes < 3                                    ? "times are for at least 3 nodes"
         : N->send + N->receive + N->latency == 0       ? "messages take no time but that of their bytes"
         : per_node > 1 && !strcmp(m->placement, "random") ? "it is not known which threads share a node"
                                                        : NULL;
}
