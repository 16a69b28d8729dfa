/* SPDX-License-Identifier: BSD-3-Clause
 * mandelbrot.upc: the Mandelbrot set in 8 x 8 parts, a task for each strip of a part. */
#include <stdlib.h>
#include <upc_nb.h>
#include "tasks.h"
#include "arithmetic.h"

static shared [] unsigned char *shared given; /* thread 0's picture, for all */

static void prepare(problem_t *q) {
  q->bytes = (double)q->n * (double)q->n;
  if (MYTHREAD == 0) given = upc_alloc((size_t)q->n * (size_t)q->n);
  upc_barrier;
  q->image = given;
}

/* A far thread 0 that computes takes rows when one of its tasks ends. So a task waits for all its rows together. */
static void compute(shared [] unsigned char *image, int n, int part, int strip) {
  static unsigned char rows[32768 / PARTS / STRIPS][32768 / PARTS];
  const int side = n / PARTS, left = part % PARTS * side, end = strip_row(n, part, strip + 1);
  int i = strip_row(n, part, strip), j;
  unsigned char *row = rows[0];
  for (; i < end; i++, row += sizeof rows[0]) {
    for (j = 0; j < side; j++) row[j] = mandelbrot(n, i, left + j);
    upc_memput_nbi(image + (size_t)i * (size_t)n + left, row, (size_t)side);
  }
  upc_synci();
}

static void run(problem_t *q) {
  const int n = (int)q->n;
  shared [] unsigned char *image = q->image;
  upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) {
    int part, strip;
    for (part = t; part < PARTS * PARTS; part += THREADS)
      for (strip = 0; strip < STRIPS; strip++) upc_begin { compute(image, n, part, strip); }
  }
}

/* The wrong points among each 97th. */
static double error(const problem_t *q) {
  const size_t n = (size_t)q->n;
  double wrong = 0;
  size_t k;
  if (MYTHREAD > 0) return 0;
  for (k = 0; k < n * n; k += 97) wrong += q->image[k] != mandelbrot((int)n, (int)(k / n), (int)(k % n));
  return wrong;
}

static double points(double n) { return n * n; }

const program_t mandelbrot_program = {"mandelbrot", "N x N points, N a multiple of 8", 2048, PARTS, 32768, PARTS,
                                      "Gpoints/s", "gpoints", points, prepare, run, error, 0.5};
