/* SPDX-License-Identifier: BSD-3-Clause
 * The environment variables the library reads: what each means, its unit and default stands in environment.c. */
#ifndef UPC_STRIDE_ENVIRONMENT_H
#define UPC_STRIDE_ENVIRONMENT_H

#include "upc_stride_operation.h"

#include <stddef.h>

typedef struct upc_stride_environment {
  const char *forced[UPC_STRIDE_OPS]; /* the schedule of each operation, or null */
  int strict_processors;              /* 1: a grid that does not fit is fatal */
  int near;                           /* -1: as the machine is; 0: nobody is near; n: groups of n threads are */
  int verbose, check;                 /* 1: on */
  size_t eager;                       /* most bytes in a message, if less than there is room for */
  double timeout;                     /* seconds, or 0 */
  const char *torus, *map, *rule;     /* or null */
} upc_stride_environment_t;

/* Read once, at the first call; the same on every thread, as the job's environment is. */
const upc_stride_environment_t *upc_stride_environment(void);

/* Null, or what is wrong with a variable that is one of some words or a number: UPC_STRIDE_CHECK: "yes", must be 0 or 1. */
const char *upc_stride_environment_wrong(void);

/* Null, or the one line about variables UPC_STRIDE_.. that are none of the library's, which change nothing. */
const char *upc_stride_environment_unknown(void);

#endif
