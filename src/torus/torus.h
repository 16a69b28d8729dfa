/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The machine's torus, where UPC_STRIDE_TORUS describes one: the place of each thread. Plain arithmetic.
 *
 * UPC_STRIDE_TORUS=4x4x4x2 has the sizes of X, Y, Z and T. X, Y and Z are rings of links; T counts the threads of a
 * node, which share its links. UPC_STRIDE_MAP=XT,YZ says which letters make up each dimension of the grid, the first
 * one slowest. So 128 threads have a grid of 8 x 16; grid row 5 is x = 2, t = 1, and grid column 7 is y = 1, z = 3.
 *
 * A letter of the map may be
 *   X        the whole letter
 *   X/8      x / 8: the rest of the letter without its 8 lowest values, one place for each 8
 *   X%8      x % 8: eight successive places. X/8 and X%8 together are X, and X%8/2 and X%2 are X%8
 *   in small letters: backwards wherever the number before it in the same dimension is odd. So "Yz" goes back and forth
 *            along z, and successive columns are always neighbours: 0 1 2 3, then 7 6 5 4.
 * Each place must come out exactly once.
 */
#ifndef UPC_STRIDE_TORUS_H
#define UPC_STRIDE_TORUS_H

enum {
  UPC_STRIDE_LETTERS = 4,             /* X Y Z T                                                       */
  UPC_STRIDE_LINK_LETTERS = 3,        /* those with links                                              */
  UPC_STRIDE_DIGITS = 16              /* of a map, at most                                             */
};

/* A letter of the map, or a part of one: a digit of thread numbers. The first digit is the slowest. */
typedef struct upc_stride_digit {
  int letter;                         /* 0 to 3                                                        */
  int size, divisor;                  /* it has values 0..size-1, each worth `divisor` places          */
  int ring;                           /* 1: the last value is next to the first                        */
  int back;                           /* 1: backwards where the number before it is odd                */
  int dimension;                      /* of the grid                                                   */
} upc_stride_digit_t;

typedef struct upc_stride_torus {
  int size[UPC_STRIDE_LETTERS];       /* 1 where it has fewer                                          */
  int digits, dimensions;             /* of the map; of the grid                                       */
  upc_stride_digit_t digit[UPC_STRIDE_DIGITS];
} upc_stride_torus_t;

/* The torus of the environment; null: none is described. */
const upc_stride_torus_t *upc_stride_torus(void);

/* Reads the variables. Returns null, or what is wrong with them for a job of `threads` threads. */
const char *upc_stride_torus_wrong(int threads);

/* Takes this description instead of the environment's; null for either: not set. */
void upc_stride_torus_set(const char *torus, const char *map);

/* The places of a torus, and of one dimension of the grid. */
double upc_stride_torus_places(const upc_stride_torus_t *M);
int upc_stride_torus_extent(const upc_stride_torus_t *M, int dimension);

/* The place of a thread, and the thread at a place. */
void upc_stride_torus_place(const upc_stride_torus_t *M, int thread, int *place);
int upc_stride_torus_thread(const upc_stride_torus_t *M, const int *place);

/* ---- the map (torus_map.c) ---- */

/* Reads a map for M's sizes; null: one letter for each dimension. Returns 1, or 0 and what is wrong. */
int upc_stride_torus_map(upc_stride_torus_t *M, const char *map, const char **wrong);

/* The number that digits make up which begin a dimension of the grid: 1 if it is odd. `value` has those before i. */
int upc_stride_torus_odd_before(const upc_stride_torus_t *M, const int *value, int i);

/* What messages cost on a torus: hops, and the load of each link. By arithmetic: a message goes first along X, then
 * along Y, then along Z, each time the shorter way round. Half way round it goes up from even places and down from
 * odd ones. Nothing is simulated: the load of a link is the sum of the bytes that pass it. Neighbours have a link in
 * each direction. */

typedef struct upc_stride_links {
  int size[UPC_STRIDE_LINK_LETTERS];
  double *load;                       /* of link ((node * 3 + letter) * 2 + direction), 0: up, 1: down */
} upc_stride_links_t;

void upc_stride_links_start(upc_stride_links_t *L, const int *size); /* no load yet */
void upc_stride_links_end(upc_stride_links_t *L);

/* A message from a place to another one. */
void upc_stride_links_add(upc_stride_links_t *L, const int *from, const int *to, double bytes);

/* Calls a function with each link of its way, by the number of its load. */
void upc_stride_links_each(const int *size, const int *from, const int *to, void (*each)(void *context, int link),
                           void *context);

/* The load of the busiest link, and the sum of all. */
double upc_stride_links_busiest(const upc_stride_links_t *L);
double upc_stride_links_sum(const upc_stride_links_t *L);

/* The hops between two places. */
int upc_stride_hops(const int *size, const int *from, const int *to);

#endif
