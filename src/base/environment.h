/* SPDX-License-Identifier: BSD-3-Clause
 * The environment variables that the library reads. environment.c says what each means, its unit and its default. */
#ifndef UPC_STRIDE_ENVIRONMENT_H
#define UPC_STRIDE_ENVIRONMENT_H

#include "upc_stride_operation.h"

#include <stddef.h>

/* UPC_PROCESSORS: the grid is ignored, and calls with its arrays are errors; it ends the job; it is ignored. */
enum { UPC_STRIDE_PROCESSORS_WARN, UPC_STRIDE_PROCESSORS_STRICT, UPC_STRIDE_PROCESSORS_IGNORE };

const char *upc_stride_operation_name(int operation); /* "upc_stride_broadcast" */

typedef struct upc_stride_environment {
  const char *forced[UPC_STRIDE_OPS]; /* UPC_STRIDE_SCHEDULE: of each operation, or null */
  int processors;                     /* what a grid that does not fit means; of the following */
  int near;                           /* for tests; -1: as it is; 0: no thread is near; n: groups of n are */
  int verbose, check;                 /* 1: on */
  size_t eager;                       /* for tests: most bytes in a message, if a slot holds more */
  double timeout;                     /* seconds, or 0 */
  const char *torus, *map, *rule;     /* or null; rule: files with colons between */
} upc_stride_environment_t;

/* Read once, at the first call; the same on every thread, as the job's environment is. */
const upc_stride_environment_t *upc_stride_environment(void);

/* Null, or a line about a variable with a wrong value: UPC_STRIDE_CHECK: "yes", must be 0 or 1. */
const char *upc_stride_environment_wrong(void);

/* Null, or a line about a variable UPC_STRIDE_.. that the library does not know. It changes nothing. */
const char *upc_stride_environment_unknown(void);

#endif
