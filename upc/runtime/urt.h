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

/* Set once before main runs. They are declared const so that the C compiler may keep them in registers; the
 * runtime defines them without const in a file that does not include this part (identity.c). */
#ifndef URT_DEFINES_ENVIRONMENT
extern const int urt_mythread;          /* MYTHREAD */
extern const int urt_threads;           /* THREADS  */
#endif

#include "urt_near.h" /* of the conduit: urt_is_near(p), urt_near(p) */

/* ---- Static shared objects --------------------------------------------------------------------------------
 * Each translation unit puts one record per definition into the section `urt_statics`; before main the runtime
 * gives every distinct `offset` variable room of the largest `bytes` asked for it, zeroed, on every thread. */
typedef struct urt_static {
  urt_size_t *offset;                  /* the variable generated code reads: the object's place in every segment */
  urt_size_t bytes;                    /* room a thread; if `layout` is set, what that returns instead           */
  urt_size_t (*layout)(void *, int threads); /* worked out when THREADS is known (multi-blocked arrays), or null */
  void *arg;                           /* handed to `layout`                                                     */
  const char *name;                    /* for messages                                                           */
} urt_static_t;

/* Code to run on every thread before main, after the shared space exists: initialisers that C could not fold.
 * `urt_inits` holds pointers to such functions, run in link order; then a barrier; then main. */
typedef void (*urt_init_t)(void);

/* Shared variables with an initialiser: copies the image of the whole array (row-major, `bytes` long) to the
 * elements with affinity to the calling thread. block 0 is indefinite. */
void urt_init_shared(urt_size_t offset, const void *image, urt_size_t bytes, urt_size_t elem, urt_size_t block);

/* ---- Pointer arithmetic ------------------------------------------------------------------------------------
 * `elem` is the size of a (scalar) element, `block` the block size in elements: 0 indefinite, 1 cyclic. Both are
 * constants in generated code, so each call folds to its case. */
static inline __attribute__((always_inline)) urt_ptr_t urt_add(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block) {
  if (block == 0) {
    p.offset += (urt_size_t)n * elem;
  } else if (__builtin_constant_p(n) && n == 1) { /* p++: no division */
    if (block > 1 && p.where < (block - 1) << 32) {
      p.where += 1UL << 32, p.offset += elem;
    } else {
      p.offset -= (block - 1) * elem;
      p.phase = 0;
      if (++p.thread == (unsigned int)urt_threads) p.thread = 0, p.offset += block * elem;
    }
  } else if (block == 1) {
    long at = (long)p.thread + n, threads = urt_threads, row = at / threads, thread = at % threads;
    if (thread < 0) thread += threads, row--;
    p.offset += (urt_size_t)row * elem;
    p.thread = (unsigned int)thread;
  } else {
    long b = (long)block, threads = urt_threads, at = (long)p.phase + n, skip = at / b, phase = at % b;
    if (phase < 0) phase += b, skip--;
    long who = (long)p.thread + skip, row = who / threads, thread = who % threads;
    if (thread < 0) thread += threads, row--;
    p.offset += (urt_size_t)((row * b + phase - (long)p.phase)) * elem;
    p.thread = (unsigned int)thread;
    p.phase = (unsigned int)phase;
  }
  return p;
}

/* The distance p - q in elements, for pointers into one array. */
static inline __attribute__((always_inline)) long urt_diff(urt_ptr_t p, urt_ptr_t q, urt_size_t elem, urt_size_t block) {
  long bytes = (long)(p.offset - q.offset), e = (long)elem;
  if (block == 0) return bytes / e;
  if (block == 1) return bytes / e * urt_threads + ((long)p.thread - (long)q.thread);
  long phases = (long)p.phase - (long)q.phase;
  long rows = (bytes / e - phases) / (long)block;
  return (rows * urt_threads + ((long)p.thread - (long)q.thread)) * (long)block + phases;
}

static inline __attribute__((always_inline)) int urt_eq(urt_ptr_t p, urt_ptr_t q) {
  return p.offset == q.offset && p.thread == q.thread;
}
static inline __attribute__((always_inline)) int urt_nonnull(urt_ptr_t p) { return p.offset != 0 || p.thread != 0; }

/* Element 0 of a static shared object, and the same pointer with its phase dropped (a cast to another block size). */
static inline __attribute__((always_inline)) urt_ptr_t urt_static_at(urt_size_t offset) { return (urt_ptr_t){offset, 0, 0}; }
static inline __attribute__((always_inline)) urt_ptr_t urt_rephase(urt_ptr_t p) { p.phase = 0; return p; }
/* A place `bytes` into the object p points to: a member of a shared struct (indefinite block, phase 0). */
static inline __attribute__((always_inline)) urt_ptr_t urt_member(urt_ptr_t p, urt_size_t bytes) {
  return (urt_ptr_t){p.offset + bytes, p.thread, 0};
}
/* The cast to a private pointer; null stays null. Meaningful where p has affinity to the caller or is near. */
static inline __attribute__((always_inline)) void *urt_local(urt_ptr_t p) {
  return urt_nonnull(p) ? urt_near(p) : (void *)0;
}
/* A pointer-to-shared as an integer: equal pointers give equal integers, null gives 0. */
static inline __attribute__((always_inline)) unsigned long urt_integer(urt_ptr_t p) {
  return urt_nonnull(p) ? p.offset + ((unsigned long)p.thread << 40) : 0;
}

/* ---- Access ------------------------------------------------------------------------------------------------
 * T is the C type of the object, p a pointer-to-shared. A near object is a load or a store; anything else goes
 * through the conduit. Strict accesses are sequentially consistent and ordered with all relaxed ones. */
void urt_get_far(void *dst, urt_ptr_t src, urt_size_t bytes);
void urt_put_far(urt_ptr_t dst, const void *src, urt_size_t bytes);
static inline void *urt_fetch(void *dst, urt_ptr_t src, urt_size_t bytes) { return urt_get_far(dst, src, bytes), dst; }
void urt_fence(void);

#define URT_FENCE() __atomic_thread_fence(__ATOMIC_SEQ_CST)

#ifdef URT_ALL_NEAR /* the conduit reaches every thread by address */
#define URT_GET(T, p) (*(__typeof__(T) *)urt_near(p))
#define URT_PUT(T, p, ...) (*(__typeof__(T) *)urt_near(p) = (__VA_ARGS__))
#else
/* A loop may wait for a volatile object to change, see urt_strict_reads below. */
#define URT_GET(T, p)                                                                             \
  ({                                                                                              \
    urt_ptr_t urt_p_ = (p);                                                                       \
    char urt_b_[sizeof(T)] __attribute__((aligned(__alignof__(T))));                              \
    if (__builtin_types_compatible_p(__typeof__(T) *, volatile __typeof__(T) *)) urt_fence();     \
    *(__typeof__(T) *)(urt_is_near(urt_p_) ? urt_near(urt_p_) : urt_fetch(urt_b_, urt_p_, sizeof(T))); \
  })
#define URT_PUT(T, p, ...)                                                                        \
  ({                                                                                              \
    urt_ptr_t urt_p_ = (p);                                                                       \
    __typeof__(T) urt_v_ = (__VA_ARGS__);                                                         \
    if (urt_is_near(urt_p_)) *(__typeof__(T) *)urt_near(urt_p_) = urt_v_;                         \
    else urt_put_far(urt_p_, &urt_v_, sizeof urt_v_);                                             \
    urt_v_;                                                                                       \
  })
#endif
/* A program may wait by reading a strict variable over and over. So every 256th strict read lets the conduit make
 * progress and others have the core. */
extern unsigned int urt_strict_reads;
void urt_progress(void);
#define URT_GET_STRICT(T, p)      \
  ({                              \
    if ((++urt_strict_reads & 255) == 0) urt_progress(); \
    URT_FENCE();                  \
    __typeof__(T) urt_s_ = URT_GET(T, p); \
    URT_FENCE();                  \
    urt_s_;                       \
  })
#define URT_PUT_STRICT(T, p, ...)               \
  ({                                            \
    __typeof__(T) urt_s_ = (__VA_ARGS__);       \
    urt_ptr_t urt_q_ = (p);                     \
    URT_FENCE();                                \
    URT_PUT(T, urt_q_, urt_s_);                 \
    URT_FENCE();                                \
    urt_s_;                                     \
  })

/* The same for a run of bytes whose number is known (bit-fields, objects without a type of their own). */
static inline __attribute__((always_inline)) void urt_get_bytes(void *dst, urt_ptr_t src, urt_size_t bytes) {
  if (urt_is_near(src)) __builtin_memcpy(dst, urt_near(src), bytes);
  else urt_get_far(dst, src, bytes);
}
static inline __attribute__((always_inline)) void urt_put_bytes(urt_ptr_t dst, const void *src, urt_size_t bytes) {
  if (urt_is_near(dst)) __builtin_memcpy(urt_near(dst), src, bytes);
  else urt_put_far(dst, src, bytes);
}

/* ---- Synchronisation -------------------------------------------------------------------------------------- */
/* upc_notify, upc_wait, upc_barrier: `tagged` says whether an expression was given, `tag` is its value; tags that
 * differ between threads end the job with a message. They order all shared accesses. */
void urt_notify(int tagged, int tag);
void urt_wait(int tagged, int tag);
void urt_barrier(int tagged, int tag);
void urt_fence(void);

/* upc_forall nests dynamically: only the outermost one with an affinity distributes its iterations.
 * Generated code:  { URT_FORALL(me); for (init; cond; inc) if (!me || urt_mine(affinity)) { body } } */
extern int urt_forall_depth;
static inline void urt_forall_leave(int *outermost) { urt_forall_depth -= *outermost; }
#define URT_FORALL(name)                                                                          \
  int name __attribute__((cleanup(urt_forall_leave))) = urt_forall_depth == 0;                    \
  urt_forall_depth += name
static inline __attribute__((always_inline)) int urt_mine(long i) {
  long t = i % urt_threads;
  return (t < 0 ? t + urt_threads : t) == urt_mythread;
}

/* A thread's own iterations of `upc_forall (i = lo; i < hi; i += by; &A[i + shift])`, a chunk of them for each block of
 * its own; with blocks of one they make a single chunk. `a` points to A[0], which may stand anywhere in its block.
 *   for (urt_chunk_t c = urt_chunks(lo, hi, shift, block, by, a); urt_chunk_next(&c, block, by);)
 *                                                                   c.count iterations from i = c.first on, c.step apart */
typedef struct urt_chunk {
  long first, count, step; /* `next` and `end` count elements from the start of the block that A[0] lies in, `first` */
  long lo, next, end, bias; /* and `lo` are indices, i, which are less by `bias` */
} urt_chunk_t;

static inline __attribute__((always_inline)) urt_chunk_t urt_chunks(long lo, long hi, long shift, long block, long by, urt_ptr_t a) {
  long bias = shift + (long)a.phase, from = lo + bias, number = from / block;
  long skip = (urt_mythread - (long)a.thread - number) % urt_threads; /* blocks before the first of one's own */
  if (skip < 0) skip += urt_threads;
  return (urt_chunk_t){0, 0, by, lo, skip ? (number + skip) * block : from, hi + bias, bias};
}

static inline __attribute__((always_inline)) int urt_chunk_next(urt_chunk_t *c, long block, long by) {
  while (c->next < c->end) {
    long first = c->next - c->bias, stop = c->end;
    if (block == 1) { /* one's own are THREADS apart, those the loop visits `by`: every least common multiple is both */
      c->step = urt_threads;
      if (by != 1) {
        for (long tries = 1; tries < by && (first - c->lo) % by; tries++) first += urt_threads;
        if ((first - c->lo) % by) return 0;
        while (c->step % by) c->step += urt_threads;
      }
      c->next = stop;
    } else {
      long number = c->next / block;
      if ((number + 1) * block < stop) stop = (number + 1) * block;
      c->next = (number + urt_threads) * block;
      if (by != 1) first = c->lo + (first - c->lo + by - 1) / by * by;
    }
    c->first = first;
    c->count = (stop - c->bias - first + c->step - 1) / c->step;
    if (c->count > 0) return 1;
  }
  return 0;
}

/* Of the next n iterations of a loop, as many as p, which moves by `stride` elements in each, stays in its block for. */
static inline __attribute__((always_inline)) long urt_run(long n, urt_ptr_t p, long stride, long block) {
  if (block == 0) return n;
  long left = stride > 0 ? (block - 1 - (long)p.phase) / stride + 1 : (long)p.phase / -stride + 1;
  return left < n ? left : n;
}

/* ---- Errors ------------------------------------------------------------------------------------------------
 * Prints one line "upc: <message>" on standard error and ends the whole program with status 1, at once. */
void urt_fatal(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* A waiting loop calls this every turn: it makes the conduit progress and gives the core away when there are
 * more threads than cores. `turn` counts from 0 since the wait began. */
void urt_relax(unsigned int turn);

/* Lets the conduit make progress, and costs nothing where that needs no call: for what a program may wait with by
 * asking again and again. */
void urt_poll(void);

/* What a thread may get on with while it waits in a barrier or for a lock, or null: called each turn of the wait, it
 * must not wait itself, and returns 1 while it has something left to do. The library's split-phase calls use it. */
extern int (*urt_meanwhile)(void);

/* 1 if that thread is known to have ended: it will never do what the caller waits for. Ask now and then in a long
 * wait; what the thread wrote before is visible once this is 1. */
int urt_ended(int thread);

/* "barrier", or "collective call" for one of the runtime's own (upc_all_alloc), where that thread waits in one that the
 * caller has not reached: it does nothing before the caller gets there. Else null. */
const char *urt_waits_in(int thread);

/* Entry of the program: upcc generates it in the file that defines main. */
int urt_main(int argc, char **argv);

#endif
