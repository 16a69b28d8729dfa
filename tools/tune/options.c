/* SPDX-License-Identifier: BSD-3-Clause
 * The command line of upc-stride-tune. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/own_folder.h"
#include "common/about.h"
#include "common/machine_file.h"
#include "common/mistake.h"
#include "tune.h"

static const char usage[] =
  "usage: upc-stride-tune [options]\n"
  "Measures every schedule of the library's collectives and the tuned values on this machine, and writes a rule\n"
  "file. Programs run with UPC_STRIDE_RULE=<file> choose their schedules by it, and take its values.\n"
  "  --output FILE        the rule file (default: upc-stride.rules)\n"
  "  --quick              takes about a minute: fewer sizes, shorter runs\n"
  "  --threads 2,4,8      team sizes (default: 2,4,8; of a simulated machine 16,64,256); the default rules stay\n"
  "                       in force for larger teams\n"
  "  --teams rows:8       in place of one team of all threads, teams of 8, all at a time: the rows of a grid of\n"
  "                       threads with 8 columns; or columns:8, of one with 8 rows. For one number of --threads\n"
  "  --bytes 8,1024       sizes of pieces (default: from 8 bytes to 2 MB)\n"
  "  --operations LIST    for example broadcast,exchange (default: all, and tuned values)\n"
  "  --sync NAME          ALLSYNC or MYSYNC on both sides (default: both); other flags use the rules of MYSYNC\n"
  "  --rounds N           runs of each schedule, of which the median counts (default: 3; of a simulated machine 1)\n"
  "  --network NAME       the conduit (default: smp)\n"
  "  --machine NAME       a simulated machine, as for upcrun -machine=NAME; its rules are for every conduit. NAME\n"
  "                       may have settings; without them threads-per-node=1,host-factor=0,link-shares=64\n"
  "                       is measured\n"
  "  --by-costs           with --machine: the rules follow from the costs of its messages, in a minute or two, for\n"
  "                       all numbers of threads and bytes: the plans of the schedules are played\n"
  "  --costs TEXT         the same for a network that is described by the costs of its messages, as\n"
  "                       send=1.5,receive=1.5,latency=0.3,link=154,copy=2000 in us and MB/s (docs/environment.md);\n"
  "                       for a torus if UPC_STRIDE_TORUS is set\n"
  "  --limit SECONDS      ends the measurements after this time, and writes rules of what it has (default: none; of a\n"
  "                       simulated machine 1200)\n"
  "  --upcrun COMMAND     the launcher (default: the upcrun of this installation)\n"
  "  --measure PROGRAM    the program that measures, tools/tune/measure.upc, built by another compiler\n"
  "  --help, --version\n";

static void read_numbers(const char *option, const char *text, numbers_t *list, size_t least, size_t most) {
  list->n = 0;
  for (;;) {
    char *end;
    unsigned long long n = strtoull(text, &end, 10);
    if (end == text || *text == '-' || (*end != '\0' && *end != ',') || n < least || n > most)
      mistake("%s: '%s', must be numbers from %zu to %zu with commas between", option, text, least, most);
    if (list->n == TUNE_NUMBERS) mistake("%s: must be at most %d numbers", option, TUNE_NUMBERS);
    if (list->n > 0 && n <= list->at[list->n - 1])
      mistake("%s: '%s', must be larger than the number before", option, text);
    list->at[list->n++] = n;
    if (*end == '\0') return;
    text = end + 1;
  }
}

static _Noreturn void no_operation(const char *name) {
  char all[1000] = "";
  for (int i = 0; i < UPC_STRIDE_OPS; i++) strcat(strcat(all, i ? ", " : ""), short_name(i));
  mistake("--operations: no operation '%s'; there are %s", name, all);
}

static void read_operations(char *text, request_t *r) {
  for (char *name; (name = strsep(&text, ","));) {
    int i = 0;
    while (i < UPC_STRIDE_OPS && strcmp(name, short_name(i))) i++;
    if (i == UPC_STRIDE_OPS) no_operation(name);
    r->wanted[i] = 1;
  }
}

/* "rows:16" */
static size_t read_teams(const char *text) {
  char end;
  size_t members = 0;
  int rows = sscanf(text, "rows:%zu%c", &members, &end), columns = sscanf(text, "columns:%zu%c", &members, &end);
  if ((rows != 1 && columns != 1) || members < 2) mistake("--teams: '%s', must be like rows:8 or columns:8", text);
  return members;
}

static int read_rounds(const char *text) {
  char *end;
  long n = strtol(text, &end, 10);
  if (end == text || *end || n < 1 || n > TUNE_ROUNDS)
    mistake("--rounds: '%s', must be a number from 1 to %d", text, TUNE_ROUNDS);
  return (int)n;
}

static double read_limit(const char *text) {
  char *end;
  double seconds = strtod(text, &end);
  if (end == text || *end || !(seconds >= 1)) mistake("--limit: '%s', must be a number of seconds", text);
  return seconds;
}

static void read_sync(const char *name, request_t *r) {
  for (int i = 0; i < TUNE_SYNCS; i++) r->sync[i] = !strcmp(name, sync_name[i]);
  if (!r->sync[TUNE_MYSYNC] && !r->sync[TUNE_ALLSYNC]) mistake("--sync: '%s', must be ALLSYNC or MYSYNC", name);
}

/* The path of a file, given relative to the folder of this program. */
static const char *next_to_this_program(const char *file) {
  char here[PATH_MAX], *path;
  urtk_own_folder(here, 0);
  if (!*here) mistake("the path of this program cannot be read from /proc/self/exe");
  if (asprintf(&path, "%s/%s", here, file) < 0) mistake("no memory for the path of %s", file);
  return path;
}

static void find_programs(request_t *r) {
  char name[200];
  if (!r->upcrun) r->upcrun = next_to_this_program("upcrun");
  if (r->measure) return;
  snprintf(name, sizeof name, "../lib/upc-stride-measure-%s", r->network);
  r->measure = next_to_this_program(name);
  if (access(r->measure, X_OK) == 0) return;
  snprintf(name, sizeof name, "../lib/upc-stride/upc-stride-measure-%s", r->network);
  r->measure = next_to_this_program(name);
  if (access(r->measure, X_OK) != 0) mistake("--network %s: there is no %s", r->network, r->measure);
}

static int is(const char *option, const char *name, const char *value) {
  if (strcmp(option, name)) return 0;
  if (!value) mistake("%s needs a value", name);
  return 1;
}

static void take(request_t *r, const char *option, char *value) {
  if (is(option, "--output", value)) r->output = value;
  else if (is(option, "--threads", value)) read_numbers(option, value, &r->threads, 2, TUNE_THREADS);
  else if (is(option, "--bytes", value)) read_numbers(option, value, &r->bytes, 8, 1 << 30);
  else if (is(option, "--operations", value)) read_operations(value, r);
  else if (is(option, "--teams", value)) r->members = read_teams(r->teams = value);
  else if (is(option, "--rounds", value)) r->rounds = read_rounds(value);
  else if (is(option, "--network", value)) r->network = value;
  else if (is(option, "--machine", value)) r->machine = value;
  else if (is(option, "--upcrun", value)) r->upcrun = value;
  else if (is(option, "--measure", value)) r->measure = value;
  else if (is(option, "--sync", value)) read_sync(value, r);
  else if (is(option, "--limit", value)) r->limit = read_limit(value);
  else if (is(option, "--costs", value)) r->costs = value;
  else mistake("unknown option %s; --help lists them", option);
}

/* Settings that are not given are these. One thread is on each node, since signals within a node take no simulated
 * time by default. This host's time does not count, so that a call takes the same time in each run. Among many threads
 * links are shared out by arithmetic, since SimGrid takes long then. */
char *machine_with(const char *given, int per_node) {
  char nodes[40], *name;
  snprintf(nodes, sizeof nodes, ",threads-per-node=%d", per_node);
  if (asprintf(&name, "%s%s%s%s", given, machine_sets(given, "threads-per-node") ? "" : nodes,
               machine_sets(given, "host-factor") ? "" : ",host-factor=0",
               machine_sets(given, "link-shares") ? "" : ",link-shares=64") < 0)
    mistake("no memory for the name of a machine");
  return name;
}

static void use_machine(request_t *r) {
  static machine_file_t file;
  const char *wrong = machine_read(&file, r->machine);
  if (wrong) mistake("%s", wrong);
  if (r->network) mistake("--machine %s: --network has no meaning for a simulated machine", r->machine);
  r->network = "sim";
  if (!machine_sets(r->machine, "host-factor") || file.number.hostFactor == 0) r->milliseconds = 0;
  if (r->threads.n == 0)
    read_numbers("--threads", r->by_costs ? "4,8,16,32,64,128,256,512,1024" : "16,64,256", &r->threads, 2,
                 TUNE_THREADS);
  if (r->rounds == 0) r->rounds = 1;
  if (r->limit == 0) r->limit = 1200;
  r->given = r->machine;
  r->machine = machine_with(r->given, 1);
}

request_t read_request(int argc, char **argv) {
  request_t r = {.output = "upc-stride.rules", .milliseconds = 10, .sync = {1, 1}, .teams = ""};
  int quick = 0, named = 0;
  for (int i = 1; i < argc; i++) {
    about(argv[i], usage);
    if (!strcmp(argv[i], "--quick") || !strcmp(argv[i], "--by-costs")) {
      *(argv[i][2] == 'q' ? &quick : &r.by_costs) = 1;
      continue;
    }
    take(&r, argv[i], argv[i + 1]);
    i++;
  }
  if (r.members && (r.by_costs || r.threads.n != 1 || r.threads.at[0] % r.members))
    mistake("--teams %s: --threads must be one number, a multiple of %zu, and not --by-costs", r.teams, r.members);
  if (quick) r.milliseconds = 2;
  if (r.by_costs && !r.machine) mistake("--by-costs is for --machine");
  if (r.costs && r.machine) mistake("--costs and --machine: only one of them");
  r.by_costs |= r.costs != NULL;
  if (r.machine) use_machine(&r);
  if (!r.network) r.network = "smp";
  if (r.rounds == 0) r.rounds = 3;
  if (r.threads.n == 0) read_numbers("--threads", "2,4,8", &r.threads, 2, TUNE_THREADS);
  if (r.bytes.n == 0)
    read_numbers("--bytes", quick ? "8,512,16384,262144" : "8,64,512,4096,32768,262144,2097152", &r.bytes, 8, 1 << 30);
  for (int i = 0; i < UPC_STRIDE_OPS; i++) named |= r.wanted[i];
  r.all = !named;
  for (int i = 0; i < UPC_STRIDE_OPS; i++) r.wanted[i] |= !named;
  if (!r.by_costs) find_programs(&r);
  return r;
}
