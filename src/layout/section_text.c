/* SPDX-License-Identifier: BSD-3-Clause
 * Reading intervals: explained in section.h. */
#include "layout/section.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

static const char *behind_blanks(const char *at) {
  while (isspace((unsigned char)*at)) at++;
  return at;
}

/* A number; null if there is none, or it is too large. */
static const char *number(const char *at, long long *value) {
  char *end;
  const char *digits = behind_blanks(at);
  if (*digits == '-' || *digits == '+') digits++;
  if (!isdigit((unsigned char)*digits)) return NULL;
  errno = 0;
  *value = strtoll(at, &end, 10);
  return errno == 0 ? behind_blanks(end) : NULL;
}

/* One interval, from *at on, which then is behind it. Returns 0 at a mistake. */
static int interval(const char **at, upc_stride_interval_t *iv) {
  long long value[3] = {0, 0, 0};
  const char *next;
  int numbers = 0;
  *at = behind_blanks(*at);
  if (**at == ':') (*at)++, *at = behind_blanks(*at);
  else if (**at != ',' && **at != 0)
    for (;; (*at)++) {
      next = number(*at, &value[numbers]);
      if (next == NULL) return 0;
      *at = next;
      if (++numbers == 3 || **at != ':') break;
    }
  iv->kind = UPC_STRIDE_INTERVAL_ALL, iv->lo = iv->hi = 0, iv->step = 1;
  if (numbers > 0) iv->lo = value[0];
  if (numbers == 1) iv->kind = UPC_STRIDE_INTERVAL_AT;
  if (numbers == 2) iv->kind = UPC_STRIDE_INTERVAL_RANGE, iv->hi = value[1];
  if (numbers == 3) iv->kind = UPC_STRIDE_INTERVAL_STEP, iv->step = value[1], iv->hi = value[2];
  return **at == ',' || **at == 0;
}

int upc_stride_section_parse(const char *text, upc_stride_interval_t *iv, const char **wrong) {
  int count = 0;
  *wrong = text;
  while (count < UPC_STRIDE_MAX_DIMS) {
    if (!interval(wrong, &iv[count++])) return -1;
    if (**wrong == 0) return count;
    (*wrong)++;
  }
  return -1;
}
