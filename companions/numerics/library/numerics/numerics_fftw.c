/* SPDX-License-Identifier: BSD-3-Clause
 * FFTW, by the addresses of its functions: those that the program is linked with, or those of an installed library.
 * fftw3.h is not needed. */
#define _GNU_SOURCE 1 /* RTLD_DEFAULT */
#include "numerics/numerics_fftw.h"
#include "base/of_thread.h"
#include "numerics/numerics_blas.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

/* As fftw3.h has them. */
typedef upc_stride_fftw_dim_t iodim_t;
enum { FFTW_MEASURE = 0, FFTW_UNALIGNED = 1 << 1, FFTW_PATIENT = 1 << 5, FFTW_ESTIMATE = 1 << 6 };
typedef void *plan_dft_t(int rank, const iodim_t *dims, int many, const iodim_t *many_dims, void *in, void *out,
                         int sign, unsigned flags);
typedef void *plan_real_t(int rank, const iodim_t *dims, int many, const iodim_t *many_dims, void *in, void *out,
                          unsigned flags);
typedef void execute_t(void *plan, void *in, void *out);
typedef void destroy_t(void *plan);
typedef int alignment_t(double *address);

enum { PLAN, EXECUTE = 3, DESTROY = 6, ALIGNMENT, FUNCTIONS }; /* three kinds of each of the first two */
static const char *const names[FUNCTIONS] = {
  "plan_guru64_dft", "plan_guru64_dft_r2c", "plan_guru64_dft_c2r", "execute_dft", "execute_dft_r2c", "execute_dft_c2r",
  "destroy_plan", "alignment_of"};

typedef void function_t(void);
typedef struct library {
  int looked, there;
  function_t *function[FUNCTIONS];
} library_t;

static function_t *function_of(void *handle, int single, const char *name) {
  char full[40];
  snprintf(full, sizeof full, "fftw%s_%s", single ? "f" : "", name);
  return upc_stride_routine_of(handle, full);
}

static int take(library_t *library, void *handle, int single) {
  int i;
  for (i = 0; i < FUNCTIONS; i++) library->function[i] = function_of(handle, single, names[i]);
  for (i = 0; i < ALIGNMENT; i++)
    if (library->function[i] == NULL) return 0;
  return 1;
}

/* The Python package asks for the same files (fft.py). */
static library_t open_library(int single) {
  static const char *const files[2][3] = {{"libfftw3.so.3", "libmkl_rt.so.3", "libmkl_rt.so.2"},
                                          {"libfftw3f.so.3", "libmkl_rt.so.3", "libmkl_rt.so.2"}};
  library_t library;
  int i;
  library.looked = 1;
  library.there = take(&library, RTLD_DEFAULT, single);
  for (i = 0; i < 3 && !library.there; i++) {
    void *handle = dlopen(files[single][i], RTLD_NOW | RTLD_LOCAL);
    library.there = handle != NULL && take(&library, handle, single);
  }
  return library;
}

static const library_t *library_of(int single) {
  static UPC_STRIDE_OF_THREAD library_t libraries[2];
  function_t *share;
  if (libraries[single].looked) return &libraries[single];
  libraries[single] = open_library(single);
  /* UPC threads may be threads of one process. Then the program links FFTW's library for that, too. */
  share = function_of(RTLD_DEFAULT, single, "make_planner_thread_safe");
  if (share != NULL) share();
  return &libraries[single];
}

int upc_stride_fftw_found(int single) { return library_of(single)->there; }

int upc_stride_fftw_alignment(int single, const void *address) {
  function_t *alignment = library_of(single)->function[ALIGNMENT];
  if (alignment == NULL) return (int)((uintptr_t)address % 64);
  return ((alignment_t *)alignment)((double *)(uintptr_t)address);
}

void *upc_stride_fftw_plan(const upc_stride_fftw_lines_t *l, void *from, void *to) {
  function_t *make = library_of(l->single)->function[PLAN + l->kind];
  const unsigned efforts[] = {FFTW_ESTIMATE, FFTW_MEASURE, FFTW_PATIENT};
  const unsigned flags = efforts[l->effort] | (l->unaligned ? FFTW_UNALIGNED : 0);
  return l->kind == UPC_STRIDE_FFT_COMPLEX
    ? ((plan_dft_t *)make)(l->rank, l->axis, l->others, l->other, from, to, l->sign, flags)
    : ((plan_real_t *)make)(l->rank, l->axis, l->others, l->other, from, to, flags);
}

void upc_stride_fftw_run(int kind, int single, void *plan, void *from, void *to) {
  ((execute_t *)library_of(single)->function[EXECUTE + kind])(plan, from, to);
}

void upc_stride_fftw_free(int single, void *plan) {
  ((destroy_t *)library_of(single)->function[DESTROY])(plan);
}
