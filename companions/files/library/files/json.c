/* SPDX-License-Identifier: BSD-3-Clause
 * JSON: explained in json.h. Null, as a value or as an object, has no members and no elements. */
#include "files/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 };

static const char *space(const char *p) { return p + strspn(p, " \t\r\n"); }

static const char *after(const char *p, int depth);

/* Behind the closing quote; null if there is none. */
static const char *after_text(const char *p) {
  if (p == NULL || *p != '"') return NULL;
  for (p++; *p != '"'; p++) {
    if ((unsigned char)*p < ' ') return NULL;
    if (*p == '\\' && (unsigned char)*++p < ' ') return NULL;
  }
  return p + 1;
}

static const char *after_number(const char *p) {
  char *end;
  if (*p != '-' && (*p < '0' || *p > '9')) return NULL;
  strtod(p, &end);
  return end == p || strspn(p, "+-.0123456789eE") != (size_t)(end - p) ? NULL : end;
}

/* An object or an array: values with commas between them, each after a key or not. */
static const char *after_list(const char *p, int depth) {
  const char close = *p == '{' ? '}' : ']';
  p = space(p + 1);
  if (*p == close) return p + 1;
  for (;;) {
    if (close == '}') {
      p = after_text(p);
      if (p == NULL || *(p = space(p)) != ':') return NULL;
      p = space(p + 1);
    }
    p = after(p, depth + 1);
    if (p == NULL) return NULL;
    p = space(p);
    if (*p == close) return p + 1;
    if (*p != ',') return NULL;
    p = space(p + 1);
  }
}

/* Behind a value. */
static const char *after(const char *p, int depth) {
  if (depth > DEEPEST) return NULL;
  if (*p == '{' || *p == '[') return after_list(p, depth);
  if (*p == '"') return after_text(p);
  if (strncmp(p, "true", 4) == 0 || strncmp(p, "null", 4) == 0) return p + 4;
  if (strncmp(p, "false", 5) == 0) return p + 5;
  if (strncmp(p, "NaN", 3) == 0) return p + 3; /* JSON has none of these; Python's reader and writer have */
  if (strncmp(p, "Infinity", 8) == 0 || strncmp(p, "-Infinity", 9) == 0) return p + 8 + (*p == '-');
  return after_number(p);
}

const char *upc_stride_json(const char *text) {
  const char *top = space(text), *end = after(top, 0);
  return end != NULL && *space(end) == 0 ? top : NULL;
}

const char *upc_stride_json_member(const char *object, const char *key) {
  const char *p = object, *value;
  const size_t length = strlen(key);
  if (p == NULL || *p != '{') return NULL;
  for (p = space(p + 1); *p == '"'; p = space(p + 1)) {
    const int found = strncmp(p + 1, key, length) == 0 && p[1 + length] == '"';
    value = space(space(after_text(p)) + 1);
    if (found) return value;
    p = space(after(value, 0));
    if (*p != ',') break;
  }
  return NULL;
}

const char *upc_stride_json_element(const char *array, int number) {
  const char *p = array;
  if (p == NULL || *p != '[') return NULL;
  for (p = space(p + 1); *p != ']'; p = space(p + 1)) {
    if (number-- == 0) return p;
    p = space(after(p, 0));
    if (*p != ',') break;
  }
  return NULL;
}

const char *upc_stride_json_entry(const char *object, int number, const char **value) {
  const char *p = object;
  if (p == NULL || *p != '{') return NULL;
  for (p = space(p + 1); *p == '"'; p = space(p + 1)) {
    *value = space(space(after_text(p)) + 1);
    if (number-- == 0) return p;
    p = space(after(*value, 0));
    if (*p != ',') break;
  }
  return NULL;
}

const char *upc_stride_json_end(const char *value) { return after(value, 0); }

/* ---- characters ---- */

static unsigned hexadecimal(const char *digits) {
  unsigned n = 0;
  int i;
  for (i = 0; i < 4; i++) {
    const char *all = "0123456789abcdef0123456789ABCDEF", *at = digits[i] == 0 ? NULL : strchr(all, digits[i]);
    if (at == NULL) return 0xfffd;
    n = n * 16 + (unsigned)(at - all) % 16;
  }
  return n;
}

/* The character behind a backslash, and how many of the text it takes. Half of a pair becomes U+FFFD. */
static unsigned escaped(const char *p, size_t *length) {
  static const char letters[] = "bfnrt", controls[] = "\b\f\n\r\t";
  const char *letter = strchr(letters, *p);
  unsigned n, low;
  *length = 1;
  if (*p != 'u') return letter != NULL && *letter != 0 ? (unsigned char)controls[letter - letters] : (unsigned char)*p;
  n = hexadecimal(p + 1);
  *length = strcspn(p, "\"\\") < 5 ? strcspn(p, "\"\\") : 5;
  if (*length < 5) return 0xfffd;
  if (n < 0xd800 || n > 0xdfff) return n;
  low = n < 0xdc00 && p[5] == '\\' && p[6] == 'u' ? hexadecimal(p + 7) : 0;
  if (low < 0xdc00 || low > 0xdfff) return 0xfffd;
  *length = 11;
  return 0x10000 + ((n - 0xd800) << 10) + (low - 0xdc00);
}

/* UTF-8 */
static int bytes_of(unsigned n, char *to) {
  const int count = n < 0x80 ? 1 : n < 0x800 ? 2 : n < 0x10000 ? 3 : 4;
  static const unsigned first[] = {0, 0, 0xc0, 0xe0, 0xf0};
  int i;
  for (i = count - 1; i > 0; i--, n >>= 6) to[i] = (char)(0x80 | (n & 0x3f));
  to[0] = (char)(first[count] | n);
  return count;
}

size_t upc_stride_json_characters(const char *value, char *to, size_t size) {
  char bytes[4];
  size_t n = 0, length;
  const char *p = value + 1;
  int count, i;
  while (*p != '"') {
    if (*p == '\\') count = bytes_of(escaped(p + 1, &length), bytes), p += 1 + length;
    else bytes[0] = *p++, count = 1;
    for (i = 0; i < count; i++, n++)
      if (n + 1 < size) to[n] = bytes[i];
  }
  if (size > 0) to[n < size ? n : size - 1] = 0;
  return n;
}

const char *upc_stride_json_text(const char *value, size_t *length) {
  if (value == NULL || *value != '"') return NULL;
  *length = (size_t)(after_text(value) - value) - 2;
  return value + 1;
}

int upc_stride_json_is(const char *value, const char *text) {
  size_t length;
  const char *got = upc_stride_json_text(value, &length);
  return got != NULL && length == strlen(text) && memcmp(got, text, length) == 0;
}

int upc_stride_json_size(const char *value, size_t *number) {
  char *end;
  if (value == NULL || *value < '0' || *value > '9') return 0;
  errno = 0;
  *number = strtoull(value, &end, 10);
  return errno == 0 && strchr(".eE", *end) == NULL ? 1 : 0;
}

int upc_stride_is_utf8(const char *text) {
  const unsigned char *b = (const unsigned char *)text;
  while (*b != 0) {
    const int more = *b < 0x80 ? 0 : *b >= 0xc2 && *b < 0xe0 ? 1 : *b >= 0xe0 && *b < 0xf0 ? 2 :
      *b >= 0xf0 && *b < 0xf5 ? 3 : -1;
    int i;
    if (more < 0 || (*b == 0xe0 && b[1] < 0xa0) || (*b == 0xed && b[1] >= 0xa0) || (*b == 0xf0 && b[1] < 0x90) ||
        (*b == 0xf4 && b[1] >= 0x90))
      return 0;
    for (i = 1; i <= more; i++)
      if ((b[i] & 0xc0) != 0x80) return 0;
    b += 1 + more;
  }
  return 1;
}
