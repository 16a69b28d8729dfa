/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The arguments of each call, as a table that scripts/operations makes from the prototypes of upc_stride_coll.h: a row
 * for each argument. Whether two calls are equal, their hash, and their text in checked mode follow from these.
 * Sections and places are the ends of a call, which the caller compares, since a plan may serve another place. */
#ifndef UPC_STRIDE_ARGUMENTS_H
#define UPC_STRIDE_ARGUMENTS_H

#include "upc_stride_coll.h"

#include <stddef.h>

/* What an argument is, and when two of them are equal. */
enum {
  UPC_STRIDE_ARGUMENT_SECTION, UPC_STRIDE_ARGUMENT_PLACE, /* ends */
  /* By ==. Threads agree on all of these but an address, which is private memory of the caller. */
  UPC_STRIDE_ARGUMENT_SIZE, UPC_STRIDE_ARGUMENT_INT, UPC_STRIDE_ARGUMENT_OP, UPC_STRIDE_ARGUMENT_TYPE,
  UPC_STRIDE_ARGUMENT_FLAGS, UPC_STRIDE_ARGUMENT_FUNCTION, UPC_STRIDE_ARGUMENT_ADDRESS,
  /* By what they lead to: entries of one size, or one value of the call's type. A plan has copies. */
  UPC_STRIDE_ARGUMENT_LIST, UPC_STRIDE_ARGUMENT_VALUE,
  /* If both are null, or neither: the caller's own, which no plan depends on. */
  UPC_STRIDE_ARGUMENT_OWN
};

/* No member is an address: a table of addresses is relocated, and so copied, in each of thousands of processes
 * (simulation.md). */
typedef struct upc_stride_argument {
  char name[24];                      /* in the prototype */
  int kind;
  size_t at, size;                    /* its member of upc_stride_args_t: where it begins, and its bytes */
  int null;                           /* of a value: what a null address stands for                      */
} upc_stride_argument_t;

/* All rows, and by call the number of its first one: those of a call end where those of the next one begin. */
extern const upc_stride_argument_t upc_stride_argument_rows[];
extern const int upc_stride_first_argument[];

static inline const upc_stride_argument_t *upc_stride_arguments_of(int call) {
  return &upc_stride_argument_rows[upc_stride_first_argument[call]];
}

/* An argument that is an address. */
const void *upc_stride_argument_address(const upc_stride_args_t *a, const upc_stride_argument_t *row);

/* A copy of a list or a value has the number of its bytes before it, in this many bytes. */
enum { UPC_STRIDE_BEFORE_COPY = 16 };
void *upc_stride_argument_copy(void *memory, const void *from, size_t bytes);
size_t upc_stride_argument_bytes(const void *copy);

/* All but the ends. `kept` has copies, and both have the same `call`. These two are made with the rows, an expression
 * for each call, since each call of a program is compared with the one before. */
int upc_stride_arguments_same(const upc_stride_args_t *kept, const upc_stride_args_t *a);
/* With all but ends and lists. */
size_t upc_stride_arguments_hash(const upc_stride_args_t *a, size_t hash);

int upc_stride_contents_same(const void *copy, const void *contents);
size_t upc_stride_hash_value(upc_type_t type, const void *value);
static inline size_t upc_stride_hash_mix(size_t hash, size_t value) { return (hash ^ value) * 0x9E3779B97F4A7C15u; }

/* The name of a list of `a` of which `kept` has no copy, or null. */
const char *upc_stride_arguments_not_kept(const upc_stride_args_t *kept, const upc_stride_args_t *a);

#endif
