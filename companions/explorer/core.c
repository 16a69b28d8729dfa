/* SPDX-License-Identifier: BSD-3-Clause
 * What the page calls: upc-stride-show itself, with the arguments of a command line, and, after that, the blocks of the
 * array that it was asked for. One instance of the module answers one command line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/whole_file.h"
#include "show/show.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { MOST_ARGUMENTS = 64 };

char *program_invocation_short_name = "upc-stride-show";

int main(int argc, char **argv);

/* There are no files to write: --svg goes to standard output, --open is the page itself, and flows need two files. */
int whole_file_open(whole_file_t *w, const char *name) {
  (void)name;
  w->file = stdout;
  return 0;
}
int whole_file_close(whole_file_t *w) { (void)w; return 0; }
void open_page(const request_t *r) { (void)r; }
void draw_flow(const char *graph, const char *trace) { (void)graph, (void)trace; }

/* Memory for the page to write to. */
EXPORT(room) void *explorer_room(int bytes) { return calloc((size_t)bytes, 1); }

/* `line`: the arguments, each with a zero behind it. */
EXPORT(show) int explorer_show(char *line, int count) {
  static char *argv[MOST_ARGUMENTS + 2] = {"upc-stride-show"};
  for (int i = 1; i <= count && i <= MOST_ARGUMENTS; i++, line += strlen(line) + 1) argv[i] = line;
  int status = main(1 + (count < MOST_ARGUMENTS ? count : MOST_ARGUMENTS), argv);
  fflush(stdout);
  return status;
}

/* Coordinates of a block: of plane `plane` of the array, row and column of its last two dimensions. */
static void place(double plane, double row, double column, size_t *c) {
  const int n = picture.layout.ndims;
  size_t rest = (size_t)plane;
  for (int k = n - 3; k >= 0; k--) c[k] = rest % picture.layout.nblocks[k], rest /= picture.layout.nblocks[k];
  if (n > 1) c[n - 2] = (size_t)row;
  c[n - 1] = (size_t)column;
}

/* Does the section's interval of dimension k pick i? */
static upc_stride_bounds_t bounds_of(int k) {
  static const upc_stride_interval_t all = {UPC_STRIDE_INTERVAL_ALL, 0, 1, 0};
  return upc_stride_bounds(k < picture.intervals ? &picture.interval[k] : &all, picture.layout.nblocks[k]);
}
static int picks(upc_stride_bounds_t b, size_t i) {
  long long steps = ((long long)i - b.lo) / b.step;
  return steps >= 0 && steps <= (b.hi - b.lo) / b.step && b.lo + steps * b.step == (long long)i;
}

/* The owners of rows x columns blocks, from (row, column) on, every `step` one; a block outside of the section is
 * -1 - owner. A step between blocks need not be whole. */
EXPORT(owners) void explorer_owners(int *out, double plane, double row, double column, int rows, int columns,
                                    double row_step, double column_step) {
  const int last = picture.layout.ndims - 1;
  const upc_stride_bounds_t across = bounds_of(last);
  size_t c[UPC_STRIDE_MAX_DIMS];
  for (int i = 0; i < rows; i++) {
    int picked = 1;
    place(plane, row + i * row_step, column, c);
    for (int k = 0; k < last; k++) picked &= picks(bounds_of(k), c[k]);
    for (int j = 0; j < columns; j++) {
      c[last] = (size_t)(column + j * column_step);
      int owner = owner_of(&picture, c);
      *out++ = picked && picks(across, c[last]) ? owner : -1 - owner;
    }
  }
}

/* A block in words; they stay until the next call. */
EXPORT(block) const char *explorer_block(double plane, double row, double column) {
  static char words[900];
  size_t c[UPC_STRIDE_MAX_DIMS];
  place(plane, row, column, c);
  describe_block(&picture, c, words, sizeof words);
  return words;
}
