/* SPDX-License-Identifier: BSD-3-Clause
 * Attributes of HDF5. Texts are of variable length in UTF-8, and lists have one dimension, as h5py has them. */
#include "files/attribute_value.h"
#include "files/hdf5_library.h"
#include "base/allocate.h"

#include <stdlib.h>
#include <string.h>

#define h5 (*upc_stride_h5)
enum { NUMBER = 8 };                                                      /* bytes of a number in memory */
enum { LARGEST = 64000 };                                                 /* bytes; messages of a dataset have 64 KB */
static const size_t VARIABLE = (size_t)-1;                                /* H5T_VARIABLE */

/* The dataset or group, 0 or less if it is not there; D->hdf5_file is open then, or not. */
static hdf5_id open_object(upc_stride_dataset_t *D, unsigned how) {
  if (upc_stride_hdf5_load(D) != 0) return -1;
  D->hdf5_file = h5.file_open(D->path, how, 0);
  if (D->hdf5_file < 0) {
    D->hdf5_file = 0;
    upc_stride_hdf5_failed(D, how == READ_ONLY ? "cannot read this file" : "cannot write this file");
    return -1;
  }
  D->hdf5 = h5.object_open(D->hdf5_file, D->name, 0);
  if (D->hdf5 <= 0 && upc_stride_dataset_name_behind_link(D)) D->hdf5 = h5.object_open(D->hdf5_file, D->name, 0);
  if (D->hdf5 > 0) return D->hdf5;
  D->hdf5 = 0;
  upc_stride_dataset_wrong(D, "%.250s: has no dataset \"%.60s\"", D->path, D->name);
  return -1;
}

static int close_object(upc_stride_dataset_t *D) {
  if (D->hdf5 > 0) h5.close(D->hdf5);
  if (D->hdf5_file > 0 && h5.file_close(D->hdf5_file) < 0) upc_stride_hdf5_failed(D, "cannot write this file");
  D->hdf5 = D->hdf5_file = 0;
  return D->wrong[0] != 0 ? -1 : 0;
}

/* ---- reading ---- */

static int read_text(upc_stride_dataset_t *D, hdf5_id attribute, hdf5_id type, upc_stride_attribute_value_t *v) {
  char *text = NULL;
  const int variable = h5.is_variable(type) > 0;
  const size_t size = variable ? 0 : h5.size(type);
  if (!variable) text = upc_stride_alloc_if(size + 1);
  if (!variable && text == NULL) return upc_stride_dataset_wrong(D, "no memory for an attribute");
  if (h5.attribute_read(attribute, type, variable ? (void *)&text : text) < 0)
    return upc_stride_hdf5_failed(D, "cannot read this attribute");
  if (!variable) text[size] = 0;
  v->count = text == NULL ? 0 : strlen(text);
  v->bytes = upc_stride_alloc_if(v->count + 1);
  if (v->bytes == NULL) return upc_stride_dataset_wrong(D, "no memory for an attribute");
  memcpy(v->bytes, text == NULL ? "" : text, v->count + 1);
  if (variable && text != NULL) h5.free_memory(text);
  if (!variable) free(text);
  return 1;
}

/* The library converts what it reads. Truth values, an enumeration of one byte, become 8 bytes here. */
static int read_numbers(upc_stride_dataset_t *D, hdf5_id attribute, hdf5_id type, upc_stride_attribute_value_t *v) {
  upc_stride_element_type_t native;
  size_t i;
  upc_stride_element_type(&native, "i8", 2);
  v->bytes = upc_stride_alloc_if(v->count * NUMBER);
  if (v->bytes == NULL) return upc_stride_dataset_wrong(D, "no memory for an attribute");
  if (h5.attribute_read(attribute, v->kind == 'b' ? type : upc_stride_hdf5_number(v->kind, NUMBER, native.big),
                        v->bytes) < 0)
    return upc_stride_hdf5_failed(D, "cannot read this attribute");
  for (i = v->count; v->kind == 'b' && i-- > 0;) {
    const long long value = v->bytes[i];
    memcpy(v->bytes + i * NUMBER, &value, NUMBER);
  }
  return 1;
}

static int read_value(upc_stride_dataset_t *D, hdf5_id attribute, upc_stride_attribute_value_t *v) {
  const hdf5_id type = h5.attribute_type(attribute), space = h5.attribute_space(attribute);
  const int class = h5.class(type);
  const long long points = h5.points(space);
  upc_stride_element_type_t known;
  int status = 1;
  v->size = h5.size(type), v->count = points > 0 ? (size_t)points : 0;
  if (class == INTEGER && v->size <= NUMBER) v->kind = h5.sign(type) ? 'i' : 'u';
  if (class == FLOAT && v->size <= NUMBER) v->kind = 'f';
  if (class == ENUMERATION && upc_stride_hdf5_type_read(type, &known)) v->kind = 'b';
  if (class == TEXT && points == 1) v->kind = 'S';
  if (h5.dimensions(space) > 1 || points < 1) v->kind = 0;
  if (v->kind == 0) v->count = 0;
  else status = v->kind == 'S' ? read_text(D, attribute, type, v) : read_numbers(D, attribute, type, v);
  h5.close(type), h5.close(space);
  return status;
}

static int find(upc_stride_dataset_t *D, const char *name, int number, char *found, upc_stride_attribute_value_t *v) {
  const hdf5_id object = open_object(D, READ_ONLY);
  hdf5_id attribute = -1;
  int status = object > 0 ? 0 : -1;
  if (status == 0 && (name == NULL || h5.attribute_exists(object, name) > 0))
    attribute = name != NULL ? h5.attribute_open(object, name, 0)
                             : h5.attribute_at(object, ".", BY_NAME, INCREASING, (unsigned long long)number, 0, 0);
  if (attribute > 0) {
    if (name == NULL) h5.attribute_name(attribute, UPC_STRIDE_ATTRIBUTE_NAME, found);
    status = read_value(D, attribute, v);
    h5.close(attribute);
  }
  return close_object(D) != 0 ? -1 : status;
}

/* ---- writing ---- */

static int set(upc_stride_dataset_t *D, const char *name, const upc_stride_attribute_value_t *v,
               const upc_stride_element_type_t *number, const void *values) {
  const unsigned long long count = v->count;
  const hdf5_id object = open_object(D, READ_WRITE);
  hdf5_id type, space, attribute = -1;
  if (object < 0) return close_object(D);
  if (number != NULL && count * number->size > LARGEST) {
    upc_stride_dataset_wrong(D, "\"%.60s\": %zu bytes, must be at most %d in HDF5", name, v->count * number->size,
                             (int)LARGEST);
    return close_object(D);
  }
  if (number != NULL) type = upc_stride_hdf5_type(number);
  else {
    type = h5.type_copy(upc_stride_hdf5_constant("H5T_C_S1_g"));
    h5.set_size(type, VARIABLE);
    h5.set_characters(type, UTF8);
  }
  space = number == NULL || count == 1 ? h5.scalar(SCALAR) : h5.space(1, &count, NULL);
  if (h5.attribute_exists(object, name) > 0) h5.attribute_delete(object, name);
  attribute = h5.attribute_create(object, name, type, space, 0, 0);
  if (attribute < 0 || h5.attribute_write(attribute, type, number == NULL ? (const void *)&values : values) < 0)
    upc_stride_hdf5_failed(D, "cannot write this attribute");
  if (attribute > 0) h5.close(attribute);
  h5.close(space);
  h5.close(type);
  return close_object(D);
}

/* ---- the same, one at a time ---- */

int upc_stride_hdf5_attribute(upc_stride_dataset_t *D, const char *name, int number, char *found,
                              upc_stride_attribute_value_t *v) {
  upc_stride_hdf5_lock();
  return upc_stride_hdf5_unlock(find(D, name, number, found, v));
}

int upc_stride_hdf5_attribute_set(upc_stride_dataset_t *D, const char *name, const upc_stride_attribute_value_t *v,
                                  const upc_stride_element_type_t *type, const void *values) {
  upc_stride_hdf5_lock();
  return upc_stride_hdf5_unlock(set(D, name, v, type, values));
}
