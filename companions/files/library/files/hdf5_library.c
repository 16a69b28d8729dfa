/* SPDX-License-Identifier: BSD-3-Clause
 * Loading HDF5's library, and the types that it has for ours: explained in hdf5_library.h. */
#include "files/hdf5_library.h"
#include "base/allocate.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define h5 (*upc_stride_h5)
#define AT(function) offsetof(struct upc_stride_h5, function)

struct upc_stride_h5 *upc_stride_h5 = NULL; /* NULL: a linker may look for a common symbol in libraries */
static void *library;

int upc_stride_hdf5_load(upc_stride_dataset_t *D) {
  static const char *const files[] = {"libhdf5_serial.so.103", "libhdf5.so.103", "libhdf5.so.200", "libhdf5.so.310",
                                      "libhdf5.so.320", "libhdf5_serial.so.310", "libhdf5.so"};
  static const struct { /* without addresses: this table is no variable memory, which each simulated thread has */
    char name[38];
    unsigned short function;
  } functions[] = {
    {"H5open", AT(open)}, {"H5Eset_auto2", AT(set_auto)}, {"H5Fcreate", AT(file_create)}, {"H5Fopen", AT(file_open)},
    {"H5Dcreate2", AT(create)}, {"H5Dopen2", AT(dataset_open)}, {"H5Screate_simple", AT(space)},
    {"H5Pcreate", AT(properties)}, {"H5Dget_space", AT(space_of)}, {"H5Dget_type", AT(type_of)},
    {"H5Dget_create_plist", AT(properties_of)}, {"H5Tcreate", AT(type_create)}, {"H5Tenum_create", AT(enumeration)},
    {"H5Tget_member_type", AT(member_type)}, {"H5Tinsert", AT(insert)}, {"H5Tenum_insert", AT(enumerate)},
    {"H5Tget_nmembers", AT(members)}, {"H5Tget_class", AT(class)}, {"H5Tget_order", AT(order)},
    {"H5Tget_sign", AT(sign)}, {"H5Tget_size", AT(size)}, {"H5Pset_alloc_time", AT(alloc_time)},
    {"H5Pset_fill_time", AT(fill_time)}, {"H5Pget_layout", AT(layout)}, {"H5Pget_nfilters", AT(filters)},
    {"H5Pget_chunk", AT(chunk)}, {"H5Pget_fill_value", AT(fill)}, {"H5Sget_simple_extent_ndims", AT(dimensions)},
    {"H5Sget_simple_extent_dims", AT(extents)}, {"H5Dget_offset", AT(offset)},
    {"H5Dget_chunk_info_by_coord", AT(chunk_info)}, {"H5Pset_chunk", AT(set_chunk)},
    {"H5Pset_shuffle", AT(set_shuffle)}, {"H5Pset_deflate", AT(set_deflate)}, {"H5Pset_fletcher32", AT(set_fletcher32)},
    {"H5Zfilter_avail", AT(available)}, {"H5Pget_filter2", AT(filter)}, {"H5Dwrite_chunk", AT(write_chunk)},
    {"H5Sselect_hyperslab", AT(select)}, {"H5Dread", AT(read)}, {"H5Idec_ref", AT(close)}, {"H5Fclose", AT(file_close)},
    {"H5Oopen", AT(object_open)}, {"H5Acreate2", AT(attribute_create)}, {"H5Aopen", AT(attribute_open)},
    {"H5Aopen_by_idx", AT(attribute_at)}, {"H5Aget_type", AT(attribute_type)}, {"H5Aget_space", AT(attribute_space)},
    {"H5Aget_name", AT(attribute_name)}, {"H5Aexists", AT(attribute_exists)}, {"H5Adelete", AT(attribute_delete)},
    {"H5Awrite", AT(attribute_write)}, {"H5Aread", AT(attribute_read)}, {"H5Screate", AT(scalar)},
    {"H5Tcopy", AT(type_copy)}, {"H5Sget_simple_extent_npoints", AT(points)}, {"H5Tset_size", AT(set_size)},
    {"H5Tset_cset", AT(set_characters)}, {"H5Tis_variable_str", AT(is_variable)}, {"H5free_memory", AT(free_memory)},
    {"H5Tequal", AT(equal)}, {"H5Pget_external_count", AT(external)}, {"H5Sget_simple_extent_type", AT(space_class)},
    {"H5Fget_create_plist", AT(file_properties)}, {"H5Pget_userblock", AT(user_block)}, {"H5Fget_name", AT(file_name)},
    {"H5Dwrite", AT(write)}, {"H5Lexists", AT(exists)}, {"H5Ldelete", AT(unlink)}, {"H5Lmove", AT(move)},
    {"H5Pset_create_intermediate_group", AT(set_groups)}, {"H5Tset_tag", AT(set_tag)}, {"H5Tset_ebias", AT(set_bias)},
    {"H5Tset_fields", AT(set_fields)}, {"H5Tget_tag", AT(tag)}, {"H5Tset_strpad", AT(set_padding)},
    {"H5Tget_member_name", AT(member_name)}, {"H5Tget_member_offset", AT(member_offset)},
    {"H5Lget_name_by_idx", AT(link_name)}, {"H5Oopen_by_idx", AT(object_at)}, {"H5Iget_type", AT(kind)}};
  size_t i;
  if (library != NULL) return 0;
  if (upc_stride_h5 == NULL) upc_stride_h5 = upc_stride_alloc(1, sizeof h5, "HDF5's functions");
  for (i = 0; i < sizeof files / sizeof files[0] && library == NULL; i++)
    library = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
  for (i = 0; i < sizeof functions / sizeof functions[0] && library != NULL; i++) {
    void *address = dlsym(library, functions[i].name);
    memcpy((char *)&h5 + functions[i].function, &address, sizeof address);
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

/* The library has no constant for numbers of 16 bits. */
static hdf5_id half(int big) {
  const hdf5_id made = h5.type_copy(upc_stride_hdf5_number('f', 4, big));
  h5.set_fields(made, 15, 10, 5, 0, 10), h5.set_size(made, 2), h5.set_bias(made, 15);
  return made;
}

static hdf5_id real(size_t size, int big) {
  return size == 2 ? half(big) : size <= 8 ? h5.type_copy(upc_stride_hdf5_number('f', size, big)) :
    size == 16 ? h5.type_copy(upc_stride_hdf5_constant("H5T_NATIVE_LDOUBLE_g")) : -1;
}

static int insert_field(void *made, const char *name, size_t length, const upc_stride_element_type_t *type,
                        size_t count, size_t offset) {
  char text[200];
  hdf5_id inner;
  int good;
  snprintf(text, sizeof text, "%.*s", (int)length, name);
  if (length == 0 && type->kind == 'V' && type->fields[0] == 0) return 1; /* a gap */
  if (length == 0 || length >= sizeof text || count != 1) return 0;
  inner = upc_stride_hdf5_type(type);
  good = inner >= 0 && h5.insert(*(hdf5_id *)made, text, offset, inner) >= 0;
  if (inner >= 0) h5.close(inner);
  return good;
}

static hdf5_id compound(const upc_stride_element_type_t *type) {
  hdf5_id made = h5.type_create(COMPOUND, type->size), part;
  if (type->kind == 'V') {
    if (upc_stride_element_fields(type->fields, insert_field, &made)) return made;
    h5.close(made);
    return -1;
  }
  part = real(type->size / 2, type->big);
  h5.insert(made, "r", 0, part);
  h5.insert(made, "i", type->size / 2, part);
  h5.close(part);
  return made;
}

static hdf5_id truth(void) {
  const hdf5_id made = h5.enumeration(upc_stride_hdf5_number('i', 1, 0));
  signed char value = 0;
  h5.enumerate(made, "FALSE", &value);
  value = 1, h5.enumerate(made, "TRUE", &value);
  return made;
}

/* "NUMPY:<M8[ns]", as h5py.opaque_dtype. Bytes of void need no name. */
static hdf5_id opaque(const upc_stride_element_type_t *type) {
  const hdf5_id made = h5.type_create(OPAQUE, type->size);
  char tag[80] = "NUMPY:";
  upc_stride_element_type_text(type, tag + 6, sizeof tag - 6);
  h5.set_tag(made, type->kind == 'V' ? "" : tag);
  return made;
}

static hdf5_id text(size_t size) {
  const hdf5_id made = h5.type_copy(upc_stride_hdf5_constant("H5T_C_S1_g"));
  h5.set_size(made, size);
  h5.set_padding(made, NULL_PADDED);
  return made;
}

hdf5_id upc_stride_hdf5_type(const upc_stride_element_type_t *type) {
  switch (type->kind) {
    case 'c': return type->size <= 16 ? compound(type) : -1;
    case 'b': return truth();
    case 'f': return real(type->size, type->big);
    case 'i': case 'u': return h5.type_copy(upc_stride_hdf5_number(type->kind, type->size, type->big));
    case 'S': return text(type->size);
    default: return type->fields[0] != 0 ? compound(type) : opaque(type);
  }
}

/* ---- the types of a file ---- */

static int read_opaque(hdf5_id file_type, upc_stride_element_type_t *type) {
  char *tag = h5.tag(file_type);
  const size_t size = type->size;
  const int named = tag != NULL && strncmp(tag, "NUMPY:", 6) == 0;
  int good = 1;
  if (named) good = upc_stride_element_type(type, tag + 6, strlen(tag + 6)) && type->size == size;
  else type->kind = 'V';
  if (tag != NULL) h5.free_memory(tag);
  return good;
}

/* A member as NumPy writes a field, at the end of `fields`; bytes between members are a field without name. */
static int add_member(hdf5_id file_type, unsigned i, char *fields, size_t size, size_t *offset) {
  const hdf5_id part = h5.member_type(file_type, i);
  char *name = h5.member_name(file_type, i), inner[UPC_STRIDE_FIELDS];
  const size_t at = h5.member_offset(file_type, i);
  upc_stride_element_type_t type;
  size_t n = strlen(fields);
  int good = part >= 0 && name != NULL && at >= *offset && strpbrk(name, "'\\") == NULL &&
             upc_stride_hdf5_type_read(part, &type);
  if (good && at > *offset)
    n += (size_t)snprintf(fields + n, size - n, "%s('', '|V%zu')", n > 1 ? ", " : "", at - *offset);
  if (good && n < size) {
    const char *quote = type.fields[0] != 0 ? "" : "'";
    upc_stride_element_type_text(&type, inner, sizeof inner);
    n += (size_t)snprintf(fields + n, size - n, "%s('%s', %s%s%s)", n > 1 ? ", " : "", name, quote, inner, quote);
    *offset = at + type.size;
  }
  if (part >= 0) h5.close(part);
  if (name != NULL) h5.free_memory(name);
  return good && n < size;
}

static int read_compound(hdf5_id file_type, upc_stride_element_type_t *type) {
  const int members = h5.members(file_type);
  const size_t size = type->size;
  char fields[UPC_STRIDE_FIELDS + 40] = "[";
  size_t offset = 0, n;
  int i;
  for (i = 0; i < members; i++)
    if (!add_member(file_type, (unsigned)i, fields, UPC_STRIDE_FIELDS - 2, &offset)) return 0;
  n = strlen(fields);
  snprintf(fields + n, sizeof fields - n, "]");
  if (offset < size) snprintf(fields + n, sizeof fields - n, ", ('', '|V%zu')]", size - offset);
  return upc_stride_element_type(type, fields, strlen(fields)) && type->size == size;
}

static int is_same(hdf5_id file_type, const upc_stride_element_type_t *type) {
  const hdf5_id made = upc_stride_hdf5_type(type);
  const int same = made >= 0 && h5.equal(file_type, made) > 0;
  if (made >= 0) h5.close(made);
  return same;
}

/* The type must be exactly the one that this library makes: bits, order, signs, names of members. Others, such as
 * numbers of 12 bits in 2 bytes, are not known. */
static int read_complex(hdf5_id file_type, upc_stride_element_type_t *type) {
  hdf5_id part;
  if (h5.members(file_type) != 2 || (type->size != 8 && type->size != 16)) return 0;
  part = h5.member_type(file_type, 0);
  type->kind = 'c', type->big = h5.order(part) == BIG;
  h5.close(part);
  if (is_same(file_type, type)) return 1;
  type->kind = 0, type->big = 0;
  return 0;
}

int upc_stride_hdf5_type_read(hdf5_id file_type, upc_stride_element_type_t *type) {
  const int class = h5.class(file_type);
  memset(type, 0, sizeof *type);
  type->size = h5.size(file_type);
  if (type->size > UPC_STRIDE_LARGEST_ELEMENT) return 0;
  if (class == OPAQUE) return read_opaque(file_type, type);
  if (class == COMPOUND) return read_complex(file_type, type) || read_compound(file_type, type);
  if (class == TEXT && h5.is_variable(file_type) <= 0) {
    type->kind = 'S';
    return 1;
  }
  if (class == INTEGER) type->kind = h5.sign(file_type) ? 'i' : 'u';
  if (class == FLOAT) type->kind = 'f';
  if (class == ENUMERATION && type->size == 1) type->kind = 'b';
  type->big = type->kind != 'b' && h5.order(file_type) == BIG;
  return type->kind != 0 && is_same(file_type, type);
}

int upc_stride_hdf5_has_type(const upc_stride_element_type_t *type) {
  upc_stride_dataset_t D;
  hdf5_id made;
  memset(&D, 0, sizeof D);
  if (type->size > UPC_STRIDE_LARGEST_ELEMENT) return 0;
  upc_stride_hdf5_lock();
  if (upc_stride_hdf5_load(&D) != 0) return upc_stride_hdf5_unlock(1); /* which _create says */
  made = upc_stride_hdf5_type(type);
  if (made >= 0) h5.close(made);
  return upc_stride_hdf5_unlock(made >= 0);
}
