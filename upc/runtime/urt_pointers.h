/* SPDX-License-Identifier: BSD-3-Clause
 *
 * urt_pointers.h: arithmetic on pointers-to-shared, a part of urt.h.
 *
 * `elem` is the size of a (scalar) element, `block` the block size in elements: 0 indefinite, 1 cyclic. Both are
 * constants in generated code, so each call folds to its case. */
#ifndef URT_POINTERS_H
#define URT_POINTERS_H

/* Calls that a loop seldom makes: it keeps its registers. With Clang 16 such a function does not return its value. */
#if (defined __x86_64__ || defined __aarch64__) && __clang_major__ >= 17
#define URT_SELDOM __attribute__((cold, preserve_most))
#else
#define URT_SELDOM __attribute__((cold))
#endif

/* UPC's own functions on pointers-to-shared (UPC 1.3, 7.2.3), which core/pointers.c defines: without a call. */
extern inline __attribute__((gnu_inline, always_inline)) urt_size_t upc_threadof(urt_ptr_t p) { return p.thread; }
extern inline __attribute__((gnu_inline, always_inline)) urt_size_t upc_phaseof(urt_ptr_t p) { return p.phase; }
extern inline __attribute__((gnu_inline, always_inline)) urt_size_t upc_addrfield(urt_ptr_t p) { return p.offset; }

/* n = whole * by + rest, with 0 <= rest < by also where n is negative. Then whole * by may be below all longs. */
typedef struct urt_parts {
  long whole, rest;
} urt_parts_t;

static inline __attribute__((always_inline)) urt_parts_t urt_divide(long n, long by) {
  long sign = n >> 63, whole = (long)((unsigned long)(n ^ sign) / (unsigned long)by) ^ sign;
  if ((by & (by - 1)) == 0) whole = n >> __builtin_ctzl((unsigned long)by);
  return (urt_parts_t){whole, (long)((unsigned long)n - (unsigned long)whole * (unsigned long)by)};
}

/* n / by, by one multiplication. It is exact where n * by < 2^64: `reciprocal` is 2^64 / by, rounded up. (For 1 it is
 * 2^64 - 1, and the result n - 1.) */
static inline __attribute__((always_inline)) urt_size_t urt_share(urt_size_t n, urt_size_t reciprocal) {
  return (urt_size_t)((unsigned __int128)n * reciprocal >> 64);
}

/* As urt_divide, by THREADS: n is dealt out to the threads in turn. If THREADS is known only when the program starts,
 * there are three ways: a shift if it is a power of two; if n is below 2^44, one multiplication by the reciprocal,
 * which is exact, since there are at most 2^20 threads; and a call for any other n, which seldom comes. */
URT_SELDOM __attribute__((const)) urt_parts_t urt_deal_any(long n);
static inline __attribute__((always_inline)) urt_parts_t urt_deal(long n) {
#ifdef URT_THREADS
  return urt_divide(n, urt_threads);
#else
  if (__builtin_expect(1L << urt_threads_log == urt_threads, 1))
    return (urt_parts_t){n >> urt_threads_log, n & (urt_threads - 1)};
  if (__builtin_expect((unsigned long)n >> 44 == 0, 1)) {
    long few = (long)urt_share((urt_size_t)n, urt_threads_reciprocal);
    return (urt_parts_t){few, n - few * urt_threads};
  }
  return urt_deal_any(n);
#endif
}

URT_ADDRESS urt_ptr_t urt_add_in_blocks(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block) {
  if (block == 1) {
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

URT_INLINE urt_ptr_t urt_add(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block) {
  if (block != 0) return urt_add_in_blocks(p, n, elem, block);
  p.offset += (urt_size_t)n * elem;
  return p;
}

/* By `rows` times THREADS blocks, to the same place on the same thread. */
URT_INLINE
urt_ptr_t urt_add_rows(urt_ptr_t p, long rows, urt_size_t elem, urt_size_t block) {
  p.offset += (urt_size_t)rows * block * elem;
  return p;
}

/* Where element n of an array lies, if each thread has at most one block of it. The array is then one row of blocks,
 * and finding the thread takes no division by THREADS. If n is outside of the array, the row before or behind it
 * counts, as in urt_add. */
typedef struct urt_in_row {
  urt_size_t thread;  /* that has the element */
  urt_size_t at;      /* the element's number in its row */
  urt_size_t skipped; /* elements that this thread has in the rows between */
} urt_in_row_t;

static inline __attribute__((always_inline)) urt_in_row_t urt_in_row(long n, urt_size_t block) {
  long all = (long)block * urt_threads, most = 1L << 32;
  if (__builtin_expect((urt_size_t)n < (urt_size_t)(all < most ? all : most), 1)) /* a short division */
    return (urt_in_row_t){(unsigned int)n / (unsigned int)block, (urt_size_t)n, 0};
  long row = (n < 0 ? n - (all - 1) : n) / all;
  n -= row * all;
  return (urt_in_row_t){(urt_size_t)n / block, (urt_size_t)n, (urt_size_t)row * block};
}

/* urt_add for such an array; p is its start. */
URT_ADDRESS urt_ptr_t urt_within(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block) {
  urt_in_row_t to = urt_in_row(n, block);
  urt_size_t rest = to.at - to.thread * block;
  return (urt_ptr_t){p.offset + (to.skipped + rest) * elem, {{(unsigned int)to.thread, (unsigned int)rest}}};
}

#ifdef URT_ALL_NEAR
/* The same for an access, if all threads are near. The distance between the segments of neighbouring threads is
 * urt_stride. The offset of the result counts from the segment of thread 0, which saves one multiplication. */
static inline __attribute__((always_inline))
urt_ptr_t urt_reach_within(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block) {
  urt_in_row_t to = urt_in_row(n, block);
  return (urt_ptr_t){p.offset + (to.skipped + to.at) * elem + to.thread * (urt_stride - block * elem), {{0, 0}}};
}

/* What names the block of element m: the block's number, or its first element if the number of its elements is a power
 * of two from 16 to 4096. To find the first element, bits are cleared. A shift would take longer, since on some
 * processors shifts and products share a unit. */
static inline __attribute__((always_inline)) int urt_blocks_by_start(urt_size_t block) {
  return (block & (block - 1)) == 0 && block >= 16 && block <= 4096;
}
static inline __attribute__((always_inline)) urt_size_t urt_block_of(urt_size_t m, urt_size_t block) {
  if (urt_blocks_by_start(block)) return m & -block;
  return (block & (block - 1)) == 0 || block >= 1UL << 16 ? m / block : urt_share(m, ~0UL / block + 1);
}

/* The row of blocks that the block lies in. The result is exact for elements below 2^47.6: where all threads are near
 * there are at most 2^16. */
static inline __attribute__((always_inline)) urt_size_t urt_row(urt_size_t number, urt_size_t block) {
  return urt_share(number, urt_blocks_by_start(block) ? urt_threads_reciprocal / block + 1 : urt_threads_reciprocal);
}

/* What the addresses of elements from some pointer on have in common, where a loop leaves the pointer as it is.
 * Elements are numbered from the first row of blocks on, plus a multiple of block * THREADS, so that none is negative:
 * they are below 2^48. Element m of an array lies at m * elem plus what its block and its row add, in bytes, modulo
 * 2^64: from the end of a block it is `next` to the next thread's, and from the last thread `back` to thread 0. One
 * thread has everything in one place. Segments start on pages, so that the distance is a multiple of blocks that are
 * named by their start. */
typedef struct urt_products {
  urt_size_t first, start, next, back;
  urt_size_t in_row, row; /* first and start without what is added */
} urt_products_t;

static inline __attribute__((always_inline))
urt_products_t urt_products_of(urt_ptr_t p, urt_size_t elem, urt_size_t block) {
  unsigned int block_log = block == 1 ? 0 : 64 - (unsigned int)__builtin_clzl(block - 1);
  urt_size_t added = urt_block_of(block * (urt_size_t)urt_threads << (47 - block_log - urt_threads_log), block);
  urt_size_t apart = urt_threads > 1 ? ~0UL : 0, next = apart & (urt_stride - block * elem);
  urt_size_t back = apart & (block * elem - (urt_size_t)urt_threads * urt_stride);
  urt_size_t in_row = p.thread * block + p.phase, row = p.offset + p.thread * block * elem;
  if (urt_blocks_by_start(block)) next /= block;
  urt_size_t place = added * next + urt_row(added, block) * back;
  if (!urt_blocks_by_start(block)) added *= block;
  return (urt_products_t){in_row + added, row - place, next, back, in_row, row};
}

/* Element n. If blocks are large, an array mostly has one row of them. This is tested. Otherwise nothing is, so that
 * the loop has no branch. If THREADS is fixed and a row has few elements, its number comes from the element, and need
 * not wait for the block. */
static inline __attribute__((always_inline))
urt_size_t urt_product(urt_products_t from, long n, urt_size_t elem, urt_size_t block) {
  urt_size_t m = from.in_row + (urt_size_t)n;
  if (block > 4096 && __builtin_expect(m < block * (urt_size_t)urt_threads, 1))
    return from.row + (urt_size_t)n * elem + m / block * (urt_stride - block * elem);
  m = from.first + (urt_size_t)n;
  urt_size_t number = urt_block_of(m, block);
  int few = urt_blocks_by_start(block) && __builtin_constant_p(urt_threads) &&
            block * (urt_size_t)urt_threads < 1UL << 15;
  return from.start + (urt_size_t)n * elem + number * from.next + urt_row(few ? m : number, block) * from.back;
}

static inline __attribute__((always_inline))
urt_ptr_t urt_reach(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block) {
  urt_products_t from = urt_products_of(p, elem, block);
  __asm__("" : "+r"(from.first), "+r"(from.start)); /* as they are: Clang would mask bits it knows, and undo the sum */
  return (urt_ptr_t){urt_product(from, n, elem, block), {{0, 0}}};
}
#endif

/* The distance p - q in elements, for pointers into one array. */
URT_INLINE
long urt_diff(urt_ptr_t p, urt_ptr_t q, urt_size_t elem, urt_size_t block) {
  long bytes = (long)(p.offset - q.offset), e = (long)elem;
  if (block == 0) return bytes / e;
  if (block == 1) return bytes / e * urt_threads + ((long)p.thread - (long)q.thread);
  long phases = (long)p.phase - (long)q.phase;
  long rows = (bytes / e - phases) / (long)block;
  return (rows * urt_threads + ((long)p.thread - (long)q.thread)) * (long)block + phases;
}

URT_INLINE int urt_eq(urt_ptr_t p, urt_ptr_t q) {
  return p.offset == q.offset && p.thread == q.thread;
}
URT_INLINE int urt_nonnull(urt_ptr_t p) { return p.offset != 0 || p.thread != 0; }

/* Element 0 of a static shared object, and the same pointer with its phase dropped (a cast to another block size). */
static inline __attribute__((always_inline))
urt_ptr_t urt_static_at(urt_size_t offset) { return (urt_ptr_t){offset, 0, 0}; }
/* The caller's own part of one. */
URT_INLINE urt_ptr_t urt_own_at(urt_size_t offset) {
  return (urt_ptr_t){offset, (unsigned int)urt_mythread, 0};
}
URT_INLINE urt_ptr_t urt_rephase(urt_ptr_t p) { p.phase = 0; return p; }
/* An address that was taken of an element, &A[i][j], for a call of the library. `inside`: the subscripts are inside of
 * the array. If not, the pointer has a phase that no other has, and the library refuses it. */
URT_INLINE urt_ptr_t urt_taken(urt_ptr_t p, int inside) {
  if (!inside) p.phase = ~0u;
  return p;
}
/* A place `bytes` into the object p points to: a member of a shared struct (indefinite block, phase 0). */
URT_INLINE urt_ptr_t urt_member(urt_ptr_t p, urt_size_t bytes) {
  return (urt_ptr_t){p.offset + bytes, p.thread, 0};
}
/* The cast to a private pointer; null stays null. It ends the program if p is far; `place` is for the message,
 * "a.upc:12". With -fcheck-bounds, urt_own ends the program unless p has affinity to the caller. */
void urt_not_local(urt_ptr_t p, const char *place) __attribute__((noreturn, cold));
URT_INLINE void *urt_local(urt_ptr_t p, const char *place) {
  if (!urt_nonnull(p)) return (void *)0;
  if (!urt_is_near(p)) urt_not_local(p, place);
  return urt_near(p);
}
URT_INLINE void *urt_own(urt_ptr_t p, const char *place) {
  if (urt_nonnull(p) && __builtin_expect(p.thread != (unsigned int)urt_mythread, 0)) urt_not_local(p, place);
  return urt_local(p, place);
}
/* A pointer-to-shared as an integer: equal pointers give equal integers, null gives 0. */
URT_INLINE unsigned long urt_integer(urt_ptr_t p) {
  return urt_nonnull(p) ? p.offset + ((unsigned long)p.thread << 40) : 0;
}

#endif
