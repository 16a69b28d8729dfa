/* SPDX-License-Identifier: BSD-3-Clause
 *
 * urt_loops.h: what generated code gives loops out by, and steps through shared arrays with; a part of urt.h. */
#ifndef URT_LOOPS_H
#define URT_LOOPS_H

/* upc_forall nests dynamically: only the outermost one with an affinity distributes its iterations.
 * Generated code:  { URT_FORALL(me); for (init; cond; inc) if (!me || urt_mine(affinity)) { body } } */
extern int urt_forall_depth;
static inline void urt_forall_leave(int *outermost) { urt_forall_depth -= *outermost; }
#define URT_FORALL(name)                                                                          \
  int name __attribute__((cleanup(urt_forall_leave))) = urt_forall_depth == 0;                    \
  urt_forall_depth += name
static inline __attribute__((always_inline)) int urt_mine(long i) { return urt_deal(i).rest == urt_mythread; }
static inline __attribute__((always_inline)) int urt_mine_unsigned(unsigned long i) {
  return (long)i >= 0 ? urt_mine((long)i) : i % (unsigned long)urt_threads == (unsigned long)urt_mythread;
}

/* A thread's own rounds of `upc_forall (..; ..; ..; &A[shift + round * by])`, a chunk of them for each block of its
 * own; with blocks of one they make a single chunk. `a` points to A[0], which may stand anywhere in its block.
 *   for (urt_chunk_t c = urt_chunks(rounds, shift, block, by, a, all); urt_chunk_next(&c, block, by);)
 *                                                            c.count rounds from c.first on, c.step apart
 * Where `all` rounds are the thread's, or rounds are more than a row of blocks apart, each makes a chunk of its own. */
typedef struct urt_chunk {
  long first, count, step;
  long next, end; /* elements, counted from the start of the block that A[0] lies in; or rounds, if each is alone */
  long bias;      /* the number of round 0's element */
  int thread, alone, all;
} urt_chunk_t;

/* The first round from `round` on whose element is the caller's; `end` if there is none. */
long urt_find_round(long round, long end, long bias, long block, long by, int thread) __attribute__((cold));

static inline __attribute__((always_inline))
urt_chunk_t urt_chunks(long rounds, long shift, long block, long by, urt_ptr_t a, int all) {
  long bias = shift + (long)a.phase, number = bias / block;
  int alone = all || (block > 1 && by > block * urt_threads);
  if (alone) return (urt_chunk_t){0, 1, 0, 0, rounds, bias, (int)a.thread, 1, all};
  long skip = (urt_mythread - (long)a.thread - number) % urt_threads; /* blocks before the thread's first one */
  if (skip < 0) skip += urt_threads;
  return (urt_chunk_t){0, 0, 0, skip ? (number + skip) * block : bias, rounds * by + bias, bias, 0, 0, 0};
}

static inline __attribute__((always_inline)) int urt_chunk_next(urt_chunk_t *c, long block, long by) {
  long step = block == 1 ? urt_threads : by; /* in elements; the thread's are THREADS apart, the loop's `by` */
  c->step = step / by;
  if (__builtin_expect(c->alone, 0)) {
    c->first = c->all ? c->next : urt_find_round(c->next, c->end, c->bias, block, by, c->thread);
    c->next = c->first + 1;
    return c->first < c->end;
  }
  while (c->next < c->end) {
    long first = c->next - c->bias, stop = c->end;
    if (block == 1) {
      if (by != 1) {
        for (long tries = 1; tries < by && first % by; tries++) first += urt_threads;
        if (first % by) return 0;
        while (step % by) step += urt_threads;
        c->step = step / by;
      }
      c->next = stop;
    } else {
      long number = c->next / block;
      if ((number + 1) * block < stop) stop = (number + 1) * block;
      c->next = (number + urt_threads) * block;
      if (by != 1) first = (first + by - 1) / by * by;
    }
    c->first = first / by;
    c->count = (stop - c->bias - first + step - 1) / step;
    if (c->count > 0) return 1;
  }
  return 0;
}

/* -fcheck-bounds: the subscript i, which ends the program unless it is in 0..extent-1. `place` is for the message,
 * "a.upc:12: A, dimension 1". */
void urt_outside(long i, urt_size_t extent, const char *place) __attribute__((noreturn, cold));
static inline __attribute__((always_inline)) long urt_inside(long i, urt_size_t extent, const char *place) {
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

#ifdef URT_ALL_NEAR
/* A stepping pointer: it moves by the same number of elements again and again, without a division. Segments are all at
 * the same distance from each other, so each of its three moves adds a constant to its address. What it needs is in
 * local variables, which the elements that a loop writes cannot change. */
typedef struct urt_stepping {
  char *at;
  long phase, thread;
  long phases, steps, threads;      /* of a step: its rest of a block, its rest of a row of blocks; THREADS */
  long bytes, next, back;           /* a step's; to the block on the next thread; from the last thread to 0 */
} urt_stepping_t;

static inline __attribute__((always_inline))
urt_stepping_t urt_stepping(urt_ptr_t p, long stride, urt_size_t elem, urt_size_t block) {
  urt_parts_t blocks = urt_divide(stride, (long)block), to = urt_deal(blocks.whole);
  long step = (to.whole * (long)block + blocks.rest) * (long)elem + to.rest * (long)urt_stride;
  long row = (long)(block * elem), next = (long)urt_stride - row, back = row - (long)urt_threads * (long)urt_stride;
  return (urt_stepping_t){(char *)urt_near(p), (long)p.phase, (long)p.thread, blocks.rest, to.rest, urt_threads,
                          step, next, back};
}

static inline __attribute__((always_inline)) void urt_step(urt_stepping_t *p, urt_size_t block) {
  /* Tests before the moves wait for less. */
  int leaves = p->phases != 0 && p->phase >= (long)block - p->phases; /* its block */
  long by = p->steps + leaves;
  int wraps = p->thread >= p->threads - by;
  p->phase += leaves ? p->phases - (long)block : p->phases;
  p->thread += wraps ? by - p->threads : by;
  p->at += p->bytes + (leaves ? p->next : 0) + (wraps ? p->back : 0);
}
#endif

#endif
