/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Prepared calls: the arguments of a call, and the caller's plan of it (plan/plan.h). A call is prepared once. Later
 * calls with the same arguments use it again (src/perform.upc).
 */
#ifndef UPC_STRIDE_PREPARED_H
#define UPC_STRIDE_PREPARED_H

#include "arrays/array.h"
#include "arrays/check.h"
#include "base/port.h"
#include "plan/builder.h"
#include "prepared/library_setting.h"
#include "transport/channel.h"
#include "upc_stride_tools.h"

#include <upc.h>

/* Bytes of a view (arrays/view.h) that a call copies to the view's buffer before it begins, or back at its end: `count`
 * runs, from an offset of the buffer and one of the program's memory on. */
typedef struct upc_stride_copied {
  upc_stride_array_t array;
  size_t buffer, memory, bytes, count;
  long long stride;
  int before, after;                  /* 1: copied then */
} upc_stride_copied_t;

struct upc_stride_prepared {
  struct upc_stride_plan *plan;
  upc_stride_builder_t *builder;      /* while the plan is written, else null */
  upc_stride_args_t args;             /* with copies of all they point to */
  size_t dst_serial, src_serial, hash;
  upc_stride_site_t site;             /* of the latest call with this plan, for messages */
  int looks;                          /* 1: the caller looks at the object at the place (teams.upc) */
  size_t at_place;                    /* bytes there                                                */
  size_t object_from, object_to;      /* address fields: what checks have seen of the place's object .. */
  unsigned long frees;                /* .. when so many pieces had been freed (engine/freed.h)         */
  upc_stride_copied_t *copied;        /* of views, `ncopied` of them */
  int ncopied, copied_capacity;
  const upc_stride_seen_memory_t *meeting; /* for who watches accesses and checked mode, else null */
  struct upc_stride_record *record;   /* of the call, for others to compare; null unless checked */
  int planned;                        /* 1: it is new, and observers were told that it is made */
  int counted;                        /* 1: these are known: bytes that the caller sends and gets .. */
  size_t sends, gets, moves;          /* .. and moves if it is the last arriver */
  int in_flight;                      /* calls that use it                              */
  int kept;                           /* its entry among the kept ones; -1: it is none  */
  int latest;                         /* 1: it is the latest of its operation           */
  int members, first;                 /* of the call; the first of them, a thread       */
  int calls_to_remark;                /* so many calls more, and its barriers are told of (barrier_remark.upc); or 0 */
};

/* Where a thread, near or far, has what offsets at an end are counted from; not of private memory or a buffer. */
shared [] char *upc_stride_base_far(const upc_stride_prepared_t *P, const upc_stride_base_t *base, int thread);

/* ---- making and dropping ---- */
upc_stride_site_t upc_stride_prepared_site(const upc_stride_args_t *args); /* the call and its line in the program */

/* With a builder, for the operation to write the plan with; then with the plan, and with channels to its peers. */
upc_stride_prepared_t *upc_stride_prepared_new(const upc_stride_args_t *args);
void upc_stride_prepared_finish(upc_stride_prepared_t *P);
/* A copy, which lasts as long as the plan, for the operation to put into P->args: of each list of the call, once it is
 * checked. A list that is given and not kept is an error of the operation. Null stays null. */
const void *upc_stride_prepared_keep(upc_stride_prepared_t *P, const void *list, size_t bytes);
size_t upc_stride_prepared_memory(const upc_stride_prepared_t *P); /* bytes that it takes */
void upc_stride_prepared_free(upc_stride_prepared_t *P);

/* ---- another place (prepared_place.upc) ---- */

/* If two calls differ in their place alone, and both places are of one thread, then their plans differ in addresses. So
 * one plan can serve both: a loop that broadcasts one block after another makes one plan. Its steps have distances from
 * the place. These functions do it:
 *
 *   args_any_place       1: the plan for these arguments may serve other places
 *   prepared_any_place   before steps are written: says how many bytes are at the place
 *   prepared_serves      1: the plan, whose place_bytes is not 0, can serve this place now
 *   prepared_change      from now on it does */
int upc_stride_args_any_place(const upc_stride_args_t *args);
void upc_stride_prepared_any_place(upc_stride_prepared_t *P, size_t bytes);
int upc_stride_prepared_serves(const upc_stride_prepared_t *P, shared const void *place);
void upc_stride_prepared_change(upc_stride_prepared_t *P, shared const void *place);

/* ---- kept ones (kept.upc) ---- */

/* Programs call the same collective with the same arguments over and over, so a thread keeps what it has prepared for
 * the next such calls. It is found by a hash of the arguments; the caller compares the arguments themselves.
 *
 * All that a thread keeps takes at most 32 MB, and at most a 128th of the thread's share of the host's memory (2
 * threads on a host of 4 GB: 16 MB); on a simulated machine a 4,096th. This limit is at least 32 KB. Beyond it, those
 * that were not used for the longest time are dropped. The latest of each operation always stays. One that is dropped
 * while calls use it lives until these calls have ended. */

/* The first that is kept with this hash, or, if `after` is one of them, the next one; null: none. */
upc_stride_prepared_t *upc_stride_kept_find(size_t hash, const upc_stride_prepared_t *after);

/* Keeps one that is finished, and whose hash is set. May drop others. */
void upc_stride_kept_add(upc_stride_prepared_t *P);

/* It is used now. */
void upc_stride_kept_use(const upc_stride_prepared_t *P);

/* Later calls use none of the plans that are kept now: each makes a new one. For new observers, of which plans made
 * before tell nothing. */
void upc_stride_kept_renew(void);

#endif
