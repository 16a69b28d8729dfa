/* SPDX-License-Identifier: BSD-3-Clause
 * Loading HDF5's library, and the types that it has for ours: explained in hdf5_library.h. */
#include "files/hdf5_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define h5 upc_stride_h5
enum { COMPOUND = 6 }; /* H5T_class_t */

struct upc_stride_h5 upc_stride_h5 = {0}; /* {0}: a linker may look for a common symbol in libraries */
static void *library;

int upc_stride_hdf5_load(upc_stride_dataset_t *D) {
  static const char *const files[] = {"libhdf5_serial.so.103", "libhdf5.so.103", "libhdf5.so.200", "libhdf5.so.310",
                                      "libhdf5.so.320", "libhdf5_serial.so.310", "libhdf5.so"};
  static const struct {
    const char *name;
    void *function;
  } functions[] = {
    {"H5open", &h5.open}, {"H5Eset_auto2", &h5.set_auto}, {"H5Fcreate", &h5.file_create}, {"H5Fopen", &h5.file_open},
    {"H5Dcreate2", &h5.create}, {"H5Dopen2", &h5.dataset_open}, {"H5Screate_simple", &h5.space},
    {"H5Pcreate", &h5.properties}, {"H5Dget_space", &h5.space_of}, {"H5Dget_type", &h5.type_of},
    {"H5Dget_create_plist", &h5.properties_of}, {"H5Tcreate", &h5.type_create}, {"H5Tenum_create", &h5.enumeration},
    {"H5Tget_member_type", &h5.member_type}, {"H5Tinsert", &h5.insert}, {"H5Tenum_insert", &h5.enumerate},
    {"H5Tget_nmembers", &h5.members}, {"H5Tget_class", &h5.class}, {"H5Tget_order", &h5.order},
    {"H5Tget_sign", &h5.sign}, {"H5Tget_size", &h5.size}, {"H5Pset_alloc_time", &h5.alloc_time},
    {"H5Pset_fill_time", &h5.fill_time}, {"H5Pget_layout", &h5.layout}, {"H5Pget_nfilters", &h5.filters},
    {"H5Pget_chunk", &h5.chunk}, {"H5Pget_fill_value", &h5.fill}, {"H5Sget_simple_extent_ndims", &h5.dimensions},
    {"H5Sget_simple_extent_dims", &h5.extents}, {"H5Dget_offset", &h5.offset},
    {"H5Dget_chunk_info_by_coord", &h5.chunk_info}, {"H5Pset_chunk", &h5.set_chunk},
    {"H5Pset_shuffle", &h5.set_shuffle}, {"H5Pset_deflate", &h5.set_deflate},
    {"H5Pset_fletcher32", &h5.set_fletcher32}, {"H5Zfilter_avail", &h5.available}, {"H5Pget_filter2", &h5.filter},
    {"H5Dwrite_chunk", &h5.write_chunk}, {"H5Sselect_hyperslab", &h5.select}, {"H5Dread", &h5.read},
    {"H5Idec_ref", &h5.close}, {"H5Fclose", &h5.file_close}, {"H5Oopen", &h5.object_open},
    {"H5Acreate2", &h5.attribute_create}, {"H5Aopen", &h5.attribute_open}, {"H5Aopen_by_idx", &h5.attribute_at},
    {"H5Aget_type", &h5.attribute_type}, {"H5Aget_space", &h5.attribute_space}, {"H5Aget_name", &h5.attribute_name},
    {"H5Aexists", &h5.attribute_exists}, {"H5Adelete", &h5.attribute_delete}, {"H5Awrite", &h5.attribute_write},
    {"H5Aread", &h5.attribute_read}, {"H5Screate", &h5.scalar}, {"H5Tcopy", &h5.type_copy},
    {"H5Sget_simple_extent_npoints", &h5.points}, {"H5Tset_size", &h5.set_size},
    {"H5Tset_cset", &h5.set_characters}, {"H5Tis_variable_str", &h5.is_variable},
    {"H5free_memory", &h5.free_memory}, {"H5Tget_precision", &h5.precision}, {"H5Tget_ebias", &h5.exponent_bias},
    {"H5Tequal", &h5.equal}, {"H5Tget_offset", &h5.bit_offset}, {"H5Tget_fields", &h5.fields},
    {"H5Pget_external_count", &h5.external}, {"H5Sget_simple_extent_type", &h5.space_class},
    {"H5Fget_create_plist", &h5.file_properties}, {"H5Pget_userblock", &h5.user_block}, {"H5Fget_name", &h5.file_name}};
  size_t i;
  if (library != NULL) return 0;
  for (i = 0; i < sizeof files / sizeof files[0] && library == NULL; i++)
    library = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
  for (i = 0; i < sizeof functions / sizeof functions[0] && library != NULL; i++) {
    void *address = dlsym(library, functions[i].name);
    memcpy(functions[i].function, &address, sizeof address);
    if (address == NULL) library = NULL;
  }
  if (library == NULL)
    return upc_stride_dataset_wrong(D, "%.250s: HDF5's library libhdf5.so (1.10.5 or later) is not installed", D->path);
  h5.open();
  h5.set_auto(0, NULL, NULL);
  return 0;
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* What the library prints is set for each thread. */
void upc_stride_hdf5_lock(void) {
  pthread_mutex_lock(&mutex);
  if (library != NULL) h5.set_auto(0, NULL, NULL);
}

int upc_stride_hdf5_unlock(int status) {
  pthread_mutex_unlock(&mutex);
  return status;
}

hdf5_id upc_stride_hdf5_constant(const char *name) {
  const hdf5_id *value = dlsym(library, name);
  return value == NULL ? -1 : *value;
}

int upc_stride_hdf5_failed(upc_stride_dataset_t *D, const char *what) {
  return upc_stride_dataset_wrong(D, "%.250s: HDF5 %s", D->path, what);
}

/* ---- types ---- */

hdf5_id upc_stride_hdf5_number(char kind, size_t size, int big) {
  char name[40];
  snprintf(name, sizeof name, "H5T_%s%zu%sE_g", kind == 'f' ? "IEEE_F" : kind == 'i' ? "STD_I" : "STD_U", 8 * size,
           big ? "B" : "L");
  return upc_stride_hdf5_constant(name);
}

hdf5_id upc_stride_hdf5_type(const upc_stride_element_type_t *type) {
  const size_t half = type->size / 2;
  signed char value;
  hdf5_id made;
  if (type->kind == 'c') {
    made = h5.type_create(COMPOUND, type->size);
    h5.insert(made, "r", 0, upc_stride_hdf5_number('f', half, type->big));
    h5.insert(made, "i", half, upc_stride_hdf5_number('f', half, type->big));
    return made;
  }
  if (type->kind != 'b') return upc_stride_hdf5_number(type->kind, type->size, type->big);
  made = h5.enumeration(upc_stride_hdf5_number('i', 1, 0));
  value = 0, h5.enumerate(made, "FALSE", &value);
  value = 1, h5.enumerate(made, "TRUE", &value);
  return made;
}

/* The library has no constant for numbers of 16 bits. */
static int is_half(hdf5_id type) {
  size_t sign, exponent, exponent_bits, mantissa, mantissa_bits;
  return h5.size(type) == 2 && h5.precision(type) == 16 && h5.bit_offset(type) == 0 &&
         h5.fields(type, &sign, &exponent, &exponent_bits, &mantissa, &mantissa_bits) >= 0 && sign == 15 &&
         exponent == 10 && exponent_bits == 5 && mantissa == 0 && mantissa_bits == 10 && h5.exponent_bias(type) == 15;
}

int upc_stride_hdf5_is_type(hdf5_id file_type, const upc_stride_element_type_t *type) {
  hdf5_id made;
  int same;
  if (type->kind == 'f' && type->size == 2) return is_half(file_type);
  if (type->kind == 'f' && type->size == 16)
    return h5.equal(file_type, upc_stride_hdf5_constant("H5T_NATIVE_LDOUBLE_g")) > 0;
  if (upc_stride_element_type_name(type) == NULL) return 0;
  made = upc_stride_hdf5_type(type);
  same = made >= 0 && h5.equal(file_type, made) > 0;
  upc_stride_hdf5_type_close(type, made);
  return same;
}

void upc_stride_hdf5_type_close(const upc_stride_element_type_t *type, hdf5_id made) {
  if (strchr("bc", type->kind) != NULL) h5.close(made); /* the others are the library's constants */
}
