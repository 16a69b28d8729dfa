/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_calls.h: the first step of each call of upc_stride_coll.h, which collects its arguments in a struct. A
 * program includes upc_stride_coll.h, and never this header.
 *
 * A section is 280 bytes. To pass it by value through two functions costs more than to send eight bytes. So the bodies
 * stand in a header, upc_stride_bodies.h, for the compiler to inline (GNU C's `extern inline`, which only inlines).
 * Each section is built where the library reads it. Other compilers, and pointers to the calls, use the same functions
 * in the library (call_functions.upc).
 * No name here is a single capital letter, since programs have macros of such names. */
#ifndef UPC_STRIDE_CALLS_H
#define UPC_STRIDE_CALLS_H

#include "upc_stride_coll.h"
#include "upc_stride_lists.h"
#include "upc_stride_operation.h"

typedef struct upc_stride_prepared upc_stride_prepared_t;

/* The arguments of a call, as given; unused ones are 0. */
typedef struct upc_stride_args {
  int call;                           /* by whose prototype arguments are compared (prepared/arguments.h) */
  int operation;
  /* writes the plan; no two calls share one */
  void (*build)(upc_stride_prepared_t *, const struct upc_stride_args *args);
  const char *name;                   /* of the call                                    */
  const upc_stride_section_t *dst, *src;
  shared const void *place;           /* dst or src, where that is a pointer            */
  size_t place_view;                  /* the serial number of the view that has it, or 0 */
  size_t len;                         /* bytes, or elements                             */
  const size_t *counts, *displs, *src_displs;
  upc_stride_own_lists_t own;
  const int *perm;
  upc_op_t op;
  upc_type_t type;
  void (*func)(const void *in, void *inout, size_t count);
  size_t size;                        /* of an element, where there is no type                    */
  void (*with)(const void *in, void *inout, size_t count, void *context);
  void *context;
  const void *alpha, *beta;           /* one value of the type each, or null            */
  upc_flag_t flags;
  void *local;                        /* dst, where that is private memory              */
  int parts;                          /* of a halo                                      */
  const struct upc_stride_lists *lists; /* of a prepared fetch; its plan serves no other call */
  int split;                          /* 1: a split-phase call                          */
  int sections;                       /* which ends are sections: 1: dst; 2: src; 3     */
  int agrees;                         /* 1: members agree first that none refuses it (engine/refusal.upc) */
} upc_stride_args_t;
typedef void upc_stride_build_t(upc_stride_prepared_t *, const upc_stride_args_t *args); /* of `build` */

/* Finds the plan of a call, or makes one, and carries it out. The _nb form only starts it; the _init form only finds
 * it. */
void upc_stride_perform(const upc_stride_args_t *args);
upc_stride_handle_t upc_stride_perform_nb(const upc_stride_args_t *args);
upc_stride_handle_t upc_stride_perform_init(const upc_stride_args_t *args);

#if defined UPC_STRIDE_CALLS_HERE
#define UPC_STRIDE_CALL
#elif defined __GNUC__ && defined __OPTIMIZE__ && defined __URT__
#define UPC_STRIDE_CALL extern inline __attribute__((gnu_inline))
#endif

#ifdef UPC_STRIDE_CALL

UPC_STRIDE_CALL upc_stride_section_t upc_stride_section_here(const char *file, int line, upc_stride_array_t array,
                                                             int count, const upc_stride_interval_t *iv) {
  upc_stride_section_t section;
  int dim;
  section.array = array;
  section.file = file;
  section.line = line;
  section.intervals = count;
  for (dim = 0; dim < count && dim < UPC_STRIDE_MAX_DIMS; dim++) {
    if (iv != NULL) section.interval[dim] = iv[dim];
    else section.interval[dim].kind = -1; /* the call that gets the section refuses it */
  }
  return section;
}

UPC_STRIDE_CALL upc_stride_section_t upc_stride_section_of(const char *file, int line, upc_stride_array_t array,
                                                           int count, upc_stride_intervals_t iv) {
  upc_stride_interval_t all[UPC_STRIDE_MAX_DIMS];
  all[0] = iv.first, all[1] = iv.second, all[2] = iv.third, all[3] = iv.fourth;
  all[4] = iv.fifth, all[5] = iv.sixth, all[6] = iv.seventh, all[7] = iv.eighth;
  return upc_stride_section_here(file, line, array, count, all);
}

#endif

#include "upc_stride_bodies.h"

#endif
