/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A model for spin of how calls progress (src/engine/call.upc). A thread waits for a call, tests it, or is in a barrier.
 * If it cannot send, it takes in what others send. A ring is a queue of a few messages, as docs/protocol.pml shows.
 * docs/protocol.md says how to read this model and run it.
 *
 * From the command line (-D):
 *   N        threads, 2 or 3                 CALLS      1 to 3 of them, made by all threads in this order
 *   SLOTS    of a ring (2)
 *   SEGMENTS messages of a call from one thread to another (5: two rings' and one)
 *   LAPS     how often a chain goes round all threads (1): 2 if each has two blocks
 *   BARRIER  given: a barrier follows the start of the last call
 *   BREAK    one of the mistakes below; then spin must find an error
 *
 * Each thread makes each call blocking, or split-phase and then waits for it or tests it. A call is one of
 *   a chain     from any first thread, in either direction: segments go from each thread to the next, which answers
 *               each (broadcast_tree.upc, reduce_tree.upc, prefix_chain.upc); the calls look for the answers when
 *               everything has been sent
 *   all to all  each thread sends all its messages to every other thread before it takes any in */

/* The mistakes. */
#define WAITING_ONLY 1          /* a thread takes in only while it waits for a call that cannot send itself   */
#define SAME_ONLY 2             /* a thread takes in only from the thread it cannot send to                    */
#define NEVER 3                 /* nothing is taken in                                                         */
#define SENDERS_ONLY 4          /* a thread takes in only while one of its calls cannot send itself            */

#ifndef N
#define N 2
#endif
#ifndef CALLS
#define CALLS 2
#endif
#ifndef SLOTS
#define SLOTS 2
#endif
#ifndef SEGMENTS
#define SEGMENTS (2 * SLOTS + 1)
#endif
#ifndef LAPS
#define LAPS 1
#endif
#ifndef BREAK
#define BREAK 0
#endif

#define PAIR(s, r) ((s) * N + (r))

chan ring[N * N] = [SLOTS] of { byte }; /* tags, from s to r                                    */
byte aside[N * N * 2 * CALLS];          /* by ring and tag: how many the receiver has put aside */
byte arrived;                           /* threads that have entered the barrier                */

/* ---- calls ---- */

#define CHAIN 0
#define ROUND 1                         /* a chain the other way round */
#define TO_ALL 2
byte kind[CALLS], first[CALLS];

/* A thread's next step of a call. */
#define NONE 0                          /* not launched, or gone */
#define SEND 1
#define RECEIVE 2
#define ENDED 3

#define TAG(call) (2 * (call))
#define ANSWER(call) (2 * (call) + 1)
#define NEXT(c) (kind[c] == ROUND -> (me + N - 1) % N : (me + 1) % N)
#define BEFORE(c) (kind[c] == ROUND -> (me + 1) % N : (me + N - 1) % N)
#define PLACE(c) (kind[c] == ROUND -> (first[c] + N - me) % N : (me + N - first[c]) % N) /* in the chain's first lap */
#define LAST(c) (PLACE(c) == N - 1)

/* The steps of a thread in a chain: three for each segment and lap, then one for each answer. */
#define LAP(at) ((at) / 3 % LAPS)
#define PASSED (3 * LAPS * SEGMENTS)
#define ANSWERED (PASSED + LAPS * SEGMENTS)
#define BEGINS(c) (PLACE(c) == 0 && LAP(at[c]) == 0)
#define ENDS(c, lap) (LAST(c) && (lap) == LAPS - 1)

/* Finds the step at[c]. A thread at an end of a chain skips the steps it does not have. */
#define SET(o, to, which) op[c] = o; peer[c] = to; tag[c] = which

inline find_step() {
  op[c] = NONE;
  do
  :: op[c] != NONE -> break
  :: op[c] == NONE && kind[c] == TO_ALL ->
     if
     :: at[c] < (N - 1) * SEGMENTS -> SET(SEND, (me + 1 + at[c] / SEGMENTS) % N, TAG(c))
     :: at[c] >= (N - 1) * SEGMENTS && at[c] < 2 * (N - 1) * SEGMENTS ->
        SET(RECEIVE, (me + 1 + at[c] / SEGMENTS - (N - 1)) % N, TAG(c))
     :: else -> op[c] = ENDED
     fi
  :: op[c] == NONE && kind[c] != TO_ALL ->
     if
     :: at[c] >= ANSWERED -> op[c] = ENDED
     :: at[c] < PASSED && at[c] % 3 == 0 && !BEGINS(c) -> SET(RECEIVE, BEFORE(c), TAG(c))
     :: at[c] < PASSED && at[c] % 3 == 1 && !BEGINS(c) -> SET(SEND, BEFORE(c), ANSWER(c))
     :: at[c] < PASSED && at[c] % 3 == 2 && !ENDS(c, LAP(at[c])) -> SET(SEND, NEXT(c), TAG(c))
     :: at[c] >= PASSED && at[c] < ANSWERED && !ENDS(c, (at[c] - PASSED) / SEGMENTS) -> SET(RECEIVE, NEXT(c), ANSWER(c))
     :: else -> at[c]++
     fi
  od;
  if :: op[c] == ENDED -> at[c] = 0; peer[c] = 0; tag[c] = 0 :: else fi
}

/* ---- call.upc ---- */

#define NOTHING 255                     /* `waits` is the call that a thread waits for, not one it tests */

#define ASIDE(c) aside[PAIR(peer[c], me) * 2 * CALLS + tag[c]]
#define STUCK(c) (op[c] == SEND && len(ring[PAIR(me, peer[c])]) == SLOTS)
#define MOVES(c) (op[c] == SEND && len(ring[PAIR(me, peer[c])]) < SLOTS || \
                  op[c] == RECEIVE && (ASIDE(c) > 0 || len(ring[PAIR(peer[c], me)]) > 0))

inline step(call) {
  c = call;
  if
  :: op[c] == SEND -> ring[PAIR(me, peer[c])]!tag[c]; at[c]++; find_step()
  :: op[c] == RECEIVE && ASIDE(c) > 0 -> ASIDE(c)--; at[c]++; find_step()
  :: else ->
     ring[PAIR(peer[c], me)]?t;
     if
     :: t == tag[c] -> at[c]++; find_step()
     :: else -> aside[PAIR(peer[c], me) * 2 * CALLS + t]++ /* of another call */
     fi
  fi;
  c = 0; t = 0
}

/* May this thread take in what `from` has sent, because of its call c? */
#define MEETS(c, from) (op[c] != NONE && (kind[c] == TO_ALL || (from) == NEXT(c) && !(LAST(c) && LAPS == 1) || \
                                          (from) == BEFORE(c) && !(PLACE(c) == 0 && LAPS == 1)))
#if CALLS == 1
#define ANY_STUCK STUCK(0)
#define ANY_MEETS(from) MEETS(0, from)
#elif CALLS == 2
#define ANY_STUCK (STUCK(0) || STUCK(1))
#define ANY_MEETS(from) (MEETS(0, from) || MEETS(1, from))
#else
#define ANY_STUCK (STUCK(0) || STUCK(1) || STUCK(2))
#define ANY_MEETS(from) (MEETS(0, from) || MEETS(1, from) || MEETS(2, from))
#endif
#if BREAK == WAITING_ONLY
#define TAKES_IN(from) (waits != NOTHING && STUCK(waits) && ANY_MEETS(from))
#elif BREAK == SAME_ONLY
#define TAKES_IN(from) (len(ring[PAIR(me, from)]) == SLOTS && ANY_STUCK && ANY_MEETS(from))
#elif BREAK == NEVER
#define TAKES_IN(from) false
#elif BREAK == SENDERS_ONLY
#define TAKES_IN(from) (ANY_STUCK && ANY_MEETS(from))
#else
#define TAKES_IN(from) (len(ring[PAIR(from, me)]) == SLOTS && ANY_MEETS(from))
#endif
#define FULL_OF(from) (len(ring[PAIR(from, me)]) > 0 && TAKES_IN(from))

inline take_in(from) {
  ring[PAIR(from, me)]?t;
  aside[PAIR(from, me) * 2 * CALLS + t]++;
  t = 0
}

/* A thread in the library, or in a barrier, advances all its calls until `done`. */
inline progress_until(done) {
  do
  :: atomic { done -> break }
  :: d_step { !(done) && MOVES(0) -> step(0) }
#if CALLS > 1
  :: d_step { !(done) && MOVES(1) -> step(1) }
#endif
#if CALLS > 2
  :: d_step { !(done) && MOVES(2) -> step(2) }
#endif
  :: d_step { !(done) && FULL_OF((me + 1) % N) -> take_in((me + 1) % N) }
#if N > 2
  :: d_step { !(done) && FULL_OF((me + 2) % N) -> take_in((me + 2) % N) }
#endif
  od
}

/* ---- threads ---- */

inline complete(call) {
  if
  :: waits = call                       /* upc_stride_wait */
  :: waits = NOTHING                    /* upc_stride_test, again and again */
  fi;
  progress_until(op[call] == ENDED);
  atomic { op[call] = NONE; waits = NOTHING }
}

proctype thread(byte me) {
  byte at[CALLS], op[CALLS], peer[CALLS], tag[CALLS];
  byte c, t, launching, waits = NOTHING;
  for (launching : 0 .. CALLS - 1) {
    skip;
    d_step { c = launching; find_step(); c = 0 };
    if
    :: complete(launching)              /* blocking, or completed before the next is launched */
    :: skip
    fi
  };
#ifdef BARRIER
  arrived++;
  progress_until(arrived == N);
#endif
  do
  :: op[0] != NONE -> complete(0)
#if CALLS > 1
  :: op[1] != NONE -> complete(1)
#endif
#if CALLS > 2
  :: op[2] != NONE -> complete(2)
#endif
  :: else -> break
  od
}

init {
  byte c, x;
  atomic {
    for (c : 0 .. CALLS - 1) {
      select(x : CHAIN .. TO_ALL);
      kind[c] = x;
      if
      :: kind[c] == TO_ALL || (N == 2 && kind[c] == ROUND)
      :: else -> select(x : 0 .. N - 1); first[c] = x
      fi
    };
    for (x : 0 .. N - 1) { run thread(x) };
    c = 0; x = 0
  }
}
