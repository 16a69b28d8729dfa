/* SPDX-License-Identifier: BSD-3-Clause
 * The file of a chunk: its name, its bytes, encoding and decoding. An encoded chunk is read and written as a whole; of
 * others, any bytes. */
#include "files/dataset.h"
#include "base/allocate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHECKSUM = 4 }; /* bytes */
typedef char path_t[UPC_STRIDE_LONGEST_PATH + 300];
static const size_t nothing = (size_t)-1;
static const unsigned long long absent = ~0ULL; /* in the index of a shard */

static size_t chunks_along(const upc_stride_dataset_t *D, int k) {
  return (D->shape[k] + D->chunk[k] - 1) / D->chunk[k];
}

static size_t files_along(const upc_stride_dataset_t *D, int k) {
  return (chunks_along(D, k) + D->per_file[k] - 1) / D->per_file[k];
}

/* The path of the latest file: of Zarr in this folder, of other formats the file itself. */
static const char *path_in(const upc_stride_dataset_t *D, const char *folder, char *path) {
  size_t at[UPC_STRIDE_MAX_DIMS], rest = D->latest_file;
  int n, k;
  n = sprintf(path, "%s", folder);
  if (D->format != UPC_STRIDE_FILE_ZARR) return path;
  for (k = D->ndims - 1; k >= 0; k--) at[k] = rest % files_along(D, k), rest /= files_along(D, k);
  n += sprintf(path + n, "/%s", D->prefix);
  if (D->scalar) {
    strcpy(path + n, D->prefix[0] != 0 ? "" : "0");
    return path;
  }
  for (k = 0; k < D->ndims; k++) {
    if (k > 0 || D->prefix[0] != 0) path[n++] = D->separator;
    n += sprintf(path + n, "%zu", at[k]);
  }
  return path;
}

/* For a line that says what is wrong. */
static const char *path_of(const upc_stride_dataset_t *D, char *path) { return path_in(D, D->path, path); }

static int failed(upc_stride_dataset_t *D) {
  const int error = errno;
  path_t path;
  return upc_stride_dataset_wrong(D, "%.250s: %s", path_of(D, path), strerror(error));
}

static int settle_shard(upc_stride_dataset_t *D);

char *upc_stride_dataset_buffer(upc_stride_dataset_t *D, size_t bytes) {
  if (D->capacity >= bytes) return D->buffer;
  free(D->buffer);
  D->buffer = upc_stride_alloc_if(bytes);
  D->capacity = D->buffer == NULL ? 0 : bytes;
  D->decoded = 0;
  if (D->buffer == NULL) upc_stride_dataset_wrong(D, "%.250s: no memory for %zu bytes of a chunk", D->path, bytes);
  return D->buffer;
}

int upc_stride_chunk_get(upc_stride_dataset_t *D, char *to, size_t bytes, size_t offset) {
  offset += D->start;
  while (bytes > 0) {
    const ssize_t got = pread(D->fd, to, bytes, (off_t)offset);
    if (got < 0) return failed(D);
    if (got == 0) {
      path_t path;
      return upc_stride_dataset_wrong(D, "%.250s: has become shorter", path_of(D, path));
    }
    to += got, offset += (size_t)got, bytes -= (size_t)got;
  }
  return 0;
}

int upc_stride_chunk_put(upc_stride_dataset_t *D, const char *from, size_t bytes, size_t offset) {
  offset += D->start;
  while (bytes > 0) {
    const ssize_t done = pwrite(D->fd, from, bytes, (off_t)offset);
    if (done <= 0) return failed(D);
    from += done, offset += (size_t)done, bytes -= (size_t)done;
  }
  return 0;
}

/* Bytes go to the disk here at the latest, and so an error may come here. */
int upc_stride_chunk_close(upc_stride_dataset_t *D) {
  int status = upc_stride_chunk_settle(D);
  if (D->sharded && D->kept != NULL && settle_shard(D) != 0) status = -1;
  free(D->index);
  D->index = NULL;
  D->latest_file = nothing;
  D->absent = D->decoded = 0; /* others may make it meanwhile */
  if (D->fd < 0) return status;
  if (D->sync && fsync(D->fd) != 0) status = failed(D);
  if (close(D->fd) != 0 && status == 0) status = failed(D);
  D->fd = -1;
  return status;
}

static void drop_kept(upc_stride_dataset_t *D) {
  while (D->kept != NULL) {
    upc_stride_filtered_chunk_t *chunk = D->kept;
    D->kept = chunk->next;
    free(chunk);
  }
}

int upc_stride_dataset_close(upc_stride_dataset_t *D) {
  const int status = upc_stride_chunk_close(D);
  upc_stride_hdf5_close(D);
  drop_kept(D);
  free(D->buffer);
  D->buffer = NULL;
  D->capacity = 0;
  if (D->held >= 0) close(D->held);
  if (D->before >= 0) close(D->before);
  D->held = D->before = -1;
  return status;
}

static size_t number_of(const upc_stride_dataset_t *D, const size_t *at) {
  size_t number = 0;
  int k;
  for (k = 0; k < D->ndims; k++) number = number * chunks_along(D, k) + at[k];
  return number;
}

static size_t file_of(const upc_stride_dataset_t *D, const size_t *at) {
  size_t number = 0;
  int k;
  for (k = 0; k < D->ndims; k++) number = number * files_along(D, k) + at[k] / D->per_file[k];
  return number;
}

/* The number of the latest chunk in its shard. */
static size_t place_in_file(const upc_stride_dataset_t *D) {
  size_t number = 0, rest = D->latest, by = 1;
  int k;
  for (k = D->ndims - 1; k >= 0; k--) {
    number += rest % chunks_along(D, k) % D->per_file[k] * by;
    rest /= chunks_along(D, k);
    by *= D->per_file[k];
  }
  return number;
}

static size_t chunks_of_file(const upc_stride_dataset_t *D) {
  size_t n = 1;
  int k;
  for (k = 0; k < D->ndims; k++) n *= D->per_file[k];
  return n;
}

static int is_latest(const upc_stride_dataset_t *D, size_t number) {
  return D->latest == number && (D->fd >= 0 || D->absent || D->decoded);
}

/* ---- shards: the index, and chunks that wait to be written ---- */

static unsigned long long number_at(const unsigned char *bytes) {
  unsigned long long number = 0;
  int i;
  for (i = 7; i >= 0; i--) number = number << 8 | bytes[i];
  return number;
}

static void put_number(unsigned char *bytes, unsigned long long number, int count) {
  int i;
  for (i = 0; i < count; i++) bytes[i] = (unsigned char)(number >> 8 * i);
}

static int check_sum(upc_stride_dataset_t *D, const char *bytes, size_t count, const char *path) {
  unsigned char sum[CHECKSUM];
  put_number(sum, upc_stride_crc32c(bytes, count), CHECKSUM);
  return memcmp(sum, bytes + count, CHECKSUM) == 0 ? 0 :
    upc_stride_dataset_wrong(D, "%.250s: its checksum is wrong", path);
}

/* The index of the shard that is open. */
static int read_index(upc_stride_dataset_t *D, const char *path) {
  const size_t n = chunks_of_file(D), bytes = 16 * n + (D->index_sum ? CHECKSUM : 0);
  struct stat file;
  char *text;
  size_t i;
  int status;
  if (fstat(D->fd, &file) != 0 || !S_ISREG(file.st_mode) || (size_t)file.st_size < bytes)
    return upc_stride_dataset_wrong(D, "%.250s: is no shard of %zu chunks", path, n);
  text = upc_stride_alloc_if(bytes);
  D->index = upc_stride_alloc_if(16 * n);
  if (text == NULL || D->index == NULL) {
    free(text);
    return upc_stride_dataset_wrong(D, "%.250s: no memory for the index of %zu chunks", path, n);
  }
  D->start = 0;
  status = upc_stride_chunk_get(D, text, bytes, D->index_first ? 0 : (size_t)file.st_size - bytes);
  if (status == 0 && D->index_sum) status = check_sum(D, text, 16 * n, path);
  for (i = 0; i < n && status == 0; i++) {
    const unsigned long long at = number_at((unsigned char *)text + 16 * i), end = (unsigned long long)file.st_size;
    const unsigned long long size = number_at((unsigned char *)text + 16 * i + 8);
    D->index[2 * i] = at, D->index[2 * i + 1] = size;
    if ((at != absent || size != absent) && (at > end || size > end - at))
      status = upc_stride_dataset_wrong(D, "%.250s: its index names bytes that it has not", path);
  }
  free(text);
  return status;
}

static upc_stride_filtered_chunk_t *kept_of(const upc_stride_dataset_t *D, size_t number) {
  upc_stride_filtered_chunk_t *chunk = D->kept;
  while (chunk != NULL && chunk->number != number) chunk = chunk->next;
  return chunk;
}

/* A chunk waits: for the turn of this thread, or until its shard is complete. Of one number the latest one counts,
 * which is the first of the list. Its bytes are those at `from`, or come from the file. */
static upc_stride_filtered_chunk_t *keep(upc_stride_dataset_t *D, size_t number, const char *from, size_t bytes) {
  upc_stride_filtered_chunk_t *chunk = upc_stride_alloc_if(sizeof *chunk + bytes);
  if (chunk == NULL) {
    upc_stride_dataset_wrong(D, "%.250s: no memory for %zu bytes of a chunk", D->path, bytes);
    return NULL;
  }
  chunk->next = D->kept, chunk->number = number, chunk->bytes = bytes;
  if (from != NULL) memcpy(chunk->data, from, bytes);
  D->kept = chunk;
  return chunk;
}

/* ---- reading ---- */

/* The bytes of an encoded chunk stand behind the place of those that it is decoded to. Without compression they are
 * these bytes, and the checksum. */
static int decode(upc_stride_dataset_t *D, const upc_stride_filtered_chunk_t *kept, size_t stored, const char *path) {
  const size_t bytes = upc_stride_chunk_bytes(D), offset = D->compressor != UPC_STRIDE_NOT_COMPRESSED ? bytes : 0;
  const size_t tail = D->checksum ? CHECKSUM : 0;
  size_t room = offset + stored + bytes, got = bytes;
  char *from;
  if (stored < tail || stored / 4 > bytes + 1024)
    return upc_stride_dataset_wrong(D, "%.250s: has %zu bytes, of a chunk of %zu", path, stored, bytes);
  if (D->update && room < 2 * upc_stride_compressed_bound(bytes)) room = 2 * upc_stride_compressed_bound(bytes);
  from = upc_stride_dataset_buffer(D, room);
  if (from == NULL) return -1;
  if (kept != NULL) memcpy(from + offset, kept->data, stored);
  else if (upc_stride_chunk_get(D, from + offset, stored, 0) != 0) return -1;
  if (tail > 0 && check_sum(D, from + offset, stored - tail, path) != 0) return -1;
  if (offset > 0) got = upc_stride_decompress(D, from, bytes, from + offset, stored - tail);
  else got = stored - tail;
  if (got != bytes)
    return upc_stride_dataset_wrong(D, "%.250s: has %zu bytes, must have %zu", path, got, bytes);
  D->decoded = 1;
  return 0;
}

/* Of what is open, whatever has its name now. */
static int open_file(const upc_stride_dataset_t *D) {
  path_t path;
  return D->format != UPC_STRIDE_FILE_ZARR ? dup(D->held) :
    openat(D->held, path_in(D, ".", path), D->update && !upc_stride_is_encoded(D) ? O_RDWR : O_RDONLY);
}

/* The file of the latest chunk. D->absent: it is not there. */
static int to_file(upc_stride_dataset_t *D, size_t file) {
  path_t path;
  if (D->latest_file == file) {
    D->absent = D->fd < 0;
    return 0;
  }
  if (upc_stride_chunk_close(D) != 0) return -1;
  D->latest_file = file;
  D->fd = open_file(D);
  if (D->fd >= 0) return D->sharded ? read_index(D, path_of(D, path)) : 0;
  if (errno != ENOENT || D->format != UPC_STRIDE_FILE_ZARR) return failed(D);
  D->lost = D->absent = 1;
  return D->complete ? upc_stride_dataset_wrong(D, "%.250s: this chunk is missing", path_of(D, path)) : 0;
}

static int read_in_shard(upc_stride_dataset_t *D) {
  const size_t place = place_in_file(D);
  const upc_stride_filtered_chunk_t *kept = kept_of(D, place);
  path_t path;
  D->absent = D->absent || D->index[2 * place + 1] == absent;
  if (kept != NULL) D->absent = 0;
  if (D->absent) return 0;
  D->start = kept == NULL ? (size_t)D->index[2 * place] : 0;
  return decode(D, kept, kept != NULL ? kept->bytes : (size_t)D->index[2 * place + 1], path_of(D, path));
}

int upc_stride_chunk_to_read(upc_stride_dataset_t *D, const size_t *at) {
  const size_t number = number_of(D, at), bytes = upc_stride_chunk_bytes(D);
  struct stat status;
  path_t path;
  if (is_latest(D, number) && !(D->sharded && !D->absent && !D->decoded)) return 0;
  if (upc_stride_chunk_settle(D) != 0 || (!D->sharded && upc_stride_chunk_close(D) != 0)) return -1;
  D->latest = number;
  D->absent = D->decoded = 0;
  if (D->format == UPC_STRIDE_FILE_HDF5) {
    const int status = upc_stride_hdf5_chunk(D, at);
    if (status != 0 || D->absent) return status;
  }
  if (D->filtered) {
    if (upc_stride_dataset_buffer(D, bytes) == NULL || upc_stride_hdf5_decode(D, at) != 0) return -1;
    D->decoded = 1;
    return 0;
  }
  if (to_file(D, file_of(D, at)) != 0) return -1;
  if (D->sharded) return read_in_shard(D);
  if (D->absent) return 0;
  if (fstat(D->fd, &status) != 0) return failed(D);
  path_of(D, path);
  if (!S_ISREG(status.st_mode)) return upc_stride_dataset_wrong(D, "%.250s: is no file", path);
  if (upc_stride_is_encoded(D)) return decode(D, NULL, (size_t)status.st_size, path);
  if ((size_t)status.st_size == D->start + bytes) return 0;
  if ((size_t)status.st_size > D->start + bytes && D->format == UPC_STRIDE_FILE_HDF5) return 0;
  return upc_stride_dataset_wrong(D, "%.250s: has %lld bytes, must have %zu", path, (long long)status.st_size,
                                  D->start + bytes);
}

/* ---- writing ---- */

/* The folders of "c/0/1". */
static void make_folders(const upc_stride_dataset_t *D, char *path) {
  char *slash = path + strlen(D->at);
  while ((slash = strchr(slash + 1, '/')) != NULL) {
    *slash = 0;
    mkdir(path, 0777);
    *slash = '/';
  }
}

/* The latest file, to be written as a whole. One that takes the place of another one has its own name first. */
static int open_new(upc_stride_dataset_t *D, char *part) {
  if (D->fd >= 0) close(D->fd);
  path_in(D, D->at, part);
  if (D->update) sprintf(part, "%s/%s.%s.part", D->at, "c", D->own);
  D->fd = open(part, O_RDWR | O_CREAT | O_TRUNC, 0666);
  D->start = 0;
  return D->fd < 0 ? failed(D) : 0;
}

static int finish_new(upc_stride_dataset_t *D, const char *part, int status) {
  path_t path;
  if (D->sync && status == 0 && fsync(D->fd) != 0) status = failed(D);
  if (D->fd >= 0 && close(D->fd) != 0 && status == 0) status = failed(D);
  D->fd = -1;
  if (!D->update) return status;
  path_in(D, D->at, path);
  if (status == 0 && rename(part, path) != 0) {
    make_folders(D, path);
    if (rename(part, path) != 0) status = failed(D);
  }
  if (status != 0) unlink(part);
  return status;
}

static int write_file(upc_stride_dataset_t *D, const char *from, size_t bytes) {
  path_t part;
  int status = open_new(D, part);
  if (status == 0) status = upc_stride_chunk_put(D, from, bytes, 0);
  return finish_new(D, part, status);
}

/* The chunks that are kept, one after the other, and their index. */
static int write_shard(upc_stride_dataset_t *D) {
  const size_t n = chunks_of_file(D), head = D->index_first ? 16 * n + (D->index_sum ? CHECKSUM : 0) : 0;
  unsigned char *index = upc_stride_alloc_if(16 * n + CHECKSUM);
  size_t place = head, i;
  path_t part;
  int status;
  if (index == NULL) return upc_stride_dataset_wrong(D, "%.250s: no memory for an index", D->path);
  status = open_new(D, part);
  for (i = 0; i < n; i++) {
    const upc_stride_filtered_chunk_t *chunk = kept_of(D, i);
    put_number(index + 16 * i, chunk == NULL ? absent : place, 8);
    put_number(index + 16 * i + 8, chunk == NULL ? absent : chunk->bytes, 8);
    if (chunk == NULL) continue;
    if (status == 0) status = upc_stride_chunk_put(D, chunk->data, chunk->bytes, place);
    place += chunk->bytes;
  }
  if (D->index_sum) put_number(index + 16 * n, upc_stride_crc32c((char *)index, 16 * n), CHECKSUM);
  if (status == 0)
    status = upc_stride_chunk_put(D, (char *)index, 16 * n + (D->index_sum ? CHECKSUM : 0), head > 0 ? 0 : place);
  free(index);
  drop_kept(D);
  return finish_new(D, part, status);
}

/* What the shard has already, if only a part of it is written. */
static int keep_shard(upc_stride_dataset_t *D, size_t file) {
  const size_t n = chunks_of_file(D);
  size_t i;
  if (to_file(D, file) != 0) return -1;
  for (i = 0; i < n && D->index != NULL; i++) {
    upc_stride_filtered_chunk_t *chunk;
    if (D->index[2 * i + 1] == absent) continue;
    chunk = keep(D, i, NULL, (size_t)D->index[2 * i + 1]);
    D->start = (size_t)D->index[2 * i];
    if (chunk == NULL || upc_stride_chunk_get(D, chunk->data, chunk->bytes, 0) != 0) return -1;
  }
  return 0;
}

int upc_stride_file_to_write(upc_stride_dataset_t *D, const size_t *file, int whole) {
  size_t number = 0;
  int k;
  if (!D->sharded) return 0;
  for (k = 0; k < D->ndims; k++) number = number * files_along(D, k) + file[k];
  if (D->latest_file == number) return 0;
  if (upc_stride_chunk_close(D) != 0) return -1;
  D->absent = D->decoded = 0;
  if (D->update && !whole && keep_shard(D, number) != 0) return -1;
  D->latest_file = number;
  return 0;
}

int upc_stride_chunk_to_write(upc_stride_dataset_t *D, const size_t *at, int whole) {
  const size_t number = number_of(D, at);
  path_t path;
  if (is_latest(D, number) && !D->sharded) return 0;
  if (upc_stride_chunk_settle(D) != 0 || (!D->sharded && upc_stride_chunk_close(D) != 0)) return -1;
  D->latest = number;
  D->absent = D->decoded = 0;
  if (!D->sharded) D->latest_file = file_of(D, at);
  if (upc_stride_is_encoded(D) || D->update) return 0;
  if (D->format == UPC_STRIDE_FILE_HDF5 && upc_stride_hdf5_place(D) != 0) return -1;
  D->fd = open(path_in(D, D->at, path), O_RDWR | O_CREAT, 0666);
  if (D->fd < 0) return failed(D);
  if (!whole && D->format == UPC_STRIDE_FILE_ZARR && ftruncate(D->fd, (off_t)upc_stride_chunk_bytes(D)) != 0)
    return failed(D);
  return 0;
}

char *upc_stride_chunk_buffer(upc_stride_dataset_t *D) {
  return upc_stride_dataset_buffer(D, 2 * upc_stride_compressed_bound(upc_stride_chunk_bytes(D)));
}

/* The buffer has two parts: encoding goes from one to the other. */
static int write_encoded(upc_stride_dataset_t *D) {
  const size_t bytes = upc_stride_chunk_bytes(D);
  char *from = D->buffer, *to = D->buffer + D->capacity / 2;
  size_t stored = bytes;
  uint32_t sum;
  if (D->shuffle) {
    upc_stride_shuffle(to, from, bytes, D->type.size);
    from = to, to = D->buffer;
  }
  if (D->compressor != UPC_STRIDE_NOT_COMPRESSED) {
    stored = upc_stride_compress(D, to, D->capacity / 2 - CHECKSUM, from, bytes);
    if (stored == 0) return -1;
    from = to;
  }
  if (D->checksum) {
    sum = D->filtered ? upc_stride_fletcher32(from, stored) : upc_stride_crc32c(from, stored);
    put_number((unsigned char *)from + stored, sum, CHECKSUM);
    stored += CHECKSUM;
  }
  if (D->filtered || D->sharded)
    return keep(D, D->sharded ? place_in_file(D) : D->latest, from, stored) != NULL ? 0 : -1;
  return write_file(D, from, stored);
}

/* A shard is written when another file comes, or none. */
static int settle_shard(upc_stride_dataset_t *D) {
  const size_t file = D->latest_file;
  int status;
  free(D->index);
  D->index = NULL;
  status = D->wrong[0] == 0 ? write_shard(D) : -1;
  D->latest_file = file;
  return status;
}

int upc_stride_chunk_settle(upc_stride_dataset_t *D) {
  int status = 0;
  if (!D->dirty) return 0;
  D->dirty = D->decoded = 0;
  if (D->wrong[0] == 0) status = write_encoded(D);
  return status;
}

int upc_stride_dataset_turn(upc_stride_dataset_t *D) {
  return D->wrong[0] != 0 ? -1 : D->kept == NULL ? 0 : upc_stride_hdf5_write_kept(D);
}
