/* SPDX-License-Identifier: BSD-3-Clause
 * shared.h: the memory file that a simulated job's threads share with the simulator (simulator/), and what
 * they say to each other there. Plain C, which C++ understands as well.
 *
 *   file:  | control | ended, gone, node, leader of each thread | a seat for each thread |
 *          | times of sites | posts | a segment for each thread |
 *
 * The simulator lets one thread run at a time. The thread then has its *turn*. Its clock, `now` in its seat, goes on by
 * what its calls cost. What it sends it *posts*: an entry with the time. It gives the turn back when it has
 * to wait, and says for what. The simulator takes the posts, then gives a turn to the thread whose time is next.
 *
 * In its turn a thread may be ahead of the others. Before it reads or writes a word by which threads order what they
 * do, it *catches up*: it gives the turn back until all that happens before its time has happened. It need not do so up
 * to its *horizon*: before that time nothing happens elsewhere. */
#ifndef SIM_SHARED_H
#define SIM_SHARED_H

#include <stdint.h>
#include "base/processor.h"

enum { SIM_PAGE = URTK_PAGE, SIM_TABLE = 2 << 20, SIM_POSTS = 65536, SIM_BARRIERS = 2, SIM_FINISHED = 256,
       SIM_AWAITED = 64, SIM_TOLD = 64, SIM_WROTE = 16, SIM_ALONE = 16, SIM_SITES = 64 };
enum { SIM_REVISION = 3 };                /* another one for each change of what follows that changes no size */
#define SIM_VERSION ((uint64_t)SIM_REVISION << 56 | sizeof(struct sim_control) << 32 | \
                     sizeof(struct sim_seat) << 16 | sizeof(struct sim_post))
#define SIM_FOREVER 1e300
#define SIM_NOWHERE UINT64_MAX           /* no place in the segments */

/* Whose turn it is. Without a sleeper the word changes without a system call. */
enum sim_turn { SIM_SIMULATOR, SIM_THREAD, SIM_THREAD_AWAITED }; /* awaited: the simulator sleeps meanwhile */

/* What a thread gives its turn back for. */
enum sim_wait {
  SIM_TAKE,                              /* the posts must be taken; no time passes */
  SIM_NEWS,                              /* until something arrives at this thread, or `until` */
  SIM_WORDS,                             /* until something arrives, a post SIM_AWAIT is answered, or `until` */
  SIM_HANDLE,                            /* until something arrives, or `for_handle` has finished. What arrives in any
                                            wait but SIM_NEWS is news for the next SIM_NEWS: the thread looked before */
  SIM_TIME,                              /* until `until`, whatever arrives */
  SIM_CATCH_UP,                          /* the same; what arrives meanwhile is news for its next SIM_WORDS, too */
  SIM_RELEASE,                           /* until a barrier is released; what arrives does not matter */
  SIM_SETTLED,                           /* until no put with signal of this thread is under way */
  SIM_ENDED                              /* for good */
};

enum sim_kind {
  SIM_PUT,                               /* `bytes` to `dst`; then `signal` changes, if there is one; then `handle` */
  SIM_GET,                               /* asks for `bytes`; the thread copies them once `handle` has finished */
  SIM_REQUEST,                           /* `bytes` to `to`, which sends back `value` bytes; then `handle` */
  SIM_ATOMIC,                            /* changes the word at `dst` and brings the old value */
  SIM_AWAIT,                             /* brings the `bytes` bytes at `dst` once they are not `expected`; if they
                                            are near, the time, a double, since when they are not */
  SIM_COPY,                              /* a copy within the node, which alone takes `seconds`; then `handle` */
  SIM_SEND, SIM_RECEIVE,                 /* the ends of a stream */
  SIM_PAYLOAD,                           /* `payload` more bytes of the post before */
  SIM_ARRIVE                             /* at barrier `to` */
};

enum sim_change { SIM_LOAD, SIM_STORE, SIM_SWAP, SIM_FETCH_ADD, SIM_COMPARE_SWAP };

/* Places are bytes from the start of the segments. */
struct sim_post {
  uint32_t kind;
  int32_t to;                            /* the other thread */
  double time;                           /* when the thread has done its part */
  uint64_t bytes;                        /* the message has, on the wire */
  uint64_t dst, src;                     /* src: SIM_NOWHERE if the bytes follow, or are not to be copied */
  uint64_t signal, value, expected;      /* of a put with signal (SIM_STORE or SIM_FETCH_ADD), or of an atomic */
  uint32_t change, handle;               /* handle 0: nobody asks when it is there */
  uint32_t tag, number;                  /* of a stream */
  uint64_t handed_over;                  /* 1: the bytes go to memory of the process, and its address to `dst` */
  double seconds;                        /* of a copy */
  uint64_t total;                        /* bytes that follow in all ... */
  uint64_t payload;                      /* ... and right here, after the post, up to the next multiple of 8 */
};

/* A get of at most SIM_SHORT bytes brings them in `value`: they are those of the time when it was served. */
enum { SIM_SHORT = 16 };
struct sim_finished { uint32_t handle, unused; uint64_t value[SIM_SHORT / 8]; };

/* Of a place in the program from which the runtime is called: the time that has passed there, and how many puts and
 * gets of far memory it has waited for. All threads have the same places, whose texts are in sim_control. The entries
 * of one place lie together for all threads, so that places which a program does not have take no memory. */
struct sim_site { double seconds; uint64_t accesses; };

struct sim_seat {
  uint32_t turn;                         /* whose turn it is, an enum sim_turn; both sleep on this word */
  uint32_t wait;                         /* an enum sim_wait */
  uint32_t for_handle;                   /* in SIM_HANDLE */
  int32_t process;                       /* the thread's */
  double now, until;                     /* seconds */
  double horizon;                        /* see above; its own posts and words end it, since others may answer them */
  uint32_t touched;                      /* 1: it has written what others may read without a look, ... */
  uint32_t told_count;                   /* ... or words for which these threads of its node wait, */
  int32_t told[SIM_TOLD];
  uint32_t wrote_count;                  /* so many places at which others may look; SIM_WROTE + 1: not known where */
  struct sim_wrote { uint64_t place, bytes; } wrote[SIM_WROTE];
  double wrote_at;                       /* the first at this time; or SIM_FOREVER. The simulator takes note of them */
  uint32_t meanwhile;                    /* 1: what arrives matters also in SIM_RELEASE */
  uint32_t anywhere;                     /* 1: in SIM_NEWS, it may wait for what others of its node have touched */
  uint32_t alone_count;                  /* the thread is in a loop, and nothing ends it but a change of these words */
  struct sim_alone { uint64_t place, seen, bytes; } alone[SIM_ALONE];
  char loop[64];                         /* where that is: "prog.upc:12" */
  uint32_t released[SIM_BARRIERS];       /* phases of each barrier that have been completed */
  uint32_t under_way;                    /* puts with signal that have not arrived */
  double settled;                        /* when the answers to those that have arrived are here */
  uint32_t finished_count;               /* handles that have finished since its last turn: sim_finished_of */
  uint32_t awaited_count;                /* unfinished handles that the thread waits for. The ends of other */
  uint32_t awaited_unlisted;             /* handles give it no turn. So many did not fit into the list */
  uint32_t awaited[SIM_AWAITED];
  uint32_t latest_site;                  /* that of the program's latest call */
  uint64_t post_bytes;
};

/* So many bytes take so long. */
enum { SIM_LENGTHS = 16 };
struct sim_known { double bytes, seconds; };
struct sim_copies {
  int lengths;                           /* so many are known, ascending */
  struct sim_known known[SIM_LENGTHS];
  double byte;                           /* each byte beyond the last one */
};

/* How long the thread's own part of a call takes, in seconds; from the machine's file. */
struct sim_costs {
  double send, send_byte;                /* of a message */
  struct sim_copies near_copies, own_copies; /* within the node: of another thread's bytes; of its own */
  double shared_copies;                  /* longer ones share the memory of the node; SIM_FOREVER: none does */
  double combined_byte;                  /* of the values that the library combines with others */
  double near_word;                      /* an atomic operation there */
  double near_latency;                   /* a word found there that another thread has written */
  double look;                           /* a test whether something has come */
  double host_factor;                    /* seconds for each second that the host computes; 0: not counted */
};

/* A kind of computation, and the seconds of each of its operations in large blocks; blocks of the extent `half` take
 * twice as long for each. */
enum { SIM_WORK = 32 };
struct sim_kind_of_work { char name[24]; double seconds, half; };

struct sim_control {
  uint64_t version;                      /* SIM_VERSION; another one has another file */
  int32_t threads, nodes, most_near;     /* most_near: of a node's threads */
  struct sim_costs costs;
  struct sim_kind_of_work work[SIM_WORK]; /* a name of no characters ends it */
  double flop_seconds;                   /* of other kinds */
  uint32_t round_trip;                   /* urtc_round_trip */
  uint32_t arrival_asked;                /* 1: who must know that messages have arrived asks (transfer.c) */
  uint64_t helper;                       /* 1: calls in flight go on while their thread computes */
  uint64_t recorded;                     /* 1: times are recorded or replayed; this host's must not decide anything */
  uint64_t ended_at, gone_at, node_at, leader_at; /* of the file: an int of each thread */
  uint64_t seats_at, segments_at, stride, extent; /* of a segment: `extent` bytes of each `stride` bytes are its own */
  uint64_t sites_at;                     /* for each place, by site_text, a sim_site of each thread */
  uint64_t posts_at, posts_stride;       /* of each thread SIM_POSTS bytes; 0: those of the one that has its turn */
  uint64_t dataless_at, dataless;        /* of a segment: from there on so many bytes have no data */
  uint64_t behind;                       /* bytes behind all segments that are addresses of such memory (segment.c) */
  char torus[48];                        /* UPC_STRIDE_TORUS of this machine, if threads fill it in order; or "" */
  char rules[1024];                      /* its file of rules, for the library; or "" */
  char site_text[SIM_SITES][64];         /* no characters: not in use; the last one is for all calls beyond it */
  int32_t some_ended;                    /* 1: a thread has ended */
  uint32_t attached;                     /* 1 once the segments are there; the simulator sleeps on it */
  int32_t ending, status;                /* the monitor's struct watch */
  int32_t running;                       /* if threads are contexts of one process: the one that runs, or -1 */
  uint64_t first_tag[SIM_BARRIERS][2];   /* by parity of the phase */
};

static inline struct sim_seat *sim_seat_of(struct sim_control *c, int thread) {
  return (struct sim_seat *)((char *)c + c->seats_at) + thread;
}

static inline struct sim_site *sim_site_of(struct sim_control *c, int site, int thread) {
  return (struct sim_site *)((char *)c + c->sites_at) + (uint64_t)site * (uint64_t)c->threads + (uint64_t)thread;
}

/* No thread's own: the addresses of several threads' memory without data. */
static inline int sim_is_behind(const struct sim_control *c, uint64_t place) {
  return place - (uint64_t)c->threads * c->stride < c->behind;
}

static inline char *sim_posts_of(struct sim_control *c, int thread) {
  return (char *)c + c->posts_at + (uint64_t)thread * c->posts_stride;
}

/* The handles that have finished lie where the thread's posts do: the simulator has taken all posts before it tells of
 * a handle, and the thread has read of all handles before it posts. */
static inline struct sim_finished *sim_finished_of(struct sim_control *c, int thread) {
  return (struct sim_finished *)sim_posts_of(c, thread);
}

/* Lets a thread that is a context of this process run until it gives its turn back (one_process.c). 0: it has not done
 * so, although it has computed for `patience` seconds, or it is gone. */
typedef int sim_run(int thread, double patience);

#endif
