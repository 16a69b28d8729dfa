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

static size_t chunks_along(const upc_stride_dataset_t *D, int k) {
  return (D->shape[k] + D->chunk[k] - 1) / D->chunk[k];
}

/* The path of the latest chunk's file: of Zarr in this folder, of other formats the file itself. */
static const char *path_in(const upc_stride_dataset_t *D, const char *folder, char *path) {
  size_t at[UPC_STRIDE_MAX_DIMS], rest = D->latest;
  int n, k;
  n = sprintf(path, "%s", folder);
  if (D->format != UPC_STRIDE_FILE_ZARR) return path;
  for (k = D->ndims - 1; k >= 0; k--) at[k] = rest % chunks_along(D, k), rest /= chunks_along(D, k);
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
  int status = 0;
  if (D->fd < 0) return 0;
  if (D->sync && fsync(D->fd) != 0) status = failed(D);
  if (close(D->fd) != 0 && status == 0) status = failed(D);
  D->fd = -1;
  return status;
}

int upc_stride_dataset_close(upc_stride_dataset_t *D) {
  const int status = upc_stride_chunk_close(D);
  upc_stride_hdf5_close(D);
  while (D->kept != NULL) {
    upc_stride_filtered_chunk_t *chunk = D->kept;
    D->kept = chunk->next;
    free(chunk);
  }
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

static int is_latest(const upc_stride_dataset_t *D, size_t number) {
  return D->latest == number && (D->fd >= 0 || D->absent || D->decoded);
}

/* ---- reading ---- */

/* The bytes of an encoded chunk stand behind the place of those that it is decoded to. Without compression they are
 * these bytes, and the checksum. */
static int decode(upc_stride_dataset_t *D, size_t stored, const char *path) {
  const size_t bytes = upc_stride_chunk_bytes(D), offset = D->compressor != UPC_STRIDE_NOT_COMPRESSED ? bytes : 0;
  const size_t tail = D->checksum ? CHECKSUM : 0;
  unsigned char *sum;
  char *from;
  size_t got = bytes;
  if (stored < tail || stored / 4 > bytes + 1024)
    return upc_stride_dataset_wrong(D, "%.250s: has %zu bytes, of a chunk of %zu", path, stored, bytes);
  from = upc_stride_dataset_buffer(D, offset + stored + bytes);
  if (from == NULL || upc_stride_chunk_get(D, from + offset, stored, 0) != 0) return -1;
  sum = (unsigned char *)from + offset + stored - tail;
  if (tail > 0 && upc_stride_crc32c(from + offset, stored - tail) !=
                    ((uint32_t)sum[0] | (uint32_t)sum[1] << 8 | (uint32_t)sum[2] << 16 | (uint32_t)sum[3] << 24))
    return upc_stride_dataset_wrong(D, "%.250s: its checksum is wrong", path);
  if (offset > 0) got = upc_stride_decompress(D, from, bytes, from + offset, stored - tail);
  else got = stored - tail;
  if (got != bytes)
    return upc_stride_dataset_wrong(D, "%.250s: has %zu bytes, must have %zu", path, got, bytes);
  D->decoded = 1;
  return 0;
}

/* Of what is open, whatever has its name now. */
static int open_chunk(const upc_stride_dataset_t *D) {
  path_t path;
  return D->format == UPC_STRIDE_FILE_ZARR ? openat(D->held, path_in(D, ".", path), O_RDONLY) : dup(D->held);
}

int upc_stride_chunk_to_read(upc_stride_dataset_t *D, const size_t *at) {
  const size_t number = number_of(D, at), bytes = upc_stride_chunk_bytes(D);
  struct stat status;
  path_t path;
  if (is_latest(D, number)) return 0;
  upc_stride_chunk_close(D);
  D->latest = number;
  D->absent = D->decoded = 0;
  path_of(D, path);
  if (D->format == UPC_STRIDE_FILE_HDF5 && (upc_stride_hdf5_chunk(D, at) != 0 || D->absent)) return D->absent - 1;
  if (D->filtered) {
    if (upc_stride_dataset_buffer(D, bytes) == NULL || upc_stride_hdf5_decode(D, at) != 0) return -1;
    D->decoded = 1;
    return 0;
  }
  D->fd = open_chunk(D);
  if (D->fd < 0 && errno == ENOENT && D->format == UPC_STRIDE_FILE_ZARR) {
    D->lost = 1;
    if (D->complete) return upc_stride_dataset_wrong(D, "%.250s: this chunk is missing", path);
    D->absent = 1;
    return 0;
  }
  if (D->fd < 0 || fstat(D->fd, &status) != 0) return failed(D);
  if (!S_ISREG(status.st_mode)) return upc_stride_dataset_wrong(D, "%.250s: is no file", path);
  if (upc_stride_is_encoded(D)) return decode(D, (size_t)status.st_size, path);
  if ((size_t)status.st_size == D->start + bytes) return 0;
  if ((size_t)status.st_size > D->start + bytes && D->format == UPC_STRIDE_FILE_HDF5) return 0;
  return upc_stride_dataset_wrong(D, "%.250s: has %lld bytes, must have %zu", path, (long long)status.st_size,
                                  D->start + bytes);
}

/* ---- writing ---- */

int upc_stride_chunk_to_write(upc_stride_dataset_t *D, const size_t *at, int whole) {
  const size_t number = number_of(D, at);
  path_t path;
  if (is_latest(D, number)) return 0;
  if (upc_stride_chunk_close(D) != 0) return -1;
  D->latest = number;
  if (D->filtered) return 0;
  if (D->format == UPC_STRIDE_FILE_HDF5 && upc_stride_hdf5_place(D) != 0) return -1;
  D->fd = open(path_in(D, D->at, path), O_RDWR | O_CREAT, 0666);
  if (D->fd < 0) return failed(D);
  if (!whole && D->format == UPC_STRIDE_FILE_ZARR && ftruncate(D->fd, (off_t)upc_stride_chunk_bytes(D)) != 0)
    return failed(D);
  return 0;
}

/* The latest chunk waits for the turn of this thread. */
static int keep(upc_stride_dataset_t *D, const char *from, size_t bytes) {
  upc_stride_filtered_chunk_t *chunk = upc_stride_alloc_if(sizeof *chunk + bytes);
  if (chunk == NULL)
    return upc_stride_dataset_wrong(D, "%.250s: no memory for %zu bytes of a chunk", D->path, bytes);
  chunk->next = D->kept, chunk->number = D->latest, chunk->bytes = bytes;
  memcpy(chunk->data, from, bytes);
  D->kept = chunk;
  return 0;
}

/* The buffer has two parts: encoding goes from one to the other. */
int upc_stride_chunk_write_encoded(upc_stride_dataset_t *D) {
  const size_t bytes = upc_stride_chunk_bytes(D);
  char *from = D->buffer, *to = D->buffer + D->capacity / 2;
  size_t stored = bytes;
  uint32_t sum;
  int i;
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
    for (i = 0; i < CHECKSUM; i++) from[stored++] = (char)(sum >> 8 * i);
  }
  return D->filtered ? keep(D, from, stored) : upc_stride_chunk_put(D, from, stored, 0);
}

int upc_stride_dataset_turn(upc_stride_dataset_t *D) {
  return D->wrong[0] != 0 ? -1 : D->kept == NULL ? 0 : upc_stride_hdf5_write_kept(D);
}
