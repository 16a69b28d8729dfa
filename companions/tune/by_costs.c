/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes a rule file for a network that is described, without a measurement: what a schedule costs is the time of its
 * played plans (network.h). For each operation, and on a torus for each number of dimensions of the team:
 *
 * 1. Calls are sorted into cells: by their members, by the members on a node, and by bytes. Many schedules cost more
 *    or less where the number of members is a power of two. So each power is a cell of its own. The numbers between
 *    two powers are one cell, for which the number in the middle is played.
 * 2. In each cell some candidates, schedules with their parameters, are good: their cost is near the least one.
 * 3. A rule names one candidate for a box of cells. The next rule is always the one that gains most over the
 *    library's own rules. It covers no cell for which the library's choice is good and the candidate is not. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "choice/rule.h"
#include "common/mistake.h"
#include "network.h"
#include "torus/torus.h"
#include "tune.h"

/* Costs leave out some of the truth. So a rule must make a call this much cheaper than the library's choice. A
 * candidate is good if its cost is nearly the least. */
#define CLEARLY 0.95
#define NEAR_LEAST 0.99

/* The cells of one operation. A cell has three numbers:
 *   n   its members: 2, 3, 4, 5 to 7, 8, .., 1,024
 *   t   members on a node: 1, 2, 4, 8
 *   b   bytes: 8 B to 2 MB */
enum { MEMBERS = 19, SHARING = 4, SIZES = 19 };
static int is_power(int n) { return n % 2 == 0; }
static int members_of_cell(int n) { return is_power(n) ? 2 << n / 2 : 3 << n / 2; }
static int least_of_cell(int n) { return is_power(n) ? 2 << n / 2 : (2 << n / 2) + 1; }
static size_t size_of(int b) { return (size_t)8 << b; }

enum { CANDIDATES = 32, TEXT = 64 };  /* of one operation; characters of a schedule with its parameters */
enum { MOST_LINE = 64 };              /* nodes of a dimension of a torus */

/* Calls of one cell differ in what they can give to a schedule: an ordered reduction, for example, has fewer schedules
 * than one in any order. So there are several kinds of calls, each with cells and rules of its own. */
static const struct {
  unsigned lacks;                     /* these calls cannot give this: bits of a schedule's `needs` */
  const char *condition;              /* in their rules; "": calls of all kinds may take these rules */
} kinds[] = {
  {0, ""}, {UPC_STRIDE_ANY_ORDER, " ordered"}, {UPC_STRIDE_EVEN_MEMBERS, ""},
  {UPC_STRIDE_ONE_BLOCK | UPC_STRIDE_EACH_HAS_VALUES, ""}};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* ---- the candidates of an operation ---- */

typedef struct candidate {
  char text[TEXT];                    /* "knomial:4" */
  upc_stride_choice_t choice;
} candidate_t;

static candidate_t candidates[CANDIDATES];
static int candidate_count;

static void add_candidate(const upc_stride_schedule_t *s, const char *parameter) {
  candidate_t *n = &candidates[candidate_count];
  if (candidate_count == CANDIDATES) return;
  snprintf(n->text, sizeof n->text, "%.*s%s", (int)strcspn(s->name, ":"), s->name, parameter);
  if (upc_stride_schedule_named(s->operation, n->text, &n->choice)) candidate_count++;
}

/* Chains on two and three levels, by the nodes of a unit. Steps are fewest where all levels have about as many units.
 * So these numbers are near the square and the cube roots of the numbers of nodes. */
static void add_chains(const upc_stride_schedule_t *s, int per_node) {
  static const int units[][2] = {{8, 0}, {32, 0}, {128, 0}, {32, 4}, {128, 8}, {512, 16}};
  char parameter[TEXT];
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    if (units[i][1] == 0) snprintf(parameter, sizeof parameter, "(chain@%d,chain,flat):16384", units[i][0] * per_node);
    else snprintf(parameter, sizeof parameter, "(chain@%d,chain@%d,chain,flat):16384", units[i][0] * per_node,
                  units[i][1] * per_node);
    add_candidate(s, parameter);
  }
}

static void list_candidates(int operation, int per_node) {
  const upc_stride_schedule_t *s;
  candidate_count = 0;
  for (int i = 0; (s = upc_stride_schedule(i)); i++) {
    if (s->operation != operation) continue;
    add_candidate(s, strstr(s->name, ":k") ? ":4" : "");
    if (strchr(s->name, ':') && s->segments) add_candidate(s, strstr(s->name, ":bytes") ? ":16384" : "");
    if (operation == UPC_STRIDE_OP_BROADCAST && s->needs & UPC_STRIDE_BY_NODES) add_chains(s, per_node);
  }
}

/* ---- the cells ---- */

typedef struct judged {
  int gain;                           /* percent that the best candidate saves of the library's choice; or 0 */
  int covered;                        /* 1: a rule that is written has it, or there are no such calls */
  unsigned good;                      /* the bit of each candidate that is good */
} judged_t;

static judged_t grid[KINDS][MEMBERS][SHARING][SIZES]; /* by n, t, b */

static int sharing;                   /* cells of members on a node that this machine has: the first of SHARING */

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
static upc_stride_choice_t library_choice(upc_stride_selector_t m, unsigned lacks) {
  upc_stride_choice_t choice;
  if (lacks & UPC_STRIDE_ANY_ORDER) m.ordered = 1;
  if (lacks & UPC_STRIDE_ONE_BLOCK) m.one_block = m.each_has_src = 0;
  if (lacks & UPC_STRIDE_EVEN_MEMBERS) m.members |= 1;
  upc_stride_choose(&choice, &m);
  return choice;
}

static int are_equal(const upc_stride_choice_t *a, const upc_stride_choice_t *b) {
  char one[TEXT], other[TEXT];
  return a->segment == b->segment && a->rounds == b->rounds &&
         !strcmp(upc_stride_schedule_spelled(a, one, sizeof one),
                 upc_stride_schedule_spelled(b, other, sizeof other));
}

/* The costs of what the library's rules choose for calls of each kind, 0 where they are not known. Returns the most. */
static double library_costs(double *own, const network_t *N, const upc_stride_selector_t *m) {
  upc_stride_choice_t choice[KINDS];
  double most = 0;
  for (int kind = 0; kind < KINDS; kind++) {
    int before = 0;
    choice[kind] = library_choice(*m, kinds[kind].lacks);
    while (before < kind && !are_equal(&choice[before], &choice[kind])) before++;
    own[kind] = before < kind ? own[before] : fmax(0, cost_of(N, &choice[kind], m, 0));
    most = fmax(most, own[kind]);
  }
  return most;
}

/* A candidate that costs more than the library's choice in SLOW cells one after another, with rising numbers of
 * members, is not played among still more. Powers and the cells between them are counted apart, and only from
 * SLOW_FROM members on: what is slow among few may be fast among many. */
static int slow[2][SHARING][SIZES][CANDIDATES];
enum { SLOW = 2, SLOW_FROM = 16 };

/* The cost of each candidate. One that is above `most`, the cost of the library's choice, may be told as infinity. */
static void costs_of_candidates(double *cost, int *times_slow, const network_t *N, const upc_stride_selector_t *m,
                                double most) {
  for (int i = 0; i < candidate_count; i++) {
    if (upc_stride_cannot_serve(candidates[i].choice.schedule, m)) cost[i] = COST_UNKNOWN;
    else if (times_slow[i] == SLOW) cost[i] = INFINITY;
    else cost[i] = cost_of(N, &candidates[i].choice, m, most / NEAR_LEAST);
    if (m->members < SLOW_FROM) continue;
    if (cost[i] < INFINITY) times_slow[i] = 0;
    else if (times_slow[i] < SLOW) times_slow[i]++;
  }
}

/* What a cell gains, and which candidates are good there. `own` is the cost of the library's choice. */
static void judge(judged_t *c, const double *cost, double own, unsigned lacks) {
  double least = own;
  for (int i = 0; i < candidate_count; i++)
    if (!(candidates[i].choice.schedule->needs & lacks) && cost[i] > 0 && cost[i] < least) least = cost[i];
  c->gain = least < CLEARLY * own ? (int)(100 * log(own / least)) : 0;
  for (int i = 0; i < candidate_count; i++) {
    int can = !(candidates[i].choice.schedule->needs & lacks) && cost[i] > 0;
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
  double own[KINDS], cost[CANDIDATES];
  const int nodes = m->members / m->per_node;
  const int none = nodes < 2 || nodes < 1 << m->sides || m->members % m->per_node > 0;
  for (int kind = 0; kind < KINDS; kind++) {
    const int odd = (kinds[kind].lacks & UPC_STRIDE_EVEN_MEMBERS) != 0;
    grid[kind][n][t][b] = (judged_t){.covered = none || (odd && is_power(n))};
  }
  if (none) return 1;
  if (m->sides > 0 && nodes > pow(MOST_LINE, m->sides)) return 0;
  set_torus(nodes, m->per_node, m->sides);
  costs_of_candidates(cost, slow[is_power(n)][t][b], N, m, library_costs(own, N, m));
  for (int i = 0; i < candidate_count; i++)
    if (cost[i] == COST_TOO_LONG) return 0;
  for (int kind = 0; kind < KINDS; kind++)
    if (!grid[kind][n][t][b].covered) judge(&grid[kind][n][t][b], cost, own[kind], kinds[kind].lacks);
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
  int candidate, n, to_n, t, to_t, b, to_b; /* the first cell and behind the last */
  int gain;                            /* the sum of those of its cells */
} box_t;

/* s[n][t][b]: the sum over all cells with smaller numbers. */
typedef int sums_t[MEMBERS + 1][SHARING + 1][SIZES + 1];

static void add_up(sums_t s, int n, int t, int b, int value) {
  s[n + 1][t + 1][b + 1] = value + s[n][t + 1][b + 1] + s[n + 1][t][b + 1] + s[n + 1][t + 1][b] - s[n][t][b + 1] -
                           s[n][t + 1][b] - s[n + 1][t][b] + s[n][t][b];
}

static int sum_to(sums_t s, const box_t *x, int b) {
  return s[x->to_n][x->to_t][b] - s[x->n][x->to_t][b] - s[x->to_n][x->t][b] + s[x->n][x->t][b];
}
static int sum(sums_t s, const box_t *x) { return sum_to(s, x, x->to_b) - sum_to(s, x, x->b); }

static int is_good(const judged_t *c, int candidate) { return c->good >> candidate & 1; }

/* 1: calls of kind k take a rule with this candidate that is written for those of `kind`. */
static int concerns(int kind, int candidate, int k) {
  const int serves = !(candidates[candidate].choice.schedule->needs & kinds[k].lacks);
  return serves && (k == kind || kinds[kind].condition[0] == '\0');
}

/* 1: such a rule would be taken by a call that has no rule yet, and for which the candidate is not good. */
static int spoils(int kind, int n, int t, int b, int candidate) {
  for (int k = 0; k < KINDS; k++)
    if (concerns(kind, candidate, k) && !grid[k][n][t][b].covered && !is_good(&grid[k][n][t][b], candidate)) return 1;
  return 0;
}

/* The box in which a rule with this candidate gains most. Two tables of sums tell of any box what it gains and how many
 * of its cells it spoils. */
static box_t best_of_candidate(int kind, int candidate) {
  static sums_t gains, spoilt;
  box_t best = {.gain = 0}, x = {.candidate = candidate};
  for (int n = 0; n < MEMBERS; n++)
    for (int t = 0; t < sharing; t++)
      for (int b = 0; b < SIZES; b++) {
        const judged_t *c = &grid[kind][n][t][b];
        add_up(gains, n, t, b, c->covered || !is_good(c, candidate) ? 0 : c->gain);
        add_up(spoilt, n, t, b, spoils(kind, n, t, b, candidate));
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
    for (int n = x->n; n < x->to_n && concerns(kind, x->candidate, k); n++)
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
  const candidate_t *n = &candidates[x->candidate];
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
      for (int i = 0; i < candidate_count; i++) {
        box_t x = best_of_candidate(kind, i);
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
    list_candidates(i, d->per_node);
    for (int sides = d->torus; sides <= (d->torus ? 3 : 0) && r->wanted[i]; sides++) {
      fill_all(d, i, sides);
      write_operation(f, i, d->torus, sides);
    }
  }
}
