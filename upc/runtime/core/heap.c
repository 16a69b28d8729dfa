/* SPDX-License-Identifier: BSD-3-Clause
 * The shared heap of a segment, in two parts that grow towards each other:
 *
 *   from |  thread's own, upc_alloc:  grows up -->    ...    <-- grows down: global, the same on all threads  | to
 *
 * Each part is an arena of blocks side by side. A block is known by the offset of its memory, a multiple of 64.
 * The 16 bytes before that are its header: size and state, size of the block below. So sizes are multiples of 64, and
 * neighbours can be found and merged both ways. The header also says how many bytes at the block's end were not asked
 * for. Free blocks hang in lists by size, linked through their memory. A free block at the growing end goes back to
 * the middle. Large blocks of equal length begin at different places of their pages (staggered). The global arena is
 * kept on thread 0: a block there is reserved on every thread. All words are reached as shared words, so any thread can
 * free any block.
 *
 * A thread's own arena reserves more of the middle than it uses: so a thread that allocates and frees seldom asks
 * thread 0, which may be far and compute. */
#include <string.h>
#include "base/tell.h"
#include "core/core.h"

enum { HEADER = 16, LINE = 64, BINS = 40, LOOKS = 32, FREED = 8 };
enum { LARGE = 1 << 16, PAGE = 4096, STEP = 2496 }; /* see staggered */

struct arena {
  struct lock lock;
  uint64_t used;         /* bytes between where the arena starts and its growing end; zero at first */
  uint64_t reserved;     /* own arena: bytes up to which it may grow and the global one may not; see TENTATIVE */
  uint64_t highest;      /* own arena: size of the topmost block */
  uint64_t most;         /* the most that `used` has been: the middle beyond it is as the system gave it, all zeros */
  uint64_t frees;        /* blocks that were freed so far; the latest are noted (urt_freed) */
  struct { uint64_t offset, bytes, by; } freed[FREED];
  uint64_t bin[BINS];    /* bin b: first free block of 64 * 2^b bytes up to twice that, or 0 */
};
struct arenas { struct arena own, global; };
URTK_STATIC(arenas, sizeof(struct arenas));

typedef struct { int global, thread; size_t at; } arena_t; /* `at`: offset of its struct arena */

static size_t from, to;

/* ---- words ---- */
static uint64_t get(arena_t a, size_t offset) { return URT_GET(uint64_t, urtk_at(a.thread, offset)); }
static void put(arena_t a, size_t offset, uint64_t value) { URT_PUT(uint64_t, urtk_at(a.thread, offset), value); }
#define FIELD(a, field) ((a).at + offsetof(struct arena, field))

static arena_t arena_of(int global, int thread) {
  if (global) return (arena_t){1, 0, arenas + offsetof(struct arenas, global)};
  return (arena_t){0, thread, arenas + offsetof(struct arenas, own)};
}

static arena_t heap_of(int thread) { return arena_of(thread < 0, thread < 0 ? 0 : thread); } /* -1: the global one */

static void take(arena_t a) { urtk_lock_take(urtk_at(a.thread, a.at)); }
static void take_to_look(arena_t a) { urtk_lock_take_alone(urtk_at(a.thread, a.at)); }
static void drop(arena_t a) { urtk_lock_drop(urtk_at(a.thread, a.at)); }

/* The growing end: the memory of the next block (own), or of the lowest one (global). */
static size_t front(int global, uint64_t used) { return global ? to - used : from + LINE + used; }

/* ---- headers: two words. State is 16 bits that depend on the place, then the size, whose lowest bit is 1 if the block
 * is in use. The other word is 16 bits with how many bytes at the end were not asked for, then the size of the block
 * below, or 0 ---- */
enum { SIZE_BITS = 48 };
static const uint64_t size_mask = ((uint64_t)1 << SIZE_BITS) - LINE;
static uint64_t mark(size_t block) { return (block * 0x9e3779b97f4a7c15u >> 49 | 0x8000) << 48; }
static int has_mark(uint64_t state, size_t block) { return state >> 48 == mark(block) >> 48; }
static uint64_t state_of(arena_t a, size_t block) { return get(a, block - HEADER); }
/* May a block begin here? */
static int in_heap(size_t offset) { return offset % LINE == 0 && offset >= from + LINE && offset < to; }
static size_t size_of(uint64_t state) { return state & size_mask; }
static void set(arena_t a, size_t block, size_t size, int used) {
  put(a, block - HEADER, mark(block) | size | (uint64_t)used);
}
static size_t spare_of(arena_t a, size_t block) { return get(a, block - HEADER + 8) >> SIZE_BITS; }
static size_t below(arena_t a, size_t block) { return get(a, block - HEADER + 8) & size_mask; }
static void set_beside(arena_t a, size_t block, size_t spare, size_t below) {
  put(a, block - HEADER + 8, (uint64_t)spare << SIZE_BITS | below);
}
static void set_below(arena_t a, size_t block, size_t size) { set_beside(a, block, spare_of(a, block), size); }
static void set_used(arena_t a, size_t block, size_t size, size_t bytes) {
  set(a, block, size, 1);
  set_beside(a, block, size - HEADER - bytes, below(a, block));
}

static size_t end_of(arena_t a) { return a.global ? to : front(0, get(a, FIELD(a, used))); }

/* Notes in the block above how large this block is now. */
static void tell_above(arena_t a, size_t block, size_t size) {
  if (block + size < end_of(a)) set_below(a, block + size, size);
  else if (!a.global) put(a, FIELD(a, highest), size);
}

/* ---- what a program may have written over ---- */
static const char *call;   /* that works on the heap */

static _Noreturn void damaged(arena_t a, size_t block) {
  urtk_fatal_in(call, "thread %d finds the shared heap of thread %d damaged near offset %#zx: the program wrote beyond "
                "the end of an allocation, or into memory that it had freed", urt_mythread, a.thread, block);
}

/* The state of a block next to one whose header is sound. */
static uint64_t state_beside(arena_t a, size_t block) {
  uint64_t state = state_of(a, block);
  if (!has_mark(state, block)) damaged(a, block);
  return state;
}

/* A link of a free list: a block, or 0. */
static size_t link_at(arena_t a, size_t offset) {
  size_t block = get(a, offset);
  if (block && !in_heap(block)) damaged(a, offset);
  return block;
}

/* ---- free lists ---- */
static int bin_of(size_t size) { return 63 - __builtin_clzll(size / LINE); }

static void hang(arena_t a, size_t block, size_t size) {
  size_t bin = FIELD(a, bin) + 8 * (size_t)bin_of(size), first = get(a, bin);
  set(a, block, size, 0);
  put(a, block, first);
  put(a, block + 8, 0);
  if (first) put(a, first + 8, block);
  put(a, bin, block);
}

static void unhang(arena_t a, size_t block, size_t size) {
  size_t next = link_at(a, block), previous = link_at(a, block + 8);
  if (previous) put(a, previous, next);
  else put(a, FIELD(a, bin) + 8 * (size_t)bin_of(size), next);
  if (next) put(a, next + 8, previous);
}

/* A free block of at least `size`: `looks` blocks of its own bin are tried; in a higher bin the first block is large
 * enough. */
static size_t find(arena_t a, size_t size, size_t looks) {
  for (int b = bin_of(size); b < BINS; b++) {
    size_t block = get(a, FIELD(a, bin) + 8 * (size_t)b);
    for (size_t i = 0; block && i < looks; i++, block = link_at(a, block))
      if (size_of(state_beside(a, block)) >= size) return block;
  }
  return 0;
}

/* ---- the middle ---- */
/* How much an arena reserves beyond what it needs. */
static size_t spare(void) {
  enum { MOST = 1 << 20, SHARE = 64 };
  size_t share = (to - from) / SHARE;
  return (share < MOST ? share : MOST) & ~(size_t)(LINE - 1);
}

/* The ends of the two parts. Each part publishes its end first and looks at the other's after: of two that grow into
 * the same bytes, at least one sees the other. A part that finds no room takes its end back. Until it knows, the end of
 * an own arena is tentative, and a thread that would extend the global one waits for it: there may be room. */
enum { TENTATIVE = 1 }; /* a bit of `reserved`, which is a multiple of LINE */

static int is_apart(uint64_t own, uint64_t global) { return front(0, own) <= front(1, global); }

/* Moves the end of an own arena to `bytes`, unless it would meet that of the global one. */
static int reserve(arena_t a, size_t bytes) {
  urt_ptr_t word = urtk_at(a.thread, FIELD(a, reserved));
  uint64_t before = URT_GET(uint64_t, word);
  if (bytes > to - from - LINE) return 0;
  urtc_store(word, bytes | TENTATIVE);
  int fits = is_apart(bytes, urtc_load(urtk_at(0, FIELD(arena_of(1, 0), used))));
  if (fits) put(a, FIELD(a, reserved), bytes);
  else urtc_store(word, before);
  return fits;
}

/* The same while the global arena keeps its end: if the last time that was one which is taken back, there is room. The
 * caller has the lock of its own arena, so no work may go on meanwhile that might want it too. */
static int reserve_alone(arena_t a, size_t bytes) {
  take_to_look(arena_of(1, 0));
  int fits = reserve(a, bytes);
  drop(arena_of(1, 0));
  return fits;
}

static int grow_own(arena_t a, size_t used) {
  if (used > get(a, FIELD(a, reserved)) && !reserve(a, used + spare()) && !reserve_alone(a, used)) return 0;
  put(a, FIELD(a, used), used);
  return 1;
}

/* Is thread t's own part below a global part of so many bytes? */
static int leaves_room(int t, size_t used) {
  urt_ptr_t word = urtk_at(t, FIELD(arena_of(0, t), reserved));
  uint64_t reserved = urtc_load(word);
  for (unsigned turn = 0; !is_apart(reserved, used) && reserved & TENTATIVE; reserved = urtc_load(word))
    urtc_relax(turn++);
  return is_apart(reserved, used);
}

static int grow_global(arena_t a, size_t before, size_t used) {
  int fits = used <= to - from - LINE;
  if (!fits) return 0;
  urtc_store(urtk_at(a.thread, FIELD(a, used)), used);
  for (int t = 0; t < urt_threads && fits; t++) fits = leaves_room(t, used);
  if (!fits) urtc_store(urtk_at(a.thread, FIELD(a, used)), before);
  return fits;
}

static size_t extend(arena_t a, size_t size) {
  uint64_t used = get(a, FIELD(a, used));
  if (size > to - from || !(a.global ? grow_global(a, used, used + size) : grow_own(a, used + size))) return 0;
  if (used + size > get(a, FIELD(a, most))) put(a, FIELD(a, most), used + size);
  size_t block = front(a.global, a.global ? used + size : used);
  if (a.global) {
    set_below(a, block, 0);
    tell_above(a, block, size);
  } else {
    set_below(a, block, get(a, FIELD(a, highest)));
    put(a, FIELD(a, highest), size);
  }
  return block;
}

/* Gives a block at the growing end back to the middle; 0 if it is not there. */
static int shrink(arena_t a, size_t block, size_t size) {
  uint64_t used = get(a, FIELD(a, used));
  if (a.global ? block != front(1, used) : block + size != front(0, used)) return 0;
  if (!a.global) put(a, FIELD(a, highest), below(a, block));
  else if (block + size < to) set_below(a, block + size, 0);
  urtc_store(urtk_at(a.thread, FIELD(a, used)), used - size);
  if (!a.global && get(a, FIELD(a, reserved)) > used - size + 2 * spare())
    urtc_store(urtk_at(a.thread, FIELD(a, reserved)), used - size + spare());
  return 1;
}

/* ---- the three calls ---- */
void urtk_heap_init(size_t first, size_t end) {
  from = (first + LINE - 1) & ~(size_t)(LINE - 1);
  to = end & ~(size_t)(LINE - 1);
}

size_t urtk_heap_size(void) { return to - from; }
size_t urtk_segment_size(void) { return to; }

size_t urtk_heap_left(int global) {
  size_t high = 0, low = front(1, get(arena_of(1, 0), FIELD(arena_of(1, 0), used)));
  for (int t = 0; t < urt_threads; t++) {
    arena_t own = arena_of(0, t);
    size_t end = front(0, get(own, global ? FIELD(own, reserved) : FIELD(own, used)) & ~(uint64_t)TENTATIVE);
    if ((global || t == urt_mythread) && end > high) high = end;
  }
  return low > high + LINE ? low - high - HEADER : 0;
}

/* Takes a free block from its list. The bytes that are not needed become a free block. */
static void cut(arena_t a, size_t block, size_t size) {
  size_t had = size_of(state_of(a, block));
  unhang(a, block, had);
  if (had == size) return;
  set_below(a, block + size, size);
  tell_above(a, block + size, had - size);
  hang(a, block + size, had - size);
}

/* Large blocks are all longer than whole pages by STEP, so that arrays of equal length begin at different places of
 * their pages. Of two addresses at the same place of a page the processor does not know at once that they differ: a
 * load soon after such a store waits for it, and caches have room for few such lines. With 2112 to 3008 bytes STREAM's
 * triad in C takes 0.69 to 0.73 ns an element on a Zen 5, whichever vector is written, with 64 bytes up to 1.17. STEP
 * is about PAGE times the golden ratio: so several arrays are far apart too. The length alone decides, so the layout is
 * the same on all threads. It costs a block 4 KB at most, 6 % of the smallest. */
static size_t staggered(size_t size) { return size < LARGE ? size : size + (STEP - size) % PAGE; }

/* `*fresh`: up to there the memory has not been used by the global heap; of one look with the allocation itself. */
static size_t allocate(int global, size_t bytes, size_t *fresh) {
  if (bytes > to) return 0;
  arena_t a = arena_of(global, urt_mythread);
  size_t padded = bytes;
  if (urtk_memory_events && urtk_memory_events->padding) padded += urtk_memory_events->padding(bytes);
  size_t least = (padded + HEADER + LINE - 1) & ~(size_t)(LINE - 1), size = staggered(least);
  call = global ? "upc_global_alloc" : "upc_alloc";
  take(a);
  *fresh = front(1, get(a, FIELD(a, most))) - HEADER;
  size_t found = find(a, size, LOOKS), block = found ? found : extend(a, size);
  if (!block) { /* the middle is used up: now all free blocks are tried, also those that just fit */
    size = least;
    found = find(a, size, SIZE_MAX);
    block = found ? found : extend(a, size);
  }
  if (found) cut(a, found, size);
  if (block) set_used(a, block, size, bytes);
  drop(a);
  return block;
}

static int makes_room(int global) {
  return urtk_memory_events && urtk_memory_events->make_room && urtk_memory_events->make_room(global);
}

static size_t allocated(int global, size_t bytes, size_t *fresh) {
  size_t offset = allocate(global, bytes, fresh);
  if (!offset && bytes <= to && makes_room(global)) offset = allocate(global, bytes, fresh);
  urtk_tell_allocated(global, offset, bytes);
  return offset;
}

size_t urtk_heap_alloc(int global, size_t bytes) { return allocated(global, bytes, &(size_t){0}); }
size_t urtk_heap_alloc_fresh(size_t bytes, size_t *fresh) { return allocated(1, bytes, fresh); }

static void zero(size_t begin, size_t end) {
  char *start = urt_near(urtk_at(urt_mythread, begin));
  if (begin < end && urt_copies(start, start, end - begin)) memset(start, 0, end - begin);
}

void urtk_heap_zero(size_t block, size_t bytes, size_t fresh) {
  arena_t own = arena_of(0, urt_mythread);
  size_t end = block + bytes, low = front(0, get(own, FIELD(own, most)));
  if (low < block) low = block;
  if (fresh < low) fresh = low;
  zero(block, low < end ? low : end);
  zero(fresh, end);
}

enum { WALK = 1000 }; /* blocks, of 2 ns each: who asks would soon rather not know */
static const size_t unknown = (size_t)-1;

/* The block that this offset is in, also if it is free, of an arena whose lock the caller has. 0: none. */
static size_t block_around(arena_t a, size_t offset) {
  size_t block = front(a.global, a.global ? get(a, FIELD(a, used)) : 0), end = end_of(a);
  for (int i = 0; block < end && i < WALK; i++) {
    uint64_t state = state_of(a, block);
    if (offset < block) return 0; /* in a header */
    if (!has_mark(state, block)) return unknown; /* overwritten */
    if (offset < block + size_of(state) - HEADER) return block;
    block += size_of(state);
  }
  return block < end ? unknown : 0;
}

static size_t rest(arena_t a, size_t offset) {
  size_t block = block_around(a, offset);
  if (!block || block == unknown) return block;
  uint64_t state = state_of(a, block);
  size_t given = block + size_of(state) - HEADER - spare_of(a, block);
  return state & 1 && offset < given ? given - offset : 0;
}

size_t urtk_heap_rest(urt_ptr_t p) {
  int global = p.offset >= front(1, urtc_load(urtk_at(0, FIELD(arena_of(1, 0), used))));
  arena_t a = arena_of(global, (int)p.thread);
  if (!urt_is_near(urtk_at(a.thread, 0))) return unknown;
  take_to_look(a);
  size_t bytes = rest(a, p.offset);
  drop(a);
  return bytes;
}

/* Does a block in use begin here? A program's data may look like a header, but not like the next one too. */
static int begins(arena_t a, size_t block) {
  if (!in_heap(block)) return 0;
  uint64_t state = state_of(a, block);
  size_t size = size_of(state);
  if (!has_mark(state, block) || !(state & 1) || size < LINE || size > to - block) return 0;
  const size_t next = block + size;
  return next == end_of(a) || (has_mark(state_of(a, next), next) && below(a, next) == size);
}

/* For a pointer into the middle of an object, the heap is walked from its first block on. A thread walks at most
 * `walks` times, so that a program with many such pointers does not spend its time on it. Nothing
 * else depends on the count: it is relaxed. */
static size_t walked_to(arena_t a, size_t offset) {
  static int walks = 1 << 14;
  if (__atomic_load_n(&walks, __ATOMIC_RELAXED) <= 0) return 0;
  __atomic_fetch_sub(&walks, 1, __ATOMIC_RELAXED);
  take(a);
  size_t block = block_around(a, offset);
  drop(a);
  return block && block != unknown && begins(a, block) ? block : 0;
}

int urtk_heap_object(urt_ptr_t p, struct urtk_object *found) {
  arena_t a = arena_of(1, 0);
  if (!urt_is_near(urtk_at(0, 0)) || p.offset >= to) return 0;
  if (p.offset < front(1, urtc_load(urtk_at(0, FIELD(a, used))))) return 0;
  size_t block = begins(a, p.offset) ? p.offset : walked_to(a, p.offset);
  if (!block) return 0;
  *found = (struct urtk_object){block, size_of(state_of(a, block)) - HEADER, urt_near(urtk_at(0, block - HEADER))};
  return 1;
}

static struct urtk_block block_of(arena_t a, size_t block) {
  uint64_t state = state_of(a, block);
  size_t size = size_of(state);
  return (struct urtk_block){block, size, size - HEADER - spare_of(a, block), a.thread, a.global, (int)(state & 1)};
}

static arena_t arena_at(urt_ptr_t p) {
  int global = p.offset >= front(1, urtc_load(urtk_at(0, FIELD(arena_of(1, 0), used)))) - HEADER;
  return arena_of(global, (int)p.thread);
}

int urtk_heap_block(urt_ptr_t p, struct urtk_block *found) {
  arena_t a = arena_at(p);
  if ((a.global && p.thread != 0) || !begins(a, p.offset)) return 0;
  *found = block_of(a, p.offset);
  return 1;
}

/* The first block of an arena, whose lock the caller has, that ends behind the offset; 0: none. */
static size_t block_before_end(arena_t a, size_t offset) {
  enum { MOST = 1 << 20 };
  size_t block = front(a.global, a.global ? get(a, FIELD(a, used)) : 0), end = end_of(a);
  for (int i = 0; block < end && i < MOST; i++) {
    uint64_t state = state_of(a, block);
    if (!has_mark(state, block) || size_of(state) < LINE) return 0; /* overwritten */
    if (offset < block + size_of(state) - HEADER) return block;
    block += size_of(state);
  }
  return 0;
}

int urtk_heap_around(urt_ptr_t p, struct urtk_block *found) {
  arena_t a = arena_at(p);
  take_to_look(a);
  size_t block = p.offset < to ? block_before_end(a, p.offset) : 0;
  if (block) *found = block_of(a, block);
  drop(a);
  return block != 0;
}

void urtk_heap_each(int thread, void (*see)(const struct urtk_block *block)) {
  arena_t a = heap_of(thread);
  take_to_look(a);
  size_t block = front(a.global, a.global ? get(a, FIELD(a, used)) : 0), end = end_of(a);
  while (block < end && has_mark(state_of(a, block), block)) {
    struct urtk_block one = block_of(a, block);
    if (one.used) see(&one);
    if (one.size < LINE) break; /* overwritten */
    block += one.size;
  }
  drop(a);
}

urt_size_t urt_object_rest(urt_ptr_t p) {
  if (p.thread >= (unsigned)urt_threads) return 0;
  if (p.offset >= to) return urtc_dataless_rest(p.offset);
  return p.offset < from ? urtk_static_rest(p.offset) : urtk_heap_rest(p);
}

static _Noreturn void bad(urt_ptr_t p, const char *why) {
  urtk_fatal_in(call, "thread %d frees shared memory at offset %#zx of thread %u, %s", urt_mythread,
                (size_t)p.offset, p.thread, why);
}

static const char never[] = "which no allocation returned or which was freed before; one thread calls upc_free, or "
                            "all call upc_all_free";

/* No block in use begins there. If one did, and a header up to there has been overwritten, the heap says so. */
static _Noreturn void no_block(arena_t a, urt_ptr_t p) {
  size_t block = front(a.global, a.global ? get(a, FIELD(a, used)) : 0), end = end_of(a), size;
  for (; block <= p.offset && block < end; block += size)
    if ((size = size_of(state_beside(a, block))) < LINE) damaged(a, block);
  bad(p, never);
}

/* The arena of what `p` points to, with its lock taken. While the caller has the lock of the thread's own arena, the
 * end of this arena stays where it is. What lies beyond is global. */
static arena_t take_arena(urt_ptr_t p) {
  arena_t own = arena_of(0, (int)p.thread), global = arena_of(1, 0);
  take(own);
  if (p.offset < end_of(own)) return own;
  drop(own);
  take(global);
  return global;
}

/* ---- what was freed: written with the lock, read without it. The one before the latest FREED - 1 may be changing */

static size_t freed_at(arena_t a, uint64_t number) { return FIELD(a, freed[number % FREED]); }

static void note_freed(arena_t a, size_t block, size_t bytes) {
  uint64_t number = get(a, FIELD(a, frees));
  size_t at = freed_at(a, number);
  put(a, at, block);
  put(a, at + 8, bytes);
  put(a, at + 16, (uint64_t)urt_mythread);
  put(a, FIELD(a, frees), number + 1);
}

unsigned long urt_frees(int thread) {
  arena_t a = heap_of(thread);
  return get(a, FIELD(a, frees));
}

const volatile unsigned long *urt_frees_here(int thread) {
  arena_t a = heap_of(thread);
  urt_ptr_t p = urtk_at(a.thread, FIELD(a, frees));
  return urt_is_near(p) ? urt_near(p) : NULL;
}

int urt_freed(int thread, unsigned long number, urt_size_t *offset, urt_size_t *bytes) {
  arena_t a = heap_of(thread);
  size_t at = freed_at(a, number);
  *offset = get(a, at), *bytes = get(a, at + 8);
  int by = (int)get(a, at + 16);
  return get(a, FIELD(a, frees)) - number < FREED ? by : -1;
}

void urtk_heap_free(const char *by, urt_ptr_t p) {
  call = by;
  if (p.thread >= (unsigned)urt_threads || p.offset < from || p.offset >= to) bad(p, never);
  arena_t a = take_arena(p);
  size_t block = p.offset, size = 0, previous, first = front(a.global, a.global ? get(a, FIELD(a, used)) : 0);
  if (a.global && p.thread != 0) no_block(a, p);
  uint64_t state = in_heap(block) && block >= first && block < end_of(a) ? state_of(a, block) : 0;
  if (!has_mark(state, block) || !(state & 1)) no_block(a, p);
  size = size_of(state);
  if (block + size > end_of(a)) bad(p, "whose header has been overwritten");
  note_freed(a, block, size);
  urtk_tell_freed(a.global, p.thread, block, size - HEADER);
  set(a, block, size, 0); /* so that freeing it again is noticed even if it merges or goes back to the middle */

  if (block + size < end_of(a) && !((state = state_beside(a, block + size)) & 1)) {
    size_t above = size_of(state);
    unhang(a, block + size, above);
    size += above;
  }
  if ((previous = below(a, block)) % LINE || previous > block - LINE - from) damaged(a, block);
  if (previous && !(state_beside(a, block - previous) & 1)) {
    block -= previous;
    size += previous;
    unhang(a, block, previous);
  }
  if (!shrink(a, block, size)) {
    tell_above(a, block, size);
    hang(a, block, size);
  }
  drop(a);
}
