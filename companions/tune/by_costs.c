/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rules by the times of played plans (network.h), for a network that is described. For each operation and number of
 * dimensions of a torus there is a grid of cells, by members, members of a node and bytes. Many schedules cost more or
 * less where the members are a power of two. So each power is a cell, and the numbers between two powers are one, for
 * which the one in the middle stands. In a cell some schedules are good: their cost is near the least one. A rule names
 * one schedule for a box of cells. The next rule is always the one that gains most over the library's own rules. Cells
 * for which these are good keep them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "choice/rule.h"
#include "common/mistake.h"
#include "network.h"
#include "torus/torus.h"
#include "tune.h"

/* Costs leave out some answers. So a schedule must be this much better than that of the library's rules. Of those that
 * are, one is good if its cost is nearly the least. */
#define CLEARLY 0.95
#define NEAR_LEAST 0.99

/* 2, 3, 4, 5 to 7, 8, .. 1,024 members; 1, 2, 4, 8 on a node; 8 B to 2 MB; schedules of one operation, their
 * characters. */
enum { MEMBERS = 19, SHARING = 4, SIZES = 19, NAMES = 32, NAME = 64 };
static int is_power(int n) { return n % 2 == 0; }
static int members_of_cell(int n) { return is_power(n) ? 2 << n / 2 : 3 << n / 2; }
static int least_of_cell(int n) { return is_power(n) ? 2 << n / 2 : (2 << n / 2) + 1; }
static size_t size_of(int b) { return (size_t)8 << b; }
enum { MOST_LINE = 64 };              /* nodes of a dimension of a torus */

/* What some calls cannot give to a schedule, though operation, members and bytes are the same; and the rules' condition
 * that says so. Rules of the first kind are for all calls that can give what their schedules need. */
static const struct { unsigned without; const char *condition; } kinds[] = {
  {0, ""}, {UPC_STRIDE_ANY_ORDER, " ordered"}, {UPC_STRIDE_EVEN_MEMBERS, ""},
  {UPC_STRIDE_ONE_BLOCK | UPC_STRIDE_EACH_HAS_VALUES, ""}};
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
  int covered;                        /* 1: a rule before has it, or there are no such calls */
  unsigned good;                      /* bits of names */
} square_t;

static square_t grid[KINDS][MEMBERS][SHARING][SIZES];

static int sharing;                   /* so many of the numbers of members on a node are looked at */

/* A torus of so many nodes, a power of two or three times one, whose dimensions are about equal. */
static void set_torus(int nodes, int per_node, int sides) {
  static char text[60];
  int size[UPC_STRIDE_LINK_LETTERS] = {1, 1, 1};
  upc_stride_torus_set(NULL, NULL);
  if (sides == 0) return;
  for (int k = 0; nodes > 1; k = (k + 1) % sides) {
    const int factor = nodes % 3 == 0 ? 3 : 2;
    size[k] *= factor;
    nodes /= factor;
  }
  snprintf(text, sizeof text, "%dx%dx%dx%d", size[0], size[1], size[2], per_node);
  upc_stride_torus_set(text, NULL);
}

/* What the library's rules choose for calls of a kind. */
static upc_stride_choice_t own_choice(upc_stride_selector_t m, unsigned without) {
  upc_stride_choice_t choice;
  if (without & UPC_STRIDE_ANY_ORDER) m.ordered = 1;
  if (without & UPC_STRIDE_ONE_BLOCK) m.one_block = m.each_has_src = 0;
  if (without & UPC_STRIDE_EVEN_MEMBERS) m.members |= 1;
  upc_stride_choose(&choice, &m);
  return choice;
}

static int are_equal(const upc_stride_choice_t *a, const upc_stride_choice_t *b) {
  char one[NAME], other[NAME];
  return a->segment == b->segment && a->rounds == b->rounds &&
         !strcmp(upc_stride_schedule_spelled(a, one, sizeof one),
                 upc_stride_schedule_spelled(b, other, sizeof other));
}

/* The costs of what the library's rules choose for calls of each kind, 0 where they are not known. Returns the most. */
static double own_costs(double *own, const network_t *N, const upc_stride_selector_t *m) {
  upc_stride_choice_t choice[KINDS];
  double most = 0;
  for (int kind = 0; kind < KINDS; kind++) {
    int before = 0;
    choice[kind] = own_choice(*m, kinds[kind].without);
    while (before < kind && !are_equal(&choice[before], &choice[kind])) before++;
    own[kind] = before < kind ? own[before] : fmax(0, cost_of(N, &choice[kind], m, 0));
    most = fmax(most, own[kind]);
  }
  return most;
}

/* By name: for how many powers in a row, or numbers between, it cost more than the library's choice, up to this one. */
static int slow[2][SHARING][SIZES][NAMES];
enum { SLOW = 2, SLOW_FROM = 16 };     /* then it is not played among more members; few say nothing about many */

/* Costs that are more than that of the library's choice need not be known. */
static void costs_of_names(double *cost, int *slow_, const network_t *N, const upc_stride_selector_t *m, double most) {
  for (int i = 0; i < named; i++) {
    const upc_stride_schedule_t *s = names[i].choice.schedule;
    cost[i] = upc_stride_cannot_serve(s, m) ? COST_UNKNOWN
              : slow_[i] == SLOW            ? INFINITY
                                            : cost_of(N, &names[i].choice, m, most / NEAR_LEAST);
    if (m->members >= SLOW_FROM) slow_[i] = cost[i] < INFINITY ? 0 : slow_[i] < SLOW ? slow_[i] + 1 : SLOW;
  }
}

static void judge(square_t *c, const double *cost, double own, unsigned without) {
  double least = own;
  for (int i = 0; i < named; i++)
    if (!(names[i].choice.schedule->needs & without) && cost[i] > 0 && cost[i] < least) least = cost[i];
  c->wants = least < CLEARLY * own ? (int)(100 * log(own / least)) : 0;
  for (int i = 0; i < named; i++) {
    int can = !(names[i].choice.schedule->needs & without) && cost[i] > 0;
    c->good |= (unsigned)(can && NEAR_LEAST * cost[i] <= least) << i;
  }
}

/* The network among so many nodes, or the nearest that is described. */
static const network_t *network_of(const described_t *d, int nodes) {
  int i = 0;
  while (i + 1 < d->n && (int)d->nodes[i] < nodes) i++;
  return &d->network[i];
}

/* The cells of one number of members, members of a node, and bytes. 0: its plans are too long. */
static int fill(const network_t *N, const upc_stride_selector_t *m, int n, int t, int b) {
  double own[KINDS], cost[NAMES];
  const int nodes = m->members / m->per_node;
  const int none = nodes < 2 || nodes < 1 << m->sides || m->members % m->per_node > 0;
  for (int kind = 0; kind < KINDS; kind++) {
    const int odd = (kinds[kind].without & UPC_STRIDE_EVEN_MEMBERS) != 0;
    grid[kind][n][t][b] = (square_t){.covered = none || (odd && is_power(n))};
  }
  if (none) return 1;
  if (m->sides > 0 && nodes > pow(MOST_LINE, m->sides)) return 0;
  set_torus(nodes, m->per_node, m->sides);
  costs_of_names(cost, slow[is_power(n)][t][b], N, m, own_costs(own, N, m));
  for (int i = 0; i < named; i++)
    if (cost[i] == COST_TOO_LONG) return 0;
  for (int kind = 0; kind < KINDS; kind++)
    if (!grid[kind][n][t][b].covered) judge(&grid[kind][n][t][b], cost, own[kind], kinds[kind].without);
  return 1;
}

/* What is too long to be played is taken to be as with half as many members. */
static void fill_line(const described_t *d, int operation, int sides, int t, int b) {
  int known = MEMBERS;
  for (int n = 0; n < MEMBERS; n++) {
    const upc_stride_selector_t m = {.operation = operation, .bytes = size_of(b), .members = members_of_cell(n),
                                     .dimensions = 1, .in_sync = 1, .one_block = 1, .each_has_src = 1,
                                     .sides = sides, .per_node = 1 << t, .conduit = "sim"};
    if (n < known && !fill(network_of(d, m.members / m.per_node), &m, n, t, b)) known = n;
    for (int kind = 0; kind < KINDS && n >= known && n > 1; kind++) grid[kind][n][t][b] = grid[kind][n - 2][t][b];
  }
}

static void fill_all(const described_t *d, int operation, int sides) {
  memset(slow, 0, sizeof slow);
  for (int t = 0; t < sharing; t++)
    for (int b = 0; b < SIZES; b++) fill_line(d, operation, sides, t, b);
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

static const char *range(char *text, size_t size, size_t lo, size_t hi, int open) {
  if (open) snprintf(text, size, "%zu-", lo);
  else snprintf(text, size, lo == hi ? "%zu" : "%zu-%zu", lo, hi);
  return text;
}

/* 1, 2, 4 and 8 members of a node stand for the numbers near them, up to the geometric mean with the next one. */
static size_t most_sharing(int t) { return (size_t)sqrt((double)(1u << t) * (double)(2u << t)); }

/* Sizes b..to_b - 1, each of which stands for those above the one before it. A schedule may cost half as much as soon
 * as its pieces are too long for a slot, and slots hold a power of two and little more (base/tuned.h). */
static const char *sizes(char *text, size_t size, int b, int to_b) {
  return range(text, size, b ? size_of(b - 1) + 1 : 0, size_of(to_b - 1), to_b == SIZES);
}

static void write_box(FILE *f, const box_t *x, int operation, int torus, int sides, const char *kind) {
  char members[48], bytes[48], per_node[48];
  const name_t *n = &names[x->name];
  range(members, sizeof members, (size_t)least_of_cell(x->n), (size_t)least_of_cell(x->to_n) - 1, x->to_n == MEMBERS);
  sizes(bytes, sizeof bytes, x->b, x->to_b);
  range(per_node, sizeof per_node, x->t ? most_sharing(x->t - 1) + 1 : 1, most_sharing(x->to_t - 1), 0);
  fprintf(f, "%-14s * %-11s %-15s %-18s far per_node=%s", short_name(operation), members, bytes, n->text,
          per_node);
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

/* ---- the network ---- */

enum { MOST_PER_NODE = 1 << (SHARING - 1) };

/* Of a machine: with one thread on each node, since the members of a node are looked at by themselves. */
static void describe_machine(described_t *d, const request_t *r) {
  static machine_file_t file;
  const char *wrong = machine_read(&file, r->given);
  if (wrong) mistake("%s", wrong);
  d->per_node = strcmp(file.placement, "random") == 0 ? 1 : file.number.threadsPerNode;
  if (d->per_node > MOST_PER_NODE) d->per_node = MOST_PER_NODE;
  file.number.threadsPerNode = 1;
  d->torus = strcmp(file.network, "torus") == 0;
  for (int t = 0; t < r->threads.n; t++) {
    d->nodes[d->n] = r->threads.at[t];
    const char *unknown = network_of_machine(&d->network[d->n], &file, (int)r->threads.at[t]);
    if (!unknown) d->n++;
    else if (d->n == 0 && t + 1 == r->threads.n) mistake("--machine %s: %s", r->given, unknown);
  }
}

void describe_network(request_t *r) {
  described_t *d = &r->described;
  if (!r->costs) {
    describe_machine(d, r);
    return;
  }
  if (!read_network(&d->network[0], r->costs))
    mistake("--costs: \"%.80s\", must be like send=1.5,receive=1.5,latency=0.3,link=154,copy=2000, in microseconds "
            "and MB/s", r->costs);
  d->n = 1;
  d->torus = getenv("UPC_STRIDE_TORUS") != NULL;
  d->per_node = d->network[0].node > 0 ? d->network[0].node : 1;
}

/* ---- all of it ---- */

void write_by_costs(FILE *f, const request_t *r) {
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
