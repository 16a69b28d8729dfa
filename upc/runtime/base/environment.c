/* SPDX-License-Identifier: BSD-3-Clause
 * Every environment variable the runtime reads.
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
 *   UPC_MACHINE_PROCESSES 1: each thread of a simulated machine is a process. Default: 0, where possible
 *                         one process has them all.
 *   UPC_PATIENCE          seconds after which a wait is reported: who waits in which call, for which thread, and the
 *                         last call of that thread; 0 for never. Default: 10.
 *   UPC_TRACE             each thread records its calls and waits in the file of this name with its number behind it;
 *                         set by upcrun -trace, which makes one timeline of all. Default: no trace.
 *   UPC_TRACE_EVENTS      how many calls and waits of a thread the timeline has room for, 48 bytes each. Default:
 *                         4,000,000 divided by the threads, from 2,000 to 250,000.
 *   UPC_TRACE_MESSAGES    1: a traced job records the messages of its collectives too; set by upcrun -trace=FILE.otf2.
 *                         Default: 0.
 *   UPC_DEBUG             each thread writes its process to this file and waits before main until a debugger has
 *                         attached to it; set by upcrun -gdb. Default: it does not wait.
 *   UPC_BACKTRACE         1: a thread that dies by a signal prints its call stack first; 0 or unset: it does not.
 *   UPC_RACE              programs compiled by upcc -fsanitize=race: `report` tells of all races, `exit` ends the
 *                         job at the first, `json` tells of them in JSON. Default: report.
 *   UPC_TASK_STACK        stack of a task of upc_task.h: 512K, 1M, at least 32K. Default: 256K.
 *   UPC_TASK_STACKS       how many tasks of a thread may wait at a time, each with its stack. Default: 16000.
 *   UPC_TASK_ROUND_TRIP   how many messages a thread can start until the first one has been answered: it shapes the
 *                         tree of upc_task_on_all. 1: binomial. Default: of simulated machines by their figures, 32 on
 *                         other conduits with far threads.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
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

static int yes(const char *name) {
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

int urtk_env_backtrace(void) { return yes("UPC_BACKTRACE"); }

double urtk_env_patience(void) {
  double seconds = 10;
  number("UPC_PATIENCE", "seconds", 0, 1e6, &seconds);
  return seconds;
}

/* The name of a file that is written. Of a program with another user's rights nobody else may choose it. */
static const char *file_of(const char *name) {
  const char *text = secure_getenv(name);
  return text && *text ? text : NULL;
}

const char *urtk_env_debug(void) { return file_of("UPC_DEBUG"); }
const char *urtk_env_trace(void) { return file_of("UPC_TRACE"); }

size_t urtk_env_trace_events(int threads) {
  const char *text = getenv("UPC_TRACE_EVENTS");
  long count = 4000000 / threads, most = 250000, least = 2000;
  if (!text || !*text) return (size_t)(count < least ? least : count > most ? most : count);
  if (!urtk_parse_count(text, 1 << 30, &count))
    urtk_usage(2, "UPC_TRACE_EVENTS is '%s'; it must be a number from 1 to %d", text, 1 << 30);
  return (size_t)count;
}

int urtk_env_trace_messages(void) { return yes("UPC_TRACE_MESSAGES"); }

int urtk_env_processes(int *verbose) {
  const char *text = getenv("UPC_MACHINE_PROCESSES");
  int is_verbose = text && strcmp(text, "verbose") == 0;
  if (verbose) *verbose = is_verbose;
  return !is_verbose && yes("UPC_MACHINE_PROCESSES");
}

int urtk_env_lenient_exit(void) { return yes("UPC_LENIENT_EXIT"); }

size_t urtk_env_task_stack(void) {
  const char *text = getenv("UPC_TASK_STACK");
  uint64_t bytes = 256 << 10;
  if (text && *text && (!urtk_parse_size(text, &bytes) || bytes < 32 << 10 || bytes > 1 << 30))
    urtk_usage(2, "UPC_TASK_STACK is '%s'; it must be a size from 32K to 1G", text);
  return bytes;
}

size_t urtk_env_task_stacks(void) {
  const char *text = getenv("UPC_TASK_STACKS");
  long count = 16000;
  if (text && *text && !urtk_parse_count(text, 1 << 30, &count))
    urtk_usage(2, "UPC_TASK_STACKS is '%s'; it must be a number from 1 to %d", text, 1 << 30);
  return (size_t)count;
}

unsigned urtk_env_task_round_trip(void) {
  const char *text = getenv("UPC_TASK_ROUND_TRIP");
  long count = 0;
  if (text && *text && !urtk_parse_count(text, 1000, &count))
    urtk_usage(2, "UPC_TASK_ROUND_TRIP is '%s'; it must be a number from 1 to 1000", text);
  return (unsigned)count;
}

int urtk_env_race(void) {
  static const char *const modes[] = {"report", "exit", "json"};
  const char *text = getenv("UPC_RACE");
  if (!text || !*text) return 0;
  for (int i = 0; i < 3; i++)
    if (!strcmp(text, modes[i])) return i;
  urtk_usage(2, "UPC_RACE is '%s'; it must be report, exit or json", text);
}

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
  urtk_env_trace_events(1);
  urtk_env_trace_messages();
  urtk_env_lenient_exit();
  urtk_env_processes(NULL);
  urtk_env_race();
  urtk_env_task_stack();
  urtk_env_task_stacks();
  urtk_env_task_round_trip();
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
