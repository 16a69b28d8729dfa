/* SPDX-License-Identifier: BSD-3-Clause
 * HDF5, by its library, which is loaded when a file needs it. The library makes the file and says where its bytes are.
 * The bytes themselves are read and written as those of any other file, by all threads at once. So neither MPI nor
 * parallel HDF5 is needed. Chunks with filters have no place before their sizes are known: threads encode theirs at
 * once, and write them one after the other. The library decodes them, by all filters that it has.
 *
 * The functions and numbers are those of hdf5.h, versions 1.10 and later. */
#include "files/dataset.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

typedef long long hdf5_id; /* hid_t */
enum { READ_ONLY = 0, READ_WRITE = 1, TRUNCATE = 2 };               /* H5F_ACC_.. */
enum { INTEGER = 0, FLOAT = 1, COMPOUND = 6, ENUMERATION = 8 };     /* H5T_class_t */
enum { SELECT_SET = 0, DEFLATE = 1 };                               /* H5S_seloper_t, H5Z_FILTER_DEFLATE */
static const size_t LARGEST_CHUNK = 0xffffffff;
enum { CONTIGUOUS = 1, CHUNKED = 2 };                               /* H5D_layout_t */
enum { EARLY = 1, NEVER = 1, BIG = 1 };                             /* alloc_time, fill_time, H5T_order_t */
static const unsigned long long nowhere = ~0ULL;                    /* HADDR_UNDEF */

static struct {
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
  int (*close)(hdf5_id), (*file_close)(hdf5_id);
} h5;

static void *library;

static int load(upc_stride_dataset_t *D) {
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
    {"H5Idec_ref", &h5.close}, {"H5Fclose", &h5.file_close}};
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

/* One of the library's constants. */
static hdf5_id constant(const char *name) {
  const hdf5_id *value = dlsym(library, name);
  return value == NULL ? -1 : *value;
}

static int failed(upc_stride_dataset_t *D, const char *what) {
  return upc_stride_dataset_wrong(D, "%.250s: HDF5 %s", D->path, what);
}

/* ---- types ---- */

static hdf5_id number_type(char kind, size_t size, int big) {
  char name[40];
  snprintf(name, sizeof name, "H5T_%s%zu%sE_g", kind == 'f' ? "IEEE_F" : kind == 'i' ? "STD_I" : "STD_U", 8 * size,
           big ? "B" : "L");
  return constant(name);
}

/* As h5py does it: truth values are an enumeration, complex numbers have members r and i. */
static hdf5_id type_for(const upc_stride_element_type_t *type) {
  const size_t half = type->size / 2;
  signed char value;
  hdf5_id made;
  if (type->kind == 'c') {
    made = h5.type_create(COMPOUND, type->size);
    h5.insert(made, "r", 0, number_type('f', half, type->big));
    h5.insert(made, "i", half, number_type('f', half, type->big));
    return made;
  }
  if (type->kind != 'b') return number_type(type->kind, type->size, type->big);
  made = h5.enumeration(number_type('i', 1, 0));
  value = 0, h5.enumerate(made, "FALSE", &value);
  value = 1, h5.enumerate(made, "TRUE", &value);
  return made;
}

static int read_type(upc_stride_dataset_t *D, hdf5_id type) {
  const int class = h5.class(type);
  hdf5_id part = type;
  memset(&D->type, 0, sizeof D->type);
  D->type.size = h5.size(type);
  if (class == INTEGER) D->type.kind = h5.sign(type) ? 'i' : 'u';
  if (class == FLOAT) D->type.kind = 'f';
  if (class == ENUMERATION && D->type.size == 1) D->type.kind = 'b';
  if (class == COMPOUND && h5.members(type) == 2) {
    part = h5.member_type(type, 0);
    if (h5.class(part) == FLOAT && 2 * h5.size(part) == D->type.size) D->type.kind = 'c';
  }
  D->type.big = h5.order(part) == BIG;
  if (part != type) h5.close(part);
  return D->type.kind == 0 || D->type.size > UPC_STRIDE_LARGEST_ELEMENT ? failed(D, "type that is no number") : 0;
}

/* ---- a dataset's description ---- */

/* Those that are not there by each filter's name: h5py's lzf, for example, is not in HDF5's library. */
static int read_filters(upc_stride_dataset_t *D, hdf5_id properties) {
  const int count = h5.filters(properties);
  unsigned flags, configuration;
  char name[60];
  int i;
  for (i = 0; i < count; i++) {
    size_t values = 0;
    const int filter = h5.filter(properties, (unsigned)i, &flags, &values, NULL, sizeof name, name, &configuration);
    if (filter < 0 || h5.available(filter) <= 0)
      return upc_stride_dataset_wrong(D, "%.250s: its filter \"%.59s\" is not in HDF5's library", D->path, name);
  }
  D->filtered = count > 0;
  return 0;
}

static int read_layout(upc_stride_dataset_t *D, hdf5_id properties, hdf5_id type) {
  unsigned long long chunk[UPC_STRIDE_MAX_DIMS];
  const int layout = h5.layout(properties);
  size_t stride = 1;
  int k;
  if (layout != CONTIGUOUS && layout != CHUNKED) return failed(D, "layout that is not contiguous or chunked");
  if (read_filters(D, properties) != 0) return -1;
  if (layout == CHUNKED && h5.chunk(properties, D->ndims, chunk) != D->ndims) return failed(D, "chunks without shape");
  for (k = D->ndims - 1; k >= 0; k--) {
    D->chunk[k] = layout == CHUNKED ? (size_t)chunk[k] : D->shape[k];
    D->stride[k] = stride;
    stride *= D->chunk[k] > 0 ? D->chunk[k] : 1;
  }
  D->chunked = layout == CHUNKED;
  if (h5.fill(properties, type, D->fill) < 0) memset(D->fill, 0, sizeof D->fill);
  return 0;
}

static int open_locked(upc_stride_dataset_t *D) {
  unsigned long long extents[32];
  hdf5_id space, type, properties;
  FILE *there = fopen(D->path, "r");
  int status, k;
  if (there == NULL) return upc_stride_dataset_wrong(D, "%.250s: No such file or directory", D->path);
  fclose(there);
  if (load(D) != 0) return -1;
  D->hdf5_file = h5.file_open(D->path, READ_ONLY, 0);
  if (D->hdf5_file < 0) return failed(D, "cannot read this file");
  D->hdf5 = h5.dataset_open(D->hdf5_file, D->name, 0);
  if (D->hdf5 < 0) return upc_stride_dataset_wrong(D, "%.250s: has no dataset \"%.60s\"", D->path, D->name);
  space = h5.space_of(D->hdf5), type = h5.type_of(D->hdf5), properties = h5.properties_of(D->hdf5);
  D->ndims = h5.dimensions(space);
  status = D->ndims > UPC_STRIDE_MAX_DIMS ? failed(D, "dataset with too many dimensions") : 0;
  if (status == 0) h5.extents(space, extents, NULL);
  for (k = 0; k < D->ndims && status == 0; k++) D->shape[k] = (size_t)extents[k];
  if (status == 0) status = read_type(D, type) | read_layout(D, properties, type);
  h5.close(space), h5.close(type), h5.close(properties);
  return status;
}

static int close_locked(upc_stride_dataset_t *D) {
  if (D->hdf5 > 0) h5.close(D->hdf5);
  if (D->hdf5_file > 0) h5.file_close(D->hdf5_file);
  D->hdf5 = D->hdf5_file = 0;
  return 0;
}

static int chunk_locked(upc_stride_dataset_t *D, const size_t *at) {
  unsigned long long first[UPC_STRIDE_MAX_DIMS], address = nowhere, bytes;
  unsigned filters;
  int k;
  if (!D->chunked) address = h5.offset(D->hdf5);
  for (k = 0; k < D->ndims; k++) first[k] = at[k] * D->chunk[k];
  if (D->chunked && h5.chunk_info(D->hdf5, first, &filters, &address, &bytes) < 0) return failed(D, "chunk is lost");
  D->absent = address == nowhere;
  D->start = D->absent ? 0 : (size_t)address;
  return 0;
}

/* The library finds the chunk, decodes it and puts its elements where a chunk has them. */
static int decode_locked(upc_stride_dataset_t *D, const size_t *at) {
  const hdf5_id space = h5.space_of(D->hdf5), type = h5.type_of(D->hdf5);
  unsigned long long first[UPC_STRIDE_MAX_DIMS], count[UPC_STRIDE_MAX_DIMS], chunk[UPC_STRIDE_MAX_DIMS];
  static const unsigned long long begin[UPC_STRIDE_MAX_DIMS];
  hdf5_id memory;
  int k, status;
  for (k = 0; k < D->ndims; k++) {
    first[k] = at[k] * D->chunk[k], chunk[k] = D->chunk[k];
    count[k] = D->shape[k] - first[k] < chunk[k] ? D->shape[k] - first[k] : chunk[k];
  }
  memory = h5.space(D->ndims, chunk, NULL);
  status = h5.select(space, SELECT_SET, first, NULL, count, NULL) < 0 ||
           h5.select(memory, SELECT_SET, begin, NULL, count, NULL) < 0 ||
           h5.read(D->hdf5, type, memory, space, 0, D->buffer) < 0;
  h5.close(memory), h5.close(type), h5.close(space);
  return status ? failed(D, "cannot decode a chunk; its bytes are wrong") : 0;
}

/* ---- making ---- */

static int set_filters(upc_stride_dataset_t *D, hdf5_id properties) {
  unsigned long long chunk[UPC_STRIDE_MAX_DIMS];
  int k;
  for (k = 0; k < D->ndims; k++) chunk[k] = D->chunk[k];
  if (upc_stride_chunk_bytes(D) > LARGEST_CHUNK)
    return upc_stride_dataset_wrong(D, "%.250s: blocks of %zu bytes, must be less than 4 GiB", D->path,
                                    upc_stride_chunk_bytes(D));
  if (D->compressor != UPC_STRIDE_NOT_COMPRESSED && h5.available(DEFLATE) <= 0)
    return failed(D, "has no filter for gzip in its library");
  h5.set_chunk(properties, D->ndims, chunk);
  if (D->shuffle) h5.set_shuffle(properties);
  if (D->compressor != UPC_STRIDE_NOT_COMPRESSED) h5.set_deflate(properties, (unsigned)D->level);
  if (D->checksum) h5.set_fletcher32(properties);
  return 0;
}

static int create_locked(upc_stride_dataset_t *D) {
  unsigned long long extents[UPC_STRIDE_MAX_DIMS];
  hdf5_id space, type, properties, file, made = -1;
  int k;
  if (load(D) != 0) return -1;
  file = h5.file_create(D->path, TRUNCATE, 0, 0);
  if (file < 0) return failed(D, "cannot make this file");
  for (k = 0; k < D->ndims; k++) extents[k] = D->shape[k];
  space = h5.space(D->ndims, extents, NULL), type = type_for(&D->type);
  properties = h5.properties(constant("H5P_CLS_DATASET_CREATE_ID_g"));
  h5.fill_time(properties, NEVER);
  if (!D->filtered) h5.alloc_time(properties, EARLY);
  else if (set_filters(D, properties) != 0) space = -1;
  if (space >= 0 && type >= 0) made = h5.create(file, D->name, type, space, 0, properties, 0);
  if (made >= 0) h5.close(made);
  h5.close(space), h5.close(properties);
  if (strchr("bc", D->type.kind) != NULL) h5.close(type); /* the others are the library's constants */
  return h5.file_close(file) < 0 || made < 0 ? failed(D, "cannot make this dataset") : 0;
}

/* Where a thread writes: the one that made the file has closed it. */
static int place_locked(upc_stride_dataset_t *D) {
  if (load(D) != 0) return -1;
  D->hdf5_file = h5.file_open(D->path, READ_ONLY, 0);
  D->hdf5 = D->hdf5_file < 0 ? -1 : h5.dataset_open(D->hdf5_file, D->name, 0);
  D->start = D->hdf5 < 0 ? 0 : (size_t)h5.offset(D->hdf5);
  close_locked(D);
  return D->start == 0 || D->start == (size_t)nowhere ? failed(D, "dataset has no place in the file") : 0;
}

/* A thread in its turn: the one before has closed the file. */
static int write_kept_locked(upc_stride_dataset_t *D) {
  unsigned long long first[UPC_STRIDE_MAX_DIMS];
  const upc_stride_filtered_chunk_t *chunk;
  int k, status;
  if (load(D) != 0) return -1;
  D->hdf5_file = h5.file_open(D->path, READ_WRITE, 0);
  D->hdf5 = D->hdf5_file < 0 ? -1 : h5.dataset_open(D->hdf5_file, D->name, 0);
  status = D->hdf5 < 0;
  for (chunk = D->kept; chunk != NULL && !status; chunk = chunk->next) {
    size_t rest = chunk->number;
    for (k = D->ndims - 1; k >= 0; k--) {
      const size_t chunks = (D->shape[k] + D->chunk[k] - 1) / D->chunk[k];
      first[k] = rest % chunks * D->chunk[k], rest /= chunks;
    }
    status = h5.write_chunk(D->hdf5, 0, 0, first, chunk->bytes, chunk->data) < 0;
  }
  if (D->hdf5 > 0) h5.close(D->hdf5);
  if (D->hdf5_file > 0 && h5.file_close(D->hdf5_file) < 0) status = 1;
  D->hdf5 = D->hdf5_file = 0;
  return status ? failed(D, "cannot write the chunks") : 0;
}

/* ---- one at a time: the library may not be called by several threads of a process at once ---- */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* What the library prints is set for each thread. */
static void lock(void) {
  pthread_mutex_lock(&mutex);
  if (library != NULL) h5.set_auto(0, NULL, NULL);
}

static int unlocked(int status) {
  pthread_mutex_unlock(&mutex);
  return status;
}

int upc_stride_hdf5_open(upc_stride_dataset_t *D) {
  lock();
  return unlocked(open_locked(D));
}

int upc_stride_hdf5_chunk(upc_stride_dataset_t *D, const size_t *at) {
  lock();
  return unlocked(chunk_locked(D, at));
}

int upc_stride_hdf5_decode(upc_stride_dataset_t *D, const size_t *at) {
  lock();
  return unlocked(decode_locked(D, at));
}

int upc_stride_hdf5_create(upc_stride_dataset_t *D) {
  lock();
  return unlocked(create_locked(D));
}

int upc_stride_hdf5_place(upc_stride_dataset_t *D) {
  lock();
  return unlocked(place_locked(D));
}

int upc_stride_hdf5_write_kept(upc_stride_dataset_t *D) {
  lock();
  return unlocked(write_kept_locked(D));
}

void upc_stride_hdf5_close(upc_stride_dataset_t *D) {
  lock();
  unlocked(close_locked(D));
}
