/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The table of schedules: a row for each operation and name. A new algorithm is a file and a row here.
 *
 *   ROW(operation, name, tree, segments, needs, function, what it is, when it wins)
 *
 * Included with ROW defined: by schedules.c as the table without functions, and by functions.c, which sets these when
 * the library starts. (A file-scope initialiser cannot: Berkeley's translator takes no other file's function there.)
 * Which rows can be parts of hierarchical(<among>,<within>): trees, and those with AMONG or WITHIN. Not doubling and
 * neighbour of gather_all, since a rule does not know whether the number of nodes suits them. Prefixes, reduce_scatter
 * and barrier have no hierarchical: the order of blocks is not that of nodes, each result has one owner, and a node's
 * threads signal each other by memory in any case.
 *
 * The columns are those of upc_stride_schedule_t in schedules.h. A rule can change the length of segments, and turn
 * them off (segment= in rule.h). */

#define NONE UPC_STRIDE_NO_TREE
#define SEGMENTS 1
#define ANY_ORDER UPC_STRIDE_ANY_ORDER
#define LAST UPC_STRIDE_BY_LAST_ARRIVER
#define ANY_LAYOUT UPC_STRIDE_ANY_LAYOUT
#define NODES UPC_STRIDE_BY_NODES
#define AMONG UPC_STRIDE_AMONG_LEADERS
#define WITHIN UPC_STRIDE_WITHIN
#define IN_PLACE UPC_STRIDE_IN_PLACE

/* ---- broadcast ---- */
ROW(UPC_STRIDE_OP_BROADCAST, "flat", UPC_STRIDE_FLAT, 0, 0, upc_stride_broadcast_tree,
    "the root serves every member", "few members; within a node, where members copy from the root at the same time")
ROW(UPC_STRIDE_OP_BROADCAST, "binomial", UPC_STRIDE_KNOMIAL, SEGMENTS, 0, upc_stride_broadcast_tree,
    "knomial:2, each round doubles the members reached", "many members")
ROW(UPC_STRIDE_OP_BROADCAST, "knomial:k", UPC_STRIDE_KNOMIAL, SEGMENTS, 0, upc_stride_broadcast_tree,
    "each round multiplies the members reached by k", "many members, if a message costs the sender little")
ROW(UPC_STRIDE_OP_BROADCAST, "kary:k", UPC_STRIDE_KARY, SEGMENTS, 0, upc_stride_broadcast_tree,
    "at most k children each", "many members, if no member may have much to do")
ROW(UPC_STRIDE_OP_BROADCAST, "chain:bytes", UPC_STRIDE_CHAIN, SEGMENTS, 0, upc_stride_broadcast_tree,
    "one after another, in segments", "long messages between nodes")
ROW(UPC_STRIDE_OP_BROADCAST, "fork", UPC_STRIDE_FORK, SEGMENTS, 0, upc_stride_broadcast_tree,
    "lines along the grid's dimensions, to neighbours", "a mesh or torus")
ROW(UPC_STRIDE_OP_BROADCAST, "pairwise", NONE, SEGMENTS, ANY_LAYOUT, upc_stride_flow_pairwise,
    "the root serves every member, and packs for it", "blocks that are not contiguous")
ROW(UPC_STRIDE_OP_BROADCAST, "torus:bytes", NONE, 0, 0, upc_stride_broadcast_torus,
    "trees that share no link, each with a part of the message", "long messages on a torus")
ROW(UPC_STRIDE_OP_BROADCAST, "scatter-allgather", NONE, 0, 0, upc_stride_broadcast_scatter_allgather,
    "parts go down a tree, and then round a ring", "messages of medium length, many members, between nodes")
ROW(UPC_STRIDE_OP_BROADCAST, "hierarchical:bytes", UPC_STRIDE_KNOMIAL, SEGMENTS, NODES, upc_stride_broadcast_tree,
    "a tree of nodes, and a tree in each node", "many threads on a node")
ROW(UPC_STRIDE_OP_BROADCAST, "leader", NONE, 0, LAST, upc_stride_flow_last_arriver,
    "the last arriver copies for all", "few bytes with ALLSYNC on one node, more threads than cores")
ROW(UPC_STRIDE_OP_BROADCAST, "shared", NONE, 0, UPC_STRIDE_ONE_NODE | UPC_STRIDE_ENTRY, upc_stride_broadcast_shared,
    "all members copy, the root included", "long messages on one node")

/* ---- scatter ---- */
ROW(UPC_STRIDE_OP_SCATTER, "flat", NONE, SEGMENTS, ANY_LAYOUT | WITHIN, upc_stride_flow_pairwise,
    "the root serves every member", "few members or long pieces")
ROW(UPC_STRIDE_OP_SCATTER, "binomial", UPC_STRIDE_KNOMIAL, 0, 0, upc_stride_scatter_tree,
    "knomial:2, pieces travel together", "many members, short pieces, between nodes")
ROW(UPC_STRIDE_OP_SCATTER, "knomial:k", UPC_STRIDE_KNOMIAL, 0, 0, upc_stride_scatter_tree,
    "each round multiplies the members reached by k", "many members, short pieces, between nodes")
ROW(UPC_STRIDE_OP_SCATTER, "kary:k", UPC_STRIDE_KARY, 0, 0, upc_stride_scatter_tree,
    "at most k children each", "many members, short pieces, between nodes")
ROW(UPC_STRIDE_OP_SCATTER, "chain", UPC_STRIDE_CHAIN, 0, 0, upc_stride_scatter_tree,
    "one after another", "a line of neighbours")
ROW(UPC_STRIDE_OP_SCATTER, "fork", UPC_STRIDE_FORK, 0, 0, upc_stride_scatter_tree,
    "lines along the grid's dimensions, to neighbours", "a mesh or torus")
ROW(UPC_STRIDE_OP_SCATTER, "hierarchical", NONE, SEGMENTS, NODES, upc_stride_flow_hierarchical,
    "one message to each other node", "short pieces, many threads on a node")
ROW(UPC_STRIDE_OP_SCATTER, "leader", NONE, 0, LAST, upc_stride_flow_last_arriver,
    "the last arriver copies for all", "few bytes with ALLSYNC on one node, more threads than cores")

/* ---- gather ---- */
ROW(UPC_STRIDE_OP_GATHER, "flat", NONE, SEGMENTS, ANY_LAYOUT | WITHIN, upc_stride_flow_pairwise,
    "every member serves the root", "few members or long pieces")
ROW(UPC_STRIDE_OP_GATHER, "binomial", UPC_STRIDE_KNOMIAL, 0, 0, upc_stride_gather_tree,
    "knomial:2, pieces travel together", "many members, short pieces, between nodes")
ROW(UPC_STRIDE_OP_GATHER, "knomial:k", UPC_STRIDE_KNOMIAL, 0, 0, upc_stride_gather_tree,
    "each round divides the members left by k", "many members, short pieces, between nodes")
ROW(UPC_STRIDE_OP_GATHER, "kary:k", UPC_STRIDE_KARY, 0, 0, upc_stride_gather_tree,
    "at most k children each", "many members, short pieces, between nodes")
ROW(UPC_STRIDE_OP_GATHER, "chain", UPC_STRIDE_CHAIN, 0, 0, upc_stride_gather_tree,
    "one after another", "a line of neighbours")
ROW(UPC_STRIDE_OP_GATHER, "fork", UPC_STRIDE_FORK, 0, 0, upc_stride_gather_tree,
    "lines along the grid's dimensions, to neighbours", "a mesh or torus")
ROW(UPC_STRIDE_OP_GATHER, "hierarchical", NONE, SEGMENTS, NODES, upc_stride_flow_hierarchical,
    "one message from each other node", "short pieces, many threads on a node")
ROW(UPC_STRIDE_OP_GATHER, "leader", NONE, 0, LAST, upc_stride_flow_last_arriver,
    "the last arriver copies for all", "few bytes with ALLSYNC on one node, more threads than cores")

/* ---- gather_all ---- */
ROW(UPC_STRIDE_OP_GATHER_ALL, "pairwise", NONE, SEGMENTS, ANY_LAYOUT | WITHIN | IN_PLACE, upc_stride_flow_pairwise,
    "each two members meet once", "few members or long pieces")
ROW(UPC_STRIDE_OP_GATHER_ALL, "bruck", NONE, 0, WITHIN, upc_stride_gather_all_bruck,
    "each round doubles the pieces a member has", "many members, short pieces")
ROW(UPC_STRIDE_OP_GATHER_ALL, "ring", NONE, 0, WITHIN, upc_stride_gather_all_ring,
    "each member passes on to the next what the one before sent", "long pieces, if only neighbours have links")
ROW(UPC_STRIDE_OP_GATHER_ALL, "doubling", NONE, 0, UPC_STRIDE_POWER_OF_TWO, upc_stride_gather_all_doubling,
    "each round doubles the pieces of a member; for 2, 4, 8, .. members", "many members, between nodes")
ROW(UPC_STRIDE_OP_GATHER_ALL, "neighbour", NONE, 0, UPC_STRIDE_EVEN_MEMBERS, upc_stride_gather_all_neighbour,
    "pairs of neighbours, with each side in turn; for an even number of members",
    "long pieces, if only neighbours have links of their own")
ROW(UPC_STRIDE_OP_GATHER_ALL, "hierarchical", NONE, SEGMENTS, NODES, upc_stride_flow_hierarchical,
    "one schedule among nodes and one within each", "short pieces, many threads on a node")
ROW(UPC_STRIDE_OP_GATHER_ALL, "leader", NONE, 0, LAST, upc_stride_flow_last_arriver,
    "the last arriver copies for all", "few bytes with ALLSYNC on one node, more threads than cores")

/* ---- exchange ---- */
ROW(UPC_STRIDE_OP_EXCHANGE, "pairwise", NONE, SEGMENTS, ANY_LAYOUT | WITHIN | IN_PLACE, upc_stride_flow_pairwise,
    "each two members meet once", "few members or long pieces")
ROW(UPC_STRIDE_OP_EXCHANGE, "bruck", NONE, 0, WITHIN, upc_stride_flow_bruck,
    "pieces travel together by the bits of their distance", "many members, short pieces")
ROW(UPC_STRIDE_OP_EXCHANGE, "torus", NONE, 0, UPC_STRIDE_TAKES_ROUNDS | WITHIN, upc_stride_exchange_torus,
    "rounds that load all links of a torus alike, several at once", "many members, pieces from a few KB, on a torus")
ROW(UPC_STRIDE_OP_EXCHANGE, "dimensions", NONE, 0, WITHIN, upc_stride_exchange_dimensions,
    "pieces travel together along one dimension of the torus or grid after another", "many members, short pieces")
ROW(UPC_STRIDE_OP_EXCHANGE, "hierarchical", NONE, SEGMENTS, NODES, upc_stride_flow_hierarchical,
    "one schedule among nodes and one within each", "short pieces, many threads on a node")
ROW(UPC_STRIDE_OP_EXCHANGE, "leader", NONE, 0, LAST, upc_stride_flow_last_arriver,
    "the last arriver copies for all", "few bytes with ALLSYNC on one node, more threads than cores")

/* ---- exchange_own, and gather_own and scatter_own ---- */
ROW(UPC_STRIDE_OP_EXCHANGE_OWN, "pairwise", NONE, 0, IN_PLACE, upc_stride_own_pairwise,
    "each two members meet: first the sizes of pieces, then the pieces", "few members")
ROW(UPC_STRIDE_OP_EXCHANGE_OWN, "sparse", NONE, 0, 0, upc_stride_own_sparse,
    "only sizes that are not 0 travel, by the bits of their distance, then members get their pieces",
    "many members, most of all if few have pieces for each other")

/* ---- gather_all_own ---- */
ROW(UPC_STRIDE_OP_GATHER_ALL_OWN, "pairwise", NONE, 0, IN_PLACE, upc_stride_own_pairwise,
    "each two members meet: first the sizes of pieces, then the pieces", "few members; within a node")
ROW(UPC_STRIDE_OP_GATHER_ALL_OWN, "bruck", NONE, 0, IN_PLACE, upc_stride_own_all_bruck,
    "each round doubles the sizes that a member knows, and later the pieces that it has", "many members")
ROW(UPC_STRIDE_OP_GATHER_ALL_OWN, "ring", NONE, 0, IN_PLACE, upc_stride_own_all_ring,
    "sizes by bruck, then each member passes on what it got from the previous member",
    "long pieces, if only neighbours have links of their own")

/* ---- permute ---- */
ROW(UPC_STRIDE_OP_PERMUTE, "pairwise", NONE, SEGMENTS, ANY_LAYOUT | WITHIN | IN_PLACE, upc_stride_flow_pairwise,
    "each two members meet once", "nearly always")
ROW(UPC_STRIDE_OP_PERMUTE, "bruck", NONE, 0, WITHIN, upc_stride_flow_bruck,
    "pieces travel together by the bits of their distance", "many short blocks on each thread")
ROW(UPC_STRIDE_OP_PERMUTE, "hierarchical", NONE, SEGMENTS, NODES, upc_stride_flow_hierarchical,
    "one schedule among nodes and one within each", "short blocks, many threads on a node")
ROW(UPC_STRIDE_OP_PERMUTE, "leader", NONE, 0, LAST, upc_stride_flow_last_arriver,
    "the last arriver copies for all", "few bytes with ALLSYNC on one node, more threads than cores")

/* ---- reduce ---- */
ROW(UPC_STRIDE_OP_REDUCE, "flat", NONE, SEGMENTS, 0, upc_stride_reduce_flat,
    "every member sends its values to the root", "few members, few values")
ROW(UPC_STRIDE_OP_REDUCE, "binomial", UPC_STRIDE_KNOMIAL, SEGMENTS, ANY_ORDER, upc_stride_reduce_tree,
    "knomial:2, members combine on the way", "many members, few values")
ROW(UPC_STRIDE_OP_REDUCE, "knomial:k", UPC_STRIDE_KNOMIAL, SEGMENTS, ANY_ORDER, upc_stride_reduce_tree,
    "each round divides the members left by k", "many members, few values")
ROW(UPC_STRIDE_OP_REDUCE, "kary:k", UPC_STRIDE_KARY, SEGMENTS, ANY_ORDER, upc_stride_reduce_tree,
    "at most k children each", "many members, if no member may have much to do")
ROW(UPC_STRIDE_OP_REDUCE, "chain:bytes", UPC_STRIDE_CHAIN, SEGMENTS, ANY_ORDER, upc_stride_reduce_tree,
    "one after another, in segments", "many values between nodes")
ROW(UPC_STRIDE_OP_REDUCE, "fork", UPC_STRIDE_FORK, SEGMENTS, ANY_ORDER, upc_stride_reduce_tree,
    "lines along the grid's dimensions, to neighbours", "a mesh or torus")
ROW(UPC_STRIDE_OP_REDUCE, "pairwise", NONE, 0, 0, upc_stride_reduce_slices,
    "each member combines a slice of the values", "many values")
ROW(UPC_STRIDE_OP_REDUCE, "hierarchical:bytes", UPC_STRIDE_KNOMIAL, SEGMENTS, ANY_ORDER | NODES, upc_stride_reduce_tree,
    "a tree in each node, and a tree of nodes", "many threads on a node")
ROW(UPC_STRIDE_OP_REDUCE, "leader", NONE, 0, LAST, upc_stride_reduce_last_arriver,
    "the last arriver combines for all", "few values with ALLSYNC on one node, more threads than cores")

/* ---- reduce_all ---- */
ROW(UPC_STRIDE_OP_REDUCE_ALL, "flat", NONE, SEGMENTS, 0, upc_stride_reduce_flat,
    "every member gets all values and combines them", "few members, few values")
ROW(UPC_STRIDE_OP_REDUCE_ALL, "binomial", UPC_STRIDE_KNOMIAL, SEGMENTS, ANY_ORDER, upc_stride_reduce_all_tree,
    "knomial:2, up and down again", "many members, few values")
ROW(UPC_STRIDE_OP_REDUCE_ALL, "knomial:k", UPC_STRIDE_KNOMIAL, SEGMENTS, ANY_ORDER, upc_stride_reduce_all_tree,
    "the same with k for 2", "many members, few values")
ROW(UPC_STRIDE_OP_REDUCE_ALL, "kary:k", UPC_STRIDE_KARY, SEGMENTS, ANY_ORDER, upc_stride_reduce_all_tree,
    "at most k children each, up and down again", "many members, if no member may have much to do")
ROW(UPC_STRIDE_OP_REDUCE_ALL, "chain:bytes", UPC_STRIDE_CHAIN, SEGMENTS, ANY_ORDER, upc_stride_reduce_all_tree,
    "one after another, in segments, and back", "many values between nodes")
ROW(UPC_STRIDE_OP_REDUCE_ALL, "fork", UPC_STRIDE_FORK, SEGMENTS, ANY_ORDER, upc_stride_reduce_all_tree,
    "lines along the grid's dimensions, to neighbours", "a mesh or torus")
ROW(UPC_STRIDE_OP_REDUCE_ALL, "pairwise", NONE, 0, 0, upc_stride_reduce_slices,
    "each member combines a slice of the values", "many values")
ROW(UPC_STRIDE_OP_REDUCE_ALL, "doubling", NONE, 0, ANY_ORDER | AMONG, upc_stride_reduce_all_doubling,
    "each round doubles the members whose values a member has combined", "few values between nodes")
ROW(UPC_STRIDE_OP_REDUCE_ALL, "halving:bytes", NONE, SEGMENTS, ANY_ORDER | AMONG, upc_stride_reduce_all_halving,
    "each round halves the values that a member combines; then the results double", "many values between nodes")
ROW(UPC_STRIDE_OP_REDUCE_ALL, "ring:bytes", NONE, SEGMENTS, ANY_ORDER | AMONG, upc_stride_reduce_all_ring,
    "chunks go round, are combined on the way, and go round again", "very many values between nodes")
ROW(UPC_STRIDE_OP_REDUCE_ALL, "hierarchical:bytes", NONE, SEGMENTS, ANY_ORDER | NODES,
    upc_stride_reduce_all_hierarchical,
    "within each node, then between the nodes by doubling or halving", "many threads on a node")
ROW(UPC_STRIDE_OP_REDUCE_ALL, "leader", NONE, 0, LAST, upc_stride_reduce_last_arriver,
    "the last arriver combines for all", "few values with ALLSYNC on one node, more threads than cores")

/* ---- prefix_reduce ---- */
ROW(UPC_STRIDE_OP_PREFIX_REDUCE, "flat", NONE, SEGMENTS, 0, upc_stride_reduce_flat,
    "every member gets the values before its own and combines them", "few values")
ROW(UPC_STRIDE_OP_PREFIX_REDUCE, "pairwise", NONE, 0, 0, upc_stride_reduce_slices,
    "each member combines a slice of the values", "many values")
ROW(UPC_STRIDE_OP_PREFIX_REDUCE, "chain:bytes", NONE, SEGMENTS, 0, upc_stride_prefix_chain,
    "from the owner of each block to that of the next, in segments", "many values between nodes")
ROW(UPC_STRIDE_OP_PREFIX_REDUCE, "doubling", NONE, 0, UPC_STRIDE_ONE_BLOCK, upc_stride_prefix_doubling,
    "each round doubles the blocks that a member has combined", "few values, many members, a block each")
ROW(UPC_STRIDE_OP_PREFIX_REDUCE, "recursive", NONE, 0, UPC_STRIDE_ONE_BLOCK, upc_stride_prefix_recursive,
    "in each round two members exchange the sums of their groups", "very few values, few members, over TCP")
ROW(UPC_STRIDE_OP_PREFIX_REDUCE, "leader", NONE, 0, LAST, upc_stride_reduce_last_arriver,
    "the last arriver combines for all", "few values with ALLSYNC on one node, more threads than cores")

/* ---- prefix_reduce_exclusive ---- */
ROW(UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE, "flat", NONE, 0, 0, upc_stride_reduce_flat,
    "every member gets the values before its own and combines them", "few values")
ROW(UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE, "pairwise", NONE, 0, 0, upc_stride_reduce_slices,
    "each member combines a slice of the values", "many values")
ROW(UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE, "chain:bytes", NONE, SEGMENTS, 0, upc_stride_prefix_chain,
    "from the owner of each block to that of the next, in segments", "many values between nodes")
ROW(UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE, "doubling", NONE, 0, UPC_STRIDE_ONE_BLOCK, upc_stride_prefix_doubling,
    "each round doubles the blocks that a member has combined", "few values, many members, a block each")
ROW(UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE, "recursive", NONE, 0, UPC_STRIDE_ONE_BLOCK, upc_stride_prefix_recursive,
    "in each round two members exchange the sums of their groups", "very few values, few members, over TCP")
ROW(UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE, "leader", NONE, 0, LAST, upc_stride_reduce_last_arriver,
    "the last arriver combines for all", "few values with ALLSYNC on one node, more threads than cores")

/* ---- reduce_scatter ---- */
ROW(UPC_STRIDE_OP_REDUCE_SCATTER, "pairwise", NONE, 0, 0, upc_stride_reduce_slices,
    "each member combines what its own blocks get", "nearly always")
ROW(UPC_STRIDE_OP_REDUCE_SCATTER, "halving:bytes", NONE, SEGMENTS, ANY_ORDER | UPC_STRIDE_EACH_HAS_VALUES,
    upc_stride_reduce_scatter_halving,
    "each round halves the members that a member combines values for", "many members, between nodes")
ROW(UPC_STRIDE_OP_REDUCE_SCATTER, "leader", NONE, 0, LAST, upc_stride_reduce_last_arriver,
    "the last arriver combines for all", "few values with ALLSYNC on one node, more threads than cores")

/* ---- barrier ---- */
ROW(UPC_STRIDE_OP_BARRIER, "dissemination", NONE, 0, 0, upc_stride_barrier_dissemination,
    "each round doubles the members that a member knows of", "a core for each thread; between nodes")
ROW(UPC_STRIDE_OP_BARRIER, "leader", NONE, 0, LAST, upc_stride_barrier_last_arriver,
    "the last arriver tells all others", "one node, more threads than cores")

/* ---- copy ---- */
ROW(UPC_STRIDE_OP_COPY, "pairwise", NONE, SEGMENTS, ANY_LAYOUT | WITHIN, upc_stride_flow_pairwise,
    "each two members meet once", "few members or many elements")
ROW(UPC_STRIDE_OP_COPY, "bruck", NONE, 0, WITHIN, upc_stride_flow_bruck,
    "elements travel together by the bits of their distance", "many members, few elements")
ROW(UPC_STRIDE_OP_COPY, "hierarchical", NONE, SEGMENTS, NODES, upc_stride_flow_hierarchical,
    "one schedule among nodes and one within each", "few elements, many threads on a node")
ROW(UPC_STRIDE_OP_COPY, "leader", NONE, 0, LAST, upc_stride_flow_last_arriver,
    "the last arriver copies for all", "few bytes with ALLSYNC on one node, more threads than cores")

#undef NONE
#undef SEGMENTS
#undef ANY_ORDER
#undef LAST
#undef ANY_LAYOUT
#undef NODES
#undef AMONG
#undef WITHIN
#undef IN_PLACE
