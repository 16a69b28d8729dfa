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
 *   operation   its name, such as reduce_all; *: every operation that has the schedule
 *   conduit     smp, sim, mpi-mpich, mpi-openmpi, gasnet-udp, ..; mpi for every MPI, gasnet for all of GASNet's
 *               conduits; other under another compiler; *
 *   members     of the team. Ranges are inclusive: a number, lo-hi, lo- or *. K, M, G multiply by powers of 1024
 *   bytes       of a piece, the largest if they are uneven; of all values of a reduction; the mean between two threads
 *               for upc_stride_copy
 *   schedule    as upc_stride_coll.h names it; hierarchical(knomial:4,chain), without blanks, for one among the nodes
 *               and one within each; hierarchical(chain@256,chain,flat) with one among units of 256 threads, too
 *   conditions  none or several, and parameters of the schedule among them: docs/environment.md lists both
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

/* Threads that share memory share what they have read of the same files: *place, null at first, is theirs together. */
typedef struct upc_stride_rules *upc_stride_rules_t;
void upc_stride_rules_shared_by(upc_stride_rules_t *place);

/* For tests and tools: takes these files (null: none) in place of the environment's. */
void upc_stride_rule_set(const char *files);

/* The text of default.rules (made by the Makefile). */
extern const char upc_stride_default_rules[];

/* The choice of a schedule for a call. */

/* The schedule that a variable forces, else that of the first rule that fits. choice->by says which variable,
 * or which line of which file; choice->why is that line's comment. */
void upc_stride_choose(upc_stride_choice_t *choice, const upc_stride_selector_t *selector);

/* Checks the variables that force a schedule: null, or the complaint. */
const char *upc_stride_forced_wrongly(void);

#endif
