/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rules: which schedule a call uses. The library has the rules of default.rules in it, which serve every call. Files
 * that UPC_STRIDE_RULE names, with colons between, go before them. upc-stride-tune writes a file of rules, from what it
 * measures or from a machine's description. A rule is a line:
 *
 *   # operation  conduit  members  bytes   schedule   conditions      # why
 *   broadcast    smp      2-4      0-4K    leader     ALLSYNC near    # few bytes
 *   broadcast    *        5-       *       knomial:4
 *   exchange     mpi      9-       0-256   bruck      far
 *   *            *        *        *       leader     ANY_ALLSYNC near threads_per_core=2- work=0-128K
 *
 * A line "value slot_near 1024" sets a tuned value (base/tuned.h), unless a line before has set it.
 *
 * The first rule that fits a call decides, if its schedule can serve the call. A # starts a comment.
 *
 *   operation   as in UPC_STRIDE_<OPERATION>, in small letters; * for all that have the schedule
 *   conduit     smp, sim, mpi-mpich, mpi-openmpi, gasnet-udp, ..; mpi for every MPI, gasnet for all of GASNet's
 *               conduits; other under another compiler; *
 *   members     of the team. Ranges are inclusive: a number, lo-hi, lo- or *. K, M, G multiply by powers of 1024
 *   bytes       of a piece, the largest if they are uneven; of all values of a reduction; the mean between two threads
 *               for upc_stride_copy
 *   schedule    as upc_stride_coll.h names it; hierarchical(knomial:4,chain), without blanks, for one among the nodes
 *               and one within each
 *   conditions  none or several of
 *     ALLSYNC, ANY_ALLSYNC    ALLSYNC on both sides; on at least one side
 *     MYSYNC                  not ALLSYNC on both sides
 *     near, far               all threads of the job read each other's memory; not all do
 *     ordered, unordered      the values of a reduction must be combined in the section's order; in any order
 *     even                    near, and the number of members is a multiple of the number of cores
 *     threads_per_core=RANGE  near; the number of threads per core, rounded up; 1: each thread has a core
 *     per_node=RANGE          members that share a node. Threads in a row are taken to share nodes of one size, that
 *                             of the first node
 *     torus, torus=RANGE      a torus is described, and the team has neighbours on it; along so many dimensions. 0: no
 *                             torus is described, or the team has no neighbours on it
 *     placed                  some blocks are parts of ScaLAPACK's matrices, which are not contiguous
 *     whole, cut              the message is passed on as a whole, as those of a graph are; it may go in segments
 *     work=RANGE              bytes moved or combined by all members together
 *
 * Parameters of the schedule may stand among the conditions. These are the parameters, each with its default:
 *     segment=64K       bytes that travel at a time; 0: long messages travel whole. The trees of broadcast and of
 *                       reductions have it. So have pairwise, hierarchical and flat without a tree, in which members
 *                       meet two by two
 *     ahead=4           members that meet two by two: segments that a member sends before it receives; at most 7
 *     same_core=yes     the same: with more threads than cores, messages of threads on the receiver's own core are
 *                       taken first. no: all in one order
 *     under_way=128K    bytes that a member has on their way to others: segments of reductions and prefixes that go
 *                       from member to member, at least 2; short messages of pairwise. 128 KB keep a network of 1 GB/s
 *                       busy for longer than a message takes to cross it
 *     rounds=24         exchange's schedule torus: the rounds that are under way at a time, 1 to 24
 *     helper_rounds=2   the same: at most so many in a split-phase call that a helper goes on with (a simulated machine
 *                       with helper=1). The thread itself sends the messages of the first rounds before it computes
 *
 * UPC_STRIDE_VERBOSE=1 shows the line that decided, and its last comment.
 */
#ifndef UPC_STRIDE_RULE_H
#define UPC_STRIDE_RULE_H

#include "schedules/schedules.h"

#include <stddef.h>

/* The choice of the first rule that fits and whose schedule can serve the call. */
void upc_stride_rule_find(upc_stride_choice_t *choice, const upc_stride_selector_t *m);

/* Reads the rules: null, or what is wrong with them, "rules.txt:7: members: ..". */
const char *upc_stride_rule_wrong(void);

/* For tests and tools: takes these files (null: none) in place of the environment's. */
void upc_stride_rule_set(const char *files);

/* The lines of default.rules, then a null (made by the Makefile). */
extern const char *const upc_stride_default_rules[];

/* The choice of a schedule for a call. */

/* The schedule that a variable forces, else that of the first rule that fits. choice->by says which variable,
 * or which line of which file; choice->why is that line's comment. */
void upc_stride_choose(upc_stride_choice_t *choice, const upc_stride_selector_t *selector);

/* Checks the variables that force a schedule: null, or the complaint. */
const char *upc_stride_forced_wrongly(void);

#endif
