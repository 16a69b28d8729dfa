/* SPDX-License-Identifier: BSD-3-Clause
 * Measures how long each operation takes a team of all threads. upc-stride-tune runs it once for each schedule.
 * usage: measure MILLISECONDS ALLSYNC|MYSYNC|ROW[,rows:N|,columns:N] OPERATION,OPERATION:BYTES/BYTES.. BYTES..
 * An operation has all the sizes that follow, or of these only those behind its colon. With teams of N threads all
 * teams call at the same time: the rows of a grid of threads with N columns, or the columns of one with N rows.
 *
 * Prints "threads near", if all share memory, or "threads far"; "node K", if so many of the first team share memory
 * with thread 0; the torus, if it knows of one. Then "operation bytes microseconds".
 * A call's time is that of the slowest thread, from a barrier to its return. The result is the median
 * of as many repetitions as fit the given time. With 0, where no time is left to chance, it is the mean of four
 * calls: short messages go round a ring of slots, and the answers that free these slots take part in one call of
 * four, or of eight if all threads share memory. Long messages have no slots; one call is enough for them, and
 * among many threads for all, since each message costs this host's time. Bytes are those of a rule file: of a piece;
 * of all values of a reduction; between each pair of threads of a copy. ROW: calls with ALLSYNC in a row, whose time is
 * shared out; so it does not count that threads leave a barrier at different times. The least of the repetitions is the
 * result.
 * Plain UPC 1.3 on the library's public header. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>
#ifdef __UPC_TICK__
#include <upc_tick.h>
#endif
#ifdef __UPC_CASTABLE__
#include <upc_castable.h>
#endif

/* Bytes: of a piece for each thread, which some schedules have in one place, in a buffer of the shared heap (HEAP in
 * run.c); of the blocks of all threads, which are on one host if the machine is simulated. */
enum { MOST = 64 << 20, MOST_OF_ALL = 1 << 30, REPETITIONS = 400 };
/* Calls of one round of the slots; the most bytes that a slot has, in jobs of up to FEW threads and in larger ones;
 * threads from which on one call is enough, if each thread sends to each other one. */
#define BARRIER 2e-6                   /* seconds: more than one takes, if each thread has a core */
enum { ROUND = 4, NEAR_ROUND = 8, FEW = 32, SHORT = 4096, SHORT_OF_MANY = 1024, VERY_MANY = 256, ROW_OF = 8 };

#define ROW(number, name) name,
static const char *const names[] = {UPC_STRIDE_OPERATIONS(ROW)};
#undef ROW

static upc_flag_t sync_flags;
static int in_row = 1;                 /* calls in a row */
static int all_near;                   /* all threads share memory */
static int one_clock;                  /* all threads have the same real clock: they begin a call at the same time */
static shared double begin_at;
static shared double slowest[THREADS];
static shared [REPETITIONS] double times[THREADS][REPETITIONS];
static upc_stride_array_t to, from;    /* one block a thread each */
static shared void *to_root, *from_root;
static size_t members, first, apart;   /* of my team: how many, the first one, and how far the next one is */
static int *shift;
static double *source;                 /* my block of `from`, source_words long */
static size_t source_words;

static double host_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* On a simulated machine: its own time. */
static double now(void) {
#ifdef __UPC_TICK__
  return 1e-9 * (double)upc_ticks_to_ns(upc_ticks_now());
#else
  return host_time();
#endif
}

/* An array of `words` doubles in blocks of `each`. */
static upc_stride_array_t array_of(size_t words, size_t each) {
  return upc_stride_all_alloc(1, &words, &each, sizeof(double), 0, NULL);
}

/* How many pieces a thread's block has; 0 of an operation that `call` does not know. */
static size_t pieces(int operation) {
  switch (operation) {
    case UPC_STRIDE_OP_SCATTER: case UPC_STRIDE_OP_GATHER: case UPC_STRIDE_OP_GATHER_ALL:
    case UPC_STRIDE_OP_EXCHANGE: case UPC_STRIDE_OP_COPY:
      return members;
    case UPC_STRIDE_OP_BROADCAST: case UPC_STRIDE_OP_PERMUTE: case UPC_STRIDE_OP_REDUCE: case UPC_STRIDE_OP_REDUCE_ALL:
    case UPC_STRIDE_OP_PREFIX_REDUCE: case UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE: case UPC_STRIDE_OP_REDUCE_SCATTER:
    case UPC_STRIDE_OP_BARRIER:
      return 1;
    default: return 0;
  }
}

/* A copy takes its sections in elements, so only a team of all threads is measured. */
static int fits(int operation, size_t bytes) {
  size_t n = (size_t)THREADS;
  if (operation == UPC_STRIDE_OP_COPY && members < n) return 0;
  return pieces(operation) > 0 && bytes <= MOST / n && bytes * pieces(operation) <= MOST_OF_ALL / n;
}

/* 1: it is measured by one call. */
static int takes_long(int operation) {
  int prefix = operation == UPC_STRIDE_OP_PREFIX_REDUCE || operation == UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE;
  return members > VERY_MANY && operation != UPC_STRIDE_OP_SCATTER && operation != UPC_STRIDE_OP_GATHER &&
         (pieces(operation) > 1 || prefix);
}

/* Allocates the arrays of the operation. */
static void set_up(int operation, size_t bytes) {
  size_t n = (size_t)THREADS, words = bytes / 8 * pieces(operation), root = words * first, i;
  to = array_of(words * n, operation == UPC_STRIDE_OP_COPY ? words / n : words); /* copy: block-cyclic */
  from = array_of(words * n, words);
  to_root = upc_stride_at(to, &root);
  from_root = upc_stride_at(from, &root);
  i = words * MYTHREAD;
  source = (double *)(shared [] double *)upc_stride_at(from, &i);
  source_words = words;
  shift = malloc(members * sizeof *shift);
  if (shift == NULL) {
    fprintf(stderr, "measure: no memory for a permutation of %zu threads\n", members);
    upc_global_exit(1);
  }
  for (i = 0; i < members; i++) shift[i] = (int)((i + 1) % members);
}

static void tear_down(void) {
  upc_stride_all_free(to);
  upc_stride_all_free(from);
  free(shift);
}

static void call(int operation, size_t bytes) {
  upc_stride_interval_t blocks = UPC_STRIDE_STEP((long long)first, (long long)apart,
                                                 (long long)(first + (members - 1) * apart));
  upc_stride_section_t d = UPC_SECTION(to, blocks), s = UPC_SECTION(from, blocks);
  size_t n = bytes / 8;                /* values */
  switch (operation) {
    case UPC_STRIDE_OP_BROADCAST: upc_stride_broadcast(d, from_root, bytes, sync_flags); break;
    case UPC_STRIDE_OP_SCATTER: upc_stride_scatter(d, from_root, bytes, sync_flags); break;
    case UPC_STRIDE_OP_GATHER: upc_stride_gather(to_root, s, bytes, sync_flags); break;
    case UPC_STRIDE_OP_GATHER_ALL: upc_stride_gather_all(d, s, bytes, sync_flags); break;
    case UPC_STRIDE_OP_EXCHANGE: upc_stride_exchange(d, s, bytes, sync_flags); break;
    case UPC_STRIDE_OP_PERMUTE: upc_stride_permute(d, s, shift, bytes, sync_flags); break;
    case UPC_STRIDE_OP_REDUCE: upc_stride_reduce(to_root, s, n, UPC_ADD, UPC_DOUBLE, NULL, sync_flags); break;
    case UPC_STRIDE_OP_REDUCE_ALL: upc_stride_reduce_all(d, s, n, UPC_ADD, UPC_DOUBLE, NULL, sync_flags); break;
    case UPC_STRIDE_OP_PREFIX_REDUCE: upc_stride_prefix_reduce(d, s, n, UPC_ADD, UPC_DOUBLE, NULL, sync_flags); break;
    case UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE:
      upc_stride_prefix_reduce_exclusive(d, s, n, UPC_ADD, UPC_DOUBLE, NULL, sync_flags);
      break;
    case UPC_STRIDE_OP_REDUCE_SCATTER: /* each member keeps its share of the values */
      upc_stride_reduce_scatter(d, s, n / members, UPC_ADD, UPC_DOUBLE, NULL, sync_flags);
      break;
    case UPC_STRIDE_OP_COPY: upc_stride_copy(d, s, sync_flags); break;
    case UPC_STRIDE_OP_BARRIER: upc_stride_barrier(d); break;
  }
}

/* Threads leave a barrier at different times, by as much as a short message takes. */
static void begin(void) {
  double at;
  if (one_clock && MYTHREAD == 0) begin_at = now() + BARRIER;
  upc_barrier;
  if (!one_clock) return;
  at = begin_at;
  while (now() < at) {}
}

/* Repeats the call on data that their owners have just computed. The times of all threads go to `times`. */
static void repeat(int operation, size_t bytes, int repetitions) {
  size_t w;
  int i, c;
  for (i = 0; i < repetitions; i++) {
    double start;
    for (w = 0; w < source_words; w++) source[w] = i;
    begin();
    start = now();
    for (c = 0; c < in_row; c++) call(operation, bytes);
    times[MYTHREAD][i] = (now() - start) / in_row;
  }
  upc_barrier;
}

static double slowest_of(int i) {
  double most = 0;
  int t;
  for (t = 0; t < THREADS; t++)
    if (times[t][i] > most) most = times[t][i];
  return most;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double mean(int repetitions) {
  double sum = 0;
  int i;
  for (i = 0; i < repetitions; i++) sum += slowest_of(i);
  return sum / repetitions;
}

/* In a row: the least. */
static double median(int repetitions) {
  double all[REPETITIONS];
  int i;
  for (i = 0; i < repetitions; i++) all[i] = slowest_of(i);
  qsort(all, (size_t)repetitions, sizeof *all, ascending);
  return all[in_row > 1 ? 0 : repetitions / 2];
}

static void measure(int operation, size_t bytes, double seconds) {
  double start = now();
  int repetitions, first = seconds > 0 ? 3 : 2, i; /* the first calls make plans */
  set_up(operation, bytes);
  repeat(operation, bytes, first);
  slowest[0] = 0;
  upc_barrier;
  if (MYTHREAD == 0) slowest[0] = (now() - start) / first; /* with the barrier; thread 0 decides for all */
  upc_barrier;
  start = slowest[0];
  for (i = 3; i < REPETITIONS && i * start < seconds; i++) {}
  if (seconds > 0) repetitions = i < 5 ? 5 : i;
  else repetitions = !takes_long(operation) && bytes <= (THREADS > FEW ? SHORT_OF_MANY : SHORT)
                         ? (all_near ? NEAR_ROUND : ROUND) : 1;
  repeat(operation, bytes, repetitions);
  if (MYTHREAD == 0)
    printf("%s %zu %.3f\n", names[operation], bytes, 1e6 * (seconds > 0 ? median(repetitions) : mean(repetitions)));
  fflush(stdout);
  upc_barrier;
  tear_down();
}

/* Computes for 50 ms, so that the system gives every thread its own core if there are enough. */
static void spread_out(void) {
  double start = host_time();
  while (host_time() - start < 0.05) {}
  upc_barrier;
}

/* 1 if `name` is in the list "a,b:8/512,c", with this size. */
static int listed(const char *name, const char *list, unsigned long long bytes) {
  size_t n = strlen(name);
  for (; list != NULL; list = strchr(list, ',')) {
    if (*list == ',') list++;
    if (strncmp(list, name, n) != 0) continue;
    if (list[n] == ',' || list[n] == '\0') return 1;
    if (list[n] != ':') continue;
    for (list += n; *list == ':' || *list == '/';) {
      char *end;
      if (strtoull(list + 1, &end, 10) == bytes) return 1;
      list = end;
    }
    return 0;
  }
  return 0;
}

/* How many of so many threads, the caller's first, share memory with it. */
static size_t near_of(size_t count, size_t distance) {
#ifdef __UPC_CASTABLE__
  size_t i, near = 0;
  for (i = 0; i < count; i++) near += upc_cast(&slowest[(MYTHREAD + i * distance) % THREADS]) != NULL;
  return near;
#else
  return 1;
#endif
}

/* Reads ",rows:16". 0: it is something else, or so many do not divide the threads. */
static int read_team(const char *text) {
  size_t n = (size_t)THREADS;
  members = n, first = 0, apart = 1;
  if (text == NULL) return 1;
  members = strtoull(text + strcspn(text, ":") + (strchr(text, ':') != NULL), NULL, 10);
  if (members == 0 || n % members != 0) return 0;
  if (strncmp(text, ",rows:", 6) == 0) first = MYTHREAD / members * members;
  else if (strncmp(text, ",columns:", 9) == 0) apart = n / members, first = MYTHREAD % apart;
  else return 0;
  return 1;
}

int main(int argc, char **argv) {
  int operation, i;
  if (argc < 5 || !read_team(strchr(argv[2], ','))) {
    if (MYTHREAD == 0)
      fprintf(stderr, "usage: %s MILLISECONDS ALLSYNC|MYSYNC|ROW[,rows:N|,columns:N] OPERATION,OPERATION.. BYTES..\n",
              argv[0]);
    return 2;
  }
  if (strncmp(argv[2], "ROW", 3) == 0) in_row = ROW_OF;
  sync_flags = strncmp(argv[2], "MYSYNC", 6) == 0 ? UPC_IN_MYSYNC | UPC_OUT_MYSYNC : UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC;
  all_near = near_of((size_t)THREADS, 1) == (size_t)THREADS;
  if (MYTHREAD == 0) {
    puts(all_near ? "threads near" : "threads far");
    printf("node %zu\n", near_of(members, apart));
    if (getenv("UPC_STRIDE_TORUS") != NULL) printf("torus %s\n", getenv("UPC_STRIDE_TORUS"));
  }
  one_clock = atof(argv[1]) > 0 && all_near;
  if (atof(argv[1]) > 0) spread_out();
  for (operation = 0; operation < UPC_STRIDE_OPS; operation++)
    for (i = 4; i < argc; i++) {
      size_t bytes = strtoull(argv[i], NULL, 10) / 8 * 8;
      size_t least = operation == UPC_STRIDE_OP_REDUCE_SCATTER ? 8 * members : 8;
      if (!listed(names[operation], argv[3], strtoull(argv[i], NULL, 10))) continue;
      if (bytes >= least && fits(operation, bytes)) measure(operation, bytes, atof(argv[1]) / 1000);
      if (operation == UPC_STRIDE_OP_BARRIER) break; /* it has no bytes */
    }
  return 0;
}
