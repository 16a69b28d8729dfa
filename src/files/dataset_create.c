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

/* The codecs of a list come in this order; each may be left out, and one compresses. */
static const struct {
  const char *name;
  int zarr, hdf5;    /* 1: of this format                          */
  int stage;
  int compressor;    /* with the level that is usual, and the most */
  int level, most;
} codecs[] = {{"shuffle", 0, 1, 1, 0, 0, 0},
              {"zstd", 1, 0, 2, UPC_STRIDE_ZSTD, 1, 19},
              {"blosc", 1, 0, 2, UPC_STRIDE_BLOSC, 5, 9},
              {"gzip", 1, 1, 2, UPC_STRIDE_GZIP, 4, 9},
              {"crc32c", 1, 0, 3, 0, 0, 0},
              {"fletcher32", 0, 1, 3, 0, 0, 0}};
enum { CODECS = sizeof codecs / sizeof codecs[0], SHUFFLE = 1, CHECKSUM = 3 };

/* One codec: "zstd:3". 0: none that may stand here. */
static int one_codec(upc_stride_dataset_t *D, const char *text, size_t length, int *stage) {
  const size_t name = strcspn(text, ":,");
  const int level = name < length ? atoi(text + name + 1) : 0;
  int i = 0;
  while (i < CODECS && (strlen(codecs[i].name) != name || memcmp(text, codecs[i].name, name) != 0)) i++;
  if (i == CODECS || codecs[i].stage <= *stage) return 0;
  if (!(D->format == UPC_STRIDE_FILE_ZARR ? codecs[i].zarr : codecs[i].hdf5)) return 0;
  if (name < length && (level < 1 || level > codecs[i].most)) return 0;
  *stage = codecs[i].stage;
  if (*stage == SHUFFLE) D->shuffle = 1;
  else if (*stage == CHECKSUM) D->checksum = 1;
  else D->compressor = codecs[i].compressor, D->level = level > 0 ? level : codecs[i].level;
  return 1;
}

int upc_stride_dataset_codec(upc_stride_dataset_t *D, const char *codec) {
  const char *at = codec;
  int stage = 0;
  if (at != NULL && *at != 0 && D->format != UPC_STRIDE_FILE_ZARR && D->format != UPC_STRIDE_FILE_HDF5)
    return upc_stride_dataset_wrong(D, "a codec \"%.40s\", must be none: only chunks of Zarr and HDF5 are encoded",
                                    codec);
  while (at != NULL && *at != 0) {
    const size_t length = strcspn(at, ",");
    if (!one_codec(D, at, length, &stage))
      return upc_stride_dataset_wrong(D, "a codec \"%.40s\", must be %s", codec, D->format == UPC_STRIDE_FILE_ZARR ?
                                      "zstd[:1-19], blosc[:1-9] or gzip[:1-9], crc32c, or both" :
                                      "shuffle, gzip[:1-9], fletcher32, or several in this order");
    at += length + (at[length] == ',');
  }
  D->filtered = D->format == UPC_STRIDE_FILE_HDF5 && stage > 0;
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
static int check_replaced(upc_stride_dataset_t *D) {
  char metadata[UPC_STRIDE_LONGEST_PATH + 64];
  struct stat there;
  snprintf(metadata, sizeof metadata, "%s/zarr.json", D->path);
  if (stat(D->path, &there) != 0) return 0;
  if (D->format != UPC_STRIDE_FILE_ZARR && S_ISREG(there.st_mode)) return 0;
  if (D->format == UPC_STRIDE_FILE_ZARR && S_ISDIR(there.st_mode) && access(metadata, F_OK) == 0) return 0;
  return upc_stride_dataset_wrong(D, "%.250s: is there, and is no %s", D->path,
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
    if (mkdir(group, 0777) != 0 && errno != EEXIST)
      return upc_stride_dataset_wrong(D, "%.250s: %s", group, strerror(errno));
    snprintf(group, sizeof group, "%.*s/zarr.json", n, D->path);
    if (upc_stride_text_new(D, group, text, D->sync) != 0) return -1;
  }
  return 0;
}

static int create_zarr(upc_stride_dataset_t *D) {
  char metadata[UPC_STRIDE_LONGEST_PATH + 64], text[4096], name[200];
  const char *slash = strrchr(D->path, '/');
  snprintf(name, sizeof name, "%.150s", slash != NULL ? slash + 1 : D->path);
  name[strcspn(name, ".\"\\")] = 0;
  upc_stride_zarr_metadata(D, name, text, sizeof text);
  snprintf(metadata, sizeof metadata, "%s/zarr.json", D->at);
  if (mkdir(D->at, 0777) != 0) return upc_stride_dataset_wrong(D, "%.250s: %s", D->path, strerror(errno));
  return upc_stride_text_write(D, metadata, text, D->sync);
}

/* A file has its full length from the beginning. */
static int create_file(upc_stride_dataset_t *D) {
  char head[1024];
  const size_t bytes = D->start + upc_stride_dataset_elements(D) * D->type.size, start = D->start;
  int status = 0;
  D->fd = open(D->at, O_RDWR | O_CREAT | O_EXCL, 0666);
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

void upc_stride_dataset_begin(upc_stride_dataset_t *D, const char *own) {
  char head[1024];
  if (D->format == UPC_STRIDE_FILE_HDF5 && (D->scalar || upc_stride_dataset_elements(D) == 0)) /* without chunks */
    D->filtered = D->shuffle = D->checksum = D->compressor = 0;
  upc_stride_dataset_row_major(D);
  D->chunked = D->filtered;
  D->separator = '.';
  strcpy(D->prefix, "c");
  if (D->format == UPC_STRIDE_FILE_NPY) D->start = upc_stride_npy_head(D, head, sizeof head);
  snprintf(D->at, sizeof D->at, "%s.%s.part", D->path, own);
}

int upc_stride_dataset_create(upc_stride_dataset_t *D) {
  if (check_replaced(D) != 0) return -1;
  upc_stride_own_names_clear(D->path, ".part");
  if (D->format == UPC_STRIDE_FILE_HDF5) return upc_stride_hdf5_create(D);
  if (D->format != UPC_STRIDE_FILE_ZARR) return create_file(D);
  return make_groups(D) == 0 ? create_zarr(D) : -1;
}

int upc_stride_dataset_finish(upc_stride_dataset_t *D) {
  if (upc_stride_tree_rename(D, D->at, D->path) == 0) return 0;
  upc_stride_dataset_remove(D);
  return -1;
}

void upc_stride_dataset_remove(upc_stride_dataset_t *D) { upc_stride_tree_remove(D->at); }
