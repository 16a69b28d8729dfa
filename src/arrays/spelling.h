/* SPDX-License-Identifier: BSD-3-Clause
 * Flags, operations and types as the program spells them, for messages. Bits without a name are spelled in
 * hexadecimal. */
#ifndef UPC_STRIDE_SPELLING_H
#define UPC_STRIDE_SPELLING_H

#include "upc_stride_coll.h"

enum { UPC_STRIDE_SPELLING = 120 }; /* enough for all names together */
typedef struct upc_stride_spelling {
  char text[UPC_STRIDE_SPELLING];
} upc_stride_spelling_t;

/* They fill in *spelling and return its text: "UPC_IN_NOSYNC|UPC_OUT_ALLSYNC", "UPC_ADD", "UPC_DOUBLE". */
const char *upc_stride_spell_flags(upc_stride_spelling_t *spelling, upc_flag_t flags);
/* "A[3][64] on thread 1"; "element [3][64] on thread 1 of the 8x96 array at 14272" for an array without a name;
 * "address 14272 on thread 1" for memory that is no array's. */
const char *upc_stride_spell_place(upc_stride_spelling_t *spelling, shared const void *place);
const char *upc_stride_spell_op(upc_stride_spelling_t *spelling, upc_op_t op);
const char *upc_stride_spell_type(upc_stride_spelling_t *spelling, upc_type_t type);

#endif
