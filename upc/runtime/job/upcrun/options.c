/* SPDX-License-Identifier: BSD-3-Clause
 * The options of upcrun. An option has Berkeley's name if Berkeley's upcrun has one like it. */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/sizes.h"
#include "common/options.h"
#include "job/upcrun/launch.h"
#include "job/upcrun/mpi_launcher.h"
#include "upc_stride_version.h"

#define AT(field) offsetof(struct job, field)

static int wrong(const char *format, ...) {
  char text[512];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  upcrun_fail(USAGE, "%s", text);
}

static int read_count(const option_use_t *use) {
  if (urtk_parse_count(use->value, URTK_MOST_THREADS, use->place)) return 0;
  return wrong("%s: '%s' is not a number of %s; it must be from 1 to %d", use->written, use->value,
               use->option->at == AT(threads) ? "threads" : "nodes", URTK_MOST_THREADS);
}

static int read_heap(const option_use_t *use) {
  uint64_t bytes;
  if (!urtk_parse_size(use->value, &bytes) || bytes >= URTK_MOST_HEAP)
    wrong("%s: '%s' is not a size; it must be like 64M or 2G, less than 1T", use->written, use->value);
  return option_text(use);
}

static int read_binding(const option_use_t *use) {
  static const char *const kinds[] = {"core", "socket", "numa", "none"};
  const char **bind = use->place;
  if (!use->value) return *bind = kinds[0], 0;
  if (!*use->value) return *bind = NULL, 0;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp(use->value, kinds[i]) == 0) return *bind = kinds[i], 0;
  return wrong("%s=%s: it must be core, socket, numa or none", use->written, use->value);
}

static int read_dry(const option_use_t *use) {
  struct job *job = use->place;
  job->dry = !use->value;
  if (job->dry) job->show = 1;
  return 0;
}

static _Noreturn void answer(int printed) { exit(printed < 0 || fflush(stdout) != 0); }

static int help(const option_use_t *use) { answer(options_help(use->line, stdout)); }

static int version(const option_use_t *use) {
  (void)use;
  answer(printf("upcrun %s (UPC 1.3)\n", UPC_STRIDE_VERSION) < 0 ? -1 : upcrun_print_mpi());
}

/* Options of Berkeley's upcrun that change nothing here; of those that promise something, a note says so. */
static int harmless(const option_use_t *use) {
  (void)use;
  return 0;
}

static int missed(const option_use_t *use) {
  fprintf(stderr, "upcrun: note: %s has no effect here\n", use->written);
  return 0;
}

/* GASNet's name for it. */
static int read_width(const option_use_t *use) {
  long width;
  if (strcmp(use->value, "0") != 0 && !urtk_parse_count(use->value, URTK_MOST_THREADS, &width))
    return wrong("%s: '%s' is not a number of threads from 0 to %d", use->written, use->value, URTK_MOST_THREADS);
  return setenv("GASNET_SUPERNODE_MAXSIZE", use->value, 1);
}

/* Here there is one way to print call stacks. */
static int read_backtrace(const option_use_t *use) {
  struct job *job = use->place;
  job->backtrace = 1;
  return missed(use);
}

/* Berkeley's upcrun says what the program was compiled for. */
static int inform(const option_use_t *use) {
  fprintf(stderr, "upcrun: note: %s shows the command, as -t does\n", use->written);
  return read_dry(use);
}

static int not_read(const option_use_t *use) {
  fprintf(stderr, "upcrun: note: -conf=%s is not read; UPCRUN_FLAGS has options for every call\n", use->value);
  return 0;
}

static const option_t options[] = {
  {.help = "threads and hosts"},
  {"-n, -np", "N", "run N threads (default: what the program was compiled for with -T, else 1); also -nN", read_count,
   AT(threads), .form = OPTION_DIGITS},
  {"-N, -nodes", "N",
   "use N nodes (a program for smp runs on one): the first N hosts, or N of the scheduler's. Without hosts and "
   "scheduler: N groups of threads on this machine, which send each other messages as hosts do (for tests)",
   read_count, AT(nodes)},
  {"-hosts", "=A,B,...",
   "the hosts to run on, as the variable UPC_NODES=\"A B\"; threads are divided evenly; A:6 gives a host so many",
   option_text, AT(hosts)},
  {"-hostfile", "=FILE", "the same, from a file", option_text, AT(hostfile)},
  {"-bind-threads", "=KIND",
   "bind each thread to the processors of a core (also without =KIND), socket or numa node, or to none; with -v each "
   "thread prints on which it runs", read_binding, AT(bind), .form = OPTION_MAY},
  {"-pshm-width", "N",
   "programs on GASNet: at most N threads of a host share memory; the others of it are far (0: all share it)",
   read_width},
  {"-shared-heap", "=SIZE",
   "size of the shared heap of each thread: 64M, 2G; a number alone is in MB (default: half the machine's memory "
   "divided by the threads)", read_heap, AT(heap)},
  {"-heap", "=SIZE", NULL, read_heap, AT(heap)},
  {NULL, "UPC_MPI=FOLDER",
   "this variable names an MPI, by its folder or by its mpiexec, in place of the one for which a program on MPI was "
   "compiled"},
  {NULL, "UPC_MPIEXEC=COMMAND",
   "this variable names a command that starts programs on MPI in place of their MPI's mpiexec, for example "
   "UPC_MPIEXEC=\"srun --mpi=pmix\""},
  {.help = "errors and time"},
  {"-backtrace", NULL, "a thread that crashes prints its call stack", option_on, AT(backtrace)},
  {"-lenient-exit", NULL,
   "if a thread ends while others wait for it in a barrier or a collective, these end as well, with status 0; "
   "without this option that is an error", option_on, AT(lenient)},
  {0}};

/* Behind these come those of the parts. */
static const option_t last_options[] = {
  {.help = "upcrun itself"},
  {"-env", NULL, "show the environment variables with their values, also those that options set", option_on,
   AT(variables)},
  {"-v, -verbose", NULL, "show the command that starts the threads, then run it", option_on, AT(show)},
  {"-t, -show", NULL, "show this command, and do not run it", read_dry},
  {"-version", NULL, "show the version, and which MPI is found", version},
  {"-V", NULL, NULL, version},
  {"-help, -h", NULL, "show this text", help},
  {"-?", NULL, NULL, help},
  {NULL, "--", "ends the options"},
  {"-conf", "", NULL, not_read},
  {"-i, -info", NULL, NULL, inform},
  {"-backtrace-type", "", NULL, read_backtrace},
  {"-shared-heap-max, -shared-heap-offset, -heap-offset, -network", "", NULL, harmless},
  {"-p, -pthreads, -c, -cpus-per-node, -freeze, -freeze-early", "", NULL, harmless, .form = OPTION_MAY | OPTION_DIGITS},
  {"-localhost, -norc, -q, -quiet, -abort, -encode, -encode-args, -encode-env, -polite-sync, -freeze-earlier",
   NULL, NULL, harmless},
  {"-freeze-on-error, -nostats, -notraceall", NULL, NULL, harmless},
  {"-tracemask, -statsfile, -statsmask", "", NULL, missed},
  {"-stats", NULL, NULL, missed},
  {0}};

static command_line_t line = {
  .usage =
    "usage: upcrun [options] program [arguments]\n"
    "Starts a UPC program on several threads.\n",
  .notes =
    "The variable UPCRUN_FLAGS has options that are read before these.\n"
    "Accepted as in Berkeley's upcrun, and without effect: -localhost, -network=NAME, -norc, -q, -quiet, -encode,\n"
    "-shared-heap-max=SIZE, -heap-offset=SIZE, -p N and -c N (threads of a process, processes of a node), -abort,\n"
    "-freeze, -polite-sync; with a note -conf=FILE, -backtrace-type=LIST, -tracemask=MASK, -stats, -statsfile=FILE,\n"
    "-statsmask=MASK. -no before the name of a switch turns it off: -nobacktrace.\n"
    "The exit status is the highest of the threads', 1 if a thread ended while others waited for it, 128 + the signal\n"
    "if one died of a signal, what upc_global_exit was given, or 2 for wrong options.\n",
  .wrong = wrong,
  .either_dash = 1};

/* Without any part there is no such section. */
extern const option_t *const __start_upcrun_options[] __attribute__((weak));
extern const option_t *const __stop_upcrun_options[] __attribute__((weak));

static void add(option_t **all, size_t *count, const option_t *list) {
  size_t more = 0;
  while (list[more].name || list[more].value || list[more].help) more++;
  *all = upcrun_memory(realloc(*all, (*count + more + 1) * sizeof **all), "the options");
  memcpy(*all + *count, list, (more + 1) * sizeof *list);
  *count += more;
}

static const option_t *all_options(void) {
  option_t *all = NULL;
  size_t count = 0;
  add(&all, &count, options);
  for (const option_t *const *part = __start_upcrun_options; part < __stop_upcrun_options; part++)
    add(&all, &count, *part);
  add(&all, &count, last_options);
  return all;
}

/* The words of a text, with a null behind them. Blanks separate them; what stands within "" or '' may have blanks. */
static char **words_of(const char *text, const char *variable) {
  char *to = upcrun_memory(malloc(strlen(text) + 1), variable);
  char **words = upcrun_memory(calloc(strlen(text) / 2 + 2, sizeof *words), variable);
  size_t count = 0;
  for (text += strspn(text, " \t\n"); *text; text += strspn(text, " \t\n")) {
    words[count++] = to;
    for (char quote = 0; *text && (quote || !strchr(" \t\n", *text)); text++) {
      if (*text == quote) quote = 0;
      else if (!quote && (*text == '"' || *text == '\'')) quote = *text;
      else *to++ = *text;
      if (quote && !text[1]) wrong("%s: there is no second %c", variable, quote);
    }
    *to++ = 0;
  }
  return words;
}

/* UPCRUN_FLAGS, and what is not read. */
static void read_lasting(struct job *job) {
  const char *flags = getenv("UPCRUN_FLAGS"), *home = getenv("HOME"), *norc = getenv("UPCRUN_NORC");
  char path[4096];
  char **word = flags ? words_of(flags, "UPCRUN_FLAGS") : NULL;
  while (word && *word) {
    if (**word != '-') wrong("UPCRUN_FLAGS: '%s' is no option", *word);
    options_next(&line, &word, job);
  }
  if (home && !norc && snprintf(path, sizeof path, "%s/.upcrunrc", home) < (int)sizeof path && access(path, F_OK) == 0)
    fprintf(stderr, "upcrun: note: %s is not read; UPCRUN_FLAGS has options for every call (UPCRUN_NORC=1 ends this "
            "note)\n", path);
}

char **upcrun_options(struct job *job, char **word) {
  line.options = all_options();
  read_lasting(job);
  while (*word && **word == '-' && strcmp(*word, "--") != 0) options_next(&line, &word, job);
  return *word && strcmp(*word, "--") == 0 ? word + 1 : word;
}
