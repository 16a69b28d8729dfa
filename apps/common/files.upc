/* SPDX-License-Identifier: BSD-3-Clause
 * files.upc: a .npy file begins with a head, "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }", which is
 * checked when the file is opened, together with the file's length. */
#include <upc.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "arguments.h"
#include "files.h"
#include "memory.h"
#include "report.h"

enum { LONGEST_HEAD = 10000, LONGEST_COMPLAINT = 5000 };

/* ---- what is wrong with a file: threads on several hosts may read several files of one name ---- */

static char *complaint;               /* not an array: each simulated thread has a copy of all static variables */

int app_file_wrong(const char *format, ...) {
  va_list values;
  if (complaint == NULL) complaint = app_allocate(LONGEST_COMPLAINT, 1, "a message");
  va_start(values, format);
  vsnprintf(complaint, LONGEST_COMPLAINT, format, values);
  va_end(values);
  return ARGUMENTS_WRONG;
}

int app_agreed(int status) {
  const int first = -(int)app_max_of_threads(status == ARGUMENTS_OK ? -THREADS : -MYTHREAD);
  if (first == THREADS) return ARGUMENTS_OK;
  if (first == 0) return app_wrong("%s", complaint);
  if (first == MYTHREAD) fprintf(stderr, "%s: thread %d: %s\n", app_name(), first, complaint);
  return ARGUMENTS_WRONG;
}

/* ---- reading ---- */

int app_is_npy(const char *path) {
  const size_t n = strlen(path);
  return n > 4 && strcmp(path + n - 4, ".npy") == 0;
}

static size_t elements(int ndims, const size_t *shape) {
  size_t n = 1;
  int i;
  for (i = 0; i < ndims; i++) n *= shape[i];
  return n;
}

/* "(3, 4)" */
static char *shape_text(int ndims, const size_t *shape, char *text) {
  char *end = text;
  int i;
  for (i = 0; i < ndims; i++) end += sprintf(end, "%s%zu", i == 0 ? "(" : ", ", shape[i]);
  strcpy(end, ndims == 1 ? ",)" : ")");
  return text;
}

/* What follows 'key': in the dictionary of the head; null if there is nothing. */
static const char *value_of(const char *head, const char *key) {
  const char *at = strstr(head, key);
  if (at == NULL) return NULL;
  at += strlen(key);
  return at + strspn(at, " :");
}

static int check_shape(const char *path, const char *text, int ndims, size_t *shape) {
  size_t found[APP_MOST_DIMS];
  char expected[100];
  int n = 0;
  while (*text == '(' || *text == ' ' || *text == ',') text++;
  while (n < ndims && *text >= '0' && *text <= '9') {
    char *end;
    found[n++] = strtoul(text, &end, 10);
    text = end + strspn(end, " ,");
  }
  if (n < ndims || *text != ')') return app_file_wrong("%s: must be an array of %d dimensions", path, ndims);
  if (shape[0] == 0) memcpy(shape, found, (size_t)ndims * sizeof *shape);
  if (memcmp(shape, found, (size_t)ndims * sizeof *shape) == 0) return ARGUMENTS_OK;
  return app_file_wrong("%s: its shape must be %s", path, shape_text(ndims, shape, expected));
}

/* A .npy file begins with \x93NUMPY, version, length of the head in 2 bytes (4 since version 2), and a dictionary. */
static int read_head(app_file_t *f, const char *type, int ndims, size_t *shape) {
  unsigned char begin[12];
  char head[LONGEST_HEAD + 1];
  const char *descr, *order, *text;
  size_t length;
  int wide;
  if (pread(f->fd, begin, sizeof begin, 0) < 12) return app_file_wrong("%s: not a .npy file", f->path);
  wide = begin[6] > 1;
  length = begin[8] + 256u * begin[9] + (wide ? 65536u * begin[10] + 16777216u * begin[11] : 0);
  f->start = (long long)(wide ? 12 : 10) + (long long)length;
  if (memcmp(begin, "\x93NUMPY", 6) != 0 || length > LONGEST_HEAD ||
      pread(f->fd, head, length, wide ? 12 : 10) != (ssize_t)length)
    return app_file_wrong("%s: not a .npy file", f->path);
  head[length] = 0;
  descr = value_of(head, "'descr'");
  order = value_of(head, "'fortran_order'");
  text = value_of(head, "'shape'");
  if (descr == NULL || order == NULL || text == NULL) return app_file_wrong("%s: not a .npy file", f->path);
  if (*descr != '\'' || strncmp(descr + 1, type, strlen(type)) != 0 || descr[1 + strlen(type)] != '\'')
    return app_file_wrong("%s: its elements are %.*s, must be '%s'", f->path, (int)strcspn(descr, ",}"), descr, type);
  f->fortran = *order == 'T';
  return check_shape(f->path, text, ndims, shape);
}

static int check_length(const app_file_t *f, int ndims, const size_t *shape) {
  const long long expected = f->start + (long long)(elements(ndims, shape) * f->size);
  struct stat status;
  if (fstat(f->fd, &status) == 0 && (long long)status.st_size == expected) return ARGUMENTS_OK;
  return app_file_wrong("%s: has %lld bytes, must have %lld", f->path, (long long)status.st_size, expected);
}

int app_open(app_file_t *f, const char *path, const char *type, int ndims, size_t *shape) {
  int status = ARGUMENTS_OK;
  memset(f, 0, sizeof *f);
  f->path = path;
  f->size = (size_t)atoi(type + 2);
  f->fd = open(path, O_RDONLY);
  if (f->fd < 0) status = app_file_wrong("%s: %s", path, strerror(errno));
  else if (app_is_npy(path)) status = read_head(f, type, ndims, shape);
  if (status == ARGUMENTS_OK) status = check_length(f, ndims, shape);
  f->ndims = ndims;
  memcpy(f->shape, shape, (size_t)ndims * sizeof *shape);
  status = app_agreed(status);
  if (status != ARGUMENTS_OK) app_close(f);
  return status;
}

void app_read(const app_file_t *f, size_t first, size_t count, void *dst) {
  char *at = dst;
  size_t left = count * f->size;
  off_t from = (off_t)(f->start + (long long)(first * f->size));
  while (left > 0) {
    const ssize_t got = pread(f->fd, at, left, from);
    if (got <= 0) {
      fprintf(stderr, "%s: %s\n", f->path, got < 0 ? strerror(errno) : "has become shorter");
      upc_global_exit(1);
    }
    at += got;
    from += got;
    left -= (size_t)got;
  }
}

void app_read_row(const app_file_t *f, const size_t *index, size_t count, void *dst) {
  size_t by_rows = 0, by_columns = 0, step = 1, i; /* where it begins; `step` elements from column to column */
  int dim;
  for (dim = 0; dim < f->ndims; dim++) {
    by_rows = by_rows * f->shape[dim] + index[dim];
    by_columns += index[dim] * step;
    if (dim + 1 < f->ndims) step *= f->shape[dim];
  }
  if (!f->fortran) app_read(f, by_rows, count, dst);
  else
    for (i = 0; i < count; i++) app_read(f, by_columns + i * step, 1, (char *)dst + i * f->size);
}

void app_close(app_file_t *f) {
  if (f->fd >= 0) close(f->fd);
  f->fd = -1;
}
