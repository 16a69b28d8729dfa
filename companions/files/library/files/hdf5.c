/* SPDX-License-Identifier: BSD-3-Clause
 * HDF5, by its library, which is loaded when a file needs it. The library makes the file and says where its bytes are.
 * The bytes themselves are read and written as those of any other file, by all threads at once. So neither MPI nor
 * parallel HDF5 is needed. Chunks with filters have no place before their sizes are known: threads encode theirs at
 * once, and write them one after the other. The library decodes them, by all filters that it has. */
#include "files/hdf5_library.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define h5 (*upc_stride_h5)
static const size_t LARGEST_CHUNK = 0xffffffff;
static const unsigned long long nowhere = ~0ULL;                    /* HADDR_UNDEF */

/* ---- a dataset's description ---- */

static int read_type(upc_stride_dataset_t *D, hdf5_id type) {
  return upc_stride_hdf5_type_read(type, &D->type) ? 0 : upc_stride_hdf5_failed(D,
    "type that is no number of all bits of 1, 2, 4 or 8 bytes, truth value or complex number of h5py, text, or "
    "structure of these");
}

/* Those that are not there by each filter's name: h5py's lzf, for example, is not in HDF5's library. */
static int read_filters(upc_stride_dataset_t *D, hdf5_id properties) {
  const int count = h5.filters(properties);
  unsigned flags, configuration;
  char name[60] = "";
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
  if (layout != CONTIGUOUS && layout != CHUNKED) return upc_stride_hdf5_failed(D,
    "layout that is not contiguous or chunked");
  if (h5.external(properties) != 0) return upc_stride_hdf5_failed(D, "dataset with elements in other files");
  if (read_filters(D, properties) != 0) return -1;
  if (layout == CHUNKED && h5.chunk(properties, D->ndims, chunk) != D->ndims) return upc_stride_hdf5_failed(D,
    "chunks without shape");
  for (k = D->ndims - 1; k >= 0; k--) {
    D->chunk[k] = layout == CHUNKED ? (size_t)chunk[k] : D->shape[k];
    D->stride[k] = stride;
    stride *= D->chunk[k] > 0 ? D->chunk[k] : 1;
  }
  D->chunked = layout == CHUNKED;
  if (h5.fill(properties, type, D->fill) < 0) memset(D->fill, 0, sizeof D->fill); /* none is set: any will do */
  return 0;
}

/* Elements are read from the file that is open: a link may lead to another one. Of a file that begins with a block of
 * its user's, libraries before 1.14 tell the places of chunks without this block. */
static int check_file(upc_stride_dataset_t *D) {
  char own[UPC_STRIDE_LONGEST_PATH + 1], there[UPC_STRIDE_LONGEST_PATH + 1];
  const hdf5_id properties = h5.file_properties(D->hdf5_file);
  unsigned long long block = 1;
  const int known = h5.user_block(properties, &block) >= 0;
  h5.close(properties);
  if (!known || (block != 0 && D->chunked && !D->filtered))
    return upc_stride_hdf5_failed(D, "file with a user block, and chunks without filters");
  if (h5.file_name(D->hdf5_file, own, sizeof own) >= 0 && h5.file_name(D->hdf5, there, sizeof there) >= 0 &&
      strcmp(own, there) == 0)
    return 0;
  return upc_stride_hdf5_failed(D, "dataset in another file, by a link");
}

/* 1: each group of the name and what it names are there. */
static int is_there(hdf5_id file, const char *name) {
  char part[sizeof ((upc_stride_dataset_t *)0)->made];
  const char *end;
  for (end = strchr(name, '/'); end != NULL; end = strchr(end + 1, '/')) {
    snprintf(part, sizeof part, "%.*s", (int)(end - name), name);
    if (end > name && h5.exists(file, part, 0) <= 0) return 0;
  }
  return h5.exists(file, name, 0) > 0;
}

/* Why a dataset cannot be opened. An older library does not open what has a newer layout, though its name is there. */
static int not_opened(upc_stride_dataset_t *D) {
  const hdf5_id object = is_there(D->hdf5_file, D->name) ? h5.object_open(D->hdf5_file, D->name, 0) : 0;
  if (object > 0) h5.close(object);
  if (object >= 0) return upc_stride_dataset_wrong(D, "%.250s: has no dataset \"%.60s\"", D->path, D->name);
  return upc_stride_dataset_wrong(D, "%.230s: HDF5's library here cannot open \"%.40s\": a later version has "
                                  "written it, or its link leads nowhere", D->path, D->name);
}

static int open_locked(upc_stride_dataset_t *D) {
  unsigned long long extents[32];
  hdf5_id space, type, properties;
  char held[40];
  int status, k;
  if (upc_stride_hdf5_load(D) != 0) return -1;
  snprintf(held, sizeof held, "/proc/self/fd/%d", D->held); /* whatever has the name now */
  D->hdf5_file = h5.file_open(access(held, R_OK) == 0 ? held : D->path, READ_ONLY, 0);
  if (D->hdf5_file < 0) return upc_stride_hdf5_failed(D, "cannot read this file");
  D->hdf5 = h5.dataset_open(D->hdf5_file, D->name, 0);
  if (D->hdf5 < 0 && upc_stride_dataset_name_behind_link(D)) D->hdf5 = h5.dataset_open(D->hdf5_file, D->name, 0);
  if (D->hdf5 < 0) return not_opened(D);
  space = h5.space_of(D->hdf5), type = h5.type_of(D->hdf5), properties = h5.properties_of(D->hdf5);
  if (h5.space_class(space) != SCALAR && h5.space_class(space) != SIMPLE)
    upc_stride_hdf5_failed(D, "dataset without elements, null");
  D->ndims = h5.dimensions(space);
  if (D->ndims > UPC_STRIDE_MAX_DIMS) upc_stride_hdf5_failed(D, "dataset with too many dimensions");
  status = D->wrong[0] != 0 ? -1 : 0;
  if (status == 0) h5.extents(space, extents, NULL);
  for (k = 0; k < D->ndims && status == 0; k++) D->shape[k] = (size_t)extents[k];
  if (status == 0) status = read_type(D, type) | read_layout(D, properties, type);
  if (status == 0) status = check_file(D);
  h5.close(space), h5.close(type), h5.close(properties);
  return status;
}

static int close_locked(upc_stride_dataset_t *D) {
  if (D->hdf5 > 0) h5.close(D->hdf5);
  if (D->hdf5_file > 0 && h5.file_close(D->hdf5_file) < 0 && D->turn)
    upc_stride_hdf5_failed(D, "cannot write this file");
  D->hdf5 = D->hdf5_file = 0;
  return 0;
}

static int chunk_locked(upc_stride_dataset_t *D, const size_t *at) {
  unsigned long long first[UPC_STRIDE_MAX_DIMS], address = nowhere, bytes;
  unsigned filters;
  int k;
  if (!D->chunked) address = h5.offset(D->hdf5);
  for (k = 0; k < D->ndims; k++) first[k] = at[k] * D->chunk[k];
  if (D->chunked && h5.chunk_info(D->hdf5, first, &filters, &address, &bytes) < 0) return upc_stride_hdf5_failed(D,
    "chunk is lost");
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
  return status ? upc_stride_hdf5_failed(D, "cannot decode a chunk; its bytes are wrong") : 0;
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
    return upc_stride_hdf5_failed(D, "has no filter for gzip in its library");
  h5.set_chunk(properties, D->ndims, chunk);
  if (D->shuffle) h5.set_shuffle(properties);
  if (D->compressor != UPC_STRIDE_NOT_COMPRESSED) h5.set_deflate(properties, (unsigned)D->level);
  if (D->checksum) h5.set_fletcher32(properties);
  return 0;
}

/* A new file, or the one that is there, of which another dataset is made. */
static hdf5_id file_to_write(upc_stride_dataset_t *D) {
  const hdf5_id file = D->inside && access(D->at, F_OK) == 0 ? h5.file_open(D->at, READ_WRITE, 0) :
    h5.file_create(D->at, TRUNCATE, 0, 0);
  if (file < 0) upc_stride_hdf5_failed(D, D->inside ? "cannot write this file" : "cannot make this file");
  return file;
}

/* A dataset takes the place of an older one. A group has other datasets, and stays. */
static int check_no_group(upc_stride_dataset_t *D, hdf5_id file) {
  const hdf5_id object = is_there(file, D->name) ? h5.object_open(file, D->name, 0) : -1;
  const int is_group = object >= 0 && h5.kind(object) == IS_GROUP;
  if (object >= 0) h5.close(object);
  return !is_group ? 0 : upc_stride_dataset_wrong(D, "%.250s: \"%.60s\" is there, and is a group, must be a dataset",
                                                  D->path, D->name);
}

/* A new file of one dataset takes the place of an older one that has this dataset alone: others would be lost. Of what
 * is no file of HDF5 nothing is known, and it is replaced. */
static int check_no_others(upc_stride_dataset_t *D) {
  char name[sizeof D->name + 1]; /* a longer name is another one */
  const hdf5_id file = h5.file_open(D->path, READ_ONLY, 0);
  unsigned long long link;
  int has_others = 0;
  if (file < 0) return 0;
  for (link = 0; link < 2 && !has_others; link++)
    has_others = h5.link_name(file, "/", BY_NAME, INCREASING, link, name, sizeof name, 0) >= 0 &&
                 strcmp(name, D->name) != 0;
  if (has_others)
    upc_stride_dataset_wrong(D, "%.120s: is there, and has \"%.50s\", which would be lost; %.120s/%.40s is written "
                             "beside it", D->path, name, D->path, D->name);
  else check_no_group(D, file);
  h5.file_close(file);
  return D->wrong[0] != 0 ? -1 : 0;
}

static int create_locked(upc_stride_dataset_t *D) {
  const int was_there = access(D->at, F_OK) == 0;
  unsigned long long extents[UPC_STRIDE_MAX_DIMS];
  hdf5_id space, type, properties, links, file, made = -1;
  int k;
  if (upc_stride_hdf5_load(D) != 0) return -1;
  if (!D->inside && check_no_others(D) != 0) return -1;
  file = file_to_write(D);
  if (file < 0) return -1;
  if (D->inside && check_no_group(D, file) != 0) return h5.file_close(file), -1;
  for (k = 0; k < D->ndims; k++) extents[k] = D->shape[k];
  space = D->scalar ? h5.scalar(SCALAR) : h5.space(D->ndims, extents, NULL), type = upc_stride_hdf5_type(&D->type);
  properties = h5.properties(upc_stride_hdf5_constant("H5P_CLS_DATASET_CREATE_ID_g"));
  links = h5.properties(upc_stride_hdf5_constant("H5P_CLS_LINK_CREATE_ID_g"));
  h5.set_groups(links, 1);
  if (D->complete) h5.fill_time(properties, NEVER);
  if (!D->chunked) h5.alloc_time(properties, EARLY);
  else if (set_filters(D, properties) != 0) space = -1;
  if (space >= 0 && type >= 0) made = h5.create(file, D->made, type, space, links, properties, 0);
  if (made >= 0) h5.close(made);
  h5.close(space), h5.close(properties), h5.close(links);
  if (type >= 0) h5.close(type);
  if (h5.file_close(file) >= 0 && made >= 0) return 0;
  if (!was_there) unlink(D->at);
  return upc_stride_hdf5_failed(D, "cannot make this dataset");
}

/* Of several datasets in a file: what is made gets its name, from an older one that is there; or it goes. */
static int finish_locked(upc_stride_dataset_t *D, int remove) {
  hdf5_id file;
  int status = 0;
  if (upc_stride_hdf5_load(D) != 0) return -1;
  file = h5.file_open(D->at, READ_WRITE, 0);
  if (file < 0) return upc_stride_hdf5_failed(D, "cannot write this file");
  if (remove) {
    if (is_there(file, D->made)) h5.unlink(file, D->made, 0);
  } else {
    if (is_there(file, D->name)) h5.unlink(file, D->name, 0);
    status = h5.move(file, D->made, file, D->name, 0, 0);
  }
  return h5.file_close(file) < 0 || status < 0 ? upc_stride_hdf5_failed(D, "cannot write this file") : 0;
}

/* A part of a dataset that is there. The file stays open until the caller's turn is over. */
static int write_box_locked(upc_stride_dataset_t *D, const upc_stride_file_box_t *b, const char *values) {
  unsigned long long first[UPC_STRIDE_MAX_DIMS], step[UPC_STRIDE_MAX_DIMS], count[UPC_STRIDE_MAX_DIMS], elements = 1;
  hdf5_id space, memory, type;
  char held[40];
  int k, status;
  if (upc_stride_hdf5_load(D) != 0) return -1;
  snprintf(held, sizeof held, "/proc/self/fd/%d", D->held);
  if (D->hdf5_file <= 0) {
    D->hdf5_file = h5.file_open(access(held, W_OK) == 0 ? held : D->path, READ_WRITE, 0);
    D->hdf5 = D->hdf5_file < 0 ? -1 : h5.dataset_open(D->hdf5_file, D->name, 0);
  }
  if (D->hdf5 < 0) return upc_stride_hdf5_failed(D, "cannot write this file");
  for (k = 0; k < D->ndims; k++) {
    first[k] = (unsigned long long)b->at[k], step[k] = (unsigned long long)b->by[k], count[k] = b->count[k];
    elements *= count[k];
  }
  space = h5.space_of(D->hdf5), type = h5.type_of(D->hdf5), memory = h5.space(1, &elements, NULL);
  status = (!D->scalar && h5.select(space, SELECT_SET, first, step, count, NULL) < 0) ||
           h5.write(D->hdf5, type, memory, space, 0, values) < 0;
  h5.close(space), h5.close(type), h5.close(memory);
  return status ? upc_stride_hdf5_failed(D, "cannot write these elements") : 0;
}

/* Where a thread writes: the one that made the file has closed it. */
static int place_locked(upc_stride_dataset_t *D) {
  if (upc_stride_hdf5_load(D) != 0) return -1;
  D->hdf5_file = h5.file_open(D->at, READ_ONLY, 0);
  D->hdf5 = D->hdf5_file < 0 ? -1 : h5.dataset_open(D->hdf5_file, D->made, 0);
  D->start = D->hdf5 < 0 ? 0 : (size_t)h5.offset(D->hdf5);
  close_locked(D);
  return D->start == 0 || D->start == (size_t)nowhere ? upc_stride_hdf5_failed(D,
    "dataset has no place in the file") : 0;
}

/* A thread in its turn: the one before has closed the file. */
static int write_kept_locked(upc_stride_dataset_t *D) {
  unsigned long long first[UPC_STRIDE_MAX_DIMS];
  const upc_stride_filtered_chunk_t *chunk;
  int k, status;
  if (upc_stride_hdf5_load(D) != 0) return -1;
  D->hdf5_file = h5.file_open(D->at, READ_WRITE, 0);
  D->hdf5 = D->hdf5_file < 0 ? -1 : h5.dataset_open(D->hdf5_file, D->made, 0);
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
  return status ? upc_stride_hdf5_failed(D, "cannot write the chunks") : 0;
}

/* ---- the same, one at a time ---- */

int upc_stride_hdf5_open(upc_stride_dataset_t *D) {
  upc_stride_hdf5_lock();
  return upc_stride_hdf5_unlock(open_locked(D));
}

int upc_stride_hdf5_chunk(upc_stride_dataset_t *D, const size_t *at) {
  upc_stride_hdf5_lock();
  return upc_stride_hdf5_unlock(chunk_locked(D, at));
}

int upc_stride_hdf5_decode(upc_stride_dataset_t *D, const size_t *at) {
  upc_stride_hdf5_lock();
  return upc_stride_hdf5_unlock(decode_locked(D, at));
}

int upc_stride_hdf5_create(upc_stride_dataset_t *D) {
  upc_stride_hdf5_lock();
  return upc_stride_hdf5_unlock(create_locked(D));
}

int upc_stride_hdf5_place(upc_stride_dataset_t *D) {
  upc_stride_hdf5_lock();
  return upc_stride_hdf5_unlock(place_locked(D));
}

int upc_stride_hdf5_write_kept(upc_stride_dataset_t *D) {
  upc_stride_hdf5_lock();
  return upc_stride_hdf5_unlock(write_kept_locked(D));
}

int upc_stride_hdf5_finish(upc_stride_dataset_t *D, int remove) {
  upc_stride_hdf5_lock();
  return upc_stride_hdf5_unlock(finish_locked(D, remove));
}

int upc_stride_hdf5_write_box(upc_stride_dataset_t *D, const upc_stride_file_box_t *b, const char *values) {
  upc_stride_hdf5_lock();
  return upc_stride_hdf5_unlock(write_box_locked(D, b, values));
}

void upc_stride_hdf5_close(upc_stride_dataset_t *D) {
  upc_stride_hdf5_lock();
  upc_stride_hdf5_unlock(close_locked(D));
}
