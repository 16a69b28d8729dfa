/* SPDX-License-Identifier: BSD-3-Clause
 * Making a dataset: under another name, and the right one when it is complete. */
#include "files/dataset.h"
#include "files/json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The codecs of a list come in this order; each may be left out, and one compresses. */
static const struct {
  char name[12];
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
  long level = 0;
  char *end;
  int i = 0;
  while (i < CODECS && (strlen(codecs[i].name) != name || memcmp(text, codecs[i].name, name) != 0)) i++;
  if (i == CODECS || codecs[i].stage <= *stage) return 0;
  if (!(D->format == UPC_STRIDE_FILE_ZARR ? codecs[i].zarr : codecs[i].hdf5)) return 0;
  if (name < length) {
    level = strtol(text + name + 1, &end, 10);
    if (end != text + length || level < 1 || level > codecs[i].most) return 0;
  }
  *stage = codecs[i].stage;
  if (*stage == SHUFFLE) D->shuffle = 1;
  else if (*stage == CHECKSUM) D->checksum = 1;
  else D->compressor = codecs[i].compressor, D->level = level > 0 ? (int)level : codecs[i].level;
  return 1;
}

/* "shard:16x16": the shape of chunks in shards. A shard that is cut by the array's end is rounded up. Returns what
 * follows the shape, null after an error. */
static const char *read_shards(upc_stride_dataset_t *D, const char *codec) {
  const char *at = codec + 6;
  char *end;
  int k;
  for (k = 0; k < D->ndims; k++) {
    const size_t inner = strtoull(at, &end, 10);
    const int good = *at >= '1' && *at <= '9' && inner <= (size_t)-1 / 4;
    if (!good || (k + 1 < D->ndims ? *end != 'x' : *end != 0 && *end != ',')) break;
    if (inner > D->chunk[k] || (D->chunk[k] % inner != 0 && D->chunk[k] < D->shape[k])) {
      upc_stride_dataset_wrong(D, "a codec \"%.40s\", must divide the blocks: %zu elements in dimension %d", codec,
                               D->chunk[k], k);
      return NULL;
    }
    D->per_file[k] = (D->chunk[k] + inner - 1) / inner;
    D->chunk[k] = inner;
    at = end + (k + 1 < D->ndims);
  }
  if (k == D->ndims && !D->scalar) {
    D->index_sum = 1;
    return at + (*at == ',');
  }
  upc_stride_dataset_wrong(D, "a codec \"%.40s\", must have a number for each of %d dimensions, as \"shard:16x16\"",
                           codec, D->scalar ? 0 : D->ndims);
  return NULL;
}

int upc_stride_dataset_codec(upc_stride_dataset_t *D, const char *codec) {
  const char *at = codec;
  char type[UPC_STRIDE_FIELDS];
  int stage = 0;
  D->sharded = at != NULL && strncmp(at, "shard:", 6) == 0 && D->format == UPC_STRIDE_FILE_ZARR;
  if (upc_stride_dataset_sizes(D) != 0) return -1;
  if (at != NULL && *at != 0 && D->format != UPC_STRIDE_FILE_ZARR && D->format != UPC_STRIDE_FILE_HDF5)
    return upc_stride_dataset_wrong(D, "a codec \"%.40s\", must be none: only chunks of Zarr and HDF5 are encoded",
                                    codec);
  if (D->sharded) {
    at = read_shards(D, at);
    if (at == NULL) return -1;
  }
  while (at != NULL && *at != 0) {
    const size_t length = strcspn(at, ",");
    if (!one_codec(D, at, length, &stage))
      return upc_stride_dataset_wrong(D, "a codec \"%.40s\", must be %s", codec, D->format == UPC_STRIDE_FILE_ZARR ?
                                      "zstd[:1-19], blosc[:1-9] or gzip[:1-9], crc32c, or both" :
                                      "shuffle, gzip[:1-9], fletcher32, or several in this order");
    at += length + (at[length] == ',');
  }
  D->filtered = D->format == UPC_STRIDE_FILE_HDF5 && stage > 0;
  if (D->format < UPC_STRIDE_FILE_ZARR ||
      (D->format == UPC_STRIDE_FILE_ZARR ? upc_stride_zarr_type_write(&D->type, type, sizeof type) != NULL :
       upc_stride_hdf5_has_type(&D->type)))
    return 0;
  upc_stride_element_type_text(&D->type, type, sizeof type);
  return upc_stride_dataset_wrong(D, "a type \"%.250s\", must be one of %s", type,
                                  D->format == UPC_STRIDE_FILE_ZARR ? "Zarr's" : "HDF5's");
}

/* Nothing but what this library could have written is replaced. */
static int check_replaced(upc_stride_dataset_t *D) {
  char metadata[UPC_STRIDE_LONGEST_PATH + 64];
  struct stat there;
  snprintf(metadata, sizeof metadata, "%s/zarr.json", D->path);
  if (stat(D->path, &there) != 0) return 0;
  if (D->format != UPC_STRIDE_FILE_ZARR && S_ISREG(there.st_mode)) return 0;
  if (D->format == UPC_STRIDE_FILE_ZARR && S_ISDIR(there.st_mode) && access(metadata, F_OK) == 0)
    return upc_stride_is_group_of_zarr(D, D->path) <= 0 ? -(D->wrong[0] != 0) :
      upc_stride_dataset_wrong(D, "%.250s: is there, and is a group of Zarr, must be an array", D->path);
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
    if (upc_stride_is_group_of_zarr(D, group) == 0)
      return upc_stride_dataset_wrong(D, "%.250s: is an array of Zarr, must be a group", group);
    if (D->wrong[0] != 0) return -1;
    snprintf(group, sizeof group, "%.*s/zarr.json", n, D->path);
    if (upc_stride_text_new(D, group, text, D->sync) != 0) return -1;
  }
  return 0;
}

/* What the names of dimensions begin with: the beginning of the file's name that is a text of JSON as it stands. */
static void name_for_dimensions(const char *path, char *name, size_t size) {
  const char *slash = strrchr(path, '/');
  size_t n;
  snprintf(name, size, "%s", slash != NULL ? slash + 1 : path);
  for (n = 0; (unsigned char)name[n] >= ' ' && strchr(".\"\\", name[n]) == NULL; n++) ;
  name[n] = 0;
  while (!upc_stride_is_utf8(name)) name[--n] = 0;
}

static int create_zarr(upc_stride_dataset_t *D) {
  char metadata[UPC_STRIDE_LONGEST_PATH + 64], text[8192], name[151];
  name_for_dimensions(D->path, name, sizeof name);
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
    D->filtered = D->shuffle = D->checksum = D->compressor = D->chunked = 0;
  D->chunked |= D->filtered;
  upc_stride_dataset_row_major(D);
  D->separator = '.';
  strcpy(D->prefix, "c");
  if (D->format == UPC_STRIDE_FILE_NPY) D->start = upc_stride_npy_head(D, head, sizeof head);
  D->complete = 1;
  upc_stride_dataset_follow(D);
  snprintf(D->at, sizeof D->at, "%s.%s.part", D->path, own);
  snprintf(D->made, sizeof D->made, "%s", D->name);
  if (D->inside) {
    strcpy(D->at, D->path);
    snprintf(D->made, sizeof D->made, "%s.%s.part", D->name, own);
  }
}

int upc_stride_dataset_create(upc_stride_dataset_t *D) {
  if (check_replaced(D) != 0) return -1;
  upc_stride_own_names_clear(D->path, ".part");
  if (D->format == UPC_STRIDE_FILE_HDF5) return upc_stride_hdf5_create(D);
  if (D->format != UPC_STRIDE_FILE_ZARR) return create_file(D);
  return make_groups(D) == 0 ? create_zarr(D) : -1;
}

int upc_stride_dataset_make(upc_stride_dataset_t *D, const char *codec) {
  char own[UPC_STRIDE_OWN_NAME];
  if (upc_stride_dataset_codec(D, codec) != 0) return -1;
  upc_stride_own_name(own);
  upc_stride_dataset_begin(D, own);
  D->complete = 0;
  if (upc_stride_dataset_create(D) == 0 && upc_stride_dataset_close(D) == 0) return upc_stride_dataset_finish(D);
  upc_stride_dataset_remove(D);
  return -1;
}

int upc_stride_dataset_finish(upc_stride_dataset_t *D) {
  if (D->inside) return upc_stride_hdf5_finish(D, 0);
  if (upc_stride_tree_rename(D, D->at, D->path) == 0) return 0;
  upc_stride_dataset_remove(D);
  return -1;
}

void upc_stride_dataset_remove(upc_stride_dataset_t *D) {
  if (D->inside) upc_stride_hdf5_finish(D, 1);
  else upc_stride_tree_remove(D->at);
}
