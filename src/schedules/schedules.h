/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The table of schedules, and what one of them is chosen by. Plain C: the tools and the unit tests use it without
 * UPC. */
#ifndef UPC_STRIDE_SCHEDULES_H
#define UPC_STRIDE_SCHEDULES_H

#include "trees/tree.h"
#include "base/environment.h"

/* ---- the table; its rows stand in rows.h ---- */

struct upc_stride_role;
typedef void upc_stride_schedule_function_t(const struct upc_stride_role *role);

/* What a schedule needs of a call: bits. */
enum {
  UPC_STRIDE_ANY_ORDER = 1,           /* values that may be combined in any order                          */
  UPC_STRIDE_ONE_NODE = 2,            /* threads that all read each other's memory                         */
  UPC_STRIDE_ENTRY = 4,               /* IN_MYSYNC or IN_ALLSYNC: members may wait for each other's entry  */
  UPC_STRIDE_BY_LAST_ARRIVER = 8,     /* the last arriver does all the work: one node, and few members     */
  UPC_STRIDE_ONE_BLOCK = 16,          /* one block of src on each of its owners                            */
  UPC_STRIDE_POWER_OF_TWO = 32,       /* the number of members is a power of two                           */
  UPC_STRIDE_EVEN_MEMBERS = 64,       /* the number of members is even                                     */
  UPC_STRIDE_EACH_HAS_VALUES = 128,   /* each member owns blocks of src                                    */
  UPC_STRIDE_TAKES_ROUNDS = 256,      /* nothing; it takes the parameters `rounds` and `helper_rounds`     */
  UPC_STRIDE_ANY_LAYOUT = 512,        /* nothing; it also serves blocks that are not contiguous            */
  UPC_STRIDE_BY_NODES = 1024,         /* nothing; it is composed of one among nodes and one within each    */
  UPC_STRIDE_AMONG_LEADERS = 2048,    /* nothing; it has no tree, and can be that among nodes              */
  UPC_STRIDE_WITHIN = 4096,           /* nothing; it can be that among nodes, and that within each         */
  UPC_STRIDE_IN_PLACE = 8192          /* nothing; it also moves pieces between blocks that are read and written */
};
enum { UPC_STRIDE_LAST_ARRIVER_MEMBERS = 63 }; /* it has a bit for each other member */

/* A row: one schedule of one operation. Each text is shorter than its array (unit_schedules.c). */
typedef struct upc_stride_schedule {
  int operation;
  char name[20];                      /* "flat"; "knomial:k" takes a number; "chain:bytes" may take one  */
  int tree;                           /* the tree it uses, UPC_STRIDE_FLAT .., or UPC_STRIDE_NO_TREE     */
  int segments;                       /* 1: it takes segments, of the tuned length if nothing else is said */
  unsigned needs;                     /* of the bits above                                               */
  char what[96], wins[96];            /* a line that explains it, and when it wins                       */
} upc_stride_schedule_t;

/* Row number i, or null behind the last. The rows of an operation are successive. */
const upc_stride_schedule_t *upc_stride_schedule(int i);

/* The function of a row, which writes the plan; null in the tools. The second call says who knows it (functions.c). */
upc_stride_schedule_function_t *upc_stride_schedule_function(const upc_stride_schedule_t *s);
void upc_stride_schedule_functions(upc_stride_schedule_function_t *(*of)(int row));

/* ---- what is chosen, and by what ---- */

/* One of the schedules that hierarchical(..) composes: that of a level. */
typedef struct upc_stride_composed {
  const upc_stride_schedule_t *schedule;
  int arity;                          /* of its knomial or kary                                          */
  int unit;                           /* it is among leaders of units of so many threads; 0: of nodes. The last */
                                      /* .. part is among the members of each unit of the part before    */
} upc_stride_composed_t;

typedef struct upc_stride_choice {
  const upc_stride_schedule_t *schedule;
  int parts;                          /* that are composed; 1: none, part[0] is `schedule`               */
  upc_stride_composed_t part[UPC_STRIDE_LEVELS];
  size_t segment;                     /* bytes, or 0: no segments                                        */
  int ahead;                          /* between two members: segments that a member sends before it receives */
  int same_core;                      /* 1: messages of threads on the caller's core are taken first     */
  int rounds;                         /* that are under way at a time, of schedules that take this       */
  int helper_rounds;                  /* the same, at most, of a split-phase call that a helper goes on with */
  size_t under_way;                   /* bytes that a member has on their way, in segments or short messages */
  const char *by, *why;               /* what decided: "UPC_STRIDE_SCHEDULE", "default.rules"; why, or ""   */
  int line;                           /* of that file, or 0                                              */
} upc_stride_choice_t;

/* The inputs to the choice. Every member computes them identically, so all choose the same schedule. */
typedef struct upc_stride_selector {
  int operation;
  size_t bytes;                       /* of a piece; of all values of a reduction                        */
  int members, dimensions;            /* of the team; dimensions of its box with more than one coordinate */
  int near;                           /* 1: all threads of the job read each other's memory              */
  int ordered;                        /* 1: values must be combined in the section's order               */
  int one_block;                      /* 1: each owner of src has one block                              */
  int each_has_src;                   /* 1: each member owns a block of src                              */
  int in_sync;                        /* 0: IN_NOSYNC                                                    */
  int all;                            /* 2: ALLSYNC on both sides, 1: on one, 0: on none                 */
  int threads_per_core;               /* rounded up; 1: each thread has a core. 0: several nodes, which may differ */
  int even;                           /* 1: on one node, the number of members is a multiple of that of cores */
  int placed;                         /* 1: some blocks are parts of ScaLAPACK's matrices, not contiguous */
  int in_place;                       /* 1: pieces are moved between blocks that are read and written     */
  int whole;                          /* 1: a tree's members pass the message on as a whole               */
  int sides;                          /* on a torus: dimensions with links among the members; else 0      */
  int per_node;                       /* members that share a node                                        */
  double work;                        /* bytes moved or combined by all members together                 */
  int helped;                         /* 1: split-phase, and a helper goes on with it. Members may differ in */
                                      /* .. it, so it decides no schedule                                 */
  const char *conduit;                /* "smp", "mpi", "gasnet-udp"; "other" under another compiler      */
} upc_stride_selector_t;

/* The defaults of `segment`, `ahead`, `rounds` and `under_way` are tuned values (base/tuned.h). */
enum { UPC_STRIDE_HELPER_ROUNDS = 2 };                    /* the default of `helper_rounds` */

/* 1 if members meet two by two, so that the schedule takes `ahead` and `same_core`. */
int upc_stride_meets_pairwise(const upc_stride_schedule_t *schedule);

/* 1 if the schedule takes `under_way`: segments, but not those of a broadcast, which a member passes on one by one. */
int upc_stride_limits_under_way(const upc_stride_schedule_t *schedule);

/* Null if the choice can serve the call, else why not; the same for a schedule alone. */
const char *upc_stride_choice_cannot_serve(const upc_stride_choice_t *choice, const upc_stride_selector_t *selector);
const char *upc_stride_cannot_serve(const upc_stride_schedule_t *schedule, const upc_stride_selector_t *selector);

/* ---- names ---- */
/* 1 if the operation has a schedule of this name: the row and its parameters are then in *choice. */
int upc_stride_schedule_named(int operation, const char *name, upc_stride_choice_t *choice);

/* "flat, binomial, knomial:<k>": all of the operation's. */
void upc_stride_schedule_names(int operation, char *text, size_t size);

/* "knomial:3", "chain:65536", "hierarchical(chain@64,knomial:4,flat)": the name with its parameters, into `text` if it
 * needs one. */
const char *upc_stride_schedule_spelled(const upc_stride_choice_t *choice, char *text, size_t size);

/* "chain:65536 (by default.rules line 7: its comment)", into `text`. */
void upc_stride_choice_reason(const upc_stride_choice_t *choice, char *text, size_t size);

#endif
