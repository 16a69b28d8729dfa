/* SPDX-License-Identifier: BSD-3-Clause
 * mandelbrot.upc: the Mandelbrot set in 8 x 8 parts, a task for each strip of a part. The picture lies part by part, so
 * that the points of a strip are contiguous. */
#include <stdlib.h>
#include <upc_castable.h>
#include <upc_nb.h>
#include "tasks.h"
#include "arithmetic.h"

static shared [] unsigned char *shared given; /* thread 0's picture, for all */
static shared [] unsigned char *mine;         /* the same, or on a far thread its copy */
static square_t square;                       /* the part of the plane that is drawn */

size_t place_of_point(int n, int row, int column) {
  const size_t side = (size_t)n / PARTS, part = (size_t)row / side * PARTS + (size_t)column / side;
  return part * side * side + (size_t)row % side * side + (size_t)column % side;
}

static void prepare(problem_t *q) {
  const size_t bytes = (size_t)q->n * (size_t)q->n;
  q->bytes = (double)bytes;
  if (MYTHREAD == 0) given = upc_alloc(bytes);
  upc_barrier;
  q->image = given;
  square = q->square;
  mine = copy_near(given, bytes);
}

static void compute(shared [] unsigned char *image, int n, int part, int strip) {
  const int side = n / PARTS, left = part % PARTS * side, end = strip_row(n, part, strip + 1);
  unsigned char *point;
  int i = strip_row(n, part, strip), j;
  if (i == end) return;
  point = upc_cast(image + place_of_point(n, i, left));
  for (; i < end; i++)
    for (j = 0; j < side; j++) *point++ = mandelbrot(square, n, i, left + j);
}

static void send_strip(shared [] unsigned char *image, shared [] unsigned char *to, int n, int part, int strip) {
  const int side = n / PARTS, i = strip_row(n, part, strip), rows = strip_row(n, part, strip + 1) - i;
  if (rows > 0) send_copy(image, to, place_of_point(n, i, part % PARTS * side), (size_t)rows * (size_t)side);
}

/* A thread has each THREADS-th strip: strips that lie together take similar times. */
static void run(problem_t *q) {
  const int n = (int)q->n;
  shared [] unsigned char *all = q->image;
  upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) {
    shared [] unsigned char *image = mine;
    int k;
    upc_sync {
      for (k = t; k < PARTS * PARTS * STRIPS; k += THREADS) upc_begin { compute(image, n, k / STRIPS, k % STRIPS); }
    }
    for (k = t; k < PARTS * PARTS * STRIPS; k += THREADS) send_strip(image, all, n, k / STRIPS, k % STRIPS);
    upc_synci();
  }
}

/* As the paper prints it: a task for each of the 64 parts. They run on thread 0's node. */
static void run_parts(problem_t *q) {
  const int n = (int)q->n;
  shared [] unsigned char *image = q->image;
  upc_coforall (int k = 0; k < PARTS * PARTS; k++) {
    int strip;
    for (strip = 0; strip < STRIPS; strip++) compute(image, n, k, strip);
  }
}

/* The wrong points among each 97th. */
static double error(const problem_t *q) {
  const size_t n = (size_t)q->n;
  double wrong = 0;
  size_t k;
  if (MYTHREAD > 0) return 0;
  for (k = 0; k < n * n; k += 97) {
    const int row = (int)(k / n), column = (int)(k % n);
    wrong += q->image[place_of_point((int)n, row, column)] != mandelbrot(square, (int)n, row, column);
  }
  return wrong;
}

static double points(double n) { return n * n; }

const program_t mandelbrot_program = {"mandelbrot", "N x N points, N a multiple of 8", 2048, PARTS, 32768, PARTS,
                                      "Gpoints/s", "gpoints", points, prepare, run, error, 0.5};

const program_t mandelbrot_parts_program = {"mandelbrot-parts", "mandelbrot, a task for each of 64 parts", 2048, PARTS,
                                            32768, PARTS, "Gpoints/s", "gpoints", points, prepare, run_parts, error,
                                            0.5};
