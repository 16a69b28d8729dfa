/* SPDX-License-Identifier: BSD-3-Clause
 *
 * urt_loops.h: what generated code gives loops out by, and steps through shared arrays with; a part of urt.h. */
#ifndef URT_LOOPS_H
#define URT_LOOPS_H

/* upc_forall nests dynamically: only the outermost one with an affinity distributes its iterations.
 * Generated code:
 *   { URT_FORALL(deals); for (init; cond; step) if (urt_mine(deals, affinity, 1)) { URT_OWN_ROUND(); body } }
 * Where upcc optimises, its passes let a thread go through its own iterations alone (upc/frontend/optimise/division.h),
 * and URT_OWN_ROUND keeps LLVM from making the body unconditional before. A loop in which no other one may begin calls
 * urt_forall_deals there in place of urt_forall_begin, and has no end (upc/frontend/optimise/optimise.cpp). */
extern int urt_forall_depth;
#ifdef URT_OPTIMISED
/* These stand nowhere: the passes put their meaning in place of their calls, and leave out what nobody looks at. */
int urt_forall_begin(void);
void urt_forall_end(int outermost);
void urt_own_round(void); /* the passes remove its calls */
#define URT_OWN_ROUND() urt_own_round()
#else
static inline int urt_forall_begin(void) { return urt_forall_depth == 0 ? ++urt_forall_depth : 0; }
static inline void urt_forall_end(int outermost) { urt_forall_depth -= outermost; }
#define URT_OWN_ROUND() ((void)0)
#endif
static inline __attribute__((always_inline)) void urt_forall_leave(int *outermost) { urt_forall_end(*outermost); }
#define URT_FORALL(name) int name __attribute__((cleanup(urt_forall_leave))) = urt_forall_begin()

/* Is this iteration the caller's, if a loop deals them out? By the number i / by; by a pointer-to-shared, of which
 * `where` is a word. */
URT_ADDRESS _Bool urt_mine(int deals, long i, long by) { return !deals || urt_deal(i / by).rest == urt_mythread; }
URT_ADDRESS _Bool urt_mine_at(int deals, unsigned long where) {
  return !deals || (unsigned int)where == (unsigned int)urt_mythread;
}
URT_ADDRESS _Bool urt_mine_unsigned(int deals, unsigned long i, unsigned long by) {
  return !deals || i / by % (unsigned long)urt_threads == (unsigned long)urt_mythread;
}

/* The length of an array that depends on THREADS, and a divisor in it. `size` is for the message,
 * "a.upc:12: the size [100 - THREADS]". */
void urt_negative_size(const char *size, long n) __attribute__((noreturn, cold));
void urt_size_by_0(const char *size) __attribute__((noreturn, cold));
static inline long urt_extent(long n, const char *size) {
  if (n < 0) urt_negative_size(size, n);
  return n;
}
static inline long urt_divisor(long n, const char *size) {
  if (n == 0) urt_size_by_0(size);
  return n;
}

/* -fcheck-bounds: the subscript i, which ends the program unless it is in 0..extent-1. `place` is for the message,
 * "a.upc:12: A, dimension 1". */
void urt_outside(long i, urt_size_t extent, const char *place) __attribute__((noreturn, cold));
URT_INLINE long urt_inside(long i, urt_size_t extent, const char *place) {
  if (__builtin_expect((urt_size_t)i >= extent, 0)) urt_outside(i, extent, place);
  return i;
}
/* Of the next n iterations of a loop, as many as p, which moves by `stride` elements in each,
 * stays in its block for. */
static inline __attribute__((always_inline)) long urt_run(long n, urt_ptr_t p, long stride, long block) {
  if (block == 0 || stride == 0) return n;
  long left = stride > 0 ? (block - 1 - (long)p.phase) / stride + 1 : (long)p.phase / -stride + 1;
  return left < n ? left : n;
}

#endif
