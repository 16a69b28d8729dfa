/* SPDX-License-Identifier: BSD-3-Clause
 * fft3d.h: discrete Fourier transforms of NX x NY x NZ complex or real numbers on a PX x PY grid of threads, thread
 * (px, py) being MYTHREAD = px * PY + py.
 *
 *   A  what is transformed: x goes round the PX rows of the grid, y is cut into PY pieces, z is whole.
 *      Thread (px, py) has the *planes* x = px, px + PX, .., of each the rows y of piece py.
 *   B  the result: x is whole, y is cut into PX pieces, z into PY. Thread (px, py) has y's piece px and z's piece py.
 *
 * With PY = 1 (slabs) a plane is transformed in z and y by its owner and its pieces go to all threads; in general
 * (pencils; PX = NX is the paper's Figure 12) it is transformed in z by its PY owners in pieces of y, exchanged, and
 * transformed in y in pieces of z. A plane goes on as soon as it is done. At last each thread transforms its own in x.
 *
 *   4 x 6 x 5 on 2 x 2: A[x][y][z] is on thread 2 (x mod 2) + y / 3, B[x][y][z] on thread 2 (y / 3) + (z >= 2).
 *
 * The transform of real numbers has NZ / 2 + 1 complex ones in z, ZC below; the others are their conjugates.
 * Pieces are as even as can be: piece i of n in `count` begins at n i / count.
 * In memory, on each thread, [] being an index and n-tuples what is side by side:
 *   A      [plane][y in my piece][z], or for real numbers in z, side by side, room for 2 (NZ / 2 + 1)
 *   sent   a plane after its transform in z, for the exchange among the PY threads that share it:
 *          [piece of z][y in my piece][z in the piece]
 *   plane  the plane after that exchange: [y][z in my piece]; cut in pieces of y, it is what the next exchange sends
 *   B      [x][y in my piece][z in my piece]
 * A and B are one array unless the data are to be kept: A's plane g has gone when B's planes g PX .. come in its place.
 * Rows in z are a line of the cache longer where columns would else fall in the same places of it.               */
#ifndef FFT3D_H
#define FFT3D_H

#include <stddef.h>
#include "upc_stride_coll.h"
#include "../common/arguments.h"
#include "../common/files.h"

#define PI 3.14159265358979323846 /* standard C has none */

typedef struct {
  double re, im;
} complex_t;

typedef struct {
  size_t nx, ny, nz;
  int grid[2];               /* PX, PY; PX * PY == THREADS */
  size_t repeat;
  int real;                  /* --real: A has real numbers */
  int inverse;               /* --inverse: B to A with e^(+i...), not divided by the number of points */
  int npb;                   /* --npb: the class, as a letter; 0: none */
  unsigned effort;           /* FFTW's, to plan with */
  int keep;                  /* --keep: A and B are two arrays */
  int overlap;               /* not --no-overlap: exchanges are under way while planes are transformed */
  int check, json, profile;
  const char *input, *output, *wisdom; /* files, or null */
  app_file_t file;           /* the input, open */
} options_t;

/* An exchangev's pieces in bytes: entry j*k + i goes from block j to block i of k. */
typedef struct {
  size_t *counts, *dst, *src;
} pieces_t;

typedef struct {
  size_t nx, ny, nz;
  size_t zc;                 /* complex numbers in z: NZ, or NZ / 2 + 1 */
  int real, overlap;
  const app_file_t *input;   /* null: the data are a formula's */
  size_t rows, cols;         /* PX, PY */
  size_t px, py;             /* of this thread */
  size_t planes;             /* of the thread with most: planes * PX >= NX */
  size_t za, zp;             /* from row to row in A; in `sent`, `plane` and B */
  size_t slot;               /* from x to x in B; PX of them are as much as there is for a plane of A */
  upc_stride_array_t A, sent, plane, B;
  complex_t *my_a, *my_sent[2], *my_plane[2], *my_b; /* the caller's own of these; plane g of `sent` and `plane`: g mod 2 */
  pieces_t within[2], between[2][2]; /* forward, back: of a plane; of the planes of a group, and of the last group */
  double bytes;              /* of shared memory, on all threads */
} grid_t;

/* options.upc: ARGUMENTS_OK and *o filled, or not. Every thread calls. */
int parse_options(int argc, char **argv, options_t *o);

/* grid.upc: all threads. The sizes and grid of the options; all of it zero. */
grid_t allocate_grid(const options_t *o);
void free_grid(const grid_t *q);
/* Where element (x, y, z) of A or B is, with those after it in z as far as its piece goes. */
shared void *place_in_a(const grid_t *q, size_t x, size_t y, size_t z);
shared void *place_in_b(const grid_t *q, size_t x, size_t y, size_t z);

/* plans.upc: a thread's own transforms, by FFTW. Plans are made for one grid at a time; that overwrites A and B. */
enum { FORWARD = -1, BACKWARD = 1 }; /* the sign of the exponent */
void make_plans(const grid_t *q, int sign, unsigned effort);
void free_plans(void);
/* Forward: my plane number g in z, from A to `sent` or, with PY = 1, where transform_y has it; in y, in `plane`, or to B's
 * plane where there is nobody to exchange with. */
void transform_z(const grid_t *q, size_t g);
void transform_y(const grid_t *q, size_t g);
void transform_x(const grid_t *q);           /* all of my part of B */
/* Backward: the same the other way round. */
void back_x(const grid_t *q);
void back_y(const grid_t *q, size_t g);
void back_z(const grid_t *q, size_t g);

/* fft3d.upc: collective; neither starts nor ends with a barrier. */
void fft3d(const grid_t *q);                 /* A to B */
void fft3d_inverse(const grid_t *q);         /* B, which is overwritten, to A */

/* storage.upc: a row of what is transformed, NZ numbers of A; `count` numbers of B from z on. All that is transformed,
 * each thread its own part (void *: for app_time_runs). The result into a file, as app_finish. */
void data_of_a(const grid_t *q, size_t x, size_t y, void *row);
void data_of_b(const grid_t *q, size_t x, size_t y, size_t z, size_t count, complex_t *row);
void fill_a(void *grid);
void fill_b(void *grid);
int write_result(const grid_t *q, const char *path, int sign);

/* wisdom.upc: ARGUMENTS_OK also where there is no such file yet. */
int read_wisdom(const char *path);
void write_wisdom(const char *path);

/* check.upc: the largest error in units of eps log2(NX NY NZ) times the root mean square of the
 * right result, which is FFTW's or, up to 4096 points, that of a direct transform. On every thread; collective. */
double residual(const grid_t *q, int sign);

/* npb.upc: the NAS parallel benchmark FT, version 3. Sizes of a class; 0: there is no such class. */
int npb_sizes(int class, options_t *o);
double npb_flops(const options_t *o);
/* One run, its initial data included, with plans made for forward and backward transforms. Collective. */
void npb_begin(const grid_t *q, const options_t *o);
void npb_run(const grid_t *q);
double npb_error(void);                      /* the largest relative error of a checksum; right: at most 1e-12 */
void npb_end(void);

/* Piece i of n in `count` pieces: where it begins, how much it has, the most any has; the piece that has element i. */
static inline size_t piece_start(size_t n, size_t count, size_t i) { return n * i / count; }
static inline size_t piece_size(size_t n, size_t count, size_t i) { return n * (i + 1) / count - n * i / count; }
static inline size_t piece_most(size_t n, size_t count) { return (n + count - 1) / count; }
static inline size_t piece_of(size_t n, size_t count, size_t i) { return ((i + 1) * count - 1) / n; }

/* My rows y of A; my y and z of B. */
static inline size_t my_rows(const grid_t *q) { return piece_size(q->ny, q->cols, q->py); }
static inline size_t my_ys(const grid_t *q) { return piece_size(q->ny, q->rows, q->px); }
static inline size_t my_zs(const grid_t *q) { return piece_size(q->zc, q->cols, q->py); }
/* Row y of my piece in plane g of A; row y of my piece at x in B. */
static inline complex_t *row_a(const grid_t *q, size_t g, size_t y) { return q->my_a + g * q->rows * q->slot + y * q->za; }
static inline complex_t *row_b(const grid_t *q, size_t x, size_t y) { return q->my_b + x * q->slot + y * q->zp; }

#endif
