/* SPDX-License-Identifier: BSD-3-Clause
 * Looking at arguments: each check returns what the call works with, or ends the program with a line that names
 * the call, the argument, what it got and what it must be. */
#ifndef UPC_STRIDE_CHECK_H
#define UPC_STRIDE_CHECK_H

#include "arrays/array.h"
#include "base/fail.h"
#include "base/sync.h"
#include "layout/section.h"

/* The call that later checks are made for, and its line if its section has one. The first of all looks at the values
 * of the environment variables. */
upc_stride_site_t upc_stride_site(const char *name, const upc_stride_section_t *section);
void upc_stride_check_array(const upc_stride_site_t *call, const char *argument, upc_stride_array_t A);
void upc_stride_check_section(const upc_stride_site_t *call, const char *argument, const upc_stride_section_t *S,
                              upc_stride_picks_t *picks);
void upc_stride_check_elements(const upc_stride_site_t *call, const char *argument, const upc_stride_section_t *S,
                               upc_stride_picks_t *picks);
/* A must be an array, and each index below the number of elements, or of blocks. */
void upc_stride_check_index(const char *name, const char *argument, upc_stride_array_t A, const size_t *index,
                            int blocks);
/* The array must not have a grid that is ignored, unless UPC_PROCESSORS=ignore. D may be null. */
void upc_stride_check_mapped(const upc_stride_site_t *call, const char *argument, const upc_stride_declared_t *D);

/* The array of a section and its grid: before the intervals, which a program may compute from an ignored grid. */
void upc_stride_check_array_of(const upc_stride_site_t *call, const char *argument, const upc_stride_section_t *S);
void upc_stride_check_given(const upc_stride_site_t *call, const char *argument, shared const void *place);
/* Where a call writes its result, or one of its results. */
void upc_stride_check_result(const upc_stride_site_t *call, const char *argument, const void *result);
upc_stride_sync_t upc_stride_check_flags(const upc_stride_site_t *call, upc_flag_t flags);

/* pieces pieces of len bytes must fit a block of what `argument` picks. */
void upc_stride_check_len(const upc_stride_site_t *call, const char *argument, const upc_stride_picks_t *picks,
                          size_t pieces, size_t len);

/* The array must not be replicated: the call would have to choose among its copies. */
void upc_stride_check_one_copy(const upc_stride_site_t *call, const char *argument, const upc_stride_layout_t *L);

/* The array's blocks must be contiguous: not parts of a matrix of ScaLAPACK's. */
void upc_stride_check_contiguous(const upc_stride_site_t *call, const char *argument, const upc_stride_layout_t *L);

/* A list of the threads of all blocks. */
void upc_stride_check_owners(const upc_stride_site_t *call, const upc_stride_layout_t *L, const int *owner);

/* The arguments that describe an array. */
void upc_stride_check_geometry(const upc_stride_site_t *call, int ndims, const size_t *shape, const size_t *block,
                               size_t elemsize, int ngrid, const int *grid);

#endif
