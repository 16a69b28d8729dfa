/* SPDX-License-Identifier: BSD-3-Clause
 * The job of the library, for builders of plans. */
#ifndef UPC_STRIDE_LIBRARY_JOB_H
#define UPC_STRIDE_LIBRARY_JOB_H

#include "plan/job.h"

const upc_stride_job_t *upc_stride_library_job(void);

#endif
