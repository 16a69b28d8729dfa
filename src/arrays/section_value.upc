/* SPDX-License-Identifier: BSD-3-Clause
 * Sections as the program passes them: the intervals as written. The call that gets one works it out (section.c). */
#include "arrays/check.h"

upc_stride_section_t upc_stride_section(upc_stride_array_t A, const upc_stride_interval_t *iv) {
  upc_stride_site_t call = upc_stride_site("upc_stride_section", NULL);
  upc_stride_check_array(&call, "A", A);
  if (iv == NULL) upc_stride_fail(&call, "iv", "null, must be %d intervals", A->layout.ndims);
  return upc_stride_section_here(NULL, 0, A, A->layout.ndims, iv);
}

int upc_haveaffinity(upc_stride_section_t section) {
  upc_stride_site_t call = upc_stride_site("upc_haveaffinity", &section);
  upc_stride_picks_t picks;
  upc_stride_own_t own;
  upc_stride_check_section(&call, "section", &section, &picks);
  return upc_stride_own_first(&own, &picks, MYTHREAD);
}
