/* SPDX-License-Identifier: BSD-3-Clause
 * An array as this thread knows it: what is behind upc_stride_array_t. */
#ifndef UPC_STRIDE_ARRAY_H
#define UPC_STRIDE_ARRAY_H

#include "upc_stride_coll.h"

enum { UPC_STRIDE_ALLOCATED = 0x5A11, UPC_STRIDE_VIEWED, UPC_STRIDE_DECLARED, UPC_STRIDE_FREED = 0xDEAD };

struct upc_stride_array {
  int kind;                      /* of the above */
  size_t serial;                 /* no other array of this thread has had it: says whether a kept plan is of this one */
  int flattened;                 /* ordinary array whose blocks are no rows: one-dimensional sections only */
  const char *name;              /* of a declared array, or null */
  shared void *base;             /* first element of block 0 */
  upc_stride_layout_t layout;
};

/* The handle of a declared array, made at its first use. */
upc_stride_array_t upc_stride_declared(struct upc_stride_declared *declaration, shared void *base);

/* Where a thread's blocks start; add a byte offset from the layout. A cyclic pointer to bytes goes from thread to
 * thread and keeps its place, in any UPC and for blocks of any size. */
static inline shared [] char *upc_stride_part(upc_stride_array_t A, int thread) {
  return (shared [] char *)((shared char *)A->base + ((long)thread - (long)upc_threadof(A->base)));
}

/* The calling thread's own part, as private memory. */
static inline char *upc_stride_my_part(upc_stride_array_t A) { return (char *)upc_stride_part(A, MYTHREAD); }

#endif
