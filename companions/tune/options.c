/* SPDX-License-Identifier: BSD-3-Clause
 * The command line of upc-stride-tune. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/own_folder.h"
#include "common/about.h"
#include "common/machine_file.h"
#include "common/mistake.h"
#include "common/most_threads.h"
#include "tune.h"

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

/* An operation with one schedule has nothing to choose. The sizes of exchange_own and gather_all_own are the program's
 * lists: no list stands for the others, so they are not measured. */
static int has_choice(int operation) {
  const upc_stride_schedule_t *s;
  int n = 0;
  if (operation == UPC_STRIDE_OP_EXCHANGE_OWN || operation == UPC_STRIDE_OP_GATHER_ALL_OWN) return 0;
  for (int i = 0; (s = upc_stride_schedule(i)); i++) n += s->operation == operation;
  return n > 1;
}

static _Noreturn void no_operation(const char *name) {
  char all[1000] = "";
  for (int i = 0; i < UPC_STRIDE_OPS; i++)
    if (has_choice(i)) strcat(strcat(all, i ? ", " : ""), short_name(i));
  mistake("--operations: no operation '%s'; there are %s", name, all);
}

static int read_threads(const option_use_t *use) {
  read_numbers(use->written, use->value, use->place, 2, URTK_MOST_THREADS);
  return 0;
}

static int read_bytes(const option_use_t *use) {
  read_numbers(use->written, use->value, use->place, 8, 1 << 30);
  return 0;
}

static int read_operations(const option_use_t *use) {
  int *wanted = use->place;
  char *text = strdup(use->value), *rest = text;
  if (!text) mistake("no memory for %s", use->written);
  for (char *name; (name = strsep(&rest, ","));) {
    int i = 0;
    while (i < UPC_STRIDE_OPS && strcmp(name, short_name(i))) i++;
    if (i == UPC_STRIDE_OPS || !has_choice(i)) no_operation(name);
    wanted[i] = 1;
  }
  free(text);
  return 0;
}

/* "rows:16" */
static int read_teams(const option_use_t *use) {
  request_t *r = use->place;
  char end;
  r->teams = use->value;
  int rows = sscanf(r->teams, "rows:%zu%c", &r->members, &end);
  int columns = sscanf(r->teams, "columns:%zu%c", &r->members, &end);
  if ((rows != 1 && columns != 1) || r->members < 2)
    mistake("--teams: '%s', must be like rows:8 or columns:8", r->teams);
  return 0;
}

static int read_limit(const option_use_t *use) {
  char *end;
  double seconds = strtod(use->value, &end);
  if (end == use->value || *end || !(seconds >= 1)) mistake("--limit: '%s', must be a number of seconds", use->value);
  *(double *)use->place = seconds;
  return 0;
}

static int read_sync(const option_use_t *use) {
  int *sync = use->place;
  for (int i = 0; i < TUNE_SYNCS; i++) sync[i] = !strcmp(use->value, sync_name[i]);
  if (!sync[TUNE_MYSYNC] && !sync[TUNE_ALLSYNC]) mistake("--sync: '%s', must be ALLSYNC or MYSYNC", use->value);
  return 0;
}

#define AT(field) offsetof(request_t, field)

static const option_t options[] = {
  {"--output", "FILE", "the rule file (default: upc-stride.rules)", option_text, AT(output)},
  {"--quick", NULL, "takes about a minute: fewer sizes, shorter runs", option_on, AT(quick)},
  {"--threads", "2,4,8",
   "team sizes (default: 2,4,8; of a simulated machine 16,64,256); the default rules stay in force for larger teams",
   read_threads, AT(threads)},
  {"--teams", "rows:8",
   "in place of one team of all threads, teams of 8, all at a time: the rows of a grid of threads with 8 columns; or "
   "columns:8, of one with 8 rows. For one number of --threads", read_teams},
  {"--bytes", "8,1024", "sizes of pieces (default: from 8 bytes to 2 MB)", read_bytes, AT(bytes)},
  {"--operations", "LIST", "for example broadcast,exchange (default: all, and tuned values)", read_operations,
   AT(wanted)},
  {"--sync", "NAME", "ALLSYNC or MYSYNC on both sides (default: both); other flags use the rules of MYSYNC", read_sync,
   AT(sync)},
  {"--rounds", "N", "runs of each schedule, of which the median counts (default: 3; of a simulated machine 1)",
   option_int, AT(rounds), 1, TUNE_ROUNDS},
  {"--network", "NAME", "the conduit (default: smp)", option_text, AT(network)},
  {"--machine", "NAME",
   "a simulated machine, as for upcrun -machine=NAME; its rules are for every conduit. NAME may have settings; "
   "without them threads-per-node=1,host-factor=0,link-shares=64 is measured", option_text, AT(machine)},
  {"--by-costs", NULL,
   "with --machine: the rules follow from the costs of its messages, in a minute or two, for all numbers of threads "
   "and bytes: the plans of the schedules are played", option_on, AT(by_costs)},
  {"--costs", "TEXT",
   "the same for a network that is described by the costs of its messages, as "
   "send=1.5,receive=1.5,latency=0.3,link=154,copy=2000 in us and MB/s (docs/environment.md); for a torus if "
   "UPC_STRIDE_TORUS is set", option_text, AT(costs)},
  {"--limit", "SECONDS",
   "ends the measurements after this time, and writes rules of what it has (default: none; of a simulated machine "
   "1200)",
   read_limit, AT(limit)},
  {"--upcrun", "COMMAND", "the launcher (default: the upcrun of this installation)", option_text, AT(upcrun)},
  {"--measure", "PROGRAM", "the program that measures (measure.upc), built by another compiler", option_text,
   AT(measure)},
  ABOUT_OPTIONS};

static const command_line_t line = {
  .usage =
    "usage: upc-stride-tune [options]\n"
    "Measures every schedule of the library's collectives and the tuned values on this machine, and writes a rule\n"
    "file. Programs run with UPC_STRIDE_RULE=<file> choose their schedules by it, and take its values.\n",
  .options = options,
  .wrong = mistake};

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
                 URTK_MOST_THREADS);
  if (r->rounds == 0) r->rounds = 1;
  if (r->limit == 0) r->limit = 1200;
  r->given = r->machine;
  r->machine = machine_with(r->given, 1);
}

request_t read_request(char **words) {
  request_t r = {.output = "upc-stride.rules", .milliseconds = 10, .sync = {1, 1}, .teams = ""};
  int named = 0;
  options_read(&line, words, &r, NULL);
  if (r.members && (r.by_costs || r.threads.n != 1 || r.threads.at[0] % r.members))
    mistake("--teams %s: --threads must be one number, a multiple of %zu, and not --by-costs", r.teams, r.members);
  if (r.quick) r.milliseconds = 2;
  if (r.by_costs && !r.machine) mistake("--by-costs is for --machine");
  if (r.costs && r.machine) mistake("--costs and --machine: only one of them");
  r.by_costs |= r.costs != NULL;
  if (r.machine) use_machine(&r);
  if (!r.network) r.network = "smp";
  if (r.rounds == 0) r.rounds = 3;
  if (r.threads.n == 0) read_numbers("--threads", "2,4,8", &r.threads, 2, URTK_MOST_THREADS);
  if (r.bytes.n == 0)
    read_numbers("--bytes", r.quick ? "8,512,16384,262144" : "8,64,512,4096,32768,262144,2097152",
   &r.bytes, 8, 1 << 30);
  for (int i = 0; i < UPC_STRIDE_OPS; i++) named |= r.wanted[i];
  r.all = !named;
  for (int i = 0; i < UPC_STRIDE_OPS; i++) r.wanted[i] |= !named && has_choice(i);
  if (!r.by_costs) find_programs(&r);
  return r;
}
