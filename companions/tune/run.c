/* SPDX-License-Identifier: BSD-3-Clause
 * The runs. On a simulated machine schedules that are hopeless by their costs are left out. Run k forces schedule k
 * of each operation that has as many. The schedules alternate in each round, so that other load on the machine
 * affects all of them alike. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "common/mistake.h"
#include "torus/torus.h"
#include "tune.h"

operation_t operations[UPC_STRIDE_OPS];
int near[TUNE_NUMBERS];
size_t node_members;
cell_t cells[TUNE_SYNCS][UPC_STRIDE_OPS][TUNE_NUMBERS][TUNE_NUMBERS];

/* ---- candidates: the table of schedules, with these numbers if a name takes one ---- */

static void add(operation_t *o, const char *name, int stem, const char *number) {
  if (o->candidates == TUNE_CANDIDATES) return;
  snprintf(o->candidate[o->candidates++], sizeof o->candidate[0], "%.*s%s", stem, name, number);
}

/* On a simulated machine all threads come at the same time, so it cannot measure what the last one does for all. */
static void list_candidates(const request_t *r, int operation) {
  const upc_stride_schedule_t *s;
  operation_t *o = &operations[operation];
  add(o, "", 0, ""); /* the default rules */
  for (int i = 0; (s = upc_stride_schedule(i)); i++) {
    if (s->operation != operation || (r->machine && s->needs & UPC_STRIDE_BY_LAST_ARRIVER)) continue;
    const char *colon = strchr(s->name, ':');
    int stem = colon ? (int)(colon - s->name) : (int)strlen(s->name);
    if (!colon) add(o, s->name, stem, "");
    else if (colon[1] == 'k') add(o, s->name, stem, ":4");
    else add(o, s->name, stem, ":16384"), add(o, s->name, stem, ":131072");
  }
}

const char *const sync_name[TUNE_SYNCS] = {"MYSYNC", "ALLSYNC"};

/* ---- what is left out ---- */

/* The network of the simulated machine, and the sizes of its torus, or "". */
static struct { network_t costs; int known; char torus[60]; } network[TUNE_NUMBERS];

/* Costs are compared, so those of a smaller team will do: more members take long to play. */
enum { MOST_PLAYED = 128 };

/* The cost of a candidate; below 0: it is not known. */
static double cost_of_candidate(const request_t *r, int operation, int c, int t, size_t bytes) {
  upc_stride_choice_t choice;
  upc_stride_selector_t m = {.operation = operation, .bytes = bytes, .members = (int)members_of(r, t), .dimensions = 1,
                             .in_sync = 1, .one_block = 1, .each_has_src = 1,
                             .per_node = r->members ? (int)node_members : network[t].costs.node};
  const int whole = !r->members && m.members <= MOST_PLAYED;
  while (m.members > MOST_PLAYED && m.members % 2 == 0) m.members /= 2;
  if (m.members > MOST_PLAYED || !upc_stride_schedule_named(operation, operations[operation].candidate[c], &choice))
    return COST_UNKNOWN;
  upc_stride_torus_set(whole && *network[t].torus ? network[t].torus : NULL, NULL);
  return cost_of(&network[t].costs, &choice, &m, 0);
}

/* What is this many times slower than another one is left out. */
enum { HOPELESS = 3 };

/* Computed once for an operation, a number of threads and a number of bytes. */
static struct { int known, hopeless[TUNE_CANDIDATES]; } judged[UPC_STRIDE_OPS][TUNE_NUMBERS][TUNE_NUMBERS];

static void judge(const request_t *r, int operation, int t, int b) {
  double cost[TUNE_CANDIDATES], least = INFINITY;
  for (int c = 1; c < operations[operation].candidates; c++) {
    cost[c] = cost_of_candidate(r, operation, c, t, r->bytes.at[b]);
    if (cost[c] >= 0) least = fmin(least, cost[c]);
  }
  for (int c = 1; c < operations[operation].candidates; c++)
    judged[operation][t][b].hopeless[c] = cost[c] > HOPELESS * least;
  judged[operation][t][b].known = 1;
}

static int is_hopeless(const request_t *r, int operation, int c, int t, int b) {
  if (c == 0 || !network[t].known) return 0;
  if (!judged[operation][t][b].known) judge(r, operation, t, b);
  return judged[operation][t][b].hopeless[c];
}

/* ---- progress ---- */

static double began;                  /* the measurements */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void show_progress(int done, int all, size_t threads) {
  static double start;
  enum { WIDTH = 40 };
  char bar[WIDTH + 1];
  if (!isatty(2)) return;
  if (done == 0) start = now();
  memset(bar, '.', WIDTH);
  memset(bar, '#', (size_t)(WIDTH * done / all));
  bar[WIDTH] = '\0';
  fprintf(stderr, "\r[%s] %d of %d runs, %zu threads", bar, done, all, threads);
  if (done > 0) fprintf(stderr, ", %.0f s left  ", (now() - start) / done * (all - done));
  if (done == all) fputc('\n', stderr);
  fflush(stderr);
}

/* ---- one run ---- */

/* Sets the schedules of candidate c. `list` gets the names of the operations that have it, with the sizes for which
 * it is not hopeless. */
static int force(const request_t *r, int c, int t, char *list, size_t size) {
  size_t used = 0, forced = 0;
  char schedules[UPC_STRIDE_OPS * (sizeof operations[0].candidate[0] + 40)] = ""; /* 40: more than a name and =, */
  for (int i = 0; i < UPC_STRIDE_OPS; i++) {
    if (!r->wanted[i] || c >= operations[i].candidates) continue;
    if (c > 0)
      forced += (size_t)snprintf(schedules + forced, sizeof schedules - forced, "%s%s=%s", forced ? "," : "",
                                 short_name(i), operations[i].candidate[c]);
    int hopeful = 0;
    for (int b = 0; b < r->bytes.n; b++) hopeful += !is_hopeless(r, i, c, t, b);
    if (hopeful == 0) continue;
    used += (size_t)snprintf(list + used, size - used, "%s%s", used ? "," : "", short_name(i));
    for (int b = 0, n = 0; b < r->bytes.n && hopeful < r->bytes.n; b++)
      if (!is_hopeless(r, i, c, t, b))
        used += (size_t)snprintf(list + used, size - used, "%c%zu", n++ ? '/' : ':', r->bytes.at[b]);
  }
  setenv("UPC_STRIDE_SCHEDULE", schedules, 1);
  return used > 0;
}

/* The cell of a call of `bytes`. These may be fewer than the size that was asked for: whole values go to each member. A
 * barrier moves nothing; its cell is that of the smallest size. */
static cell_t *cell_of(const request_t *r, int sync, const char *operation, int t, size_t bytes) {
  for (int i = 0; i < UPC_STRIDE_OPS; i++)
    for (int b = 0; b < r->bytes.n && !strcmp(operation, short_name(i)); b++)
      if (r->bytes.at[b] >= bytes) return &cells[sync][i][t][b];
  return NULL;
}

/* Reads a line. "broadcast 8 0.521" is a time; "upc_stride_broadcast: 8 bytes, team of 2: flat (.." is a choice of the
 * default rules; "threads far" is about memory. Returns 0 for other lines. */
static int understood(const request_t *r, const char *line, int sync, int t, int c) {
  char name[40], schedule[64];
  size_t bytes;
  double time;
  cell_t *cell;
  if (sscanf(line, "upc_stride_%39[a-z_]: %zu bytes, team of %*d: %63s", name, &bytes, schedule) == 3) {
    if (c == 0 && (cell = cell_of(r, sync, name, t, bytes)))
      snprintf(cell->built_in, sizeof cell->built_in, "%.63s", schedule);
    return 1;
  }
  if (!strncmp(line, "threads ", 8)) return near[t] = !strcmp(line + 8, "near\n"), 1;
  if (sscanf(line, "node %zu", &node_members) == 1) return 1;
  if (!strncmp(line, "torus ", 6)) {
    snprintf(network[t].torus, sizeof network[t].torus, "%.*s", (int)strcspn(line + 6, "\n"), line + 6);
    return 1;
  }
  if (sscanf(line, "%39[a-z_] %zu %lf", name, &bytes, &time) != 3) return 0;
  if ((cell = cell_of(r, sync, name, t, bytes)) && cell->times[c] < TUNE_ROUNDS) cell->time[c][cell->times[c]++] = time;
  return 1;
}

long seconds_left(const request_t *r) {
  const double year = 365 * 86400., left = r->limit == 0 ? year : began + r->limit - now();
  return left > 0 ? (long)fmin(left, year) + 1 : 0;
}

/* The name as one word of a shell command. */
static const char *quoted(const char *name, char *word, size_t size) {
  size_t used = 0;
  word[used++] = '\'';
  for (; *name && used + 6 < size; name++) {
    if (*name == '\'') used += (size_t)sprintf(word + used, "'\\'"); /* closes the quotes, a quote, opens them again */
    word[used++] = *name;
  }
  word[used++] = '\'';
  word[used] = '\0';
  return word;
}

/* The command that runs the measuring program. */
void measuring_command(const request_t *r, size_t threads, int sync, const char *arguments, char *command,
                       size_t size) {
  char upcrun[4096], measure[4096], machine[4096];
  const long left = seconds_left(r);
  int used = r->limit == 0 ? 0 : snprintf(command, size, "timeout -k 5 %ld ", left > 0 ? left : 1); /* 0: no limit */
  snprintf(command + used, size - (size_t)used, "%s%s%s -n %zu %s %g %s%s%s %s 2>&1 </dev/null",
           quoted(r->upcrun, upcrun, sizeof upcrun), r->machine ? " -machine=" : "",
           r->machine ? quoted(r->machine, machine, sizeof machine) : "", threads,
           quoted(r->measure, measure, sizeof measure), r->milliseconds, sync_name[sync], *r->teams ? "," : "",
           r->teams, arguments);
}

int ended_by_limit(const request_t *r, int status) {
  enum { TIMED_OUT = 124, KILLED = 137 }; /* the status of timeout; its second signal */
  int ended = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  return seconds_left(r) == 0 && (ended == TIMED_OUT || ended == KILLED);
}

/* Runs the measuring program for the operations in `list`, with candidate c. What it has printed when time is up
 * counts. */
static void run(const request_t *r, const char *list, int sync, int t, int c) {
  char arguments[5000], command[20000], line[500], last[500] = "";
  int used = snprintf(arguments, sizeof arguments, "%s", list);
  for (int b = 0; b < r->bytes.n; b++)
    used += snprintf(arguments + used, sizeof arguments - (size_t)used, " %zu", r->bytes.at[b]);
  measuring_command(r, r->threads.at[t], sync, arguments, command, sizeof command);
  FILE *f = popen(command, "r");
  if (!f) mistake("cannot run %s", command);
  while (fgets(line, sizeof line, f))
    if (!understood(r, line, sync, t, c)) snprintf(last, sizeof last, "%.*s; ", (int)strcspn(line, "\n"), line);
  int status = pclose(f);
  if (ended_by_limit(r, status)) return;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) mistake("%sthis failed: %s", last, command);
}

/* Whether the machine has so many nodes, before the long measurements; and its network. */
static void try_machine(const request_t *r) {
  static machine_file_t file;
  const char *wrong = machine_read(&file, r->machine);
  if (wrong) mistake("%s", wrong);
  for (int t = 0; t < r->threads.n; t++)
    network[t].known = network_of_machine(&network[t].costs, &file, (int)r->threads.at[t]) == NULL;
  for (int t = 0; t < r->threads.n; t++) {
    run(r, "none", TUNE_MYSYNC, t, 0);
    if (near[t])
      mistake("--machine %s: %zu threads are one node, in which the simulator knows no time but that of copies; "
              "--threads must be more", r->machine, r->threads.at[t]);
  }
}

/* The shared heap of a thread: two arrays of measure.upc, of up to 64 MB each, and buffers of up to 128 MB. The system
 * gives a page only when it is used. */
#define HEAP "512M"

void measure_all(const request_t *r) {
  char list[4000];
  int most = 0, done = 0, syncs = r->sync[TUNE_MYSYNC] + r->sync[TUNE_ALLSYNC];
  unsetenv("UPC_STRIDE_RULE");
  unsetenv("UPC_STRIDE_CHECK");
  setenv("UPC_STRIDE_VERBOSE", "1", 1);
  setenv("UPC_SHARED_HEAP_SIZE", HEAP, 0); /* unless the user has set it */
  for (int i = 0; i < UPC_STRIDE_OPS; i++) {
    list_candidates(r, i);
    if (r->wanted[i] && operations[i].candidates > most) most = operations[i].candidates;
  }
  began = now();
  if (r->machine) try_machine(r);
  for (int t = 0; t < r->threads.n; t++)
    for (int round = 0; round < r->rounds; round++)
      for (int c = 0; c < most * TUNE_SYNCS; c++) {
        if (!r->sync[c % TUNE_SYNCS]) continue;
        show_progress(done++, r->threads.n * r->rounds * most * syncs, r->threads.at[t]);
        if (seconds_left(r) == 0) {
          fprintf(stderr, "upc-stride-tune: %g s are over; the rules are of what was measured until then\n", r->limit);
          return;
        }
        if (force(r, c / TUNE_SYNCS, t, list, sizeof list)) run(r, list, c % TUNE_SYNCS, t, c / TUNE_SYNCS);
      }
  show_progress(done, done, r->threads.at[r->threads.n - 1]);
}
