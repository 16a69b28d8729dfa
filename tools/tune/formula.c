/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rules by the closed forms of cost.c, for a network that is described. For each operation and number of dimensions of
 * a torus there is a grid of cells, by members, members of a node and bytes, all powers of two. In a cell some
 * schedules are good: their cost is near the least one. A rule names one schedule for a box of cells. The next rule is
 * always the one that gains most over the library's own rules. Cells for which these are good keep them. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "choice/rule.h"
#include "network.h"
#include "tune.h"

/* The formulas leave out some answers, and how messages meet. So a schedule must be this much better than that of the
 * library's rules. Of those that are, one is good if its cost is nearly the least. */
#define CLEARLY 0.95
#define NEAR_LEAST 0.99

/* 2 to 16,384 members; 1, 2, 4, 8 on a node; 1 B to 16 MB; schedules of one operation, their characters. */
enum { MEMBERS = 14, SHARING = 4, SIZES = 25, NAMES = 32, NAME = 64 };

/* What some calls cannot give to a schedule, though operation, members and bytes are the same; and the rules' condition
 * that says so. Rules of the first kind are for all calls that can give what their schedules need. */
static const struct { unsigned without; const char *condition; } kinds[] = {
  {0, ""}, {UPC_STRIDE_ANY_ORDER, " ordered"}, {UPC_STRIDE_POWER_OF_TWO, ""},
  {UPC_STRIDE_POWER_OF_TWO | UPC_STRIDE_EVEN_MEMBERS, ""}, {UPC_STRIDE_ONE_BLOCK | UPC_STRIDE_EACH_HAS_VALUES, ""}};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* ---- the cells ---- */

typedef struct name {
  char text[NAME];
  upc_stride_choice_t choice;
} name_t;

static name_t names[NAMES];           /* of the operation's schedules, with these parameters */
static int named;

static void add_name(const upc_stride_schedule_t *s, const char *parameter) {
  name_t *n = &names[named];
  snprintf(n->text, sizeof n->text, "%.*s%s", (int)strcspn(s->name, ":"), s->name, parameter);
  if (named < NAMES && upc_stride_schedule_named(s->operation, n->text, &n->choice)) named++;
}

/* Chains on two and three levels, by the nodes of a unit. Steps are fewest where all levels have about as many units,
 * so these are near the square and the cube roots of the numbers of nodes that are looked at. */
static void add_chains(const upc_stride_schedule_t *s, int per_node) {
  static const int units[][2] = {{8, 0}, {32, 0}, {128, 0}, {32, 4}, {128, 8}, {512, 16}};
  char parameter[NAME];
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    if (units[i][1] == 0) snprintf(parameter, sizeof parameter, "(chain@%d,chain,flat):16384", units[i][0] * per_node);
    else snprintf(parameter, sizeof parameter, "(chain@%d,chain@%d,chain,flat):16384", units[i][0] * per_node,
                  units[i][1] * per_node);
    add_name(s, parameter);
  }
}

static void list_names(int operation, int per_node) {
  const upc_stride_schedule_t *s;
  named = 0;
  for (int i = 0; (s = upc_stride_schedule(i)); i++) {
    if (s->operation != operation) continue;
    add_name(s, strstr(s->name, ":k") ? ":4" : "");
    if (strchr(s->name, ':') && s->segments) add_name(s, strstr(s->name, ":bytes") ? ":16384" : "");
    if (operation == UPC_STRIDE_OP_BROADCAST && s->needs & UPC_STRIDE_BY_NODES) add_chains(s, per_node);
  }
}

typedef struct square {
  int wants;                          /* how much better than the library's own rules it could be: percents, or 0 */
  int covered;                        /* 1: a rule before has it */
  unsigned good;                      /* bits of names */
} square_t;

static square_t grid[KINDS][MEMBERS][SHARING][SIZES];

/* The longest ring of a torus of so many nodes whose dimensions are powers of two and about equal. */
static int ring_of(int nodes, int sides) {
  int ring = 1;
  for (double places = 1; sides > 0 && places < nodes;) {
    places = 1, ring *= 2;
    for (int k = 0; k < sides; k++) places *= ring;
  }
  return ring;
}

/* The cost of what the library's rules choose; 0: there is no formula for it. */
static double cost_by_rules(const network_t *N, upc_stride_selector_t m, int ring, unsigned without) {
  upc_stride_choice_t choice;
  const upc_stride_selector_t all = m;
  if (without & UPC_STRIDE_ANY_ORDER) m.ordered = 1;
  if (without & UPC_STRIDE_ONE_BLOCK) m.one_block = m.each_has_src = 0;
  if (without & UPC_STRIDE_POWER_OF_TWO) m.members += m.members > 2 ? 2 : 1;
  if (without & UPC_STRIDE_EVEN_MEMBERS) m.members += 1;
  upc_stride_choose(&choice, &m);
  double cost = cost_of(N, &choice, &all, ring);
  return cost > 0 ? cost : 0;
}

static void fill(square_t *c, const network_t *N, const upc_stride_selector_t *m, int ring, unsigned without) {
  double cost[NAMES], own = cost_by_rules(N, *m, ring, without), least = own;
  memset(c, 0, sizeof *c);
  if (m->members < 2 * m->per_node) return;
  for (int i = 0; i < named; i++) {
    const upc_stride_schedule_t *s = names[i].choice.schedule;
    cost[i] = s->needs & without || upc_stride_cannot_serve(s, m) ? -1 : cost_of(N, &names[i].choice, m, ring);
    if (cost[i] > 0 && cost[i] < least) least = cost[i];
  }
  c->wants = least < CLEARLY * own ? (int)(100 * log(own / least)) : 0;
  for (int i = 0; i < named; i++) c->good |= (unsigned)(cost[i] > 0 && NEAR_LEAST * cost[i] <= least) << i;
}

/* The network among so many nodes, or the nearest that is described. */
static const network_t *network_of(const described_t *d, int nodes) {
  int i = 0;
  while (i + 1 < d->n && (int)d->nodes[i] < nodes) i++;
  return &d->network[i];
}

static int sharing;                   /* so many of the numbers of members on a node are looked at */

static void fill_all(const described_t *d, int operation, int sides) {
  for (int kind = 0; kind < KINDS; kind++)
    for (int n = 0; n < MEMBERS; n++)
      for (int t = 0; t < sharing; t++)
        for (int b = 0; b < SIZES; b++) {
          int members = 2 << n, per_node = 1 << t, nodes = members / per_node;
          const upc_stride_selector_t m = {.operation = operation, .bytes = (size_t)1 << b, .members = members,
                                           .dimensions = 1, .in_sync = 1, .one_block = 1, .each_has_src = 1,
                                           .sides = sides, .per_node = per_node, .conduit = "sim"};
          fill(&grid[kind][n][t][b], network_of(d, nodes), &m, ring_of(nodes, sides), kinds[kind].without);
        }
}

/* ---- boxes of cells ---- */

typedef struct box {
  int name, n, to_n, t, to_t, b, to_b; /* the first cell and behind the last */
  int gain;                            /* the sum of what its cells want */
} box_t;

/* Sums over all cells with smaller n, t and b. */
typedef int sums_t[MEMBERS + 1][SHARING + 1][SIZES + 1];

static void add_up(sums_t s, int n, int t, int b, int value) {
  s[n + 1][t + 1][b + 1] = value + s[n][t + 1][b + 1] + s[n + 1][t][b + 1] + s[n + 1][t + 1][b] - s[n][t][b + 1] -
                           s[n][t + 1][b] - s[n + 1][t][b] + s[n][t][b];
}

static int sum_to(sums_t s, const box_t *x, int b) {
  return s[x->to_n][x->to_t][b] - s[x->n][x->to_t][b] - s[x->to_n][x->t][b] + s[x->n][x->t][b];
}
static int sum(sums_t s, const box_t *x) { return sum_to(s, x, x->to_b) - sum_to(s, x, x->b); }

static int is_good(const square_t *c, int name) { return c->good >> name & 1; }

/* 1: a rule for calls of this kind is for those of kind k, too, and its schedule serves them. */
static int concerns(int kind, int name, int k) {
  return !(names[name].choice.schedule->needs & kinds[k].without) && (kinds[kind].condition[0] == '\0' || k == kind);
}

/* 1: the rule would take a call from a good one, or from one of a rule before. */
static int spoils(int kind, int n, int t, int b, int name) {
  for (int k = 0; k < KINDS; k++)
    if (concerns(kind, name, k) && !grid[k][n][t][b].covered && !is_good(&grid[k][n][t][b], name)) return 1;
  return 0;
}

/* The box in which a name gains most. */
static box_t best_of_name(int kind, int name) {
  static sums_t gains, spoilt;
  box_t best = {.gain = 0}, x = {.name = name};
  for (int n = 0; n < MEMBERS; n++)
    for (int t = 0; t < sharing; t++)
      for (int b = 0; b < SIZES; b++) {
        const square_t *c = &grid[kind][n][t][b];
        add_up(gains, n, t, b, c->covered || !is_good(c, name) ? 0 : c->wants);
        add_up(spoilt, n, t, b, spoils(kind, n, t, b, name));
      }
  for (x.n = 0; x.n < MEMBERS; x.n++)
    for (x.to_n = x.n + 1; x.to_n <= MEMBERS; x.to_n++)
      for (x.t = 0; x.t < sharing; x.t++)
        for (x.to_t = x.t + 1; x.to_t <= sharing; x.to_t++)
          for (x.b = 0; x.b < SIZES; x.b++)
            for (x.to_b = x.b + 1; x.to_b <= SIZES && sum(spoilt, &x) == 0; x.to_b++)
              if ((x.gain = sum(gains, &x)) > best.gain) best = x;
  return best;
}

static void cover(const box_t *x, int kind) {
  for (int k = 0; k < KINDS; k++)
    for (int n = x->n; n < x->to_n && concerns(kind, x->name, k); n++)
      for (int t = x->t; t < x->to_t; t++)
        for (int b = x->b; b < x->to_b; b++) grid[k][n][t][b].covered = 1;
}

/* ---- lines ---- */

/* A number from..to-1 of powers of two stands for those around it, a size for all above the one before it. */
static const char *around(char *text, size_t size, unsigned first, int from, int to, int open) {
  unsigned lo = from == 0 ? first : 3 * (first << from) / 4 + 1, hi = 3 * (first << (to - 1)) / 2;
  if (open) snprintf(text, size, "%u-", lo);
  else snprintf(text, size, lo == hi ? "%u" : "%u-%u", lo, hi);
  return text;
}

static void write_box(FILE *f, const box_t *x, int operation, int torus, int sides, const char *kind) {
  char members[48], bytes[48], per_node[48];
  unsigned long long lo = x->b == 0 ? 0 : (1ull << (x->b - 1)) + 1;
  const name_t *n = &names[x->name];
  if (x->to_b == SIZES) snprintf(bytes, sizeof bytes, "%llu-", lo);
  else snprintf(bytes, sizeof bytes, "%llu-%llu", lo, 1ull << (x->to_b - 1));
  fprintf(f, "%-14s * %-11s %-15s %-18s far", short_name(operation),
          around(members, sizeof members, 2, x->n, x->to_n, x->to_n == MEMBERS), bytes, n->text);
  if (sharing > 1) fprintf(f, " per_node=%s", around(per_node, sizeof per_node, 1, x->t, x->to_t, 0));
  if (torus) fprintf(f, " torus=%d", sides);
  fprintf(f, "%s%s\n", kind, n->choice.schedule->tree == UPC_STRIDE_CHAIN || n->choice.parts > 1 ? " cut" : "");
}

static void write_operation(FILE *f, int operation, int torus, int sides) {
  for (int kind = 0; kind < KINDS; kind++)
    for (;;) {
      box_t best = {.gain = 0};
      for (int name = 0; name < named; name++) {
        box_t x = best_of_name(kind, name);
        if (x.gain > best.gain) best = x;
      }
      if (best.gain == 0) break;
      cover(&best, kind);
      write_box(f, &best, operation, torus, sides, kinds[kind].condition);
    }
}

void write_by_formula(FILE *f, const request_t *r) {
  const described_t *d = &r->described;
  upc_stride_rule_set(NULL);
  for (sharing = 1; sharing < SHARING && 1 << sharing <= d->per_node;) sharing++;
  for (int i = 0; i < UPC_STRIDE_OPS; i++) {
    list_names(i, d->per_node);
    for (int sides = d->torus; sides <= (d->torus ? 3 : 0) && r->wanted[i]; sides++) {
      fill_all(d, i, sides);
      write_operation(f, i, d->torus, sides);
    }
  }
}
