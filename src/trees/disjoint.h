/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Spanning trees of a torus that share no link: several at once, from one root. Each carries its part of a long
 * message, so that a line of the torus is used both ways (2 trees), a plane in 4 directions and a box in 6 (Almasi,
 * Heidelberger, Archer and others: Optimization of MPI collective communication on BlueGene/L systems, ICS 2005).
 *
 * The rule. Coordinates are counted from the root. There is a tree for each side i and each direction, up and down, of
 * a ring. A member v that is not the root has in tree (i, up) the parent one step down along one side:
 *   v[i] = 0    along i, from the last place of the ring
 *   else        along the last side with v[k] != 0, in the order i, i+1, .. and then from 0 again
 * So the tree runs along i first, then along i+1, and so on; the members with v[i] = 0 hang behind the others. Trees
 * (i, down) are their mirror images.
 *   They share no link. In tree i a member v is entered along side i if v[i] = 0, and otherwise along the cyclic
 * predecessor of i among the sides with v[k] != 0. These sides differ from tree to tree, so all trees of a direction
 * enter v along different sides; trees of two directions use different links. They are trees: as long as v[i] != 0,
 * each step towards the root brings another coordinate to 0, and v[i] last.
 *
 * On 4 x 4, from the root at 0 0, the parents of the tree (0, up), rows downwards:
 *
 *   --  31  32  33      the root is 0 0; 1 0 hangs below it; 0 1 hangs below 3 1
 *   00  10  11  12
 *   10  20  21  22
 *   20  30  31  32
 *
 * A side that is a line, or a ring of two with one link each way, has one tree instead of two. The tree goes both ways
 * from the root, and the members with v[i] = 0 hang behind a neighbour along i.
 */
#ifndef UPC_STRIDE_DISJOINT_H
#define UPC_STRIDE_DISJOINT_H

#include "trees/tree.h"

enum { UPC_STRIDE_DISJOINT_MOST = 2 * UPC_STRIDE_TOPOLOGY_DIMS };

/* How many there are; 0 for a team on one node. The trees span the members with the root's place on its node: the
 * other threads of each node hang below theirs, in every tree. */
int upc_stride_disjoint_trees(const upc_stride_topology_t *G);

/* The member of the trees on a member's node. */
int upc_stride_disjoint_leader(const upc_stride_topology_t *G, int rank);

/* The parent of a member of the box in tree t; -1: it is the root of the box (nearest). Its distance from there. */
int upc_stride_disjoint_parent(const upc_stride_topology_t *G, int t, int rank);
int upc_stride_disjoint_depth(const upc_stride_topology_t *G, int t, int rank);

/* The children of a member in tree t, at most UPC_STRIDE_DISJOINT_MOST without those of its node; how many. */
int upc_stride_disjoint_children(const upc_stride_topology_t *G, int t, int rank, int *child);

/* The other members of its node, if it has the root's place there; how many. `mate` has room for `members`. */
int upc_stride_disjoint_mates(const upc_stride_topology_t *G, int rank, int *mate);

/* How many steps the deepest of these trees takes at most. */
int upc_stride_disjoint_reach(const upc_stride_topology_t *G);

/* The default size of a segment of a message. A tree then has 20 times as many segments as levels, but segments have
 * at least and at most so many bytes as torus_segment_least and torus_segment_most say (base/tuned.h). */
size_t upc_stride_disjoint_segment(const upc_stride_topology_t *G, size_t bytes);

#endif
