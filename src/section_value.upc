/* SPDX-License-Identifier: BSD-3-Clause
 * Sections as the program passes them: the intervals as written. The call that gets one works it out (section.c). */
#include "check.h"

upc_stride_section_t upc_stride_section_here(const char *file, int line, upc_stride_array_t A, int n,
                                             const upc_stride_interval_t *iv) {
  upc_stride_section_t S;
  int k;
  S.array = A;
  S.file = file;
  S.line = line;
  S.intervals = n;
  for (k = 0; k < n && k < UPC_STRIDE_MAX_DIMS; k++) S.interval[k] = iv[k];
  return S;
}

upc_stride_section_t upc_stride_section_of(const char *file, int line, upc_stride_array_t A, int n,
                                           upc_stride_intervals_t iv) {
  upc_stride_interval_t all[UPC_STRIDE_MAX_DIMS];
  all[0] = iv.a, all[1] = iv.b, all[2] = iv.c, all[3] = iv.d;
  all[4] = iv.e, all[5] = iv.f, all[6] = iv.g, all[7] = iv.h;
  return upc_stride_section_here(file, line, A, n, all);
}

upc_stride_section_t upc_stride_section(upc_stride_array_t A, const upc_stride_interval_t *iv) {
  upc_stride_call_t call = upc_stride_calling("upc_stride_section", NULL);
  upc_stride_check_array(&call, "A", A);
  if (iv == NULL) upc_stride_fail(&call, "iv", "null, must be %d intervals", A->layout.ndims);
  return upc_stride_section_here(NULL, 0, A, A->layout.ndims, iv);
}

int upc_haveaffinity(upc_stride_section_t section) {
  upc_stride_call_t call = upc_stride_calling("upc_haveaffinity", &section);
  upc_stride_picks_t picks;
  upc_stride_own_t own;
  upc_stride_check_section(&call, "section", &section, &picks);
  return upc_stride_own_first(&own, &picks, MYTHREAD);
}
