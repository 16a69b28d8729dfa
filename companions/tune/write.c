/* SPDX-License-Identifier: BSD-3-Clause
 * The rules. A measured size stands for the sizes near it, up to the geometric mean with the next one. The built-in
 * rule's choice stays unless another schedule is at least 5 % faster. Neighbouring sizes with the same schedule are one
 * line. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/mistake.h"
#include "common/whole_file.h"
#include "choice/rule.h"
#include "tune.h"

#define CLEARLY 0.95

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

double median_of(const cell_t *cell, int candidate) {
  double sorted[2 * TUNE_ROUNDS];
  int n = cell->times[candidate];
  memcpy(sorted, cell->time[candidate], sizeof sorted);
  qsort(sorted, (size_t)n, sizeof *sorted, ascending);
  return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

int best_of(int operation, const cell_t *cell) {
  int best = 0;
  for (int c = 1; c < operations[operation].candidates; c++)
    if (cell->times[c] > 0 && median_of(cell, c) < median_of(cell, best)) best = c;
  return median_of(cell, best) < CLEARLY * median_of(cell, 0) ? best : 0;
}

/* The choice of the default rules has been measured twice, as candidate 0 and by its name. Joins the times. */
static void join_times(int operation, cell_t *cell) {
  for (int c = 1; c < operations[operation].candidates; c++) {
    if (strcmp(operations[operation].candidate[c], cell->built_in)) continue;
    memcpy(cell->time[0] + cell->times[0], cell->time[c], (size_t)cell->times[c] * sizeof(double));
    cell->times[0] += cell->times[c];
    cell->times[c] = 0;
  }
}

static const char *name_of(int operation, const cell_t *cell, int candidate) {
  return candidate == 0 ? cell->built_in : operations[operation].candidate[candidate];
}

/* The largest number that number i of the list stands for. */
static size_t upto(const numbers_t *list, int i) { return (size_t)sqrt((double)list->at[i] * (double)list->at[i + 1]); }

/* Teams of rows or columns: their size, and less down to a half.
 * Of a simulated machine, teams of less than half the least size keep the default rules. */
static void members_range(const request_t *r, int t, char *text, size_t size) {
  const numbers_t *threads = &r->threads;
  if (r->members) {
    snprintf(text, size, "%zu-%zu", r->members / 2 + 1, r->members);
    return;
  }
  size_t least = r->machine ? threads->at[0] / 2 + 1 : 2;
  size_t lo = t == 0 ? least : upto(threads, t - 1) + 1, hi = t == threads->n - 1 ? threads->at[t] : upto(threads, t);
  if (lo == hi) snprintf(text, size, "%zu", lo);
  else snprintf(text, size, "%zu-%zu", lo, hi);
}

/* The line of sizes first..last of one operation and team. The line of the largest size is for all larger sizes too. */
static void write_line(FILE *f, const request_t *r, int sync, int operation, int t, int first, int last,
                       const char *name) {
  char members[48], bytes[48];
  size_t lo = first == 0 ? 0 : upto(&r->bytes, first - 1) + 1;
  members_range(r, t, members, sizeof members);
  if (last == r->bytes.n - 1) snprintf(bytes, sizeof bytes, "%zu-", lo);
  else snprintf(bytes, sizeof bytes, "%zu-%zu", lo, upto(&r->bytes, last));
  fprintf(f, "%-14s %-10s %-8s %-16s %-14s %-7s %-4s", short_name(operation), r->machine ? "*" : r->network,
          members, bytes, name, sync_name[sync], near[t] ? "near" : "far");
  if (r->members) fprintf(f, " per_node=%zu", node_members);
  fprintf(f, " #");
  for (int b = first; b <= last; b++) {
    const cell_t *cell = &cells[sync][operation][t][b];
    int c = best_of(operation, cell);
    if (operation != UPC_STRIDE_OP_BARRIER) fprintf(f, " %zu B", r->bytes.at[b]);
    fprintf(f, " %.3g us", median_of(cell, c));
    if (c != 0) fprintf(f, " (%s %.3g)", cell->built_in, median_of(cell, 0));
    if (b < last) fputc(',', f);
  }
  fputc('\n', f);
}

int known(const cell_t *cell) { return cell->times[0] > 0 && cell->built_in[0] != '\0'; }

static void write_team(FILE *f, const request_t *r, int sync, int operation, int t) {
  int first = 0;
  for (int b = 0; b < r->bytes.n; b++) join_times(operation, &cells[sync][operation][t][b]);
  while (first < r->bytes.n) {
    const cell_t *cell = &cells[sync][operation][t][first];
    int last = first;
    if (!known(cell)) { first++; continue; }
    const char *name = name_of(operation, cell, best_of(operation, cell));
    while (last + 1 < r->bytes.n && known(&cells[sync][operation][t][last + 1]) &&
           !strcmp(name, name_of(operation, &cells[sync][operation][t][last + 1],
                                 best_of(operation, &cells[sync][operation][t][last + 1])))) last++;
    write_line(f, r, sync, operation, t, first, last, name);
    first = last + 1;
  }
}

/* "AMD EPYC", from the first such line of /proc/cpuinfo; "unknown processors" if there is none. */
static void processor_name(char *name, size_t size) {
  char line[300];
  FILE *f = fopen("/proc/cpuinfo", "r");
  snprintf(name, size, "unknown processors");
  while (f && fgets(line, sizeof line, f)) {
    const char *colon = strchr(line, ':');
    if (strncmp(line, "model name", 10) || !colon) continue;
    line[strcspn(line, "\n")] = '\0';
    snprintf(name, size, "%s", colon + 1 + strspn(colon + 1, " "));
    break;
  }
  if (f) fclose(f);
}

/* The rules that the library has in it, for all calls that were not measured. So the file can take their place. */
static void write_other_rules(FILE *f) {
  fprintf(f, "\n# For all other calls: the rules as they were.\n");
  fputs(upc_stride_default_rules, f);
}

/* 1: there is a time. A program that is no measuring program ends well and prints none. */
static int measured_something(const request_t *r) {
  for (int i = 0; i < UPC_STRIDE_OPS; i++)
    for (int t = 0; t < r->threads.n; t++)
      for (int b = 0; b < r->bytes.n; b++)
        for (int sync = 0; sync < TUNE_SYNCS; sync++)
          if (known(&cells[sync][i][t][b])) return 1;
  return 0;
}

static void close_output(whole_file_t *output, const char *name) {
  int error = whole_file_close(output);
  if (error) mistake("%s: %s", name, strerror(error));
}

void write_rules(const request_t *r) {
  char processor[100], measured[200];
  if (!r->by_costs && !measured_something(r))
    mistake("%s has measured nothing: these operations need other sizes, or it is another program", r->measure);
  whole_file_t output;
  int error = whole_file_open(&output, r->output);
  if (error) mistake("%s: %s", r->output, strerror(error));
  FILE *f = output.file;
  if (r->by_costs) {
    fprintf(f, "# The schedules of the collectives of %.150s, by upc-stride-tune from the costs of its messages.\n"
            "# %-12s conduit members bytes schedule conditions\n", r->machine ? r->given : r->costs, "operation");
    write_by_costs(f, r);
    close_output(&output, r->output);
    return;
  }
  processor_name(processor, sizeof processor);
  if (r->machine) snprintf(measured, sizeof measured, "the simulated machine %.150s", r->machine);
  else snprintf(measured, sizeof measured, "%ld cores of %s", sysconf(_SC_NPROCESSORS_ONLN), processor);
  fprintf(f,
          "# The schedules of the collectives, by upc-stride-tune: UPC_STRIDE_RULE=%s. The first line that fits\n"
          "# decides. Measured on %s, with %s in the team; medians of %d or more runs.\n"
          "# In brackets: the choice without this file and its time, if it is more than 5 %% slower.\n"
          "# %-12s %-10s %-8s %-16s %-14s conditions\n",
          r->output, measured, r->members ? r->teams : "all threads", r->rounds,
          "operation", "conduit", "members", "bytes", "schedule");
  if (r->all && !r->members) write_values(f, r);
  for (int i = 0; i < UPC_STRIDE_OPS; i++)
    for (int t = 0; t < r->threads.n && r->wanted[i]; t++)
      for (int sync = 0; sync < TUNE_SYNCS; sync++) write_team(f, r, sync, i, t);
  write_other_rules(f);
  close_output(&output, r->output);
}
