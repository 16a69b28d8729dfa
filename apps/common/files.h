/* SPDX-License-Identifier: BSD-3-Clause
 * files.h: arrays that are read from files: NumPy's .npy, or with any other name nothing but the elements, row-major.
 * Elements are of NumPy's type "<f8" (double) or "<c16" (pairs of them). Each thread reads what it needs, row by row:
 * the applications' arrays are no sections of a matrix, and a check reads the whole file. upc_stride_write writes
 * files. */
#ifndef FILES_H
#define FILES_H

#include <stddef.h>

enum { APP_MOST_DIMS = 3 };

typedef struct {
  int fd;
  long long start;                    /* of the elements in the file, in bytes */
  size_t size;                        /* of an element */
  int fortran;                        /* column-major; .npy only */
  int ndims;
  size_t shape[APP_MOST_DIMS];        /* of a file that is read */
  const char *path;                   /* as the caller named it */
} app_file_t;

int app_is_npy(const char *path);

/* What this thread finds wrong with a file, for app_agreed. Returns ARGUMENTS_WRONG. */
int app_file_wrong(const char *format, ...);
/* ARGUMENTS_OK if `status` is that on all threads. Otherwise ARGUMENTS_WRONG on all, after the line of the first thread
 * that has found something wrong. Collective. */
int app_agreed(int status);

/* Opens a file to read. A shape of zeros is taken from a .npy file, any other must be its shape. ARGUMENTS_OK, or
 * ARGUMENTS_WRONG after one line that says what is wrong: no such file, not .npy, another type or shape, truncated.
 * Collective. */
int app_open(app_file_t *f, const char *path, const char *type, int ndims, size_t *shape);
/* Elements first .. first + count in the file's own order. A file that cannot be read ends the program. */
void app_read(const app_file_t *f, size_t first, size_t count, void *dst);
/* `count` elements in the last dimension, from the one at this index on; one by one where the file is column-major. */
void app_read_row(const app_file_t *f, const size_t *index, size_t count, void *dst);
void app_close(app_file_t *f);

#endif
