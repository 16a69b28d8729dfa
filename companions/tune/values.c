/* SPDX-License-Identifier: BSD-3-Clause
 * Tuned values (base/tuned.h). A value is tried at its default and at two and four times more and less. The measuring
 * program reads it from a file of rules; the calls of its row tell how good it is. The candidates alternate, so that
 * other load affects all of them alike. A value other than the default must be 5 % better. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/tuned.h"
#include "common/mistake.h"
#include "tune.h"

#define CLEARLY 0.95
enum { CANDIDATES = 5, DEFAULT = CANDIDATES / 2 };

static size_t candidate(const upc_stride_tuned_row_t *row, int c) {
  size_t value = c < DEFAULT ? row->normal >> (DEFAULT - c) : row->normal << (c - DEFAULT);
  if (!strncmp(row->name, "slot_", 5) && c != DEFAULT) value = (value + 63) / 64 * 64;
  return value < row->least || value > row->most ? 0 : value;
}

/* 1: the value counts in jobs of so many threads of this request. */
static int counts(const request_t *r, const char *where, size_t threads) {
  size_t cores = (size_t)sysconf(_SC_NPROCESSORS_ONLN);
  int smp = !strcmp(r->network, "smp");
  if (!strcmp(where, "any")) return 1;
  if (!strcmp(where, "near")) return smp && threads <= cores;
  if (!strcmp(where, "shared_cores")) return smp && threads > cores;
  if (!strcmp(where, "far")) return !smp && threads <= 32;
  if (!strcmp(where, "many")) return !smp && threads > 32;
  if (!strcmp(where, "torus")) return r->machine != NULL;
  return !strncmp(where, r->network, strlen(r->network)); /* mpi-mpich, of mpi */
}

/* The threads of the first such job; 0: there is none. */
static size_t threads_for(const request_t *r, const upc_stride_tuned_row_t *row) {
  for (int t = 0; t < r->threads.n; t++)
    if (counts(r, row->where, r->threads.at[t])) return r->threads.at[t];
  return 0;
}

/* The sum of the logarithms of the calls' times; *calls: how many they are. */
static double logs_of(const request_t *r, const upc_stride_tuned_row_t *row, size_t threads, int *calls) {
  char command[9000], arguments[200], line[500];
  double sum = 0, time;
  snprintf(arguments, sizeof arguments, "%s %s", row->operations, row->bytes);
  measuring_command(r, threads, TUNE_MYSYNC, arguments, command, sizeof command);
  FILE *f = popen(command, "r");
  if (!f) mistake("cannot run %s", command);
  for (*calls = 0; fgets(line, sizeof line, f);)
    if (sscanf(line, "%*[a-z_] %*u %lf", &time) == 1 && time > 0) sum += log(time), ++*calls;
  int status = pclose(f);
  if (status != 0 && !ended_by_limit(r, status)) mistake("this failed: %s", command);
  return sum;
}

/* Writes the best value of a row, unless no time is left to measure it. `file` is for the measuring program. */
static void measure_value(FILE *output, const request_t *r, int number, const char *file) {
  const upc_stride_tuned_row_t *row = upc_stride_tuned_row(number);
  size_t threads = threads_for(r, row);
  double sum[CANDIDATES] = {0};
  int calls = 0, best = DEFAULT;
  if (threads == 0) return;
  for (int round = 0; round < r->rounds; round++)
    for (int c = 0; c < CANDIDATES; c++) {
      FILE *f = candidate(row, c) > 0 ? fopen(file, "w") : NULL;
      if (!f) continue;
      fprintf(f, "value %s %zu\n", row->name, candidate(row, c));
      fclose(f);
      sum[c] += logs_of(r, row, threads, &calls);
      if (seconds_left(r) == 0) return;
    }
  for (int c = 0; c < CANDIDATES && calls > 0; c++)
    if (candidate(row, c) > 0 && sum[c] < sum[best]) best = c;
  double gain = calls > 0 ? exp((sum[best] - sum[DEFAULT]) / calls / r->rounds) : 1;
  if (gain >= CLEARLY) best = DEFAULT;
  fprintf(output, "value %s %zu # %s; %s", row->name, candidate(row, best), row->meaning, row->operations);
  if (best == DEFAULT) fprintf(output, ": no other is 5 %% better\n");
  else fprintf(output, ": %.2f of the time with %zu\n", gain, row->normal);
}

void write_values(FILE *output, const request_t *r) {
  char file[] = "/tmp/upc-stride-tune.XXXXXX";
  if (seconds_left(r) == 0) return;
  int descriptor = mkstemp(file);
  if (descriptor < 0) mistake("no file in /tmp");
  close(descriptor);
  setenv("UPC_STRIDE_RULE", file, 1);
  unsetenv("UPC_STRIDE_SCHEDULE");
  for (int i = 0; i < UPC_STRIDE_TUNED && seconds_left(r) > 0; i++) measure_value(output, r, i, file);
  if (seconds_left(r) == 0)
    fprintf(stderr, "upc-stride-tune: %g s are over; values that were not measured keep their defaults\n", r->limit);
  unsetenv("UPC_STRIDE_RULE");
  remove(file);
}
