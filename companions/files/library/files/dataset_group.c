/* SPDX-License-Identifier: BSD-3-Clause
 * What a group has: of Zarr, a folder, those of its folders that have a zarr.json; of HDF5 the objects that its links
 * name. */
#include "files/hdf5_library.h"
#include "files/json.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define h5 (*upc_stride_h5)
enum { LONGEST_METADATA = 4 << 20 };

static int is_zarr(const struct dirent *entry) { return entry->d_name[0] != '.'; }

int upc_stride_is_group_of_zarr(upc_stride_dataset_t *D, const char *folder) {
  char path[UPC_STRIDE_LONGEST_PATH + 400];
  char *text;
  const char *top;
  int fd, group;
  snprintf(path, sizeof path, "%s/zarr.json", folder);
  fd = open(path, O_RDONLY);
  if (fd < 0) return -1;
  text = upc_stride_text_read(D, fd, path, LONGEST_METADATA);
  if (text == NULL) return -1;
  top = upc_stride_json(text);
  group = top != NULL && upc_stride_json_is(upc_stride_json_member(top, "node_type"), "group");
  free(text);
  return group;
}

static int in_zarr(upc_stride_dataset_t *D, int number, char *name, size_t size, int *is_group) {
  struct dirent **entries;
  char inside[UPC_STRIDE_LONGEST_PATH + 300];
  int n, i, found = 0;
  if (upc_stride_is_group_of_zarr(D, D->path) != 1)
    return upc_stride_dataset_wrong(D, "%.250s: is no group of Zarr", D->path);
  n = scandir(D->path, &entries, is_zarr, alphasort);
  if (n < 0) return upc_stride_dataset_wrong(D, "%.250s: %s", D->path, strerror(errno));
  for (i = 0; i < n; i++) {
    const int skipped = found || strlen(entries[i]->d_name) >= size;
    int group = -1;
    snprintf(inside, sizeof inside, "%s/%s", D->path, entries[i]->d_name);
    if (!skipped) group = upc_stride_is_group_of_zarr(D, inside);
    if (group >= 0 && number-- == 0) {
      found = 1, *is_group = group;
      strcpy(name, entries[i]->d_name);
    }
    free(entries[i]);
  }
  free(entries);
  return D->wrong[0] != 0 ? -1 : found;
}

static int in_hdf5(upc_stride_dataset_t *D, int number, char *name, size_t size, int *is_group) {
  const char *folder = D->inside ? D->name : "/";
  unsigned long long link;
  hdf5_id object;
  int kind = 0;
  if (upc_stride_hdf5_load(D) != 0) return -1;
  D->hdf5_file = h5.file_open(D->path, READ_ONLY, 0);
  if (D->hdf5_file < 0) {
    D->hdf5_file = 0;
    return upc_stride_hdf5_failed(D, "cannot read this file");
  }
  object = h5.object_open(D->hdf5_file, folder, 0);
  kind = object < 0 ? 0 : h5.kind(object);
  if (object >= 0) h5.close(object);
  if (kind != IS_GROUP) upc_stride_dataset_wrong(D, "%.250s: has no group \"%.60s\"", D->path, folder);
  for (link = 0; number >= 0 && D->wrong[0] == 0; link++) {
    const long length = (long)h5.link_name(D->hdf5_file, folder, BY_NAME, INCREASING, link, name, size, 0);
    if (length < 0) break;
    if ((size_t)length >= size) continue; /* as of Zarr */
    object = h5.object_at(D->hdf5_file, folder, BY_NAME, INCREASING, link, 0);
    kind = object < 0 ? 0 : h5.kind(object);
    if (object >= 0) h5.close(object);
    number -= kind == IS_GROUP || kind == IS_DATASET;
  }
  h5.file_close(D->hdf5_file);
  D->hdf5_file = 0;
  *is_group = kind == IS_GROUP;
  return D->wrong[0] != 0 ? -1 : number < 0;
}

int upc_stride_group_at(upc_stride_dataset_t *D, int number, char *name, size_t size, int *is_group) {
  upc_stride_dataset_recognise(D);
  if (D->format == UPC_STRIDE_FILE_ZARR) return in_zarr(D, number, name, size, is_group);
  if (D->format != UPC_STRIDE_FILE_HDF5)
    return upc_stride_dataset_wrong(D, "%.250s: is no group: only Zarr and HDF5 have groups", D->path);
  upc_stride_hdf5_lock();
  return upc_stride_hdf5_unlock(in_hdf5(D, number, name, size, is_group));
}
