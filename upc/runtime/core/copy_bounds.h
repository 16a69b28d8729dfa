/* SPDX-License-Identifier: BSD-3-Clause
 * copy_bounds.h: checked mode (UPC_STRIDE_CHECK=1): a copy stays within the object that it begins in. */
#ifndef URT_COPY_BOUNDS_H
#define URT_COPY_BOUNDS_H

#include "core/core.h"

extern int urtk_checks_copies;                 /* set at the start */

/* Ends the job with a line unless so many bytes from p on are of one object. Objects of far threads are not known. */
void urtk_check_copy(const char *call, urt_ptr_t p, size_t bytes);

static inline void urtk_copy_stays_within(const char *call, urt_ptr_t p, size_t bytes) {
  if (__builtin_expect(urtk_checks_copies, 0)) urtk_check_copy(call, p, bytes);
}

#endif
