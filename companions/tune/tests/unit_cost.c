/* SPDX-License-Identifier: BSD-3-Clause
 * Descriptions of networks, what calls cost on them by played plans, and the rules that machine files have by these
 * costs. */
#include "../network.c"
#include "../played_cost.c"
#include "../shared_links.c"
#include "choice/rule.h"

#include <stdio.h>

static int failures;

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

static network_t N;

static upc_stride_selector_t call_of(int operation, int members, size_t bytes) {
  const upc_stride_selector_t m = {.operation = operation, .bytes = bytes, .members = members, .dimensions = 1,
                                   .in_sync = 1, .one_block = 1, .each_has_src = 1, .per_node = 1, .conduit = "sim"};
  return m;
}

static double cost(const char *name, const upc_stride_selector_t *m) {
  upc_stride_choice_t c;
  return upc_stride_schedule_named(m->operation, name, &c) ? cost_of(&N, &c, m, 0) : -3;
}

static double limited_cost(const char *name, const upc_stride_selector_t *m, double most) {
  upc_stride_choice_t c;
  return upc_stride_schedule_named(m->operation, name, &c) ? cost_of(&N, &c, m, most) : -3;
}

static void test_words(void) {
  static const char *const wrong[] = {"", "send=1", "send=1,link=0", "link=154,", "send=x,link=154", "send=-1,link=154",
                                      "send=1,latency=1,link=154,speed=3", "link=154",
                                      "send=1,link=1,groups=", "send=1,link=1,groups=8", "send=1,link=1,groups=8:0",
                                      "send=1,link=1,groups=8:1/8:4", "send=1,link=1,groups=8:1/",
                                      "send=1,link=1,groups=8:1x",
                                      "send=1,link=1,groups=2:1/4:1/8:1/16:1/32:1/64:1/128:1",
                                      "send=1,link=1,helper=2", "send=1,link=1,tree=2", "send=1,link=1,helper=",
                                      "send=1,link=1,node=0",
                                      "send=1,link=1,node=", "send=1,link=1,node=2x", "send=1,link=1,signal=x",
                                      "send=1,link=1,node=4294967297", "send=1,link=1,signal=inf", "send=1,link=inf",
                                      "send=1,link=1,groups=inf:1", "send=1,link=1,groups=8:inf"};
  size_t i;
  for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++) expect_true(wrong[i], !read_network(&N, wrong[i]));
  expect_true("no description", !read_network(&N, NULL));
  expect_true("all words", read_network(&N, "send=2,receive=1,latency=3,link=100,copy=400,pass=50"));
  expect_number("send", N.send, 2e-6);
  expect_number("latency", N.latency, 3e-6);
  expect_number("link", N.link, 1e-8);
  expect_number("pass", N.pass, 2e-8);
  expect_true("no groups, no helper", N.groups == 0 && !N.helper && N.node <= 1);
  expect_true("groups and a helper", read_network(&N, "send=2,link=100,groups=8:1/64:4.5,helper=1") && N.groups == 2 &&
              N.helper);
  expect_number("nodes of a group", N.group[1].nodes, 64);
  expect_number("links of a group", N.group[1].links, 4.5);
  expect_true("two threads a node", read_network(&N, "send=2,link=100,node=2,signal=0.1") && N.node == 2);
  expect_number("signal", N.signal, 1e-7);
}

/* A description that was written is read as the same network. */
static void test_spelling(void) {
  static const char *const all = "send=2,receive=1,latency=3,link=100,copy=400,pass=50,groups=8:0.5/64:4,tree=1,"
                                 "helper=1,node=2,signal=0.1";
  char text[400];
  read_network(&N, all);
  spell_network(&N, text, sizeof text);
  if (strcmp(text, all) != 0) failures++, printf("%s: written as %s\n", all, text);
}

enum { SENDS = 1, RECEIVES = 2, LATENCY = 3 };
#define US 1e-6
#define ANSWER_LEFT (0.25 * SENDS * US) /* of the last message that was received: nothing is waited for after it */

/* So many rounds of messages of 64 B, of which the links let so many pass one after the other. */
static double rounds(double n, double shares) {
  return n * (SENDS + LATENCY + RECEIVES) * US + shares * 64e-9 + ANSWER_LEFT;
}

/* Six rounds of doubling: 64 members, each with a node of its own. */
static void test_rounds(void) {
  upc_stride_selector_t m = call_of(UPC_STRIDE_OP_REDUCE_ALL, 64, 64);
  read_network(&N, "send=1,receive=2,latency=3,link=1000,groups=1:1");
  expect_number("doubling, no link shared", cost("doubling", &m), rounds(6, 6));
  expect_true("more than a limit", isinf(limited_cost("doubling", &m, 30 * US)));
  m.members = 4; /* of two nodes' messages one waits, in the second round */
  read_network(&N, "send=1,receive=2,latency=3,link=1000,groups=2:1");
  expect_number("doubling, a link between groups", cost("doubling", &m), rounds(2, 3));
  read_network(&N, "send=1,receive=2,latency=3,link=1000");
  expect_number("doubling, unknown groups", cost("doubling", &m), rounds(2, 3));
  read_network(&N, "send=1,receive=2,latency=3,link=1000,groups=2:2,tree=1");
  expect_number("doubling, a link for each node of a group", cost("doubling", &m), rounds(2, 2));
  read_network(&N, "send=1,receive=2,latency=3,link=1000,groups=2:1,tree=1");
  expect_number("doubling, a tree with half as many links", cost("doubling", &m), rounds(2, 3));
}

/* Streams share a link: each takes twice as long. */
static void test_streams(void) {
  const double wire = 65536e-9;
  upc_stride_selector_t m = call_of(UPC_STRIDE_OP_REDUCE_ALL, 4, 65536);
  read_network(&N, "send=1,receive=2,latency=3,link=1000,groups=1:1");
  double alone = cost("doubling", &m);
  read_network(&N, "send=1,receive=2,latency=3,link=1000,groups=2:1");
  expect_number("two streams on a link", cost("doubling", &m) - alone, wire);
  m.members = 8;
  read_network(&N, "send=1,receive=2,latency=3,link=1000,groups=1:1");
  alone = cost("doubling", &m);
  upc_stride_torus_set("8x1x1x1", NULL); /* a ring: in the last round, messages over four links meet */
  expect_true("a torus", cost("doubling", &m) > alone + wire);
  upc_stride_torus_set(NULL, NULL);
}

/* Two members of each node: one round of two is within nodes, a signal and a copy at both ends. */
static void test_nodes(void) {
  upc_stride_selector_t m = call_of(UPC_STRIDE_OP_REDUCE_ALL, 4, 64);
  m.per_node = 2;
  read_network(&N, "send=1,receive=2,latency=3,link=1000,copy=2000,node=2,signal=0.1,groups=1:1");
  /* the two messages of a node leave it one after the other, and are copied at both ends, too */
  expect_number("doubling", cost("doubling", &m), rounds(1, 2) + 0.1 * US + 4 * 64 * 0.5e-9);
  m.per_node = 4;
  expect_true("all on one node", cost("doubling", &m) < 0);
  m = call_of(UPC_STRIDE_OP_GATHER_ALL, 16, 8);
  m.per_node = 4;
  expect_true("compositions have a cost", cost("hierarchical(bruck)", &m) > 0 && cost("hierarchical", &m) > 0);
}

/* What a root has for itself is copied while its messages are on their way: where copies are slow, nothing else
 * counts. */
static void test_own(void) {
  upc_stride_selector_t m = call_of(UPC_STRIDE_OP_SCATTER, 4, 16384);
  read_network(&N, "send=1,receive=2,latency=3,link=1000,copy=1");
  expect_number("flat", cost("flat", &m), 3 * SENDS * US + 16384 * US);
  m.per_node = 2; /* the other node's leader copies two pieces, while the root's node copies its own */
  read_network(&N, "send=1,receive=2,latency=3,link=1000,copy=1,node=2");
  expect_true("hierarchical", cost("hierarchical", &m) < 2.5 * 16384 * US);
}

/* Every schedule that can serve a call has a cost, but for those that need lists of the members. Long plans are
 * refused. */
static void test_all(void) {
  const upc_stride_schedule_t *s;
  read_network(&N, "send=1,receive=2,latency=3,link=1000,copy=2000");
  for (int i = 0; (s = upc_stride_schedule(i)) != NULL; i++) {
    upc_stride_selector_t m = call_of(s->operation, 8, 4096);
    upc_stride_choice_t c;
    char name[40];
    snprintf(name, sizeof name, "%.*s%s", (int)strcspn(s->name, ":"), s->name, strstr(s->name, ":k") ? ":2" : "");
    if (!upc_stride_played_knows(s->operation)) continue;
    if (upc_stride_cannot_serve(s, &m) != NULL || !upc_stride_schedule_named(s->operation, name, &c)) continue;
    if (cost_of(&N, &c, &m, 0) > 0) continue;
    failures++;
    printf("%s, %s: no cost\n", upc_stride_operation_name(s->operation), name);
  }
  upc_stride_selector_t m = call_of(UPC_STRIDE_OP_EXCHANGE, 4096, 8);
  expect_true("long plans", cost("pairwise", &m) == COST_TOO_LONG);
}

/* ---- the rules of machines ---- */

/* The least cost of a schedule that can serve the call. */
static double least_cost(const upc_stride_selector_t *m) {
  const upc_stride_schedule_t *s;
  double least = INFINITY;
  for (int i = 0; (s = upc_stride_schedule(i)) != NULL; i++) {
    upc_stride_choice_t c;
    char name[40];
    snprintf(name, sizeof name, "%.*s%s", (int)strcspn(s->name, ":"), s->name, strstr(s->name, ":k") ? ":4" : "");
    if (s->operation != m->operation || upc_stride_cannot_serve(s, m) != NULL ||
        !upc_stride_schedule_named(m->operation, name, &c)) continue;
    double own = cost_of(&N, &c, m, least);
    if (own > 0) least = fmin(least, own);
  }
  return least;
}

static double chosen_cost(const upc_stride_selector_t *m) {
  upc_stride_choice_t c;
  upc_stride_choose(&c, m);
  return cost_of(&N, &c, m, 0);
}

static void judge(upc_stride_selector_t m, const char *rules, double *sum, int *count) {
  char what[200];
  N.node = m.per_node;
  upc_stride_rule_set(NULL);
  double own = chosen_cost(&m);
  upc_stride_rule_set(rules);
  double by_rules = chosen_cost(&m);
  if (own <= 0) return;
  *sum += by_rules / least_cost(&m), ++*count;
  snprintf(what, sizeof what, "%s, %s of %zu B, %d members, %d on a node: %.3g us, without the file %.3g us", rules,
           upc_stride_operation_name(m.operation), m.bytes, m.members, m.per_node, 1e6 * by_rules, 1e6 * own);
  expect_true(what, by_rules > 0 && by_rules <= 1.2 * own);
}

/* What a machine's rules choose takes at most a tenth more than the least time, on average, and no longer than what the
 * library's rules choose without them, but for a little. Both by played plans, also where values have an order. */
static void test_machine(const char *rules, const char *costs, int most_per_node, const char *torus) {
  double sum = 0;
  int count = 0;
  char what[200];
  read_network(&N, costs);
  for (int operation = 0; operation < UPC_STRIDE_OPS; operation++)
    for (int per_node = 1; per_node <= most_per_node; per_node *= 2)
      for (size_t bytes = 8; bytes <= 32 << 10; bytes *= 64)
        for (int ordered = 0; ordered < 2; ordered++) {
          upc_stride_selector_t m = call_of(operation, 16 * per_node, bytes);
          char sizes[40];
          m.per_node = per_node, m.ordered = ordered, m.sides = torus != NULL ? 3 : 0;
          snprintf(sizes, sizeof sizes, "%sx%d", torus != NULL ? torus : "", per_node);
          upc_stride_torus_set(torus != NULL ? sizes : NULL, NULL);
          judge(m, rules, &sum, &count);
        }
  upc_stride_torus_set(NULL, NULL);
  printf("%s: %d calls, %.3f of the least time\n", rules, count, sum / count);
  snprintf(what, sizeof what, "%s is near the least time", rules);
  expect_true(what, count > 60 && sum / count < 1.1);
}

/* Between two to four nodes of two to four threads: what the library's rules choose for short pieces takes little more
 * than the least time. */
static void test_few_nodes(void) {
  static const int operations[] = {UPC_STRIDE_OP_BROADCAST,  UPC_STRIDE_OP_SCATTER, UPC_STRIDE_OP_GATHER,
                                   UPC_STRIDE_OP_GATHER_ALL, UPC_STRIDE_OP_EXCHANGE, UPC_STRIDE_OP_PERMUTE,
                                   UPC_STRIDE_OP_REDUCE,     UPC_STRIDE_OP_REDUCE_ALL};
  char what[200];
  read_network(&N, "send=4,receive=4,latency=15,link=1500,copy=8000,groups=1:1,signal=0.1");
  upc_stride_rule_set(NULL);
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    for (N.node = 2; N.node <= 4; N.node++)
      for (int nodes = 2; nodes <= 4; nodes++)
        for (size_t bytes = 8; bytes <= 512; bytes *= 8) {
          upc_stride_selector_t m = call_of(operations[i], nodes * N.node, bytes);
          m.per_node = N.node;
          double chosen = chosen_cost(&m), least = least_cost(&m);
          snprintf(what, sizeof what, "%s of %zu B, %d nodes of %d: %.3g us, at least %.3g us",
                   upc_stride_operation_name(operations[i]), bytes, nodes, N.node, 1e6 * chosen, 1e6 * least);
          expect_true(what, chosen > 0 && chosen <= 1.25 * least);
        }
}

int main(void) {
  test_words();
  test_spelling();
  test_rounds();
  test_streams();
  test_nodes();
  test_own();
  test_all();
  test_few_nodes();
  test_machine("companions/sim/machines/fat-tree.rules",
               "send=0.25,receive=0.25,latency=0.55,link=24500,copy=8000,groups=20:20,tree=1,signal=0.09", 4, NULL);
  test_machine("companions/sim/machines/dragonfly.rules",
               "send=0.3,receive=0.3,latency=1.01,link=24500,copy=8000,groups=8:1/64:4,signal=0.115", 4, NULL);
  test_machine("companions/sim/machines/flat.rules", "send=0.2,receive=0.2,latency=1,link=10000,groups=1:1", 1, NULL);
  test_machine("companions/sim/machines/bluegene-l.rules",
               "send=1.5,receive=1.5,latency=0.3,link=154,copy=2000,signal=0.1", 2, "4x2x2");
  if (failures == 0) puts("PASS");
  return failures > 0;
}
