/* SPDX-License-Identifier: BSD-3-Clause
 * What operations on numbered pieces have in common: sizes of pieces, and handing over to schedules. */
#ifndef UPC_STRIDE_PIECES_H
#define UPC_STRIDE_PIECES_H

#include "operations.h"

/* Both sections of the call must have as many blocks. */
void upc_stride_check_counts(const upc_stride_plan_t *P);

/* The v-forms' lists of `entries` numbers, copied into the plan and the flow; displacements that are not given follow
 * from the counts. In those of exchangev entry j*k + i is what goes from src block j to dst block i. */
void upc_stride_keep_pieces(upc_stride_plan_t *P, const upc_stride_args_t *args, size_t entries);
void upc_stride_line_up(upc_stride_plan_t *P, size_t entries);
void upc_stride_line_up_slots(upc_stride_plan_t *P, size_t k);

/* Piece i (at displs[i], if given) must fit block i of a section; or, every = 1, all pieces each of its blocks. */
void upc_stride_check_pieces(const upc_stride_plan_t *P, const char *argument, const upc_stride_picks_t *picks,
                             const size_t *displs, int every, size_t entries);
void upc_stride_check_slots(const upc_stride_plan_t *P, size_t k);

/* The largest piece: len, or the largest of the counts. */
size_t upc_stride_largest(const upc_stride_plan_t *P, size_t entries);

/* Teams, group, choice and schedule of a flow between two sections, or between a section and a place. */
void upc_stride_between_sections(upc_stride_plan_t *P, size_t bytes);
void upc_stride_with_root(upc_stride_plan_t *P, size_t bytes);

#endif
