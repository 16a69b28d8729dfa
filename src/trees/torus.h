/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The machine's torus, where UPC_STRIDE_TORUS describes one.
 *
 * Thread numbers are given out so that row-major grid coordinates are linearised torus coordinates, the first letter
 * slowest. UPC_STRIDE_TORUS=4x4x4x2 UPC_STRIDE_MAP=XT,YZ: 128 threads in a grid of 8 x 16; grid row 5 is x = 2, t = 1,
 * and grid column 7 is y = 1, z = 3. So a box that fills a dimension of the grid is, for a tree, one ring for each
 * letter of it: rows are 4 x 2, columns 4 x 4, and every hop along one is to a neighbour in the machine.
 */
#ifndef UPC_STRIDE_TORUS_H
#define UPC_STRIDE_TORUS_H

#include "trees/tree.h"

/* Adds dimension k of a team's box to the ground: as it is, or as the rings of the torus it fills. */
void upc_stride_torus_dimension(upc_stride_topology_t *G, const upc_stride_team_t *T, int k);

/* Reads the variables: null, or what is wrong with them for a job of so many threads. */
const char *upc_stride_torus_wrong(int threads);

/* For tests: takes this description instead of the environment's. */
void upc_stride_torus_set(const char *torus, const char *map);

#endif
