/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What messages cost on a torus: hops, and the load of each link. By arithmetic: a message goes first along X, then
 * along Y, then along Z, each time the shorter way round. Half way round it goes up from even places and down from
 * odd ones. Nothing is simulated: the load of a link is the sum of the bytes that pass it. Neighbours have a link in
 * each direction.
 */
#ifndef UPC_STRIDE_LINKS_H
#define UPC_STRIDE_LINKS_H

#include "torus/torus.h"

typedef struct upc_stride_links {
  int size[UPC_STRIDE_LINK_LETTERS];
  double *load;                       /* of link ((node * 3 + letter) * 2 + direction), 0: up, 1: down */
} upc_stride_links_t;

void upc_stride_links_start(upc_stride_links_t *L, const int *size); /* no load yet */
void upc_stride_links_end(upc_stride_links_t *L);

/* A message from a place to another one. */
void upc_stride_links_add(upc_stride_links_t *L, const int *from, const int *to, double bytes);

/* The load of the busiest link, and the sum of all. */
double upc_stride_links_busiest(const upc_stride_links_t *L);
double upc_stride_links_sum(const upc_stride_links_t *L);

/* The hops between two places. */
int upc_stride_hops(const int *size, const int *from, const int *to);

#endif
