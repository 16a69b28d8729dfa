/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the operations share. Each operation is a function that writes the caller's plan for one call. It checks its
 * arguments, finds the members (teams.upc), chooses a schedule, and lets it write the plan (trees.upc). */
#ifndef UPC_STRIDE_OPERATIONS_H
#define UPC_STRIDE_OPERATIONS_H

#include "checked/checked.h"
#include "plan/values.h"
#include "prepared/prepared.h"
#include "schedules/schedule.h"
#include "transport/aggregate.h"

/* Called before the first plan is made, and before main if the runtime allows: the values of environment variables are
 * checked, and this thread's channels are opened. */
void upc_stride_start(void);

/* ---- ends (teams.upc) ---- */

/* Checks an argument: a section, whose blocks become an end of the call's flow; or a place. */
void upc_stride_check_end(upc_stride_prepared_t *P, const char *argument, const upc_stride_section_t *S,
                          upc_stride_end_t *end);
void upc_stride_check_place(upc_stride_prepared_t *P, const char *argument, upc_stride_base_t *base,
                            upc_stride_end_t *end);

/* Notes whether the call is in place: both sections are the same blocks in the same order, or the place is the start
 * of a block of src. For operations that allow it, after their ends are checked. */
void upc_stride_check_in_place(upc_stride_prepared_t *P);

/* ---- who takes part (teams.upc) ---- */

/* 1 if the caller takes part in the call. Only then *M is set, and must be ended. Checks that the pieces, of at most
 * `bytes` bytes, lie in one object at the call's place. */
int upc_stride_takes_part(upc_stride_members_t *M, upc_stride_prepared_t *P, size_t bytes);

/* Checks the place of a call that a plan shall serve which was made for another place (prepared/prepared_place.upc). */
void upc_stride_check_other_place(upc_stride_prepared_t *P, const upc_stride_args_t *args);

/* The same for the plan's own place: its object may have been freed since, and be another one. `args`: of the call;
 * null: P->site is known. */
void upc_stride_check_same_place(upc_stride_prepared_t *P, const upc_stride_args_t *args);

/* After the members are known, and before a schedule is chosen and writes steps: the plan begins with copies
 * from views, an agreement where errors return, and in checked mode a comparison of arguments. */
void upc_stride_plan_begin(upc_stride_prepared_t *P, const upc_stride_group_t *G);

/* ---- views of memory of the program (view_arguments.upc, view_copies.upc) ---- */

/* Looks whether a call concerns views (arrays/view.h), and changes its arguments for them. NOSYNC becomes MYSYNC, since
 * others read and write the buffer, which is filled and emptied in the call. A matrix of ScaLAPACK's becomes its
 * `packed` array if the call needs contiguous blocks. `sections` has room for sections that are changed. */
void upc_stride_args_of_views(upc_stride_args_t *args, upc_stride_section_t *sections);

/* The call's first and last action: copies what it reads to the buffers of views, and what it has written out of them.
 * Nothing if it touches none. */
void upc_stride_plan_view_copies(upc_stride_prepared_t *P, const upc_stride_group_t *G);

/* ---- the choice of a tree or other schedule, and the plan (trees.upc) ---- */

/* The schedule for these members. `bytes` is the size of a piece, of all values of a reduction, or of all elements of a
 * copy. `ordered`: values must be combined in the section's order. One member reports the choice if
 * UPC_STRIDE_VERBOSE asks for it. Before, the plan begins. */
void upc_stride_choose_for(upc_stride_choice_t *choice, upc_stride_prepared_t *P, const upc_stride_members_t *M,
                           size_t bytes, int ordered);

/* Finds the members, chooses a schedule, and lets it write the plan. Writes no plan if the call moves nothing. */
void upc_stride_plan_call(upc_stride_prepared_t *P, size_t bytes, int ordered);

/* ---- UPC_STRIDE_VERBOSE=1: what ALLSYNC costs (barrier_remark.upc) ---- */

/* Notes that calls with the plan are to be counted, if they wait for all members. */
void upc_stride_count_barriers(upc_stride_prepared_t *P);

/* The plan has been used so often that it is that of a loop; `without` is the plan with MYSYNC in place of ALLSYNC. The
 * members add up the messages of both, and the last one prints how many more the first has. */
upc_flag_t upc_stride_flags_without_barriers(const upc_stride_prepared_t *P);
void upc_stride_remark_on_barriers(const upc_stride_prepared_t *P, const upc_stride_prepared_t *without);

/* ---- calls of all threads (all_threads.upc) ---- */

/* The first returns when all threads have called it. The second returns when all items that they sent before were
 * delivered too. Both deliver items meanwhile. `name` is that of the operation, for messages. */
void upc_stride_meet(const char *name);
void upc_stride_wait_for_all(const char *name);

/* ---- checked mode, calls that are no operations (agreement.upc) ---- */

/* Compares the caller's call on an array with those of all other threads, and waits for them. `made`: the array has its
 * memory already. Without checked mode: nothing. */
void upc_stride_agree(const upc_stride_site_t *call, upc_stride_array_t A, int made);

/* 1: calls are compared. Then the caller makes a record of its call (checked/checked.h), and gives it to one of these,
 * which compare it with those of all threads, or of the members of a barrier with these arguments. */
int upc_stride_compares(void);
void upc_stride_agree_on(const upc_stride_site_t *call, const upc_stride_record_t *record);
void upc_stride_agree_among(const upc_stride_site_t *call, const upc_stride_args_t *members,
                            const upc_stride_record_t *record);

/* ---- pieces of any size (pieces.upc) ---- */

/* Both sections of the call must have equally many blocks. */
void upc_stride_check_counts(const upc_stride_prepared_t *P);
/* Both sections of the call, and that. The number of blocks of each is the result. */
size_t upc_stride_check_both(upc_stride_prepared_t *P, const upc_stride_args_t *args);

/* Copies the v-forms' lists of `entries` numbers into the plan and the flow. Displacements that are not given follow
 * from the counts. In the lists of exchangev entry j*k + i belongs to the piece from src block j to dst block i. */
void upc_stride_keep_pieces(upc_stride_prepared_t *P, const upc_stride_args_t *args, size_t entries);
void upc_stride_line_up(upc_stride_prepared_t *P, size_t entries);
void upc_stride_line_up_slots(upc_stride_prepared_t *P, size_t k);

/* Piece i (at displs[i], if given) must fit block i of a section. With every = 1 each block must have room for all. */
void upc_stride_check_pieces(const upc_stride_prepared_t *P, const char *argument, const upc_stride_picks_t *picks,
                             const size_t *displs, int every, size_t entries);
void upc_stride_check_slots(const upc_stride_prepared_t *P, size_t k);

/* The pieces at a place end within the bytes that an object may have. */
void upc_stride_check_displs(const upc_stride_prepared_t *P, size_t entries);

/* The largest piece: len, or the largest of the counts. */
size_t upc_stride_largest(const upc_stride_prepared_t *P, size_t entries);

/* ---- values (reduce.upc) ---- */

/* Checks op, type and func of a reduction, and sets what combining needs. */
void upc_stride_check_op(upc_stride_values_t *v, const upc_stride_site_t *call, upc_op_t op, upc_type_t type,
                         upc_stride_func_t *func);

#endif
