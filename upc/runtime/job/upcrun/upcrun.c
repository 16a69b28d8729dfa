/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun: starts a UPC program. On smp the program starts its threads itself; upcrun checks what it was told, hands
 * it on in environment variables (environment.c) and becomes the program; on mpi and gasnet it
 * becomes their launcher. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/sizes.h"
#include "job/upcrun/launch.h"
#include "upc_stride_version.h"

static const char help[] =
    "usage: upcrun [options] program [arguments]\n"
    "  -n N, -np N, -n=N    run N threads (default: what the program was compiled for with -T, else 1)\n"
    "  -N N                 use N nodes (a program for smp runs on one): the first N hosts, or N of the scheduler's.\n"
    "                       Without hosts and scheduler: N groups of threads on this machine, which send each other\n"
    "                       messages as hosts do (for tests)\n"
    "  -hosts=A,B,..., -hostfile=FILE   hosts to run on, also UPC_NODES; the threads are divided evenly\n"
    "  -machine=NAME        for programs of the conduit sim: the machine to simulate. NAME is one that comes with\n"
    "                       upcrun, a file that describes a machine, or a platform file of SimGrid's.\n"
    "                       NAME,WORD=VALUE,... changes settings of it\n"
    "  -record=FILE         on a simulated machine: write the measured times of computations to FILE\n"
    "  -replay=FILE         take these times from FILE: a run that repeats to the last digit\n"
    "  -bind-threads        bind each thread to a core of its own\n"
    "  -shared-heap=SIZE    size of the shared heap of each thread: 64M, 2G; a number alone is in MB\n"
    "                       (default: half the machine's memory divided by the threads)\n"
    "  -backtrace           a thread that crashes prints its call stack\n"
    "  -trace               write a timeline of calls and waits to PROGRAM.trace.json; print the time in each call\n"
    "  -tracefile=FILE      the same, to that file\n"
    "  -gdb                 start the threads and attach gdb, or the command UPC_GDB, to all of them\n"
    "  -lenient-exit        if a thread ends while others wait for it in a barrier or a collective, these end as\n"
    "                       well, with status 0; without this option that is an error\n"
    "  -env                 show the environment variables with their values, also those that options set\n"
    "  -v                   show the command that starts the threads, then run it\n"
    "  -t                   show this command, and do not run it\n"
    "  -q                   print only errors\n"
    "  -version, -help\n"
    "  --                   ends the options\n"
    "UPC_MPIEXEC=\"srun --mpi=pmix\" starts programs on MPI by that command in place of their MPI's mpiexec.\n"
    "Accepted as in Berkeley's upcrun, and without effect: -localhost, -network=NAME, -conf=FILE, -norc,\n"
    "-shared-heap-max=SIZE, -heap-offset=SIZE, -p N and -c N (threads of a process, processes of a node), -abort,\n"
    "-encode, -freeze, and with a note\n"
    "-tracemask=MASK, -stats, -statsfile=FILE, -statsmask=MASK.\n"
    "The exit status is the highest of the threads', 128 + the signal if one died of a signal, what upc_global_exit\n"
    "was given, or 2 for wrong options.\n";

/* The value of option `name` where *arg is it: "-name=value", "-name value", with one dash or two. Null if *arg is
 * another option; leaves *arg at the last argument it used. */
static const char *value_of(const char *name, char ***arg) {
  const char *text = **arg + 1;
  size_t length = strlen(name);
  if (*text == '-') text++;
  if (strncmp(text, name, length) != 0) return NULL;
  if (text[length] == '=') return text + length + 1;
  if (text[length]) return NULL;
  const char *option = **arg;
  if (!*++*arg) upcrun_fail(USAGE, "%s needs a value", option);
  return **arg;
}

static int is(const char *name, const char *arg) { return strcmp(name, arg + 1 + (arg[1] == '-')) == 0; }

static int starts(const char *name, const char *arg) {
  return strncmp(name, arg + 1 + (arg[1] == '-'), strlen(name)) == 0;
}

/* Options of Berkeley's upcrun that change nothing here; of those that promise something, a note says so. */
static int harmless(char ***arg) {
  enum { PLAIN, VALUED, JOINED };     /* JOINED: what follows the = is the value */
  static const struct { const char *name; int form, missed; } options[] = {
      {"shared-heap-max", VALUED, 0}, {"shared-heap-offset", VALUED, 0}, {"heap-offset", VALUED, 0},
      {"conf", VALUED, 0}, {"network", VALUED, 0}, {"p", VALUED, 0}, {"c", VALUED, 0}, {"pthreads", VALUED, 0},
      {"localhost", PLAIN, 0}, {"norc", PLAIN, 0}, {"q", PLAIN, 0}, {"abort", PLAIN, 0}, {"encode", PLAIN, 0},
      {"noencode", PLAIN, 0}, {"freeze=", JOINED, 0}, {"freeze", PLAIN, 0}, {"freeze-on-error", PLAIN, 0},
      {"nobacktrace", PLAIN, 0}, {"notrace", PLAIN, 0}, {"nostats", PLAIN, 0},
      {"tracemask", VALUED, 1}, {"stats", PLAIN, 1}, {"statsfile", VALUED, 1}, {"statsmask", VALUED, 1}};
  const char *option = **arg;
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    if (options[i].form == VALUED   ? value_of(options[i].name, arg) != NULL
        : options[i].form == JOINED ? starts(options[i].name, option)
                                    : is(options[i].name, option)) {
      if (options[i].missed) fprintf(stderr, "upcrun: note: %s has no effect here\n", option);
      return 1;
    }
  return 0;
}

/* Where the program is: the one just compiled, before any of that name in PATH. */
static const char *find(const char *program) {
  static char path[4096];
  if (strchr(program, '/')) return program;
  if (snprintf(path, sizeof path, "./%s", program) < (int)sizeof path && access(path, X_OK) == 0) return path;
  return upcrun_on_path(program);
}

int main(int argc, char **argv) {
  const char *value, *threads = NULL, *nodes = NULL, *heap = NULL;
  struct job job = {.run = 1};
  const char *trace_file = NULL;
  int backtrace = 0, lenient = 0, variables = 0, trace = 0, gdb = 0;
  uint64_t bytes;
  (void)argc;

  char **arg = argv + 1;
  for (; *arg && **arg == '-' && strcmp(*arg, "--") != 0; arg++) {
    const char *option = *arg;
    if (is("h", option) || is("help", option) || is("?", option)) return fputs(help, stdout) < 0;
    if (is("version", option) || is("V", option)) {
      return printf("upcrun %s (UPC 1.3; conduits: smp, mpi, gasnet, sim)\n", UPC_STRIDE_VERSION) < 0;
    } else if ((value = value_of("n", &arg)) || (value = value_of("np", &arg))) {
      if (!urtk_parse_count(value, URTK_MOST_THREADS, &job.threads))
        upcrun_fail(USAGE, "%s: '%s' is not a number of threads; it must be from 1 to %d", option, value,
                    URTK_MOST_THREADS);
      threads = value;
    } else if ((value = value_of("N", &arg))) {
      if (!urtk_parse_count(value, URTK_MOST_THREADS, &job.nodes))
        upcrun_fail(USAGE, "%s: '%s' is not a number of nodes; it must be from 1 to %d", option, value,
                    URTK_MOST_THREADS);
      nodes = value;
    } else if ((value = value_of("shared-heap", &arg)) || (value = value_of("heap", &arg))) {
      if (!urtk_parse_size(value, &bytes) || bytes >= URTK_MOST_HEAP)
        upcrun_fail(USAGE, "%s: '%s' is not a size; it must be like 64M or 2G, less than 1T", option, value);
      heap = value;
    } else if ((value = value_of("hosts", &arg))) {
      job.hosts = value;
    } else if ((value = value_of("hostfile", &arg))) {
      job.hostfile = value;
    } else if ((value = value_of("machine", &arg))) {
      job.machine = value;
    } else if ((value = value_of("record", &arg))) {
      job.record = value;
    } else if ((value = value_of("replay", &arg))) {
      job.replay = value;
    } else if (is("bind-threads", option)) {
      job.bind = 1;
    } else if (is("backtrace", option)) {
      backtrace = 1;
    } else if (is("gdb", option)) {
      gdb = 1;
    } else if (is("trace", option)) {
      trace = 1;
    } else if ((value = value_of("tracefile", &arg))) {
      trace = 1, trace_file = value;
    } else if (is("env", option)) {
      variables = 1;
    } else if (is("lenient-exit", option)) {
      lenient = 1;
    } else if (is("v", option)) {
      job.show = 1;
    } else if (is("t", option)) {
      job.show = 1, job.run = 0;
    } else if (!harmless(&arg)) {
      upcrun_fail(USAGE, "unknown option %s (upcrun -help lists them)", option);
    }
  }
  if (*arg && strcmp(*arg, "--") == 0) arg++;
  if (heap) upcrun_set(&job, "UPC_SHARED_HEAP_SIZE", heap);
  if (backtrace) upcrun_set(&job, "UPC_BACKTRACE", "1");
  if (lenient) upcrun_set(&job, "UPC_LENIENT_EXIT", "1");
  if (variables) {
    if (threads) upcrun_set(&job, "UPC_THREADS", threads);
    if (job.bind) upcrun_set(&job, "UPC_SMP_BIND", "1");
    if (job.hosts) upcrun_set(&job, "UPC_NODES", job.hosts);
    return upcrun_show_variables();
  }
  if (!*arg) upcrun_fail(USAGE, "no program was named (usage: upcrun -n N program arguments)");
  if (nodes && threads && job.nodes > job.threads)
    upcrun_fail(USAGE, "-N %s: more nodes than the %s threads of -n", nodes, threads);

  const char *path = find(*arg);
  if (job.run) upcrun_require_upc(path, arg);
  if (gdb && job.run) upcrun_gdb(&job, path);
  if (trace) upcrun_trace(&job, trace_file, path);
  upcrun_mpi(&job, path, arg);
  upcrun_gasnet(&job, path, arg);
  upcrun_sim(&job, path, arg);
  if (threads) upcrun_set(&job, "UPC_THREADS", threads);
  if (job.bind) upcrun_set(&job, "UPC_SMP_BIND", "1");
  upcrun_become(&job, path, arg);
}
