/* SPDX-License-Identifier: BSD-3-Clause
 * Types of elements in zarr.json: "float64", and those of zarr-python with a configuration:
 *   {"name": "numpy.datetime64", "configuration": {"unit": "ns", "scale_factor": 1}} */
#include "files/dataset.h"
#include "files/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

static const struct {
  char name[24];
  char kind;
} of_bytes[] = {{"fixed_length_utf32", 'U'}, {"null_terminated_bytes", 'S'}, {"raw_bytes", 'V'}},
  of_time[] = {{"numpy.datetime64", 'M'}, {"numpy.timedelta64", 'm'}};

/* "[10s]" of a unit and a factor. */
static int read_unit(upc_stride_element_type_t *type, const char *configuration) {
  size_t factor, length;
  const char *unit = upc_stride_json_text(upc_stride_json_member(configuration, "unit"), &length);
  if (!upc_stride_json_size(upc_stride_json_member(configuration, "scale_factor"), &factor) || unit == NULL) return 0;
  if (length > 7 || factor < 1 || factor > 9999) return 0;
  if (length == 7 && memcmp(unit, "generic", 7) == 0) return 1;
  if (factor == 1) snprintf(type->unit, sizeof type->unit, "[%.*s]", (int)length, unit);
  else snprintf(type->unit, sizeof type->unit, "[%zu%.*s]", factor, (int)length, unit);
  return 1;
}

/* A field as NumPy writes it, at the end of `text`. */
static int add_field(char *text, size_t size, const char *name, const char *json) {
  upc_stride_element_type_t type;
  char inner[UPC_STRIDE_FIELDS];
  const char *quote;
  size_t n = strlen(text), length;
  name = upc_stride_json_text(name, &length);
  if (name == NULL || memchr(name, '\'', length) != NULL || memchr(name, '\\', length) != NULL) return 0;
  if (!upc_stride_zarr_type_read(&type, json)) return 0;
  type.big = 0;
  quote = type.fields[0] != 0 ? "" : "'";
  upc_stride_element_type_text(&type, inner, sizeof inner);
  return snprintf(text + n, size - n, "%s('%.*s', %s%s%s)", n > 1 ? ", " : "", (int)length, name, quote, inner,
                  quote) < (int)(size - n);
}

/* "structured" has fields ["a", "float64"], and "struct" {"name": "a", "data_type": "float64"}. */
static int read_fields(upc_stride_element_type_t *type, const char *fields) {
  char text[UPC_STRIDE_FIELDS] = "[";
  const char *field;
  int i;
  for (i = 0; (field = upc_stride_json_element(fields, i)) != NULL; i++) {
    const int list = *field == '[';
    const char *name = list ? upc_stride_json_element(field, 0) : upc_stride_json_member(field, "name");
    const char *inner = list ? upc_stride_json_element(field, 1) : upc_stride_json_member(field, "data_type");
    if (name == NULL || inner == NULL || !add_field(text, sizeof text - 2, name, inner)) return 0;
  }
  strcat(text, "]");
  return upc_stride_element_type(type, text, strlen(text));
}

static int is_configured(upc_stride_element_type_t *type, const char *name, const char *configuration) {
  size_t i, bytes;
  for (i = 0; i < sizeof of_time / sizeof of_time[0]; i++)
    if (upc_stride_json_is(name, of_time[i].name)) {
      type->kind = of_time[i].kind, type->size = 8;
      return read_unit(type, configuration);
    }
  for (i = 0; i < sizeof of_bytes / sizeof of_bytes[0]; i++)
    if (upc_stride_json_is(name, of_bytes[i].name)) {
      if (!upc_stride_json_size(upc_stride_json_member(configuration, "length_bytes"), &bytes)) return 0;
      type->kind = of_bytes[i].kind, type->size = bytes;
      return bytes > 0 && (type->kind != 'U' || bytes % 4 == 0);
    }
  if (!upc_stride_json_is(name, "structured") && !upc_stride_json_is(name, "struct")) return 0;
  return read_fields(type, upc_stride_json_member(configuration, "fields"));
}

int upc_stride_zarr_type_read(upc_stride_element_type_t *type, const char *json) {
  size_t length;
  const char *text = upc_stride_json_text(json, &length);
  const char *configuration = text == NULL ? upc_stride_json_member(json, "configuration") : NULL;
  int known;
  if (text == NULL && configuration == NULL) text = upc_stride_json_text(upc_stride_json_member(json, "name"), &length);
  if (text != NULL && upc_stride_element_type_named(type, text, length)) return 1;
  memset(type, 0, sizeof *type);
  if (text != NULL && length > 1 && *text == 'r' && strspn(text + 1, "0123456789") == length - 1) { /* "r16": bits */
    const unsigned long long bits = strtoull(text + 1, NULL, 10);
    type->kind = 'V', type->size = bits / 8;
    known = bits > 0 && bits % 8 == 0;
  } else known = configuration != NULL && is_configured(type, upc_stride_json_member(json, "name"), configuration);
  return known && type->size <= UPC_STRIDE_LARGEST_ELEMENT;
}

/* ---- writing ---- */

typedef struct out {
  char *text;
  size_t size, n;
} out_t;

static int add_struct_field(void *data, const char *name, size_t length, const upc_stride_element_type_t *type,
                            size_t count, size_t offset) {
  out_t *o = data;
  char inner[1000];
  int n;
  if (count != 1 || type->big || memchr(name, '"', length) != NULL) return 0; /* Zarr's structures have no arrays */
  if (upc_stride_zarr_type_write(type, inner, sizeof inner) == NULL) return 0;
  n = snprintf(o->text + o->n, o->size - o->n, "%s[\"%.*s\", %s]", offset > 0 ? ", " : "", (int)length, name, inner);
  o->n += (size_t)n;
  return o->n < o->size;
}

static const char *write_fields(const upc_stride_element_type_t *type, char *text, size_t size) {
  out_t o = {NULL, 0, 0};
  o.text = text, o.size = size;
  o.n = (size_t)snprintf(text, size, "{\"name\": \"structured\", \"configuration\": {\"fields\": [");
  if (!upc_stride_element_fields(type->fields, add_struct_field, &o)) return NULL;
  if (o.n + 4 >= size) return NULL;
  strcpy(text + o.n, "]}}");
  return text;
}

static const char *write_unit(const upc_stride_element_type_t *type, const char *name, char *text, size_t size) {
  const char *unit = type->unit;
  char *end;
  long factor = *unit == '[' ? strtol(unit + 1, &end, 10) : 1;
  if (*unit == '[') unit = end;
  else unit = "generic";
  snprintf(text, size, "{\"name\": \"%s\", \"configuration\": {\"unit\": \"%.*s\", \"scale_factor\": %ld}}", name,
           (int)strcspn(unit, "]"), unit, factor > 0 ? factor : 1);
  return text;
}

const char *upc_stride_zarr_type_write(const upc_stride_element_type_t *type, char *text, size_t size) {
  const char *name = upc_stride_element_type_name(type);
  size_t i;
  if (type->size > UPC_STRIDE_LARGEST_ELEMENT) return NULL;
  if (type->fields[0] != 0) return write_fields(type, text, size);
  if (name != NULL) {
    snprintf(text, size, "\"%s\"", name);
    return text;
  }
  for (i = 0; i < sizeof of_time / sizeof of_time[0]; i++)
    if (of_time[i].kind == type->kind) return write_unit(type, of_time[i].name, text, size);
  for (i = 0; i < sizeof of_bytes / sizeof of_bytes[0]; i++)
    if (of_bytes[i].kind == type->kind) {
      snprintf(text, size, "{\"name\": \"%s\", \"configuration\": {\"length_bytes\": %zu}}", of_bytes[i].name,
               type->size);
      return text;
    }
  return NULL;
}
