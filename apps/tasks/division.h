/* SPDX-License-Identifier: BSD-3-Clause
 * division.h: which tiles of strassen's matrices each node has, and which products it computes, as plain arithmetic. A
 * *party* is thread 0 with all threads near it, or a thread far from thread 0, by itself. It has some tiles of A, B and
 * C, and computes some of the rows of all products. What it computes of a tile of C that another party has, it sends
 * there. */
#ifndef DIVISION_H
#define DIVISION_H

#include <stddef.h>
#include "arithmetic.h"

typedef enum { A, B, C, MATRICES } matrix_t;

/* A part of a tile of C, which party `from` sends to party `to`: of all parts that `to` gets, that of this number. */
typedef struct { int tile, from, to, number; } part_t;

/* Tables for all parties. Party `parties` is that of far threads for which nothing is left: it computes nothing. */
enum { MOST_PARTIES = TILES };
typedef struct {
  size_t side;                     /* rows of a tile */
  int parties;
  size_t first_row[MOST_PARTIES + 2];                             /* a party's rows of products: up to the next one's */
  int owner[MATRICES][TILES];                                     /* the party that has the tile */
  unsigned char computes[MOST_PARTIES + 1][PRODUCTS];             /* some rows of the product? */
  unsigned char uses[MOST_PARTIES + 1][MATRICES][TILES];          /* reads the tile of A or B, or adds to that of C? */
  part_t part[MOST_PARTIES * TILES];
  int parts;
} division_t;

/* The tables for parties that compute in proportion to their numbers of threads. */
void divide(division_t *d, size_t side, int parties, const int *threads);

#endif
