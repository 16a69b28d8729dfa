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
#ifdef URT_THREADS                      /* fixed at compile time: upcc -T */
enum { urt_threads = URT_THREADS };
#else
extern const int urt_threads;           /* THREADS  */
extern const unsigned long urt_threads_inverse; /* for divisions by it, see urt_deal */
extern const unsigned int urt_threads_log;
#endif
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

/* n = whole * by + rest, with 0 <= rest < by also where n is negative. */
typedef struct urt_parts {
  long whole, rest;
} urt_parts_t;

static inline __attribute__((always_inline)) urt_parts_t urt_divide(long n, long by) {
  long sign = n >> 63, whole = (long)((unsigned long)(n ^ sign) / (unsigned long)by) ^ sign;
  if ((by & (by - 1)) == 0) whole = n >> __builtin_ctzl((unsigned long)by);
  return (urt_parts_t){whole, n - whole * by};
}

/* The same by THREADS: n dealt out to the threads in turn. Where THREADS is known only as the program starts, a
 * multiplication by its inverse, ceil(2^63 * 2^log / THREADS) with 2^log >= THREADS, which is exact for 63 bits. */
static inline __attribute__((always_inline)) urt_parts_t urt_deal(long n) {
#ifdef URT_THREADS
  return urt_divide(n, urt_threads);
#else
  long sign = n >> 63;
  unsigned long twice = (unsigned long)(n ^ sign) << 1;
  long whole = (long)((unsigned long)((unsigned __int128)twice * urt_threads_inverse >> 64) >> urt_threads_log) ^ sign;
  return (urt_parts_t){whole, n - whole * urt_threads};
#endif
}

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
    urt_parts_t to = urt_deal((long)p.thread + n);
    p.offset += (urt_size_t)to.whole * elem;
    p.thread = (unsigned int)to.rest;
  } else {
    urt_parts_t blocks = urt_divide((long)p.phase + n, (long)block), to = urt_deal((long)p.thread + blocks.whole);
    p.offset += (urt_size_t)(to.whole * (long)block + blocks.rest - (long)p.phase) * elem;
    p.thread = (unsigned int)to.rest;
    p.phase = (unsigned int)blocks.rest;
  }
  return p;
}

/* By `rows` times THREADS blocks, to the same place on the same thread. */
static inline __attribute__((always_inline)) urt_ptr_t urt_add_rows(urt_ptr_t p, long rows, urt_size_t elem, urt_size_t block) {
  p.offset += (urt_size_t)rows * block * elem;
  return p;
}

/* The n-th element of an array of which a thread has one block at most: no division by THREADS. An n behind its end is the
 * program's mistake, and where urt_add says. */
static inline __attribute__((always_inline)) urt_ptr_t urt_within(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block) {
  unsigned long thread = (unsigned long)n / block;
  if (__builtin_expect(thread >= (unsigned long)urt_threads, 0)) return urt_add(p, n, elem, block);
  p.offset += ((urt_size_t)n - thread * block) * elem;
  p.thread = (unsigned int)thread;
  return p;
}

/* A pointer that moves by the same number of elements again and again: no division. */
typedef struct urt_walk {
  urt_ptr_t at;
  long phase, thread; /* of a step, each less than what makes the next thread or the next row */
  urt_size_t bytes;
} urt_walk_t;

static inline __attribute__((always_inline)) urt_walk_t urt_walk(urt_ptr_t p, long stride, urt_size_t elem, urt_size_t block) {
  urt_parts_t blocks = block == 1 ? (urt_parts_t){stride, 0} : urt_divide(stride, (long)block), to = urt_deal(blocks.whole);
  return (urt_walk_t){p, blocks.rest, to.rest, (urt_size_t)(to.whole * (long)block + blocks.rest) * elem};
}

static inline __attribute__((always_inline)) void urt_walk_on(urt_walk_t *w, urt_size_t elem, urt_size_t block) {
  long phase = (long)w->at.phase + w->phase, thread = (long)w->at.thread + w->thread;
  urt_size_t offset = w->at.offset + w->bytes;
  if (block > 1 && phase >= (long)block) phase -= (long)block, offset -= block * elem, thread++;
  if (thread >= urt_threads) thread -= urt_threads, offset += block * elem;
  w->at = (urt_ptr_t){offset, {{(unsigned int)thread, block > 1 ? (unsigned int)phase : 0}}};
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

/* What was read of shared memory before is read anew. */
static inline __attribute__((always_inline)) void urt_look_again(void) { __asm__ volatile("" ::: "memory"); }

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
static inline __attribute__((always_inline)) int urt_mine(long i) { return urt_deal(i).rest == urt_mythread; }

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

/* How often a loop goes round that has `distance` before it and moves by `by`; 1 where it must ask itself. */
static inline __attribute__((always_inline)) long urt_rounds(long distance, long by) {
  return distance > 0 && by > 0 ? (distance - 1) / by + 1 : 1;
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

/* The bytes, and after them the aligned 64-bit word `signal` of the same thread is set to `value`: whoever reads the
 * value there with acquire order sees the bytes, and what the caller wrote before. One message, and not waited for, where
 * the thread is far; `src` may be changed on return. */
void urt_put_signal(urt_ptr_t dst, const void *src, urt_size_t bytes, urt_ptr_t signal, unsigned long value);

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
