/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun -trace: the threads' records (base/trace.h) as one timeline in the JSON form of Chrome's trace viewer, which
 * Perfetto reads as well, and a table of the time in each call of the program. upcrun stays while the program runs. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/trace.h"
#include "job/upcrun/launch.h"

typedef struct urtk_trace record_t;
enum { HOSTS = 4096, ROWS = 20 };

/* ---- the records ---- */

static char prefix[PATH_MAX];            /* of the threads' files; the timeline's name without its end */
static char timeline[PATH_MAX];

static void part_name(char *path, size_t size, int thread) { snprintf(path, size, "%s.%d", prefix, thread); }

/* The record of a thread, or null: it is not on this host, or the thread never began. */
static const record_t *read_record(int thread) {
  char path[PATH_MAX + 16];
  struct stat s;
  const record_t *r = NULL;
  part_name(path, sizeof path, thread);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return NULL;
  if (fstat(fd, &s) == 0 && (size_t)s.st_size >= sizeof *r)
    r = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  close(fd);
  if (r == MAP_FAILED || !r) return NULL;
  if (strcmp(r->mark, URTK_TRACE_MARK) != 0 || r->thread != thread ||
      r->events > ((size_t)s.st_size - sizeof *r) / sizeof r->event[0]) {
    munmap((void *)r, (size_t)s.st_size);
    return NULL;
  }
  return r;
}

static void remove_parts(int threads) {
  char path[PATH_MAX + 16];
  for (int t = 0; t < threads; t++) {
    part_name(path, sizeof path, t);
    unlink(path);
  }
}

/* The name in "file.upc:12: upc_lock", and the length of its place. */
static const char *name_in(const char *text) {
  const char *colon = strrchr(text, ':');
  return colon && colon[1] == ' ' ? colon + 2 : text;
}

static int place_length(const char *text) { return name_in(text) == text ? 0 : (int)(name_in(text) - text) - 2; }

/* ---- the clocks ---- */

/* Threads of one host have one clock. The clocks of several hosts agree on the moment when all threads had started, as
 * the first thread of each host has noted it. The length of a host's tick is computed from the record whose two moments
 * are farthest apart. */
struct host { const char *name; uint64_t start; struct urtk_trace_moment first, latest; };

static int host_of(struct host *host, int *hosts, const record_t *r) {
  int h = 0;
  while (h < *hosts && strcmp(host[h].name, r->host) != 0) h++;
  if (h == HOSTS) return HOSTS - 1;
  if (h == *hosts) host[(*hosts)++] = (struct host){r->host, r->start, r->first, r->latest};
  if (r->start < host[h].start) host[h].start = r->start;
  if (r->latest.ticks - r->first.ticks > host[h].latest.ticks - host[h].first.ticks)
    host[h].first = r->first, host[h].latest = r->latest;
  return h;
}

static double in_ns(const struct host *h, double ticks) {
  return ticks * urtk_trace_tick(&h->first, &h->latest);
}

/* ---- the timeline ---- */

/* A timeline may have millions of events. printf takes several times as long for each. */
static void put(FILE *f, const char *text) { fputs_unlocked(text, f); }

static void put_number(FILE *f, uint64_t n) {
  char digits[20];
  int i = sizeof digits;
  do digits[--i] = (char)('0' + n % 10);
  while (n /= 10);
  fwrite_unlocked(digits + i, 1, sizeof digits - (size_t)i, f);
}

/* Nanoseconds as microseconds, 12.345. */
static void put_time(FILE *f, int64_t ns) {
  uint64_t n = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;
  char rest[] = {'.', (char)('0' + n / 100 % 10), (char)('0' + n / 10 % 10), (char)('0' + n % 10)};
  if (ns < 0) put(f, "-");
  put_number(f, n / 1000);
  fwrite_unlocked(rest, 1, sizeof rest, f);
}

static void write_text(FILE *f, const char *text, int length) {
  putc_unlocked('"', f);
  for (int i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c == '"' || c == '\\') fprintf(f, "\\%c", c);
    else if (c < ' ') fprintf(f, "\\u%04x", c);
    else putc_unlocked(c, f);
  }
  putc_unlocked('"', f);
}

static void write_name(FILE *f, const char *text) { write_text(f, name_in(text), (int)strlen(name_in(text))); }

/* The beginning of an event of a phase that the viewer knows by a letter. */
static void begin_event(FILE *f, const char *phase, const record_t *r, int host, int64_t time) {
  put(f, ",\n{\"ph\":\""), put(f, phase);
  put(f, "\",\"pid\":"), put_number(f, (uint64_t)host);
  put(f, ",\"tid\":"), put_number(f, (uint64_t)r->thread);
  put(f, ",\"ts\":"), put_time(f, time);
}

/* What the viewer shows in rows of its own, since calls may overlap it: the same at its beginning and its end. */
static void write_id(FILE *f, const record_t *r, uint64_t number) {
  put(f, ",\"id\":\""), put_number(f, (uint64_t)r->thread), put(f, "."), put_number(f, number), put(f, "\"");
}

static const char *const categories[] = {
    [URTK_TRACE_CALL] = "call", [URTK_TRACE_SPLIT] = "split-phase", [URTK_TRACE_WAIT] = "wait",
    [URTK_TRACE_PHASE] = "event", [URTK_TRACE_MOMENT] = "event"};

static void write_event(FILE *f, const record_t *r, const struct urtk_trace_event *e, const struct host *clock,
                        int host, uint64_t number) {
  const char *text = r->place[e->place].text;
  int64_t begin = (int64_t)in_ns(clock, (double)(int64_t)(e->begin - clock->start));
  int64_t time = (int64_t)in_ns(clock, (double)e->time);
  int kind = e->kind, split = kind == URTK_TRACE_SPLIT || kind == URTK_TRACE_PHASE, wait = kind == URTK_TRACE_WAIT;
  const char *category = categories[kind];
  begin_event(f, split ? "b" : kind == URTK_TRACE_MOMENT ? "i" : "X", r, host, begin);
  if (split) write_id(f, r, number);
  else if (kind == URTK_TRACE_MOMENT) put(f, ",\"s\":\"t\""); /* of one thread */
  else put(f, ",\"dur\":"), put_time(f, time);
  put(f, ",\"name\":");
  if (wait && e->peer >= 0) put(f, "\"waits for thread "), put_number(f, (uint64_t)e->peer), put(f, "\"");
  else if (wait) put(f, "\"waits\"");
  else write_name(f, text);
  put(f, ",\"cat\":\""), put(f, category), put(f, "\",\"args\":{\"at\":");
  write_text(f, text, place_length(text));
  if (!wait) put(f, ",\"sent\":"), put_number(f, e->sent), put(f, ",\"received\":"), put_number(f, e->received);
  put(f, "}}");
  if (!split) return;
  begin_event(f, "e", r, host, begin + time);
  write_id(f, r, number);
  put(f, ",\"cat\":\""), put(f, category), put(f, "\",\"name\":");
  write_name(f, text);
  put(f, "}");
}

static void write_timeline(const record_t **record, int threads, const struct host *host, int hosts, const int *of) {
  FILE *f = fopen(timeline, "w");
  if (!f) upcrun_fail(1, "%s: %s", timeline, strerror(errno));
  fprintf(f, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
  for (int h = 0; h < hosts; h++) {
    fprintf(f, "%s\n{\"ph\":\"M\",\"pid\":%d,\"name\":\"process_name\",\"args\":{\"name\":", h ? "," : "", h);
    write_text(f, host[h].name, (int)strlen(host[h].name));
    fprintf(f, "}}");
  }
  for (int t = 0; t < threads; t++) {
    const record_t *r = record[t];
    if (!r) continue;
    fprintf(f, ",\n{\"ph\":\"M\",\"pid\":%d,\"tid\":%d,\"name\":\"thread_name\",", of[t], t);
    fprintf(f, "\"args\":{\"name\":\"thread %d\"}}", t);
    for (uint64_t i = 0; i < r->events; i++) write_event(f, r, &r->event[i], &host[of[t]], of[t], i);
  }
  fprintf(f, "\n]}\n");
  if (fflush(f) != 0 || ferror(f)) upcrun_fail(1, "%s: %s", timeline, strerror(errno));
  fclose(f);
}

/* ---- the table ---- */

struct row { const char *text; uint64_t calls, sent, received; double time, longest, waited; }; /* times in ns */

static int by_time(const void *a, const void *b) {
  const struct row *x = a, *y = b;
  if (x->time != y->time) return x->time < y->time ? 1 : -1;
  return strcmp(x->text, y->text);
}

static int add_row(struct row *row, int rows, const struct urtk_trace_place *p, const struct host *clock) {
  int i = 0;
  double longest = in_ns(clock, (double)p->longest);
  while (i < rows && strcmp(row[i].text, p->text) != 0) i++;
  struct row *sum = &row[i];
  if (i == rows) sum->text = p->text, rows++;
  sum->calls += p->calls, sum->sent += p->sent, sum->received += p->received;
  sum->time += in_ns(clock, (double)p->time), sum->waited += in_ns(clock, (double)p->waited);
  if (longest > sum->longest) sum->longest = longest;
  return rows;
}

static void print_row(const struct row *s, int threads) {
  char place[URTK_TRACE_PLACE];
  snprintf(place, sizeof place, "%.*s", place_length(s->text), s->text);
  fprintf(stderr, "%12.3f %12.3f %12.3f %10llu %14llu %14llu  %s%s%s\n", s->time / threads * 1e-6,
          s->waited / threads * 1e-6, s->longest * 1e-6, (unsigned long long)s->calls,
          (unsigned long long)s->sent, (unsigned long long)s->received, name_in(s->text), *place ? " at " : "", place);
}

static void print_table(const record_t **record, int threads, int found, const struct host *host, const int *of) {
  enum { MOST = 4 * URTK_TRACE_PLACES };
  struct row *row = upcrun_memory(calloc(MOST, sizeof *row), "the trace");
  int rows = 0;
  for (int t = 0; t < threads; t++)
    for (uint64_t i = 0; record[t] && i < record[t]->places && rows < MOST; i++)
      rows = add_row(row, rows, &record[t]->place[i], &host[of[t]]);
  qsort(row, (size_t)rows, sizeof *row, by_time);
  fprintf(stderr, "%12s %12s %12s %10s %14s %14s  call\n", "ms a thread", "of it waits", "longest, ms", "calls",
          "bytes sent", "received");
  for (int i = 0; i < rows && i < ROWS; i++) print_row(&row[i], found);
  if (rows > ROWS) fprintf(stderr, "and %d more calls\n", rows - ROWS);
  free(row);
}

/* ---- the end of the program ---- */

static void say_what_is_missing(const record_t **record, int threads, int found) {
  uint64_t lost = 0;
  for (int t = 0; t < threads; t++)
    if (record[t]) lost += record[t]->lost;
  if (lost)
    fprintf(stderr, "upcrun: the timeline has no room for %llu later events, the table counts them; UPC_TRACE_EVENTS "
            "gives it more\n", (unsigned long long)lost);
  if (found < threads)
    fprintf(stderr, "upcrun: the records of %d of %d threads are not here: their hosts have no common folder with this "
            "one (-tracefile=)\n", threads - found, threads);
}

static void merge(void) {
  static struct host host[HOSTS];
  int threads = 0, found = 0, hosts = 0;
  for (int t = 0; !threads && t < 1024; t++) { /* thread 0 may be on a host without a common folder */
    const record_t *r = read_record(t);
    if (r) threads = r->threads;
  }
  if (!threads) {
    fprintf(stderr, "upcrun: no trace: the program ended before its threads had started\n");
    remove_parts(1024);
    return;
  }
  const record_t **record = upcrun_memory(calloc((size_t)threads, sizeof *record), "the trace");
  int *of = upcrun_memory(calloc((size_t)threads, sizeof *of), "the trace");
  for (int t = 0; t < threads; t++) {
    if ((record[t] = read_record(t)) == NULL) continue;
    found++;
    of[t] = host_of(host, &hosts, record[t]);
  }
  write_timeline(record, threads, host, hosts, of);
  remove_parts(threads);
  fflush(stdout);
  fprintf(stderr, "upcrun: %s has the timeline of %d thread%s, for https://ui.perfetto.dev or chrome://tracing\n",
          timeline, threads, threads > 1 ? "s" : "");
  print_table(record, threads, found, host, of);
  say_what_is_missing(record, threads, found);
}

static volatile pid_t child;

static void hand_on(int signal) {
  if (child > 0) kill(child, signal);
}

/* Where the program's folder cannot be written, a line says so before it runs. */
static void name_files(const char *file, const char *program) {
  char folder[PATH_MAX];
  const char *slash = strrchr(program, '/'), *base = slash ? slash + 1 : program;
  int n = file && *file == '/' ? snprintf(timeline, sizeof timeline, "%s", file)
          : !getcwd(folder, sizeof folder) ? PATH_MAX
          : file ? snprintf(timeline, sizeof timeline, "%s/%s", folder, file)
                 : snprintf(timeline, sizeof timeline, "%s/%s.trace.json", folder, base);
  if (n >= PATH_MAX - 16) upcrun_fail(USAGE, "the name of the trace is too long");
  snprintf(prefix, sizeof prefix, "%s", timeline);
  if (n > 5 && strcmp(prefix + n - 5, ".json") == 0) prefix[n - 5] = 0;
  int fd = open(timeline, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) upcrun_fail(USAGE, "the trace %s: %s", timeline, strerror(errno));
  close(fd);
}

void upcrun_trace(const struct job *job, const char *file, const char *program) {
  static const int handed_on[] = {SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
  int how;
  if (!job->dry) name_files(file, program);
  upcrun_set(job, "UPC_TRACE", !job->dry ? prefix : file ? file : program);
  if (job->dry) return;
  pid_t parent = getpid();
  for (size_t i = 0; i < sizeof handed_on / sizeof *handed_on; i++) signal(handed_on[i], hand_on);
  child = fork();
  if (child < 0) upcrun_fail(1, "cannot fork: %s", strerror(errno));
  if (child == 0) {
    for (size_t i = 0; i < sizeof handed_on / sizeof *handed_on; i++) signal(handed_on[i], SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) exit(1);
    return;
  }
  signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN); /* the terminal sends them to the program as well */
  while (waitpid(child, &how, 0) < 0 && errno == EINTR) {}
  merge();
  if (WIFEXITED(how)) exit(WEXITSTATUS(how));
  signal(WTERMSIG(how), SIG_DFL);
  raise(WTERMSIG(how));
  exit(128 + WTERMSIG(how));
}
