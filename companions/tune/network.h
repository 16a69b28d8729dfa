/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A network between nodes, by the costs of its messages, and what a schedule costs on it: the plans of all members are
 * played (src/player/), and each step takes its time. upc-stride-tune writes rules by these times. After LogGP
 * (Alexandrov and others, J. Parallel Distrib. Comput. 44, 1997). docs/environment.md has the words of a description,
 * "send=1.5,receive=1.5,latency=0.3,link=154,copy=2000".
 */
#ifndef TUNE_NETWORK_H
#define TUNE_NETWORK_H

#include "common/machine_file.h"
#include "player/player.h"

enum { NETWORK_GROUPS = 6 };

typedef struct network {
  double send, receive, latency, signal; /* seconds; the last two between nodes, and within one */
  double link, copy, pass;            /* seconds for a byte                                 */
  struct { double nodes, links; } group[NETWORK_GROUPS]; /* ascending                       */
  int groups, helper, node;
  int tree;                           /* 1: a group's links lead to all others; 0: so many to each other group */
} network_t;

/* Reads a description; 0: it is none. */
int read_network(network_t *N, const char *text);
void spell_network(const network_t *N, char *text, size_t size); /* the same the other way round */

/* What messages cost in a job of so many threads on a machine; null, or why the costs are not known. */
const char *network_of_machine(network_t *N, const machine_file_t *m, int threads);

/* played_cost.c: the seconds of a call by a schedule, from the entry of all members until the last one leaves; on the
 * torus that is set (torus.h), if one is. More than `most` seconds are told as infinity; 0: there is no such limit.
 * Below 0: one of those below. */
enum { COST_UNKNOWN = -1,             /* the schedule cannot serve the call, or all members are on one node */
       COST_TOO_LONG = -2 };          /* the plans are too long to be played */
double cost_of(const network_t *N, const upc_stride_choice_t *choice, const upc_stride_selector_t *m, double most);
double cost_of_call(const network_t *N, const upc_stride_played_call_t *call, double most);

/* ---- links (shared_links.c): messages that share a link have equal parts of it ---- */

typedef struct links links_t;

/* Among so many nodes, or of the torus that is set. `arrived` is called at the end of a flow. */
links_t *links_new(const network_t *N, int nodes);
void links_free(links_t *L);

/* Bytes begin to flow; `message` is told when all have crossed every link of their way. */
void links_start(links_t *L, int from, int to, double bytes, double now, int message);

/* When the next message may have ended; infinity: none is on its way. Then that message, or -1: none yet. */
double links_next(const links_t *L);
int links_end(links_t *L);

/* Short messages go one after the other. Returns when this one has crossed every link of its way. */
double links_pass(links_t *L, int from, int to, double bytes, double now);

#endif
