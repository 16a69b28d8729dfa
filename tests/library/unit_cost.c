/* SPDX-License-Identifier: BSD-3-Clause
 * Descriptions of networks, the closed forms of upc-stride-tune, and the rules that machines/ has by these forms. */
#include "../../tools/tune/cost.c"
#include "../../tools/tune/network.c"
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
  return upc_stride_schedule_named(m->operation, name, &c) ? cost_of(&N, &c, m, 0) : -2;
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

static void test_formulas(void) {
  upc_stride_selector_t m = call_of(UPC_STRIDE_OP_REDUCE_ALL, 64, 4096);
  read_network(&N, "send=1,receive=2,latency=3,link=1000");
  /* six rounds of 6 us, 4096 B at 1 ns, twice since links may be shared */
  expect_number("doubling", cost("doubling", &m), 6 * (6e-6 + 2 * 4.096e-6));
  /* nodes that share no link; groups of eight with a link: 1, 2, 4, 8, 8, 8 messages share it */
  read_network(&N, "send=1,receive=2,latency=3,link=1000,groups=1:1");
  expect_number("doubling, no link shared", cost("doubling", &m), 6 * (6e-6 + 4.096e-6));
  read_network(&N, "send=1,receive=2,latency=3,link=1000,groups=8:1/64:1");
  expect_number("doubling, groups", cost("doubling", &m), 6 * 6e-6 + 31 * 4.096e-6);
  read_network(&N, "send=1,receive=2,latency=3,link=1000");
  m = call_of(UPC_STRIDE_OP_GATHER_ALL, 64, 32768);
  expect_number("ring", cost("ring", &m), 63 * (6e-6 + 32.768e-6 + 3e-6)); /* and a word for each stream */
  m = call_of(UPC_STRIDE_OP_BROADCAST, 64, 32768); /* 62 members pass on 2 segments */
  expect_number("chain", cost("chain:16384", &m), 64 * (6e-6 + 16.384e-6));
  m = call_of(UPC_STRIDE_OP_BARRIER, 64, 0);
  expect_true("no formula", cost("dissemination", &m) < 0);
}

/* Two members of each node: they share its link, and one round of six is within nodes. */
static void test_nodes(void) {
  upc_stride_selector_t m = call_of(UPC_STRIDE_OP_REDUCE_ALL, 64, 4096);
  m.per_node = 2;
  read_network(&N, "send=1,receive=2,latency=3,link=1000,copy=2000,node=2,signal=0.1,groups=1:1");
  expect_number("doubling", cost("doubling", &m), 5 * (6e-6 + 2 * 4.096e-6) + 0.1e-6 + 2.048e-6);
  expect_number("hierarchical", cost("hierarchical", &m), 5 * (6e-6 + 4.096e-6) + 2 * (0.1e-6 + 2.048e-6));
  m = call_of(UPC_STRIDE_OP_GATHER_ALL, 64, 8); /* leaders send 31 pieces of a node, which are copied to two members */
  m.per_node = 2;
  expect_number("gather_all", cost("hierarchical", &m),
                31 * (1.25 * 3e-6 + (2 + 4) * 4e-9) + 6.25e-6 + 3 * 0.1e-6 + 4e-9);
  expect_true("other compositions have no formula", cost("hierarchical(bruck)", &m) < 0);
  m.per_node = 1;
  expect_true("by nodes of one member", cost("hierarchical", &m) < 0);
  m.per_node = 64;
  expect_true("all on one node", cost("doubling", &m) < 0);
}

/* ---- the rules of machines ---- */

/* The least cost of a schedule that can serve the call. */
static double least_cost(const upc_stride_selector_t *m, int ring) {
  const upc_stride_schedule_t *s;
  double least = -1;
  int i;
  for (i = 0; (s = upc_stride_schedule(i)) != NULL; i++) {
    upc_stride_choice_t c;
    char name[40];
    double own;
    snprintf(name, sizeof name, "%.*s%s", (int)strcspn(s->name, ":"), s->name, strstr(s->name, ":k") ? ":4" : "");
    if (s->operation != m->operation || upc_stride_cannot_serve(s, m) != NULL ||
        !upc_stride_schedule_named(m->operation, name, &c)) continue;
    own = cost_of(&N, &c, m, ring);
    if (own > 0 && (least < 0 || own < least)) least = own;
  }
  return least;
}

static double chosen_cost(const upc_stride_selector_t *m, int ring) {
  upc_stride_choice_t c;
  upc_stride_choose(&c, m);
  return cost_of(&N, &c, m, ring);
}

/* What a machine's rules choose takes at most a tenth more than the least time, on average, and no longer than what the
 * library's rules choose without them, but for a little. Both by the closed forms, also where values have an order. */
static void test_machine(const char *rules, const char *costs, int sides, int most_per_node, int most) {
  double sum = 0, count = 0;
  char what[200];
  int members, ordered, ring;
  upc_stride_selector_t m;
  read_network(&N, costs);
  for (m = call_of(0, 0, 0); m.operation < UPC_STRIDE_OPS; m.operation++)
    for (members = 16; members <= most; members += members)
      for (m.per_node = 1; m.per_node <= most_per_node; m.per_node *= 2)
        for (m.bytes = 8; m.bytes <= 256 << 10; m.bytes *= 8)
          for (ordered = 0; ordered < 2; ordered++) {
            double own, by_rules, least;
            m.members = members;
            m.ordered = ordered;
            m.sides = sides;
            N.node = m.per_node;
            for (ring = 1; ring * ring * ring < members / m.per_node;) ring *= 2;
            upc_stride_rule_set(NULL);
            own = chosen_cost(&m, ring);
            upc_stride_rule_set(rules);
            by_rules = chosen_cost(&m, ring);
            least = least_cost(&m, ring);
            if (own <= 0) continue;
            sum += by_rules / least, count++;
            snprintf(what, sizeof what, "%s, %s of %zu B, %d members, %d on a node: %.3g us, without the file %.3g us",
                     rules, upc_stride_operation_name(m.operation), m.bytes, m.members, m.per_node, 1e6 * by_rules,
                     1e6 * own);
            expect_true(what, by_rules > 0 && by_rules <= 1.2 * own);
          }
  printf("%s: %.0f calls, %.3f of the least time\n", rules, count, sum / count);
  snprintf(what, sizeof what, "%s is near the least time", rules);
  expect_true(what, count > 300 && sum / count < 1.1);
}

int main(void) {
  test_words();
  test_formulas();
  test_nodes();
  test_machine("machines/fat-tree.rules",
               "send=0.25,receive=0.25,latency=0.55,link=24500,copy=8000,groups=20:20,signal=0.09",
               0, 8, 512);
  test_machine("machines/dragonfly.rules",
               "send=0.3,receive=0.3,latency=1.01,link=24500,copy=8000,groups=8:1/64:4,signal=0.115", 0, 8, 256);
  test_machine("machines/flat.rules", "send=0.2,receive=0.2,latency=1,link=10000,groups=1:1", 0, 1, 512);
  test_machine("machines/bluegene-l.rules",
               "send=1.5,receive=1.5,latency=0.3,link=154,copy=2000,signal=0.1", 3, 2, 512);
  if (failures == 0) puts("PASS");
  return failures > 0;
}
