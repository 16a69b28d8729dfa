/* SPDX-License-Identifier: BSD-3-Clause
 * turns.h: long computations in pieces. Between two pieces the library gets a turn, so that calls in flight go on. Far
 * threads may wait for what this thread is to pass on to them; they wait no longer than a piece takes. Pieces cost
 * something, since BLAS packs an operand again for each of them. So a computation is cut only while calls are in
 * flight. */
#ifndef TURNS_H
#define TURNS_H

#include <stddef.h>

/* What gives the library a turn, and returns 1 if calls are still in flight. Null: there are none. */
typedef int app_turn_t(void *data);
void app_set_turn(app_turn_t *turn, void *data);

/* Gives the library a turn. Returns how many of the `left` parts of a computation are the next piece: `most` at most
 * if calls are in flight, else all. */
size_t app_piece(size_t left, size_t most);

/* The columns of a piece of a matrix product with this number of rows, or its rows with this number of columns: as few
 * as dgemm does at nearly its full speed. With 500 rows, pieces of APP_LEAST_PIECE columns take at most 2 % more time
 * than the whole product. To measure it again: apps/matmul with another number here, on a grid of two threads. */
enum { APP_LEAST_PIECE = 128 };
static inline size_t app_product_piece(size_t other) {
  return other / 4 < APP_LEAST_PIECE ? APP_LEAST_PIECE : other / 4;
}

#endif
