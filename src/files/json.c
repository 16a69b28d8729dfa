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
