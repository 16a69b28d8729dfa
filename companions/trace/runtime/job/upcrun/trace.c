/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun -trace: gathers the threads' records when the program has ended, and has them written as one timeline
 * (trace_timeline.c) and a table (trace_table.c). upcrun stays while the program runs. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/sizes.h"
#include "job/upcrun/launch.h"
#include "job/upcrun/trace_path.h"

enum { HOSTS = 4096, LOOKED_FOR = 1024 }; /* threads whose record is looked for while their number is not known */

/* ---- the records ---- */

static char prefix[PATH_MAX];            /* of the threads' files; the timeline's name without its end */
static char timeline[PATH_MAX];
static int made;                         /* 1: the timeline was not there before */

static void part_name(char *path, size_t size, int thread) { snprintf(path, size, "%s.%d", prefix, thread); }

static int ends_within(const char *text, size_t size) { return memchr(text, 0, size) != NULL; }

static int is_event(const record_t *r, const struct urtk_trace_event *e) {
  return e->place < r->places && e->kind <= URTK_TRACE_GET && e->peer >= -1 && e->peer < r->threads;
}

/* Is `r` a whole record of this thread? A thread that is killed while it writes leaves one, too. */
static int is_record(const record_t *r, size_t size, int thread) {
  if (strncmp(r->mark, URTK_TRACE_MARK, sizeof r->mark) != 0 || !ends_within(r->host, sizeof r->host)) return 0;
  if (r->thread != thread || r->threads <= thread || r->threads > URTK_MOST_THREADS) return 0;
  if (r->latest.ticks < r->first.ticks || r->latest.ns < r->first.ns) return 0;
  if (r->places > URTK_TRACE_PLACES || r->events > (size - sizeof *r) / sizeof r->event[0]) return 0;
  for (uint64_t i = 0; i < r->places; i++)
    if (!ends_within(r->place[i].text, sizeof r->place[i].text)) return 0;
  for (uint64_t i = 0; i < r->events; i++)
    if (!is_event(r, &r->event[i])) return 0;
  return 1;
}

/* A line about a file that is no record, once: records are read twice, in the order of their threads. */
static void leave_out(const char *path, int thread) {
  static int said = -1;
  if (thread <= said) return;
  fprintf(stderr, "upcrun: %s is no record of thread %d, it is left out\n", path, thread);
  said = thread;
}

/* The record of a thread, or null: it is not on this host, or the thread had not started when the job ended. */
static const record_t *read_record(int thread) {
  char path[PATH_MAX + 16];
  struct stat s;
  const record_t *r = NULL;
  part_name(path, sizeof path, thread);
  int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return NULL;
  if (fstat(fd, &s) < 0) s.st_size = 0;
  if ((size_t)s.st_size >= sizeof *r) r = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  close(fd);
  if (r == MAP_FAILED) return NULL;
  if (r && is_record(r, (size_t)s.st_size, thread)) return r;
  if (r ? *r->mark : s.st_size > 0) leave_out(path, thread);
  if (r) munmap((void *)r, (size_t)s.st_size);
  return NULL;
}

static void remove_parts(int threads) {
  char path[PATH_MAX + 16];
  for (int t = 0; t < threads; t++) {
    part_name(path, sizeof path, t);
    unlink(path);
  }
}

/* The number of the record's host, which is entered if it is new. */
static int host_of(struct trace *trace, const record_t *r) {
  struct host *host = trace->host;
  int h = 0;
  while (h < trace->hosts && strcmp(host[h].name, r->host) != 0) h++;
  if (h == HOSTS) return HOSTS - 1;
  if (h == trace->hosts) host[trace->hosts++] = (struct host){r->host, r->start, r->first, r->latest};
  if (r->start < host[h].start) host[h].start = r->start;
  if (r->latest.ticks - r->first.ticks > host[h].latest.ticks - host[h].first.ticks)
    host[h].first = r->first, host[h].latest = r->latest;
  return h;
}

/* How many threads the job had; 0: none has begun. Thread 0 may be on a host without a common folder. */
static int recorded_threads(void) {
  for (int t = 0; t < LOOKED_FOR; t++) {
    const record_t *r = read_record(t);
    if (r) return r->threads;
  }
  return 0;
}

static void forget_timeline(void) {
  if (made) unlink(timeline);
}

static const char *write_json(const char *name, const struct trace *trace) {
  FILE *f = fopen(name, "w");
  if (f) write_timeline(f, trace);
  return f && fflush(f) == 0 && !ferror(f) && fclose(f) == 0 ? NULL : strerror(errno);
}

/* Null, or why not. The library for OTF2 is loaded only for such a trace: it is 0.9 MB, and upcrun runs without it. */
static write_trace_t *writer(void) {
  size_t length = strlen(timeline);
  if (length < 6 || strcmp(timeline + length - 5, ".otf2") != 0) return write_json;
  const char *path = upcrun_installed("upcrun-otf2.so");
  if (!path)
    upcrun_fail(USAGE, "the trace %s: this upcrun was built without OTF2 (Debian's libotf2-trace-dev)", timeline);
  void *library = dlopen(path, RTLD_NOW), *function = library ? dlsym(library, "write_otf2") : NULL;
  if (!function) upcrun_fail(USAGE, "the trace %s: %s", timeline, dlerror());
  return (write_trace_t *)function;
}

static void save_timeline(const struct trace *trace) {
  const char *error = writer()(timeline, trace);
  if (!error) return;
  forget_timeline();
  remove_parts(trace->threads);
  upcrun_fail(1, "%s: %s", timeline, error);
}

static void merge(void) {
  static struct host host[HOSTS];
  struct trace trace = {.threads = recorded_threads(), .host = host};
  if (!trace.threads) {
    fprintf(stderr, "upcrun: no trace: the program ended before its threads had started\n");
    remove_parts(LOOKED_FOR);
    forget_timeline();
    return;
  }
  trace.record = upcrun_memory(calloc((size_t)trace.threads, sizeof *trace.record), "the trace");
  trace.host_of = upcrun_memory(calloc((size_t)trace.threads, sizeof *trace.host_of), "the trace");
  for (int t = 0; t < trace.threads; t++) {
    if ((trace.record[t] = read_record(t)) == NULL) continue;
    trace.found++;
    trace.host_of[t] = host_of(&trace, trace.record[t]);
  }
  trace.path = critical_path(&trace);
  save_timeline(&trace);
  remove_parts(trace.threads);
  fflush(stdout);
  fprintf(stderr, "upcrun: %s has the timeline of %d thread%s, for %s\n", timeline, trace.threads,
          trace.threads > 1 ? "s" : "", writer() == write_json ? "https://ui.perfetto.dev or chrome://tracing"
                                                               : "Vampir, otf2-print and other readers of OTF2");
  print_calls(&trace);
  if (trace.path) print_path(&trace, trace.path);
}

/* ---- the job ---- */

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
  if (n > 5 && (strcmp(prefix + n - 5, ".json") == 0 || strcmp(prefix + n - 5, ".otf2") == 0)) prefix[n - 5] = 0;
  int fd = open(timeline, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  made = fd >= 0;
  if (!made && errno == EEXIST) fd = open(timeline, O_WRONLY | O_CLOEXEC);
  if (fd < 0) upcrun_fail(USAGE, "the trace %s: %s", timeline, strerror(errno));
  close(fd);
}

static int asked;                        /* 1: -trace was given */
static const char *asked_file;           /* its =FILE; null: none */

/* -trace and -trace=FILE; -notrace turns both off. */
static int keep(const option_use_t *use) {
  asked = !use->value || *use->value;
  if (use->value && *use->value) asked_file = use->value;
  return 0;
}

static const option_t options[] = {
  {.help = "traces"},
  {"-trace", "=FILE",
   "write a timeline of calls and waits to FILE, without =FILE to PROGRAM.trace.json; print the time in each call, "
   "and the critical path. If FILE ends in .otf2, in the form OTF2", keep, .form = OPTION_MAY},
  {"-tracefile", "=FILE", NULL, keep},
  {"-traceall", NULL, NULL, keep},
  {0}};
UPCRUN_OPTIONS(options);

/* Returns in a new process, which is to become the program. The calling process waits for it, writes the timeline, and
 * exits with its status. */
static void trace_program(const struct job *job, const char *program) {
  if (!asked) return;
  if (!job->dry) name_files(asked_file, program);
  if (!job->dry && writer() != write_json) upcrun_set(job, "UPC_TRACE_MESSAGES", "1");
  upcrun_set(job, "UPC_TRACE", !job->dry ? prefix : asked_file ? asked_file : program);
  if (job->dry) return;
  if (!upcrun_fork()) return;
  int how = upcrun_attend((struct upcrun_attended){.told = -1, .input = -1});
  merge();
  upcrun_end_as(how);
}

UPCRUN_BEFORE(trace_program);
