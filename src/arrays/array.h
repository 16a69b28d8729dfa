/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An array as this thread knows it: what is behind upc_stride_array_t.
 *
 * The library keeps the memory of all handles, also of freed ones, so a check of a handle never reads freed memory. A
 * freed handle becomes another array's only after UPC_STRIDE_FREED_HANDLES others were freed. Until then its use is
 * detected. */
#ifndef UPC_STRIDE_ARRAY_H
#define UPC_STRIDE_ARRAY_H

#include "upc_stride_coll.h"
#include "base/fail.h"

enum { UPC_STRIDE_FREED, UPC_STRIDE_ALLOCATED, UPC_STRIDE_VIEWED, UPC_STRIDE_DECLARED }; /* what a handle is of */
enum { UPC_STRIDE_FREED_HANDLES = 4096 };

struct upc_stride_array {
  int kind;                      /* of the above                                                                */
  size_t serial;                 /* different for every array of this thread; 0: freed. Kept plans compare it   */
  int flattened;                 /* 1: ordinary array whose blocks are no rows: one-dimensional sections only   */
  const char *name;              /* of a declared array, or null                                                */
  const upc_stride_declared_t *declared; /* its declaration, or null                                            */
  shared void *base;             /* first element of block 0                                                    */
  upc_stride_layout_t layout;
  const unsigned short *shift;   /* how far behind the base's place each thread's part begins; null: 0             */
  struct upc_stride_memory_view *view; /* of memory of the program (arrays/view.h), or null                       */
  upc_stride_array_t packed;     /* of a matrix of ScaLAPACK's: the same with contiguous blocks, or null        */
  upc_stride_array_t next_freed; /* of a freed handle, or null                                                  */
};

/* All views of memory of the program, on every thread in the same order; null: there are none. */
extern struct upc_stride_memory_view *upc_stride_views;

/* A new handle of that kind; the caller fills in base and layout. drop gives back the lists of the layout too. */
upc_stride_array_t upc_stride_array_new(int kind);
void upc_stride_array_drop(upc_stride_array_t A);

/* Frees an array that was allocated or viewed, but not the memory of its elements: that of an array which was allocated
 * is returned. `call` is for errors. */
shared void *upc_stride_array_free(const upc_stride_site_t *call, upc_stride_array_t A);

/* 1: A is the handle of an array that was not freed. A may have any value. */
int upc_stride_array_is_live(upc_stride_array_t A);
/* 1: A is or was the handle of an array. A may have any value. */
int upc_stride_array_is_handle(upc_stride_array_t A);

/* The array that has a place, which is *offset bytes into its thread's part: a declared or allocated array, else a
 * view; null if there is none. */
upc_stride_array_t upc_stride_array_at(shared const void *place, size_t *offset);

/* The handle of a declared array, made at its first use. */
upc_stride_array_t upc_stride_declared(struct upc_stride_declared *declaration, shared void *base);

/* Where a thread's blocks start; add a byte offset from the layout. A cyclic pointer to bytes steps from thread to
 * thread at the same offset, in any UPC and for blocks of any size. */
static inline shared [] char *upc_stride_part(upc_stride_array_t A, int thread) {
  shared [] char *part = (shared [] char *)((shared char *)A->base + ((long)thread - (long)upc_threadof(A->base)));
  if (A->shift != NULL) part += A->shift[thread];
  return part;
}

/* 1: block 0 of both begins at one place, so they share elements. Each line of the program that names an ordinary array
 * has a handle of its own, and so may have each view. Views may share elements in other ways, too. */
static inline int upc_stride_same_memory(upc_stride_array_t a, upc_stride_array_t b) {
  return a == b || a->base == b->base;
}

/* The calling thread's own part, as private memory. */
static inline char *upc_stride_my_part(upc_stride_array_t A) { return (char *)upc_stride_part(A, MYTHREAD); }

#endif
