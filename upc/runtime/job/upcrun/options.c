/* SPDX-License-Identifier: BSD-3-Clause
 * The options of upcrun. An option has Berkeley's name if Berkeley's upcrun has one like it. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/sizes.h"
#include "job/upcrun/launch.h"
#include "upc_stride_version.h"

static const char help[] =
    "usage: upcrun [options] program [arguments]\n"
    "Starts a UPC program on several threads.\n"
    "threads and hosts\n"
    "  -n N, -nN, -np N     run N threads (default: what the program was compiled for with -T, else 1)\n"
    "  -N N, -nodes N       use N nodes (a program for smp runs on one): the first N hosts, or N of the scheduler's.\n"
    "                       Without hosts and scheduler: N groups of threads on this machine, which send each other\n"
    "                       messages as hosts do (for tests)\n"
    "  -hosts=A,B,...       the hosts to run on, as the variable UPC_NODES=\"A B\"; threads are divided evenly;\n"
    "                       A:6 gives a host so many\n"
    "  -hostfile=FILE       the same, from a file\n"
    "  -bind-threads=KIND   bind each thread to the processors of a core (also without =KIND), socket or numa node,\n"
    "                       or to none; with -v each thread prints on which it runs\n"
    "  -shared-heap=SIZE    size of the shared heap of each thread: 64M, 2G; a number alone is in MB\n"
    "                       (default: half the machine's memory divided by the threads)\n"
    "  UPC_MPIEXEC=COMMAND  this variable names a command that starts programs on MPI in place of their MPI's\n"
    "                       mpiexec, for example UPC_MPIEXEC=\"srun --mpi=pmix\"\n"
    "errors and time\n"
    "  -backtrace           a thread that crashes prints its call stack\n"
    "  -gdb                 start the threads and attach gdb, or the command UPC_GDB, to all of them\n"
    "  -trace               write a timeline of calls and waits to PROGRAM.trace.json; print the time in each call\n"
    "  -trace=FILE          the same, to that file (also -tracefile=); if it ends in .otf2, in the form OTF2\n"
    "  -lenient-exit        if a thread ends while others wait for it in a barrier or a collective, these end as\n"
    "                       well, with status 0; without this option that is an error\n"
    "simulated machines, for programs of the conduit sim\n"
    "  -machine=NAME        the machine to simulate. NAME is one that comes with upcrun, a file that describes a\n"
    "                       machine, or a platform file of SimGrid's. NAME,WORD=VALUE,... changes settings of it\n"
    "  -record=FILE         write the measured times of computations to FILE\n"
    "  -replay=FILE         take these times from FILE: a run that repeats to the last digit\n"
    "  -messages=FILE       write messages and computations to FILE, a trace of SimGrid's: smpirun -replay FILE.list;\n"
    "                       FILE.goal: as GOAL, for LogGOPSim\n"
    "upcrun itself\n"
    "  -env                 show the environment variables with their values, also those that options set\n"
    "  -v, -verbose         show the command that starts the threads, then run it\n"
    "  -t, -show            show this command, and do not run it\n"
    "  -version             show the version\n"
    "  -help, -h            show this text\n"
    "  --                   ends the options\n"
    "Accepted as in Berkeley's upcrun, and without effect: -localhost, -network=NAME, -conf=FILE, -norc, -q, -quiet,\n"
    "-shared-heap-max=SIZE, -heap-offset=SIZE, -p N and -c N (threads of a process, processes of a node), -abort,\n"
    "-encode, -freeze, -polite-sync; with a note -tracemask=MASK, -stats, -statsfile=FILE, -statsmask=MASK.\n"
    "-no before the name of a switch turns it off: -nobacktrace.\n"
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

/* -noNAME */
static int is_off(const char *name, const char *arg) {
  arg += 1 + (arg[1] == '-');
  return strncmp("no", arg, 2) == 0 && strcmp(name, arg + 2) == 0;
}

static int is_digits(const char *text) { return text[strspn(text, "0123456789")] == '\0'; }

/* Is *arg the option `name`, which may have a number: -p 2, -p=2, -p2, or -p alone? Leaves *arg at the last argument
 * it used. */
static int is_with_number(const char *name, char ***arg) {
  const char *rest = **arg + 1 + ((**arg)[1] == '-'), *next = (*arg)[1];
  size_t length = strlen(name);
  if (strncmp(rest, name, length) != 0) return 0;
  rest += length;
  if (*rest == '\0' && next && *next && is_digits(next)) ++*arg;
  return is_digits(rest + (*rest == '='));
}

/* Options of Berkeley's upcrun that change nothing here; of those that promise something, a note says so. */
static int harmless(char ***arg) {
  enum { SWITCH, NUMBER, VALUED };    /* a SWITCH may have "no" before it */
  static const struct { const char *name; int form, missed; } options[] = {
      {"shared-heap-max", VALUED, 0}, {"shared-heap-offset", VALUED, 0}, {"heap-offset", VALUED, 0},
      {"conf", VALUED, 0}, {"network", VALUED, 0}, {"p", NUMBER, 0}, {"pthreads", NUMBER, 0}, {"c", NUMBER, 0},
      {"cpus-per-node", NUMBER, 0}, {"localhost", SWITCH, 0}, {"norc", SWITCH, 0}, {"q", SWITCH, 0},
      {"quiet", SWITCH, 0}, {"abort", SWITCH, 0}, {"encode", SWITCH, 0}, {"encode-args", SWITCH, 0},
      {"encode-env", SWITCH, 0}, {"polite-sync", SWITCH, 0}, {"freeze=", NUMBER, 0}, {"freeze", SWITCH, 0},
      {"freeze-early=", NUMBER, 0}, {"freeze-early", SWITCH, 0}, {"freeze-earlier", SWITCH, 0},
      {"freeze-on-error", SWITCH, 0}, {"nostats", SWITCH, 0}, {"notraceall", SWITCH, 0},
      {"tracemask", VALUED, 1}, {"stats", SWITCH, 1}, {"statsfile", VALUED, 1}, {"statsmask", VALUED, 1}};
  const char *option = **arg;
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    if (options[i].form == VALUED   ? value_of(options[i].name, arg) != NULL
        : options[i].form == NUMBER ? is_with_number(options[i].name, arg)
                                    : is(options[i].name, option) || is_off(options[i].name, option)) {
      if (options[i].missed) fprintf(stderr, "upcrun: note: %s has no effect here\n", option);
      return 1;
    }
  return 0;
}

static long number(const char *option, const char *value, const char *of_what) {
  long count;
  if (!urtk_parse_count(value, URTK_MOST_THREADS, &count))
    upcrun_fail(USAGE, "%s: '%s' is not a number of %s; it must be from 1 to %d", option, value, of_what,
                URTK_MOST_THREADS);
  return count;
}

/* The number of -n4, written without a space; null if the option is another. */
static const char *attached(const char *name, const char *option) {
  size_t length = strlen(name);
  const char *rest = option + 1 + length;
  return strncmp(option + 1, name, length) == 0 && isdigit((unsigned char)*rest) ? rest : NULL;
}

static const char *heap_size(const char *option, const char *value) {
  uint64_t bytes;
  if (!urtk_parse_size(value, &bytes) || bytes >= URTK_MOST_HEAP)
    upcrun_fail(USAGE, "%s: '%s' is not a size; it must be like 64M or 2G, less than 1T", option, value);
  return value;
}

/* 1: *arg is an option with a text as its value, and is now in `job` */
static int takes_text(struct job *job, char ***arg) {
  const struct { const char *name, **place; } options[] = {
      {"hosts", &job->hosts}, {"hostfile", &job->hostfile}, {"machine", &job->machine}, {"record", &job->record},
      {"replay", &job->replay}, {"messages", &job->messages}};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    const char *value = value_of(options[i].name, arg);
    if (value && !*value) upcrun_fail(USAGE, "-%s= needs a value", options[i].name);
    if (value) return *options[i].place = value, 1;
  }
  return 0;
}

/* 1: *arg is -bind-threads, with a kind or without, or -nobind-threads */
static int takes_binding(struct job *job, char *arg) {
  static const char *const kinds[] = {"core", "socket", "numa", "none"};
  char *alone[] = {arg, NULL}, **at = alone;
  if (is("bind-threads", arg)) return job->bind = "core", 1;
  if (is_off("bind-threads", arg)) return job->bind = NULL, 1;
  const char *value = strchr(arg, '=') ? value_of("bind-threads", &at) : NULL;
  if (!value) return 0;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp(value, kinds[i]) == 0) return job->bind = kinds[i], 1;
  upcrun_fail(USAGE, "-bind-threads=%s: it must be core, socket, numa or none", value);
}

/* 1: *arg is an option without a value, or -no and its name, and `job` has it now */
static int takes_nothing(struct job *job, const char *arg) {
  const struct { const char *name; int *place; } options[] = {
      {"backtrace", &job->backtrace}, {"gdb", &job->gdb}, {"trace", &job->trace},
      {"traceall", &job->trace}, {"env", &job->variables}, {"lenient-exit", &job->lenient}, {"v", &job->show},
      {"verbose", &job->show}, {"t", &job->dry}, {"show", &job->dry}};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    int on = is(options[i].name, arg);
    if (on || is_off(options[i].name, arg)) return *options[i].place = on, 1;
  }
  return 0;
}

_Noreturn static void answer(int printed) { exit(printed < 0 || fflush(stdout) != 0); }

char **upcrun_options(struct job *job, char **arg) {
  const char *value;
  for (; *arg && **arg == '-' && strcmp(*arg, "--") != 0; arg++) {
    const char *option = *arg;
    if (is("h", option) || is("help", option) || is("?", option)) {
      answer(fputs(help, stdout));
    } else if (is("version", option) || is("V", option)) {
      answer(printf("upcrun %s (UPC 1.3)\n", UPC_STRIDE_VERSION));
    } else if ((value = value_of("n", &arg)) || (value = value_of("np", &arg)) || (value = attached("n", option)) ||
               (value = attached("np", option))) {
      job->threads = number(option, value, "threads");
      job->n = value;
    } else if ((value = value_of("N", &arg)) || (value = value_of("nodes", &arg))) {
      job->nodes = number(option, value, "nodes");
      job->N = value;
    } else if ((value = value_of("shared-heap", &arg)) || (value = value_of("heap", &arg))) {
      job->heap = heap_size(option, value);
    } else if ((strchr(option, '=') && (value = value_of("trace", &arg))) ||
               (value = value_of("tracefile", &arg))) {
      job->trace_file = value;
      job->trace = 1; /* unless -notrace follows */
    } else if (!takes_text(job, &arg) && !takes_nothing(job, option) && !takes_binding(job, *arg) && !harmless(&arg)) {
      upcrun_fail(USAGE, "unknown option %s (upcrun -help lists them)", option);
    }
  }
  if (job->dry) job->show = 1;
  return *arg && strcmp(*arg, "--") == 0 ? arg + 1 : arg;
}
