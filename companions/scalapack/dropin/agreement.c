/* SPDX-License-Identifier: BSD-3-Clause
 * Whether the library computes a call: all processes must come to the same answer. What each sees alone, such as a
 * wrong leading dimension, is told to all, and so is whether their other arguments are equal. */
#include "dropin.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static enum { UNKNOWN, ABSENT, PRESENT } library; /* alike on all processes */

/* The grid of the latest call, and the thread of each of its places, row by row. */
static dropin_grid_t known;
static int *thread_at;

int dropin_thread_at(int row, int column) { return thread_at[row * known.columns + column]; }

/* ---- the library ---- */

/* On all processes the lowest of their numbers; not negative, since BLACS compares absolute values. They wait in MPI:
 * one that has come may still have to send what it began to send before, by BLACS, and another cannot come until it has
 * that. In the library it would not send. So this comes first in each call. */
static void lowest_of_all(const dropin_call_t *c, int *values, int count) {
  const int one = 1, everybody = -1;
  int unused;
  dropin_blacs.igamn2d(&c->grid.context, "A", " ", &count, &one, values, &count, &unused, &unused, &everybody,
                       &everybody, &everybody);
}

/* 1 if all processes say yes. */
static int all_say(const dropin_call_t *c, int yes) {
  int value = yes != 0;
  lowest_of_all(c, &value, 1);
  return value;
}

/* The processes of the grid become the library's threads, unless the program has made threads of all of them. */
static int start(const dropin_call_t *c) {
  static const upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN};
  const int communicator_of_grid = 10, there = dropin_load(), started = there && dropin_library.initialized();
  int communicator;
  if (!all_say(c, there)) return 0;
  if (all_say(c, started)) return 1;
  if (!all_say(c, !started)) return 0; /* the program has made threads of some processes */
  dropin_blacs.get(&c->grid.context, &communicator_of_grid, &communicator);
  if (dropin_library.init_with(&communicator, "fortran", &options) == 0) return 1;
  dropin_say(dropin_library.last_error());
  return 0;
}

/* A program that ends the library has no more of it. */
static int is_started(const dropin_call_t *c) {
  if (library == UNKNOWN) library = start(c) ? PRESENT : ABSENT;
  return library == PRESENT && dropin_library.initialized();
}

/* ---- arguments ---- */

static uint64_t mixed(uint64_t hash, const void *value, size_t bytes) {
  const unsigned char *byte = value;
  size_t i;
  if (value == NULL) return hash;
  for (i = 0; i < bytes; i++) hash = (hash ^ byte[i]) * 1099511628211u; /* FNV-1a */
  return hash;
}

/* A number for all arguments that must be equal. */
static uint64_t arguments_of(const dropin_call_t *c) {
  const int head[] = {c->letter, c->side, c->uplo, c->transa, c->transb, c->diag, c->m, c->n, c->k, c->right,
                      c->grid.rows, c->grid.columns, c->reason == NULL};
  const size_t scalar = strcmp(c->routine->name, "herk") == 0 ? c->size / 2 : c->size;
  uint64_t hash = mixed(14695981039346656037u, head, sizeof head);
  int i;
  hash = mixed(mixed(hash, c->alpha, scalar), c->beta, scalar);
  hash = mixed(hash, c->routine->name, strlen(c->routine->name));
  for (i = 0; i < OPERANDS; i++) {
    const dropin_operand_t *o = &c->operand[i];
    const dropin_axis_t axes[2] = {o->row, o->column};
    int k;
    for (k = 0; k < 2; k++) {
      const long numbers[] = {axes[k].start, (long)axes[k].count, axes[k].first_size, axes[k].size, axes[k].source};
      hash = mixed(hash, numbers, sizeof numbers);
    }
  }
  return hash ^ hash >> 32;
}

static int is_known(const dropin_grid_t *grid) {
  return thread_at != NULL && grid->rows == known.rows && grid->columns == known.columns && grid->row == known.row &&
         grid->column == known.column;
}

/* Whether all can compute the call, with equal arguments; and whether all have learned the grid. The lowest of a number
 * and the lowest of what it lacks to `most` add up to `most` only if all have the same number. */
enum { CAN, HAS_GRID, NUMBER, LACKS, VALUES };
static int agreed(const dropin_call_t *c, int *has_grid) {
  const int most = INT_MAX, number = (int)(arguments_of(c) & (uint64_t)most);
  int values[VALUES] = {c->reason == NULL, is_known(&c->grid), number, most - number};
  lowest_of_all(c, values, VALUES);
  *has_grid = values[HAS_GRID];
  return values[CAN] && values[LACKS] == most - values[NUMBER];
}

/* All tell where they are in the grid: the library adds up 1,024 bytes at a time. */
static void learn(const dropin_grid_t *grid) {
  const size_t places = (size_t)grid->rows * (size_t)grid->columns, most = 1024 / sizeof(int);
  size_t first;
  int *mine = calloc(places, sizeof *mine);
  free(thread_at);
  thread_at = calloc(places, sizeof *thread_at);
  if (mine == NULL || thread_at == NULL) abort();
  known = *grid;
  mine[grid->row * grid->columns + grid->column] = dropin_library.mythread();
  for (first = 0; first < places; first += most)
    dropin_library.all_reduce_value(thread_at + first, mine + first, places - first < most ? places - first : most,
                                    UPC_ADD, UPC_INT, NULL, NULL);
  free(mine);
}

int dropin_agree(dropin_call_t *c) {
  int mine, processes, can, has_grid;
  dropin_blacs.pinfo(&mine, &processes);
  if (c->grid.rows * c->grid.columns != processes || c->grid.row < 0) {
    c->reason = "a grid that does not have all processes";
    return 0;
  }
  if (!is_started(c)) {
    c->reason = "no libupc_stride";
    return 0;
  }
  if (dropin_library.threads() != processes) {
    c->reason = "a library that does not have all processes";
    return 0;
  }
  can = agreed(c, &has_grid);
  if (c->reason == NULL && !can) c->reason = "processes that differ in their arguments";
  if (c->reason != NULL) return 0;
  if (!has_grid) learn(&c->grid);
  return 1;
}
