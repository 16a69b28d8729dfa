/* SPDX-License-Identifier: BSD-3-Clause
 * FFTW, by the addresses of its functions: those that the program is linked with, or those of an installed library.
 * fftw3.h is not needed. */
#define _GNU_SOURCE 1 /* RTLD_DEFAULT */
#include "numerics/numerics_fftw.h"
#include "base/allocate.h"
#include "base/of_thread.h"
#include "numerics/numerics_blas.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As fftw3.h has them. */
typedef struct iodim { ptrdiff_t n, is, os; } iodim_t;
enum { FFTW_MEASURE = 0, FFTW_PATIENT = 1 << 5, FFTW_ESTIMATE = 1 << 6 };
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

/* A routine of the program transforms in place of FFTW, if there is one. */
static UPC_STRIDE_OF_THREAD upc_stride_fft_routine_t *routine_of_program;

void upc_stride_fftw_by(upc_stride_fft_routine_t *routine) { routine_of_program = routine; }

int upc_stride_fftw_found(int single) { return routine_of_program != NULL || library_of(single)->there; }

int upc_stride_fftw_alignment(int single, const void *address) {
  function_t *alignment = library_of(single)->function[ALIGNMENT];
  if (alignment == NULL) return (int)((uintptr_t)address % 64);
  return ((alignment_t *)alignment)((double *)(uintptr_t)address);
}

/* ---- plans ---- */

static int is_axis(const upc_stride_fft_box_t *box, int d) { return box->axes >> d & 1; }

static void add_dim(iodim_t *dims, int *n, const upc_stride_fft_box_t *box, int d) {
  iodim_t *dim = &dims[(*n)++];
  dim->n = (ptrdiff_t)(box->from[d] > box->to[d] ? box->from[d] : box->to[d]);
  dim->is = (ptrdiff_t)box->from_stride[d];
  dim->os = (ptrdiff_t)box->to_stride[d];
}

/* FFTW transforms a whole box in one call. MKL's FFTW has no plan with more than one dimension that is not transformed:
 * then it gets the last of them, and a call is made for each element of the others. */
typedef struct made {
  upc_stride_fft_routine_t *routine;   /* null: FFTW has a plan */
  void *plan;
  int loops;
  iodim_t loop[UPC_STRIDE_MAX_DIMS];
} made_t;

/* The axis with real numbers comes last. */
static void plan(made_t *made, const upc_stride_fft_box_t *box, void *from, void *to) {
  iodim_t dims[UPC_STRIDE_MAX_DIMS], many[UPC_STRIDE_MAX_DIMS];
  const library_t *library = library_of(box->single);
  function_t *make = library->function[PLAN + box->kind];
  const unsigned efforts[] = {FFTW_ESTIMATE, FFTW_MEASURE, FFTW_PATIENT}, flags = efforts[box->effort];
  const int is_complex = box->kind == UPC_STRIDE_FFT_COMPLEX;
  int d, rank = 0, others = 0, first = 0;
  for (d = 0; d < box->ndims; d++)
    if (!is_axis(box, d)) add_dim(many, &others, box, d);
    else if (is_complex || d != box->real) add_dim(dims, &rank, box, d);
  if (!is_complex) add_dim(dims, &rank, box, box->real);
  for (;;) {
    made->plan = is_complex
      ? ((plan_dft_t *)make)(rank, dims, others - first, many + first, from, to, box->sign, flags)
      : ((plan_real_t *)make)(rank, dims, others - first, many + first, from, to, flags);
    if (made->plan != NULL || first > 0 || others < 2) break;
    first = others - 1;
  }
  made->loops = first;
  memcpy(made->loop, many, (size_t)first * sizeof many[0]);
}

/* Memory with the same alignment as an address. */
static void *alike(const void *address, size_t bytes, void **memory) {
  enum { LINE = 64 };
  const size_t offset = (uintptr_t)address % LINE;
  *memory = aligned_alloc(LINE, (bytes + offset + LINE) / LINE * LINE);
  return *memory == NULL ? NULL : (char *)*memory + offset;
}

/* FFTW writes to what it measures with. */
static void plan_elsewhere(made_t *made, const upc_stride_fft_box_t *box, const void *from, const void *to) {
  void *first = NULL, *second = NULL, *in, *out;
  in = alike(from, box->from_bytes, &first);
  out = from == to ? in : alike(to, box->to_bytes, &second);
  if (in != NULL) memset(in, 0, box->from_bytes);
  if (in != NULL && out != NULL) plan(made, box, in, out);
  free(first);
  free(second);
}

void *upc_stride_fftw_plan(const upc_stride_fft_box_t *box, const void *from, const void *to) {
  made_t *made = upc_stride_alloc(1, sizeof *made, "the plan of a transform");
  made->routine = routine_of_program;
  if (made->routine != NULL) return made;
  if (box->effort == 0) plan(made, box, (void *)(uintptr_t)from, (void *)(uintptr_t)to);
  else plan_elsewhere(made, box, from, to);
  if (made->plan != NULL) return made;
  free(made);
  return NULL;
}

static upc_stride_fft_part_t part_of(const upc_stride_fft_box_t *box) {
  upc_stride_fft_part_t part = {0};
  part.ndims = box->ndims, part.single = box->single, part.axes = box->axes;
  part.real = box->kind == UPC_STRIDE_FFT_COMPLEX ? -1 : box->real;
  part.sign = box->kind == UPC_STRIDE_FFT_COMPLEX ? box->sign : box->kind == UPC_STRIDE_FFT_FROM_REAL ? -1 : 1;
  memcpy(part.from, box->from, sizeof part.from);
  memcpy(part.to, box->to, sizeof part.to);
  memcpy(part.from_stride, box->from_stride, sizeof part.from_stride);
  memcpy(part.to_stride, box->to_stride, sizeof part.to_stride);
  return part;
}

/* The calls of the loops from loop d on. Numbers are real or complex at each end: so many bytes. */
typedef struct ends { size_t from_bytes, to_bytes; } ends_t;

static void execute(const made_t *made, execute_t *call, const ends_t *ends, int d, char *from, char *to) {
  const iodim_t *loop = &made->loop[d];
  ptrdiff_t i;
  if (d == made->loops) {
    call(made->plan, from, to);
    return;
  }
  for (i = 0; i < loop->n; i++)
    execute(made, call, ends, d + 1, from + i * loop->is * (ptrdiff_t)ends->from_bytes,
            to + i * loop->os * (ptrdiff_t)ends->to_bytes);
}

static ends_t ends_of(const upc_stride_fft_box_t *box) {
  const size_t real = box->single ? sizeof(float) : sizeof(double);
  ends_t e;
  e.from_bytes = box->kind == UPC_STRIDE_FFT_FROM_REAL ? real : 2 * real;
  e.to_bytes = box->kind == UPC_STRIDE_FFT_TO_REAL ? real : 2 * real;
  return e;
}

void upc_stride_fftw_run(const upc_stride_fft_box_t *box, void *plan, const void *from, void *to) {
  const made_t *made = plan;
  if (made->routine != NULL) {
    const upc_stride_fft_part_t part = part_of(box);
    made->routine(&part, from, to);
  } else {
    const ends_t ends = ends_of(box);
    function_t *call = library_of(box->single)->function[EXECUTE + box->kind];
    execute(made, (execute_t *)call, &ends, 0, (char *)(uintptr_t)from, to);
  }
}

void upc_stride_fftw_free(int single, void *plan) {
  made_t *made = plan;
  if (made == NULL) return;
  if (made->routine == NULL) ((destroy_t *)library_of(single)->function[DESTROY])(made->plan);
  free(made);
}

/* ---- factors ---- */

static void scale_row(const upc_stride_fft_box_t *box, void *to, size_t reals, double factor) {
  size_t i;
  if (box->single)
    for (i = 0; i < reals; i++) ((float *)to)[i] *= (float)factor;
  else
    for (i = 0; i < reals; i++) ((double *)to)[i] *= factor;
}

void upc_stride_fft_scale(const upc_stride_fft_box_t *box, void *to, double factor) {
  const size_t reals = box->kind == UPC_STRIDE_FFT_TO_REAL ? 1 : 2, bytes = reals * (box->single ? 4 : 8);
  const int last = box->ndims - 1;
  size_t at[UPC_STRIDE_MAX_DIMS] = {0};
  int d;
  do {
    size_t place = 0;
    for (d = 0; d < last; d++) place += at[d] * box->to_stride[d];
    scale_row(box, (char *)to + place * bytes, box->to[last] * reals, factor);
    for (d = last - 1; d >= 0 && ++at[d] == box->to[d]; d--) at[d] = 0;
  } while (d >= 0);
}
