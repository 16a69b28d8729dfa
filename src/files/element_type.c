/* SPDX-License-Identifier: BSD-3-Clause
 * Types of elements: NumPy's texts, and Zarr's names. */
#include "files/dataset.h"

#include <stdio.h>
#include <string.h>

typedef struct name {
  const char *name;
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

int upc_stride_element_type(upc_stride_element_type_t *type, const char *text, size_t length) {
  size_t i = 0, size = 0, rest;
  memset(type, 0, sizeof *type);
  type->big = machine_is_big();
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
  if (!has_size(type->kind, size) || rest >= sizeof type->unit || (rest > 0 && text[i] != '[')) return 0;
  memcpy(type->unit, text + i, rest);
  return 1;
}

void upc_stride_element_type_text(const upc_stride_element_type_t *type, char *text, size_t size) {
  const char order = upc_stride_element_type_unit(type) == 1 ? '|' : type->big ? '>' : '<';
  snprintf(text, size, "%c%c%zu%s", order, type->kind, type->kind == 'U' ? type->size / 4 : type->size, type->unit);
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
