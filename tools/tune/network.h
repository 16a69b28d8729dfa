/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A network between nodes, by the costs of its messages, and what a schedule costs on it by closed form:
 * upc-stride-tune writes rules by these forms. Plain arithmetic, after LogGP (Alexandrov and others, J. Parallel
 * Distrib. Comput. 44, 1997). docs/environment.md has the words of a description,
 * "send=1.5,receive=1.5,latency=0.3,link=154,copy=2000".
 */
#ifndef TUNE_NETWORK_H
#define TUNE_NETWORK_H

#include "schedules/schedules.h"

enum { NETWORK_GROUPS = 6 };

typedef struct network {
  double send, receive, latency, signal; /* seconds; the last two between nodes, and within one */
  double link, copy, pass;            /* seconds for a byte                                 */
  struct { double nodes, links; } group[NETWORK_GROUPS]; /* ascending                       */
  int groups, helper, node;
} network_t;

/* Reads a description; 0: it is none. */
int read_network(network_t *N, const char *text);

/* The seconds of a call by a schedule, if all members' nodes have equally many; below 0: no formula for it. `ring`: the
 * places of the longest dimension of the torus that the members have links along. */
double cost_of(const network_t *N, const upc_stride_choice_t *choice, const upc_stride_selector_t *m, int ring);

#endif
