/* SPDX-License-Identifier: BSD-3-Clause
 * The fill value of Zarr: what elements of a chunk are that is not there. A value that is not one of the array's type
 * is refused. */
#include "files/dataset.h"
#include "files/json.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "0x7fc00000": all bits of a number. */
static int read_bits(unsigned long long *bits, size_t size, const char *text, size_t length) {
  if (length != 2 + 2 * size || text[0] != '0' || text[1] != 'x') return -1;
  if (strspn(text + 2, "0123456789abcdefABCDEF") < 2 * size) return -1;
  *bits = strtoull(text, NULL, 16);
  return 0;
}

/* To the nearest whole number, and to the even one of two. */
static unsigned rounded(double number) {
  const unsigned whole = (unsigned)number;
  const double rest = number - whole;
  return whole + (rest > 0.5 || (rest == 0.5 && whole % 2 == 1));
}

/* A number of 16 bits: sign, 5 bits of exponent, 10 of the mantissa. */
static unsigned half_of(double number) {
  const unsigned sign = signbit(number) ? 0x8000 : 0;
  const double size = fabs(number);
  int exponent;
  if (isnan(number)) return 0x7e00;
  if (size >= 65520) return sign | 0x7c00;             /* beyond the largest, 65504, by half a step: infinite */
  frexp(size, &exponent);                              /* size is 2^exponent times 0.5 to 1                   */
  if (size < 0x1p-14) return sign | rounded(size * 0x1p24); /* without a leading one                        */
  return sign + ((unsigned)(exponent + 14) << 10) + rounded(ldexp(size, 11 - exponent)) - 1024;
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
  else *bits = half_of(number);
  return 0;
}

/* Base 64, of at most `size` bytes. */
static int read_bytes(char *to, size_t size, const char *text, size_t length) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  size_t i, n = 0;
  unsigned bits = 0;
  while (length > 0 && text[length - 1] == '=') length--;
  for (i = 0; i < length; i++) {
    const char *digit = memchr(digits, text[i], 64);
    if (digit == NULL) return -1;
    bits = bits << 6 | (unsigned)(digit - digits);
    if (i % 4 == 0) continue;
    if (n == size) return -1;
    to[n++] = (char)(bits >> (6 - 2 * (i % 4)));
  }
  memset(to + n, 0, size - n); /* a text that ends with 0 is shorter */
  return 0;
}

/* A text of ASCII, in 4 bytes for each character. */
static int read_characters(char *to, size_t size, const char *text, size_t length, int big) {
  size_t i;
  if (4 * length > size || memchr(text, '\\', length) != NULL) return -1;
  memset(to, 0, size);
  for (i = 0; i < length; i++) {
    if ((unsigned char)text[i] > 127) return -1;
    to[4 * i + (big ? 3 : 0)] = text[i];
  }
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

static int read_value(char *to, const upc_stride_element_type_t *type, const char *value);

/* Where the value of a structure goes, and the JSON object that has those of its fields. */
typedef struct structure {
  char *to;
  const char *value;
} structure_t;

static int read_field(void *data, const char *name, size_t length, const upc_stride_element_type_t *type, size_t count,
                      size_t offset) {
  const structure_t *s = data;
  char member[UPC_STRIDE_FIELDS];
  const char *value;
  snprintf(member, sizeof member, "%.*s", (int)length, name);
  value = upc_stride_json_member(s->value, member);
  return count == 1 && value != NULL && read_value(s->to + offset, type, value) == 0;
}

/* One value of any type; null: there is none. */
static int read_value(char *to, const upc_stride_element_type_t *type, const char *value) {
  const size_t half = type->size / 2;
  size_t length = 0;
  const char *text = value == NULL ? NULL : upc_stride_json_text(value, &length);
  if (type->fields[0] != 0 && value != NULL && *value == '{') {
    structure_t s;
    s.to = to, s.value = value;
    return upc_stride_element_fields(type->fields, read_field, &s) ? 0 : -1;
  }
  if (strchr("SVU", type->kind) != NULL && text == NULL) return -1;
  if (type->kind == 'U') return read_characters(to, type->size, text, length, type->big);
  if (strchr("SV", type->kind) != NULL) return read_bytes(to, type->size, text, length);
  if (strchr("mM", type->kind) != NULL)
    return read_number(to, 'i', 8, value != NULL && upc_stride_json_is(value, "NaT") ? "-9223372036854775808" : value,
                       type->big);
  if (type->kind != 'c') return read_number(to, type->kind, type->size, value, type->big);
  if (upc_stride_json_element(value, 2) != NULL) return -1;
  return read_number(to, 'f', half, upc_stride_json_element(value, 0), type->big) |
         read_number(to + half, 'f', half, upc_stride_json_element(value, 1), type->big);
}

int upc_stride_zarr_fill(upc_stride_dataset_t *D, const char *value) { return read_value(D->fill, &D->type, value); }
