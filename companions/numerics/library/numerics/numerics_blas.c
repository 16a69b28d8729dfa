/* SPDX-License-Identifier: BSD-3-Clause
 * BLAS by name. A program that links a BLAS keeps it; the others load one. */
#define _GNU_SOURCE 1 /* RTLD_DEFAULT */
#include "numerics/numerics_blas.h"
#include "base/allocate.h"
#include "base/of_thread.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef upc_stride_blas_int_t blas_int_t;

static UPC_STRIDE_OF_THREAD upc_stride_routine_t *(*program_find)(const char *name);

void upc_stride_blas_by(upc_stride_routine_t *(*find)(const char *name)) { program_find = find; }

char upc_stride_blas_letter(upc_type_t type) {
  switch (type) {
    case UPC_FLOAT: return 's';
    case UPC_DOUBLE: return 'd';
    case UPC_STRIDE_COMPLEX_FLOAT: return 'c';
    case UPC_STRIDE_COMPLEX_DOUBLE: return 'z';
    default: return 0;
  }
}

int upc_stride_is_real(upc_type_t type) { return type == UPC_FLOAT || type == UPC_DOUBLE; }
int upc_stride_is_single(upc_type_t type) { return type == UPC_FLOAT || type == UPC_STRIDE_COMPLEX_FLOAT; }

size_t upc_stride_bytes_of(upc_type_t type) {
  return (upc_stride_is_single(type) ? sizeof(float) : sizeof(double)) * (upc_stride_is_real(type) ? 1 : 2);
}

static const double values[][2] = {{0, 0}, {1, 0}, {-1, 0}};
static const float short_values[][2] = {{0, 0}, {1, 0}, {-1, 0}};

static const void *value(upc_type_t type, int which) {
  return upc_stride_is_single(type) ? (const void *)short_values[which] : (const void *)values[which];
}

const void *upc_stride_zero(void) { return values[0]; }
const void *upc_stride_one(upc_type_t type) { return value(type, 1); }
const void *upc_stride_minus_one(upc_type_t type) { return value(type, 2); }

/* An object of dlsym is an address of data: C has no conversion to one of a function. */
upc_stride_routine_t *upc_stride_routine_of(void *library, const char *name) {
  upc_stride_routine_t *routine;
  void *address = dlsym(library, name);
  memcpy(&routine, &address, sizeof routine);
  return routine;
}

upc_stride_library_t upc_stride_library_with(const char *routine, const char *const *files, size_t count) {
  upc_stride_library_t library = {1, 1, RTLD_DEFAULT};
  size_t i;
  if (routine != NULL && upc_stride_routine_of(RTLD_DEFAULT, routine) != NULL) return library;
  library.handle = NULL;
  for (i = 0; library.handle == NULL && i < count; i++) library.handle = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
  library.there = library.handle != NULL;
  return library;
}

upc_stride_routine_t *upc_stride_routine_in(const upc_stride_library_t *library, const char *name) {
  return library->there ? upc_stride_routine_of(library->handle, name) : NULL;
}

/* Each thread has a core of its own, which the threads of a BLAS would share. */
static void take_one_thread(const upc_stride_library_t *library) {
  static const struct { const char *variable, *function; } kinds[] = {
    {"OPENBLAS_NUM_THREADS", "openblas_set_num_threads"}, {"OPENBLAS_NUM_THREADS", "openblas_set_num_threads64_"},
    {"MKL_NUM_THREADS", "MKL_Set_Num_Threads"},           {"BLIS_NUM_THREADS", "bli_thread_set_num_threads"},
    {"FLEXIBLAS_NUM_THREADS", "flexiblas_set_num_threads"}};
  size_t i;
  for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    upc_stride_routine_t *set = upc_stride_routine_in(library, kinds[i].function);
    if (set == NULL || getenv(kinds[i].variable) != NULL || getenv("OMP_NUM_THREADS") != NULL) continue;
    ((void (*)(blas_int_t))set)(1);
  }
}

static upc_stride_routine_t *found(const char *name) {
  static const char *const files[] = {"libflexiblas.so.3", "libopenblas.so.0", "libblis.so.4",
                                      "libmkl_rt.so.3",    "libmkl_rt.so.2",   "libblas.so.3"};
  static UPC_STRIDE_OF_THREAD upc_stride_library_t library;
  if (program_find != NULL) return program_find(name);
  if (!library.looked) {
    library = upc_stride_library_with("dgemm_", NULL, 0);
    if (!library.there) library = upc_stride_library_with("dgemm_64_", files, sizeof files / sizeof files[0]);
    take_one_thread(&library);
  }
  return upc_stride_routine_in(&library, name);
}

/* A BLAS may come without LAPACK, which then has a library of its own, perhaps with another BLAS. */
static upc_stride_routine_t *found_in_lapack(const char *name) {
  static const char *const file = "liblapack.so.3";
  static UPC_STRIDE_OF_THREAD upc_stride_library_t library;
  if (program_find != NULL) return NULL;
  if (!library.looked) {
    library = upc_stride_library_with(NULL, &file, 1);
    take_one_thread(&library);
  }
  return upc_stride_routine_in(&library, name);
}

upc_stride_routine_t *upc_stride_blas_routine(char letter, const char *name) {
  char full[20];
  upc_stride_routine_t *routine;
  snprintf(full, sizeof full, "%c%s_", letter, name);
  routine = found(full);
  if (routine != NULL) return routine;
  snprintf(full, sizeof full, "%c%s_64_", letter, name); /* OpenBLAS with integers of 8 bytes */
  routine = found(full);
  if (routine != NULL) return routine;
  snprintf(full, sizeof full, "%c%s_", letter, name);
  return found_in_lapack(full);
}

/* ---- integers ---- */

typedef void scal_t(const blas_int_t *n, const double *alpha, double *x, const blas_int_t *step);

/* A routine that takes n for a negative number scales nothing. One whose integers have 4 bytes reads the lower half of
 * n, a 1, and scales one number. */
static int has_long_integers(void) {
  upc_stride_routine_t *scal = upc_stride_blas_routine('d', "scal");
  const blas_int_t n = (blas_int_t)(1 - ((int64_t)1 << 32)), step = 1;
  const double two = 2;
  double x = 1;
  if (sizeof n < sizeof(int64_t) || scal == NULL) return 0;
  ((scal_t *)scal)(&n, &two, &x, &step);
  return x == 1;
}

blas_int_t upc_stride_blas_int(size_t size) {
  char line[160];
  if (size <= INT_MAX || has_long_integers()) return (blas_int_t)size;
  snprintf(line, sizeof line, "upc_stride: a thread gives BLAS a matrix of %zu rows or columns, must be at most %d: "
           "the integers of this BLAS have 4 bytes", size, INT_MAX);
  upc_stride_end_with(line);
  return 0;
}
