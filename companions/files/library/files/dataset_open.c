/* SPDX-License-Identifier: BSD-3-Clause
 * Opening a dataset: what its name says, and whether it is what it should be. */
#include "files/dataset.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void clear(upc_stride_dataset_t *D) {
  int k;
  memset(D, 0, sizeof *D);
  D->fd = D->held = D->before = -1;
  D->latest_file = (size_t)-1;
  for (k = 0; k < UPC_STRIDE_MAX_DIMS; k++) D->per_file[k] = 1;
}

int upc_stride_dataset_name(upc_stride_dataset_t *D, const char *path, const char *type) {
  size_t length;
  clear(D);
  if (path == NULL || *path == 0 || strlen(path) > UPC_STRIDE_LONGEST_PATH)
    return upc_stride_dataset_wrong(D, "a name of %zu characters, must have 1 to %d", path == NULL ? 0 : strlen(path),
                                    (int)UPC_STRIDE_LONGEST_PATH);
  strcpy(D->path, path);
  for (length = strlen(path); length > 1 && D->path[length - 1] == '/'; length--) D->path[length - 1] = 0;
  upc_stride_dataset_path(D);
  if (D->wrong[0] != 0) return -1;
  if (type != NULL && strncmp(type, "()", 2) == 0) D->scalar = 1, type += 2;
  if (type != NULL && !upc_stride_element_type(&D->type, type, strlen(type)))
    return upc_stride_dataset_wrong(D, "a type \"%.40s\", must be one of NumPy's such as \"f8\", \"i4\", \"c16\"",
                                    type);
  return 0;
}

void upc_stride_dataset_row_major(upc_stride_dataset_t *D) {
  size_t stride = 1;
  int k;
  for (k = D->ndims - 1; k >= 0; k--) {
    if (D->format != UPC_STRIDE_FILE_ZARR && !D->chunked) D->chunk[k] = D->shape[k];
    D->stride[k] = stride;
    stride *= D->chunk[k];
  }
}

/* ---- reading ---- */

int upc_stride_dataset_sizes(upc_stride_dataset_t *D) {
  const size_t entry = D->sharded ? 16 : 1; /* bytes that the index of a shard has for each chunk */
  size_t left = (size_t)-1 / 8 / (D->type.size > entry ? D->type.size : entry);
  int k;
  for (k = 0; k < D->ndims; k++) {
    const size_t file = D->chunk[k] * D->per_file[k], extent = file > D->shape[k] ? file : D->shape[k];
    if (extent > left / 2)
      return upc_stride_dataset_wrong(D, "%.250s: its shape has more bytes than there can be", D->path);
    if (extent > 0) left /= extent;
  }
  return 0;
}

static int check_type(upc_stride_dataset_t *D, const upc_stride_element_type_t *wanted) {
  char is[UPC_STRIDE_FIELDS], must[UPC_STRIDE_FIELDS];
  if (wanted->kind == D->type.kind && wanted->size == D->type.size && strcmp(wanted->unit, D->type.unit) == 0 &&
      strcmp(wanted->fields, D->type.fields) == 0)
    return 0;
  upc_stride_element_type_text(&D->type, is, sizeof is);
  upc_stride_element_type_text(wanted, must, sizeof must);
  return upc_stride_dataset_wrong(D, "%.200s: its elements are '%.80s', must be '%.80s'", D->path, is, must);
}

static int check_length(upc_stride_dataset_t *D) {
  const size_t must = D->start + upc_stride_dataset_elements(D) * D->type.size;
  struct stat status;
  if (fstat(D->held, &status) != 0) return upc_stride_dataset_wrong(D, "%.250s: %s", D->path, strerror(errno));
  if ((size_t)status.st_size == must) return 0;
  return upc_stride_dataset_wrong(D, "%.250s: has %lld bytes, must have %zu", D->path, (long long)status.st_size, must);
}

unsigned long long upc_stride_dataset_identity(int held) {
  struct stat status;
  return held >= 0 && fstat(held, &status) == 0 ? (unsigned long long)status.st_ino : 0;
}

int upc_stride_dataset_replaced(const upc_stride_dataset_t *D) {
  struct stat here, there;
  if (D->held < 0 || !(D->wrong[0] != 0 || D->lost) || fstat(D->held, &here) != 0) return 0;
  return stat(D->path, &there) != 0 || here.st_dev != there.st_dev || here.st_ino != there.st_ino;
}

void upc_stride_dataset_forget(upc_stride_dataset_t *D) {
  upc_stride_dataset_t fresh;
  clear(&fresh);
  fresh.before = D->held;
  D->held = -1;
  strcpy(fresh.path, D->path);
  strcpy(fresh.name, D->name);
  strcpy(fresh.at, D->at);
  strcpy(fresh.own, D->own);
  fresh.format = D->format, fresh.inside = D->inside, fresh.update = D->update;
  fresh.type = fresh.wanted = D->wanted;
  if (D->format == UPC_STRIDE_FILE_RAW) {
    fresh.ndims = D->ndims, fresh.type.size = D->type.size;
    memcpy(fresh.shape, D->shape, sizeof D->shape);
  }
  upc_stride_dataset_close(D);
  *D = fresh;
}

void upc_stride_dataset_recognise(upc_stride_dataset_t *D) {
  char metadata[UPC_STRIDE_LONGEST_PATH + 64];
  snprintf(metadata, sizeof metadata, "%s/zarr.json", D->path);
  if (D->format == UPC_STRIDE_FILE_RAW && access(metadata, F_OK) == 0) D->format = UPC_STRIDE_FILE_ZARR;
}

/* A file of a killed job goes, whose place in the folder is the one that this job writes. */
void upc_stride_dataset_update(upc_stride_dataset_t *D, int clears) {
  char beside[UPC_STRIDE_LONGEST_PATH + 64];
  D->update = 1;
  strcpy(D->at, D->path);
  upc_stride_own_name(D->own);
  snprintf(beside, sizeof beside, "%s/c", D->path);
  if (clears && D->format == UPC_STRIDE_FILE_ZARR) upc_stride_own_names_clear(beside, ".part");
}

int upc_stride_dataset_open(upc_stride_dataset_t *D) {
  const upc_stride_element_type_t wanted = D->type;
  D->wanted = wanted;
  D->held = open(D->path, D->update && D->format != UPC_STRIDE_FILE_ZARR ? O_RDWR : O_RDONLY);
  if (D->held < 0) {
    const int inside = D->format == UPC_STRIDE_FILE_ZARR && errno == ENOENT;
    return upc_stride_dataset_wrong(D, "%.250s%s: %s", D->path, inside ? "/zarr.json" : "", strerror(errno));
  }
  if (D->format == UPC_STRIDE_FILE_RAW) upc_stride_dataset_row_major(D);
  if (D->format == UPC_STRIDE_FILE_NPY && upc_stride_npy_open(D) != 0) return -1;
  if (D->format == UPC_STRIDE_FILE_ZARR && upc_stride_zarr_open(D) != 0) return -1;
  if (D->format == UPC_STRIDE_FILE_HDF5 && upc_stride_hdf5_open(D) != 0) return -1;
  D->scalar = D->ndims == 0;
  if (D->scalar) D->ndims = 1, D->shape[0] = D->chunk[0] = D->stride[0] = 1;
  if (wanted.kind != 0 && check_type(D, &wanted) != 0) return -1;
  if (upc_stride_dataset_sizes(D) != 0) return -1;
  D->swap = wanted.kind != 0 && wanted.big != D->type.big;
  return D->format == UPC_STRIDE_FILE_ZARR || D->format == UPC_STRIDE_FILE_HDF5 ? 0 : check_length(D);
}
