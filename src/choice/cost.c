/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a schedule costs on a network that is described (network.h): closed forms, for members on nodes of their own.
 * n members, pieces of m bytes. A message takes the sender's processor, the way, the receiver's processor, and its
 * bytes on a link. Longer messages go as streams, for which the receiver sends a word first, so that the
 * receiver's processor sends as well.
 *
 * Streams to several children flow at the same time and share what leads out of their parent. On a torus those along
 * different dimensions have links of their own. There a member's messages to all others leave mostly by two links,
 * those of the first dimension; and rounds among all members are bounded by the longest ring, an eighth of which each
 * byte crosses on average on the busiest link. */
#include "choice/network.h"

#include <string.h>

enum { FEW = 32, LONG_AMONG_FEW = 4096, LONG_AMONG_MANY = 1024 }; /* members; most bytes without a stream */
enum { SEGMENT = 64 << 10, LEAST_SEGMENT = 4096 };
enum { ALIKE = 64 };                  /* most members between which any way counts as good as another, */
enum { UNKNOWN_CROSSING = 2 };        /* and the messages of a round that share a link, where no groups are known */
enum { MEETING = 2 };                 /* the same, where each group sends to parts of two others */
#define ANSWERS 1.25                  /* a message and a quarter of an answer */

/* Fitted to simulated times of bluegene-l, fat-tree and dragonfly with 64 nodes (upc-stride-tune --machine tells what
 * is left to gain), as are `word` and `level` below. The part of what a root scatters that its busiest link on a torus
 * carries; how much longer pairwise rounds of long pieces take on a torus than their links do; how often each byte of
 * Bruck's rounds is copied. */
#define BUSIEST_OF_ROOT 0.7
#define WAITS_OF_ROUNDS 1.15
#define COPIES_OF_BRUCK 1.5

/* A call on a network. */
typedef struct call {
  const upc_stride_network_t *N;
  double n, m, rounds;                /* rounds: log2 of the members, rounded up */
  int torus, dimensions;              /* 1: on a torus; its dimensions with links among the members */
  double ring;                        /* the longest of them */
  int few;
} call_t;

static double greater(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

static int is_long(const call_t *c, double bytes) { return bytes > (c->few ? LONG_AMONG_FEW : LONG_AMONG_MANY); }

/* The processor's part of a message at the sender and at the receiver. Messages without a stream go by slots, and an
 * answer frees four of them. For a stream the receiver sends a word; if it does so before, the message alone takes no
 * longer. */
static double sending(const call_t *c, double bytes) {
  return c->N->send * (is_long(c, bytes) ? 1 : ANSWERS) + bytes * c->N->pass;
}
static double receiving(const call_t *c, double bytes) {
  return is_long(c, bytes) ? c->N->receive + c->N->send : c->N->receive * ANSWERS;
}
static double wire(const call_t *c, double bytes) { return bytes * c->N->link; }
/* The receiver's word for a stream, where it can be sent only after the message before. */
static double word(const call_t *c, double bytes) { return is_long(c, bytes) ? c->N->send + c->N->receive : 0; }
static double passing(const call_t *c, double bytes) { /* all of a message but its bytes on the link */
  return sending(c, bytes) + c->N->latency + c->N->receive;
}
static double message(const call_t *c, double bytes) { return passing(c, bytes) + wire(c, bytes); }

/* Levels of a tree with k children, or of a k-nomial one. */
static double levels(double n, double k) {
  double reached = k, count = 1;
  for (; reached < n; reached *= k) count++;
  return count;
}

/* How many messages of the same length share the busiest link on the way down a k-nomial tree of broadcasts. A member
 * of level i has sent i * (k - 1) at the same time when its first child has its own. */
static double sharing(const call_t *c, double k) {
  double l;
  if (!c->torus) {
    l = levels(c->n, k);
    return (k - 1) * l * (l + 1) / 2;
  }
  l = greater(1, levels(c->ring, 2) / levels(k, 2)); /* in one dimension; more than one child go both ways round */
  return c->dimensions * (k > 2 ? 2 * (k - 1) / 3 : 1) * l * (l + 1) / 2;
}

/* A member's messages of m bytes to all others, or theirs to it. */
static double rooted_flat(const call_t *c, double bytes, int gathers) {
  return (c->n - 1) * ((gathers ? receiving(c, bytes) : sending(c, bytes)) + wire(c, bytes) / (c->torus ? 2 : 1)) +
         message(c, 0);
}

/* How many messages share the busiest link if each member sends to the one d further on. A group of nodes sends as much
 * to one other group as it has members, at most d of them. If the distance is no multiple of a group's nodes, a group
 * sends to two others; the way to a node is always the same, so two of these messages meet. If nothing is known of
 * groups, two messages are taken to meet. */
static double crossing_at(const call_t *c, double d) {
  double most = 1, nodes;
  int i;
  if (c->torus) return greater(1, smaller(d, c->ring / 4));
  if (c->N->groups == 0) return UNKNOWN_CROSSING;
  for (i = 0; i < c->N->groups && c->N->group[i].nodes < c->n; i++) {
    nodes = c->N->group[i].nodes;
    most = greater(most, smaller(d, nodes) / c->N->group[i].links);
    if (d > nodes / 2 && (long)d % (long)nodes != 0) most = greater(most, MEETING);
  }
  return most;
}

/* The same in rounds at distances 1, 2, 4, .., on average. */
static double crossing(const call_t *c) {
  double sum = 0, count = 0, d;
  for (d = 1; 2 * d <= (c->torus ? c->ring : c->n); d *= 2, count++) sum += crossing_at(c, d);
  return count > 0 ? sum / count : 1;
}

/* Each member's message to each other. at_once: several are under way at a time, so that processors and links
 * overlap. In rounds those that share a link between groups of nodes take at least its time. */
static double all_to_all(const call_t *c, double bytes, int at_once) {
  double processor = (c->n - 1) * (sending(c, bytes) + receiving(c, bytes)), links = (c->n - 1) * wire(c, bytes);
  if (c->torus && (at_once || bytes < SEGMENT))
    links *= greater(c->ring, 4) / 8 * (at_once || !is_long(c, bytes) ? 1 : WAITS_OF_ROUNDS);
  if (c->torus || at_once) return greater(processor, links) + message(c, 0);
  return greater(processor + links, c->N->groups > 0 ? links * crossing_at(c, c->n / 2 - 1) : 0);
}

/* A kary:k tree puts children far from their parents: half of all messages cross the middle of the machine at its last
 * level, where whole groups receive. The subtrees of knomial:k are members in a row. So if nothing is known of groups,
 * the formula of kary:k holds only among few members. */
static int kary_fits(const call_t *c) { return !c->torus && (c->N->groups > 0 || c->n <= ALIKE); }

/* The ways of trees: down; up a k-nomial one; up a kary one. */
enum { DOWN, UP, UP_KARY };

/* A level of a tree whose members have up to k children there, but for the bytes on links. A short message is answered
 * before it is passed on. Up a tree the receiver's word for a stream takes both processors' time. Up a kary one all
 * children are there at the same time, so words go while others' messages come. How much of a processor's time an
 * answer and a word take at each level was chosen by the simulated times named above, as was the word of each round of
 * gather_all by neighbour. */
static double level(const call_t *c, double k, double bytes, int way) {
  double each = way == DOWN ? sending(c, bytes) : way == UP ? receiving(c, bytes) : c->N->receive;
  double before = !is_long(c, bytes) ? c->N->send : way == UP ? word(c, bytes) : 0;
  return (k - 1) * each + passing(c, bytes) + before;
}

/* Down or up a tree of `levels_` levels. `share`: the messages that share the busiest link on the way; `last`: those of
 * one member. A long message goes in segments, one behind the other. */
static double along(const call_t *c, double levels_, double k, double share, double last, double segment, int way) {
  double each = segment > 0 ? smaller(c->m, segment) : c->m;
  return levels_ * level(c, k, each, way) + share * wire(c, each) +
         (c->m / each - 1) * last * greater(wire(c, each), sending(c, each));
}

/* Of a kary:k tree: `last` and `share`. Its last level crosses the machine. */
static double kary_last(const call_t *c, double k) {
  return c->N->groups > 0 ? greater(k, crossing_at(c, c->n)) : k;
}
static double kary_sharing(const call_t *c, double depth, double k) { return (depth - 1) * k + kary_last(c, k); }

/* Segment by segment from each member to the next. */
static double in_chain(const call_t *c, double segment) {
  double each = segment > 0 ? smaller(c->m, segment) : c->m;
  return (c->n - 2 + c->m / each) * message(c, each);
}

static double broadcast(const call_t *c, const char *name, double k, double segment) {
  double parts, each, depth, links;
  if (strcmp(name, "flat") == 0) return rooted_flat(c, c->m, 0);
  if (strcmp(name, "knomial:k") == 0 || strcmp(name, "binomial") == 0) {
    depth = levels(c->n, k);
    return along(c, depth, k - 1, sharing(c, k), (k - 1) * depth / (c->torus ? 2 : 1), segment, DOWN);
  }
  if (strcmp(name, "kary:k") == 0 && kary_fits(c)) {
    depth = levels(c->n * (k - 1) + 1, k) - 1;
    return along(c, depth, k, kary_sharing(c, depth, k), kary_last(c, k), segment, DOWN);
  }
  if (strcmp(name, "hierarchical:bytes") == 0 && !c->torus) /* a binomial tree of nodes */
    return along(c, levels(c->n, 2), 1, sharing(c, 2), levels(c->n, 2), segment, DOWN);
  if (strcmp(name, "torus:bytes") == 0 && c->torus) {
    links = 2 * c->dimensions;
    depth = c->dimensions * (c->ring - 1);
    parts = segment > 0 ? segment : greater(LEAST_SEGMENT, c->m / links / depth);
    each = smaller(c->m / links, parts);
    return depth * message(c, each) + links * (sending(c, each) + receiving(c, each)) +
           (c->m / links - each) / each * greater(wire(c, each), links * (sending(c, each) + receiving(c, each)));
  }
  if (strcmp(name, "chain:bytes") == 0) return in_chain(c, segment);
  if (strcmp(name, "scatter-allgather") == 0 && !c->torus) { /* parts down a tree, and round a ring */
    each = c->m / c->n;
    return levels(c->n, 2) * passing(c, each) + 2 * wire(c, c->m) + (c->n - 1) * message(c, each);
  }
  return -1;
}

/* Pieces to each member go down a tree together, or up: the root sends all of them, its first child about half, and
 * so on. On a torus pieces to the root come by one link at the end. */
static double rooted(const call_t *c, const char *name, double k, int gathers) {
  double all = (c->n - 1) * c->m, part = all * k / (k - 1), l = levels(c->n, k), sum = 0, left = c->n, i;
  if (strcmp(name, "flat") == 0 || strcmp(name, "hierarchical") == 0) return rooted_flat(c, c->m, gathers);
  if (strcmp(name, "knomial:k") != 0 && strcmp(name, "binomial") != 0) return -1;
  for (i = 0; i < l; i++, left /= k) { /* the messages of a level, each with the pieces of a k-th part */
    double bytes = left / k * c->m;
    sum += (k - 2) * (gathers ? receiving(c, bytes) : sending(c, bytes)) + passing(c, bytes);
  }
  return sum + part * (c->N->link * (c->torus && !gathers ? BUSIEST_OF_ROOT : 1) + c->N->pass) +
         (gathers ? all : part - all) * c->N->copy;
}

static double gather_all(const call_t *c, const char *name) {
  double all = (c->n - 1) * c->m, i, sum = 0;
  if (strcmp(name, "pairwise") == 0 || strcmp(name, "hierarchical") == 0) return all_to_all(c, c->m, 0);
  if (strcmp(name, "doubling") == 0 || strcmp(name, "bruck") == 0) {
    for (i = 1; i < c->n; i *= 2) sum += passing(c, i * c->m) + (c->torus ? 0 : wire(c, i * c->m) * crossing_at(c, i));
    return sum + (c->torus ? wire(c, all) * crossing(c) : 0) + (name[0] == 'b' ? all * c->N->copy : 0);
  }
  if (strcmp(name, "ring") == 0) return (c->n - 1) * (message(c, c->m) + word(c, c->m));
  if (strcmp(name, "neighbour") == 0) return c->n / 2 * (message(c, 2 * c->m) + word(c, 2 * c->m));
  return -1;
}

static double exchange(const call_t *c, const char *name) {
  if (strcmp(name, "pairwise") == 0 || strcmp(name, "hierarchical") == 0) return all_to_all(c, c->m, 0);
  if (strcmp(name, "torus") == 0) return all_to_all(c, c->m, 1);
  if (strcmp(name, "bruck") == 0)
    return c->rounds * (passing(c, c->n / 2 * c->m) + crossing(c) * wire(c, c->n / 2 * c->m) +
                        COPIES_OF_BRUCK * c->n * c->m * c->N->copy);
  return -1;
}

/* Each member has a message to one other. In pairwise rounds on a torus some receive in an earlier round than they
 * send in, and others the other way round: so one waits for the other. */
static double permute(const call_t *c, const char *name) {
  if (strcmp(name, "pairwise") == 0) return message(c, c->m) + (c->torus ? wire(c, c->m) : 0);
  if (strcmp(name, "hierarchical") == 0) return message(c, c->m) + sending(c, 0);
  return -1;
}

/* Rounds with m / 2, m / 4, .. bytes: the first ones to the nearest members, or to those half of the team away. */
static double halved(const call_t *c, int nearest) {
  double sum = 0, left = c->m / 2, d = nearest ? 1 : c->n / 2, i;
  for (i = 0; i < c->rounds; i++, left /= 2, d *= nearest ? 2 : 0.5)
    sum += message(c, left) + wire(c, left) * ((c->torus ? crossing(c) : crossing_at(c, d)) - 1);
  return sum;
}

static double doubling(const call_t *c) { return c->rounds * (message(c, c->m) + wire(c, c->m) * (crossing(c) - 1)); }

/* Each member combines a slice; the slices come in pairwise rounds, in the order of ranks. */
static double slices(const call_t *c) {
  double each = c->m / c->n;
  return (c->n - 1) *
         greater(sending(c, each) + receiving(c, each), wire(c, each) * (c->torus ? greater(c->ring, 4) / 4 : 1));
}

static double reduction(const call_t *c, int operation, const char *name, double k, double segment) {
  int all = operation == UPC_STRIDE_OP_REDUCE_ALL, prefix = operation == UPC_STRIDE_OP_PREFIX_REDUCE ||
            operation == UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE;
  double l, share;
  if (strcmp(name, "pairwise") == 0) {
    if (operation == UPC_STRIDE_OP_REDUCE_SCATTER) return slices(c);
    return slices(c) + (all || prefix ? slices(c) : rooted_flat(c, c->m / c->n, 1));
  }
  if (strcmp(name, "doubling") == 0) return doubling(c);
  if (strcmp(name, "chain:bytes") == 0) return in_chain(c, segment) * (all ? 2 : 1);
  if (strcmp(name, "halving:bytes") == 0) return all ? 2 * halved(c, 1) : halved(c, 0);
  if (strcmp(name, "ring:bytes") == 0) return 2 * (c->n - 1) * message(c, c->m / c->n);
  if (strcmp(name, "flat") == 0) return all ? all_to_all(c, c->m, 0) : rooted_flat(c, c->m, 1);
  if (operation != UPC_STRIDE_OP_REDUCE) return -1;
  l = levels(c->n, k);
  if (strcmp(name, "knomial:k") == 0 || strcmp(name, "binomial") == 0) {
    share = (c->torus && k > 2 ? 2 * (k - 1) / 3 : k - 1);
    return along(c, l, k - 1, l * share, c->torus ? share : (k - 1) * l, segment, UP);
  }
  if (strcmp(name, "kary:k") == 0 && kary_fits(c)) {
    l = levels(c->n * (k - 1) + 1, k) - 1;
    return along(c, l, k, kary_sharing(c, l, k), kary_last(c, k), segment, UP_KARY);
  }
  return -1;
}

double upc_stride_cost(const upc_stride_network_t *N, const upc_stride_choice_t *choice,
                       const upc_stride_selector_t *m) {
  const char *name = choice->schedule->name;
  double k = choice->schedule->name[0] == 'b' ? 2 : choice->arity;
  call_t c;
  c.N = N;
  c.n = m->members;
  c.m = (double)m->bytes;
  c.rounds = levels(c.n, 2);
  c.torus = m->torus && m->ring > 1;
  c.ring = m->ring;
  c.dimensions = m->sides;
  c.few = m->members <= FEW;
  if (m->members < 2) return -1;
  switch (m->operation) {
    case UPC_STRIDE_OP_BROADCAST: return broadcast(&c, name, k, (double)choice->segment);
    case UPC_STRIDE_OP_SCATTER: return rooted(&c, name, k, 0);
    case UPC_STRIDE_OP_GATHER: return rooted(&c, name, k, 1);
    case UPC_STRIDE_OP_GATHER_ALL: return gather_all(&c, name);
    case UPC_STRIDE_OP_EXCHANGE: case UPC_STRIDE_OP_COPY: return exchange(&c, name);
    case UPC_STRIDE_OP_PERMUTE: return permute(&c, name);
    case UPC_STRIDE_OP_REDUCE: case UPC_STRIDE_OP_REDUCE_ALL: case UPC_STRIDE_OP_PREFIX_REDUCE:
    case UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE: case UPC_STRIDE_OP_REDUCE_SCATTER:
      return reduction(&c, m->operation, name, k, (double)choice->segment);
    default: return -1;
  }
}
