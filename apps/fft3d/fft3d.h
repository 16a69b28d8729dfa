/* SPDX-License-Identifier: BSD-3-Clause
 * fft3d.h: discrete Fourier transforms of NX x NY x NZ complex or real numbers on a PX x PY grid of threads. Thread
 * (px, py) is MYTHREAD = px * PY + py.
 *
 *   A  the data: x is dealt out cyclically to the PX rows of the grid, y is cut into PY pieces, z is whole.
 *      Thread (px, py) has the *planes* x = px, px + PX, .., and of each plane the rows y of piece py.
 *   B  the result: x is whole, y is cut into PX pieces, z into PY. Thread (px, py) has y's piece px and z's piece py.
 *
 *   4 x 6 x 5 on 2 x 2: A[x][y][z] is on thread 2 (x mod 2) + y / 3, B[x][y][z] on thread 2 (y / 3) + (z >= 2).
 *
 * Slabs, PY = 1: the owner of a plane transforms it in z and y and sends its pieces to all threads. Pencils, PY > 1
 * (PX = NX is the paper's Figure 12): the PY owners of a plane transform it in z in pieces of y, exchange pieces, and
 * transform it in y in pieces of z. A plane is sent as soon as it is transformed. At the end each thread transforms its
 * part of B in x.
 *
 * The transform of real numbers has ZC = NZ / 2 + 1 complex numbers in z; the others are their conjugates.
 * Pieces are as even as possible: piece i of n elements in `count` pieces starts at n i / count.
 *
 * The arrays in a thread's memory; the last index is contiguous:
 *   A      [plane][y in my piece][z]; a row of real numbers has the memory of NZ / 2 + 1 complex numbers
 *   sent   a plane after its transform in z, for the exchange among the PY threads that share it:
 *          [piece of z][y in my piece][z in the piece]
 *   plane  the plane after that exchange: [y][z in my piece]; the next exchange sends its pieces of y
 *   B      [x][y in my piece][z in my piece]
 * A and B are one array unless --keep is given: B's planes g PX .. overwrite A's plane g, which has been sent.
 * If the elements of a column fell on few cache sets, rows in z are longer by one cache line. */
#ifndef FFT3D_H
#define FFT3D_H

#include <stddef.h>
#include "upc_stride_coll.h"
#include "../common/arguments.h"
#include "../common/files.h"
#include "../common/local_fft.h"

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
  int graph;                 /* --graph: as a graph of steps, with .. */
  size_t parts;              /* .. the number of slabs of a thread */
  effort_t effort;           /* FFTW's planning effort */
  int keep;                  /* --keep: A and B are two arrays */
  int overlap;               /* 0 with --no-overlap: exchanges are in flight while planes are transformed */
  int check, json, profile, no_data, cold;
  const char *input, *output, *wisdom; /* files, or null */
  app_file_t file;           /* the input, open */
} options_t;

/* The pieces of an exchange among k blocks. Where they are all alike and side by side, `each` is their size in bytes,
 * and there are no lists: these would have k*k entries. Else `each` is 0, and entry j*k + i of the lists has the bytes
 * from block j to block i, and where they are in both blocks. */
typedef struct {
  size_t each;
  size_t *counts, *dst, *src;
} pieces_t;

enum { PLANES = 3 };         /* that `plane` holds */

typedef struct {
  size_t nx, ny, nz;
  size_t zc;                 /* complex numbers in z: NZ, or NZ / 2 + 1 */
  int real, overlap;
  const app_file_t *input;   /* null: the data are given by a formula */
  size_t rows, cols;         /* PX, PY */
  size_t px, py;             /* this thread's place in the grid */
  size_t planes;             /* of the thread with the most planes: planes * PX >= NX */
  size_t a_pitch, b_pitch;   /* elements from row to row: in A; in `sent`, `plane` and B */
  size_t x_pitch;            /* elements from x to x in B; a plane of A takes PX times as many */
  upc_stride_array_t A, sent, plane, B;
  complex_t *my_a, *my_sent[2], *my_plane[PLANES], *my_b; /* this thread's part; plane g is entry g mod 2 or 3 */
  pieces_t within[2];        /* forward, backward: pieces of a plane */
  pieces_t between[2][2];    /* forward, backward: pieces of the planes of a group; of the last group */
  double bytes;              /* of shared memory, on all threads */
} grid_t;

/* options.upc: on ARGUMENTS_OK *o is set and the input is open. Collective. */
int parse_options(char **argv, options_t *o);

/* grid.upc: allocates the arrays for the sizes and grid of the options, zeroed. Both are collective. */
grid_t allocate_grid(const options_t *o);
void free_grid(const grid_t *q);
/* The address of element (x, y, z) of A or B. The elements after it in z follow, to the end of the piece. */
shared void *place_in_a(const grid_t *q, size_t x, size_t y, size_t z);
shared void *place_in_b(const grid_t *q, size_t x, size_t y, size_t z);

/* plans.upc: a thread's own transforms, by FFTW. Plans are for one grid at a time. Making them overwrites A and B. */
enum { FORWARD = -1, BACKWARD = 1 }; /* the sign of the exponent */
void make_plans(const grid_t *q, int sign, effort_t effort);
void free_plans(void);
/* Forward transforms of my plane g: in z, from A to `sent` or, with PY = 1, to where transform_y reads it; in y, in
 * `plane` or, on one row of threads, to B. Backward ones take the opposite way. */
void transform_z(const grid_t *q, int sign, size_t g);
void transform_y(const grid_t *q, int sign, size_t g);
void transform_x(const grid_t *q, int sign); /* all of my part of B */

/* fft3d.upc: collective; neither starts nor ends with a barrier. */
void fft3d(const grid_t *q);                 /* A to B */
void fft3d_inverse(const grid_t *q);         /* B, which is overwritten, to A */

/* storage.upc: the data by formula or from a file: NZ numbers of row (x, y) of A; `count` numbers of B from (x, y, z)
 * on. */
void data_of_a(const grid_t *q, size_t x, size_t y, void *row);
void data_of_b(const grid_t *q, size_t x, size_t y, size_t z, size_t count, complex_t *row);
/* Fill A, B; each thread fills its own part. (void *: for app_time_runs.) */
void fill_a(void *grid);
void fill_b(void *grid);
/* Writes the result to a file. Collective. Until it is written there is a copy of it. */
void write_result(const grid_t *q, const char *path, int sign);

/* wisdom.upc: ARGUMENTS_OK also if the file does not exist yet. Collective. */
int read_wisdom(const char *path);
/* 1 on thread 0, after a line, if the file cannot be written; else 0. */
int write_wisdom(const char *path);

/* check.upc: the largest error in units of eps log2(NX NY NZ) times the root mean square of the right result, on every
 * thread. The right result is FFTW's or, up to 4096 points, that of the definition. Collective. */
double residual(const grid_t *q, int sign);

/* npb.upc: the NAS parallel benchmark FT, version 3. Sets the sizes of a class; returns 0 if there is no such class. */
int npb_sizes(int class, options_t *o);
double npb_flops(const options_t *o);
/* npb_run: one run, its initial data included. Plans for both directions have been made. Collective. */
void npb_begin(const grid_t *q, const options_t *o);
void npb_run(const grid_t *q);
double npb_error(void);                      /* the largest relative error of a checksum; at most 1e-12 is right */
void npb_end(void);
/* For the graph: NZ numbers of row (x, y) of the data; the decay of one step for `count` frequencies of n from `first`
 * on; this thread's part of a checksum. */
void npb_row(const grid_t *q, size_t x, size_t y, complex_t *row);
double *npb_decays(size_t n, size_t first, size_t count);
void npb_checksum(int iteration, double re, double im);
int npb_iterations(int name);

/* graph.upc: the same benchmark as a graph of steps on slabs, with `parts` slabs a thread. */
void npb_graph_begin(const grid_t *q, int name, int parts, effort_t effort);
void npb_graph_run(void *unused);
void npb_graph_end(void);

/* Of n elements in `count` pieces: the start and size of piece i, the largest size, the piece of element i. */
static inline size_t piece_start(size_t n, size_t count, size_t i) { return n * i / count; }
static inline size_t piece_size(size_t n, size_t count, size_t i) { return n * (i + 1) / count - n * i / count; }
static inline size_t piece_most(size_t n, size_t count) { return (n + count - 1) / count; }
static inline size_t piece_of(size_t n, size_t count, size_t i) { return ((i + 1) * count - 1) / n; }

/* My rows y of A; my y and z of B. */
static inline size_t my_rows(const grid_t *q) { return piece_size(q->ny, q->cols, q->py); }
static inline size_t my_ys(const grid_t *q) { return piece_size(q->ny, q->rows, q->px); }
static inline size_t my_zs(const grid_t *q) { return piece_size(q->zc, q->cols, q->py); }
/* Row y of my piece in plane g of A; row y of my piece at x in B. */
static inline complex_t *row_a(const grid_t *q, size_t g, size_t y) {
  return q->my_a + g * q->rows * q->x_pitch + y * q->a_pitch;
}
static inline complex_t *row_b(const grid_t *q, size_t x, size_t y) {
  return q->my_b + x * q->x_pitch + y * q->b_pitch;
}

#endif
