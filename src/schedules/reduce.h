/* SPDX-License-Identifier: BSD-3-Clause
 * What the schedules of reductions have in common. Each works on k blocks of `bytes` bytes of values, numbered by their
 * positions in the section. */
#ifndef UPC_STRIDE_REDUCE_H
#define UPC_STRIDE_REDUCE_H

#include "plan/values.h"
#include "schedules/schedule.h"

/* The addresses of a section's blocks, by position. All are near. Null: of one place, which the plan has (`here`). */
char **upc_stride_addresses(upc_stride_builder_t *B, const upc_stride_base_t *base, const upc_stride_end_t *end,
                            size_t *count);

/* Copies the result, in the buffer at `at`, to the caller's own blocks of dst, or to its place. */
void upc_stride_deliver(upc_stride_builder_t *B, size_t at);

/* Steps on two memories of the caller, of `to.bytes` or `second.bytes` bytes: a copy, unless both are the same memory;
 * `second` becomes first op second. */
void upc_stride_plan_take(upc_stride_builder_t *B, upc_stride_memory_t to, upc_stride_memory_t from);
void upc_stride_plan_combine(upc_stride_builder_t *B, upc_stride_memory_t first, upc_stride_memory_t second);

/* 1 if one block's values alone are a result, and must change to be one (plan/values.h). A step that changes them. */
int upc_stride_results_of_one(const upc_stride_builder_t *B);
void upc_stride_plan_combine_one(upc_stride_builder_t *B, upc_stride_memory_t memory);

/* The caller's block at this base, and the owner of the block at a position. */
upc_stride_memory_t upc_stride_own_memory_of(const upc_stride_builder_t *B, const upc_stride_base_t *base,
                                         const upc_stride_own_t *own, size_t bytes);
int upc_stride_owner_at(const upc_stride_end_t *end, size_t position);

/* The caller's values: its block of src, or several blocks combined, in any order, in the buffer. */
upc_stride_memory_t upc_stride_own_values(upc_stride_builder_t *B);

/* Where the caller's result is formed: its first block of dst, its place, or the buffer. Then, from there to its other
 * blocks of dst. */
upc_stride_memory_t upc_stride_own_result(upc_stride_builder_t *B);
void upc_stride_fill_others(upc_stride_builder_t *B, upc_stride_memory_t result);

/* The slice of the values that a member combines. */
void upc_stride_cut_slice(upc_stride_values_t *v, size_t members, size_t rank);

/* pairwise where some members are far (reduce_messages.c). */
void upc_stride_reduce_messages(const upc_stride_role_t *role);

/* Reduces up a tree. Returns where the result is, at the root (reduce_tree.c). */
upc_stride_memory_t upc_stride_reduce_up(const upc_stride_role_t *role);

/* What is among nodes in a reduce_all of few values, if no other schedule is named. */
upc_stride_schedule_function_t upc_stride_reduce_all_doubling;

/* ---- results for everybody, by some of the members (reduce_all_steps.c) ---- */

/* The members that have values, and what the caller has of them. */
typedef struct upc_stride_contributors {
  upc_stride_builder_t *builder;
  int n, me, *thread;                 /* me: the caller's number among them, or -1                */
  upc_stride_memory_t own, sum;       /* the caller's values; where the result is formed          */
  size_t part;                        /* bytes that travel at a time; 0: all                      */
  unsigned rounds;                    /* so far                                                   */
} upc_stride_contributors_t;

/* No contributors yet, with room for `most`; then one more. */
void upc_stride_contributors_new(upc_stride_contributors_t *C, const upc_stride_role_t *role, size_t most);
void upc_stride_contributors_add(upc_stride_contributors_t *C, int thread);

/* For prefixes: the owners of the blocks of src, by position. Then the caller's result goes to the block of dst at its
 * position, and other results come to the caller's blocks of dst. */
void upc_stride_contributors_by_position(upc_stride_contributors_t *C, const upc_stride_role_t *role);
void upc_stride_deliver_prefix(const upc_stride_contributors_t *C, upc_stride_memory_t result);

/* A reduce_all: the contributors combine, which leaves the result in `sum` of all of them. Then it goes to the other
 * members, and to all blocks of dst. By nodes, if the choice is hierarchical: one of each node contributes. */
typedef void upc_stride_combine_all_t(upc_stride_contributors_t *C);
void upc_stride_reduce_all_by(const upc_stride_role_t *role, upc_stride_combine_all_t *combine);

/* One round: `out` goes to a thread, `in` comes from one; either may be -1. Both travel in parts. As each part of `in`
 * has come, it is combined: `second` becomes first op second; not if second.bytes is 0. */
typedef struct upc_stride_round {
  int to, from;
  upc_stride_memory_t out, in, first, second;
} upc_stride_round_t;
void upc_stride_plan_round(upc_stride_contributors_t *C, const upc_stride_round_t *round);

/* If their number is no power of two, some contributors give their values to a neighbour first, and get the result at
 * the end. Between the two, the caller has a rank among the others, or -1; fold returns it. *now is memory that fold
 * may use; then, where the caller's values are. */
int upc_stride_fold(upc_stride_contributors_t *C, upc_stride_memory_t *now);
void upc_stride_unfold(upc_stride_contributors_t *C);
int upc_stride_folded_thread(const upc_stride_contributors_t *C, int rank);
int upc_stride_folded_ranks(const upc_stride_contributors_t *C);

/* Algorithms among contributors: each has the result in `sum` afterwards. */
upc_stride_combine_all_t upc_stride_combine_doubling, upc_stride_combine_halving, upc_stride_combine_ring;

#endif
