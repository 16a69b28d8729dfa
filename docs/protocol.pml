/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A model for spin of how the members of a call communicate: the rings of slots of src/transport/channel.upc, and the
 * plans that the files of src/schedules/ write. docs/protocol.md says how to read it and run it.
 *
 * From the command line (-D):
 *   N         threads, 2 to 4                     CALLS      calls one after another
 *   IN, OUT   NO, MY or ALL: the sync_flags       IN_FLIGHT  1: blocking; 2: each starts before the last has ended
 *   TREE      FLAT, CHAIN or BINOMIAL             KIND       of every call; not given: each call may be any
 *   FAR       given: a write to another thread's memory arrives later, in any order. Only one rule holds: a message is
 *             complete when its number is there (put with signal)
 *   BREAK     one of the mistakes below; then spin must find an error
 */
#define NO 1
#define MY 2
#define ALL 3
#define FLAT 1
#define CHAIN 2
#define BINOMIAL 3

/* Kinds. Scatter and gather have the steps of a broadcast, gather in the other direction. */
#define BROADCAST_MESSAGE 0     /* the data is in a message                                        */
#define BROADCAST_DIRECT 1      /* members copy from the root's memory when it says so             */
#define BROADCAST_RELAY 2       /* each member gets segments from its parent's memory              */
#define BROADCAST_NODES 3       /* both: direct on the root's node, else by relays; the last thread is alone on its node */
#define REDUCE_TREE 4           /* values up a tree, in messages                                   */
#define REDUCE_OFFERED 5        /* the same, got from the child's buffer                           */
#define EXCHANGE_MESSAGE 6
#define EXCHANGE_DIRECT 7       /* the destination copies from the source's memory                 */
#define EXCHANGE_STAGED 8       /* the source packs into a buffer, the destination gets it there   */
#define EXCHANGE_BRUCK 9        /* by the binary digits of the distance, in messages               */
#define BRUCK_STAGED 10         /* the same, got from the sender's buffer                          */
#define HIERARCHICAL 11         /* nodes of two: their first members exchange for all              */
#define REDUCE_FLAT 12          /* all members get all values                                      */
#define PREFIX_FLAT 13          /* each member gets those of lower ranks                           */
#define REDUCE_SLICES 14        /* each combines a slice of the values, and writes it everywhere   */
#define PERMUTE_SHARED 15       /* upc_all_permute: each puts its block into memory of a thread that does not know it */
#define EXCHANGE_LEADER 16      /* the last arriver copies for all; there are no barriers           */

/* The mistakes. */
#define NO_SLOT_WAIT 1          /* a sender does not look whether its slot has been taken          */
#define NUMBER_FIRST 2          /* a slot's number is written before its data                      */
#define TAKEN_FIRST 3           /* a slot is given back before it has been read                    */
#define NO_TAGS 4               /* a message goes to the call that looks first                     */
#define NO_ENTER_WAIT 5         /* nobody waits for the others' entry                              */
#define NO_DONE_WAIT 6          /* nobody waits for those that read or write its memory            */
#define NO_TELLING 7            /* a receiver never writes how many it has taken                   */
#define NEAR_EDGES 8            /* an edge on the root's node is direct, whatever is above it      */
#define ROUND_EARLY 9           /* a round begins before the data it passes on has arrived         */
#define CHILD_FORGOTTEN 10      /* a parent does not combine what its last child sent              */
#define COUNT_BACK 11           /* a sender believes any count of those taken, also an older one   */

#ifndef N
#define N 3
#endif
#ifndef CALLS
#define CALLS 2
#endif
#ifndef IN
#define IN MY
#endif
#ifndef OUT
#define OUT MY
#endif
#ifndef IN_FLIGHT
#define IN_FLIGHT 1
#endif
#ifndef TREE
#define TREE FLAT
#endif
#ifndef BREAK
#define BREAK 0
#endif
#ifndef SEGMENTS
#define SEGMENTS 2
#endif
#define SLOTS 2                 /* of a ring: 8 or 4 in the library */
#define TAGS (2 * CALLS)        /* of a call's messages, and of its replies */

#define PAIR(s, r) ((s) * N + (r))
#define SLOT(c, n) ((c) * SLOTS + (n) % SLOTS)
#define CELL(t, k) ((t) * CALLS + (k))

/* ---- channels ---- */

byte number[N * N * SLOTS], tag[N * N * SLOTS], data[N * N * SLOTS]; /* the rings, in the receivers' memory          */
byte told[N * N];                       /* how many a sender knows to be taken, in its memory                        */
byte sent[N * N], seen[N * N];          /* known to the sender alone                                                 */
byte taken[N * N], reported[N * N];     /* known to the receiver alone                                               */
byte complete[N * N * SLOTS];           /* the message that lies in a slot whole: for assertions                     */
chan aside[N * N * TAGS] = [4] of { byte }; /* put aside by the receiver                                             */
bool busy[N];                           /* a thread's calls in flight take turns, a step at a time                   */

#define ARRIVED(c) (number[SLOT(c, taken[c] + 1)] == taken[c] + 1)
#if BREAK == NO_SLOT_WAIT
#define ROOM(c) true
#else
#define ROOM(c) (sent[c] - seen[c] < SLOTS || (NEWER(c) && sent[c] - told[c] != SLOTS))
#endif
#if BREAK == COUNT_BACK
#define NEWER(c) true
#else
#define NEWER(c) (told[c] > seen[c])
#endif

#ifdef FAR
/* Messages in transit, by slot, and counts of taken messages, as bits. The network delivers any of them next. */
byte flying[N * N * SLOTS], flying_tag[N * N * SLOTS], flying_data[N * N * SLOTS];
int counts[N * N];
#define BRING(n) counts[c] & (1 << (n)) -> counts[c] = counts[c] & ~(1 << (n)); told[c] = n

inline land(slot) {
  tag[slot] = flying_tag[slot];
  data[slot] = flying_data[slot];
  number[slot] = flying[slot];
  complete[slot] = flying[slot];
  flying[slot] = 0; flying_tag[slot] = 0; flying_data[slot] = 0
}

proctype network(byte c) {
end:
  do
  :: atomic { flying[c * SLOTS] != 0 -> land(c * SLOTS) }
  :: atomic { flying[c * SLOTS + 1] != 0 -> land(c * SLOTS + 1) }
  :: atomic { BRING(1) }
  :: atomic { BRING(2) }
  :: atomic { BRING(3) }
  :: atomic { BRING(4) }
  :: atomic { BRING(5) }
  :: atomic { BRING(6) }
  :: atomic { BRING(7) }
  :: atomic { BRING(8) }
  :: atomic { BRING(9) }
  :: atomic { BRING(10) }
  :: atomic { BRING(11) }
  :: atomic { BRING(12) }
  od
}
#endif

/* Takes the next message of ring c: its tag into `got`, its data into x. Reading it and giving the slot back are two
 * steps, between which the sender may do what it can. */
inline take(c, x) {
  skip;
#if BREAK == TAKEN_FIRST
  told[c] = taken[c] + 1;
#endif
  d_step {
    k = SLOT(c, taken[c] + 1);
    assert(complete[k] == taken[c] + 1);        /* it is complete */
    got = tag[k];
    x = data[k]
  };
  d_step {
    assert(number[k] == taken[c] + 1);          /* and nobody has overwritten it meanwhile */
    taken[c]++;
    if
    :: taken[c] - reported[c] >= SLOTS / 2 && BREAK != NO_TELLING && BREAK != TAKEN_FIRST ->
       reported[c] = taken[c];
#ifdef FAR
       counts[c] = counts[c] | (1 << taken[c])
#else
       told[c] = taken[c]
#endif
    :: else
    fi;
    k = 0
  }
}

/* Filling a slot and writing its number are two steps. */
inline send(to, t, value) {
  do
  :: atomic { !busy[me] && ROOM(PAIR(me, to)) -> busy[me] = true; break }
  :: atomic { !busy[me] && !ROOM(PAIR(me, to)) && ARRIVED(PAIR(to, me)) -> busy[me] = true };
     take(PAIR(to, me), y);                     /* a thread that cannot send takes in what others send */
     atomic { aside[PAIR(to, me) * TAGS + got]!y; busy[me] = false; y = 0; got = 0 }
  od;
  skip;                                         /* no jump into a d_step */
  d_step {
    k = SLOT(PAIR(me, to), sent[PAIR(me, to)] + 1);
    if
    :: sent[PAIR(me, to)] - seen[PAIR(me, to)] >= SLOTS && NEWER(PAIR(me, to)) ->
       seen[PAIR(me, to)] = told[PAIR(me, to)]
    :: else
    fi;
    assert(sent[PAIR(me, to)] + 1 <= taken[PAIR(me, to)] + SLOTS); /* what was in the slot has been taken */
#if BREAK == NUMBER_FIRST
    number[k] = sent[PAIR(me, to)] + 1
#elif !defined FAR
    tag[k] = t;
    data[k] = value
#endif
  };
  d_step {
#ifdef FAR
    flying[k] = sent[PAIR(me, to)] + 1;
    flying_tag[k] = t;
    flying_data[k] = value;
#else
    tag[k] = t;
    data[k] = value;
    complete[k] = sent[PAIR(me, to)] + 1;
    number[k] = sent[PAIR(me, to)] + 1;
#endif
    sent[PAIR(me, to)]++;
    busy[me] = false;
    k = 0
  }
}

inline receive(from, t, x) {
  do
  :: atomic { !busy[me] && nempty(aside[PAIR(from, me) * TAGS + t]) -> aside[PAIR(from, me) * TAGS + t]?x; break }
  :: atomic { !busy[me] && empty(aside[PAIR(from, me) * TAGS + t]) && ARRIVED(PAIR(from, me)) -> busy[me] = true };
     take(PAIR(from, me), x);
     atomic {
       if
       :: got == t || BREAK == NO_TAGS -> busy[me] = false; got = 0; break
       :: else -> aside[PAIR(from, me) * TAGS + got]!x; busy[me] = false; got = 0
       fi
     }
  od
}

/* ---- calls: what they are, and what their flags promise ---- */

byte kind[CALLS], root[CALLS];
byte source[N * CALLS];                 /* what a call reads of each thread: its number + 1 while it may be read */
bool entered[N * CALLS], left[N * CALLS];
byte entries[CALLS];                    /* members that have entered            */
byte moved[CALLS];                      /* pieces that have come where they go */
byte ended;                             /* calls, of all threads              */

#define EXCHANGE(call) (kind[call] >= EXCHANGE_MESSAGE)
#define PIECES(call) (kind[call] == PERMUTE_SHARED || kind[call] == REDUCE_FLAT || kind[call] == PREFIX_FLAT -> N : \
                      (kind[call] == REDUCE_SLICES -> N * N :                                                    \
                      (EXCHANGE(call) -> N * (N - 1) : (ROOTED_VALUES(kind[call]) -> 1 : N - 1))))
#define ROOTED_VALUES(k) ((k) == REDUCE_TREE || (k) == REDUCE_OFFERED)
#define SOURCE(call, t) (EXCHANGE(call) || ROOTED_VALUES(kind[call]) || (t) == root[call])
#define PLACE(t) (((t) + N - top) % N)          /* in a member: top is the call's root, what its kind */
#if TREE == FLAT
#define ABOVE(v) 0
#elif TREE == CHAIN
#define ABOVE(v) ((v) - ((v) != 0))
#else
#define ABOVE(v) ((v) & ((v) - 1))
#endif
#define PARENT(t) ((ABOVE(PLACE(t)) + top) % N)
#define CHILD(t) ((t) != top && PARENT(t) == me)
#define NODE(t) ((t) == N - 1)
#define NEAR_TOP(t) (NODE(t) == NODE(top))
#if BREAK == NEAR_EDGES
#define ON_NODE(t) (NEAR_TOP(t) && NEAR_TOP(PARENT(t)))
#else                                           /* at most three edges lie above */
#define ON_NODE(t) (NEAR_TOP(t) && NEAR_TOP(PARENT(t)) && NEAR_TOP(PARENT(PARENT(t))))
#endif
#define DIRECT(t) (what == BROADCAST_DIRECT || (what == BROADCAST_NODES && ON_NODE(t)))
#define TAG (2 * call)
#define REPLY (2 * call + 1)

/* The call reads or writes memory of thread t; n pieces have arrived. */
inline touch(t, n) {
  skip;
  d_step {
    assert(IN != MY || entered[CELL(t, call)]);
    assert(IN != ALL || entries[call] == N);
    assert(OUT == NO || !left[CELL(t, call)]);
    moved[call] = moved[call] + (n)
  }
}

/* Reads thread s's source: to the caller's memory, where n is 1. */
inline copy(s, n) {
  skip;
  d_step {
    assert(IN == NO || entered[CELL(s, call)]);
    assert(IN != ALL || entries[call] == N);
    assert(OUT == NO || !left[CELL(s, call)]);
    assert(source[CELL(s, call)] == call + 1);
    moved[call] = moved[call] + (n)
  }
}

inline walk_up() {
  for (j : 0 .. N - 1) { if :: CHILD(j) -> receive(j, TAG, x) :: else fi };
  if :: me != top -> send(PARENT(me), TAG, 0) :: else fi
}

inline walk_down() {
  if :: me != top -> receive(PARENT(me), TAG, x) :: else fi;
  for (j : 0 .. N - 1) { if :: CHILD(j) -> send(j, TAG, 0) :: else fi }
}

inline barrier() { /* of few members; that of many with -DMANY */
#ifdef MANY
  j = 1;
  do
  :: j < N -> send((me + j) % N, TAG, 0); receive((me + N - j) % N, TAG, x); j = j * 2
  :: else -> break
  od
#else
  for (j : 1 .. N - 1) { send((me + j) % N, TAG, 0) }
  for (j : 1 .. N - 1) { receive((me + N - j) % N, TAG, x) }
#endif
}

/* ---- broadcast_tree.upc ---- */

inline in_message() {
  if
  :: me != top ->
     receive(PARENT(me), TAG, x);
     assert(x == call + 1);
     touch(me, 1)
  :: else -> touch(me, 0)
  fi;
  for (j : 0 .. N - 1) { if :: CHILD(j) -> send(j, TAG, call + 1) :: else fi };
  if :: OUT == ALL -> walk_up() :: else fi;
  if :: OUT == ALL && N > 2 -> walk_down() :: else fi
}

#define RELAYED(t) ((t) != top && !DIRECT(t))
#define READY (IN != NO && BREAK != NO_ENTER_WAIT)
#define DONE(t) ((OUT == ALL || (OUT == MY && DIRECT(t))) && BREAK != NO_DONE_WAIT)

/* A relay's children read its own copy, at its destination. All must have read it when the relay's call ends. */
inline segments() {
  for (segment : 1 .. SEGMENTS) {
    if
    :: RELAYED(me) ->
       receive(PARENT(me), TAG, x);
       touch(PARENT(me), 0);
       touch(me, segment == SEGMENTS);
       d_step {
         assert(segment != SEGMENTS || source[CELL(PARENT(me), call)] == call + 1);
         if :: segment == SEGMENTS -> source[CELL(me, call)] = call + 1 :: else fi
       };
       send(PARENT(me), REPLY, 0)               /* fetched */
    :: else
    fi;
    if /* a member that copied directly has everything now, and passes it on */
    :: me != top && DIRECT(me) -> source[CELL(me, call)] = call + 1
    :: else
    fi;
    for (j : 0 .. N - 1) { if :: CHILD(j) && RELAYED(j) -> send(j, TAG, segment) :: else fi }
  };
  for (segment : 1 .. SEGMENTS) {
    for (j : 0 .. N - 1) { if :: CHILD(j) && RELAYED(j) && BREAK != NO_DONE_WAIT -> receive(j, REPLY, x) :: else fi }
  }
}

inline straight() {
  if :: me != top && DIRECT(me) && READY -> receive(PARENT(me), TAG, x) :: else fi;
  for (j : 0 .. N - 1) { if :: CHILD(j) && DIRECT(j) && READY -> send(j, TAG, 0) :: else fi };
  if :: me != top && DIRECT(me) -> copy(top, 1) :: else fi;
  if :: what != BROADCAST_DIRECT -> segments() :: else fi;
  for (j : 0 .. N - 1) { if :: CHILD(j) && DONE(j) -> receive(j, TAG, x) :: else fi };
  if :: me != top && DONE(me) -> send(PARENT(me), TAG, 0) :: else fi;
  if :: OUT == ALL && BREAK != NO_DONE_WAIT -> walk_down() :: else fi
}

/* ---- reduce_tree.upc: a value is a bit for each member it is made of ---- */

byte buffer[N * CALLS];                 /* what lies in a member's buffer to be fetched */
#define VALUE ((call + 1) * 16)
#define EVERYBODY ((1 << N) - 1)

/* The value x belongs to this call, and to no member that was combined before; now it is combined. */
inline combine() {
  skip;
  d_step {
    assert(x / 16 == call + 1 && (x & sum & 15) == 0);
    sum = sum | (x & 15)
  }
}

inline up_the_tree() {
  touch(me, 0);
  sum = 1 << me;
  for (j : 0 .. N - 1) {
    if
    :: CHILD(j) ->
       receive(j, TAG, x);
       if
       :: what == REDUCE_OFFERED -> x = buffer[CELL(j, call)]; send(j, REPLY, 0)
       :: else
       fi;
       if :: BREAK != CHILD_FORGOTTEN -> combine() :: else fi
    :: else
    fi
  };
  if
  :: me == top -> assert(sum == EVERYBODY); touch(me, 1)
  :: me != top && what == REDUCE_TREE -> send(PARENT(me), TAG, VALUE + sum)
  :: me != top && what == REDUCE_OFFERED ->
     buffer[CELL(me, call)] = VALUE + sum;
     send(PARENT(me), TAG, 0);
     if :: BREAK != NO_DONE_WAIT -> receive(PARENT(me), REPLY, x) :: else fi;
     buffer[CELL(me, call)] = 0                 /* it is used again */
  fi;
  if :: OUT == ALL && BREAK != NO_DONE_WAIT -> walk_down() :: else fi
}

/* ---- reduce_flat.upc, reduce_slices.upc ---- */

inline flat_values() {
  touch(me, 0);
  sum = 1 << me;
  for (j : 1 .. N - 1) { if :: what == REDUCE_FLAT || (me + j) % N > me -> send((me + j) % N, TAG, VALUE + sum) :: else fi };
  for (j : 1 .. N - 1) {
    if
    :: what == REDUCE_FLAT || (me + N - j) % N < me ->
       receive((me + N - j) % N, TAG, x);
       if :: BREAK != CHILD_FORGOTTEN || j < N - 1 -> combine() :: else fi
    :: else
    fi
  };
  assert(what == REDUCE_FLAT && sum == EVERYBODY || what == PREFIX_FLAT && sum == (1 << (me + 1)) - 1);
  touch(me, 1)
}

inline slices() {
  for (j : 0 .. N - 1) { copy(j, 0) };
  for (j : 0 .. N - 1) { touch(j, 1) }
}

/* ---- collective_permute.upc: to the next thread ---- */

inline put_block() {
  copy(me, 0);
  touch((me + 1) % N, 1)
}

/* ---- flow_pairwise.upc; ALLSYNC adds barriers before and after (flow_by.upc) ---- */

inline exchange_message() {
  touch(me, 0);
  for (j : 1 .. N - 1) { send((me + j) % N, TAG, call + 1) };
  for (j : 1 .. N - 1) {
    receive((me + N - j) % N, TAG, x);
    assert(x == call + 1);
    touch(me, 1)
  }
}

inline exchange_direct() {
  for (j : 1 .. N - 1) { if :: IN == MY && BREAK != NO_ENTER_WAIT -> send((me + j) % N, TAG, 0) :: else fi };
  for (j : 1 .. N - 1) {
    if :: IN == MY && BREAK != NO_ENTER_WAIT -> receive((me + N - j) % N, TAG, x) :: else fi;
    copy((me + N - j) % N, 1);
    if :: OUT == MY && BREAK != NO_DONE_WAIT -> send((me + N - j) % N, REPLY, 0) :: else fi
  };
  for (j : 1 .. N - 1) { if :: OUT == MY && BREAK != NO_DONE_WAIT -> receive((me + j) % N, REPLY, x) :: else fi }
}

/* The data lies in the source's buffer, which the next round uses again: `staged` says for which member it is. */
byte staged[N * CALLS];

inline exchange_staged() {
  for (j : 1 .. N - 1) {
    touch(me, 0);
    staged[CELL(me, call)] = (me + j) % N + 1;
    send((me + j) % N, TAG, 0);
    receive((me + N - j) % N, TAG, x);
    assert(staged[CELL((me + N - j) % N, call)] == me + 1);
    send((me + N - j) % N, REPLY, 0);
    touch(me, 1);
    if :: BREAK != NO_DONE_WAIT -> receive((me + j) % N, REPLY, x) :: else fi
  }
}

/* ---- flow_bruck.upc: what is for rank me + d moves on in the rounds that are bits of d ---- */

byte held[N * CALLS * 4];               /* by distance: whose, plus one */
#define HELD(d) held[CELL(me, call) * 4 + (d)]
#define BY (1 << segment)
#define GOES(d) ((d) < N && ((d) & BY) != 0)
#define FIRST(d) (GOES(d) * HELD((d) % N))

/* Two things at most move in a round: distances 1 and 3, or 2 and 3. */
inline bruck_send() {
  x = (call + 1) * 64 + FIRST(BY) * 8 + FIRST(3);
  if
  :: what == BRUCK_STAGED -> buffer[CELL(me, call)] = x; send((me + BY) % N, TAG, 0)
  :: else -> send((me + BY) % N, TAG, x)
  fi
}

inline bruck_receive() {
  receive((me + N - BY) % N, TAG, x);
  if
  :: what == BRUCK_STAGED -> x = buffer[CELL((me + N - BY) % N, call)]; send((me + N - BY) % N, REPLY, 0)
  :: else
  fi;
  d_step {
    assert(x / 64 == call + 1);
    if :: GOES(BY) -> HELD(BY) = x / 8 % 8 :: else fi;
    if :: GOES(3) -> HELD(3) = x % 8 :: else fi
  };
  if
  :: what == BRUCK_STAGED && BREAK != NO_DONE_WAIT -> receive((me + BY) % N, REPLY, x); buffer[CELL(me, call)] = 0
  :: what == BRUCK_STAGED && BREAK == NO_DONE_WAIT -> buffer[CELL(me, call)] = 0
  :: else
  fi
}

inline bruck() {
  touch(me, 0);
  for (j : 1 .. N - 1) { HELD(j) = me + 1 };
  for (segment : 0 .. N / 2 - 1 + (N == 3)) {
    if :: BREAK != ROUND_EARLY || segment == 0 -> bruck_send() :: else fi;
    if
    :: BREAK == ROUND_EARLY && segment == 0 -> segment = 1; bruck_send(); segment = 0
    :: else
    fi;
    bruck_receive()
  };
  for (j : 1 .. N - 1) { assert(HELD(j) == (me + N - j) % N + 1); touch(me, 1) }
}

/* ---- flow_hierarchical.upc: nodes (0 1) (2 3) ---- */

#define LEADER (me / 2 * 2)
#define MATE (me + 1 - me % 2 * 2)
#define OTHER ((me + 2) % 4)
#define NODES (N > 2)                           /* more than one */
#define ON(leader) (1 + ((leader) + 1 < N))  /* members of its node */

inline leaders_message() {
  copy(me, 0);
  if :: MATE < N -> copy(MATE, 0) :: else fi;
  send(OTHER, TAG, call + 1);
  receive(OTHER, TAG, x);
  assert(x == call + 1);
  touch(me, ON(OTHER));
  if
  :: MATE < N ->
     touch(MATE, ON(OTHER));
     if :: BREAK != NO_DONE_WAIT -> send(MATE, TAG, 0) :: else fi
  :: else
  fi
}

inline hierarchical() {
  if
  :: me != LEADER && NODES && IN == MY && BREAK != NO_ENTER_WAIT -> send(LEADER, TAG, 0)
  :: me == LEADER && MATE < N && NODES && IN == MY && BREAK != NO_ENTER_WAIT -> receive(MATE, TAG, x)
  :: else
  fi;
  if /* pairwise within the node */
  :: MATE < N ->
     if :: IN == MY && BREAK != NO_ENTER_WAIT -> send(MATE, TAG, 0); receive(MATE, TAG, x) :: else fi;
     copy(MATE, 1);
     if :: OUT == MY && BREAK != NO_DONE_WAIT -> send(MATE, REPLY, 0); receive(MATE, REPLY, x) :: else fi
  :: else
  fi;
  if
  :: me == LEADER && NODES -> leaders_message()
  :: me != LEADER && NODES && BREAK != NO_DONE_WAIT -> receive(LEADER, TAG, x)
  :: else
  fi
}

/* ---- flow_last_arriver.upc, last_arriver.upc ---- */

#define HERE 1
#define PASSED 2
#define LED 3
#define OTHERS ((1 << N) - 1 - (1 << me))
#define HAS(s) (len(aside[PAIR(s, me) * TAGS + TAG]) > 0 || ARRIVED(PAIR(s, me)))
#define HAS_ANY (HAS((me + 1) % N) || (N > 2 && HAS((me + 2) % N)) || (N > 3 && HAS((me + 3) % N)))

/* The next message of the call from j; or of another call, which is put aside: x is 0 then. */
inline receive_next() {
  if
  :: len(aside[PAIR(j, me) * TAGS + TAG]) > 0 -> atomic { aside[PAIR(j, me) * TAGS + TAG]?x; busy[me] = false }
  :: else ->
     take(PAIR(j, me), x);
     atomic {
       if
       :: got != TAG && BREAK != NO_TAGS -> aside[PAIR(j, me) * TAGS + got]!x; x = 0
       :: else
       fi;
       busy[me] = false; got = 0
     }
  fi
}

inline exchange_leader() {
  for (j : 1 .. N - 1) { if :: BREAK != NO_ENTER_WAIT -> send((me + j) % N, TAG, HERE) :: else fi };
  skip;
  d_step {
    come = (BREAK == NO_ENTER_WAIT || (BREAK == NO_DONE_WAIT && me != 0) -> OTHERS : 0);
    token = me == 0;
    over = BREAK == NO_DONE_WAIT && me != 0
  };
  do
  :: come == OTHERS && (token || over) -> break
  :: token && come != OTHERS && !busy[me] && !HAS_ANY ->       /* to the first who is missing */
     d_step { j = 0; do :: j == me || come >> j & 1 -> j++ :: else -> break od };
     send(j, TAG, PASSED);
     token = false
  :: atomic {
       !(come == OTHERS && (token || over)) && !busy[me] && HAS_ANY ->
       if
       :: HAS((me + 1) % N) -> j = (me + 1) % N
       :: N > 2 && HAS((me + 2) % N) -> j = (me + 2) % N
       :: N > 3 && HAS((me + 3) % N) -> j = (me + 3) % N
       fi;
       busy[me] = true
     };
     receive_next();
     skip;
     d_step {
       if
       :: x == HERE -> come = come | 1 << j
       :: x == PASSED -> token = true
       :: x == LED -> over = true
       :: else
       fi
     }
  od;
  if
  :: token ->
     for (j : 0 .. N - 1) {
       touch(j, 0);
       for (segment : 1 .. N - 1) { copy((j + segment) % N, 1) }
     };
     for (j : 1 .. N - 1) { if :: BREAK != NO_DONE_WAIT -> send((me + j) % N, TAG, LED) :: else fi }
  :: else
  fi
}

/* ---- threads ---- */

#define BARRIERS (what >= EXCHANGE_MESSAGE && what != EXCHANGE_LEADER)
#define BARRIER_FOR(flag) (BARRIERS && (flag == ALL || (flag == MY && (what == REDUCE_SLICES || what == PERMUTE_SHARED))))

proctype member(byte me; byte call; byte what; byte top) {
  byte j, k, x, y, got, segment, sum, come;
  bool token, over;
  if :: IN == ALL && what < EXCHANGE_MESSAGE && BREAK != NO_ENTER_WAIT -> walk_up() :: else fi;
  if :: IN == ALL && ROOTED_VALUES(what) && BREAK != NO_ENTER_WAIT -> walk_down() :: else fi;
  if :: BARRIER_FOR(IN) && BREAK != NO_ENTER_WAIT -> barrier() :: else fi;
  if
  :: what == BROADCAST_MESSAGE -> in_message()
  :: what >= BROADCAST_DIRECT && what <= BROADCAST_NODES -> straight()
  :: ROOTED_VALUES(what) -> up_the_tree()
  :: what == EXCHANGE_MESSAGE -> exchange_message()
  :: what == EXCHANGE_DIRECT -> exchange_direct()
  :: what == EXCHANGE_STAGED -> exchange_staged()
  :: what == EXCHANGE_BRUCK || what == BRUCK_STAGED -> bruck()
  :: what == HIERARCHICAL -> hierarchical()
  :: what == REDUCE_FLAT || what == PREFIX_FLAT -> flat_values()
  :: what == REDUCE_SLICES -> slices()
  :: what == PERMUTE_SHARED -> put_block()
  :: what == EXCHANGE_LEADER -> exchange_leader()
  fi;
  if :: BARRIER_FOR(OUT) && BREAK != NO_DONE_WAIT -> barrier() :: else fi;
  skip;
  d_step {
    assert(OUT != ALL || moved[call] == PIECES(call));
    left[CELL(me, call)] = true;
    if :: OUT != NO -> source[CELL(me, call)] = 0 :: else fi; /* the program changes it at once */
    j = 0; x = 0; segment = 0; sum = 0; come = 0; token = false; over = false;
    ended++
  }
}

proctype thread(byte me) {
  byte call;
  for (call : 0 .. CALLS - 1) {
    if :: call >= IN_FLIGHT -> left[CELL(me, call - IN_FLIGHT)] :: else fi;
    atomic {
      entered[CELL(me, call)] = true;
      entries[call]++;
      if :: SOURCE(call, me) -> source[CELL(me, call)] = call + 1 :: else fi;
      run member(me, call, kind[call], root[call])
    }
  }
}

init {
  byte call, t;
  atomic {
    for (call : 0 .. CALLS - 1) {
#ifdef KIND
      kind[call] = KIND;
#else
      select(t : BROADCAST_MESSAGE .. EXCHANGE_LEADER);
      kind[call] = t;
#endif
      if
      :: EXCHANGE(call)
      :: !EXCHANGE(call) -> select(t : 0 .. N - 1); root[call] = t
      fi;
      for (t : 0 .. N - 1) {
        if :: IN == NO && SOURCE(call, t) -> source[CELL(t, call)] = call + 1 :: else fi
      }
    };
    for (t : 0 .. N - 1) { run thread(t) }
#ifdef FAR
    for (t : 0 .. N * N - 1) { if :: t / N != t % N -> run network(t) :: else fi }
#endif
  };
  ended == N * CALLS;
  for (call : 0 .. CALLS - 1) { assert(moved[call] == PIECES(call)) }
}
