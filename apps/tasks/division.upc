/* SPDX-License-Identifier: BSD-3-Clause
 * division.upc: two parties have these quarters, and compute with them alone:
 *
 *      A 0 0     B 1 0     C 0 0     party 0: (A11+A12) B22, A11 (B12-B22)       party 1: A22 (B21-B11), (A21+A22) B11
 *        1 1       1 0       1 1
 *
 * Each gets a quarter of A and two of B. Party 0 also computes (A12-A22) (B21+B22), party 1 (A21-A11) (B11+B12), and
 * each half of (A11+A22) (B11+B22). Each sends its part of a quarter of C to the other one. */
#include "division.h"

/* Where a tile is in its matrix: A and C go row by row of quarters, B column by column from the right. */
static int place(matrix_t m, int tile) {
  static const int by_columns[4] = {2, 0, 3, 1};
  return m == B ? by_columns[tile / 4] * 4 + tile % 4 : tile;
}

static int factor(matrix_t m, int product, int tile) {
  return m == A ? factor_a(product, tile) : m == B ? factor_b(product, tile) : factor_c(tile, product);
}

static void divide_tiles(division_t *d, const int *before) {
  int m, tile, party;
  for (m = A; m < MATRICES; m++)
    for (tile = 0; tile < TILES; tile++)
      for (party = 0; party < d->parties; party++)
        if (TILES * before[party] / before[d->parties] <= place((matrix_t)m, tile)) d->owner[m][tile] = party;
}

static void divide_products(division_t *d, const int *before) {
  const size_t rows = PRODUCTS * d->side;
  int party, position, product, m, tile;
  for (party = 0; party <= d->parties + 1; party++)
    d->first_row[party] = party > d->parties ? rows : rows * (size_t)before[party] / (size_t)before[d->parties];
  for (party = 0; party < d->parties; party++)
    for (position = 0; position < PRODUCTS; position++) {
      const size_t from = (size_t)position * d->side, to = from + d->side;
      product = product_at(position);
      d->computes[party][product] = from < d->first_row[party + 1] && to > d->first_row[party];
      for (m = A; m < MATRICES; m++)
        for (tile = 0; tile < TILES; tile++)
          if (d->computes[party][product] && factor((matrix_t)m, product, tile) != 0) d->uses[party][m][tile] = 1;
    }
}

static void list_parts(division_t *d) {
  int number[MOST_PARTIES] = {0}, tile, from;
  for (tile = 0; tile < TILES; tile++)
    for (from = 0; from < d->parties; from++) {
      const int to = d->owner[C][tile];
      part_t *p = &d->part[d->parts];
      if (from == to || !d->uses[from][C][tile]) continue;
      p->tile = tile, p->from = from, p->to = to, p->number = number[to]++;
      d->parts++;
    }
}

void divide(division_t *d, size_t side, int parties, const int *threads) {
  int before[MOST_PARTIES + 1] = {0}, party;
  d->side = side, d->parties = parties;
  for (party = 0; party < parties; party++) before[party + 1] = before[party] + threads[party];
  divide_tiles(d, before);
  divide_products(d, before);
  list_parts(d);
}
