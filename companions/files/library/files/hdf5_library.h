/* SPDX-License-Identifier: BSD-3-Clause
 * HDF5's library, which is loaded when a file needs it: its functions, and what our sources that call it share.
 *
 * Declarations of hdf5.h are repeated here. So upc-stride is built without HDF5, and one build works with any version
 * from 1.10.5 on. companions/files/tests/declarations.sh compares them with the header. */
#ifndef UPC_STRIDE_HDF5_LIBRARY_H
#define UPC_STRIDE_HDF5_LIBRARY_H

#include "files/dataset.h"

typedef long long hdf5_id; /* hid_t */

/* Numbers of hdf5.h; on the right, its name for the first one. */
enum { READ_ONLY = 0, READ_WRITE = 1, TRUNCATE = 2 };                                 /* H5F_ACC_RDONLY */
enum { INTEGER = 0, FLOAT = 1, TEXT = 3, OPAQUE = 5, COMPOUND = 6, ENUMERATION = 8 }; /* H5T_INTEGER */
enum { BIG = 1, NULL_PADDED = 1, UTF8 = 1 };             /* H5T_ORDER_BE, H5T_STR_NULLPAD, H5T_CSET_UTF8 */
enum { SCALAR = 0, SIMPLE = 1, SELECT_SET = 0 };         /* H5S_SCALAR, ..., H5S_SELECT_SET */
enum { CONTIGUOUS = 1, CHUNKED = 2, DEFLATE = 1 };       /* H5D_CONTIGUOUS, ..., H5Z_FILTER_DEFLATE */
enum { EARLY = 1, NEVER = 1 };                           /* H5D_ALLOC_TIME_EARLY, H5D_FILL_TIME_NEVER */
enum { BY_NAME = 0, INCREASING = 0 };                    /* H5_INDEX_NAME, H5_ITER_INC */
enum { IS_GROUP = 2, IS_DATASET = 5 };                   /* H5I_GROUP, H5I_DATASET */

extern struct upc_stride_h5 {
  int (*open)(void), (*set_auto)(hdf5_id, void *, void *);
  hdf5_id (*file_create)(const char *, unsigned, hdf5_id, hdf5_id), (*file_open)(const char *, unsigned, hdf5_id);
  hdf5_id (*create)(hdf5_id, const char *, hdf5_id, hdf5_id, hdf5_id, hdf5_id, hdf5_id);
  hdf5_id (*dataset_open)(hdf5_id, const char *, hdf5_id);
  hdf5_id (*space)(int, const unsigned long long *, const unsigned long long *), (*properties)(hdf5_id);
  hdf5_id (*space_of)(hdf5_id), (*type_of)(hdf5_id), (*properties_of)(hdf5_id);
  hdf5_id (*type_create)(int, size_t), (*enumeration)(hdf5_id), (*member_type)(hdf5_id, unsigned);
  int (*insert)(hdf5_id, const char *, size_t, hdf5_id), (*enumerate)(hdf5_id, const char *, const void *);
  int (*members)(hdf5_id), (*class)(hdf5_id), (*order)(hdf5_id), (*sign)(hdf5_id);
  size_t (*size)(hdf5_id);
  int (*equal)(hdf5_id, hdf5_id);
  int (*external)(hdf5_id), (*space_class)(hdf5_id);
  int (*alloc_time)(hdf5_id, int), (*fill_time)(hdf5_id, int), (*layout)(hdf5_id), (*filters)(hdf5_id);
  int (*chunk)(hdf5_id, int, unsigned long long *), (*fill)(hdf5_id, hdf5_id, void *);
  int (*dimensions)(hdf5_id), (*extents)(hdf5_id, unsigned long long *, unsigned long long *);
  unsigned long long (*offset)(hdf5_id);
  int (*chunk_info)(hdf5_id, const unsigned long long *, unsigned *, unsigned long long *, unsigned long long *);
  int (*set_chunk)(hdf5_id, int, const unsigned long long *);
  int (*set_shuffle)(hdf5_id), (*set_deflate)(hdf5_id, unsigned), (*set_fletcher32)(hdf5_id), (*available)(int);
  int (*filter)(hdf5_id, unsigned, unsigned *, size_t *, unsigned *, size_t, char *, unsigned *);
  int (*write_chunk)(hdf5_id, hdf5_id, uint32_t, const unsigned long long *, size_t, const void *);
  int (*select)(hdf5_id, int, const unsigned long long *, const unsigned long long *, const unsigned long long *,
                const unsigned long long *);
  int (*read)(hdf5_id, hdf5_id, hdf5_id, hdf5_id, hdf5_id, void *);
  int (*write)(hdf5_id, hdf5_id, hdf5_id, hdf5_id, hdf5_id, const void *);
  int (*exists)(hdf5_id, const char *, hdf5_id), (*unlink)(hdf5_id, const char *, hdf5_id);
  int (*move)(hdf5_id, const char *, hdf5_id, const char *, hdf5_id, hdf5_id);
  int (*set_groups)(hdf5_id, unsigned), (*set_tag)(hdf5_id, const char *), (*set_padding)(hdf5_id, int);
  int (*set_bias)(hdf5_id, size_t);
  int (*set_fields)(hdf5_id, size_t, size_t, size_t, size_t, size_t);
  char *(*tag)(hdf5_id), *(*member_name)(hdf5_id, unsigned);
  size_t (*member_offset)(hdf5_id, unsigned);
  long (*link_name)(hdf5_id, const char *, int, int, unsigned long long, char *, size_t, hdf5_id);
  hdf5_id (*object_at)(hdf5_id, const char *, int, int, unsigned long long, hdf5_id);
  int (*kind)(hdf5_id);
  int (*close)(hdf5_id), (*file_close)(hdf5_id), (*user_block)(hdf5_id, unsigned long long *);
  hdf5_id (*file_properties)(hdf5_id);
  long (*file_name)(hdf5_id, char *, size_t);
  hdf5_id (*object_open)(hdf5_id, const char *, hdf5_id);
  hdf5_id (*attribute_create)(hdf5_id, const char *, hdf5_id, hdf5_id, hdf5_id, hdf5_id);
  hdf5_id (*attribute_open)(hdf5_id, const char *, hdf5_id);
  hdf5_id (*attribute_at)(hdf5_id, const char *, int, int, unsigned long long, hdf5_id, hdf5_id);
  hdf5_id (*attribute_type)(hdf5_id), (*attribute_space)(hdf5_id);
  long (*attribute_name)(hdf5_id, size_t, char *);
  int (*attribute_exists)(hdf5_id, const char *), (*attribute_delete)(hdf5_id, const char *);
  int (*attribute_write)(hdf5_id, hdf5_id, const void *), (*attribute_read)(hdf5_id, hdf5_id, void *);
  hdf5_id (*scalar)(int), (*type_copy)(hdf5_id);
  long long (*points)(hdf5_id);
  int (*set_size)(hdf5_id, size_t), (*set_characters)(hdf5_id, int);
  int (*is_variable)(hdf5_id), (*free_memory)(void *);
} *upc_stride_h5; /* null until the library is loaded: few programs have this memory */

int upc_stride_hdf5_load(upc_stride_dataset_t *D);

/* Around all calls: the library may not be called by several threads of a process at once. _unlock returns `status`. */
void upc_stride_hdf5_lock(void);
int upc_stride_hdf5_unlock(int status);

/* "path: HDF5 cannot ..". Returns -1. */
int upc_stride_hdf5_failed(upc_stride_dataset_t *D, const char *what);

/* One of the library's constants, "H5P_CLS_DATASET_CREATE_ID_g". */
hdf5_id upc_stride_hdf5_constant(const char *name);

/* A type as h5py writes it: truth values are an enumeration, complex numbers have members r and i, structures are
 * compounds; times, and texts of more than bytes, are opaque with a tag of their name. -1: there is none. The caller
 * closes what _type makes. */
/* The reverse: 0: it is none of these. */
int upc_stride_hdf5_type_read(hdf5_id file_type, upc_stride_element_type_t *type);
hdf5_id upc_stride_hdf5_number(char kind, size_t size, int big);
hdf5_id upc_stride_hdf5_type(const upc_stride_element_type_t *type);

#endif
