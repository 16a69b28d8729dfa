/* SPDX-License-Identifier: BSD-3-Clause
 *
 * urt_names.h: a shared variable, so that a report can name its elements. upcc -fsanitize=NAME puts a record of each
 * into the section urt_names. */
#ifndef URT_NAMES_H
#define URT_NAMES_H

#include "urt.h"

typedef struct urt_name {
  const urt_size_t *offset;
  const char *name;
  urt_size_t elem, block;                  /* bytes of an element, elements of a block (0: indefinite) */
  int dimensions;
  void (*extents)(urt_size_t *);           /* stores the extent of each dimension */
  urt_ptr_t (*element)(const urt_size_t *); /* of multi-blocked arrays: where an element lies */
} urt_name_t;

#endif
