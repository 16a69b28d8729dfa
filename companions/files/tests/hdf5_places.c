/* SPDX-License-Identifier: BSD-3-Clause
 * Files of HDF5 whose elements are not where a reader looks that knows the dataset alone: plain.h5; and block.h5,
 * which begins with a user block. Each has the datasets flat, chunked, packed and compact; plain.h5 has links to its
 * own flat and to that of the other file. Element (i, j) of 21 x 29 is 29 i + j. */
#include <hdf5.h>

enum { ROWS = 21, COLUMNS = 29 };
static double values[ROWS * COLUMNS];

static void make(hid_t file, const char *name, H5D_layout_t layout, int packed) {
  const hsize_t shape[] = {ROWS, COLUMNS}, chunk[] = {10, 10};
  hid_t space = H5Screate_simple(2, shape, NULL), how = H5Pcreate(H5P_DATASET_CREATE), made;
  H5Pset_layout(how, layout);
  if (layout == H5D_CHUNKED) H5Pset_chunk(how, 2, chunk);
  if (packed) H5Pset_shuffle(how);
  made = H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, how, H5P_DEFAULT);
  H5Dwrite(made, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
  H5Dclose(made);
}

static void make_all(const char *path, int block) {
  hid_t begin = H5Pcreate(H5P_FILE_CREATE), file;
  if (block) H5Pset_userblock(begin, 512);
  file = H5Fcreate(path, H5F_ACC_TRUNC, begin, H5P_DEFAULT);
  make(file, "flat", H5D_CONTIGUOUS, 0);
  make(file, "chunked", H5D_CHUNKED, 0);
  make(file, "packed", H5D_CHUNKED, 1);
  make(file, "compact", H5D_COMPACT, 0);
  if (!block) H5Lcreate_soft("/flat", file, "soft", H5P_DEFAULT, H5P_DEFAULT);
  if (!block) H5Lcreate_external("block.h5", "/flat", file, "link", H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(file);
}

int main(void) {
  int i;
  for (i = 0; i < ROWS * COLUMNS; i++) values[i] = i;
  make_all("plain.h5", 0);
  make_all("block.h5", 1);
  return 0;
}
