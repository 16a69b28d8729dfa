/* SPDX-License-Identifier: BSD-3-Clause
 * An FFTW that, as MKL's, has no plan with more than one dimension that is not transformed. The other plans are
 * FFTW's. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fftw3.h>
#include <stdio.h>

typedef const fftw_iodim64 *dims_t;

static void *refused(void) {
  fputs("no plan\n", stderr);
  return NULL;
}

#define COMPLEX(f, name) \
  f##_plan f##_##name(int rank, dims_t dims, int many, dims_t many_dims, f##_complex *in, f##_complex *out, int sign, \
                      unsigned flags) { \
    f##_plan (*of_fftw)(int, dims_t, int, dims_t, f##_complex *, f##_complex *, int, unsigned) = \
      (f##_plan (*)(int, dims_t, int, dims_t, f##_complex *, f##_complex *, int, unsigned))dlsym(RTLD_NEXT, \
                                                                                                #f "_" #name); \
    return many > 1 ? refused() : of_fftw(rank, dims, many, many_dims, in, out, sign, flags); \
  }
#define REAL(f, from, to, name) \
  f##_plan f##_##name(int rank, dims_t dims, int many, dims_t many_dims, from *in, to *out, unsigned flags) { \
    f##_plan (*of_fftw)(int, dims_t, int, dims_t, from *, to *, unsigned) = \
      (f##_plan (*)(int, dims_t, int, dims_t, from *, to *, unsigned))dlsym(RTLD_NEXT, #f "_" #name); \
    return many > 1 ? refused() : of_fftw(rank, dims, many, many_dims, in, out, flags); \
  }

COMPLEX(fftw, plan_guru64_dft)
COMPLEX(fftwf, plan_guru64_dft)
REAL(fftw, double, fftw_complex, plan_guru64_dft_r2c)
REAL(fftwf, float, fftwf_complex, plan_guru64_dft_r2c)
REAL(fftw, fftw_complex, double, plan_guru64_dft_c2r)
REAL(fftwf, fftwf_complex, float, plan_guru64_dft_c2r)
