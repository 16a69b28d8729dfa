/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pairwise: every source owner meets every destination owner, in max(p_dst, p_src) rounds. In round r the source
 * with rank a serves the destination with rank a + r, so that no two sources turn to the same one at a time.
 *
 *   4 threads in both teams, round:  0      1      2      3
 *   source 0 serves                  0      1      2      3
 *   source 1 serves                  1      2      3      0
 *
 * Costs (p-1) latencies and each byte once, which long messages cannot better; short ones in large teams can.
 *
 * Near pairs: the destination copies its pieces from the source's blocks, when it may. Far pairs: the source packs
 * one message into its staging buffer, the destination fetches it and says so. Signals, source s, destination d:
 *   IN_ALLSYNC   d tells every s that it has entered. Where the owners differ every s then tells every d, which
 *                now knows of all members, and the first destination owner tells the sources that are no
 *                destinations. (Where they are the same, everybody has told everybody.)
 *   IN_MYSYNC    s tells each near d; a far d learns it from the message
 *   far pair     s: "packed", d: "fetched"
 *   OUT_MYSYNC   each near d tells s when it has copied from it
 *   OUT_ALLSYNC  d tells every s when it has all its data; where the owners differ, the first source owner
 *                then tells the destination owners that are no source owners
 */
#include "exchange.h"
#include "near.h"
#include "signal.h"
#include "stage.h"

/* Member number i of a team, counted from the caller's own rank so that not all turn to the same thread first. */
static int member(const upc_stride_side_t *X, int i, int rank) {
  int n = X->team.n;
  return upc_stride_team_thread(&X->team, (int)(((long long)i + (rank < 0 ? 0 : rank)) % n));
}

enum { NEAR_ONLY, EVERYBODY };

static void signal_all(const upc_stride_side_t *X, int rank, int whom) {
  int i;
  for (i = 0; i < X->team.n; i++) {
    int thread = member(X, i, rank);
    if (thread != MYTHREAD && (whom == EVERYBODY || upc_stride_near(thread))) upc_stride_signal(thread);
  }
}

static void await_all(const upc_stride_side_t *X, int rank, int whom) {
  int i;
  for (i = 0; i < X->team.n; i++) {
    int thread = member(X, i, rank);
    if (thread != MYTHREAD && (whom == EVERYBODY || upc_stride_near(thread))) upc_stride_await(thread);
  }
}

/* What all of `knowing` know by now, its first member tells those of `waiting` that are not in it. */
static void tell_others(const upc_stride_side_t *knowing, const upc_stride_side_t *waiting) {
  int first = upc_stride_team_thread(&knowing->team, 0), i;
  if (MYTHREAD == first) {
    for (i = 0; i < waiting->team.n; i++) {
      int thread = upc_stride_team_thread(&waiting->team, i);
      if (upc_stride_team_rank(&knowing->team, thread) < 0) upc_stride_signal(thread);
    }
  } else if (knowing->rank < 0) {
    upc_stride_await(first);
  }
}

static void enter(const upc_stride_exchange_t *x) {
  int is_dst = x->dst.rank >= 0, is_src = x->src.rank >= 0;
  if (x->sync.in == UPC_STRIDE_ALL_MEMBERS) {
    if (is_dst) signal_all(&x->src, x->dst.rank, EVERYBODY);
    if (is_src) await_all(&x->dst, x->src.rank, EVERYBODY);
    if (!x->same && is_src) signal_all(&x->dst, x->src.rank, EVERYBODY);
    if (!x->same && is_dst) await_all(&x->src, x->dst.rank, EVERYBODY);
    if (!x->same) tell_others(&x->dst, &x->src);
  }
  if (x->sync.in == UPC_STRIDE_MY && is_src) signal_all(&x->dst, x->src.rank, NEAR_ONLY);
}

/* The caller packs for far thread d, and d is told. */
static void post(const upc_stride_exchange_t *x, int d) {
  size_t bytes = upc_stride_message(&x->dst, d, &x->src, MYTHREAD, x->len);
  upc_stride_pack(upc_stride_stage(bytes), &x->dst, d, &x->src, x->len);
  upc_stride_signal(d);
}

/* The caller gets its pieces from thread s. */
static void receive(const upc_stride_exchange_t *x, int s) {
  if (s == MYTHREAD) {
    upc_stride_pull(&x->dst, &x->src, s, x->len);
  } else if (upc_stride_near(s)) {
    if (x->sync.in == UPC_STRIDE_MY) upc_stride_await(s);
    upc_stride_pull(&x->dst, &x->src, s, x->len);
    if (x->sync.out == UPC_STRIDE_MY) upc_stride_signal(s);
  } else {
    const char *message;
    upc_stride_await(s);
    message = upc_stride_fetch(s, upc_stride_message(&x->dst, MYTHREAD, &x->src, s, x->len));
    upc_stride_signal(s);
    upc_stride_unpack(message, &x->dst, &x->src, s, x->len);
  }
}

/* The thread with a rank of a team, or -1 where there is none. */
static int partner(const upc_stride_side_t *X, long long rank) {
  return rank < X->team.n ? upc_stride_team_thread(&X->team, (int)rank) : -1;
}

static void rounds(const upc_stride_exchange_t *x) {
  long long n = x->dst.team.n > x->src.team.n ? x->dst.team.n : x->src.team.n, r;
  for (r = 0; r < n; r++) {
    int d = x->src.rank < 0 ? -1 : partner(&x->dst, (x->src.rank + r) % n);
    int s = x->dst.rank < 0 ? -1 : partner(&x->src, (x->dst.rank - r + n) % n);
    int far = d >= 0 && !upc_stride_near(d);
    if (far) post(x, d);
    if (s >= 0) receive(x, s);
    if (far) upc_stride_await(d);
  }
}

static void leave(const upc_stride_exchange_t *x) {
  int is_dst = x->dst.rank >= 0, is_src = x->src.rank >= 0;
  if (x->sync.out == UPC_STRIDE_MY && is_src) await_all(&x->dst, x->src.rank, NEAR_ONLY);
  if (x->sync.out == UPC_STRIDE_ALL_MEMBERS) {
    if (is_dst) signal_all(&x->src, x->dst.rank, EVERYBODY);
    if (is_src) await_all(&x->dst, x->src.rank, EVERYBODY);
    if (!x->same) tell_others(&x->src, &x->dst);
  }
}

void upc_stride_exchange_pairwise(const upc_stride_exchange_t *x) {
  enter(x);
  rounds(x);
  leave(x);
}
