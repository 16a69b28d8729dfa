/* SPDX-License-Identifier: BSD-3-Clause
 * Making a dataset: under another name, and the right one when it is complete. */
#include "files/dataset.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One codec of a list: "zstd:3". */
static int one_codec(upc_stride_dataset_t *D, const char *text, size_t length) {
  const char *colon = memchr(text, ':', length);
  const size_t name = colon != NULL ? (size_t)(colon - text) : length;
  const int level = colon != NULL ? atoi(colon + 1) : 0;
  if (name == 6 && memcmp(text, "crc32c", 6) == 0 && colon == NULL) return D->checksum = 1;
  if (D->compressor != UPC_STRIDE_NOT_COMPRESSED || D->checksum || level < 0 || (colon != NULL && level == 0)) return 0;
  D->compressor = name == 4 && memcmp(text, "zstd", 4) == 0 ? UPC_STRIDE_ZSTD :
    name == 5 && memcmp(text, "blosc", 5) == 0 ? UPC_STRIDE_BLOSC : UPC_STRIDE_NOT_COMPRESSED;
  D->level = level > 0 ? level : D->compressor == UPC_STRIDE_ZSTD ? 1 : 5;
  return D->compressor != UPC_STRIDE_NOT_COMPRESSED && level <= (D->compressor == UPC_STRIDE_ZSTD ? 19 : 9);
}

int upc_stride_dataset_codec(upc_stride_dataset_t *D, const char *codec) {
  const char *at = codec;
  while (at != NULL && *at != 0) {
    const size_t length = strcspn(at, ",");
    if (!one_codec(D, at, length))
      return upc_stride_dataset_wrong(D, "a codec \"%.40s\", must be zstd[:1-19] or blosc[:1-9], crc32c, or both",
                                      codec);
    at += length + (at[length] == ',');
  }
  if (upc_stride_is_encoded(D) && D->format != UPC_STRIDE_FILE_ZARR)
    return upc_stride_dataset_wrong(D, "a codec \"%.40s\", must be none: only chunks of Zarr are encoded", codec);
  if (D->inside)
    return upc_stride_dataset_wrong(D, "a dataset of %.250s, must be a file alone: it would be replaced", D->path);
  if (D->format >= UPC_STRIDE_FILE_ZARR &&
      (upc_stride_element_type_name(&D->type) == NULL ||
       (D->format == UPC_STRIDE_FILE_HDF5 && D->type.kind == 'f' && D->type.size == 2))) {
    char type[64];
    upc_stride_element_type_text(&D->type, type, sizeof type);
    return upc_stride_dataset_wrong(D, "a type \"%s\", must be one of %s", type,
                                    D->format == UPC_STRIDE_FILE_ZARR ? "Zarr's" : "HDF5's");
  }
  return 0;
}

/* Nothing but what this library could have written is replaced. */
static int check_replaced(upc_stride_dataset_t *D, const char *path) {
  char metadata[UPC_STRIDE_LONGEST_PATH + 64];
  struct stat there;
  snprintf(metadata, sizeof metadata, "%s/zarr.json", path);
  if (stat(path, &there) != 0) return 0;
  if (D->format != UPC_STRIDE_FILE_ZARR && S_ISREG(there.st_mode)) return 0;
  if (D->format == UPC_STRIDE_FILE_ZARR && S_ISDIR(there.st_mode) && access(metadata, F_OK) == 0) return 0;
  return upc_stride_dataset_wrong(D, "%.250s: is there, and is no %s", path,
                                  D->format == UPC_STRIDE_FILE_ZARR ? "array of Zarr" : "file");
}

/* The group of an array "m.zarr/u", and the folders in between. */
static int make_groups(upc_stride_dataset_t *D) {
  static const char text[] = "{\n  \"zarr_format\": 3,\n  \"node_type\": \"group\",\n  \"attributes\": {}\n}\n";
  char group[UPC_STRIDE_LONGEST_PATH + 64];
  const char *slash = strstr(D->path, ".zarr/");
  for (slash = slash == NULL ? NULL : slash + 5; slash != NULL; slash = strchr(slash + 1, '/')) {
    const int n = (int)(slash - D->path);
    snprintf(group, sizeof group, "%.*s", n, D->path);
    if (access(group, F_OK) != 0 && upc_stride_folder_make(D, group) != 0) return -1;
    snprintf(group, sizeof group, "%.*s/zarr.json", n, D->path);
    if (access(group, F_OK) != 0 && upc_stride_text_write(D, group, text, D->sync) != 0) return -1;
  }
  return 0;
}

static int create_zarr(upc_stride_dataset_t *D) {
  char metadata[UPC_STRIDE_LONGEST_PATH + 64], text[4096], name[200];
  const char *slash = strrchr(D->path, '/');
  snprintf(name, sizeof name, "%.150s", slash != NULL ? slash + 1 : D->path);
  name[strcspn(name, ".\"\\")] = 0;
  upc_stride_zarr_metadata(D, name, text, sizeof text);
  snprintf(metadata, sizeof metadata, "%s/zarr.json", D->path);
  return upc_stride_folder_make(D, D->path) == 0 ? upc_stride_text_write(D, metadata, text, D->sync) : -1;
}

/* A file has its full length from the beginning. */
static int create_file(upc_stride_dataset_t *D) {
  char head[1024];
  const size_t bytes = D->start + upc_stride_dataset_elements(D) * D->type.size, start = D->start;
  int status = 0;
  D->fd = open(D->path, O_RDWR | O_CREAT | O_TRUNC, 0666);
  if (D->fd < 0 || ftruncate(D->fd, (off_t)bytes) != 0)
    return upc_stride_dataset_wrong(D, "%.250s: %s", D->path, strerror(errno));
  if (D->format == UPC_STRIDE_FILE_NPY) {
    upc_stride_npy_head(D, head, sizeof head);
    D->start = 0;
    status = upc_stride_chunk_put(D, head, start, 0);
    D->start = start;
  }
  if (upc_stride_chunk_close(D) != 0) status = -1;
  return status;
}

static const char unfinished[] = ".part";

void upc_stride_dataset_begin(upc_stride_dataset_t *D) {
  char head[1024];
  upc_stride_dataset_row_major(D);
  D->separator = '.';
  strcpy(D->prefix, "c");
  if (D->format == UPC_STRIDE_FILE_NPY) D->start = upc_stride_npy_head(D, head, sizeof head);
  strcat(D->path, unfinished);
}

static void final_name(const upc_stride_dataset_t *D, char *path) {
  strcpy(path, D->path);
  path[strlen(path) - strlen(unfinished)] = 0;
}

int upc_stride_dataset_create(upc_stride_dataset_t *D) {
  char path[UPC_STRIDE_LONGEST_PATH + 32];
  final_name(D, path);
  if (check_replaced(D, path) != 0) return -1;
  upc_stride_tree_remove(D->path);
  if (D->format == UPC_STRIDE_FILE_HDF5) return upc_stride_hdf5_create(D);
  if (D->format != UPC_STRIDE_FILE_ZARR) return create_file(D);
  return make_groups(D) == 0 ? create_zarr(D) : -1;
}

int upc_stride_dataset_finish(upc_stride_dataset_t *D) {
  char path[UPC_STRIDE_LONGEST_PATH + 32];
  final_name(D, path);
  return upc_stride_tree_rename(D, D->path, path);
}

void upc_stride_dataset_remove(upc_stride_dataset_t *D) { upc_stride_tree_remove(D->path); }
