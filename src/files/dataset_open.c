/* SPDX-License-Identifier: BSD-3-Clause
 * Opening a dataset: what its name says, and whether it is what it should be. */
#include "files/dataset.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int ends_with(const char *text, const char *end) {
  const size_t n = strlen(text), length = strlen(end);
  return n > length && strcmp(text + n - length, end) == 0;
}

/* "m.h5/u" is the dataset "u" of the file m.h5, and "u.h5" the dataset "u" of u.h5. */
static void name_of_hdf5(upc_stride_dataset_t *D) {
  char *end = strstr(D->path, ".h5/");
  const char *base = strrchr(D->path, '/');
  if (D->format != UPC_STRIDE_FILE_RAW || (end == NULL && !ends_with(D->path, ".h5"))) return;
  D->format = UPC_STRIDE_FILE_HDF5;
  if (end != NULL) {
    snprintf(D->name, sizeof D->name, "%.190s", end + 4);
    end[3] = 0;
    D->inside = 1;
  } else snprintf(D->name, sizeof D->name, "%.*s", (int)strcspn(base != NULL ? base + 1 : D->path, "."),
                  base != NULL ? base + 1 : D->path);
}

int upc_stride_dataset_name(upc_stride_dataset_t *D, const char *path, const char *type) {
  size_t length;
  memset(D, 0, sizeof *D);
  D->fd = D->held = D->before = -1;
  if (path == NULL || *path == 0 || strlen(path) > UPC_STRIDE_LONGEST_PATH)
    return upc_stride_dataset_wrong(D, "a name of %zu characters, must have 1 to %d", path == NULL ? 0 : strlen(path),
                                    (int)UPC_STRIDE_LONGEST_PATH);
  strcpy(D->path, path);
  for (length = strlen(path); length > 1 && D->path[length - 1] == '/'; length--) D->path[length - 1] = 0;
  D->format = ends_with(D->path, ".npy") ? UPC_STRIDE_FILE_NPY :
    ends_with(D->path, ".zarr") || strstr(D->path, ".zarr/") != NULL ? UPC_STRIDE_FILE_ZARR : UPC_STRIDE_FILE_RAW;
  name_of_hdf5(D);
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
    if (D->format != UPC_STRIDE_FILE_ZARR && !D->filtered) D->chunk[k] = D->shape[k];
    D->stride[k] = stride;
    stride *= D->chunk[k];
  }
}

/* ---- reading ---- */

/* All bytes can be counted, so that no product overflows later. */
static int check_sizes(upc_stride_dataset_t *D) {
  size_t left = (size_t)-1 / 8 / D->type.size;
  int k;
  for (k = 0; k < D->ndims; k++) {
    const size_t extent = D->chunk[k] > D->shape[k] ? D->chunk[k] : D->shape[k];
    if (extent > left / 2)
      return upc_stride_dataset_wrong(D, "%.250s: its shape has more bytes than there can be", D->path);
    if (extent > 0) left /= extent;
  }
  return 0;
}

static int check_type(upc_stride_dataset_t *D, const upc_stride_element_type_t *wanted) {
  char is[64], must[64];
  if (wanted->kind == D->type.kind && wanted->size == D->type.size && strcmp(wanted->unit, D->type.unit) == 0) return 0;
  upc_stride_element_type_text(&D->type, is, sizeof is);
  upc_stride_element_type_text(wanted, must, sizeof must);
  return upc_stride_dataset_wrong(D, "%.250s: its elements are '%s', must be '%s'", D->path, is, must);
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
  memset(&fresh, 0, sizeof fresh);
  fresh.fd = fresh.held = -1;
  fresh.before = D->held;
  D->held = -1;
  strcpy(fresh.path, D->path);
  strcpy(fresh.name, D->name);
  fresh.format = D->format, fresh.inside = D->inside;
  fresh.type = fresh.wanted = D->wanted;
  if (D->format == UPC_STRIDE_FILE_RAW) {
    fresh.ndims = D->ndims, fresh.type.size = D->type.size;
    memcpy(fresh.shape, D->shape, sizeof D->shape);
  }
  upc_stride_dataset_close(D);
  *D = fresh;
}

int upc_stride_dataset_open(upc_stride_dataset_t *D) {
  const upc_stride_element_type_t wanted = D->type;
  D->wanted = wanted;
  D->held = open(D->path, O_RDONLY);
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
  if (check_sizes(D) != 0) return -1;
  D->swap = wanted.kind != 0 && wanted.big != D->type.big;
  return D->format == UPC_STRIDE_FILE_ZARR || D->format == UPC_STRIDE_FILE_HDF5 ? 0 : check_length(D);
}
