/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a schedule costs on a network that is described (network.h): closed forms, for members of which `t` share each
 * node. n members, pieces of m bytes. A message takes the sender's processor, the way, the receiver's processor, and
 * its bytes on a link. Longer messages go as streams, for which the receiver sends a word first, so that the
 * receiver's processor sends as well.
 *
 * Streams to several children flow at the same time and share what leads out of their parent. On a torus those along
 * different dimensions have links of their own. There a member's messages to all others leave mostly by two links,
 * those of the first dimension; and rounds among all members are bounded by the longest ring, an eighth of which each
 * byte crosses on average on the busiest link.
 *
 * Members of a node share its links. What stays within a node costs a signal and a copy. Ranks in a row are taken to
 * share a node, so that log2(t) rounds at the shortest distances, and the last levels of a tree, stay within nodes. */
#include "base/tuned.h"
#include "network.h"

#include <math.h>
#include <string.h>

/* Without a description of the groups of nodes: up to ALIKE members, all distances cost the same; UNKNOWN_CROSSING
 * messages of one round share a link. */
enum { ALIKE = 64, UNKNOWN_CROSSING = 2 };
enum { MEETING = 2 };                 /* messages that share a link if a group sends to parts of two other groups */
enum { FEW_OF_NODE = 4 };             /* a broadcast within a node saves time from this number of members on */
#define ANSWERS 1.25                  /* a message and a quarter of an answer, since an answer frees four slots */

/* Fitted to simulated times of bluegene-l, fat-tree and dragonfly with 64 nodes (upc-stride-tune --machine tells what
 * is left to gain), as are `word` and `level` below. */
#define BUSIEST_OF_ROOT 0.7           /* the part of what a root scatters that its busiest link on a torus carries */
#define WAITS_OF_ROUNDS 0.6           /* by this / ring a pairwise round there takes longer than its links */
#define COPIES_OF_BRUCK 1.5           /* how often each byte of Bruck's rounds is copied */

/* A call on a network. */
typedef struct call {
  const network_t *N;
  double n, m, rounds;                /* rounds: log2 of the members, rounded up */
  double t, nodes;                    /* members of a node; nodes */
  int torus, dimensions;              /* 1: on a torus; its dimensions with links among the members */
  double ring;                        /* the longest of them */
  int few;                            /* 1: a small job */
} call_t;

static double greater(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

/* 1: bytes that do not fit a slot; they are a stream. */
static int is_long(const call_t *c, double bytes) {
  int slot = c->few ? UPC_STRIDE_SLOT_FAR : UPC_STRIDE_SLOT_MANY;
  return bytes > (double)(upc_stride_tuned(slot) - UPC_STRIDE_SLOT_HEAD);
}

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

/* A message within a node. */
static double near(const call_t *c, double bytes) { return c->N->signal + bytes * c->N->copy; }

/* Levels of a tree with k children, or of a k-nomial one. */
static double levels(double n, double k) {
  double reached = k, count = 1;
  for (; reached < n; reached *= k) count++;
  return count;
}

/* The same of a k-nomial tree, with a part of a level if the last one is not full. */
static double levels_and_part(double n, double k) { return log(n) / log(k); }

/* The last levels of a k-nomial tree with n members, of which the first ones cross the network and `near_levels` stay
 * within nodes. */
static double near_levels(const call_t *c, double k) {
  double inside = k, count = 0;
  for (; inside <= c->t; inside *= k) count++;
  return count;
}
static double far_levels(const call_t *c, double k) { return levels(c->n, k) - near_levels(c, k); }

/* How many messages of the same length share the busiest link on the way down a k-nomial tree of broadcasts. A member
 * of level i has sent i * (k - 1) at the same time when its first child has its own. */
static double sharing(const call_t *c, double k) {
  double l;
  if (!c->torus) {
    l = greater(1, levels_and_part(c->n, k) - near_levels(c, k));
    return (k - 1) * l * (l + 1) / 2;
  }
  l = greater(1, levels(c->ring, 2) / levels(k, 2)); /* in one dimension; more than one child go both ways round */
  return c->dimensions * (k > 2 ? 2 * (k - 1) / 3 : 1) * l * (l + 1) / 2;
}

/* A member's messages of m bytes to all others, or theirs to it. */
static double rooted_flat(const call_t *c, double bytes, int gathers) {
  double own = gathers ? receiving(c, bytes) : sending(c, bytes);
  return (c->n - c->t) * greater(own, wire(c, bytes) / (c->torus ? 2 : 1)) + (c->t - 1) * near(c, bytes) +
         message(c, 0);
}

/* How many messages share the busiest link if each node sends one to the node d further on. A group of nodes sends as
 * much to one other group as it has members, at most d of them. If the distance is no multiple of a group's nodes, a
 * group sends to two others; the way to a node is always the same, so two of these messages meet. With fewer than two
 * whole groups few do. If nothing is known of groups, two messages are taken to meet. */
static double crossing_at(const call_t *c, double d) {
  double most = 1, nodes;
  int i;
  if (c->torus) return greater(1, smaller(d, c->ring / 4));
  if (c->N->groups == 0) return UNKNOWN_CROSSING;
  for (i = 0; i < c->N->groups && c->N->group[i].nodes < c->nodes; i++) {
    nodes = c->N->group[i].nodes;
    most = greater(most, smaller(d, nodes) / c->N->group[i].links);
    if (c->nodes >= 2 * nodes && d > nodes / 2 && (long)d % (long)nodes != 0) most = greater(most, MEETING);
  }
  return most;
}

/* The same in rounds at distances 1, 2, 4, .., on average. */
static double crossing(const call_t *c) {
  double sum = 0, count = 0, d;
  for (d = 1; 2 * d <= (c->torus ? c->ring : c->nodes); d *= 2, count++) sum += crossing_at(c, d);
  return count > 0 ? sum / count : 1;
}

/* The same in rounds at all distances, on average. At most distances a group sends to parts of two others; the larger
 * of these parts is three quarters of a group, on average. */
static double crossing_of_all(const call_t *c) {
  double most = crossing_at(c, c->nodes / 2 - 1);
  return most > MEETING ? greater(MEETING, 0.75 * most) : most;
}

/* The time on the busiest link of a round at distance d, in ranks, where all members send. On a torus the mean of all
 * such rounds. */
static double shared_wire(const call_t *c, double bytes, double d) {
  return wire(c, bytes) * c->t * (c->torus ? crossing(c) : crossing_at(c, d / c->t));
}

/* The orders of messages on a torus: rounds, in each of which all go as far; any order; rounds by ranks. */
enum { BY_DISTANCE, IN_ANY_ORDER, BY_RANKS };

/* How much longer the busiest link of a torus takes than all messages of a node take on one link. */
static double torus_share(const call_t *c, double bytes, int order) {
  double ring = greater(c->ring, 4);
  if (order == BY_RANKS) return ring / 4;
  if (order == IN_ANY_ORDER || !is_long(c, bytes)) return ring / 8;
  return bytes < (double)upc_stride_tuned(UPC_STRIDE_SEGMENT) ? ring / 8 * (1 + WAITS_OF_ROUNDS / ring) : 1;
}

/* Each member's message to each other, of which `copied` bytes are packed and unpacked. Several are under way at a
 * time, so that processors and links overlap. Links between groups of nodes are shared. */
static double all_to_all(const call_t *c, double bytes, double copied, int order) {
  double others = c->n - c->t, links = others * c->t * wire(c, bytes);
  double processor = others * (sending(c, bytes) + receiving(c, bytes) + copied * c->N->copy) +
                     (c->t - 1) * near(c, bytes);
  if (c->torus) links *= torus_share(c, bytes, order);
  else if (c->N->groups > 0) links *= greater(1, crossing_of_all(c));
  return greater(processor, links) + message(c, 0);
}

/* The same by nodes (schedules/flow_hierarchical.c): leaders carry out pairwise, each for its node. The message from
 * one leader to another has `bytes` bytes. Its sender packs them from the members' memory, and its receiver unpacks
 * `unpacked` bytes. The members of a node have copied from each other before, and wait for their leader. Without other
 * members it gains nothing. */
static double by_nodes(const call_t *c, double bytes, double unpacked) {
  call_t leaders = *c;
  if (c->t == 1) return -1;
  leaders.n = c->nodes;
  leaders.t = 1;
  return all_to_all(&leaders, bytes, bytes + unpacked, BY_RANKS) + (c->t - 1) * near(c, c->m) + 2 * near(c, 0);
}

/* A kary:k tree puts children far from their parents: half of all messages cross the middle of the machine at its last
 * level, where whole groups receive. The subtrees of knomial:k are members in a row. So if nothing is known of groups,
 * the formula of kary:k holds only among few members. */
static int kary_fits(const call_t *c) { return !c->torus && (c->N->groups > 0 || c->n <= ALIKE); }

/* The ways of trees: down; up a k-nomial one; up a kary one. */
enum { DOWN, UP, UP_KARY };

/* The time of one level of a tree whose members have up to k children, without the time of the bytes on links. A member
 * answers a short message before it passes the data on. For a stream the receiver first sends a word. Up a k-nomial
 * tree this word takes time of both processors. Up a kary tree all children send at the same time, so a word costs
 * nothing: it travels while messages of other children arrive. Which of these times count was fitted to the simulated
 * times above. */
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

/* Of a kary:k tree: `last` and `share`. The members of a level are ranks in a row: those of a node send to other nodes
 * together, at the last level all, at those before about half. The last level crosses the machine. */
static double kary_last(const call_t *c, double k) {
  return c->t * (c->N->groups > 0 ? greater(k, crossing_at(c, c->nodes)) : k);
}
static double kary_sharing(const call_t *c, double depth, double k) {
  return (depth - 1) * greater(1, c->t / 2) * k + kary_last(c, k);
}

/* Segment by segment from each member to the next. */
static double in_chain(const call_t *c, double segment) {
  double each = segment > 0 ? smaller(c->m, segment) : c->m;
  return (c->nodes - 2 + c->m / each) * message(c, each) + (c->n - c->nodes) * near(c, each);
}

/* A broadcast whose tree takes so long, and whose root sends the message so often. The root copies its own piece when
 * it has sent the others. */
static double with_own(const call_t *c, double tree, double sends) {
  return greater(tree, sends * wire(c, c->m) + c->m * c->N->copy);
}

/* Chains of chains of nodes, with members that copy within each node. Members that lead several units pass each segment
 * on as often. Below 0: a composition of other trees, or none among nodes. */
static double in_chains(const call_t *c, const upc_stride_choice_t *choice) {
  double each = choice->segment > 0 ? smaller(c->m, (double)choice->segment) : c->m, next;
  double steps = 0, chains = 0, nodes = c->nodes, unit;
  int i;
  for (i = 0; i < choice->parts - 1; i++) {
    if (choice->part[i].schedule->tree != UPC_STRIDE_CHAIN) return -1;
    unit = choice->part[i].unit > 0 ? (double)choice->part[i].unit / greater(1, c->N->node) : 1;
    if (unit >= nodes) continue;
    steps += nodes / unit - 1;
    nodes = unit;
    chains++;
  }
  if (nodes > 1 || choice->part[i].schedule->tree != UPC_STRIDE_FLAT) return -1;
  next = greater(chains * greater(wire(c, each), sending(c, each)), c->t > 1 ? near(c, each) : 0);
  return with_own(c, steps * message(c, each) + (c->m / each - 1) * next + (c->t > 1 ? near(c, each) : 0), chains);
}

static double broadcast(const call_t *c, const upc_stride_choice_t *choice, const char *name, double k) {
  double segment = (double)choice->segment, parts, each, depth, last, links, inside;
  if (choice->parts > 1) return c->torus ? -1 : in_chains(c, choice);
  each = segment > 0 ? smaller(c->m, segment) : c->m;
  if (strcmp(name, "flat") == 0) return rooted_flat(c, c->m, 0) + c->m * c->N->copy;
  if (strcmp(name, "knomial:k") == 0 || strcmp(name, "binomial") == 0) {
    inside = c->t >= FEW_OF_NODE ? near_levels(c, k) : 0;
    depth = levels(c->n, k) - inside;
    last = (k - 1) * (c->torus ? depth / 2 : greater(1, levels_and_part(c->n, k) - inside));
    return with_own(c, along(c, depth, k - 1, sharing(c, k), last, segment, DOWN) + inside * near(c, each), last);
  }
  if (strcmp(name, "kary:k") == 0 && kary_fits(c)) {
    depth = levels(c->n * (k - 1) + 1, k) - 1;
    return with_own(c, along(c, depth, k, kary_sharing(c, depth, k), kary_last(c, k), segment, DOWN), k);
  }
  if (strcmp(name, "hierarchical:bytes") == 0 && !c->torus) { /* a binomial tree of nodes */
    depth = levels(c->nodes, 2);
    return with_own(c, along(c, depth, 1, sharing(c, 2), depth, segment, DOWN) + (c->t > 1 ? near(c, each) : 0), depth);
  }
  if (strcmp(name, "torus:bytes") == 0 && c->torus) {
    links = 2 * c->dimensions;
    depth = c->dimensions * (c->ring - 1);
    parts = segment > 0 ? segment : greater((double)upc_stride_tuned(UPC_STRIDE_TORUS_LEAST), c->m / links / depth);
    each = smaller(c->m / links, parts);
    return depth * message(c, each) + links * (sending(c, each) + receiving(c, each)) +
           (c->m / links - each) / each * greater(wire(c, each), links * (sending(c, each) + receiving(c, each))) +
           (c->t > 1 ? near(c, c->m) : 0) + c->m * c->N->copy;
  }
  if (strcmp(name, "chain:bytes") == 0) return with_own(c, in_chain(c, segment), 1);
  if (strcmp(name, "scatter-allgather") == 0 && !c->torus) { /* parts down a tree, and round a ring */
    each = c->m / c->n;
    return with_own(c, levels(c->n, 2) * passing(c, each) + wire(c, c->m) + (c->n - 1) * message(c, each), 1) +
           (c->t > 1 ? 2 * near(c, c->m) : 0); /* in a node each member reads what it passes on */
  }
  return -1;
}

/* A member of each node has one message with the pieces of its node, and packs or unpacks them. The member of the
 * root's node does so for one message while others travel. */
static double rooted_by_nodes(const call_t *c, int gathers) {
  double each = c->t * c->m, others = c->nodes - 1, links = others * wire(c, each) / (c->torus ? 2 : 1);
  double own = gathers ? receiving(c, each) : sending(c, each) + word(c, each);
  return greater(others * (own + each * c->N->copy), links) + message(c, 0) + near(c, each);
}

/* Pieces to each member go down a tree together, or up: the root sends all of them, its first child about half, and
 * so on. On a torus pieces to the root come by one link at the end. */
static double rooted(const call_t *c, const char *name, double k, int gathers) {
  double all = (c->n - 1) * c->m, part = all * k / (k - 1), l = far_levels(c, k), sum = 0, left = c->n, i;
  if (strcmp(name, "hierarchical") == 0) return c->t > 1 ? rooted_by_nodes(c, gathers) : -1;
  if (strcmp(name, "flat") == 0) return rooted_flat(c, c->m, gathers);
  if (strcmp(name, "knomial:k") != 0 && strcmp(name, "binomial") != 0) return -1;
  for (i = 0; i < l; i++, left /= k) { /* the messages of a level, each with the pieces of a k-th part */
    double bytes = left / k * c->m;
    sum += (k - 2) * (gathers ? receiving(c, bytes) : sending(c, bytes)) + passing(c, bytes);
  }
  sum += near_levels(c, k) * near(c, c->m);
  return sum + part * (c->N->link * (c->torus && !gathers ? BUSIEST_OF_ROOT : 1) + c->N->pass) +
         (gathers ? all : part - all) * c->N->copy;
}

static double gather_all(const call_t *c, const char *name) {
  double all = (c->n - 1) * c->m, i, sum = 0;
  if (strcmp(name, "pairwise") == 0) return all_to_all(c, c->m, 0, BY_DISTANCE);
  /* a piece travels once to a node, and is copied there to each member */
  if (strcmp(name, "hierarchical") == 0) return by_nodes(c, c->t * c->m, c->t * c->t * c->m);
  if (strcmp(name, "doubling") == 0 || strcmp(name, "bruck") == 0) {
    for (i = 1; i < c->n; i *= 2) {
      double each = c->torus ? smaller(i, c->n - i) : i;
      sum += i < c->t ? near(c, i * c->m) : passing(c, i * c->m) + shared_wire(c, each * c->m, i);
    }
    return sum + (name[0] == 'b' ? all * c->N->copy : 0);
  }
  if (strcmp(name, "ring") == 0)
    return (c->n - 1) * greater(message(c, c->m) + word(c, c->m), c->t > 1 ? near(c, c->m) : 0);
  if (strcmp(name, "neighbour") == 0) /* with several members of a node every other round stays within nodes */
    return c->n / (c->t > 1 ? 4 : 2) * (message(c, 2 * c->m) + word(c, 2 * c->m)) +
           (c->t > 1 ? c->n / 4 * near(c, 2 * c->m) : 0);
  return -1;
}

static double exchange(const call_t *c, const char *name) {
  double of_node = c->t * c->t * c->m;
  if (strcmp(name, "pairwise") == 0) return all_to_all(c, c->m, 0, BY_DISTANCE);
  if (strcmp(name, "hierarchical") == 0) return by_nodes(c, of_node, of_node);
  if (strcmp(name, "torus") == 0) return all_to_all(c, c->m, 0, IN_ANY_ORDER);
  if (strcmp(name, "bruck") == 0)
    return c->rounds * (passing(c, c->n / 2 * c->m) + c->t * crossing(c) * wire(c, c->n / 2 * c->m) +
                        COPIES_OF_BRUCK * c->n * c->m * c->N->copy);
  return -1;
}

/* Each member has a message to one other, of another node or of its own. In pairwise rounds on a torus some receive in
 * an earlier round than they send in, and others the other way round: so one waits for the other. By nodes leaders pack
 * and unpack what goes to other nodes, when what stays within nodes has been copied. */
static double permute(const call_t *c, const char *name) {
  double far = message(c, c->m), within = c->t > 1 ? near(c, c->m) : 0;
  if (strcmp(name, "pairwise") == 0) return greater(far, within) + (c->torus && c->t == 1 ? wire(c, c->m) : 0);
  if (strcmp(name, "hierarchical") == 0) return c->t > 1 ? far + within + 2 * near(c, c->m) : -1;
  return -1;
}

/* Rounds with m / 2, m / 4, .. bytes: the first ones to the nearest members, or to those half of the team away. */
static double halved(const call_t *c, int nearest) {
  double sum = 0, left = c->m / 2, d = nearest ? 1 : c->n / 2, i;
  for (i = 0; i < c->rounds; i++, left /= 2, d *= nearest ? 2 : 0.5)
    sum += d < c->t ? near(c, left) : passing(c, left) + shared_wire(c, left, d);
  return sum;
}

/* `each`: messages of a node in a round. */
static double doubled(const call_t *c, double rounds, double each) {
  return rounds * (passing(c, c->m) + each * crossing(c) * wire(c, c->m));
}
static double doubling(const call_t *c) {
  double inside = near_levels(c, 2);
  return doubled(c, c->rounds - inside, c->t) + inside * near(c, c->m);
}

/* Each member combines a slice; the slices come in pairwise rounds, in the order of ranks. */
static double slices(const call_t *c) {
  double each = c->m / c->n;
  return (c->n - c->t) * greater(sending(c, each) + receiving(c, each),
                                 c->t * wire(c, each) * (c->torus ? greater(c->ring, 4) / 4 : 1)) +
         (c->t - 1) * near(c, each);
}

/* Where members share nodes the values of a reduction are copied at each level of a tree. */
static double copied_up(const call_t *c, double levels_, double segment) {
  return c->t > 1 ? levels_ * near(c, segment > 0 ? smaller(c->m, segment) : c->m) : 0;
}

static double reduction(const call_t *c, int operation, const char *name, double k, double segment) {
  int all = operation == UPC_STRIDE_OP_REDUCE_ALL, prefix = operation == UPC_STRIDE_OP_PREFIX_REDUCE ||
            operation == UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE;
  double l, share, by_link;
  if (strcmp(name, "pairwise") == 0) {
    if (operation == UPC_STRIDE_OP_REDUCE_SCATTER) return slices(c);
    return slices(c) + (all || prefix ? slices(c) : rooted_flat(c, c->m / c->n, 1));
  }
  if (strcmp(name, "doubling") == 0) return doubling(c);
  if (strcmp(name, "chain:bytes") == 0) return in_chain(c, segment) * (all ? 2 : 1);
  if (strcmp(name, "halving:bytes") == 0) return all ? 2 * halved(c, 1) : halved(c, 0);
  if (strcmp(name, "ring:bytes") == 0) return 2 * (c->n - 1) * message(c, c->m / c->n);
  if (strcmp(name, "flat") == 0) return all ? all_to_all(c, c->m, 0, BY_DISTANCE) : rooted_flat(c, c->m, 1);
  if (all && strcmp(name, "hierarchical:bytes") == 0 && c->t > 1) /* up and down within nodes, doubling between them */
    return doubled(c, levels(c->nodes, 2), 1) + c->t * near(c, c->m);
  if (operation != UPC_STRIDE_OP_REDUCE) return -1;
  l = far_levels(c, k);
  if (strcmp(name, "knomial:k") == 0 || strcmp(name, "binomial") == 0) {
    share = (c->torus && k > 2 ? 2 * (k - 1) / 3 : k - 1);
    by_link = greater(1, levels(c->ring, 2) - 1); /* children along one dimension come by two links */
    return along(c, l, k - 1, l * share, c->torus ? share * by_link : (k - 1) * l, segment, UP) +
           copied_up(c, l, segment);
  }
  if (strcmp(name, "kary:k") == 0 && kary_fits(c)) {
    l = levels(c->n * (k - 1) + 1, k) - 1;
    return along(c, l, k, kary_sharing(c, l, k), kary_last(c, k), segment, UP_KARY) + copied_up(c, l, segment);
  }
  return -1;
}

/* 1: a composition for which there is no formula. Of flows there is that for pairwise among nodes; of trees those of
 * in_chains. */
static int is_other_composition(const upc_stride_choice_t *choice) {
  return choice->parts > 1 && choice->schedule->operation != UPC_STRIDE_OP_BROADCAST &&
         strcmp(choice->part[0].schedule->name, "pairwise") != 0;
}

double cost_of(const network_t *N, const upc_stride_choice_t *choice, const upc_stride_selector_t *m, int ring) {
  const char *name = choice->schedule->name;
  double k = choice->schedule->name[0] == 'b' ? 2 : choice->part[0].arity;
  call_t c;
  c.N = N;
  c.n = m->members;
  c.m = (double)m->bytes;
  c.rounds = levels(c.n, 2);
  c.t = m->per_node > 1 ? m->per_node : 1;
  c.nodes = c.n / c.t;
  c.torus = m->sides > 0 && ring > 1;
  c.ring = ring;
  c.dimensions = m->sides;
  c.few = m->members <= UPC_STRIDE_FEW_THREADS;
  if (c.nodes < 2 || is_other_composition(choice)) return -1;
  switch (m->operation) {
    case UPC_STRIDE_OP_BROADCAST: return broadcast(&c, choice, name, k);
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
