/* SPDX-License-Identifier: BSD-3-Clause
 * Types of elements: NumPy's texts, and Zarr's names. */
#include "files/dataset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct name {
  char name[12];
  char kind;
  size_t size;
} name_t;

static const name_t names[] = {
  {"bool", 'b', 1}, {"int8", 'i', 1}, {"int16", 'i', 2}, {"int32", 'i', 4}, {"int64", 'i', 8},
  {"uint8", 'u', 1}, {"uint16", 'u', 2}, {"uint32", 'u', 4}, {"uint64", 'u', 8},
  {"float16", 'f', 2}, {"float32", 'f', 4}, {"float64", 'f', 8},
  {"complex64", 'c', 8}, {"complex128", 'c', 16}};
enum { NAMES = sizeof names / sizeof names[0] };

static int machine_is_big(void) {
  const unsigned one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return first == 0;
}

/* The sizes that numbers have. Texts and bytes have any. */
static int has_size(char kind, size_t size) {
  const int two = size == 2 || size == 4 || size == 8;
  switch (kind) {
    case 'b': return size == 1;
    case 'i': case 'u': return size == 1 || two;
    case 'f': return two || size == 16;
    case 'c': return size == 8 || size == 16 || size == 32;
    case 'm': case 'M': return size == 8;
    default: return size > 0;
  }
}

/* ---- structures: "[('a', '<f8'), ('b', '<i4', (3,)), ('c', [('d', '|S4')])]" ---- */

static int is_next(const char **at, char c) {
  *at += strspn(*at, " ");
  if (**at != c) return 0;
  ++*at;
  return 1;
}

const char *upc_stride_element_behind_list(const char *at) {
  int depth = 0, quoted = 0;
  for (; *at != 0; at++) {
    if (*at == '\'') quoted = !quoted;
    else if (!quoted) depth += (*at == '[') - (*at == ']');
    if (depth == 0) return at + 1;
  }
  return NULL;
}

/* A type within a structure: a text, or another list. */
static int read_inner(const char **at, upc_stride_element_type_t *type) {
  const char *begin, *end;
  *at += strspn(*at, " ");
  begin = *at;
  if (*begin == '[') end = upc_stride_element_behind_list(begin);
  else if (*begin++ == '\'') end = strchr(begin, '\'');
  else return 0;
  if (end == NULL || !upc_stride_element_type(type, begin, (size_t)(end - begin))) return 0;
  *at = end + (*end == '\'');
  return 1;
}

/* ", (2, 3)" or ", 3", if it is there. */
static int read_count(const char **at, size_t *count) {
  enum { MOST = 100000000 };
  int several;
  size_t factor;
  char *end;
  *count = 1;
  if (!is_next(at, ',')) return 1;
  several = is_next(at, '(');
  do {
    *at += strspn(*at, " ");
    if (**at < '0' || **at > '9') return several && is_next(at, ')');
    factor = strtoull(*at, &end, 10);
    if (factor == 0 || factor > MOST / *count) return 0;
    *count *= factor;
    *at = end;
  } while (several && is_next(at, ','));
  return !several || is_next(at, ')');
}

int upc_stride_element_fields(const char *fields, upc_stride_field_visit_t *visit, void *data) {
  const char *at = fields;
  size_t offset = 0;
  if (!is_next(&at, '[')) return 0;
  while (is_next(&at, '(')) {
    upc_stride_element_type_t type;
    const char *name, *end;
    size_t count;
    if (!is_next(&at, '\'')) return 0;
    name = at, end = strchr(name, '\'');
    if (end == NULL || memchr(name, '\\', (size_t)(end - name)) != NULL) return 0;
    at = end + 1;
    if (!is_next(&at, ',') || !read_inner(&at, &type) || !read_count(&at, &count) || !is_next(&at, ')')) return 0;
    if (!visit(data, name, (size_t)(end - name), &type, count, offset)) return 0;
    offset += type.size * count;
    if (offset > 100000000) return 0;
    if (!is_next(&at, ',')) break;
  }
  return offset > 0 && is_next(&at, ']') && at[strspn(at, " ")] == 0;
}

static int add_size(void *size, const char *name, size_t length, const upc_stride_element_type_t *type, size_t count,
                    size_t offset) {
  (void)name, (void)length, (void)offset;
  *(size_t *)size += count * type->size;
  return 1;
}

/* Spaces as NumPy has them, so that equal structures have equal texts. */
static int structure(upc_stride_element_type_t *type, const char *text, size_t length) {
  size_t n = 0, i;
  int quoted = 0;
  for (i = 0; i < length; i++) {
    const int outside = !quoted;
    if (n + 3 > sizeof type->fields) return 0;
    if (text[i] == '\'') quoted = !quoted;
    if (text[i] == ' ' && outside) continue;
    if (outside && n > 0 && type->fields[n - 1] == ',' && strchr(")]", text[i]) == NULL) type->fields[n++] = ' ';
    type->fields[n++] = text[i];
  }
  type->fields[n] = 0;
  type->kind = 'V';
  return upc_stride_element_fields(type->fields, add_size, &type->size);
}

/* ---- all types ---- */

/* "[ns]", "[25s]", or none. Numbers have none. */
static int is_unit(char kind, const char *text, size_t length) {
  size_t i = 1;
  if (length == 0) return 1;
  if (strchr("mM", kind) == NULL || text[0] != '[' || text[length - 1] != ']') return 0;
  while (i < length - 1 && text[i] >= '0' && text[i] <= '9') i++;
  if (i == length - 1) return 0;
  while (i < length - 1 && ((text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z'))) i++;
  return i == length - 1;
}

int upc_stride_element_type(upc_stride_element_type_t *type, const char *text, size_t length) {
  size_t i = 0, size = 0, rest;
  memset(type, 0, sizeof *type);
  type->big = machine_is_big();
  if (length > 0 && text[0] == '[') return structure(type, text, length);
  if (length > 0 && strchr("<>=|", text[0]) != NULL) {
    if (text[0] == '<' || text[0] == '>') type->big = text[0] == '>';
    i = 1;
  }
  if (i >= length || strchr("biufcmMSUV", text[i]) == NULL) return 0;
  type->kind = text[i++];
  for (; i < length && text[i] >= '0' && text[i] <= '9' && size < 100000000; i++)
    size = size * 10 + (size_t)(text[i] - '0');
  type->size = type->kind == 'U' ? 4 * size : size;
  rest = length - i;
  if (!has_size(type->kind, size) || rest >= sizeof type->unit || !is_unit(type->kind, text + i, rest)) return 0;
  memcpy(type->unit, text + i, rest);
  return 1;
}

void upc_stride_element_type_text(const upc_stride_element_type_t *type, char *text, size_t size) {
  const char order = type->fields[0] != 0 ? 0 : upc_stride_element_type_unit(type) == 1 ? '|' : type->big ? '>' : '<';
  const size_t count = type->kind == 'U' ? type->size / 4 : type->size;
  if (order == 0) snprintf(text, size, "%s", type->fields);
  else snprintf(text, size, "%c%c%zu%s", order, type->kind, count, type->unit);
}

const char *upc_stride_element_type_name(const upc_stride_element_type_t *type) {
  int i;
  for (i = 0; i < NAMES; i++)
    if (names[i].kind == type->kind && names[i].size == type->size) return names[i].name;
  return NULL;
}

int upc_stride_element_type_named(upc_stride_element_type_t *type, const char *text, size_t length) {
  int i;
  memset(type, 0, sizeof *type);
  for (i = 0; i < NAMES; i++)
    if (strlen(names[i].name) == length && memcmp(names[i].name, text, length) == 0) {
      type->kind = names[i].kind;
      type->size = names[i].size;
      type->big = machine_is_big(); /* until a codec says otherwise */
      return 1;
    }
  return 0;
}

size_t upc_stride_element_type_unit(const upc_stride_element_type_t *type) {
  if (strchr("SVb", type->kind) != NULL) return 1;
  return type->kind == 'c' ? type->size / 2 : type->kind == 'U' ? 4 : type->size;
}
