/* SPDX-License-Identifier: BSD-3-Clause
 * Rule files: which line decides, and the messages about wrong lines. A schedule is forced before the library reads its
 * variables, UPC_STRIDE_SCHEDULE=gather=knomial:9: it has precedence over any rule. */
#include "base/tuned.h"
#include "choice/rule.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failures;
static char name[] = "/tmp/unit_rule.XXXXXX";

static void expect(const char *what, const char *got, const char *wanted) {
  if (got == NULL) got = "nothing";
  if (strcmp(got, wanted) == 0) return;
  failures++;
  printf("%s: expected \"%s\", got \"%s\"\n", what, wanted, got);
}

static void take(const char *text) {
  FILE *f = fopen(name, "w");
  fputs(text, f);
  fclose(f);
  upc_stride_rule_set(name);
}

/* A call of one node with MYSYNC on both sides; each thread has a core. */
static const upc_stride_selector_t base = {.operation = UPC_STRIDE_OP_EXCHANGE, .bytes = 8, .members = 4,
                                           .dimensions = 1, .near = 1, .in_sync = 1, .threads_per_core = 1,
                                           .conduit = "smp"};

/* "default.rules", without the line, since tuning changes its lines; "line 7" of the file; or the variable. */
static const char *decided_by(const upc_stride_choice_t *c) {
  static char text[80];
  if (c->line == 0 || strcmp(c->by, "default.rules") == 0) return c->by;
  snprintf(text, sizeof text, "%s%sline %d", strcmp(c->by, name) == 0 ? "" : c->by, strcmp(c->by, name) == 0 ? "" : " ",
           c->line);
  return text;
}

/* "schedule number by" of a call with these members and bytes. */
static const char *chosen(int operation, int members, size_t bytes, int ordered, const char *conduit) {
  static char text[200];
  upc_stride_selector_t m = base;
  upc_stride_choice_t c;
  m.operation = operation;
  m.bytes = bytes;
  m.members = members;
  m.ordered = ordered;
  m.conduit = conduit;
  upc_stride_choose(&c, &m);
  snprintf(text, sizeof text, "%s %zu %s", c.schedule->name,
           strstr(c.schedule->name, ":b") ? c.segment : (size_t)c.part[0].arity,
           decided_by(&c));
  return text;
}

static const char *schedule_of(const upc_stride_selector_t *m) {
  upc_stride_choice_t c;
  upc_stride_choose(&c, m);
  return c.schedule->name;
}

/* `leader` is for few bytes with ALLSYNC, and for more bytes with more threads than cores; all near, or none. */
static void check_leader(void) {
  upc_stride_selector_t m = base;
  m.bytes = 100;
  m.all = 2;
  m.work = 1600;
  upc_stride_rule_set(NULL);
  expect("few bytes, ALLSYNC", schedule_of(&m), "leader");
  m.work = 100000;
  expect("more bytes, ALLSYNC", schedule_of(&m), "pairwise");
  m.threads_per_core = 2;
  expect("more threads than cores", schedule_of(&m), "leader");
  m.all = 1;
  expect("ALLSYNC on one side", schedule_of(&m), "leader");
  m.members = 64;
  expect("more members than a leader can have", schedule_of(&m), "pairwise");
  m.members = 4;
  m.all = 0;
  expect("not ALLSYNC", schedule_of(&m), "pairwise");
  take("exchange * * * leader\nreduce * * * leader\n");
  expect("leader by a rule", schedule_of(&m), "leader");
  m.near = 0;
  expect("leader by a rule, several nodes", schedule_of(&m), "pairwise");
  m.operation = UPC_STRIDE_OP_REDUCE;
  expect("leader of a reduction, several nodes", schedule_of(&m), "binomial");
}

static upc_stride_choice_t far_choice(int operation, int members, size_t bytes, const char *conduit) {
  upc_stride_selector_t m = base;
  upc_stride_choice_t c;
  m.near = 0;
  m.operation = operation;
  m.members = members;
  m.bytes = bytes;
  m.conduit = conduit;
  upc_stride_choose(&c, &m);
  return c;
}

static const char *far_schedule(int operation, int members, size_t bytes, const char *conduit) {
  return far_choice(operation, members, bytes, conduit).schedule->name;
}

/* The segments of a long message between two nodes. */
static const char *far_segment(int operation, const char *conduit) {
  static char text[24];
  snprintf(text, sizeof text, "%zu", far_choice(operation, 2, 262144, conduit).segment);
  return text;
}

/* Between nodes a tree is for pieces of up to 2 KB. Rules for one MPI come before those for all networks. */
static void check_far(void) {
  upc_stride_rule_set(NULL);
  expect("prefixes over Open MPI", far_schedule(UPC_STRIDE_OP_PREFIX_REDUCE, 2, 4096, "mpi-openmpi"), "chain:bytes");
  expect("long prefixes over Open MPI", far_segment(UPC_STRIDE_OP_PREFIX_REDUCE, "mpi-openmpi"), "61440");
  expect("a long reduction over Open MPI", far_segment(UPC_STRIDE_OP_REDUCE, "mpi-openmpi"), "61440");
  expect("a long reduction over MPICH", far_segment(UPC_STRIDE_OP_REDUCE, "mpi-mpich"), "0");
  expect("a long reduction over UDP", far_schedule(UPC_STRIDE_OP_REDUCE, 2, 32768, "gasnet-udp"), "binomial");
  expect("a short broadcast, four nodes", far_schedule(UPC_STRIDE_OP_BROADCAST, 4, 4096, "mpi-openmpi"), "binomial");
  expect("short pieces of many", far_schedule(UPC_STRIDE_OP_SCATTER, 64, 2048, "smp"), "binomial");
  expect("longer pieces of many", far_schedule(UPC_STRIDE_OP_SCATTER, 64, 4096, "smp"), "flat");
}

/* All members copy a long broadcast: from 64 KB if each has a core, from 1 MB if all cores have as many of them. */
static void check_shared(void) {
  upc_stride_selector_t m = base;
  m.operation = UPC_STRIDE_OP_BROADCAST;
  m.bytes = 64 << 10;
  upc_stride_rule_set(NULL);
  expect("a core for each", schedule_of(&m), "shared");
  m.bytes--;
  expect("a byte less", schedule_of(&m), "flat");
  m.bytes = 1 << 20;
  m.threads_per_core = 2;
  expect("cores shared unevenly", schedule_of(&m), "flat");
  m.even = 1;
  expect("cores shared evenly", schedule_of(&m), "shared");
  m.in_sync = 0;
  expect("entry unknown", schedule_of(&m), "flat");
  m.in_sync = 1;
  m.near = 0;
  expect("several nodes", schedule_of(&m), "flat");
  m.near = 1;
  take("broadcast * * 1M- flat even\n");
  expect("a rule turns it off", schedule_of(&m), "flat");
}

/* Blocks that are not contiguous, messages of graphs, members that share a node, dimensions of a torus, a helper, and
 * several files. */
static void check_kinds(void) {
  upc_stride_selector_t m = base;
  upc_stride_choice_t c;
  char both[sizeof name + 40];
  m.operation = UPC_STRIDE_OP_BROADCAST;
  m.near = 0;
  m.members = 64;
  m.bytes = 1 << 20;
  upc_stride_rule_set(NULL);
  expect("a long broadcast", schedule_of(&m), "scatter-allgather");
  m.whole = 1;
  expect("the same, of a graph", schedule_of(&m), "binomial");
  m.whole = 0;
  m.placed = 1;
  expect("the same, placed", schedule_of(&m), "pairwise");
  m.operation = UPC_STRIDE_OP_SCATTER;
  expect("a scatter to placed blocks", schedule_of(&m), "flat");
  m.operation = UPC_STRIDE_OP_GATHER; /* UPC_STRIDE_SCHEDULE=gather=knomial:9 */
  upc_stride_choose(&c, &m);
  expect("a forced schedule that cannot", c.why, "the forced schedule is for contiguous blocks");
  expect("what is in its place", c.schedule->name, "flat");
  take("exchange * * * bruck per_node=2-3\nexchange * * * hierarchical torus=2\nexchange * * * dimensions torus\n"
       "broadcast * * * chain cut\nbroadcast * * * kary:3\n");
  m = base;
  m.per_node = 2;
  expect("two on a node", schedule_of(&m), "bruck");
  m.per_node = 4;
  expect("four on a node", schedule_of(&m), "pairwise");
  m.sides = 2;
  expect("two dimensions", schedule_of(&m), "hierarchical");
  m.sides = 3;
  expect("three dimensions", schedule_of(&m), "dimensions");
  m.operation = UPC_STRIDE_OP_BROADCAST;
  expect("in segments", schedule_of(&m), "chain:bytes");
  m.whole = 1;
  expect("whole", schedule_of(&m), "kary:k");
  take("exchange * * * torus rounds=9 helper_rounds=3\n");
  m = base;
  upc_stride_choose(&c, &m);
  expect("without a helper", c.rounds == 9 ? "9" : "not 9", "9");
  m.helped = 1;
  upc_stride_choose(&c, &m);
  expect("with a helper", c.rounds == 3 ? "3" : "not 3", "3");
  snprintf(both, sizeof both, "%s::tests/library/rules/slices.rules", name);
  upc_stride_rule_set(both);
  expect("two files", upc_stride_rule_wrong(), "nothing");
  expect("the first file", schedule_of(&m), "torus");
  m.operation = UPC_STRIDE_OP_REDUCE;
  upc_stride_choose(&c, &m);
  expect("the second file", c.by, "tests/library/rules/slices.rules");
  snprintf(both, sizeof both, "%s:/nowhere/rules", name);
  upc_stride_rule_set(both);
  expect("a second file that is not there", upc_stride_rule_wrong(),
         "UPC_STRIDE_RULE: /nowhere/rules: No such file or directory, must be a file of rules");
}

/* The rules of each operation are made when it is first asked for, from the files as they were at the start. */
static void check_vanished(void) {
  upc_stride_selector_t m = base;
  upc_stride_choice_t c;
  take("# a comment\ngather_all   *   *  *   ring    # why\nexchange * * * bruck\n");
  expect("a file that will vanish", upc_stride_rule_wrong(), "nothing");
  expect("before it vanishes", schedule_of(&m), "bruck");
  remove(name);
  m.operation = UPC_STRIDE_OP_GATHER_ALL;
  upc_stride_choose(&c, &m);
  expect("after it has vanished", c.schedule->name, "ring");
  expect("its line", decided_by(&c), "line 2");
  expect("its reason", c.why, "why");
}

/* What one thread has read, another one finds: here the same thread, after the file has vanished. */
static void check_found(void) {
  static upc_stride_rules_t place;
  upc_stride_selector_t m = base;
  char text[40];
  upc_stride_rules_shared_by(&place);
  take("value slot_near 1024\nexchange * * * bruck\ngather_all * * * ring\n");
  expect("a file that others will find", upc_stride_rule_wrong(), "nothing");
  remove(name);
  upc_stride_rule_set(NULL);
  expect("no file", upc_stride_rule_wrong(), "nothing");
  upc_stride_rule_set(name);
  expect("what was read of it", upc_stride_rule_wrong(), "nothing");
  expect("its rule", schedule_of(&m), "bruck");
  m.operation = UPC_STRIDE_OP_GATHER_ALL;
  expect("the rule of another operation", schedule_of(&m), "ring");
  snprintf(text, sizeof text, "%zu", upc_stride_tuned(UPC_STRIDE_SLOT_NEAR));
  expect("its value", text, "1024");
  upc_stride_rules_shared_by(NULL);
}

/* The first line of a value counts; other files, other values. */
static void check_values(void) {
  char text[40];
  take("value slot_near 1024\nvalue slot_near 64K # ignored\nexchange * * * bruck\n");
  expect("values", upc_stride_rule_wrong(), "nothing");
  snprintf(text, sizeof text, "%zu %zu", upc_stride_tuned(UPC_STRIDE_SLOT_NEAR), upc_stride_tuned(UPC_STRIDE_SLOT_FAR));
  expect("the first line, and the default", text, "1024 4160");
  upc_stride_rule_set(NULL);
  expect("no file", upc_stride_rule_wrong(), "nothing");
  snprintf(text, sizeof text, "%zu", upc_stride_tuned(UPC_STRIDE_SLOT_NEAR));
  expect("the default again", text, "512");
}

static void check_sync(void) {
  upc_stride_selector_t m = base;
  m.all = 2;
  take("exchange * * * bruck ALLSYNC\n"
       "exchange * * * leader ANY_ALLSYNC\n"
       "exchange * * * hierarchical MYSYNC\n");
  expect("ALLSYNC on both sides", schedule_of(&m), "bruck");
  m.all = 1;
  expect("ALLSYNC on one side", schedule_of(&m), "leader");
  m.all = 0;
  expect("no ALLSYNC", schedule_of(&m), "hierarchical");
  take("exchange * * * hierarchical MYSYNC\n");
  m.all = 1;
  expect("MYSYNC is all but ALLSYNC on both sides", schedule_of(&m), "hierarchical");
}

static void check_conditions(void) {
  upc_stride_selector_t m = base;
  take("exchange * * * bruck near threads_per_core=2- work=1K-2K\n"
       "exchange * * * hierarchical far\n"
       "* * 5- * leader even\n"
       "reduce * * * chain:99 unordered\n"
       "reduce * * * pairwise ordered\n");
  m.threads_per_core = 3;
  m.work = 2048;
  expect("all conditions hold", schedule_of(&m), "bruck");
  m.work = 2049;
  expect("too much work", schedule_of(&m), "pairwise");
  m.work = 1024;
  m.threads_per_core = 1;
  expect("too few threads per core", schedule_of(&m), "pairwise");
  m.near = 0;
  expect("far", schedule_of(&m), "hierarchical");
  m.near = m.even = 1;
  m.members = 5;
  m.operation = UPC_STRIDE_OP_COPY;
  expect("a rule for all operations", schedule_of(&m), "leader");
  m.even = 0;
  m.operation = UPC_STRIDE_OP_REDUCE;
  expect("unordered", schedule_of(&m), "chain:bytes");
  m.ordered = 1;
  expect("ordered", schedule_of(&m), "pairwise");
}

/* Each condition alone: a rule with it decides for calls of which it holds, and for no other. */
static void check_each_condition(void) {
  static const struct {
    const char *condition;
    size_t member;                      /* of the selector, an int */
    int least, most;                    /* the condition holds from .. to */
  } rows[] = {
#define MEMBER(m) offsetof(upc_stride_selector_t, m)
    {"near", MEMBER(near), 1, 1}, {"far", MEMBER(near), 0, 0}, {"ordered", MEMBER(ordered), 1, 1},
    {"unordered", MEMBER(ordered), 0, 0}, {"even", MEMBER(even), 1, 1}, {"placed", MEMBER(placed), 1, 1},
    {"whole", MEMBER(whole), 1, 1}, {"cut", MEMBER(whole), 0, 0}, {"ALLSYNC", MEMBER(all), 2, 2},
    {"ANY_ALLSYNC", MEMBER(all), 1, 2}, {"MYSYNC", MEMBER(all), 0, 1}, {"torus", MEMBER(sides), 1, 3},
    {"torus=2", MEMBER(sides), 2, 2}, {"per_node=1-2", MEMBER(per_node), 1, 2},
    {"threads_per_core=3-", MEMBER(threads_per_core), 3, 3}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const int in_order = strstr(rows[i].condition, "order") != NULL, placed = strcmp(rows[i].condition, "placed") == 0;
    char line[80], what[80];
    snprintf(line, sizeof line, "%s * * * %s %s\n", in_order ? "reduce" : "broadcast",
             in_order || placed ? "pairwise" : "binomial", rows[i].condition);
    take(line);
    for (int value = 0; value <= 3; value++) {
      upc_stride_selector_t m = base;
      upc_stride_choice_t c;
      m.operation = in_order ? UPC_STRIDE_OP_REDUCE : UPC_STRIDE_OP_BROADCAST;
      *(int *)((char *)&m + rows[i].member) = value;
      upc_stride_choose(&c, &m);
      snprintf(what, sizeof what, "a rule with %s, where that is %d, decides", rows[i].condition, value);
      expect(what, c.line == 1 && strcmp(c.by, name) == 0 ? "yes" : "no",
             rows[i].least <= value && value <= rows[i].most ? "yes" : "no");
      if (value == 1 && rows[i].most <= 1) break; /* 0 or 1 */
    }
  }
}

/* "segment ahead same_core rounds helper_rounds under_way" */
static const char *parameters_of(int operation) {
  static char text[60];
  upc_stride_selector_t m = base;
  upc_stride_choice_t c;
  m.operation = operation;
  upc_stride_choose(&c, &m);
  snprintf(text, sizeof text, "%zu %d %d %d %d %zu", c.segment, c.ahead, c.same_core, c.rounds,
           c.helper_rounds, c.under_way);
  return text;
}

static void check_parameters(void) {
  take("exchange  * * * pairwise segment=8K near ahead=0 same_core=no\n"
       "copy      * * * hierarchical\n"
       "broadcast * * * binomial segment=0\n"
       "reduce    * * * chain:99 segment=77 under_way=1M\n"
       "reduce_all * * * chain:0\n");
  expect("all parameters", parameters_of(UPC_STRIDE_OP_EXCHANGE), "8192 0 0 24 2 131072");
  expect("defaults", parameters_of(UPC_STRIDE_OP_COPY), "65536 4 1 24 2 131072");
  expect("no segments", parameters_of(UPC_STRIDE_OP_BROADCAST), "0 4 1 24 2 131072");
  expect("after the name's own", parameters_of(UPC_STRIDE_OP_REDUCE), "77 4 1 24 2 1048576");
  expect("whole", parameters_of(UPC_STRIDE_OP_REDUCE_ALL), "0 4 1 24 2 131072");
  take("exchange * * * pairwise\nreduce * * * chain under_way=8K\nbroadcast * * * chain:99\n"
       "value segment 4K\nvalue ahead 2\nvalue under_way 16K\nvalue rounds 3\n");
  expect("tuned defaults", parameters_of(UPC_STRIDE_OP_EXCHANGE), "4096 2 1 3 2 16384");
  expect("of a rule", parameters_of(UPC_STRIDE_OP_REDUCE), "4096 2 1 3 2 8192");
  expect("of a name", parameters_of(UPC_STRIDE_OP_BROADCAST), "99 2 1 3 2 16384");
  take("exchange  * * * torus rounds=5\n");
  expect("rounds", parameters_of(UPC_STRIDE_OP_EXCHANGE), "0 4 1 5 2 131072");
  take("exchange  * * * torus rounds=5 helper_rounds=3\n");
  expect("rounds with a helper", parameters_of(UPC_STRIDE_OP_EXCHANGE), "0 4 1 5 3 131072");
}

static int is_reduction(int operation) {
  return operation == UPC_STRIDE_OP_REDUCE || operation == UPC_STRIDE_OP_REDUCE_ALL ||
         operation == UPC_STRIDE_OP_REDUCE_SCATTER || operation == UPC_STRIDE_OP_PREFIX_REDUCE ||
         operation == UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE;
}

/* Some rule of the shipped file fits every call and serves it. */
static void check_complete(void) {
  upc_stride_choice_t c;
  upc_stride_selector_t m = base;
  int i;
  upc_stride_rule_set(NULL);
  expect("the shipped rules", upc_stride_rule_wrong(), "nothing");
  for (m.operation = 0; m.operation < UPC_STRIDE_OPS; m.operation++)
    for (i = 0; i < 4096; i++) {
      m.members = i & 1 ? 100 : 3;
      m.bytes = i & 2 ? 4 << 20 : 8;
      m.near = i >> 2 & 1;
      m.ordered = i >> 3 & 1;
      m.all = i >> 4 & 1;
      m.in_sync = m.all || i >> 5 & 1;
      m.threads_per_core = 1 + (i >> 6 & 1);
      m.even = i >> 7 & 1;
      m.sides = i >> 8 & 1 ? 2 : 0;
      m.per_node = i >> 9 & 1 ? 3 : 1;
      m.placed = i >> 10 & 1 && m.operation != UPC_STRIDE_OP_BARRIER && m.operation != UPC_STRIDE_OP_EXCHANGE_OWN &&
                 m.operation != UPC_STRIDE_OP_GATHER_ALL_OWN && !is_reduction(m.operation);
      m.whole = i >> 11 & 1 && m.operation == UPC_STRIDE_OP_BROADCAST && !m.placed;
      upc_stride_choose(&c, &m);
      if (m.operation == UPC_STRIDE_OP_GATHER && !m.placed) expect("forced", c.by, "UPC_STRIDE_SCHEDULE");
      else if (c.line == 0) expect("what decides", c.by, "a line of default.rules");
      if (upc_stride_cannot_serve(c.schedule, &m) != NULL) expect("serves", c.schedule->name, "one that serves");
    }
}

static void check_lines(void) {
  enum { BROADCAST = UPC_STRIDE_OP_BROADCAST, EXCHANGE = UPC_STRIDE_OP_EXCHANGE, REDUCE = UPC_STRIDE_OP_REDUCE };
  take("# a comment\n"
       "\n"
       "broadcast smp 2-4 0-1K   flat   # the rest is a comment\n"
       "broadcast *   2-4 *      chain:4096\r\n"
       "\tbroadcast smp 5-  2M-  knomial:4\n"
       "exchange  mpi *   64     bruck\n"
       "reduce    *   *   *      fork\n"
       "gather    *   *   *      flat\n"
       "broadcast smp 5-  2M-    flat\n"
       "scatter gasnet-udp * *   knomial:7\n"
       "scatter gasnet    *  *   fork\n");
  expect("a good file", upc_stride_rule_wrong(), "nothing");
  expect("the first line", chosen(BROADCAST, 2, 1024, 0, "smp"), "flat 2 line 3");
  expect("a byte more", chosen(BROADCAST, 4, 1025, 0, "smp"), "chain:bytes 4096 line 4");
  expect("another conduit", chosen(BROADCAST, 3, 8, 0, "mpi"), "chain:bytes 4096 line 4");
  expect("open ranges", chosen(BROADCAST, 1 << 20, 2 << 20, 0, "smp"), "knomial:k 4 line 5");
  expect("below them", chosen(BROADCAST, 5, (2 << 20) - 1, 0, "smp"), "shared 2 default.rules");
  expect("one number", chosen(EXCHANGE, 7, 64, 0, "mpi"), "bruck 2 line 6");
  expect("not that number", chosen(EXCHANGE, 7, 65, 0, "mpi"), "pairwise 2 default.rules");
  expect("a tree", chosen(REDUCE, 7, 65, 0, "other"), "fork 2 line 7");
  expect("a tree where the order matters", chosen(REDUCE, 7, 65, 1, "other"), "flat 2 default.rules");
  expect("a conduit of GASNet's", chosen(UPC_STRIDE_OP_SCATTER, 7, 65, 0, "gasnet-udp"), "knomial:k 7 line 10");
  expect("any of GASNet's", chosen(UPC_STRIDE_OP_SCATTER, 7, 65, 0, "gasnet-smp"), "fork 2 line 11");
  expect("a name that only begins alike", chosen(UPC_STRIDE_OP_SCATTER, 7, 65, 0, "gasnets"), "flat 2 default.rules");
  expect("forced and in the file", chosen(UPC_STRIDE_OP_GATHER, 7, 65, 0, "smp"), "knomial:k 9 UPC_STRIDE_SCHEDULE");
  check_leader();
  check_shared();
  check_far();
  check_sync();
  check_kinds();
  check_vanished();
  check_found();
  check_values();
  check_conditions();
  check_each_condition();
  check_parameters();
  check_complete();
  upc_stride_rule_set(NULL);
  expect("no file", chosen(BROADCAST, 2, 8, 0, "smp"), "flat 2 default.rules");
}

#define CONDITIONS \
  "ALLSYNC, ANY_ALLSYNC, MYSYNC, near, far, ordered, unordered, even, placed, whole, cut, torus, torus=RANGE, " \
  "per_node=RANGE, threads_per_core=RANGE, work=RANGE; " \
  "or a parameter: segment=BYTES, ahead=0..7, same_core=yes|no, rounds=1..24, helper_rounds=1..24, under_way=BYTES"

static void check_wrong(const char *line, const char *wanted) {
  char text[600];
  const char *got;
  snprintf(text, sizeof text, "broadcast * * * flat\n#\n%s\nand more that is wrong\n", line);
  take(text);
  got = upc_stride_rule_wrong();
  if (got != NULL && strncmp(got, name, strlen(name)) == 0) got += strlen(name);
  expect(line, got, wanted);
}

static void check_wrong_operation(void) {
#define ROW(number, name) name,
  const char *const names[UPC_STRIDE_OPS] = {UPC_STRIDE_OPERATIONS(ROW)};
#undef ROW
  char wanted[600] = ":3: operation: \"brodcast\", must be * or one of: ";
  int i;
  for (i = 0; i < UPC_STRIDE_OPS; i++) strcat(strcat(wanted, i == 0 ? "" : ", "), names[i]);
  check_wrong("brodcast * * * flat", wanted);
}

static void check_mistakes(void) {
  check_wrong("value slot_near", ":3: value: must be followed by a name and a number");
  check_wrong("value slot_near 1x", ":3: value: must be followed by a name and a number");
  check_wrong("value slot_near 100",
              ":3: value: \"slot_near 100\", must be slot_near from 128 to 65536, a multiple of 64");
  check_wrong("value slot_near 64",
              ":3: value: \"slot_near 64\", must be slot_near from 128 to 65536, a multiple of 64");
  check_wrong("value stream_parts_mpich 129",
              ":3: value: \"stream_parts_mpich 129\", must be stream_parts_mpich from 1 to 128");
  check_wrong("value slots 1",
              ":3: value: \"slots 1\", must be one of slot_near, slot_shared_cores, slot_far, slot_many, "
              "torus_segment_least, torus_segment_most, stream_part_openmpi, stream_parts_openmpi, "
              "stream_part_mpich, stream_parts_mpich, "
              "segment, under_way, ahead, rounds");
  check_wrong("broadcast * * flat",
      ":3: 4 words, must be 5 or more: operation conduit members bytes schedule conditions");
  check_wrong("broadcast * * * flat NOSYNC", ":3: condition: \"NOSYNC\", must be one of: " CONDITIONS);
  check_wrong("broadcast * * * flat near or far", ":3: condition: \"or\", must be one of: " CONDITIONS);
  check_wrong("broadcast * * * flat work=2-1", ":3: condition: \"work=2-1\", must be one of: " CONDITIONS);
  check_wrong("* * * * quickly", ":3: schedule: \"quickly\", must be one of some operation, with these parameters");
  check_wrong("broadcast * * * binomial segment=much", ":3: condition: \"segment=much\", must be one of: " CONDITIONS);
  check_wrong("exchange * * * pairwise ahead=8", ":3: condition: \"ahead=8\", must be one of: " CONDITIONS);
  check_wrong("exchange * * * torus rounds=0", ":3: condition: \"rounds=0\", must be one of: " CONDITIONS);
  check_wrong("exchange * * * torus helper_rounds=0",
              ":3: condition: \"helper_rounds=0\", must be one of: " CONDITIONS);
  check_wrong("exchange * * * torus rounds=25", ":3: condition: \"rounds=25\", must be one of: " CONDITIONS);
  check_wrong("exchange * * * pairwise same_core=", ":3: condition: \"same_core=\", must be one of: " CONDITIONS);
  check_wrong("exchange * * * pairwise rounds=8",
              ":3: schedule of exchange: \"pairwise\", must be one that has these parameters");
  check_wrong("exchange * * * bruck segment=8",
              ":3: schedule of exchange: \"bruck\", must be one that has these parameters");
  check_wrong("scatter * * * chain:64",
              ":3: schedule of scatter: \"chain:64\", must be one of: flat, binomial, knomial:<k>, kary:<k>, chain, "
              "fork, hierarchical[(<among>,..,<within>)], leader");
  check_wrong("broadcast * * * chain under_way=1M",
              ":3: schedule of broadcast: \"chain\", must be one that has these parameters");
  check_wrong("broadcast * * * torus:0", ":3: schedule of broadcast: \"torus:0\", must be one of: flat, binomial, "
              "knomial:<k>, kary:<k>, chain[:<bytes>], fork, pairwise, torus[:<bytes>], scatter-allgather, "
               "hierarchical[(<among>,..,<within>)][:<bytes>], leader, shared");
  check_wrong("broadcast * * * binomial ahead=1",
              ":3: schedule of broadcast: \"binomial\", must be one that has these parameters");
  check_wrong_operation();
  check_wrong("exchange * * * fork",
              ":3: schedule of exchange: \"fork\", must be one of: pairwise, bruck, torus, dimensions, "
               "hierarchical[(<among>,..,<within>)], leader");
  check_wrong("exchange * 4-2 * bruck", ":3: members: \"4-2\", must be a number, lo-hi, lo- or *");
  check_wrong("exchange * -2 * bruck", ":3: members: \"-2\", must be a number, lo-hi, lo- or *");
  check_wrong("exchange * 2-4-6 * bruck", ":3: members: \"2-4-6\", must be a number, lo-hi, lo- or *");
  check_wrong("exchange * * 1T bruck",
              ":3: bytes: \"1T\", must be a number (K, M, G for powers of 1024), lo-hi, lo- or *");
  check_wrong("exchange * * 99999999999999999999 bruck",
              ":3: bytes: \"99999999999999999999\", must be a number (K, M, G for powers of 1024), lo-hi, lo- or *");
  check_wrong("exchange * * 18446744073709551615G bruck",
              ":3: bytes: \"18446744073709551615G\", must be a number (K, M, G for powers of 1024), lo-hi, lo- or *");
  check_wrong("exchange a-conduit-with-a-very-long-name * * bruck",
              ":3: conduit: \"a-conduit-with-a-very-long-name\", must be a name like smp or mpi, or *");
  check_wrong("broadcast * * * knomial:1", ":3: schedule of broadcast: \"knomial:1\", must be one of: flat, binomial, "
              "knomial:<k>, kary:<k>, chain[:<bytes>], fork, pairwise, torus[:<bytes>], scatter-allgather, "
               "hierarchical[(<among>,..,<within>)][:<bytes>], leader, shared");
  upc_stride_rule_set("/nowhere/rules");
  expect("no such file", upc_stride_rule_wrong(),
         "UPC_STRIDE_RULE: /nowhere/rules: No such file or directory, must be a "
         "file of rules");
  upc_stride_rule_set("/tmp");
  expect("a folder", upc_stride_rule_wrong(), "UPC_STRIDE_RULE: /tmp: Is a directory, must be a file of rules");
}

int main(void) {
  setenv("UPC_STRIDE_SCHEDULE", "gather=knomial:9", 1);
  close(mkstemp(name));
  check_lines();
  check_mistakes();
  remove(name);
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
