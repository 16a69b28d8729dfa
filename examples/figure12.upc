/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Figure 12 of Nishtala, Almasi, Cascaval, "Performance without Pain = Productivity": the Fourier transform of an
 * NX x NY x NZ box of complex numbers on NX x TY threads, each with a piece of a plane x. The steps: transform in z;
 * exchange pieces of z for pieces of y in each plane; transform in y; exchange pieces of y for planes x; transform in
 * x.
 *
 *   upcc figure12.upc -lfftw3 -lm -o figure12 && upcrun -n 6 ./figure12
 *   upcc -DTY=1 figure12.upc -lfftw3 -lm -o figure12 && upcrun -n 3 ./figure12
 *
 * The differences from the printed figure:
 *  - The grid is named: #pragma processors, and (grid) after the layouts. The arrays are at file scope.
 *  - TY throughout; main has the usual types.
 *  - NX is the number of planes for which there are threads. It must divide NY and NZ, and TY must too.
 *  - fft(), which calls FFTW, and local_transpose() are written out. The data and the check at the end are added.
 *    initialize_input_array has no argument.
 *  - The program stops if the grid does not have THREADS processors.
 *
 * The result is in A, on thread (plane, row) as [y][z][x]: piece `plane` of NX in y, piece `row` of TY in z.
 * flags: -lfftw3 -lm
 */
#include <fftw3.h>
#include <math.h>
#include <stdio.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

#ifndef TY
#define TY 2
#endif
#ifndef NX
#define NX (THREADS / TY)
#endif
#ifndef NY
#define NY 24
#endif
#ifndef NZ
#define NZ 12
#endif

typedef struct { double re, im; } complex_t;

void fft(complex_t *out, complex_t *in, int len, int howmany,
         int instride, int indist, int outstride, int outdist);
void local_transpose(complex_t *out, complex_t *in, int nx, int ny, int nz, int ty);
void initialize_input_array(void);
int check(complex_t *result);

#pragma processors grid(NX, TY)
shared [1][NY/TY][ ] (grid) complex_t A[NX][NY][NZ], B[NX][NY][NZ];
shared int wrong[THREADS];

int main(int argc, char **argv) {
  if (!upc_stride_mapped(A)) {
    if (MYTHREAD == 0) fprintf(stderr, "figure12: run it on NX*TY = %d threads\n", NX * TY);
    return 2;
  }
  int myplane = MYTHREAD/TY; int myrow = MYTHREAD%TY;
  complex_t *myA = (complex_t*) &A[myplane][myrow*(NY/TY)][0];
  complex_t *myB = (complex_t*) &B[myplane][myrow*(NY/TY)][0];
  initialize_input_array();
  upc_barrier;
  fft(myB, myA, NZ, NY/TY, 1, NZ, NY/TY, 1);
  upc_stride_exchange(A<myplane, :>, B<myplane, :>, sizeof(complex_t)*(NY*NZ)/(TY*TY), 0);
  local_transpose(myB, myA, NX, NY, NZ, TY);
  fft(myA, myB, NY, NZ/TY, 1, NY, NZ/TY, 1);
  upc_stride_exchange(B<:, myrow, 0>, A<:, myrow, 0>, sizeof(complex_t)*(NZ/NX)*(NY/TY), 0);
  fft(myA, myB, NX, (NZ/NX)*(NY/TY), (NZ/NX)*(NY/TY), 1, 1, NX);
  upc_barrier;
  return check(myA);
}

/* `howmany` transforms of `len` numbers, `stride` apart, that begin `dist` apart. */
void fft(complex_t *out, complex_t *in, int len, int howmany,
         int instride, int indist, int outstride, int outdist) {
  fftw_plan plan = fftw_plan_many_dft(1, &len, howmany, (fftw_complex *)in, NULL, instride, indist,
                                      (fftw_complex *)out, NULL, outstride, outdist, FFTW_FORWARD, FFTW_ESTIMATE);
  fftw_execute(plan);
  fftw_destroy_plan(plan);
}

/* From [piece of y][z][y in the piece], as the exchange leaves it, to [z][y]. */
void local_transpose(complex_t *out, complex_t *in, int nx, int ny, int nz, int ty) {
  int piece, y, z;
  for (piece = 0; piece < ty; piece++)
    for (z = 0; z < nz/ty; z++)
      for (y = 0; y < ny/ty; y++) out[z*ny + piece*(ny/ty) + y] = in[(piece*(nz/ty) + z)*(ny/ty) + y];
}

/* Whole numbers without a pattern. */
static complex_t value(int x, int y, int z) {
  complex_t v;
  v.re = (x * 7 + y * y * 3 + z * x * 5) % 11 - 5;
  v.im = (x * y * 2 + z * z + y * 9) % 13 - 6;
  return v;
}

void initialize_input_array(void) {
  int x, y, z;
  for (x = 0; x < NX; x++)
    for (y = 0; y < NY; y++)
      upc_forall (z = 0; z < NZ; z++; &A[x][y][z]) A[x][y][z] = value(x, y, z);
}

/* The transform at (kx, ky, kz), by its definition. */
static complex_t direct(int kx, int ky, int kz) {
  complex_t sum = {0, 0};
  int x, y, z;
  for (x = 0; x < NX; x++)
    for (y = 0; y < NY; y++)
      for (z = 0; z < NZ; z++) {
        double turns = (double)(kx * x % NX) / NX + (double)(ky * y % NY) / NY + (double)(kz * z % NZ) / NZ;
        double c = cos(2 * M_PI * turns), s = -sin(2 * M_PI * turns);
        complex_t v = value(x, y, z);
        sum.re += v.re * c - v.im * s;
        sum.im += v.re * s + v.im * c;
      }
  return sum;
}

/* Every thread checks what it has. */
int check(complex_t *result) {
  int x, y, z, t, sum = 0;
  for (y = MYTHREAD/TY * (NY/NX); y < (MYTHREAD/TY + 1) * (NY/NX); y++)
    for (z = MYTHREAD%TY * (NZ/TY); z < (MYTHREAD%TY + 1) * (NZ/TY); z++)
      for (x = 0; x < NX; x++, result++) {
        complex_t expected = direct(x, y, z);
        if (!(hypot(result->re - expected.re, result->im - expected.im) < 1e-8) && wrong[MYTHREAD]++ < 3)
          printf("(%d, %d, %d): expected %g%+gi, got %g%+gi\n", x, y, z, expected.re, expected.im, result->re,
                 result->im);
      }
  upc_barrier;
  for (t = 0; t < THREADS; t++) sum += wrong[t];
  if (MYTHREAD == 0) puts(sum == 0 ? "PASS" : "FAIL");
  return sum != 0;
}
