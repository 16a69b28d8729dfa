/* SPDX-License-Identifier: BSD-3-Clause
 * The environment variables that the runtime reads. Those of a companion are read in its own folder.
 *
 *   UPC_THREADS           number of threads; set by upcrun -n. Default: the program's own (-T), else 1.
 *   UPC_SHARED_HEAP_SIZE  shared heap of each thread: 64M, 2G, a number alone in MB; set by upcrun -shared-heap.
 *                         Default: what upcc -shared-heap= put into the program, else half the machine's memory
 *                         divided by the threads, at least 64 MB. Memory is taken from the system when it is first
 *                         touched, large pages when they are allocated (base/memory.h).
 *   UPCRUN_HOSTS          how many hosts upcrun was told, at least; set by upcrun alone.
 *   UPC_NEAR              conduits with far threads: how many threads of a host reach each other by address. `no`: each
 *                         only itself; a number: groups of as many. For tests; upcrun -N sets it where all nodes are
 *                         this machine. Default: all threads of a host.
 *   UPC_BIND              conduit smp: the processors of each thread: those of a `core`, of a `socket` or of a `numa`
 *                         node. `verbose`, alone or after a comma: each thread prints on which processors it runs. Set
 *                         by upcrun -bind-threads and -v. Default: none, the system places the threads.
 *   UPC_SMP_LATENCY       conduit smp, for tests: microseconds that every copy between two threads takes to arrive
 *   UPC_SMP_BANDWIDTH     conduit smp, for tests: MB a second at which a thread's copies leave or reach it, one after
 *                         another. With either set, threads wait for these times without computing, other threads'
 *                         memory cannot be cast to private pointers, and the library treats it as far. Single loads
 *                         and stores, atomics, locks and barriers are not delayed. Default: neither; no delay.
 *   UPC_LINK_TIMEOUT      jobs on several hosts: seconds after which a host that does not answer ends the job, from
 *                         1 to 86400; 0 for never. Default: 30.
 *   UPC_LENIENT_EXIT      1: a thread that waits in a barrier or a collective call for a thread that has ended ends
 *                         as well, with status 0. Set by upcrun -lenient-exit. Default: 0, an error that ends the job.
 *   UPC_PATIENCE          seconds after which a wait is reported: who waits in which call, for which thread, and the
 *                         last call of that thread; 0 for never. Default: 10.
 *   UPC_BACKTRACE         1: a thread that dies by a signal prints its call stack first; 0 or unset: it does not.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/companions.h"
#include "base/environment.h"
#include "base/fail.h"
#include "base/memory.h"
#include "base/sizes.h"
#include "common/nearest.h"

int urtk_env_threads(void) {
  const char *text = getenv("UPC_THREADS");
  if (!text || !*text) return 0;
  long count;
  if (!urtk_parse_count(text, URTK_MOST_THREADS, &count))
    urtk_usage(2, "UPC_THREADS is '%s'; it must be a number from 1 to %d", text, URTK_MOST_THREADS);
  return (int)count;
}

extern const unsigned long urt_baked_heap __attribute__((weak)); /* in programs linked with upcc -shared-heap=SIZE */

size_t urtk_env_heap(int threads, int *given) {
  const char *text = getenv("UPC_SHARED_HEAP_SIZE");
  *given = text && *text;
  uint64_t bytes, least = 64 << 20;
  if (!*given && &urt_baked_heap) {
    *given = 1;
    return urt_baked_heap;
  }
  if (!*given) {
    bytes = urtk_all_memory() / 2 / (uint64_t)threads;
    return bytes < least ? least : bytes > URTK_MOST_HEAP / 2 ? URTK_MOST_HEAP / 2 : bytes;
  }
  if (!urtk_parse_size(text, &bytes))
    urtk_usage(2, "UPC_SHARED_HEAP_SIZE is '%s'; it must be a size such as 64M or 2G", text);
  if (bytes >= URTK_MOST_HEAP) urtk_usage(2, "UPC_SHARED_HEAP_SIZE is '%s'; a thread can have less than 1T", text);
  return bytes;
}

int urtk_env_hosts(void) {
  const char *text = getenv("UPCRUN_HOSTS");
  return text ? atoi(text) : 0;
}

int urtk_env_near(void) {
  const char *text = getenv("UPC_NEAR");
  if (!text || !*text) return 0;
  long count;
  if (strcmp(text, "no") == 0) return 1;
  if (!urtk_parse_count(text, URTK_MOST_THREADS, &count))
    urtk_usage(2, "UPC_NEAR is '%s'; it must be 'no' or a number of threads from 1 to %d", text, URTK_MOST_THREADS);
  return (int)count;
}

/* The number in that variable; 0 if it is not set. */
static int number(const char *name, const char *unit, double least, double most, double *value) {
  const char *text = getenv(name);
  char *end;
  if (!text || !*text) return 0;
  *value = strtod(text, &end);
  if (*end || !(*value >= least && *value <= most))
    urtk_usage(2, "%s is '%s'; it must be a number of %s from %g to %g", name, text, unit, least, most);
  return 1;
}

int urtk_env_delays(double *latency, double *bandwidth) {
  *latency = *bandwidth = 0;
  int slow = number("UPC_SMP_LATENCY", "microseconds", 0, 1e6, latency);
  return number("UPC_SMP_BANDWIDTH", "MB a second", 0.001, 1e6, bandwidth) || slow;
}

int urtk_env_yes(const char *name) {
  const char *text = getenv(name);
  if (text && *text && strcmp(text, "0") != 0 && strcmp(text, "1") != 0)
    urtk_usage(2, "%s is '%s'; it must be 0 or 1", name, text);
  return text && *text == '1';
}

enum urtk_binding urtk_env_bind(int *verbose) {
  static const char *const words[] = {"none", "core", "socket", "numa", "verbose"};
  enum { WORDS = sizeof words / sizeof *words };
  const char *text = getenv("UPC_BIND");
  int by = URTK_BIND_NONE, word;
  *verbose = 0;
  for (const char *at = text; at && *at; at += strcspn(at, ","), at += *at == ',') {
    for (word = 0; word < WORDS; word++)
      if (strncmp(at, words[word], strcspn(at, ",")) == 0 && strlen(words[word]) == strcspn(at, ",")) break;
    if (word == WORDS)
      urtk_usage(2, "UPC_BIND is '%s'; it must be core, socket, numa or none, verbose, or both with a comma", text);
    if (word == WORDS - 1) *verbose = 1;
    else by = word;
  }
  return (enum urtk_binding)by;
}

int urtk_env_link_timeout(void) {
  const char *text = getenv("UPC_LINK_TIMEOUT");
  int seconds;
  if (!urtk_parse_timeout(text, &seconds)) urtk_usage(2, URTK_WRONG_TIMEOUT, text, URTK_LONGEST_TIMEOUT);
  return seconds;
}

int urtk_env_backtrace(void) { return urtk_env_yes("UPC_BACKTRACE"); }

double urtk_env_patience(void) {
  double seconds = 10;
  number("UPC_PATIENCE", "seconds", 0, 1e6, &seconds);
  return seconds;
}

const char *urtk_env_file(const char *name) {
  const char *text = secure_getenv(name);
  return text && *text ? text : NULL;
}

int urtk_env_lenient_exit(void) { return urtk_env_yes("UPC_LENIENT_EXIT"); }

void urtk_check_environment(void) {
  int given, verbose;
  double latency, bandwidth;
  urtk_env_heap(1, &given);
  urtk_env_near();
  urtk_env_bind(&verbose);
  urtk_env_delays(&latency, &bandwidth);
  urtk_env_link_timeout();
  urtk_env_patience();
  urtk_env_backtrace();
  urtk_env_lenient_exit();
  for (const struct urtk_companion *const *one = urtk_companions; *one; one++)
    if ((*one)->check) (*one)->check();
}

/* ---- Names that nothing reads: with UPC_THREAD=4 a program would run on one thread, without a word ---- */
extern char **environ;

/* The variables of docs/environment.md. */
static const char *const names[] = {
#include "base/names.inc"
};

enum { LONGEST = 60 }; /* letters of a name that count; no known one has so many */

static int is_known(const char *name) {
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], name) == 0) return 1;
  return 0;
}

/* The variable to which the name is nearest, if at most so many letters differ; else null. */
static const char *nearest(const char *name, size_t most) {
  nearest_t best = {"", most + 1}; /* a word that is worse than any like it */
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) nearest_look(&best, name, names[i]);
  return *best.word ? best.word : NULL;
}

static void say_unknown(const char *name) {
  const char *meant = nearest(name, strlen(name) > 8 ? 2 : 1); /* UPC_HEAP does not mean UPC_NEAR */
  fprintf(stderr, "upc: %s is set, and nothing reads a variable of that name; %s%s%s\n", name,
          meant ? "did you mean " : "", meant ? meant : "upcrun -env lists all there are", meant ? "?" : "");
}

/* Another program may read a name like UCP_NODES or MPI_NODES. Two letters may differ only if the first is right. */
static void say_like(const char *name) {
  const char *meant = nearest(name, *name == 'U' ? 2 : 1);
  if (meant) fprintf(stderr, "upc: %s is set; did you mean %s?\n", name, meant);
}

void urtk_say_unknown_variables(void) {
  for (char **at = environ; *at; at++) {
    const size_t length = strcspn(*at, "=");
    char name[LONGEST + 1];
    /* Few names have U or P so early, so the start of a thread takes no longer. */
    if (!strchr("UP", **at) && !strchr("UP", (*at)[1])) continue;
    snprintf(name, sizeof name, "%.*s", (int)length, *at);
    if (is_known(name) || strncmp(name, "UPC_STRIDE_", 11) == 0) continue; /* the library tells of those */
    if (strncmp(name, "UPC_", 4) == 0) say_unknown(name);
    else say_like(name);
  }
}
