/* SPDX-License-Identifier: BSD-3-Clause
 *
 * urt_strips.h: what the passes of upcc put into loops (upc/frontend/optimise/); a part of urt.h. Each function's body
 * replaces its calls. */
#ifndef URT_STRIPS_H
#define URT_STRIPS_H

/* A window: the block in which the last element lay, as the number of its first element, and where element 0 would have
 * to be if all elements lay beside this block's. No element is in the window of a block that is far. */
typedef struct urt_window {
  long first;
  urt_size_t base;
} urt_window_t;
URT_SELDOM urt_window_t urt_window_of(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block);
/* Is element n in the window? If not, the window becomes that of its block, and then the result says whether it is. */
static inline __attribute__((always_inline))
int urt_in_window(urt_window_t *window, urt_ptr_t p, long n, urt_size_t elem, urt_size_t block) {
  if (__builtin_expect((urt_size_t)n - (urt_size_t)window->first < block, 1)) return 1;
  *window = urt_window_of(p, n, elem, block);
  return window->first != __LONG_MAX__;
}

/* An address that moves evenly with a loop: in round k it is that of element first + k * step of p. One call gives the
 * places of all of them for a strip. The passes know these structs (upc/frontend/optimise/strips.cpp). A shape has what
 * the compiler knows of an address, a mover what it does not. What stands behind `first` is of the block in which the
 * strip before began: its first element, or LONG_MAX; that element; its address if it is near, else 0; and where
 * element 0 would have to be, as in a window. */
typedef struct urt_shape {
  long elem, block, step;
  long first;                            /* counted from `from` on; LONG_MIN: the mover has it */
  const urt_size_t *offset;              /* p: of a static array, what holds its offset; null: the mover has p */
  unsigned long where;
} urt_shape_t;
typedef struct urt_shapes {
  long strips, lists;                    /* how many shapes, in this order */
  long step, by;                         /* of an upc_forall, as for urt_own_rounds */
  urt_shape_t of[];
} urt_shapes_t;
typedef struct urt_mover {
  void *at;                              /* where the strip begins; null: it is far */
  urt_ptr_t p;
  long first;
  long block;
  urt_ptr_t start;
  urt_size_t near, base;
} urt_mover_t;
typedef struct urt_movers {
  long known;                            /* 0: no block yet */
  long rounds, start, kind;              /* of an upc_forall, as for urt_own_rounds */
  long end;                              /* of it, behind the caller's rounds in the block where the last strip lay */
  urt_mover_t of[];
} urt_movers_t;

/* Of a list, in blocks of one, round k of a strip takes its address from word k * step behind `at`, and others from up
 * to URT_BESIDE words behind that. The list is the object's table, or it lies behind the movers. */
enum { URT_LISTED = 32, URT_BESIDE = 8 };

/* For a strip that begins behind `done` rounds and has `left` rounds at most: as many as all of them stay in their
 * blocks for; negative if one of them is far. */
long urt_strips(urt_movers_t *movers, const urt_shapes_t *shapes, long from, long done, long left);

/* Of the rounds of an upc_forall, `count` ones of the caller, the first of which is `first`. */
typedef struct urt_rounds {
  long first, count;
} urt_rounds_t;
/* The caller's rounds of an upc_forall that deals them out by blocks, from `done` on, and the same for their strip. */
urt_rounds_t urt_own_strips(urt_movers_t *movers, const urt_shapes_t *shapes, long from, long done);

/* Of a part of `length` numbers: how many rounds stay in it from number `phase` of it on. */
static inline __attribute__((always_inline)) long urt_rounds_in(long length, long phase, long step) {
  if (step == 1) return length - phase;
  return step > 0 ? (length - 1 - phase) / step + 1 : step < 0 ? phase / -step + 1 : __LONG_MAX__;
}

/* Round k's number is start + k * step. Blocks of `by` numbers go round the threads; block 0 is thread 0's. */
static inline __attribute__((always_inline))
urt_rounds_t urt_own_blocks_here(long done, long rounds, long start, long step, long by) {
  long k = done, count = 0;
  while (k < rounds) {
    urt_parts_t at = urt_divide(start + k * step, by);
    long skipped = urt_deal(urt_mythread - at.whole).rest; /* blocks up to the caller's */
    if (skipped == 0) {
      long left = urt_rounds_in(by, at.rest, step);
      count = left < rounds - k ? left : rounds - k;
      break;
    }
    if (step > 0) k += (skipped * by - at.rest + step - 1) / step;
    else if (step < 0) k += (at.rest + (urt_threads - skipped - 1) * by - step) / -step;
    else k = rounds;
  }
  return (urt_rounds_t){k, count};
}

/* The same for blocks of one number: the caller's rounds are all at this distance from each other. */
static inline __attribute__((always_inline)) long urt_own_apart_here(long step) {
  long apart = urt_threads;
  for (long rest = step, next; rest; apart = rest, rest = next) next = apart % rest;
  return urt_threads / (apart < 0 ? -apart : apart);
}
static inline __attribute__((always_inline))
urt_rounds_t urt_own_cycle_here(long done, long rounds, long start, long step) {
  long k = done, apart = urt_threads;
  if (step == 1 || step == -1) {
    k += urt_deal((urt_mythread - urt_deal(start).rest) * step - done).rest; /* start may be the smallest long */
  } else {
    apart = urt_own_apart_here(step);
    while (k < done + apart && k < rounds && urt_deal(start + k * step).rest != urt_mythread) k++;
    if (k == done + apart) k = rounds;
  }
  return (urt_rounds_t){k, k < rounds ? (rounds - 1 - k) / apart + 1 : 0};
}

/* As urt_own_blocks_here where a block of the caller's ends at `done`, and a round moves by one: others' blocks follow.
 * THREADS blocks have less than 2^63 numbers. */
static inline __attribute__((always_inline))
urt_rounds_t urt_own_next_block(long done, long rounds, long by) {
  if (by >= rounds - done && urt_threads > 1) return (urt_rounds_t){rounds, 0};
  long k = done + (urt_threads - 1) * by, left = rounds - k;
  return (urt_rounds_t){k, left < 0 ? 0 : left < by ? left : by};
}

/* The loop deals its rounds out. The number of a round is C's quotient by `by`, of which 0 has numbers on both sides of
 * 0; of unsigned numbers; `by` is 1. The passes know the bits (upc/frontend/optimise/division.cpp). */
enum { URT_DEALS = 1, URT_QUOTIENT = 2, URT_UNSIGNED = 4, URT_CYCLIC = 8 };
long urt_own_tested(long done, long rounds, long start, long step, long by, int is_unsigned);

/* From `done` on. If the loop deals nothing out, all rounds are the caller's. Of a cycle it gets them one by one: the
 * compiler takes rounds of a cycle to be urt_own_apart from each other. If a number may be negative or 2^63 or more,
 * each round is tested. */
static inline __attribute__((always_inline))
urt_rounds_t urt_own_rounds_here(long done, long rounds, long start, long step, long by, int kind) {
  int quotient = kind & URT_QUOTIENT, is_unsigned = kind & URT_UNSIGNED, cyclic = kind & URT_CYCLIC;
  long last;
  if (!(kind & URT_DEALS)) return (urt_rounds_t){done, cyclic && done < rounds ? 1 : rounds - done};
  if ((is_unsigned || (quotient && !cyclic)) &&
      (start < 0 || by <= 0 || __builtin_mul_overflow(rounds - 1, step, &last) ||
       __builtin_add_overflow(start, last, &last) || last < 0)) {
    long k = urt_own_tested(done, rounds, start, step, by, is_unsigned);
    return (urt_rounds_t){k, k < rounds};
  }
  if (cyclic) return urt_own_cycle_here(done, rounds, start, step);
  if (done != 0 && (step == 1 || step == -1)) return urt_own_next_block(done, rounds, by);
  return urt_own_blocks_here(done, rounds, start, step, by);
}

/* The same by a call: it would be most of the code of a loop that is in no other one. LLVM would put a second call in
 * front of the loop; other compilers of the runtime do not know the attribute. */
#if __has_attribute(noduplicate)
__attribute__((noduplicate))
#endif
urt_rounds_t urt_own_strip(long done, long rounds, long start, long step, long by, int kind) __attribute__((pure));
long urt_own_apart(long step) __attribute__((const));
void *urt_start_of_row(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block) __attribute__((pure));
void *urt_row_if_near(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block) __attribute__((const)); /* or null */

#ifdef URT_OPTIMISED
#define URT_INSERTED static __attribute__((noinline, used))

/* `nested`: the loop is in another one. Blocks that follow each other take no call: they may be short. */
URT_INSERTED urt_rounds_t urt_own_rounds(long done, long rounds, long start, long step, long by, int kind, int nested) {
  int follows = done != 0 && kind == URT_DEALS && (step == 1 || step == -1);
  if (nested) return urt_own_rounds_here(done, rounds, start, step, by, kind);
  return follows ? urt_own_next_block(done, rounds, by) : urt_own_strip(done, rounds, start, step, by, kind);
}
#ifdef URT_ALL_NEAR

/* The address of element n of p, and in *left how many of the next rounds stay in its block, where a round moves by
 * `step` elements. */
URT_INSERTED void *urt_strip(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block, long step, urt_window_t *window,
                             long *left) {
  (void)urt_in_window(window, p, n, elem, block);
  long most = urt_rounds_in((long)block, n - window->first, step);
  if (most < *left) *left = most;
  return (void *)(window->base + (urt_size_t)n * elem);
}

/* What a pointer of the program leads to. In a list each pointer waits for the one before, and a product takes less
 * time than to read the table of urt_near, which a pointer that is never followed may also lead out of. */
URT_INSERTED void *urt_follow(urt_ptr_t p) { return urt_segment_of[0] + (p.offset + p.thread * urt_stride); }

/* Element n of an array at p that a loop does not change. `within`: a thread has one block of it at most. */
URT_INSERTED void *urt_place(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block, int within) {
  p.offset += (urt_size_t)urt_segment_of[0];
  return (void *)(within ? urt_reach_within(p, n, elem, block) : urt_reach(p, n, elem, block)).offset;
}

/* The table of the object that p points into, or null; and what products take. A variable of the loop keeps the
 * object. */
URT_INSERTED const urt_size_t *urt_table(const urt_gathered_t **kept, urt_ptr_t p, urt_size_t elem, urt_size_t block,
                                         urt_products_t *products) {
  return urt_table_of(kept, p, elem, block, products);
}

/* The address of element n, where there is no table. */
URT_INSERTED void *urt_without_table(urt_size_t first, urt_size_t start, urt_size_t next, urt_size_t back,
                                     urt_size_t in_row, urt_size_t row, long n, urt_size_t elem, urt_size_t block) {
  return (void *)urt_product((urt_products_t){first, start, next, back, in_row, row}, n, elem, block);
}

/* The address of element n. It may be negative: where granules are one element, n counts from a place inside the table;
 * and a table has words for a little before its object. */
URT_INSERTED void *urt_in_table(const urt_size_t *table, long n, urt_size_t elem, urt_size_t block) {
  int log = urt_granule_log(block);
  return (void *)(log ? table[n >> log] + (urt_size_t)n * elem : table[n]);
}
#else
URT_INSERTED void *urt_follow(urt_ptr_t p) { return urt_near(p); } /* in a job without far threads */
#endif

/* The address of element n, from which a loop goes on by rows of blocks. */
URT_INSERTED void *urt_row_start(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block, int nested) {
  return nested ? urt_follow(urt_add(p, n, elem, block)) : urt_start_of_row(p, n, elem, block);
}

#endif
#endif
