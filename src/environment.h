/* SPDX-License-Identifier: BSD-3-Clause
 * The environment variables the library reads: what each means, its unit and default stands in environment.c. */
#ifndef UPC_STRIDE_ENVIRONMENT_H
#define UPC_STRIDE_ENVIRONMENT_H

typedef struct upc_stride_environment {
  const char *broadcast, *exchange;   /* forced schedules, or null */
  int strict_processors;              /* 1: a grid that does not fit is fatal */
  int near;                           /* 0: treat every other thread as far */
} upc_stride_environment_t;

/* Read once, at the first call; the same on every thread, as the job's environment is. */
const upc_stride_environment_t *upc_stride_environment(void);

#endif
