/* SPDX-License-Identifier: BSD-3-Clause
 * core.h: what the files of the runtime's core share among themselves. */
#ifndef URT_CORE_H
#define URT_CORE_H

#include <stddef.h>
#include <stdint.h>
#include "base/environment.h"
#include "base/fail.h"
#include "base/identity.h"
#include "conduits/conduit.h"
#include "urt.h"

/* ---- Modules (modules.c): the program and the shared libraries with UPC code, in the order they were loaded ---- */
int urtk_modules(void);
const urt_module_t *urtk_module(int number);
void urtk_close_modules(void);                 /* a module that is loaded later is refused */
/* the linker's names for where the module that holds the runtime begins and ends */
extern const char __ehdr_start[] __attribute__((visibility("hidden"))), _end[] __attribute__((visibility("hidden")));

/* ---- Start (start.c) ---- */
/* Starts the threads, with `asked` of them, 0 for one, and a heap of `heap` bytes, 0 for what the environment says.
 * Returns on every thread. */
void urtk_start(int *argc, char ***argv, int asked, size_t heap);
int urtk_threads_asked(void);                  /* by the environment and the program; 0: by neither */
void urtk_handle_crashes(void);

/* ---- The check at the start (alike.c) ---- */
/* Ends the job with a line unless all threads are of one build, one layout of static data and one runtime, on as many
 * hosts as upcrun was told. Between urtk_place_statics and urtc_attach; all code after it relies on this. */
void urtk_check_alike(void);
/* FNV-1a, from URTK_HASH on */
#define URTK_HASH 0xcbf29ce484222325u
static inline uint64_t urtk_hash(uint64_t hash, const void *data, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) hash = (hash ^ ((const unsigned char *)data)[i]) * 0x100000001b3u;
  return hash;
}

/* ---- Tables for gathers (gathers.c) ---- */
void urtk_size_gather_tables(void);            /* finds out how large they may be */
/* The table of blocks of one, from the element on that p points to; or null. */
const urt_size_t *urtk_table_of_ones(urt_ptr_t p, urt_size_t elem);

/* An object of which each thread has a part at the same offset. */
struct urtk_object {
  size_t from, bytes;          /* a thread's part */
  const unsigned long *header; /* a word that stays as it is while the object lives */
};

/* ---- Statics (statics.c) ---- */
/* Gives every static shared object its place, from `from` on; returns where they end. */
size_t urtk_place_statics(size_t from, int threads);
size_t urtk_static_rest(size_t offset);        /* bytes from there to the end of the object; 0: it is in none */
int urtk_static_object(size_t offset, struct urtk_object *found); /* 1: it lies there; has no header */
size_t urtk_statics(void);                     /* how many there are; the one with this number, from 0 */
struct urtk_object urtk_static(size_t number);
uint64_t urtk_statics_hash(void);              /* of the names, places and sizes of all, once they have places */
void urtk_run_inits(void);
void urtk_note_process(void);                  /* this copy of the runtime has started in this process (embedded.c) */

/* ---- Heap (heap.c) ---- */
void urtk_heap_init(size_t from, size_t to);   /* the part of every segment that is heap */
/* `bytes` on `thread` (or, for the global heap, at one offset on all threads); the offset, or 0 if it is full. */
size_t urtk_heap_alloc(int global, size_t bytes);
void urtk_heap_free(const char *by, urt_ptr_t p); /* by: the call, for messages */
void urtk_frees(const char *call, urt_ptr_t p); /* the program frees p by this call: told before anything else */
/* Memory on the global heap. On every thread its bytes from `*fresh` on may have been used before. What is below has
 * not been by the global heap. urtk_heap_zero makes the caller's part zero, and touches only what has been used. */
size_t urtk_heap_alloc_fresh(size_t bytes, size_t *fresh);
void urtk_heap_zero(size_t block, size_t bytes, size_t fresh);
/* Gives own memory large pages before it is used, if it is large: base/memory.h. */
void urtk_use_large_pages(size_t offset, size_t bytes);
/* Bytes from p to the end of the allocated memory that p is in. 0: p is in none. -1: not known, since too many blocks
 * would have to be read, or blocks of a far thread. */
size_t urtk_heap_rest(urt_ptr_t p);
/* What p points into, if it is on the global heap, and thread 0 is near: 1. 0: it is not, or it is not known. */
int urtk_heap_object(urt_ptr_t p, struct urtk_object *found);
/* A block of the heap, at the offset of its memory. `given`: of its `size` bytes those that were asked for. Its header
 * lies before it, and the next one's at its end. */
struct urtk_block { size_t at, size, given; int thread, global, used; };
/* The block that begins at p, in use: 1. The one that p lies in, also if it is free, or behind, or in whose header: for
 * reports, since it takes time. Far ones, too. */
int urtk_heap_block(urt_ptr_t p, struct urtk_block *found);
int urtk_heap_around(urt_ptr_t p, struct urtk_block *found);
/* All blocks in use of a thread's own heap, or of the global one, -1. Nobody allocates or frees there meanwhile. */
void urtk_heap_each(int thread, void (*see)(const struct urtk_block *block));
size_t urtk_heap_size(void);
size_t urtk_segment_size(void);
size_t urtk_heap_left(int global);             /* bytes between the two parts: the largest new piece */
/* the same for the runtime itself: else the job ends */
urt_ptr_t urtk_needed(int global, size_t bytes, const char *what);

/* ---- Collective calls of the runtime itself (collective.c) ---- */
/* Thread 0's `value` for everybody. `call` and what is given must be the same on all threads, or the job ends with a
 * line. The second form has one number more, which is replaced by thread 0's. In the third one all give the same
 * place. */
struct urtk_given { const char *format; uint64_t a, b; }; /* format: of a line, of two unsigned long long */
urt_ptr_t urtk_agree(const char *call, struct urtk_given given, urt_ptr_t value);
urt_ptr_t urtk_agree_with(const char *call, struct urtk_given given, urt_ptr_t value, size_t *number);
void urtk_agree_on_place(const char *call, urt_ptr_t place);
extern int urt_atomic_domains;                 /* of upc_atomic.h, that there are now: all threads make and free them */
void urtk_gave_back(void);                     /* a lock, or what the heap's lock protects: others get their turn */
void urtk_meet(void);                          /* all threads have come here */
/* For on_exit: what the thread has printed goes out. If it cannot, a line says so, and the status is 1, not 0. */
void urtk_look_at_output(int status, void *unused);
size_t urtk_most_of(size_t nblocks, size_t nbytes); /* bytes that a thread has at most of blocks that are dealt out */
void urtk_meet_after_main(void);               /* the same, where the caller tells of threads that never come */
void urtk_lock_wait_begins(void);
void urtk_waits_for_lock_of(int thread);       /* for urt_waits_for_my_lock; -1: for none any more */
uint64_t urtk_waits_so_far(void);              /* the same number as before: the thread is in the same wait as before */
/* in a long wait: ends the job if a thread has ended that can never reach this barrier; reports the wait */
void urtk_stuck(int barrier);
int urtk_any_error(int error);                 /* everybody's: one that is not 0 if there is one, the same for all */

/* ---- Long waits (waits.c) ---- */
void urtk_open_calls(void);                    /* each thread, once it has shared memory */
void urtk_set_patience(double seconds);        /* UPC_PATIENCE; 0: never */

/* ---- Far accesses of loops (far.c) ---- */
size_t urtk_answer(int owner, const void *request, size_t bytes, void *reply); /* urtk_serve of conduit.h */

/* ---- Pointers (pointers.c) ---- */
urt_ptr_t urtk_inverse(const void *p);

/* ---- Near memory ---- */
/* 1 where copies to and from there are plain ones. */
static inline int urtk_plain(urt_ptr_t p) { return urt_is_near(p) && !urtc_delays(p.thread); }

/* ---- The lock under upc_lock_t and under the heaps (lock.c). Zeroed memory is a free lock ---- */
struct lock {
  uint64_t holder; /* 0, or 1 + the thread that holds it; bit 31 too once somebody may sleep on it */
  uint64_t kind;   /* marks a upc_lock_t, from its allocation until it is freed */
  uint64_t unused[6];
};

void urtk_lock_take(urt_ptr_t lock);    /* one of the runtime's own, held for a short time: no work begins meanwhile */
/* The same, and no call of the library goes on either: the caller may be the library, within a call. */
void urtk_lock_take_alone(urt_ptr_t lock);
uint64_t urtk_lock_try(urt_ptr_t lock); /* 0: it was free and is now the caller's; else its word */
/* Takes a lock of the program's that is held: its word was that. Its holder may wait for work: that runs meanwhile. */
void urtk_lock_await_long(urt_ptr_t lock, uint64_t word);
int urtk_lock_drop(urt_ptr_t lock);     /* the thread that held it, -1 for none */
int urtk_lock_holder(uint64_t word);    /* the thread that holds a lock with this word, -1 for none */

/* ---- Reports of long waits, for the files of the runtime that wait (waits.c): barriers, locks, semaphores ---- */
/* A line: the caller's latest call and its place, or `otherwise` if it has made none; then what is added. */
struct urtk_line {
  size_t length;
  char text[1024];
};
struct urtk_line urtk_begin(const char *otherwise);
void urtk_add(struct urtk_line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
void urtk_add_thread(struct urtk_line *line, int thread); /* "thread 1 (last call: upc_lock at file.upc:12)" */
/* "thread 0 has waited 10 s for ". On a simulated machine, which has its own time, it says that the host's is meant. */
void urtk_add_waited(struct urtk_line *line, long ms);
void urtk_write(struct urtk_line *line);                  /* to standard error */
/* Ends the job with the line, for a wait that never ends. Of several such threads one writes. */
_Noreturn void urtk_end_with(struct urtk_line *line);

/* Called now and then in a wait, with *wait zeroed at its beginning: once, how long it has been, in milliseconds, if
 * that is more than UPC_PATIENCE; else 0. */
long urtk_too_long(urt_long_wait_t *wait);
int urtk_is_alone(void); /* 1: all other threads have ended */
/* The line "thread 0 has waited 10 s for thread 1 (..)". */
void urtk_report(const char *otherwise, int thread, long ms);

/* Reads what another thread has in its shared memory. 0 if the thread does not answer soon: it is far, and computes. */
int urtk_look(int thread, size_t offset, void *to, size_t bytes);

#endif
