// SPDX-License-Identifier: BSD-3-Clause
// What a changed program is compiled with that is to judge its own change (changes.py). It writes EXECUTED on standard
// error when the change is executed, and FAULT when it makes the program wrong. It asks which objects there are, and
// watches memory for changes; it has nothing to do with the shadow of -fsanitize=address. On smp.
#ifndef JUDGE_H
#define JUDGE_H
#include <upc.h>

extern long judge_write(int, const void *, size_t) __asm__("write");
size_t urt_object_rest(shared const void *place);

static inline void judge_tell(int *told, const char *word, size_t bytes) {
  if (!(*told)++ && judge_write(2, word, bytes) < 0) *told = 0;
}
static inline int judge(int fault) {
  static int executed, wrong;
  judge_tell(&executed, "EXECUTED\n", 9);
  if (fault) judge_tell(&wrong, "FAULT\n", 6);
  return fault;
}

// ---- objects in blocks, of which threads may have unequal parts: the runtime knows the largest. Each thread notes
// those that it has made.
enum { JUDGE_OBJECTS = 64 };
typedef struct { shared void *object; size_t blocks, bytes; } judge_dealt_t;
static shared [JUDGE_OBJECTS] judge_dealt_t judge_dealt[JUDGE_OBJECTS * THREADS];

static inline shared void *judge_note(shared void *object, size_t blocks, size_t bytes) {
  static int next;
  judge_dealt_t made = {object, blocks, bytes};
  if (object) judge_dealt[JUDGE_OBJECTS * MYTHREAD + next++ % JUDGE_OBJECTS] = made;
  return object;
}

// How many bytes there are from a place to the end of its object.
static inline size_t judge_rest(shared const void *place) {
  const size_t thread = upc_threadof((shared void *)place), offset = upc_addrfield((shared void *)place);
  for (int i = 0; i < JUDGE_OBJECTS * THREADS; i++) {
    const judge_dealt_t d = judge_dealt[i];
    const size_t first = d.object ? upc_addrfield(d.object) : 0;
    const size_t all = (d.blocks + THREADS - 1) / THREADS * d.bytes;
    if (!d.object || offset < first || offset >= first + all) continue;
    const size_t end = first + upc_affinitysize(d.blocks * d.bytes, d.bytes, thread);
    return offset < end ? end - offset : 0;
  }
  return urt_object_rest(place);
}
static inline void judge_forget(shared void *object) {
  for (int i = 0; i < JUDGE_OBJECTS * THREADS; i++)
    if (object && judge_dealt[i].object == object) judge_dealt[i].object = NULL;
}

static inline shared void *judge_noted_all_alloc(size_t blocks, size_t bytes) {
  shared void *object = upc_all_alloc(blocks, bytes);
  if (MYTHREAD == 0) judge_note(object, blocks, bytes);
  upc_barrier;
  return object;
}
static inline shared void *judge_noted_global_alloc(size_t blocks, size_t bytes) {
  return judge_note(upc_global_alloc(blocks, bytes), blocks, bytes);
}

// ---- counts, subscripts, private pointers
static inline size_t judge_count(size_t bytes, shared const void *place) {
  return judge(bytes > judge_rest(place)), bytes;
}
static inline long judge_at(shared const void *element, size_t bytes, long index, int beyond) {
  return judge(beyond || bytes > judge_rest(element)), index;
}
static inline void judge_other(shared void *element) { judge(upc_threadof(element) != MYTHREAD); }

// ---- objects of which a part may no longer be used: it gets a pattern, and whoever writes there changes it. A program
// that reads there has written there before, since allocated memory has no values of its own.
typedef struct { shared void *object; size_t from[64], to[64]; int first, end, all; } judge_part_t;
static judge_part_t judge_parts[64];
static int judge_count_of_parts;

static inline char judge_pattern(size_t i) { return (char)(0xA5 ^ (i * 7) ^ (i >> 8)); }

static inline shared [] char *judge_on(shared void *object, int thread) {
  return (shared [] char *)((shared char *)object + (thread - (int)upc_threadof(object)));
}

static void judge_look(judge_part_t *p) {
  for (int t = p->first; p->object && t < p->end; t++)
    for (size_t i = p->from[t]; i < p->to[t]; i++)
      if (judge_on(p->object, t)[i] != judge_pattern(i)) judge(1);
}

static void judge_look_at_all(void) {
  for (int i = 0; i < judge_count_of_parts; i++) judge_look(&judge_parts[i]);
}

// On each thread from first to end - 1 the bytes behind what the blocks take there with `less` bytes each are watched.
static shared void *judge_watch(shared void *object, size_t blocks, size_t bytes, size_t less, int first, int end) {
  judge_part_t *p = &judge_parts[judge_count_of_parts];
  judge(0);
  if (!object || judge_count_of_parts == 64) return object;
  if (!judge_count_of_parts++) atexit(judge_look_at_all);
  p->object = object, p->first = first, p->end = end, p->all = less == 0;
  for (int t = first; t < end; t++) {
    p->from[t] = first + 1 == end && blocks == 1 ? less : upc_affinitysize(blocks * less, less ? less : 1, t);
    p->to[t] = first + 1 == end && blocks == 1 ? bytes : upc_affinitysize(blocks * bytes, bytes, t);
    for (size_t i = p->from[t]; i < p->to[t]; i++) judge_on(object, t)[i] = judge_pattern(i);
  }
  return object;
}

static inline shared void *judge_alloc(size_t bytes, size_t less) {
  return judge_watch(upc_alloc(bytes), 1, bytes, less, MYTHREAD, MYTHREAD + 1);
}
static inline shared void *judge_global_alloc(size_t blocks, size_t bytes, size_t less) {
  return judge_watch(upc_global_alloc(blocks, bytes), blocks, bytes, less, 0, THREADS);
}
static inline shared void *judge_all_alloc(size_t blocks, size_t bytes, size_t less) {
  shared void *object = upc_all_alloc(blocks, bytes);
  if (MYTHREAD == 0) judge_watch(object, blocks, bytes, less, 0, THREADS);
  judge(0);
  upc_barrier;
  return object;
}

// ---- frees: what is watched stays
static inline int judge_is_watched(shared void *object) {
  int found = 0;
  for (int i = 0; i < judge_count_of_parts; i++) {
    if (!object || judge_parts[i].object != object) continue;
    found = 1;
    if (judge_parts[i].all) judge(1);
    judge_look(&judge_parts[i]);
    judge_parts[i].object = NULL;
  }
  return found;
}
static inline void judge_free(shared void *object) {
  judge_forget(object);
  if (!judge_is_watched(object)) upc_free(object);
}
static inline void judge_all_free(shared void *object) {
  if (MYTHREAD == 0) judge_forget(object), judge_is_watched(object);
}
#define upc_free judge_free
#define upc_all_free judge_all_free
#define upc_all_alloc judge_noted_all_alloc
#define upc_global_alloc judge_noted_global_alloc

#endif
