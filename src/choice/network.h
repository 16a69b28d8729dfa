/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The network between nodes, where UPC_STRIDE_NETWORK describes it, and what a schedule costs on it by closed form.
 * Plain arithmetic, after LogGP (Alexandrov and others, J. Parallel Distrib. Comput. 44, 1997).
 *
 *   UPC_STRIDE_NETWORK=send=1.5,receive=1.5,latency=0.3,link=154,copy=2000
 *
 *     send, receive   microseconds of a processor for a message, at its two ends
 *     latency         microseconds on the way to another node, on average
 *     link            MB/s of a link
 *     copy            MB/s of a processor that copies; default: copies take no time
 *     pass            MB/s at which a processor sends; default: its time does not depend on the bytes
 *     groups          of nodes in a row, "8:1/64:4": 8 nodes have 1 link to other groups of 8, and 64 have 4 to each
 *                     other group of 64. "1:1": nodes share no link. Default: not known
 *     node            threads that share a node; 1 if not given. Without a torus they are threads in a row
 *     signal          microseconds until a thread finds what another one of its node has written; default: none
 *     helper          1: each thread has a second processor, which goes on with split-phase calls
 *
 * The conduit sim gives the library this variable. Where it is not set, rules alone choose (rule.h).
 */
#ifndef UPC_STRIDE_NETWORK_H
#define UPC_STRIDE_NETWORK_H

#include "choice/network_groups.h"
#include "schedules/schedules.h"

typedef struct upc_stride_network {
  double send, receive, latency, signal; /* seconds                                            */
  double link, copy, pass;            /* seconds for a byte                                 */
  struct { double nodes, links; } group[UPC_STRIDE_NETWORK_GROUPS]; /* ascending                   */
  int groups, helper, node;
} upc_stride_network_t;

/* The network of the environment; null: none is described. */
const upc_stride_network_t *upc_stride_network(void);

/* Null, or what is wrong with the variable. */
const char *upc_stride_network_wrong(void);

/* Takes this description instead of the environment's; null: none. */
void upc_stride_network_set(const char *text);

/* The seconds of a call by a schedule, if all members' nodes have equally many; below 0: no formula for it. */
double upc_stride_cost(const upc_stride_network_t *N, const upc_stride_choice_t *choice,
                       const upc_stride_selector_t *m);

/* Puts a schedule in place of *choice that takes clearly less time by these formulas, and returns 1; 0: none does. */
int upc_stride_cheaper(const upc_stride_network_t *N, upc_stride_choice_t *choice, const upc_stride_selector_t *m);

#endif
