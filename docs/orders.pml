/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A model for spin of the order in which threads see each other's stores, as C11 and aarch64 have it. A place keeps all values that
 * were stored to it. Each thread has a view: for each place, the oldest value that it may still read. A release store carries the
 * view of its thread, and who reads it with acquire takes that view over. A relaxed access carries nothing. So a load may
 * find any value from the thread's view on, in any order but its own. Not in the model: a load that comes after a later store. So the
 * orders of TAKEN, which keep the load of a slot's data before the store that gives the slot back, cannot be left out here.
 *
 * From the command line (-D):
 *   MODEL    RING     a ring of the library (src/transport/channel.upc): a message and its word, and the count of those taken
 *            BARRIER  the barrier of smp (upc/runtime/conduits/smp/barrier.c) with three threads
 *            NODES    the barrier of nodes (upc/runtime/conduits/nodes/barrier.c): a thread takes over the rounds of another
 *   BREAK    the number of an access that is relaxed: then spin must find an error */
#define RING 1
#define BARRIER 2
#define NODES 3
#ifndef MODEL
#define MODEL RING
#endif
#ifndef BREAK
#define BREAK 0
#endif
#define strong(access) (BREAK != (access))

#if MODEL == RING
#define THREADS 2
#define PLACES 5                        /* data and word of two slots, taken */
#define MESSAGES 4
#elif MODEL == BARRIER
#define THREADS 3
#define PLACES 5                        /* arrived, released, what each thread writes */
#define PHASES 2
#define OWN(t) (2 + (t))
#else
#define THREADS 2
#define PLACES 7                        /* arrived, released, crossing, busy, round, what each thread writes */
#define PHASES 2
#define OWN(t) (5 + (t))
#endif
#define MOST 12                         /* values of a place */

byte count[PLACES];                     /* of values, less the 0 at the start */
byte value[PLACES * MOST];
byte view[THREADS * PLACES];
byte carried[PLACES * MOST * PLACES];

#define LAST(place) ((place) * MOST + count[place])

inline take_over(entry) {
  d_step {
    for (k : 0 .. PLACES - 1) {
      if
      :: carried[(entry) * PLACES + k] > view[me * PLACES + k] -> view[me * PLACES + k] = carried[(entry) * PLACES + k]
      :: else
      fi
    }
    k = 0
  }
}
/* Appends a value; with `and_before` it also carries what the value before it carried, as an atomic change does. */
inline append(place, new, releases, and_before) {
  d_step {
    assert(count[place] + 1 < MOST);
    count[place]++;
    value[LAST(place)] = new;
    view[me * PLACES + place] = count[place];
    for (k : 0 .. PLACES - 1) {
      carried[LAST(place) * PLACES + k] = (releases -> view[me * PLACES + k] : 0);
      if
      :: and_before && carried[(LAST(place) - 1) * PLACES + k] > carried[LAST(place) * PLACES + k] ->
         carried[LAST(place) * PLACES + k] = carried[(LAST(place) - 1) * PLACES + k]
      :: else
      fi
    }
    k = 0
  }
}
inline take_over_if(acquires, entry) {
  if
  :: acquires -> take_over(entry)
  :: else
  fi
}
inline store(place, new, releases) { append(place, new, releases, 0) }
inline load(place, acquires, to) {
  atomic {
    select(at : view[me * PLACES + place] .. count[place]);
    to = value[place * MOST + at];
    view[me * PLACES + place] = at;
    take_over_if(acquires, place * MOST + at)
  }
}
/* An atomic change reads the last value. */
inline change(place, new, acquires, releases, old) {
  atomic {
    old = value[LAST(place)];
    take_over_if(acquires, LAST(place));
    append(place, new, releases, 1)
  }
}
#define STATE byte k, at, got, other

#if MODEL == RING
#define DATA(slot) (slot)
#define WORD(slot) (2 + (slot))
#define TAKEN 4
active proctype sender() {
  STATE; byte me = 0, n;
  for (n : 1 .. MESSAGES) {
    do
    :: load(TAKEN, 1, got) -> if :: n <= got + 2 -> break :: else fi
    od;
    store(DATA(n % 2), n, 0);
    store(WORD(n % 2), n, strong(1))
  }
}
active proctype receiver() {
  STATE; byte me = 1, n;
  for (n : 1 .. MESSAGES) {
    do
    :: load(WORD(n % 2), strong(2), got) -> if :: got == n -> break :: else fi
    od;
    load(DATA(n % 2), 0, got);
    assert(got == n);
    store(TAKEN, n, 1)
  }
}
#endif

/* After a barrier: what each thread wrote before it. */
inline find_all(phase) {
  for (t : 0 .. THREADS - 1) {
    load(OWN(t), 0, got);
    assert(got >= phase)
  }
}
#if MODEL == BARRIER
#define ARRIVED 0
#define RELEASED 1
active [THREADS] proctype thread() {
  STATE; byte me = _pid, phase, t;
  for (phase : 1 .. PHASES) {
    store(OWN(me), phase, 0);
    change(ARRIVED, got + 1, strong(1), strong(2), got)
    if
    :: got + 1 == THREADS -> store(ARRIVED, 0, 0); store(RELEASED, phase, strong(3))
    :: else
    fi;
    do
    :: load(RELEASED, strong(4), got) -> if :: got >= phase -> break :: else fi
    od;
    find_all(phase)
  }
}
#endif

#if MODEL == NODES
#define ARRIVED 0
#define RELEASED 1
#define CROSSING 2
#define BUSY 3
#define ROUND 4
#define ROUNDS 1                        /* between two nodes */
byte told[PHASES + 1];                  /* rounds made, by phase */
/* Does what is left of the phase that is being crossed. */
inline cross() {
  value[LAST(BUSY)] == 0; /* else the exchange is in vain */
  change(BUSY, 1, strong(3), 0, other);
  if
  :: other == 0 ->
     load(CROSSING, 0, other);
     if
     :: other ->
        load(ROUND, 0, got);
        if
        :: got < ROUNDS -> told[other]++; store(ROUND, got + 1, 0)
        :: else
        fi;
        assert(told[other] == ROUNDS);
        store(CROSSING, 0, 0);
        store(RELEASED, other, strong(4))
     :: else
     fi;
     store(BUSY, 0, strong(5))
  :: else
  fi
}
active [THREADS] proctype thread() {
  STATE; byte me = _pid, phase, t;
  for (phase : 1 .. PHASES) {
    store(OWN(me), phase, 0);
    change(ARRIVED, got + 1, strong(6), strong(7), got);
    if
    :: got + 1 == THREADS -> store(ARRIVED, 0, 0); store(ROUND, 0, 0); store(CROSSING, phase, strong(1))
    :: else
    fi;
    do
    :: load(RELEASED, strong(2), got) ->
       if
       :: got >= phase -> break
       :: else
       fi;
       load(CROSSING, strong(8), got);
       if
       :: got -> cross()
       :: else
       fi
    od;
    find_all(phase)
  }
}
#endif
