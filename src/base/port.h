/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The compiler and the runtime below the library. No other file of src/ names them, so this header and port.upc are all
 * that a new compiler or a simulated network needs. Standard UPC is used everywhere and is not listed here.
 *
 * Our own runtime (__URT__) has every service. With another UPC 1.3 compiler a service is made of standard UPC. Where
 * that is not possible, the function returns "none" or "not known", as its comment says.
 */
#ifndef UPC_STRIDE_PORT_H
#define UPC_STRIDE_PORT_H

#include <stddef.h>
#include <string.h>
#include <upc.h>

/* Services that our own runtime has under another name: what is declared below are then its functions (urt.h). */
#ifdef __URT__
#define upc_stride_start_embedded urt_start_embedded
#define upc_stride_relax urt_relax
#define upc_stride_poll urt_poll
#define upc_stride_has_ended urt_ended
#define upc_stride_waits_in urt_waits_in
#define upc_stride_waits_for_my_lock urt_waits_for_my_lock
#define upc_stride_shared_alloc urt_needed /* its line says how much memory there is, and how to have more */
#define upc_stride_all_calloc urt_all_calloc
#define upc_stride_object_rest urt_object_rest
#define upc_stride_frees urt_frees
#define upc_stride_frees_here urt_frees_here
#define upc_stride_freed urt_freed
#define upc_stride_cores urt_cores
#define upc_stride_threads_here urt_threads_here
#define upc_stride_leader_of urt_leader_of
#define upc_stride_same_core urt_shares_core
#define upc_stride_ask urt_ask_bytes
#define upc_stride_asked urt_get_asked
#define upc_stride_streams urt_streams
#define upc_stride_cut_streams urt_cut_streams
#define upc_stride_stream_send urt_send
#define upc_stride_stream_receive urt_receive
#define upc_stride_streamed urt_streamed
#define upc_stride_request_most urt_request_most
#define upc_stride_request_longest urt_request_longest
#define upc_stride_reply_longest urt_reply_longest
#define upc_stride_request urt_request
#define upc_stride_answered urt_answered
#define upc_stride_request_front urt_request_front
#define upc_stride_serve urt_serve_library
#define upc_stride_word_read urt_word_read
#define upc_stride_word_swap urt_word_swap
#define upc_stride_word_add urt_word_add
#define upc_stride_word_compare urt_word_compare
#define upc_stride_word_count urt_count_word
#endif

/* ---- what the compiler leaves to the library ---- */

/* 1: the compiler has no upc_all_broadcast and so on of its own; standard/ defines them. */
#ifdef __URT__
#define UPC_STRIDE_DEFINES_UPC_ALL 1
#else
#define UPC_STRIDE_DEFINES_UPC_ALL 0
#endif

/* UPC_STRIDE_BEFORE_MAIN(f): every thread calls `void f(void)` before main. Other compilers never call it. Once a
 * file. */
#ifdef __URT__ /* the runtime calls what this section points to */
#define UPC_STRIDE_BEFORE_MAIN(f) \
  static void (*upc_stride_before_main)(void) __attribute__((section("urt_inits"), used)) = f
#else
#define UPC_STRIDE_BEFORE_MAIN(f) typedef int upc_stride_before_main_t
#endif

/* UPC_STRIDE_APART: a function that is never inlined. What is seldom called then costs its caller no registers. */
#ifdef __URT__
#define UPC_STRIDE_APART __attribute__((noinline))
#else
#define UPC_STRIDE_APART
#endif

/* ---- programs of other compilers ---- */

/* Starts the threads inside a program that has a main of its own; returns on each. `threads` and `heap` (bytes of each
 * thread) are 0 for what the environment says. `communicator` is the address of an MPI_Comm of the MPI called `mpi`, or
 * null. Once there are threads, another call only meets them. Returns null, or the reason why this cannot be. */
const char *upc_stride_start_embedded(int threads, size_t heap, const void *communicator, const char *mpi);

/* ---- waiting ---- */

/* A waiting loop calls this in every turn; turn counts from 0. It first spins, then gives the core away, since there
 * may be more threads than cores. It also lets the runtime make progress. */
void upc_stride_relax(unsigned turn);

/* Like upc_stride_relax, but spins longer before it yields. Use it when the awaited thread runs on another core: a
 * yield and the switch back cost more than the wait. */
void upc_stride_relax_other_core(unsigned turn);

/* 1: a turn of a waiting loop lasts until something has come, as on a simulated machine: what is done in some turns
 * only must be done in each. */
#ifdef __URT__
extern int urt_waits_for_events(void);
static inline int upc_stride_waits_for_events(void) { return urt_waits_for_events(); }
#else
static inline int upc_stride_waits_for_events(void) { return 0; }
#endif

/* Where a variable lies that all threads of this process share. Threads of a simulated machine may be of one process,
 * each with variables of its own. One may change turns with another wherever it computes for long, so what others may
 * find there is complete. Elsewhere a thread has a process, and the variable is where it is. */
#ifdef __URT__
extern void *urt_common(void *variable);
static inline void *upc_stride_common(void *variable) { return urt_common(variable); }
#else
static inline void *upc_stride_common(void *variable) { return variable; }
#endif

/* A list that does not change. All threads of this process that keep the same bytes have one list in common, until each
 * has dropped it. It is so on a simulated machine of one process (1), where thousands of threads have alike lists. */
#ifdef __URT__
extern int urt_hands_over(void);
extern void *urt_keep_common(const void *list, size_t bytes);
extern void urt_drop_common(void *list);
static inline int upc_stride_has_common(void) { return urt_hands_over(); }
static inline void *upc_stride_keep_common(const void *list, size_t bytes) { return urt_keep_common(list, bytes); }
static inline void upc_stride_drop_common(void *list) { urt_drop_common(list); }
#else
static inline int upc_stride_has_common(void) { return 0; }
static inline void *upc_stride_keep_common(const void *list, size_t bytes) { return (void)list, (void)bytes, NULL; }
static inline void upc_stride_drop_common(void *list) { (void)list; }
#endif

/* 1: a second processor goes on with split-phase calls while the thread computes, as a simulated machine may have. */
#ifdef __URT__
extern int urt_has_helper(void);
static inline int upc_stride_has_helper(void) { return urt_has_helper(); }
#else
static inline int upc_stride_has_helper(void) { return 0; }
#endif

/* Lets the runtime make progress. A program may wait by testing again and again: each test calls this. */
void upc_stride_poll(void);

/* Orders the caller's accesses to near memory before and after it. Waits for no other thread, if the runtime allows. */
void upc_stride_ordered(void);

/* The runtime calls `work` while the thread waits in a barrier or for a lock. `work` must not wait. It returns 1 while
 * it has something left to do. Null: nothing to call. With other runtimes upc_stride_library_barrier alone calls it. */
void upc_stride_work_while_waiting(int (*work)(void));

/* What the program has called last: "file.upc:12: upc_lock". Null with other compilers. */
#ifdef __URT__
extern const char **const urt_called;
extern void urt_note_call(const char *call); /* of a program in another language, see urt.h */
static inline const char *upc_stride_called(void) { return *urt_called; }
static inline void upc_stride_note_call(const char *call) { urt_note_call(call); }
#else
static inline const char *upc_stride_called(void) { return NULL; }
static inline void upc_stride_note_call(const char *call) { (void)call; }
#endif

/* A wait that is long already: it calls this now and then, each time with the same *wait, zeroed at its beginning, and
 * with the thread it waits for. If that thread has ended, the program ends with a line; a wait in which nothing comes
 * for UPC_PATIENCE is reported once, and any wait after ten times UPC_PATIENCE. `name` is the library's call, `started`
 * is what upc_stride_called was at its beginning. Other runtimes do nothing. */
typedef struct upc_stride_long_wait {
  long since, latest, quiet, ended, reported, looked, moved; /* the runtime's, see urt.h */
} upc_stride_long_wait_t;
void upc_stride_long_wait(upc_stride_long_wait_t *wait, int thread, const char *name, const char *started);

/* The same of a wait for any thread: `wait` is zeroed at its beginning. The program ends if all others have ended. */
void upc_stride_long_wait_for_any(upc_stride_long_wait_t *wait, const char *name);

/* Why a thread will not do what the caller waits for. Other runtimes do not know: 0 and null. */
int upc_stride_has_ended(int thread);            /* 1: it has ended */
const char *upc_stride_waits_in(int thread);     /* null, or "barrier", "collective call": not reached yet */
int upc_stride_waits_for_my_lock(int thread);    /* 1: it waits for a lock that the caller holds */

/* ---- what calls do, and what orders threads, for whoever watches the program (base/hooks.h of the runtime) ---- */

/* What the library tells. These may be called where nobody watches.
 *
 *   upc_stride_tell_access       the program's latest call reads or changes near memory
 *   upc_stride_tell_access_of    the same for memory of any thread
 *   upc_stride_tell_soon         1: upc_stride_tell_access_of may come some calls later. 0: it must come at once
 *   upc_stride_tell_earlier      the same as upc_stride_tell_access_of, of the call that upc_stride_called() was then
 *   upc_stride_tell_meeting      told before (0) and behind (1) a call of all threads: what they do before the call is
 *                                ordered with what they do behind it
 *   upc_stride_tell_order        0, before a word of shared memory is written: the caller hands over what it has done.
 *                                1, when the word has been read: the caller takes over what others have handed over
 *   upc_stride_tell_within_call  1, then -1: what functions of the program do between belongs to a call
 *   upc_stride_tell_apart        1, then 0: what is told between goes on until upc_stride_tell_apart_ended gets the
 *                                number that the first one returns, which is 0 where nobody watches */
enum { UPC_STRIDE_TELL_READS, UPC_STRIDE_TELL_WRITES, UPC_STRIDE_TELL_UPDATES = 3, UPC_STRIDE_TELL_ACCUMULATES = 5 };
#ifdef __URT__
extern const struct urtk_memory_events *urtk_memory_events;
extern void urt_tell_access(const void *address, size_t bytes, int kind);
extern void urt_tell_access_of(size_t thread, size_t offset, size_t bytes, int kind);
extern int urt_tell_soon(size_t thread, size_t offset);
extern void urt_tell_meeting(int leaves);
extern void urt_tell_order(size_t thread, size_t offset, int takes_over);
extern int urt_within_call;
extern unsigned long urt_tell_apart(int begins);
extern void urt_tell_apart_ended(unsigned long number);
static inline int upc_stride_is_watched(void) { return urtk_memory_events != NULL; }
static inline void upc_stride_tell_access(const void *address, size_t bytes, int kind) {
  if (urtk_memory_events != NULL) urt_tell_access(address, bytes, kind);
}
static inline void upc_stride_tell_access_of(size_t thread, size_t offset, size_t bytes, int kind) {
  if (urtk_memory_events != NULL) urt_tell_access_of(thread, offset, bytes, kind);
}
static inline int upc_stride_tell_soon(size_t thread, size_t offset) {
  return urtk_memory_events != NULL && urt_tell_soon(thread, offset);
}
static inline void upc_stride_tell_earlier(const char *call, size_t thread, size_t offset, size_t bytes, int kind) {
  const char *now = *urt_called;
  *urt_called = call;
  upc_stride_tell_access_of(thread, offset, bytes, kind);
  *urt_called = now;
}
static inline void upc_stride_tell_meeting(int leaves) {
  if (urtk_memory_events != NULL) urt_tell_meeting(leaves);
}
static inline void upc_stride_tell_order(shared [] char *object, int takes_over) {
  if (urtk_memory_events != NULL)
    urt_tell_order(upc_threadof((shared void *)object), upc_addrfield((shared void *)object), takes_over);
}
static inline void upc_stride_tell_within_call(int more) { urt_within_call += more; }
static inline unsigned long upc_stride_tell_apart(int begins) {
  return urtk_memory_events != NULL ? urt_tell_apart(begins) : 0;
}
static inline void upc_stride_tell_apart_ended(unsigned long number) {
  if (number != 0) urt_tell_apart_ended(number);
}
#else
static inline int upc_stride_is_watched(void) { return 0; }
static inline void upc_stride_tell_access(const void *address, size_t bytes, int kind) {
  (void)address, (void)bytes, (void)kind;
}
static inline void upc_stride_tell_access_of(size_t thread, size_t offset, size_t bytes, int kind) {
  (void)thread, (void)offset, (void)bytes, (void)kind;
}
static inline int upc_stride_tell_soon(size_t thread, size_t offset) { return (void)thread, (void)offset, 0; }
static inline void upc_stride_tell_earlier(const char *call, size_t thread, size_t offset, size_t bytes, int kind) {
  (void)call, (void)thread, (void)offset, (void)bytes, (void)kind;
}
static inline void upc_stride_tell_meeting(int leaves) { (void)leaves; }
static inline void upc_stride_tell_order(shared [] char *object, int takes_over) { (void)object, (void)takes_over; }
static inline void upc_stride_tell_within_call(int more) { (void)more; }
static inline unsigned long upc_stride_tell_apart(int begins) {
  (void)begins;
  return 0;
}
static inline void upc_stride_tell_apart_ended(unsigned long number) { (void)number; }
#endif

/* ---- barriers inside calls of the library: split-phase calls progress in them, with any compiler ---- */

/* upc_stride_library_barrier is such a barrier. upc_stride_come_together comes before upc_all_alloc and upc_all_free,
 * in which calls progress with our runtime alone: with another one it is a barrier too. */
#ifdef __URT__
static inline void upc_stride_library_barrier(void) { upc_barrier; }
static inline void upc_stride_come_together(void) {}
#else
void upc_stride_library_barrier(void);
static inline void upc_stride_come_together(void) { upc_stride_library_barrier(); }
#endif

/* One that a call promises. */
static inline void upc_stride_told_barrier(void) {
  upc_stride_tell_meeting(0);
  upc_stride_library_barrier();
  upc_stride_tell_meeting(1);
}

/* ---- memory ---- */

/* Shared memory of the calling thread, aligned to 64 bytes if the runtime aligns it so. Without enough memory the
 * program ends with one line that says what the memory was for and how many bytes. */
shared [] char *upc_stride_shared_alloc(size_t bytes, const char *what);

/* All threads: memory of so many bytes on each, all zeros, at the place that upc_all_alloc gives it. Null: there is
 * none. Our runtime touches only what has been used before. */
shared void *upc_stride_all_calloc(size_t bytes, const char *call);

/* upc_free and upc_all_free call `look` first, with their name and the address of the `shared void *` that they were
 * given. Other runtimes never call it. */
void upc_stride_before_free(void (*look)(const char *call, const void *pointer));

/* Bytes from a place to the end of the shared object or allocation that it lies in, on its thread. 0: it lies in none.
 * (size_t)-1: not known, as with other compilers. */
size_t upc_stride_object_rest(shared const void *place);

/* How many pieces of a thread's own heap have been freed so far, or with -1 of the memory that all threads have; 0 with
 * other compilers. The latest few are known: the second call returns which thread has freed the piece with this number,
 * from 0, and where it was; -1: that is not known any more. A far heap costs messages. */
unsigned long upc_stride_frees(int thread);
const volatile unsigned long *upc_stride_frees_here(int thread); /* where the number stands; null: the heap is far */
int upc_stride_freed(int thread, unsigned long number, size_t *offset, size_t *bytes);

/* 1: the caller can read the thread's shared memory by address. */
int upc_stride_castable(int thread);

/* The private address of memory of a castable thread. */
char *upc_stride_address(shared const void *place);

/* ---- the machine ---- */

int upc_stride_cores(void);                      /* that the job may use on this host */
int upc_stride_threads_here(void);               /* of the job, on this host */
int upc_stride_leader_of(int thread);            /* the lowest thread of its node; -1 if it is not known */
int upc_stride_oversubscribed(void);             /* 1: more threads of the job than cores on this host */
int upc_stride_same_core(int thread);            /* 1: likely on the caller's core. A hint: a wrong answer costs time */
const char *upc_stride_conduit(void);            /* "smp", "mpi-mpich", "gasnet-udp"; "other": another compiler */

/* 1, and the position of a function in the program, which is the same in all processes; 0 if it is not known. */
int upc_stride_function_position(void (*function)(void), size_t *position);

/* ---- transfers that go on while the program computes ---- */

/* They return a handle, or null if the transfer is complete. */
void *upc_stride_get_nb(void *to, shared const void *from, size_t bytes);
void *upc_stride_put_nb(shared void *to, const void *from, size_t bytes);
int upc_stride_nb_test(void *handle);            /* 1: complete, and the handle is gone */
void upc_stride_nb_wait(void *handle);

/* Bytes are asked for, and upc_stride_asked returns when all have come. The runtime gets them in one message from each
 * owner. Others get them one by one. */
void upc_stride_ask(void *to, shared const void *from, size_t bytes);
void upc_stride_asked(void);

/* ---- requests ---- */

/* Asks threads that are not castable for replies: upc_stride_request sends a request, and upc_stride_answered waits for
 * the replies to all that were sent. Until then the memory of both is not touched. Requests are served in any order.
 * upc_stride_serve makes the reply: on the owner, while it waits or polls, or where its memory can be reached. `memory`
 * is the address from which upc_addrfield counts in the owner's memory. The first 8 bytes of a request are the
 * runtime's, and so are the upc_stride_request_front bytes in front of it, which are no part of it. */
size_t upc_stride_request_front(void);
size_t upc_stride_request_most(void);    /* bytes of a request and of a reply; 0: none, as with other compilers */
size_t upc_stride_request_longest(void); /* of a request whose reply is empty */
size_t upc_stride_reply_longest(void);   /* of a reply to a request of at most upc_stride_request_most bytes */
void upc_stride_request(int thread, void *request, size_t bytes, void *reply, size_t reply_bytes);
void upc_stride_answered(void);
extern size_t (*upc_stride_serve)(char *memory, const void *request, size_t bytes, void *reply);

/* ---- streams ---- */

/* Bytes that both threads know of. What a thread sends goes to the receive of the other thread with the same tag and
 * number. Streams of one tag between two threads are numbered from 0 and begun in this order at both ends. Tags of
 * calls are below UPC_STRIDE_GRAPH_TAG. The messages of a graph have the tags from there on. Only the first
 * UPC_STRIDE_GRAPH_TAGS of them can be those of streams. */
#define UPC_STRIDE_GRAPH_TAG 0x80000000u
enum { UPC_STRIDE_GRAPH_TAGS = 16384 };
typedef unsigned long upc_stride_stream_t;       /* 0: complete */
int upc_stride_streams(int thread, size_t bytes); /* 1: `bytes` bytes go as a stream; the same at both ends */
void upc_stride_cut_streams(size_t bytes, int parts); /* before the first: streams of up to so many parts of so many
                                                         bytes go in parts */
upc_stride_stream_t upc_stride_stream_send(int thread, unsigned tag, unsigned number, const void *from, size_t bytes);
upc_stride_stream_t upc_stride_stream_receive(void *to, int thread, unsigned tag, unsigned number, size_t bytes);
int upc_stride_streamed(upc_stride_stream_t *stream); /* 1: the bytes are there; the sender may change its copy */

/* ---- copies by address ---- */

/* Asked before bytes of the program are copied (or set: both addresses are then the same). 1: copy them. 0: there is
 * nothing to copy, since a simulated machine has given the program memory without data. */
#ifdef __URT__
extern int urt_copies(const void *to, const void *from, unsigned long bytes);
static inline int upc_stride_copies(const void *to, const void *from, size_t bytes) {
  return urt_copies(to, from, bytes);
}
#else
static inline int upc_stride_copies(const void *to, const void *from, size_t bytes) {
  (void)to, (void)from, (void)bytes;
  return 1;
}
#endif

/* Buffers for what has no data need none either: from upc_stride_lose_data until upc_stride_have_data nothing writes
 * them, so they take no memory of the host. */
#ifdef __URT__
extern int urt_has_data(const void *address);
extern void urt_lose_data(const void *memory, unsigned long bytes);
extern void urt_have_data(const void *memory);
static inline int upc_stride_has_data(const void *address) { return urt_has_data(address); }
static inline void upc_stride_lose_data(const void *memory, size_t bytes) { urt_lose_data(memory, bytes); }
static inline void upc_stride_have_data(const void *memory) { urt_have_data(memory); }
#else
static inline int upc_stride_has_data(const void *address) { return address != NULL; }
static inline void upc_stride_lose_data(const void *memory, size_t bytes) { (void)memory, (void)bytes; }
static inline void upc_stride_have_data(const void *memory) { (void)memory; }
#endif

/* The library has combined so many bytes of values with others: on a simulated machine it takes time. */
#ifdef __URT__
extern void urt_combines(unsigned long bytes);
static inline void upc_stride_takes_to_combine(size_t bytes) { urt_combines(bytes); }
#else
static inline void upc_stride_takes_to_combine(size_t bytes) { (void)bytes; }
#endif

/* ---- words and messages in shared memory ---- */

/* A word of the caller's shared memory that another thread writes, and a message of another thread's memory: `bytes`
 * bytes, of which the first word is written last. `here` is the private address where there is one, else null.
 *
 *   upc_stride_read_word      what was written before the word is visible to the caller
 *   upc_stride_write_word     what the caller did before is visible to a thread that reads the word
 *   upc_stride_count_word     writes a word that counts: it only grows, and goes from `before`, what the caller has
 *                             written last, or 0, to `now`; the caller alone writes it. A network may let a message
 *                             overtake another one, and a value that comes late would hide a later one, for which
 *                             nothing else is sent. So to a far thread goes the difference.
 *   upc_stride_found_word     says that the caller has read a new value of a word that the thread has written; once
 *   upc_stride_write_message  writes a message of at least 16 bytes, aligned to 8, but its first 8 bytes to `first`,
 *                             which may be elsewhere; `from` may be changed on return
 *   upc_stride_hands_over     1: messages can be handed over: on a simulated machine of one process
 *   upc_stride_hand_message   writes the first 8 bytes of a message to `first`. But the message lies, as a whole, in
 *                             memory of the process, and at `place` its address. So only messages that are under way
 *                             take memory, and not each place for one
 *   upc_stride_give_back      this memory, when the message has been read
 *   upc_stride_has_atomics    1: words can be written by address, and changed by the calls below
 *   upc_stride_atomics_used   1: the program may use upc_atomic.h now. All threads know it alike; 0 if it is not known
 *   upc_stride_atomic_xor, upc_stride_atomic_add    change an integer of 8 bytes
 *   upc_stride_spin_lock, upc_stride_spin_unlock  an integer of 8 bytes, first 0, is held by one thread at a time. Who
 *                             holds it does nothing but read and write near memory, so that nobody waits for long
 *   upc_stride_atomic_replace  1: an object of 1, 2, 4 or 8 bytes was *before and is *after now; 0: it was not, and
 *                             *before is what it was
 */
#ifdef __URT__

extern void urt_put_signal(shared void *dst, const void *src, size_t bytes, shared void *signal, unsigned long value);
extern void urt_add_signal(shared void *signal, unsigned long value);
extern void urt_hand_over(shared void *dst, const void *message, size_t bytes, shared void *signal);
extern void urt_give_back(const void *message);
extern void urt_writes_word(int thread); /* these two are for a simulated machine; on others they do nothing */
extern void urt_found_word(int thread);

static inline int upc_stride_has_atomics(void) { return 1; }

extern int urt_atomic_domains;
static inline int upc_stride_atomics_used(void) { return urt_atomic_domains > 0; }

/* Relaxed: updates are complete at their fence, which orders them. */
static inline void upc_stride_atomic_xor(char *word, unsigned long value) {
  __atomic_fetch_xor((unsigned long *)word, value, __ATOMIC_RELAXED);
}

static inline void upc_stride_atomic_add(char *word, unsigned long value) {
  __atomic_fetch_add((unsigned long *)word, value, __ATOMIC_RELAXED);
}

extern int sched_yield(void);
static inline void upc_stride_spin_lock(char *word) {
  enum { SPINS = 100 };
  unsigned turn = 0;
  while (__atomic_exchange_n((unsigned long *)word, 1UL, __ATOMIC_ACQUIRE) != 0)
    if (++turn > SPINS) sched_yield();
}

static inline void upc_stride_spin_unlock(char *word) {
  __atomic_store_n((unsigned long *)word, 0UL, __ATOMIC_RELEASE);
}

#define UPC_STRIDE_REPLACE(T) \
  __atomic_compare_exchange((T *)object, (T *)before, (T *)after, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
static inline int upc_stride_atomic_replace(char *object, size_t size, void *before, void *after) {
  if (size == 1) return UPC_STRIDE_REPLACE(unsigned char);
  if (size == 2) return UPC_STRIDE_REPLACE(unsigned short);
  return size == 4 ? UPC_STRIDE_REPLACE(unsigned) : UPC_STRIDE_REPLACE(unsigned long);
}
#undef UPC_STRIDE_REPLACE

static inline unsigned upc_stride_read_word(const char *here, shared [] char *place) {
  (void)place;
  return __atomic_load_n((const unsigned *)here, __ATOMIC_ACQUIRE);
}

static inline void upc_stride_write_word(char *here, shared [] char *place, unsigned value) {
  unsigned words[2];
  unsigned long word;
  if (here != NULL) {
    urt_writes_word((int)upc_threadof((shared void *)place));
    __atomic_store_n((unsigned *)here, value, __ATOMIC_RELEASE);
    return;
  }
  words[0] = value;
  words[1] = 0;
  memcpy(&word, words, sizeof word);
  urt_put_signal((shared void *)place, NULL, 0, (shared void *)place, word);
}

static inline void upc_stride_found_word(int thread) { urt_found_word(thread); }

static inline void upc_stride_count_word(char *here, shared [] char *place, unsigned before, unsigned now) {
  if (here != NULL) upc_stride_write_word(here, place, now);
  else urt_add_signal((shared void *)place, now - before);
}

static inline void upc_stride_write_message(shared [] char *place, shared [] char *first, const char *from,
                                            size_t bytes) {
  size_t skip = sizeof(unsigned long);
  unsigned long word;
  memcpy(&word, from, sizeof word);
  urt_put_signal((shared void *)(place + skip), from + skip, bytes - skip, (shared void *)first, word);
}

static inline int upc_stride_hands_over(void) { return urt_hands_over(); }

static inline void upc_stride_hand_message(shared [] char *place, shared [] char *first, const char *from,
                                           size_t bytes) {
  urt_hand_over((shared void *)place, from, bytes, (shared void *)first);
}

static inline void upc_stride_give_back(const void *message) { urt_give_back(message); }

#else

static inline int upc_stride_has_atomics(void) { return 0; }
static inline int upc_stride_atomics_used(void) { return 0; }

/* Not called: a thread alone changes its memory. */
static inline void upc_stride_atomic_xor(char *word, unsigned long value) { *(unsigned long *)word ^= value; }
static inline void upc_stride_atomic_add(char *word, unsigned long value) { *(unsigned long *)word += value; }
static inline void upc_stride_spin_lock(char *word) { (void)word; }
static inline void upc_stride_spin_unlock(char *word) { (void)word; }
static inline int upc_stride_atomic_replace(char *object, size_t size, void *before, void *after) {
  int same = memcmp(object, before, size) == 0;
  if (same) memcpy(object, after, size);
  else memcpy(before, object, size);
  return same;
}

static inline unsigned upc_stride_read_word(const char *here, shared [] char *place) {
  (void)here;
  return *(strict shared [] unsigned *)place;
}

static inline void upc_stride_write_word(char *here, shared [] char *place, unsigned value) {
  (void)here;
  *(strict shared [] unsigned *)place = value;
}

static inline void upc_stride_found_word(int thread) { (void)thread; }

static inline void upc_stride_count_word(char *here, shared [] char *place, unsigned before, unsigned now) {
  (void)before;
  upc_stride_write_word(here, place, now);
}

static inline void upc_stride_write_message(shared [] char *place, shared [] char *first, const char *from,
                                            size_t bytes) {
  size_t word = sizeof(unsigned), skip = 2 * word;
  unsigned words[2];
  memcpy(words, from, sizeof words);
  upc_memput((shared void *)(place + skip), from + skip, bytes - skip);
  *(shared [] unsigned *)(first + word) = words[1];
  upc_stride_write_word(NULL, first, words[0]);
}

static inline int upc_stride_hands_over(void) { return 0; }

/* Not called. */
static inline void upc_stride_hand_message(shared [] char *place, shared [] char *first, const char *from,
                                           size_t bytes) {
  upc_stride_write_message(place, first, from, bytes);
}
static inline void upc_stride_give_back(const void *message) { (void)message; }

#endif

/* ---- numbers of 4 or 8 bytes on any thread, as bits, that several threads change at once ---- */

/* upc_stride_has_words: 1 if there are these operations. They return what the number was. Its address is a multiple of
 * its bytes. `compare` changes the number to `value` if it is `expected`. `count` adds 1 to one of 8 bytes, and does
 * not wait until it is there. The caller cares for order, by upc_fence. */
#if defined __URT__ || defined __BERKELEY_UPC__
static inline int upc_stride_has_words(void) { return 1; }
#else
static inline int upc_stride_has_words(void) { return 0; }
#endif
unsigned long upc_stride_word_read(shared void *number, int bytes);
unsigned long upc_stride_word_swap(shared void *number, int bytes, unsigned long value);
unsigned long upc_stride_word_add(shared void *number, int bytes, unsigned long value);
unsigned long upc_stride_word_compare(shared void *number, int bytes, unsigned long expected, unsigned long value);
void upc_stride_word_count(shared void *number);

/* ---- hints to the cache ---- */

/* The caller will soon write this line; has written it for a thread on another core; will soon read it. */
static inline void upc_stride_will_write(const char *line) {
#if defined __URT__ && defined __x86_64__
  __asm__ volatile("prefetchw %0" : : "m"(*line));
#else
  (void)line;
#endif
}

static inline void upc_stride_has_written(const char *line) {
#if defined __URT__ && defined __x86_64__
  __asm__ volatile("cldemote %0" : : "m"(*line)); /* nothing on a processor that does not know it */
#else
  (void)line;
#endif
}

static inline void upc_stride_will_read(const char *line) {
#ifdef __URT__
  __builtin_prefetch(line);
#else
  (void)line;
#endif
}

#endif
