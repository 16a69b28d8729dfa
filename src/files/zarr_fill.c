/* SPDX-License-Identifier: BSD-3-Clause
 * The fill value of Zarr: what elements of a chunk are that is not there. A value that is not one of the array's type
 * is refused. */
#include "files/dataset.h"
#include "files/json.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* "0x7fc00000": all bits of a number. */
static int read_bits(unsigned long long *bits, size_t size, const char *text, size_t length) {
  if (length != 2 + 2 * size || text[0] != '0' || text[1] != 'x') return -1;
  if (strspn(text + 2, "0123456789abcdefABCDEF") < 2 * size) return -1;
  *bits = strtoull(text, NULL, 16);
  return 0;
}

static int read_real(unsigned long long *bits, size_t size, const char *value) {
  size_t length;
  const char *text = upc_stride_json_text(value, &length);
  double number = 0;
  float single;
  char *end;
  if (text == NULL) {
    number = strtod(value, &end);
    if (end != upc_stride_json_end(value)) return -1;
  } else if (upc_stride_json_is(value, "NaN")) number = NAN;
  else if (upc_stride_json_is(value, "Infinity")) number = INFINITY;
  else if (upc_stride_json_is(value, "-Infinity")) number = -INFINITY;
  else return read_bits(bits, size, text, length);
  single = (float)number;
  if (size == 8) memcpy(bits, &number, 8);
  else if (size == 4) *bits = 0, memcpy(bits, &single, 4);
  else if (number == 0 && !signbit(number)) *bits = 0; /* a number of 16 bits: only these */
  else if (isnan(number) || isinf(number)) *bits = isnan(number) ? 0x7e00 : number > 0 ? 0x7c00 : 0xfc00;
  else return -1;
  return 0;
}

static int read_integer(unsigned long long *bits, char kind, size_t size, const char *value) {
  const unsigned long long most = ~0ULL >> (64 - 8 * size + (kind == 'i'));
  const int negative = *value == '-';
  char *end;
  if (!negative && (*value < '0' || *value > '9')) return -1;
  errno = 0;
  if (negative) *bits = (unsigned long long)strtoll(value, &end, 10);
  else *bits = strtoull(value, &end, 10);
  if (errno != 0 || end != upc_stride_json_end(value)) return -1;
  return (negative ? kind == 'i' && ~*bits <= most : *bits <= most) ? 0 : -1;
}

/* One number of `size` bytes, in the order of the file. */
static int read_number(char *to, char kind, size_t size, const char *value, int big) {
  unsigned long long bits = 0;
  size_t i;
  int status;
  if (value == NULL) return -1;
  if (kind == 'b') status = *value == 't' || *value == 'f' ? 0 : -1, bits = *value == 't';
  else status = kind == 'f' ? read_real(&bits, size, value) : read_integer(&bits, kind, size, value);
  for (i = 0; i < size; i++) to[big ? size - 1 - i : i] = (char)(bits >> 8 * i);
  return status;
}

int upc_stride_zarr_fill(upc_stride_dataset_t *D, const char *value) {
  const size_t half = D->type.size / 2;
  const int big = D->type.big;
  if (D->type.kind != 'c') return read_number(D->fill, D->type.kind, D->type.size, value, big);
  if (upc_stride_json_element(value, 2) != NULL) return -1;
  return read_number(D->fill, 'f', half, upc_stride_json_element(value, 0), big) |
         read_number(D->fill + half, 'f', half, upc_stride_json_element(value, 1), big);
}
