/* SPDX-License-Identifier: BSD-3-Clause
 * Attributes of Zarr: members of "attributes" in zarr.json. A new value is put into the text, which otherwise stays as
 * it is; the new file takes the place of the old one at once. */
#include "files/attribute_value.h"
#include "files/json.h"
#include "base/allocate.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_METADATA = 4 << 20, NUMBER = 8, DIGITS = 32 };
typedef char path_t[UPC_STRIDE_LONGEST_PATH + 64];

/* The text of zarr.json, to free, and its object of attributes, which may be null. Null: it cannot be read. */
static char *read_metadata(upc_stride_dataset_t *D, const char **top, const char **attributes) {
  path_t path;
  char *text;
  snprintf(path, sizeof path, "%s/zarr.json", D->path);
  text = upc_stride_text_read(D, open(path, O_RDONLY), path, LONGEST_METADATA);
  if (text == NULL) return NULL;
  *top = upc_stride_json(text);
  if (*top != NULL && **top == '{') {
    *attributes = upc_stride_json_member(*top, "attributes");
    if (*attributes == NULL || **attributes == '{') return text;
  }
  upc_stride_dataset_wrong(D, "%.250s: has no object of attributes", path);
  free(text);
  return NULL;
}

/* ---- reading ---- */

static char kind_of(const char *value) {
  if (*value == '"') return 'S';
  if (*value == 't' || *value == 'f') return 'b';
  if (*value == 'N' || *value == 'I' || (value[0] == '-' && value[1] == 'I')) return 'f';
  if (strchr("-0123456789", *value) == NULL) return 0;
  if (strcspn(value, ".eE") < strspn(value, "-+.0123456789eE")) return 'f';
  errno = 0;
  strtoll(value, NULL, 10);
  if (errno == 0) return 'i';
  errno = 0;
  strtoull(value, NULL, 10);
  return errno == 0 && *value != '-' ? 'u' : 'f';
}

/* The kind of a list. Whole numbers and others are doubles together; truth values and texts do not mix. */
static char kind_of_list(const char *list, size_t *count) {
  const char *value = upc_stride_json_element(list, 0);
  const char *end = upc_stride_json_end(list);
  char kind = 0;
  int negative = 0;
  *count = 0;
  while (value != NULL && value < end && *value != ']') {
    const char one = kind_of(value);
    if (one == 0 || one == 'S' || (kind != 0 && (one == 'b') != (kind == 'b'))) return 0;
    negative |= *value == '-';
    if (kind == 0 || one == 'f' || (one == 'u' && kind != 'f')) kind = one;
    if (kind == 'u' && negative) kind = 'f';
    ++*count;
    value = upc_stride_json_end(value);
    value += strspn(value, " \t\r\n");
    if (*value == ',') value++;
    value += strspn(value, " \t\r\n");
  }
  return kind;
}

static void read_number(char *to, char kind, const char *value) {
  const long long whole = kind == 'b' ? *value == 't' : kind == 'i' ? strtoll(value, NULL, 10) : 0;
  const unsigned long long natural = kind == 'u' ? strtoull(value, NULL, 10) : 0;
  const double real = kind == 'f' ? strtod(value, NULL) : 0;
  memcpy(to, kind == 'f' ? (const void *)&real : kind == 'u' ? (const void *)&natural : (const void *)&whole, NUMBER);
}

static int read_value(upc_stride_dataset_t *D, const char *value, upc_stride_attribute_value_t *v) {
  size_t i, bytes;
  v->count = 1;
  v->kind = *value == '[' ? kind_of_list(value, &v->count) : kind_of(value);
  v->size = v->kind == 'b' ? 1 : NUMBER;
  if (v->kind == 0) {
    v->count = 0;
    return 1;
  }
  if (v->kind == 'S') v->count = upc_stride_json_characters(value, NULL, 0);
  bytes = v->kind == 'S' ? v->count + 1 : v->count * NUMBER;
  v->bytes = upc_stride_alloc_if(bytes);
  if (v->bytes == NULL) return upc_stride_dataset_wrong(D, "no memory for %zu bytes of an attribute", bytes);
  if (v->kind == 'S') upc_stride_json_characters(value, v->bytes, bytes);
  else if (*value != '[') read_number(v->bytes, v->kind, value);
  else
    for (value = upc_stride_json_element(value, 0), i = 0; i < v->count; i++) {
      read_number(v->bytes + i * NUMBER, v->kind, value);
      value = upc_stride_json_end(value);
      value += strspn(value, " \t\r\n,");
    }
  return 1;
}

/* The value of the attribute `name`, or of the one with this number, whose name goes to `found`. */
static const char *find(const char *attributes, const char *name, int number, char *found) {
  const char *key, *value;
  char one[UPC_STRIDE_ATTRIBUTE_NAME];
  int i;
  for (i = 0; (key = upc_stride_json_entry(attributes, i, &value)) != NULL; i++) {
    const size_t length = upc_stride_json_characters(key, name != NULL ? one : found, UPC_STRIDE_ATTRIBUTE_NAME);
    if (name == NULL ? i == number : length < sizeof one && strcmp(one, name) == 0) return value;
  }
  return NULL;
}

int upc_stride_zarr_attribute(upc_stride_dataset_t *D, const char *name, int number, char *found,
                              upc_stride_attribute_value_t *v) {
  const char *top, *attributes, *value;
  char *text = read_metadata(D, &top, &attributes);
  int status;
  if (text == NULL) return -1;
  value = find(attributes, name, number, found);
  status = value == NULL ? 0 : read_value(D, value, v);
  free(text);
  return status;
}

/* ---- writing ---- */

static char *add_text(char *to, const char *text) {
  *to++ = '"';
  for (; *text != 0; text++)
    if (*text == '"' || *text == '\\') *to++ = '\\', *to++ = *text;
    else if ((unsigned char)*text < ' ') to += sprintf(to, "\\u%04x", *text);
    else *to++ = *text;
  *to++ = '"';
  return to;
}

/* A double has a point or an exponent, so that a reader sees what it is. */
static char *add_number(char *to, char kind, const char *from) {
  long long whole;
  unsigned long long natural;
  double real;
  int digits;
  memcpy(&whole, from, NUMBER), memcpy(&natural, from, NUMBER), memcpy(&real, from, NUMBER);
  if (kind == 'b') return to + sprintf(to, "%s", whole ? "true" : "false");
  if (kind == 'i') return to + sprintf(to, "%lld", whole);
  if (kind == 'u') return to + sprintf(to, "%llu", natural);
  if (isnan(real)) return to + sprintf(to, "NaN");
  if (isinf(real)) return to + sprintf(to, real < 0 ? "-Infinity" : "Infinity");
  for (digits = 15; digits < 17; digits++) {
    sprintf(to, "%.*g", digits, real);
    if (strtod(to, NULL) == real) break;
  }
  digits = sprintf(to, "%.*g", digits, real);
  return to + digits + (strpbrk(to, ".e") == NULL ? sprintf(to + digits, ".0") : 0);
}

static char *add_value(char *to, const upc_stride_attribute_value_t *v) {
  size_t i;
  if (v->kind == 'S') return add_text(to, v->bytes);
  if (v->count != 1) *to++ = '[';
  for (i = 0; i < v->count; i++) {
    if (i > 0) *to++ = ',', *to++ = ' ';
    to = add_number(to, v->kind, v->bytes + i * NUMBER);
  }
  if (v->count != 1) *to++ = ']';
  return to;
}

static int replace(upc_stride_dataset_t *D, const char *text) {
  path_t path;
  snprintf(path, sizeof path, "%s/zarr.json", D->path);
  if (strlen(text) > LONGEST_METADATA)
    return upc_stride_dataset_wrong(D, "%.250s: would have more than 4 MiB", path);
  return upc_stride_text_replace(D, path, text);
}

int upc_stride_zarr_attribute_set(upc_stride_dataset_t *D, const char *name, const upc_stride_attribute_value_t *v) {
  const char *top, *attributes, *value, *at;
  char *text, *made, *end;
  size_t length;
  int status, others;
  if (strcmp(name, "chunks") == 0)
    return upc_stride_dataset_wrong(D, "a name \"chunks\", must be another one: it says which chunks are there");
  text = read_metadata(D, &top, &attributes);
  if (text == NULL) return -1;
  length = strlen(text) + 6 * strlen(name) + (v->kind == 'S' ? 6 * v->count : DIGITS * v->count) + 100;
  made = upc_stride_alloc_if(length);
  value = find(attributes, name, 0, NULL);
  at = value != NULL ? value : (attributes != NULL ? attributes : top) + 1;
  others = upc_stride_json_entry(attributes != NULL ? attributes : top, 0, &value) != NULL;
  value = find(attributes, name, 0, NULL);
  if (made != NULL) {
    end = made + sprintf(made, "%.*s", (int)(at - text), text);
    if (value == NULL) {
      if (attributes == NULL) end += sprintf(end, "\"attributes\": {");
      end = add_text(end, name);
      end += sprintf(end, ": ");
    }
    end = add_value(end, v);
    if (value == NULL) {
      if (attributes == NULL) *end++ = '}';
      if (others) end += sprintf(end, ", ");
    }
    strcpy(end, value != NULL ? upc_stride_json_end(value) : at);
  }
  status = made == NULL ? upc_stride_dataset_wrong(D, "no memory for %zu bytes of metadata", length) : replace(D, made);
  free(made);
  free(text);
  return status;
}
