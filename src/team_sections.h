/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Teams as sections of the library's own memory: of each member a byte, which makes a section of the team; and two
 * places for a value, which calls on private variables read and write. So any operation serves a team without an
 * array. A thread keeps what it has made of a team; nothing is registered with others.
 *
 *   4 threads, the team of threads 3 and 1     `one`, `from` and `to` have two blocks: block 0 on thread 3,
 *                                              block 1 on thread 1 */
#ifndef UPC_STRIDE_TEAM_SECTIONS_H
#define UPC_STRIDE_TEAM_SECTIONS_H

#include "arrays/array.h"
#include "arrays/check.h"

enum { UPC_STRIDE_VALUE_BYTES = 1024 };

typedef struct upc_stride_team_arrays {
  int members;
  int rank;                         /* the caller's; -1: it is no member                      */
  int *thread;                      /* of each rank; null: all threads, in their order        */
  upc_stride_array_t one, from, to; /* a byte of each member; room for UPC_STRIDE_VALUE_BYTES */
  size_t hash;                      /* of the list                                            */
  struct upc_stride_team_arrays *next;
} upc_stride_team_arrays_t;

/* Those of the owners of the section's blocks; null if it is empty. */
const upc_stride_team_arrays_t *upc_stride_arrays_of_team(const upc_stride_site_t *call, const char *argument,
                                                          const upc_stride_section_t *members);

/* Those of the threads of a list. */
const upc_stride_team_arrays_t *upc_stride_arrays_of_list(const upc_stride_site_t *call, const int *threads,
                                                          size_t count);

/* All blocks of one of these arrays, for messages made where `like` was; null: the line is not known. */
upc_stride_section_t upc_stride_all_of_team(upc_stride_array_t array, const upc_stride_section_t *like);

/* upc_stride_all_reduce_value as a part of the call `name`, which the program has made: messages name this call. */
void upc_stride_reduce_value_in(const char *name, void *result, const void *value, size_t nelems, upc_op_t op,
                                upc_type_t type, void (*func)(const void *in, void *inout, size_t count),
                                upc_stride_section_t members);

/* "upc_stride_sum", "upc_stride_min" or "upc_stride_max", by the operation; null for another one. */
const char *upc_stride_combined_name(upc_op_t op);

#endif
