/* SPDX-License-Identifier: BSD-3-Clause
 * What a dataset's path says: its format, the name of a dataset in a file of HDF5; and the files of symbolic links. */
#include "files/dataset.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* The letters of a name's end, in capitals or not. */
static int ends_with(const char *text, const char *end) {
  const size_t n = strlen(text), length = strlen(end);
  return n > length && strcasecmp(text + n - length, end) == 0;
}

/* HDF5's names; netCDF writes its files in this format since version 4. */
static const char hdf5_ends[][6] = {".h5", ".hdf5", ".he5", ".nc", ".nc4"};
enum { HDF5_ENDS = sizeof hdf5_ends / sizeof hdf5_ends[0] };

/* Behind ".h5" in "m.h5/u"; null: there is no such folder in the path. */
static char *behind_folder(char *path, const char *end) {
  const size_t length = strlen(end);
  char *slash;
  for (slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/'))
    if ((size_t)(slash - path) > length && strncasecmp(slash - length, end, length) == 0) return slash;
  return NULL;
}

enum { LONGEST_NAME = 190 };

/* "u" of "run/u.h5", and ".u" of ".u.h5". */
static void name_of_file(upc_stride_dataset_t *D, const char *path) {
  const char *slash = strrchr(path, '/'), *base = slash != NULL ? slash + 1 : path;
  const size_t points = strspn(base, ".");
  snprintf(D->name, sizeof D->name, "%.*s", (int)(points + strcspn(base + points, ".")), base);
}

/* "m.h5/u" is the dataset "u" of the file m.h5, and "u.h5" the dataset "u" of u.h5. */
static void name_of_hdf5(upc_stride_dataset_t *D) {
  char *end = NULL;
  size_t i;
  for (i = 0; i < HDF5_ENDS && D->format == UPC_STRIDE_FILE_RAW; i++) {
    end = behind_folder(D->path, hdf5_ends[i]);
    if (end != NULL || ends_with(D->path, hdf5_ends[i])) D->format = UPC_STRIDE_FILE_HDF5;
  }
  if (D->format != UPC_STRIDE_FILE_HDF5) return;
  D->inside = end != NULL;
  if (end != NULL && strlen(end + 1) > LONGEST_NAME)
    upc_stride_dataset_wrong(D, "a name of %zu characters in a file of HDF5, must have at most %d", strlen(end + 1),
                             (int)LONGEST_NAME);
  if (end == NULL) name_of_file(D, D->path);
  else snprintf(D->name, sizeof D->name, "%.*s", (int)LONGEST_NAME, end + 1), *end = 0;
}

void upc_stride_dataset_path(upc_stride_dataset_t *D) {
  D->format = ends_with(D->path, ".npy") ? UPC_STRIDE_FILE_NPY :
    ends_with(D->path, ".zarr") || behind_folder(D->path, ".zarr") != NULL ? UPC_STRIDE_FILE_ZARR : UPC_STRIDE_FILE_RAW;
  name_of_hdf5(D);
}

static void follow(char *path) {
  char to[UPC_STRIDE_LONGEST_PATH + 1], whole[2 * UPC_STRIDE_LONGEST_PATH + 2];
  int links;
  for (links = 0; links < 40; links++) {
    const char *slash = strrchr(path, '/');
    const ssize_t n = readlink(path, to, sizeof to - 1);
    int folder;
    if (n <= 0) return; /* it is no link */
    to[n] = 0;
    folder = to[0] == '/' || slash == NULL ? 0 : (int)(slash - path + 1);
    snprintf(whole, sizeof whole, "%.*s%s", folder, path, to);
    if (strlen(whole) > UPC_STRIDE_LONGEST_PATH) return;
    strcpy(path, whole);
  }
}

void upc_stride_dataset_follow(upc_stride_dataset_t *D) {
  upc_stride_dataset_name_behind_link(D);
  follow(D->path);
}

int upc_stride_dataset_name_behind_link(upc_stride_dataset_t *D) {
  char path[UPC_STRIDE_LONGEST_PATH + 1];
  size_t i = 0;
  strcpy(path, D->path);
  follow(path);
  while (i < HDF5_ENDS && !ends_with(path, hdf5_ends[i])) i++;
  if (D->format != UPC_STRIDE_FILE_HDF5 || D->inside || i == HDF5_ENDS || strcmp(path, D->path) == 0) return 0;
  name_of_file(D, path);
  return 1;
}
