/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_broadcast: walks a tree over the team; which one is choose.c's business.
 *
 * Members pull. Where parent, child and root are of one node, the edge is *direct*: the child copies straight from
 * the root's memory, and the parent only passes on that it may. Otherwise it is a *relay*: the child copies from
 * the first block of its parent, once that has arrived. (The root's own edges are direct: its data is there.)
 * So every byte reaches a member once; further blocks of the same member are filled from its first.
 *
 * Signals along each edge, in this order:
 *   up    "entered", with everybody below        IN_ALLSYNC
 *   down  "ready": you may copy                  all but IN_NOSYNC on a direct edge
 *   up    "done", with everybody below           OUT_MYSYNC, OUT_ALLSYNC
 *   down  "all done"                             OUT_ALLSYNC
 * A member that waits for "done" from its children before it leaves has nothing left that is still being read.
 */
#include "check.h"
#include "choose.h"
#include "near.h"
#include "signal.h"

#include <string.h>

typedef struct walk {
  upc_stride_array_t array;
  const upc_stride_picks_t *picks;
  shared const void *src;
  size_t len;
  upc_stride_sync_t sync;
  upc_stride_team_t team;
  upc_stride_ground_t ground;
  const upc_stride_tree_t *tree;
  int root;                         /* thread             */
  int rank, parent, children;       /* ranks; parent < 0 at the root */
} walk_t;

static int thread_of(const walk_t *w, int rank) {
  return rank == w->ground.root ? w->root : upc_stride_team_thread(&w->team, rank);
}

static int child(const walk_t *w, int i) { return thread_of(w, w->tree->child(&w->ground, w->rank, i)); }

/* An edge between this thread and its parent or child, the upper end of which is thread `upper`. */
static int direct(const walk_t *w, int upper, int other) {
  return upper == w->root || (upc_stride_near(w->root) && upc_stride_near(other));
}

/* Where this member's data comes from. */
static shared const void *source(const walk_t *w) {
  upc_stride_own_t theirs;
  int parent = w->parent < 0 ? MYTHREAD : thread_of(w, w->parent);
  if (w->parent < 0 || direct(w, parent, parent)) return w->src;
  upc_stride_own_first(&theirs, w->picks, (size_t)parent);
  return (shared const void *)(upc_stride_part(w->array, parent) + theirs.offset);
}

/* Fills this thread's blocks: the first across from the source, the others from the first. */
static void fill(const walk_t *w) {
  upc_stride_own_t own;
  const char *here = w->root == MYTHREAD ? (const char *)w->src : NULL;
  char *part;
  int more = upc_stride_own_first(&own, w->picks, MYTHREAD);
  if (!more) return;
  part = upc_stride_my_part(w->array);
  if (here == NULL) {
    upc_memget(part + own.offset, source(w), w->len);
    here = part + own.offset;
  }
  for (; more; more = upc_stride_own_next(&own))
    if (part + own.offset != here) memcpy(part + own.offset, here, w->len);
}

static void signal_parent(const walk_t *w) {
  if (w->parent >= 0) upc_stride_signal(thread_of(w, w->parent));
}

static void await_parent(const walk_t *w) {
  if (w->parent >= 0) upc_stride_await(thread_of(w, w->parent));
}

static void await_children(const walk_t *w) {
  int i;
  for (i = 0; i < w->children; i++) upc_stride_await(child(w, i));
}

/* "Ready" to the children on direct edges (1) or relays (0). */
static void release(const walk_t *w, int on_direct) {
  int i;
  if (on_direct && w->sync.in == UPC_STRIDE_NO) return;
  for (i = 0; i < w->children; i++) {
    int thread = child(w, i);
    if (direct(w, MYTHREAD, thread) == on_direct) upc_stride_signal(thread);
  }
}

static void await_ready(const walk_t *w) {
  int parent;
  if (w->parent < 0) return;
  parent = thread_of(w, w->parent);
  if (w->sync.in != UPC_STRIDE_NO || !direct(w, parent, parent)) upc_stride_await(parent);
}

static void walk(const walk_t *w) {
  int i;
  if (w->sync.in == UPC_STRIDE_ALL_MEMBERS) {
    await_children(w);
    signal_parent(w);
  }
  await_ready(w);
  release(w, 1);
  fill(w);
  release(w, 0);
  if (w->sync.out != UPC_STRIDE_NO) {
    await_children(w);
    signal_parent(w);
  }
  if (w->sync.out == UPC_STRIDE_ALL_MEMBERS) {
    await_parent(w);
    for (i = 0; i < w->children; i++) upc_stride_signal(child(w, i));
  }
}

/* Dimensions of the team's box with more than one coordinate. */
static int dimensions(const upc_stride_team_t *T) {
  int k, n = 0;
  for (k = 0; k < T->ndims; k++) n += T->size[k] > 1;
  return n;
}

static void run(walk_t *w) {
  upc_stride_team(&w->team, w->picks);
  upc_stride_ground(&w->ground, &w->team, w->root);
  w->tree = upc_stride_choose(UPC_STRIDE_OP_BROADCAST, w->len, w->team.n, dimensions(&w->team))->tree;
  w->rank = MYTHREAD == w->root ? w->ground.root : upc_stride_team_rank(&w->team, MYTHREAD);
  w->parent = w->tree->parent(&w->ground, w->rank);
  w->children = w->tree->children(&w->ground, w->rank);
  walk(w);
  upc_stride_team_end(&w->team);
}

void upc_stride_broadcast(upc_stride_section_t dst, shared const void *src, size_t len, upc_flag_t sync_flags) {
  upc_stride_call_t call = upc_stride_calling("upc_stride_broadcast", &dst);
  upc_stride_picks_t picks;
  upc_stride_own_t own;
  walk_t w;
  upc_stride_check_section(&call, "dst", &dst, &picks);
  if (src == NULL && len > 0) upc_stride_fail(&call, "src", "null, must be a place in shared memory");
  upc_stride_check_len(&call, "dst", &picks, 1, len);
  w.sync = upc_stride_check_flags(&call, sync_flags);
  if (len == 0 || picks.blocks == 0) return;
  w.root = (int)upc_threadof((shared void *)src);
  if (w.root != MYTHREAD && !upc_stride_own_first(&own, &picks, MYTHREAD)) return;
  w.array = dst.array;
  w.picks = &picks;
  w.src = src;
  w.len = len;
  run(&w);
}
