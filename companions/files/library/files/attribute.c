/* SPDX-License-Identifier: BSD-3-Clause
 * Attributes: between what a file has and the types of the program's numbers. */
#include "files/attribute.h"
#include "base/allocate.h"
#include "files/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER = 8 };
static const char text_type[] = "S";

/* ---- numbers ---- */

static double as_double(char kind, const char *from) {
  long long whole;
  unsigned long long natural;
  double real;
  memcpy(&whole, from, NUMBER), memcpy(&natural, from, NUMBER), memcpy(&real, from, NUMBER);
  return kind == 'f' ? real : kind == 'u' ? (double)natural : (double)whole;
}

/* A whole number: its magnitude and sign. 0: it has a fraction, or more than 64 bits. */
static int as_whole(char kind, const char *from, unsigned long long *magnitude, int *negative) {
  long long whole;
  double real = as_double(kind, from);
  *negative = 0;
  memcpy(magnitude, from, NUMBER);
  if (kind == 'u') return 1;
  if (kind == 'f') {
    *negative = real < 0;
    if (*negative) real = -real;
    if (!(real < 18446744073709551616.0) || (double)(unsigned long long)real != real) return 0;
    *magnitude = (unsigned long long)real;
    return 1;
  }
  memcpy(&whole, from, NUMBER);
  *negative = whole < 0;
  if (*negative) *magnitude = 0 - *magnitude;
  return 1;
}

/* The lowest bytes of a number of this machine. */
static void put_low(char *to, size_t size, unsigned long long bits, int big) {
  memcpy(to, (const char *)&bits + (big ? NUMBER - size : 0), size);
}

/* From 8 bytes to the program's type. 0: the number does not fit. */
static int to_program(char *to, const upc_stride_element_type_t *type, char kind, const char *from) {
  unsigned long long magnitude, most;
  double real;
  float single;
  int negative;
  if (type->kind == 'f') {
    real = as_double(kind, from), single = (float)real;
    memcpy(to, type->size == 4 ? (const char *)&single : (const char *)&real, type->size);
    return 1;
  }
  if (!as_whole(kind, from, &magnitude, &negative)) return 0;
  most = type->kind == 'b' ? 1 : ~0ULL >> (64 - 8 * type->size);
  if (type->kind == 'i') most = (most >> 1) + (unsigned long long)negative;
  else if (negative && magnitude > 0) return 0;
  if (magnitude > most) return 0;
  put_low(to, type->size, negative ? 0 - magnitude : magnitude, type->big);
  return 1;
}

/* From the program's type to 8 bytes. */
static void from_program(char *to, const upc_stride_element_type_t *type, const char *from) {
  unsigned long long bits = 0;
  double real;
  float single;
  if (type->kind == 'f') {
    memcpy(&real, from, type->size == 8 ? 8 : 0);
    if (type->size == 4) memcpy(&single, from, 4), real = single;
    memcpy(to, &real, NUMBER);
    return;
  }
  memcpy((char *)&bits + (type->big ? NUMBER - type->size : 0), from, type->size);
  if (type->kind == 'b') bits = bits != 0;
  if (type->kind == 'i' && type->size < NUMBER && bits >> (8 * type->size - 1) != 0) bits |= ~0ULL << 8 * type->size;
  memcpy(to, &bits, NUMBER);
}

/* ---- arguments ---- */

/* 0 if the type is that of a text. */
static int check_type(upc_stride_dataset_t *D, const char *type, upc_stride_element_type_t *number) {
  upc_stride_element_type_t native;
  if (type != NULL && strcmp(type, text_type) == 0) return 0;
  upc_stride_element_type(&native, "i4", 2);
  if (type != NULL && upc_stride_element_type(number, type, strlen(type)) && strchr("biuf", number->kind) != NULL &&
      number->size <= NUMBER && !(number->kind == 'f' && number->size < 4) && number->big == native.big)
    return 1;
  return upc_stride_dataset_wrong(D, "a type \"%.40s\", must be \"S\" or one such as \"f8\", \"f4\", \"i4\", \"b1\"",
                                  type == NULL ? "" : type);
}

static int check_format(upc_stride_dataset_t *D) {
  upc_stride_dataset_recognise(D);
  if (D->format == UPC_STRIDE_FILE_ZARR || D->format == UPC_STRIDE_FILE_HDF5) return 0;
  return upc_stride_dataset_wrong(D, "%.250s: has no attributes: only Zarr and HDF5 have", D->path);
}

static int check_name(upc_stride_dataset_t *D, const char *name) {
  if (name != NULL && *name != 0 && strlen(name) < UPC_STRIDE_ATTRIBUTE_NAME && upc_stride_is_utf8(name)) return 0;
  return upc_stride_dataset_wrong(D, "a name \"%.40s\", must have 1 to %d bytes, in UTF-8", name == NULL ? "" : name,
                                  UPC_STRIDE_ATTRIBUTE_NAME - 1);
}

static int find(upc_stride_dataset_t *D, const char *name, int number, char *found,
                upc_stride_attribute_value_t *value) {
  memset(value, 0, sizeof *value);
  return D->format == UPC_STRIDE_FILE_ZARR ? upc_stride_zarr_attribute(D, name, number, found, value)
                                           : upc_stride_hdf5_attribute(D, name, number, found, value);
}

/* ---- the calls ---- */

static int set_numbers(upc_stride_dataset_t *D, const char *name, const upc_stride_element_type_t *type,
                       const void *values, size_t count) {
  upc_stride_attribute_value_t value;
  size_t i;
  int status;
  value.kind = type->kind, value.size = type->size, value.count = count;
  value.bytes = upc_stride_alloc_if(count * NUMBER);
  if (value.bytes == NULL) return upc_stride_dataset_wrong(D, "no memory for %zu numbers", count);
  for (i = 0; i < count; i++)
    from_program(value.bytes + i * NUMBER, type, (const char *)values + i * type->size);
  status = D->format == UPC_STRIDE_FILE_ZARR ? upc_stride_zarr_attribute_set(D, name, &value)
                                             : upc_stride_hdf5_attribute_set(D, name, &value, type, values);
  free(value.bytes);
  return status;
}

int upc_stride_attribute_set(upc_stride_dataset_t *D, const char *name, const void *values, const char *type,
                             size_t count) {
  upc_stride_element_type_t number;
  upc_stride_attribute_value_t value;
  int numbers;
  if (check_format(D) != 0 || check_name(D, name) != 0) return -1;
  numbers = check_type(D, type, &number);
  if (numbers < 0) return -1;
  if (values == NULL) return upc_stride_dataset_wrong(D, "\"%.60s\": null values, must be their address", name);
  if (numbers && (count == 0 || count > (size_t)-1 / 64))
    return upc_stride_dataset_wrong(D, "\"%.60s\": %zu numbers, must be at least one", name, count);
  if (numbers) return set_numbers(D, name, &number, values, count);
  if (!upc_stride_is_utf8(values)) return upc_stride_dataset_wrong(D, "\"%.60s\": a text that is not in UTF-8", name);
  value.kind = 'S', value.size = 1, value.count = strlen(values), value.bytes = (char *)values;
  return D->format == UPC_STRIDE_FILE_ZARR ? upc_stride_zarr_attribute_set(D, name, &value)
                                           : upc_stride_hdf5_attribute_set(D, name, &value, NULL, values);
}

static const char *kind_name(char kind) { return kind == 'S' ? "a text" : kind == 0 ? "something else" : "numbers"; }

static int store(upc_stride_dataset_t *D, void *values, const char *name, const upc_stride_element_type_t *type,
                 size_t count, const upc_stride_attribute_value_t *value) {
  size_t i;
  if (value->kind == 'S') {
    const size_t length = value->count < count ? value->count : count > 0 ? count - 1 : 0;
    memcpy(values, value->bytes, length);
    if (count > 0) ((char *)values)[length] = 0;
    return 0;
  }
  for (i = 0; i < count && i < value->count; i++)
    if (!to_program((char *)values + i * type->size, type, value->kind, value->bytes + i * NUMBER))
      return upc_stride_dataset_wrong(D, "%.200s: attribute \"%.60s\": %.17g does not fit the type %c%zu", D->path,
                                      name, as_double(value->kind, value->bytes + i * NUMBER), type->kind,
                                      type->size);
  return 0;
}

long long upc_stride_attribute_get(upc_stride_dataset_t *D, void *values, const char *name, const char *type,
                                   size_t count) {
  upc_stride_element_type_t number;
  upc_stride_attribute_value_t value;
  int numbers, status;
  if (check_format(D) != 0 || check_name(D, name) != 0) return -1;
  numbers = check_type(D, type, &number);
  if (numbers < 0) return -1;
  status = find(D, name, 0, NULL, &value);
  if (status == 0) upc_stride_dataset_wrong(D, "%.250s: has no attribute \"%.60s\"", D->path, name);
  if (status == 1 && (value.kind == 0 || numbers != (value.kind != 'S')))
    upc_stride_dataset_wrong(D, "%.200s: attribute \"%.60s\" is %s, must be %s", D->path, name, kind_name(value.kind),
                             numbers ? "numbers" : "a text");
  if (D->wrong[0] == 0 && count > 0 && values == NULL)
    upc_stride_dataset_wrong(D, "\"%.60s\": null values, must be where %zu are", name, count);
  if (D->wrong[0] == 0 && count > 0) store(D, values, name, &number, count, &value);
  free(value.bytes);
  return D->wrong[0] != 0 ? -1 : (long long)value.count;
}

int upc_stride_attribute_at(upc_stride_dataset_t *D, int number, char *name, char *type, size_t size, size_t *count) {
  upc_stride_attribute_value_t value;
  int status;
  if (check_format(D) != 0) return -1;
  if (number < 0) return upc_stride_dataset_wrong(D, "%d, must be a number from 0 on", number);
  status = find(D, NULL, number, name, &value);
  free(value.bytes);
  if (status != 1) return status;
  *count = value.count;
  if (value.kind == 0) snprintf(type, size, "%s", "");
  else if (value.kind == 'S') snprintf(type, size, "%s", text_type);
  else snprintf(type, size, "%c%d", value.kind, (int)value.size);
  return 1;
}
