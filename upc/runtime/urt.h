/* SPDX-License-Identifier: BSD-3-Clause
 *
 * urt.h: the runtime API, what generated code is written against.
 *
 * upcc puts this header in front of every C file it generates, and the runtime's own sources include it.
 * It includes nothing, so that no system macro can reach the user's already preprocessed text.
 *
 * Words: a *segment* is the part of the shared space that has affinity to one thread. A place in it is an
 * *offset* in bytes from the segment's start; offset 0 is never an object, so the null pointer-to-shared is all
 * zeros. Statically allocated shared objects have the same offset on every thread.
 */
#ifndef URT_H
#define URT_H

#undef linux
#undef unix
#undef i386

typedef __SIZE_TYPE__ urt_size_t;

/* A pointer-to-shared. `phase` counts elements from the start of the block, and is 0 for indefinite blocks and
 * blocks of one. 2^32 threads, 2^64 bytes a thread, blocks of 2^32 elements; 16 bytes, passed in two registers. */
typedef struct urt_ptr {
  urt_size_t offset;
  union {
    struct { unsigned int thread, phase; };
    unsigned long where; /* both in one word, for stepping: phase << 32 | thread */
  };
} urt_ptr_t;

#define URT_NULL ((urt_ptr_t){0, 0, 0})

/* Set once, before the program's first line. They are const so that the C compiler may keep them in registers. The
 * runtime sets them by other names (base/identity.h). */
extern const int urt_mythread;          /* MYTHREAD */
#ifdef URT_THREADS                      /* fixed at compile time: upcc -T */
enum { urt_threads = URT_THREADS, urt_threads_log = URT_THREADS == 1 ? 0 : 32 - __builtin_clz(URT_THREADS - 1) };
#define urt_threads_reciprocal (~0UL / URT_THREADS + (URT_THREADS > 1))
#else
extern const int urt_threads;           /* THREADS  */
extern const unsigned long urt_threads_reciprocal; /* for divisions by it, see urt_share */
extern const unsigned int urt_threads_log; /* rounded up */
#endif

/* The functions that generated code calls for an access are URT_INLINE. Those of them that give addresses are
 * URT_ADDRESS: where upcc optimises, they stay calls until its own passes have seen them; then their bodies are put in
 * place of the calls. At -O0 (URT_CALLS) all of them are calls of the runtime's own versions, which are optimised:
 * core/access_calls.c defines these. */
#ifdef URT_CALLS
#define URT_INLINE extern inline __attribute__((gnu_inline))
#elif !defined URT_INLINE
#define URT_INLINE static inline __attribute__((always_inline))
#endif
#ifdef URT_OPTIMISED
#define URT_ADDRESS static __attribute__((noinline, const, nothrow, used))
#else
#define URT_ADDRESS URT_INLINE
#endif

#include "urt_near.h" /* of the conduit: urt_is_near(p), urt_near(p) */

/* What the caller does by address, where the conduit counts it (URT_COUNTS_NEAR in urt_near.h).
 *   urt_catches_up    it is about to read or write a word by which threads order what they do
 *   urt_looks_at      it is about to read such a word, and may wait by reading it over and over
 *   urt_looks_far     the same of a far word, which a get brings
 *   urt_may_stop_looking  it begins a loop that may look, and may end before a word changes
 *   urt_writes_at     it writes bytes that other threads may look at
 *   urt_wrote_word    the same, and others may read it without saying so: those of urt_looks_anywhere hear of it
 *   urt_looks_anywhere  it is about to wait, also for words that it reads without saying so, as of work
 *   urt_writes_word   it is about to write a word for which `thread` alone waits
 *   urt_found_word    it has read a new value of a word that `thread` has written
 *   urt_combines      the library has combined so many bytes of values with others
 *   urt_copies        it is about to copy bytes. 0: they have no data and are not to be copied (upc_machine.h)
 *   urt_has_data      0: what lies there has none
 *   urt_lose_data     its own memory has no data, until urt_have_data: copies of it only take their time */
#ifdef URT_COUNTS_NEAR
void urt_catches_up(void);
void urt_looks_at(const void *word);
void urt_looks_far(void);
void urt_may_stop_looking(void);
void urt_looks_anywhere(void);
void urt_writes_at(const void *there, urt_size_t bytes);
void urt_wrote_word(const void *there, urt_size_t bytes);
void urt_writes_word(int thread);
static inline void urt_found_word(int thread) { urt_words_found += urt_node_of[thread] == urt_node; }
int urt_copies(const void *to, const void *from, urt_size_t bytes);
int urt_has_data(const void *address);
void urt_lose_data(const void *memory, urt_size_t bytes);
void urt_have_data(const void *memory);
void urt_combines(urt_size_t bytes);
static inline int urt_waits_for_events(void) { return 1; } /* a waiting thread looks when something has come */
int urt_has_helper(void);                /* 1: another processor goes on with split-phase calls (upc_machine.h) */
void *urt_common(void *variable);        /* where it lies that all threads of this process share (src/base/port.h) */
#else
static inline int urt_waits_for_events(void) { return 0; }
static inline int urt_has_data(const void *address) { return (void)address, 1; }
static inline void urt_lose_data(const void *memory, urt_size_t bytes) { (void)memory, (void)bytes; }
static inline void urt_have_data(const void *memory) { (void)memory; }
static inline int urt_has_helper(void) { return 0; }
static inline void *urt_common(void *variable) { return variable; }
static inline void urt_catches_up(void) {}
static inline void urt_looks_at(const void *word) { (void)word; }
static inline void urt_looks_far(void) {}
static inline void urt_may_stop_looking(void) {}
static inline void urt_looks_anywhere(void) {}
static inline void urt_writes_at(const void *there, urt_size_t bytes) { (void)there, (void)bytes; }
static inline void urt_wrote_word(const void *there, urt_size_t bytes) { (void)there, (void)bytes; }
static inline void urt_writes_word(int thread) { (void)thread; }
static inline void urt_found_word(int thread) { (void)thread; }
static inline void urt_combines(urt_size_t bytes) { (void)bytes; }
static inline int urt_copies(const void *to, const void *from, urt_size_t bytes) {
  return (void)to, (void)from, (void)bytes, 1;
}
#endif

/* Each file compiled with -T n says so in the section `urt_fixed`; the runtime compares them before main. */
typedef struct urt_fixed {
  long threads;
  const char *file;
} urt_fixed_t;
#ifdef URT_THREADS
static const urt_fixed_t urt_fixed_here __attribute__((used, section("urt_fixed"), aligned(8))) = {
    URT_THREADS, URT_FILE};
#endif

/* ---- Static shared objects --------------------------------------------------------------------------------
 * Each translation unit puts one record per definition into the section `urt_statics`; before main the runtime
 * allocates, for every distinct `offset` variable, the largest `bytes` asked for it, zeroed, on every thread. */
typedef struct urt_image { /* what an object holds when main begins: the whole array, row by row */
  const void *at;
  urt_size_t bytes, elem, block; /* all of them, an element's, and elements of a block: 0 if it is indefinite */
  urt_size_t each;               /* elements for each thread that may have an initial value; 0: any number */
  const char *file;              /* with the line where the object is declared */
  int line;
} urt_image_t;

typedef struct urt_static {
  urt_size_t *offset;                  /* the variable generated code reads: the object's place in every segment */
  urt_size_t bytes;                    /* memory a thread; if `layout` is set, its result instead                */
  urt_size_t (*layout)(void *, int threads); /* computed when THREADS is known (multi-blocked arrays), or null */
  void *arg;                           /* handed to `layout`                                                     */
  const char *name;                    /* for messages                                                           */
  urt_size_t align;                    /* of the object; at most a page                                          */
  const urt_image_t *image;            /* null: zeros, or what a function of urt_inits writes                    */
} urt_static_t;

/* Code to run on every thread before main, after the shared space exists: initialisers that C could not fold.
 * `urt_inits` holds pointers to such functions, run in link order; then a barrier; then main. */
typedef void (*urt_init_t)(void);

/* A *module* is the program or a shared library with UPC code. The linker gathers the records of each module. The
 * program's are found by the runtime. A shared library calls urt_add_module as it is loaded, before main (upcc -shared
 * writes that call): the arrays of records, each with its end. */
typedef struct urt_module {
  const urt_static_t *statics, *statics_end;
  const urt_init_t *inits, *inits_end;
  const void *fixed, *fixed_end;       /* records of urt_fixed_t */
} urt_module_t;
void urt_add_module(const urt_module_t *module);

/* Copies an image to the elements of a shared variable that have affinity to the calling thread. The program ends if
 * the variable is shorter than its image. Generated code calls it for images that are no constants of C. */
void urt_init_shared(urt_size_t offset, const char *name, const urt_image_t *image);

#include "urt_pointers.h"
#include "urt_blocks.h"

/* ---- Access ------------------------------------------------------------------------------------------------
 * T is the C type of the object, p a pointer-to-shared. A near object is a load or a store; anything else goes
 * through the conduit. Strict accesses are sequentially consistent and ordered with all relaxed ones. */
void urt_get_far(void *dst, urt_ptr_t src, urt_size_t bytes);
void urt_put_far(urt_ptr_t dst, const void *src, urt_size_t bytes);
static inline void *urt_fetch(void *dst, urt_ptr_t src, urt_size_t bytes) { return urt_get_far(dst, src, bytes), dst; }
void urt_fence(void);

#define URT_FENCE() __atomic_thread_fence(__ATOMIC_SEQ_CST)

/* A turn of a loop that may wait for another thread (upc/frontend/lower/waits.h): what was read of shared memory before
 * is read anew. Such a loop counts its turns. In each URT_MANY_TURNS turns the conduit makes progress once, and with
 * more threads than cores gives the core to others. `how` is a sum, of what a simulated machine needs to know:
 *   URT_OWN_END   a count ends the loop, whatever it reads
 *   URT_ALONE     shared objects end it, and nothing else
 *   URT_COUNTED   its turns leave more behind than what it has read
 *   URT_PLAIN     it reads more than strict and volatile words */
enum { URT_MANY_TURNS = 64, URT_OWN_END = 1, URT_ALONE = 2, URT_COUNTED = 4, URT_PLAIN = 8 };
void urt_many_turns(int how, const char *place); /* "file.upc:12"; null: not a loop of the program */
#ifdef URT_NOTES_NO_CALLS
#define URT_PLACE(place) ((void)(place), (const char *)0)
#else
#define URT_PLACE(place) (place)
#endif
static inline __attribute__((always_inline)) void urt_turn(unsigned int *turns, int how, const char *place) {
  if (__builtin_expect((++*turns & (URT_MANY_TURNS - 1)) == 0, 0)) urt_many_turns(how, URT_PLACE(place));
  __asm__ volatile("" ::: "memory");
}
/* Its count begins. A simulated machine knows from the first turn on if not only others end the loop. */
static inline __attribute__((always_inline)) unsigned int urt_turns(int how) {
  if ((how & (URT_OWN_END | URT_ALONE)) != URT_ALONE) urt_may_stop_looking();
  return 0;
}

/* A program may also wait by strict accesses, and by calls, in ways that are no loop here. So each of them counts, and
 * every 256th lets the conduit make progress and others have the core. On a simulated machine only reads do so: a
 * write, or a call that reaches a word of another thread, passes time there itself. */
extern unsigned int urt_strict_reads;
void urt_progress(void);
static inline __attribute__((always_inline)) void urt_strict_turn(void) {
  if (__builtin_expect((++urt_strict_reads & 255) == 0, 0)) urt_progress();
}
static inline __attribute__((always_inline)) void urt_turn_of_call(void) {
  if (!urt_waits_for_events()) urt_strict_turn();
}

/* Before strict and volatile accesses. */
#define URT_IS_VOLATILE(T) __builtin_types_compatible_p(__typeof__(T) *, volatile __typeof__(T) *)
static inline __attribute__((always_inline)) void urt_before_read(urt_ptr_t p) {
  if (urt_is_near(p)) urt_looks_at(urt_near(p));
  else urt_looks_far();
}
static inline __attribute__((always_inline)) void urt_before_write(urt_ptr_t p, urt_size_t bytes) {
  if (urt_is_near(p)) urt_catches_up(), urt_writes_at(urt_near(p), bytes);
}

#ifdef URT_ALL_NEAR /* the conduit reaches every thread by address */
#define URT_GET(T, p) (*(__typeof__(T) *)urt_near(p))
#define URT_PUT(T, p, ...) (*(__typeof__(T) *)urt_near(p) = (__VA_ARGS__))
#else
/* A loop may wait for a volatile object to change, see urt_strict_turn. */
#define URT_GET(T, p)                                                                             \
  ({                                                                                              \
    urt_ptr_t urt_p_ = (p);                                                                       \
    char urt_b_[sizeof(T)] __attribute__((aligned(__alignof__(T))));                              \
    if (URT_IS_VOLATILE(T)) urt_fence(), urt_before_read(urt_p_);                                 \
    *(__typeof__(T) *)(urt_is_near(urt_p_) ? urt_near(urt_p_) : urt_fetch(urt_b_, urt_p_, sizeof(T))); \
  })
#define URT_PUT(T, p, ...)                                                                        \
  ({                                                                                              \
    urt_ptr_t urt_p_ = (p);                                                                       \
    __typeof__(T) urt_v_ = (__VA_ARGS__);                                                         \
    if (URT_IS_VOLATILE(T)) urt_before_write(urt_p_, sizeof(T));                                  \
    if (urt_is_near(urt_p_)) *(__typeof__(T) *)urt_near(urt_p_) = urt_v_;                         \
    else urt_put_far(urt_p_, &urt_v_, sizeof urt_v_);                                             \
    urt_v_;                                                                                       \
  })
#endif

/* Relaxed accesses to numbers and private pointers, and reads of pointers-to-shared. Where some threads may be far and
 * upcc optimises, they are loads and stores in an address space of their own. LLVM treats them as memory that it knows
 * nothing of but the types, until upcc's passes make accesses of them. */
#if defined URT_OPTIMISED && !defined URT_ALL_NEAR
#define URT_SHARED __attribute__((address_space(555))) /* Space in upc/frontend/optimise/accesses.h */
URT_ADDRESS char URT_SHARED *urt_shared(urt_ptr_t p) { return (char URT_SHARED *)(p.offset + p.where); }
URT_ADDRESS void *urt_placed(urt_ptr_t p) { return urt_near(p); }
#define URT_LOAD(T, p) (*(__typeof__(T) URT_SHARED *)urt_shared(p))
#define URT_STORE(T, p, ...) (*(__typeof__(T) URT_SHARED *)urt_shared(p) = (__VA_ARGS__))
typedef unsigned __int128 urt_pair_t __attribute__((aligned(8), may_alias));
#define URT_LOAD_POINTER(T, p)                    \
  ({                                              \
    urt_pair_t urt_v_ = URT_LOAD(urt_pair_t, p);  \
    urt_ptr_t urt_q_;                             \
    __builtin_memcpy(&urt_q_, &urt_v_, sizeof urt_q_); \
    urt_q_;                                       \
  })
#else
#define URT_LOAD URT_GET
#define URT_STORE URT_PUT
#define URT_LOAD_POINTER URT_GET
#endif

#define URT_GET_STRICT(T, p)      \
  ({                              \
    urt_strict_turn();            \
    urt_ptr_t urt_q_ = (p);       \
    if (!URT_IS_VOLATILE(T)) urt_before_read(urt_q_); \
    URT_FENCE();                  \
    __typeof__(T) urt_s_ = URT_GET(T, urt_q_); \
    URT_FENCE();                  \
    urt_s_;                       \
  })
#define URT_PUT_STRICT(T, p, ...)               \
  ({                                            \
    __typeof__(T) urt_s_ = (__VA_ARGS__);       \
    urt_ptr_t urt_q_ = (p);                     \
    urt_turn_of_call();                         \
    if (!URT_IS_VOLATILE(T)) urt_before_write(urt_q_, sizeof(T)); \
    URT_FENCE();                                \
    URT_PUT(T, urt_q_, urt_s_);                 \
    URT_FENCE();                                \
    urt_s_;                                     \
  })

/* The same for a run of bytes whose number is known (bit-fields, objects without a type of their own). */
URT_INLINE void urt_get_bytes(void *dst, urt_ptr_t src, urt_size_t bytes) {
  if (urt_is_near(src)) __builtin_memcpy(dst, urt_near(src), bytes);
  else urt_get_far(dst, src, bytes);
}
URT_INLINE void urt_put_bytes(urt_ptr_t dst, const void *src, urt_size_t bytes) {
  if (urt_is_near(dst)) __builtin_memcpy(urt_near(dst), src, bytes);
  else urt_put_far(dst, src, bytes);
}
/* The bytes of a strict bit-field, with fences around these calls. The race detector defines both macros anew: it must
 * know that the access is strict. */
#define URT_GET_BYTES_STRICT(dst, src, bytes) urt_get_bytes((dst), (src), (bytes))
#define URT_PUT_BYTES_STRICT(dst, src, bytes) urt_put_bytes((dst), (src), (bytes))

/* At -O0 a relaxed access is one call, which gets the pieces of the address: element n of a pointer-to-shared, or of
 * the static object that begins at `offset`, and `inside` bytes behind the start of this element. What is accessed has
 * type T and is not volatile. `read` and `write` name the calls: urt_read_element or urt_read_static, and so on. */
#ifdef URT_ALL_NEAR
URT_INLINE void *urt_at_element(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block) {
  return urt_near(urt_add(p, n, elem, block));
}
URT_INLINE void *urt_at_static(urt_size_t offset, long n, urt_size_t elem, urt_size_t block) {
  return urt_at_element((urt_ptr_t){offset, 0, 0}, n, elem, block);
}
#define urt_read_element urt_at_element
#define urt_read_static urt_at_static
#define urt_write_element urt_at_element
#define urt_write_static urt_at_static
#define URT_READ(T, read, inside, ...) (*(__typeof__(T) *)((char *)read(__VA_ARGS__) + (inside)))
#define URT_WRITE(T, write, value, inside, ...) (URT_READ(T, write, inside, __VA_ARGS__) = (value))
#else
/* Where the object can be read: in its place, or in `buffer`. */
URT_INLINE const void *urt_read_element(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block, urt_size_t inside,
                                        urt_size_t bytes, void *buffer) {
  p = urt_add(p, n, elem, block);
  p.offset += inside;
  return urt_is_near(p) ? urt_near(p) : urt_fetch(buffer, p, bytes);
}
URT_INLINE const void *urt_read_static(urt_size_t offset, long n, urt_size_t elem, urt_size_t block, urt_size_t inside,
                                       urt_size_t bytes, void *buffer) {
  return urt_read_element((urt_ptr_t){offset, 0, 0}, n, elem, block, inside, bytes, buffer);
}
URT_INLINE void urt_write_element(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block, urt_size_t inside,
                                  urt_size_t bytes, const void *value) {
  p = urt_add(p, n, elem, block);
  p.offset += inside;
  urt_put_bytes(p, value, bytes);
}
URT_INLINE void urt_write_static(urt_size_t offset, long n, urt_size_t elem, urt_size_t block, urt_size_t inside,
                                 urt_size_t bytes, const void *value) {
  urt_write_element((urt_ptr_t){offset, 0, 0}, n, elem, block, inside, bytes, value);
}
#define URT_READ(T, read, inside, ...)                                                            \
  ({                                                                                              \
    char urt_b_[sizeof(T)] __attribute__((aligned(__alignof__(T))));                              \
    *(const __typeof__(T) *)read(__VA_ARGS__, inside, sizeof(T), urt_b_);                         \
  })
#define URT_WRITE(T, write, value, inside, ...)                                                   \
  ({                                                                                              \
    __typeof__(T) urt_v_ = (value);                                                               \
    write(__VA_ARGS__, inside, sizeof(T), &urt_v_);                                               \
    urt_v_;                                                                                       \
  })
#endif

/* ---- Calls ------------------------------------------------------------------------------------------------
 * What this thread called last, of what may wait: "file.upc:12: upc_lock". Messages about long waits show it, those of
 * other threads too, so it is in shared memory. The library, compiled with URT_NOTES_NO_CALLS, leaves the program's. */
extern const char **const urt_called;
#ifdef URT_NOTES_NO_CALLS
#define URT_CALLED(call) ((void)0)
#else
#define URT_CALLED(call) ((void)(*urt_called = (call)))
#endif

/* Notes a call of a program in another language: "file.c:12: call", or "call" if its place is not known. The text stays
 * where it is for ever. */
void urt_note_call(const char *call);

/* ---- Synchronisation -------------------------------------------------------------------------------------- */
/* upc_notify, upc_wait, upc_barrier: `tagged` says whether an expression was given, `tag` is its value; tags that
 * differ between threads end the job with a message. They order all shared accesses. */
void urt_notify(int tagged, int tag);
void urt_wait(int tagged, int tag);
void urt_barrier(int tagged, int tag);
void urt_fence(void);

#include "urt_loops.h"
#include "urt_gathers.h"
#include "urt_strips.h"
#include "urt_far.h"

/* ---- Errors ------------------------------------------------------------------------------------------------
 * Prints one line "upc: <message>" on standard error and ends the whole program with status 1, at once. */
void urt_fatal(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* A waiting loop calls this every turn: it makes the conduit progress and gives the core away when there are
 * more threads than cores. `turn` counts from 0 since the wait began. */
void urt_relax(unsigned int turn);

/* Lets the conduit make progress, and costs nothing where that needs no call: for what a program may wait with by
 * asking again and again. */
void urt_poll(void);

/* Puts the bytes, then sets the aligned 64-bit word `signal` of the same thread to `value`. A thread that reads the
 * value there with acquire order sees the bytes, and all that the caller wrote before. To a far thread it is one
 * message, which is not waited for. `src` may be changed on return. */
void urt_put_signal(urt_ptr_t dst, const void *src, urt_size_t bytes, urt_ptr_t signal, unsigned long value);

/* Memory as of upc_alloc that the program cannot go on without. If there is none, the program ends with a line that
 * says for what it was, and how to have more. */
urt_ptr_t urt_needed(urt_size_t bytes, const char *what);

/* All threads: upc_all_alloc of one block of zeros for each thread. Memory that has not been used before is not
 * touched: the system gives zeros, when a program first uses it. `call` is the library's call, for messages. */
urt_ptr_t urt_all_calloc(urt_size_t bytes, const char *call);

/* Bytes from p to the end of the object that it lies in, on p's thread: a static one, or what an allocation gave. 0: it
 * lies in none. -1: not known. */
urt_size_t urt_object_rest(urt_ptr_t p);

/* How many pieces of a thread's own heap have been freed so far, or with -1 of the memory that all threads have. The
 * latest seven are known: urt_freed says where the piece with this number, from 0, was, and which thread has freed it;
 * -1: not known any more. A far heap costs messages. */
unsigned long urt_frees(int thread);
const volatile unsigned long *urt_frees_here(int thread); /* where the number stands; null: the heap is far */
int urt_freed(int thread, unsigned long number, urt_size_t *offset, urt_size_t *bytes);

/* Streams: bytes of which both threads know. One calls urt_send, the other urt_receive, with the same tag, number and
 * bytes; `dst` is in the receiver's shared memory. urt_streams must be 1 for that many bytes: the other thread is far,
 * and no other way is faster. Streams of one tag between two threads are numbered from 0, and both ends begin them in
 * that order. No call waits. urt_streamed returns 1, and then the handle is 0, once `src` may be changed, or `dst` has
 * arrived. */
int urt_streams(int thread, urt_size_t bytes);
void urt_cut_streams(urt_size_t bytes, int parts); /* into parts of so many bytes (conduit.h) */
unsigned long urt_send(int thread, unsigned tag, unsigned number, const void *src, urt_size_t bytes);
unsigned long urt_receive(void *dst, int thread, unsigned tag, unsigned number, urt_size_t bytes);
int urt_streamed(unsigned long *handle);

/* 1 if that thread was given the caller's core, since there are more threads than cores; 0 if not, or not known. */
int urt_shares_core(int thread);

/* 1 if that thread is known to have ended: it will never do what the caller waits for. Ask now and then in a long
 * wait; what the thread wrote before is visible once this is 1. */
int urt_ended(int thread);

/* A long wait. The waiting loop calls urt_long_wait now and then, never in the first microseconds, each time with the
 * same *wait, zeroed at its beginning, and with the thread that it waits for. If that thread has ended and nothing has
 * come since, the job ends with one line. A wait in which nothing has come for UPC_PATIENCE is reported once, and any
 * wait after ten times UPC_PATIENCE. `name` is the library's call. `started` is what urt_called was when it began: what
 * the thread waits in may be a later call. */
typedef struct urt_long_wait {
  long since, latest;                  /* in milliseconds: the first call and the latest */
  long quiet;                          /* since when no bytes from that thread or to it have been seen */
  long ended;                          /* when the thread was first seen to have ended, or 0 */
  long reported;
  long looked, moved;                  /* when bytes from that thread and to it were last counted, and how many */
} urt_long_wait_t;
void urt_long_wait(urt_long_wait_t *wait, int thread, const char *name, const char *started);
/* The same of a wait for any thread. The job ends if no other thread is left. */
void urt_long_wait_for_any(urt_long_wait_t *wait, const char *name);

/* The cores that the job may use on this host, by its affinity and its container; how many of its threads run here. The
 * job is oversubscribed here if it has more threads than cores. Both stay the same from the start to the end. */
int urt_cores(void);
int urt_threads_here(void);
int urt_leader_of(int thread);        /* the lowest thread of its node */

/* "barrier", or "collective call" for one of the runtime's own (upc_all_alloc), where that thread waits in one that the
 * caller has not reached: it does nothing before the caller gets there. Else null. */
const char *urt_waits_in(int thread);

/* 1 if that thread waits for a lock that the caller holds. */
int urt_waits_for_my_lock(int thread);

/* A program of another compiler, with a main of its own, starts the threads by this call (core/embedded.c). On return
 * it runs as one of them. Once there are threads, another call only meets them. The result is null, or a line that
 * says why there are no threads.
 *   threads        how many, where no launcher says so; 0: as the environment says
 *   heap           bytes of shared heap of each thread; 0: as the environment says
 *   communicator   conduit mpi: the address of an MPI_Comm whose ranks are the threads, else null
 *   mpi            and which MPI's: "mpich", "openmpi"; "fortran": it is the address of an MPI_Fint, Fortran's form */
const char *urt_start_embedded(int threads, urt_size_t heap, const void *communicator, const char *mpi);

/* Entry of the program: upcc generates it in the file that defines main. The symbol's name appears in the linker's
 * error when a program has no main. */
int urt_main(int argc, char **argv) __asm__("main_of_the_UPC_program");

#endif
