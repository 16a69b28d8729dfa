/* SPDX-License-Identifier: BSD-3-Clause
 * The line that says why a call on a dataset has failed. */
#include "files/dataset.h"

#include <stdarg.h>
#include <stdio.h>

int upc_stride_dataset_wrong(upc_stride_dataset_t *D, const char *format, ...) {
  va_list rest;
  char *at;
  if (D->wrong[0] != 0) return -1;
  va_start(rest, format);
  vsnprintf(D->wrong, sizeof D->wrong, format, rest);
  va_end(rest);
  for (at = D->wrong; *at != 0; at++)
    if ((unsigned char)*at < ' ') *at = ' '; /* one line, whatever stands in a file */
  return -1;
}
