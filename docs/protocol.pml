/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A model of how members of a call speak to each other, for spin: the rings of slots of src/channel.upc, and over them
 * the plans that src/broadcast_tree.upc, src/flow_pairwise.upc and src/flow_leader.upc write. docs/protocol.md says how to read and run it.
 *
 * From the command line (-D):
 *   N         threads, 2 to 4                     CALLS      calls one after another
 *   IN, OUT   NO, MY or ALL: the sync_flags       IN_FLIGHT  1: blocking; 2: each starts before the last has ended
 *   TREE      FLAT, CHAIN or BINOMIAL             KIND       of every call; not given: each call may be any
 *   BREAK     one of the mistakes below; then spin must find something wrong
 */
#define NO 1
#define MY 2
#define ALL 3
#define FLAT 1
#define CHAIN 2
#define BINOMIAL 3

#define BROADCAST_MESSAGE 0     /* the data is in a message                                        */
#define BROADCAST_DIRECT 1      /* members copy from the root's memory when it says so             */
#define BROADCAST_RELAY 2       /* each fetches segments from its parent's memory                  */
#define EXCHANGE_MESSAGE 3
#define EXCHANGE_DIRECT 4       /* the destination copies from the source's memory                 */
#define EXCHANGE_STAGED 5       /* the source packs into a buffer, the destination fetches from it */
#define EXCHANGE_LEADER 6       /* the first member copies for all, in place of any barriers       */

/* The mistakes. */
#define NO_ROOM_WAIT 1          /* a sender does not look whether its slot has been taken          */
#define NUMBER_FIRST 2          /* a slot's number is written before its data                      */
#define TAKEN_FIRST 3           /* a slot is given back before it has been read                    */
#define NO_TAGS 4               /* a message is taken by whichever call looks first                */
#define NO_ENTER_WAIT 5         /* nobody waits for the others' entry                              */
#define NO_DONE_WAIT 6          /* nobody waits for those who read or write its memory             */
#define NO_TELLING 7            /* a receiver never says how many it has taken                     */

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
#if BREAK == NO_ROOM_WAIT
#define ROOM(c) true
#else
#define ROOM(c) (sent[c] - seen[c] < SLOTS || sent[c] - told[c] < SLOTS)
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
    assert(complete[k] == taken[c] + 1);        /* it is there whole */
    got = tag[k];
    x = data[k]
  };
  d_step {
    assert(number[k] == taken[c] + 1);          /* and nobody has written over it meanwhile */
    taken[c]++;
    if
    :: taken[c] - reported[c] >= SLOTS / 2 && BREAK != NO_TELLING && BREAK != TAKEN_FIRST ->
       told[c] = taken[c]; reported[c] = taken[c]
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
     take(PAIR(to, me), y);                     /* who cannot send takes in what others send */
     atomic { aside[PAIR(to, me) * TAGS + got]!y; busy[me] = false; y = 0; got = 0 }
  od;
  skip;                                         /* no jump into a d_step */
  d_step {
    k = SLOT(PAIR(me, to), sent[PAIR(me, to)] + 1);
    if
    :: sent[PAIR(me, to)] - seen[PAIR(me, to)] >= SLOTS -> seen[PAIR(me, to)] = told[PAIR(me, to)]
    :: else
    fi;
    assert(sent[PAIR(me, to)] + 1 <= taken[PAIR(me, to)] + SLOTS); /* what was in the slot has been taken */
#if BREAK == NUMBER_FIRST
    number[k] = sent[PAIR(me, to)] + 1
#else
    tag[k] = t;
    data[k] = value
#endif
  };
  d_step {
    tag[k] = t;
    data[k] = value;
    complete[k] = sent[PAIR(me, to)] + 1;
    number[k] = sent[PAIR(me, to)] + 1;
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

#define EXCHANGE(call) (kind[call] >= EXCHANGE_MESSAGE)
#define PIECES(call) (EXCHANGE(call) -> N * (N - 1) : N - 1)
#define PLACE(t) (((t) + N - top) % N)          /* in a member: top is the call's root, what its kind */
#if TREE == FLAT
#define ABOVE(v) 0
#elif TREE == CHAIN
#define ABOVE(v) ((v) - 1)
#else
#define ABOVE(v) ((v) & ((v) - 1))
#endif
#define PARENT(t) ((ABOVE(PLACE(t)) + top) % N)
#define CHILD(t) ((t) != top && PARENT(t) == me)
#define TAG (2 * call)
#define REPLY (2 * call + 1)

/* The call reads or writes memory of thread t; what it moves has come, n of it. */
inline touch(t, n) {
  skip;
  d_step {
    assert(IN != MY || entered[CELL(t, call)]);
    assert(IN != ALL || entries[call] == N);
    assert(OUT == NO || !left[CELL(t, call)]);
    moved[call] = moved[call] + (n)
  }
}

/* Copies from thread s's memory to the caller's. */
inline copy(s) {
  skip;
  d_step {
    assert(IN == NO || entered[CELL(s, call)]);
    assert(IN != ALL || entries[call] == N);
    assert(OUT == NO || !left[CELL(s, call)]);
    assert(source[CELL(s, call)] == call + 1);
    moved[call]++
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

inline direct() {
  if :: me != top && IN != NO && BREAK != NO_ENTER_WAIT -> receive(PARENT(me), TAG, x) :: else fi;
  for (j : 0 .. N - 1) { if :: CHILD(j) && IN != NO && BREAK != NO_ENTER_WAIT -> send(j, TAG, 0) :: else fi };
  if :: me != top -> copy(top) :: else fi;
  if :: OUT != NO && BREAK != NO_DONE_WAIT -> walk_up() :: else fi;
  if :: OUT == ALL && BREAK != NO_DONE_WAIT -> walk_down() :: else fi
}

/* A relay's children fetch from its own copy, which is its destination: nothing may be left to be read when it ends. */
inline relay() {
  for (segment : 1 .. SEGMENTS) {
    if
    :: me != top ->
       receive(PARENT(me), TAG, x);
       touch(PARENT(me), 0);
       touch(me, segment == SEGMENTS);
       d_step {
         assert(segment != SEGMENTS || source[CELL(PARENT(me), call)] == call + 1);
         if :: segment == SEGMENTS -> source[CELL(me, call)] = call + 1 :: else fi
       }
    :: else
    fi;
    for (j : 0 .. N - 1) { if :: CHILD(j) -> send(j, TAG, segment) :: else fi }
  };
  if :: BREAK != NO_DONE_WAIT -> walk_up() :: else fi;
  if :: OUT == ALL && BREAK != NO_DONE_WAIT -> walk_down() :: else fi
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
    copy((me + N - j) % N);
    if :: OUT == MY && BREAK != NO_DONE_WAIT -> send((me + N - j) % N, REPLY, 0) :: else fi
  };
  for (j : 1 .. N - 1) { if :: OUT == MY && BREAK != NO_DONE_WAIT -> receive((me + j) % N, REPLY, x) :: else fi }
}

/* What is fetched lies in the source's buffer, which is used again in the next round: `staged` says for whom it is. */
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

/* ---- flow_leader.upc ---- */

inline exchange_leader() {
  if
  :: me == 0 ->
     for (j : 1 .. N - 1) { if :: BREAK != NO_ENTER_WAIT -> receive(j, TAG, x) :: else fi };
     for (j : 0 .. N - 1) {
       touch(j, 0);
       for (segment : 1 .. N - 1) { copy((j + segment) % N) }
     };
     for (j : 1 .. N - 1) { if :: BREAK != NO_DONE_WAIT -> send(j, TAG, 0) :: else fi }
  :: else ->
     if :: BREAK != NO_ENTER_WAIT -> send(0, TAG, 0) :: else fi;
     if :: BREAK != NO_DONE_WAIT -> receive(0, TAG, x) :: else fi
  fi
}

/* ---- threads ---- */

#define BARRIERS (what >= EXCHANGE_MESSAGE && what != EXCHANGE_LEADER)

proctype member(byte me; byte call; byte what; byte top) {
  byte j, k, x, y, got, segment;
  if :: IN == ALL && what < EXCHANGE_MESSAGE && BREAK != NO_ENTER_WAIT -> walk_up() :: else fi;
  if :: IN == ALL && BARRIERS && BREAK != NO_ENTER_WAIT -> barrier() :: else fi;
  if
  :: what == BROADCAST_MESSAGE -> in_message()
  :: what == BROADCAST_DIRECT -> direct()
  :: what == BROADCAST_RELAY -> relay()
  :: what == EXCHANGE_MESSAGE -> exchange_message()
  :: what == EXCHANGE_DIRECT -> exchange_direct()
  :: what == EXCHANGE_STAGED -> exchange_staged()
  :: what == EXCHANGE_LEADER -> exchange_leader()
  fi;
  if :: OUT == ALL && BARRIERS && BREAK != NO_DONE_WAIT -> barrier() :: else fi;
  skip;
  d_step {
    assert(OUT != ALL || moved[call] == PIECES(call));
    left[CELL(me, call)] = true;
    if :: OUT != NO -> source[CELL(me, call)] = 0 :: else fi; /* the program changes it at once */
    j = 0; x = 0; segment = 0
  }
}

proctype thread(byte me) {
  byte call;
  for (call : 0 .. CALLS - 1) {
    if :: call >= IN_FLIGHT -> left[CELL(me, call - IN_FLIGHT)] :: else fi;
    atomic {
      entered[CELL(me, call)] = true;
      entries[call]++;
      if :: EXCHANGE(call) || me == root[call] -> source[CELL(me, call)] = call + 1 :: else fi;
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
        if :: IN == NO && (EXCHANGE(call) || t == root[call]) -> source[CELL(t, call)] = call + 1 :: else fi
      }
    };
    for (t : 0 .. N - 1) { run thread(t) }
  };
  _nr_pr == 1;
  for (call : 0 .. CALLS - 1) { assert(moved[call] == PIECES(call)) }
}
