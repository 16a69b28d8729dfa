/* SPDX-License-Identifier: BSD-3-Clause
 * arithmetic.h: what the tasks compute, in plain C and without tasks. The peers (bench/apps/tasks_openmp.c,
 * bench/apps/tasks_tbb.cpp) compute the same. */
#ifndef ARITHMETIC_H
#define ARITHMETIC_H

#include <math.h>
#include <string.h>

/* ---- Empty calls: what creating tasks costs, in the forms of M. Weiland and T. Haddow, Performance Evaluation of
 * Chapel's Task Parallel Features (2009). */
enum { CALLS = 8 };

/* ---- N-Queens: in how many ways can n queens stand on a board of n x n, so that none attacks another? */

/* A row of the board, one bit for each column: those without a queen above, those attacked along both diagonals, and
 * those still to be tried. */
typedef struct { unsigned open, left, right, untried; } row_t;
enum { MOST_ROWS = 32 };

/* Rows are handed over by address: clang hands over a struct of this size in two registers, and then also computes with
 * pairs of members, which takes longer. */
static inline void find_row_below(row_t *below, const row_t *row, unsigned queen) {
  below->open = row->open & ~queen;
  below->left = (row->left | queen) << 1;
  below->right = (row->right | queen) >> 1;
  below->untried = below->open & ~(below->left | below->right);
}

/* The ways to place queens in this row and in those below. Without recursion, which compilers unfold to different
 * depths: this program compares tasks. */
static inline long queens(const row_t *first) {
  row_t row = *first, below;
  row_t above[MOST_ROWS];          /* the rows above that have columns to be tried */
  int rows = 0;
  long count = 0;
  if (row.untried == 0) return 0;
  for (;;) {
    const unsigned queen = row.untried & -row.untried;
    find_row_below(&below, &row, queen);
    row.untried ^= queen;
    if (below.untried != 0) {
      if (row.untried != 0) above[rows++] = row;
      row = below;
      continue;
    }
    count += below.open == 0;      /* this was the last row, or no way goes on from here */
    if (row.untried != 0) continue;
    if (rows == 0) return count;
    row = above[--rows];
  }
}

/* The ways with the first queens in columns i and j of the first two rows. */
static inline long queens_from(int n, int i, int j) {
  row_t first = {(1u << n) - 1, 0, 0, 0}, second, third;
  find_row_below(&second, &first, 1u << i);
  find_row_below(&third, &second, 1u << j);
  return second.untried >> j & 1 ? queens(&third) : 0;
}

/* ---- Mandelbrot: n x n points in 8 x 8 parts, some of which take much longer than others: one of the 64 takes a
 * twelfth of the whole time. So a part is computed in strips of rows, a task for each. */
enum { PARTS = 8, STRIPS = 8, MOST_STEPS = 255 };

/* The rows of a strip: from the row of the first one to that of the next. */
static inline int strip_row(int n, int part, int strip) {
  return part / PARTS * (n / PARTS) + n / PARTS * strip / STRIPS;
}

/* A square of the plane: its least x and y, and its side. */
typedef struct square {
  double x, y, side;
} square_t;

static const square_t WHOLE_SET = {-2.25, -1.5, 3};

static inline unsigned char mandelbrot(square_t in, int n, int row, int column) {
  const double x0 = in.side * column / n + in.x, y0 = in.side * row / n + in.y;
  double x = 0, y = 0;
  int k = 0;
  for (; k < MOST_STEPS && x * x + y * y < 4; k++) {
    const double next = x * x - y * y + x0;
    y = 2 * x * y + y0;
    x = next;
  }
  return (unsigned char)k;
}

/* ---- Pi: the integral of 4 / (1 + x^2) over 0..1 by n points, in parts */
enum { PI_PARTS = 64 };

static inline double pi_share(long n, int part, int parts) {
  const long from = n * part / parts, to = n * (part + 1) / parts;
  double sum = 0;
  long i;
  for (i = from; i < to; i++) {
    const double x = ((double)i + 0.5) / (double)n;
    sum += 4 / (1 + x * x);
  }
  return sum / (double)n;
}

static inline double pi_part(long n, int part) { return pi_share(n, part, PI_PARTS); }

/* ---- Black-Scholes: the value of European call options, in chunks */
enum { CHUNK = 4096 };

static inline double normal(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }

static inline double call_value(double price, double strike, double rate, double volatility, double years) {
  const double spread = volatility * sqrt(years);
  const double d = (log(price / strike) + (rate + 0.5 * volatility * volatility) * years) / spread;
  return price * normal(d) - strike * exp(-rate * years) * normal(d - spread);
}

/* The option number i. */
static inline double option_value(long i) {
  return call_value(10 + (double)(i % 101), 10 + (double)(i % 89), 0.05, 0.1 + 0.01 * (double)(i % 31),
                    0.25 + 0.25 * (double)(i % 13));
}

/* The same by simulation: the prices of a stock over some days, and what options on it are worth. */
enum { DAYS = 91 };
static const double DAYS_OF_YEAR = 365, PRICE = 100, STRIKE = 100, RATE = 0.05, VOLATILITY = 0.2;

typedef struct {
  double average;                  /* sum of the averages of the prices of a simulation           */
  double call, put;                /* sums of what options on this average pay                    */
  double european;                 /* sum of what a call option on the last price pays            */
} simulated_t;

/* A random number above 0 and up to 1 (G. Steele, D. Lea, C. Flood, Fast Splittable Pseudorandom Number Generators,
 * 2014). */
static inline double uniform(unsigned long *state) {
  unsigned long z = *state += 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return (double)(((z ^ z >> 31) >> 11) + 1) * 0x1p-53;
}

/* Simulations from..to - 1. The random numbers of each are its own, so the result does not depend on who computes
 * it. */
static inline simulated_t simulate(long from, long to) {
  const double dt = 1 / DAYS_OF_YEAR, a = 1 + RATE * dt, b = VOLATILITY * sqrt(dt);
  simulated_t sum = {0, 0, 0, 0};
  long i;
  for (i = from; i < to; i++) {
    unsigned long state = (unsigned long)i << 32;
    double s = PRICE, prices = 0, average, second = 0;
    int day;
    for (day = 0; day < DAYS; day++) {
      double normal = second;
      if (day % 2 == 0) {          /* two random numbers at a time (G. Box, M. Muller, 1958) */
        const double radius = sqrt(-2 * log(uniform(&state))), angle = 6.28318530717958648 * uniform(&state);
        normal = radius * cos(angle), second = radius * sin(angle);
      }
      s *= a + normal * b;
      prices += s;
    }
    average = prices / DAYS;
    sum.average += average;
    if (average > STRIKE) sum.call += average - STRIKE;
    else sum.put += STRIKE - average;
    if (s > STRIKE) sum.european += s - STRIKE;
  }
  return sum;
}

/* ---- Strassen's product of matrices, on two levels at once (V. Strassen, Gaussian Elimination is not Optimal, 1969).
 * A matrix has 4 x 4 tiles, in the order of two levels of quarters: tile 4 q + r is the quarter r of the quarter q.
 * Product p = 7 s + t of 49 is that of two sums of tiles, of A and of B. A tile of C is a sum of products. */
enum { TILES = 16, PRODUCTS = 49 };

static const signed char strassen_a[7][4] = {{1, 0, 0, 1}, {0, 0, 1, 1}, {1, 0, 0, 0}, {0, 0, 0, 1},
                                             {1, 1, 0, 0}, {-1, 0, 1, 0}, {0, 1, 0, -1}};
static const signed char strassen_b[7][4] = {{1, 0, 0, 1}, {1, 0, 0, 0}, {0, 1, 0, -1}, {-1, 0, 1, 0},
                                             {0, 0, 0, 1}, {1, 1, 0, 0}, {0, 0, 1, 1}};
static const signed char strassen_c[4][7] = {{1, 0, 0, 1, -1, 0, 1}, {0, 0, 1, 0, 1, 0, 0}, {0, 1, 0, 1, 0, 0, 0},
                                             {1, -1, 1, 0, 0, 1, 0}};

/* The factor of a tile in a product's sum, and of a product in a tile of C. */
static inline int factor_a(int p, int tile) { return strassen_a[p / 7][tile / 4] * strassen_a[p % 7][tile % 4]; }
static inline int factor_b(int p, int tile) { return strassen_b[p / 7][tile / 4] * strassen_b[p % 7][tile % 4]; }
static inline int factor_c(int tile, int p) { return strassen_c[tile / 4][p / 7] * strassen_c[tile % 4][p % 7]; }

/* sum = the sum of four tiles with factors, or sum + that sum if there is one already; `count` elements. */
static inline void add_tiles(double *__restrict sum, int first, const double *factor, const double *const *tile,
                             size_t count) {
  const double *p = tile[0], *q = tile[1], *r = tile[2], *s = tile[3];
  const double e = factor[0], f = factor[1], g = factor[2], h = factor[3];
  size_t i;
  if (first) for (i = 0; i < count; i++) sum[i] = e * p[i] + f * q[i] + g * r[i] + h * s[i];
  else for (i = 0; i < count; i++) sum[i] += e * p[i] + f * q[i] + g * r[i] + h * s[i];
}

/* The sum of the tiles of `from`, of `count` elements each, with the factors of part k; of each tile `number` elements
 * from `first` on. It is in `sum`, or in its place if it is one tile as it is. The sum is made piece by piece in the
 * first cache: so it goes through memory once, however many tiles it has. */
enum { PIECE = 512 };

static inline const double *sum_of_tiles(double *sum, int (*factor)(int k, int tile), int k, int tiles,
                                         const double *from, size_t count, size_t first, size_t number) {
  const double *term[PRODUCTS + 3];
  double factors[PRODUCTS + 3];
  size_t start;
  int tile, terms = 0, i;
  for (tile = 0; tile < tiles; tile++)
    if (factor(k, tile) != 0) term[terms] = from + (size_t)tile * count + first, factors[terms++] = factor(k, tile);
  if (terms == 1 && factors[0] > 0) return term[0];
  for (; terms % 4 != 0; terms++) term[terms] = term[0], factors[terms] = 0;
  for (start = 0; start < number; start += PIECE) {
    const size_t piece = number - start < PIECE ? number - start : PIECE;
    for (i = 0; i < terms; i += 4) {
      const double *const four[4] = {term[i] + start, term[i + 1] + start, term[i + 2] + start, term[i + 3] + start};
      add_tiles(sum + start, i == 0, factors + i, four, piece);
    }
  }
  return sum;
}

/* The products in an order in which neighbours need the same quarters of A and B, and are summed in the same quarters
 * of C. Nodes that divide them each take some that follow each other (division.h). */
static inline int product_at(int position) {
  static const signed char outer[7] = {4, 2, 6, 0, 5, 1, 3}, inner[7] = {0, 2, 6, 4, 5, 1, 3};
  return 7 * outer[position / 7] + inner[position % 7];
}

/* The products are divided by their rows: that at position k has the rows k * side to (k + 1) * side - 1. A task
 * computes those rows of a product that are in from..to - 1. The last tasks each compute some rows of one product: so
 * no thread has a whole product more to compute than the others. This product takes a tile of B as it is
 * (factor_b(32, 15) is 1). */
enum { LAST_POSITION = 3, LAST_PARTS = 4, PRODUCT_TASKS = PRODUCTS - 1 + LAST_PARTS };

typedef struct { int product; size_t row, rows; } product_part_t;

static inline product_part_t product_part(int task, size_t side, size_t from, size_t to) {
  const int is_last = task >= PRODUCTS - 1, last = is_last ? task - (PRODUCTS - 1) : 0;
  const int position = is_last ? LAST_POSITION : (task + LAST_POSITION + 1) % PRODUCTS;
  const size_t start = (size_t)position * side;
  size_t first = start + (is_last ? side * (size_t)last / LAST_PARTS : 0);
  size_t end = start + (is_last ? side * (size_t)(last + 1) / LAST_PARTS : side);
  product_part_t part;
  if (first < from) first = from;
  if (end > to) end = to;
  part.product = product_at(position);
  part.row = first - start;
  part.rows = first < end ? end - first : 0;
  return part;
}

/* The row and column where a tile begins, in tiles. */
static inline int tile_row(int tile) { return tile / 8 * 2 + tile % 4 / 2; }
static inline int tile_column(int tile) { return tile / 4 % 2 * 2 + tile % 2; }

/* The matrices that are multiplied: small whole numbers, so that sums are exact. */
static inline double element_a(size_t i, size_t j) { return (double)((3 * i + 5 * j) % 7) - 3; }
static inline double element_b(size_t i, size_t j) { return (double)((2 * i + 7 * j) % 5) - 2; }

#endif
