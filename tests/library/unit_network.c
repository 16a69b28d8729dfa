/* SPDX-License-Identifier: BSD-3-Clause
 * Schedules on a network that is described: the closed forms, what they choose, and what has precedence over them. */
#include "choice/choose.h"
#include "choice/network.h"
#include "choice/rule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failures;

static void expect(const char *what, const char *got, const char *wanted) {
  if (strcmp(got, wanted) == 0) return;
  failures++;
  printf("%s: expected \"%s\", got \"%s\"\n", what, wanted, got);
}

static void expect_number(const char *what, double got, double wanted) {
  if (got > wanted * 0.999999 && got < wanted * 1.000001) return;
  failures++;
  printf("%s: expected %g, got %g\n", what, wanted, got);
}

static void expect_true(const char *what, int holds) {
  if (holds) return;
  failures++;
  printf("%s: does not hold\n", what);
}

/* Links of 154 MB/s, 1.5 us at each end; of 24.5 GB/s, 0.25 us. */
static const char slow[] = "send=1.5,receive=1.5,latency=0.3,link=154,copy=2000";
static const char fast[] = "send=0.25,receive=0.25,latency=0.45,link=24500,copy=8000";

/* As many links up as down. */
static const char tree[] = "send=0.25,receive=0.25,latency=0.45,link=24500,copy=8000,groups=20:20";
/* A link from each group of eight or of 16 nodes to the next one, and four from each group of 64 or of 256. */
static const char eights[] = "send=0.3,receive=0.3,latency=1.2,link=24500,copy=8000,groups=8:1/64:4";
static const char few_links[] = "send=0.3,receive=0.3,latency=1.2,link=24500,copy=8000,groups=16:1/256:4";

static upc_stride_selector_t call(int operation, int members, size_t bytes, int sides, int ring) {
  upc_stride_selector_t m = {.operation = operation, .bytes = bytes, .members = members, .dimensions = 1, .in_sync = 1,
                             .one_block = 1, .each_has_src = 1, .conduit = "mpi-mpich"};
  m.sides = sides;
  m.ring = ring;
  m.torus = sides > 0;
  return m;
}

static const char *chosen(const upc_stride_selector_t *m) {
  static char text[40];
  upc_stride_choice_t c;
  upc_stride_choose(&c, m);
  return upc_stride_schedule_spelled(&c, text, sizeof text);
}

static double cost(const char *name, const upc_stride_selector_t *m) {
  upc_stride_choice_t c;
  if (!upc_stride_schedule_named(m->operation, name, &c)) return -2;
  return upc_stride_cost(upc_stride_network(), &c, m);
}

static void test_words(void) {
  static const char *const wrong[] = {"", "send=1", "send=1,link=0", "link=154,", "send=x,link=154", "send=-1,link=154",
                                      "send=1,latency=1,link=154,speed=3", "link=154",
                                      "send=1,link=1,groups=", "send=1,link=1,groups=8", "send=1,link=1,groups=8:0",
                                      "send=1,link=1,groups=8:1/8:4", "send=1,link=1,groups=8:1/",
                                      "send=1,link=1,groups=8:1x",
                                      "send=1,link=1,groups=2:1/4:1/8:1/16:1/32:1/64:1/128:1",
                                      "send=1,link=1,helper=2", "send=1,link=1,helper=", "send=1,link=1,node=0",
                                      "send=1,link=1,node=", "send=1,link=1,node=2x", "send=1,link=1,signal=x",
                                      "send=1,link=1,node=4294967297", "send=1,link=1,signal=inf", "send=1,link=inf",
                                      "send=1,link=1,groups=inf:1", "send=1,link=1,groups=8:inf"};
  size_t i;
  for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    upc_stride_network_set(wrong[i]);
    expect_true(wrong[i], upc_stride_network() == NULL && upc_stride_network_wrong() != NULL);
  }
  upc_stride_network_set(NULL);
  expect_true("no network", upc_stride_network() == NULL && upc_stride_network_wrong() == NULL);
  upc_stride_network_set("send=2,receive=1,latency=3,link=100,copy=400,pass=50");
  expect_true("all words", upc_stride_network() != NULL && upc_stride_network_wrong() == NULL);
  expect_number("send", upc_stride_network()->send, 2e-6);
  expect_number("latency", upc_stride_network()->latency, 3e-6);
  expect_number("link", upc_stride_network()->link, 1e-8);
  expect_number("pass", upc_stride_network()->pass, 2e-8);
  expect_true("no groups, no helper", upc_stride_network()->groups == 0 && !upc_stride_network()->helper);
  upc_stride_network_set("send=2,link=100,groups=8:1/64:4.5,helper=1");
  expect_true("a node for each thread", upc_stride_network() != NULL && upc_stride_network()->node <= 1);
  expect_true("groups and a helper", upc_stride_network() != NULL && upc_stride_network()->groups == 2 &&
              upc_stride_network()->helper);
  expect_number("nodes of a group", upc_stride_network()->group[1].nodes, 64);
  expect_number("links of a group", upc_stride_network()->group[1].links, 4.5);
  upc_stride_network_set("send=2,link=100,node=2,signal=0.1");
  expect_true("two threads a node", upc_stride_network() != NULL && upc_stride_network()->node == 2);
  expect_number("signal", upc_stride_network()->signal, 1e-7);
}

static void test_formulas(void) {
  upc_stride_selector_t m = call(UPC_STRIDE_OP_REDUCE_ALL, 64, 4096, 0, 0);
  upc_stride_network_set("send=1,receive=2,latency=3,link=1000");
  /* six rounds of 6 us, 4096 B at 1 ns, twice since links may be shared */
  expect_number("doubling", cost("doubling", &m), 6 * (6e-6 + 2 * 4.096e-6));
  /* nodes that share no link; groups of eight with a link: 1, 2, 4, 8, 8, 8 messages share it */
  upc_stride_network_set("send=1,receive=2,latency=3,link=1000,groups=1:1");
  expect_number("doubling, no link shared", cost("doubling", &m), 6 * (6e-6 + 4.096e-6));
  upc_stride_network_set("send=1,receive=2,latency=3,link=1000,groups=8:1/64:1");
  expect_number("doubling, groups", cost("doubling", &m), 6 * 6e-6 + 31 * 4.096e-6);
  upc_stride_network_set("send=1,receive=2,latency=3,link=1000");
  m = call(UPC_STRIDE_OP_GATHER_ALL, 64, 32768, 0, 0);
  expect_number("ring", cost("ring", &m), 63 * (6e-6 + 32.768e-6 + 3e-6)); /* and a word for each stream */
  m = call(UPC_STRIDE_OP_BROADCAST, 64, 32768, 0, 0); /* 62 members pass on 2 segments */
  expect_number("chain", cost("chain:16384", &m), 64 * (6e-6 + 16.384e-6));
  m = call(UPC_STRIDE_OP_BARRIER, 64, 0, 0, 0);
  expect_true("no formula", cost("dissemination", &m) < 0);
}

/* Two members of each node: they share its link, and one round of six is within nodes. */
static void test_nodes(void) {
  static const struct { int operation; size_t bytes; const char *rules, *wanted; } cases[] = {
    {UPC_STRIDE_OP_BROADCAST, 4096, "binomial", "torus"}, {UPC_STRIDE_OP_GATHER_ALL, 4096, "doubling", "neighbour"},
    {UPC_STRIDE_OP_SCATTER, 512, "binomial", "hierarchical"}, {UPC_STRIDE_OP_PERMUTE, 4096, "pairwise", "pairwise"},
    {UPC_STRIDE_OP_REDUCE_ALL, 512, "doubling", "hierarchical:65536"},
    {UPC_STRIDE_OP_EXCHANGE, 4096, "torus", "torus"}};
  upc_stride_selector_t m = call(UPC_STRIDE_OP_REDUCE_ALL, 64, 4096, 0, 0);
  char what[80];
  size_t i;
  m.per_node = 2;
  upc_stride_network_set("send=1,receive=2,latency=3,link=1000,copy=2000,node=2,signal=0.1,groups=1:1");
  expect_number("doubling", cost("doubling", &m), 5 * (6e-6 + 2 * 4.096e-6) + 0.1e-6 + 2.048e-6);
  expect_number("hierarchical", cost("hierarchical", &m), 5 * (6e-6 + 4.096e-6) + 2 * (0.1e-6 + 2.048e-6));
  m.per_node = 64;
  expect_true("all on one node", cost("doubling", &m) < 0);
  for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    snprintf(what, sizeof what, "%s, two a node", upc_stride_operation_name(cases[i].operation));
    m = call(cases[i].operation, 64, cases[i].bytes, 3, 4);
    m.per_node = 2;
    upc_stride_network_set(NULL);
    expect(what, chosen(&m), cases[i].rules);
    upc_stride_network_set("send=1.5,receive=1.5,latency=0.3,link=154,copy=2000,node=2,signal=0.1");
    expect(what, chosen(&m), cases[i].wanted);
  }
}

/* Among many members a kary tree sends half of its messages across the machine, at its last level. Groups tell
 * whether it has the links; if they are not known, there is no such tree. */
static void test_many(void) {
  static const struct { const char *network; size_t bytes; const char *wanted; } cases[] = {
    {fast, 8, "knomial:4"}, {fast, 4096, "knomial:4"}, {fast, 32768, "hierarchical:16384"},
    {fast, 262144, "hierarchical:16384"}, {tree, 32768, "kary:4"}, {tree, 262144, "kary:4"},
    {few_links, 32768, "hierarchical:16384"}, {few_links, 262144, "hierarchical:16384"}};
  char what[80];
  size_t i;
  for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    upc_stride_selector_t m = call(UPC_STRIDE_OP_BROADCAST, 512, cases[i].bytes, 0, 0);
    upc_stride_network_set(cases[i].network);
    snprintf(what, sizeof what, "broadcast of %zu B, 512 members", m.bytes);
    expect(what, chosen(&m), cases[i].wanted);
  }
}

static void test_choice(void) {
  static const struct {
    const char *network;
    int operation;
    size_t bytes;
    int sides, ring;
    const char *wanted;
  } cases[] = {
    {slow, UPC_STRIDE_OP_BROADCAST, 32768, 3, 4, "torus"},
    {slow, UPC_STRIDE_OP_BROADCAST, 32768, 0, 0, "scatter-allgather"},
    {fast, UPC_STRIDE_OP_BROADCAST, 32768, 0, 0, "kary:4"},
    {slow, UPC_STRIDE_OP_COPY, 8, 3, 4, "bruck"}, {fast, UPC_STRIDE_OP_COPY, 8, 0, 0, "bruck"},
    {slow, UPC_STRIDE_OP_COPY, 4096, 3, 4, "pairwise"}, {fast, UPC_STRIDE_OP_COPY, 4096, 0, 0, "pairwise"},
    {slow, UPC_STRIDE_OP_EXCHANGE, 4096, 3, 8, "torus"}, {slow, UPC_STRIDE_OP_GATHER_ALL, 4096, 3, 4, "pairwise"},
    {fast, UPC_STRIDE_OP_SCATTER, 8, 0, 0, "knomial:4"}, {slow, UPC_STRIDE_OP_PERMUTE, 32768, 3, 4, "hierarchical"},
    {slow, UPC_STRIDE_OP_REDUCE, 32768, 3, 4, "pairwise"},
    {fast, UPC_STRIDE_OP_PREFIX_REDUCE, 262144, 0, 0, "pairwise"},
    {tree, UPC_STRIDE_OP_GATHER_ALL, 4096, 0, 0, "doubling"},
    {tree, UPC_STRIDE_OP_GATHER_ALL, 262144, 0, 0, "neighbour"},
    {eights, UPC_STRIDE_OP_GATHER_ALL, 4096, 0, 0, "pairwise"},
    {eights, UPC_STRIDE_OP_GATHER_ALL, 32768, 0, 0, "neighbour"}};
  char what[80];
  size_t i;
  for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    upc_stride_selector_t m = call(cases[i].operation, 64, cases[i].bytes, cases[i].sides, cases[i].ring);
    upc_stride_network_set(cases[i].network);
    snprintf(what, sizeof what, "%s of %zu B, %d sides", upc_stride_operation_name(m.operation), m.bytes, m.sides);
    expect(what, chosen(&m), cases[i].wanted);
  }
}

static char file[] = "/tmp/unit_network.XXXXXX";

/* Takes this text as the user's rules. */
static void take_rules(const char *text) {
  FILE *f = fopen(file, "w");
  fputs(text, f);
  fclose(f);
  upc_stride_rule_set(file);
}

/* A helper goes on with a split-phase exchange, so the call itself starts few rounds. */
static void test_helper(void) {
  upc_stride_selector_t m = call(UPC_STRIDE_OP_EXCHANGE, 64, 65536, 3, 4);
  upc_stride_choice_t c;
  int helper, split;
  for (helper = 0; helper < 2; helper++)
    for (split = 0; split < 2; split++) {
      upc_stride_network_set(helper ? "send=1.5,receive=1.5,latency=0.3,link=154,helper=1" : slow);
      m.split = split;
      upc_stride_choose(&c, &m);
      expect("exchange", c.schedule->name, "torus");
      expect_number("rounds under way", c.rounds, helper && split ? 2 : 24);
    }
  take_rules("exchange * * * torus helper_rounds=3\n");
  upc_stride_choose(&c, &m);
  expect_number("as a rule says", c.rounds, 3);
  m.split = 0;
  upc_stride_choose(&c, &m);
  expect_number("as a rule says, not split-phase", c.rounds, 24);
  upc_stride_rule_set(NULL);
}

/* Variables and rule files come first; near threads, and networks that are not described, have the library's rules
 * alone. */
static void test_precedence(void) {
  upc_stride_selector_t m = call(UPC_STRIDE_OP_COPY, 64, 8, 3, 4), forced = call(UPC_STRIDE_OP_GATHER, 64, 8, 3, 4);
  upc_stride_network_set(NULL);
  expect("no network", chosen(&m), "pairwise");
  upc_stride_network_set(slow);
  expect("network", chosen(&m), "bruck");
  expect("UPC_STRIDE_GATHER=chain", chosen(&forced), "chain");
  m.near = 1;
  expect("near", chosen(&m), "pairwise");
  m.near = 0;
  take_rules("copy * * * hierarchical\n");
  expect("a rule file", chosen(&m), "hierarchical");
  upc_stride_rule_set(NULL);
}

int main(void) {
  setenv("UPC_STRIDE_GATHER", "chain", 1);
  close(mkstemp(file));
  test_words();
  test_formulas();
  test_choice();
  test_many();
  test_nodes();
  test_helper();
  test_precedence();
  unlink(file);
  if (failures == 0) puts("PASS");
  return failures > 0;
}
