/* SPDX-License-Identifier: BSD-3-Clause
 * Table 2 of A. Soviani and J. P. Singh, "Optimizing Communication Scheduling using Dataflow Semantics": NAS FT on
 * slabs, as a graph of steps. Comments have the lines of their coordination language. A field of complex numbers is
 * transformed, decays, and is transformed back in each iteration, and some of its elements are summed up. `lay1d` says
 * in which layout: both are in the graph, and only what the one that runs reads is sent. The sums are compared with
 * those of the definition. Transforms are made by the definition too, to keep the program short.
 *
 *   upcc -O2 table2.upc -o table2 -lm && upcrun -n 4 ./table2 1     the layout: 1 or 2 dimensions
 * flags: -lm
 */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_stride_graph.h>

typedef double complex complex_t;
enum { X, Y, Z, ITERATIONS = 5, SUMMED = 64, SLABS = 2 }; /* slabs of a thread */

static const long long extent[3] = {8, 12, 16}, one = 1, sums_extent = ITERATIONS;
static const int dimension[3] = {X, Y, Z};
static int layout = 1, wrong;

static complex_t *at(const upc_stride_operand_t *v, long long x, long long y, long long z) {
  return upc_stride_element(v, x, y, z, 0);
}

static complex_t root(long long k, long long n) { return cexp(2 * M_PI * I * (double)(k % n) / (double)n); }

/* ---- the sequential computations ---- */

static complex_t initial(long long x, long long y, long long z) {
  return sin((double)(x * x + 3 * y + 7 * z)) + I * cos((double)(5 * x + y * z));
}

static double decay(int t, long long x, long long y, long long z) {
  return exp(-1e-3 * t * (double)(x * x + y * y + z * z));
}

static void lay1d_set(const upc_stride_part_t *p, void *unused) { *(int *)p->operand[0].data = layout == 1; }

static void init_checksums(const upc_stride_part_t *p, void *unused) {
  for (long long i = 0; i < ITERATIONS; i++) *(complex_t *)upc_stride_element(&p->operand[0], i, 0, 0, 0) = 0;
}

static void compute_init_cond(const upc_stride_part_t *p, void *unused) {
  const upc_stride_box_t *b = &p->operand[0].box;
  for (long long x = b->lo[X]; x < b->hi[X]; x++)
    for (long long y = b->lo[Y]; y < b->hi[Y]; y++)
      for (long long z = b->lo[Z]; z < b->hi[Z]; z++) *at(&p->operand[0], x, y, z) = initial(x, y, z);
}

/* cffts1, cffts2, cffts3 (A[dom] -> B[dom]): along x, y or z; `direction` +1 is back. */
static void line(const complex_t *from, ptrdiff_t from_step, complex_t *to, ptrdiff_t to_step, long long n,
                 int direction) {
  for (long long k = 0; k < n; k++) {
    complex_t sum = 0;
    for (long long j = 0; j < n; j++) sum += from[j * from_step] * root(direction * ((j * k) % n) + n, n);
    to[k * to_step] = direction > 0 ? sum / (double)n : sum;
  }
}

static void transform(const upc_stride_part_t *p, int along, int direction) {
  const upc_stride_operand_t *a = &p->operand[0], *b = &p->operand[1];
  const ptrdiff_t from_step = a->stride[along] / (ptrdiff_t)sizeof(complex_t);
  const ptrdiff_t to_step = b->stride[along] / (ptrdiff_t)sizeof(complex_t);
  upc_stride_box_t box = b->box;
  box.hi[along] = box.lo[along] + 1;
  for (long long x = box.lo[X]; x < box.hi[X]; x++)
    for (long long y = box.lo[Y]; y < box.hi[Y]; y++)
      for (long long z = box.lo[Z]; z < box.hi[Z]; z++)
        line(at(a, x, y, z), from_step, at(b, x, y, z), to_step, extent[along], direction);
}

static void forward(const upc_stride_part_t *p, void *along) { transform(p, *(const int *)along, -1); }
static void back(const upc_stride_part_t *p, void *along) { transform(p, *(const int *)along, 1); }

/* evolve (sp, iter, u1[dom2] -> u2[dom2]) */
static void evolve(const upc_stride_part_t *p, void *unused) {
  const upc_stride_box_t *b = &p->operand[1].box;
  for (long long x = b->lo[X]; x < b->hi[X]; x++)
    for (long long y = b->lo[Y]; y < b->hi[Y]; y++)
      for (long long z = b->lo[Z]; z < b->hi[Z]; z++)
        *at(&p->operand[1], x, y, z) = *at(&p->operand[0], x, y, z) * decay(p->iteration + 1, x, y, z);
}

/* The elements (j mod 8, 3 j mod 12, 5 j mod 16) of a box. */
static void checksum(const upc_stride_part_t *p, void *unused) {
  const upc_stride_box_t *b = &p->operand[0].box;
  complex_t sum = 0;
  for (long long j = 1; j <= SUMMED; j++) {
    const long long x = j % extent[X], y = 3 * j % extent[Y], z = 5 * j % extent[Z];
    if (x >= b->lo[X] && x < b->hi[X] && y >= b->lo[Y] && y < b->hi[Y] && z >= b->lo[Z] && z < b->hi[Z])
      sum += *at(&p->operand[0], x, y, z);
  }
  *(complex_t *)p->operand[1].data = sum;
}

/* checksum (iter, .., cksum -> cksum2), on one thread: the sums so far, and that of this iteration. */
static void sumproc(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *of_parts = &p->operand[0], *before = &p->operand[1], *after = &p->operand[2];
  complex_t sum = 0;
  for (long long i = 0; i < of_parts->box.hi[0]; i++) sum += *(complex_t *)upc_stride_element(of_parts, i, 0, 0, 0);
  for (long long i = 0; i < ITERATIONS; i++)
    *(complex_t *)upc_stride_element(after, i, 0, 0, 0) =
        i == p->iteration ? sum : *(complex_t *)upc_stride_element(before, i, 0, 0, 0);
}

/* econd (niter, iter -> cond) */
static void econd(const upc_stride_part_t *p, void *unused) {
  *(int *)p->operand[0].data = p->iteration + 1 < ITERATIONS;
}

/* verify (sp, cksum2[ONE1] -> success[ONE1]): by the definition. */
static complex_t element(const complex_t *spectrum, int t, long long x, long long y, long long z) {
  complex_t sum = 0;
  for (long long i = 0; i < extent[X]; i++)
    for (long long j = 0; j < extent[Y]; j++)
      for (long long k = 0; k < extent[Z]; k++)
        sum += spectrum[(i * extent[Y] + j) * extent[Z] + k] * decay(t, i, j, k) * root(i * x, extent[X]) *
               root(j * y, extent[Y]) * root(k * z, extent[Z]);
  return sum / (double)(extent[X] * extent[Y] * extent[Z]);
}

static void verify(const upc_stride_part_t *p, void *unused) {
  const long long n = extent[X] * extent[Y] * extent[Z];
  complex_t *spectrum = calloc((size_t)n, sizeof *spectrum);
  double error = 0;
  for (long long s = 0; s < n; s++)
    for (long long e = 0; e < n; e++)
      spectrum[s] += initial(e / extent[Z] / extent[Y], e / extent[Z] % extent[Y], e % extent[Z]) *
                     conj(root(s / extent[Z] / extent[Y] * (e / extent[Z] / extent[Y]), extent[X]) *
                          root(s / extent[Z] % extent[Y] * (e / extent[Z] % extent[Y]), extent[Y]) *
                          root(s % extent[Z] * (e % extent[Z]), extent[Z]));
  for (int t = 1; t <= ITERATIONS; t++) {
    complex_t sum = 0;
    for (long long j = 1; j <= SUMMED; j++)
      sum += element(spectrum, t, j % extent[X], 3 * j % extent[Y], 5 * j % extent[Z]);
    error += cabs(sum - *(complex_t *)upc_stride_element(&p->operand[0], t - 1, 0, 0, 0));
  }
  wrong = !(error < 1e-9);
  printf("layout of %d dimension%s, %d iterations: %s\n", layout, layout == 1 ? "" : "s", p->iteration + 1,
         wrong ? "WRONG" : "verified");
  free(spectrum);
}

/* ---- the dataflow ---- */

static upc_stride_graph_t *g;

static int vector(const char *name) { return upc_stride_graph_value(g, name, sizeof(complex_t), 3, extent); }

static int computation(const char *name, upc_stride_graph_function_t *f, int along, int when, int from, int to,
                       const upc_stride_distribution_t *d) {
  const int step = upc_stride_graph_step(g, name, f, (void *)&dimension[along], when);
  upc_stride_graph_reads(g, step, from, d);
  upc_stride_graph_writes(g, step, to, d);
  return step;
}

static upc_stride_distribution_t *blocks(int x, int y, int z) {
  const int grid[3] = {x, y, z};
  return upc_stride_distribution_blocks(3, extent, grid, THREADS);
}

int main(int argc, char **argv) {
  const long long parts = THREADS * SLABS;
  /* const PartRange3D dom0[ALLn], dom2[ALLn]; MPartRange3D mdom0[ALLn], mdom1[ALLn] */
  upc_stride_distribution_t *dom2 = blocks(1, THREADS, 1);                   /* z and x are whole */
  upc_stride_distribution_t *dom0 = blocks(1, 1, THREADS), *mdom0 = blocks(1, 1, (int)parts); /* x and y are whole */
  upc_stride_distribution_t *mdom1 = blocks((int)parts, 1, 1);               /* y and z are whole */
  upc_stride_distribution_t *of_parts = upc_stride_distribution_slabs(1, &parts, 0, (int)parts, THREADS);
  upc_stride_distribution_t *all_parts = upc_stride_distribution_slabs(1, &parts, 0, 1, THREADS);
  upc_stride_distribution_t *one1 = upc_stride_distribution_slabs(1, &sums_extent, 0, 1, THREADS);
  upc_stride_distribution_t *all1 = upc_stride_distribution_replicated(1, &one, THREADS);
  int lay1d, u0, h1, h2, u1, u2, B, C, D, sums, cksum, cksum2, cond, step;
  if (argc > 1) layout = atoi(argv[1]);
  g = upc_stride_graph_new();
  lay1d = upc_stride_graph_value(g, "lay1d", sizeof(int), 1, &one);
  cond = upc_stride_graph_value(g, "cond", sizeof(int), 1, &one);
  sums = upc_stride_graph_value(g, "sums", sizeof(complex_t), 1, &parts);
  cksum = upc_stride_graph_value(g, "cksum", sizeof(complex_t), 1, &sums_extent);
  cksum2 = upc_stride_graph_value(g, "cksum2", sizeof(complex_t), 1, &sums_extent);
  u0 = vector("u0"), h1 = vector("h1"), h2 = vector("h2"), u1 = vector("u1"), u2 = vector("u2");
  B = vector("B"), C = vector("C"), D = vector("D");

  step = upc_stride_graph_step(g, "lay1d", lay1d_set, NULL, UPC_STRIDE_FIRST);
  upc_stride_graph_writes(g, step, lay1d, all1);
  step = upc_stride_graph_step(g, "init_checksums", init_checksums, NULL, UPC_STRIDE_FIRST);
  upc_stride_graph_writes(g, step, cksum, one1);
  step = upc_stride_graph_step(g, "compute_init_cond", compute_init_cond, NULL, UPC_STRIDE_FIRST);
  upc_stride_graph_writes(g, step, u0, dom0);
  /* fft (u0[dom0] -> u1[dom2]) */
  computation("cffts1", forward, X, UPC_STRIDE_FIRST, u0, h1, dom0);
  computation("cffts2", forward, Y, UPC_STRIDE_FIRST, h1, h2, dom0);
  computation("cffts3", forward, Z, UPC_STRIDE_FIRST, h2, u1, dom2);

  /* loop (iter, cond; cksum[ONE1] -> cksum2[ONE1]) */
  upc_stride_graph_carry(g, cksum2, cksum);
  computation("evolve", evolve, X, UPC_STRIDE_EACH, u1, u2, dom2);
  /* ifft (u2[dom2] -> D[dom0]) */
  computation("back 3", back, Z, UPC_STRIDE_EACH, u2, B, dom2);
  /* if (lay1d, B[dom2] -> D[dom0]) { .. } else { .. } */
  upc_stride_graph_if(g, computation("back 2, slabs of z", back, Y, UPC_STRIDE_EACH, B, C, mdom0), lay1d);
  upc_stride_graph_if(g, computation("back 1, slabs of z", back, X, UPC_STRIDE_EACH, C, D, mdom0), lay1d);
  upc_stride_graph_unless(g, computation("back 2, slabs of x", back, Y, UPC_STRIDE_EACH, B, C, mdom1), lay1d);
  upc_stride_graph_unless(g, computation("back 1, again slabs of z", back, X, UPC_STRIDE_EACH, C, D, mdom0), lay1d);
  step = upc_stride_graph_step(g, "checksum", checksum, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_reads(g, step, D, mdom0);
  upc_stride_graph_writes(g, step, sums, of_parts);
  step = upc_stride_graph_step(g, "sumproc", sumproc, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_reads(g, step, sums, all_parts);
  upc_stride_graph_reads(g, step, cksum, one1);
  upc_stride_graph_writes(g, step, cksum2, one1);
  step = upc_stride_graph_step(g, "econd", econd, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_writes(g, step, cond, all1);
  upc_stride_graph_while(g, cond);

  step = upc_stride_graph_step(g, "verify", verify, NULL, UPC_STRIDE_LAST);
  upc_stride_graph_reads(g, step, cksum2, one1);
  upc_stride_graph_run(g, 1000);
  upc_stride_graph_free(g);
  return wrong;
}
