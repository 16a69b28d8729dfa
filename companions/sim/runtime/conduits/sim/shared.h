/* SPDX-License-Identifier: BSD-3-Clause
 * shared.h: the memory file through which the threads of a simulated job and the simulator (simulator/) talk to each
 * other. Plain C, which C++ understands as well.
 *
 *   file:  | control | ended, gone, node, leader of each thread | a seat for each thread |
 *          | times of sites | posts | a segment for each thread |
 *
 * The simulator lets one thread run at a time: this thread has its *turn*. Its clock, `now` in its seat, goes on by
 * what its calls cost. For what it sends it writes a *post*, an entry with the time. It gives the turn back when it
 * must wait, and writes into its seat what it waits for. The simulator takes the posts, works out when messages arrive,
 * and gives the next turn to the thread whose time comes first.
 *
 * A thread's clock may be ahead of what the simulator has worked out. Some words order what threads do: flags, locks,
 * counters of messages. Before a thread reads or writes one, it *catches up*: it gives its turn back until all that
 * happens before its time has happened. Up to its *horizon* nothing happens elsewhere, so it need not catch up. */
#ifndef SIM_SHARED_H
#define SIM_SHARED_H

#include <stdint.h>
#include "base/processor.h"

enum {
  SIM_PAGE = URTK_PAGE,
  SIM_TABLE = 2 << 20,                   /* bytes that one table of the system's pages is for (one_process.c) */
  SIM_POSTS = 65536,                     /* bytes for a thread's posts */
  SIM_BARRIERS = 2,                      /* the program's and the runtime's (URTC_BARRIERS) */
  SIM_FINISHED = 256,                    /* handles that the simulator tells a thread of at a time */
  SIM_AWAITED = 64, SIM_TOLD = 64, SIM_WROTE = 16, SIM_ALONE = 16, /* lengths of lists in a seat */
  SIM_SITES = 64                         /* places of the program with times of their own */
};
enum { SIM_REVISION = 3 };                /* goes up with each change below that leaves all sizes as they are */
#define SIM_VERSION ((uint64_t)SIM_REVISION << 56 | sizeof(struct sim_control) << 32 | \
                     sizeof(struct sim_seat) << 16 | sizeof(struct sim_post))
static inline uint64_t sim_whole_pages(uint64_t bytes) { return (bytes + SIM_PAGE - 1) / SIM_PAGE * SIM_PAGE; }
#define SIM_FOREVER 1e300
#define SIM_NOWHERE UINT64_MAX           /* no place in the segments */

/* Whose turn it is. Without a sleeper the word changes without a system call. */
enum sim_turn { SIM_SIMULATOR, SIM_THREAD, SIM_THREAD_AWAITED }; /* awaited: the simulator sleeps meanwhile */

/* What a thread waits for when it gives its turn back. `until` is in its seat. */
enum sim_wait {
  SIM_TAKE,                              /* for nothing: the simulator takes the posts, and no time passes */
  SIM_NEWS,                              /* until something arrives at this thread, or the time is `until` */
  SIM_WORDS,                             /* the same, or until a post SIM_AWAIT is answered */
  SIM_HANDLE,                            /* until something arrives, or `for_handle` has finished */
  SIM_TIME,                              /* until `until`, whatever arrives */
  SIM_CATCH_UP,                          /* the same; what arrives meanwhile also ends its next SIM_WORDS */
  SIM_RELEASE,                           /* until a barrier is released, whatever arrives */
  SIM_SETTLED,                           /* until no put with signal of this thread is under way */
  SIM_ENDED                              /* for good */
};
/* What arrives during another wait than SIM_NEWS ends the next SIM_NEWS: the thread has looked before it arrived. */

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
  uint32_t site, unused;                 /* the thread's latest site */
  uint64_t handed_over;                  /* 1: the bytes go to memory of the process, and its address to `dst` */
  double seconds;                        /* of a copy */
  double computed;                       /* as in the seat, at that time */
  uint64_t total;                        /* bytes that follow in all ... */
  uint64_t payload;                      /* ... and right here, after the post, up to the next multiple of 8 */
};

/* A get of at most SIM_SHORT bytes brings them in `value`: they are those of the time when it was served. */
enum { SIM_SHORT = 16 };
struct sim_finished { uint32_t handle, unused; uint64_t value[SIM_SHORT / 8]; };

/* A site is a place in the program from which the runtime is called. For each thread: the time that has passed there,
 * and the puts and gets of far memory that were waited for. All threads have the same sites, whose texts are in
 * sim_control. The entries of all threads for one site lie together, so unused sites take no memory. */
struct sim_site { double seconds; uint64_t accesses; };

/* What the simulator and one thread tell each other. */
struct sim_seat {
  /* The turn. */
  uint32_t turn;                         /* whose turn it is, an enum sim_turn; both sleep on this word */
  uint32_t wait;                         /* an enum sim_wait */
  uint32_t for_handle;                   /* in SIM_HANDLE */
  int32_t process;                       /* the thread's */
  double now, until;                     /* seconds */
  double horizon;                        /* see above; a post or a written word of its own ends it: others may answer */

  /* What it has written in memory, where others of its node may look. */
  uint32_t touched;                      /* 1: something that others read without asking the simulator first */
  uint32_t told_count;                   /* words for which these threads of its node wait */
  int32_t told[SIM_TOLD];
  uint32_t wrote_count;                  /* places at which others may look; SIM_WROTE + 1: it is not known where */
  struct sim_wrote { uint64_t place, bytes; } wrote[SIM_WROTE];
  double wrote_at;                       /* when it wrote the first of them, for the simulator; or SIM_FOREVER */

  /* More about its wait. */
  uint32_t meanwhile;                    /* 1: what arrives matters also in SIM_RELEASE */
  uint32_t anywhere;                     /* 1: in SIM_NEWS, it may wait for what others of its node have touched */
  uint32_t alone_count;                  /* it is in a loop that nothing ends but a change of these words */
  struct sim_alone { uint64_t place, seen, bytes; } alone[SIM_ALONE];
  char loop[64];                         /* where the loop is: "prog.upc:12" */
  uint32_t released[SIM_BARRIERS];       /* of each barrier: how many phases are complete */
  uint32_t under_way;                    /* puts with signal that have not arrived */
  double settled;                        /* when the answers to those that have arrived are here */

  /* Handles of calls in flight. */
  uint32_t finished_count;               /* that have finished since its last turn: sim_finished_of */
  uint32_t awaited_count;                /* unfinished ones that the thread waits for; others give it no turn */
  uint32_t awaited_unlisted;             /* those among them for which the list had no room */
  uint32_t awaited[SIM_AWAITED];

  double computed;                       /* seconds that the program has computed, since the start */
  uint32_t latest_site;                  /* the site of the program's latest call */
  uint64_t post_bytes;                   /* of its posts, which the simulator has not taken */
};

/* How long copies take: the seconds for some numbers of bytes, and between them a straight line. */
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
  double noise_interval, noise_time;     /* of interruptions: the mean until the next one, and how long one takes */
  uint64_t noise_seed;
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
  int32_t ending, unused;                /* how a thread ends the job (urtk_decides_end); 0: none does */
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

/* The handles that have finished lie in the memory of the thread's posts. The simulator takes all posts before it tells
 * of a handle, and the thread reads of all handles before it posts. */
static inline struct sim_finished *sim_finished_of(struct sim_control *c, int thread) {
  return (struct sim_finished *)sim_posts_of(c, thread);
}

/* A random number: splitmix64 (Steele, Lea and Flood, 2014). */
static inline uint64_t sim_draw(uint64_t *state) {
  uint64_t x = *state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/* Lets a thread that is a context of this process run until it gives its turn back (one_process.c). 0: it has not done
 * so, although it has computed for `patience` seconds, or it is gone. */
typedef int sim_run(int thread, double patience);

#endif
