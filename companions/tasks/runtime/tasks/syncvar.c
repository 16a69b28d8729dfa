/* SPDX-License-Identifier: BSD-3-Clause
 * Synchronisation variables (upc_syncvar.h): a state and a value in shared memory. Who changes it holds it BUSY for
 * that time, in which no task waits. A task that must wait gives its thread to others. */
#include <string.h>
#include "tasks/tasks.h"

enum { EMPTY, FULL, BUSY, MOST = 16 };

struct variable { uint64_t state, unused; char value[MOST]; };

static urt_ptr_t value_of(urt_ptr_t v) { return urt_member(v, offsetof(struct variable, value)); }

/* What a task waits for: it lies on its stack. */
struct wanted { urt_ptr_t variable; uint64_t state; };

/* Most variables belong to the thread that uses them: their words are read and written where they are. */
static int is_own(urt_ptr_t v) { return (int)v.thread == urt_mythread; }

static uint64_t state_of(urt_ptr_t v) {
  if (is_own(v)) urt_looks_at(urt_near(v));
  return is_own(v) ? __atomic_load_n((uint64_t *)urt_near(v), __ATOMIC_SEQ_CST) : urtc_load(v);
}

/* The old state. In a job of one thread nobody else changes it, so this needs no atomic instruction. */
static uint64_t compare_swap(urt_ptr_t v, uint64_t expected, uint64_t value) {
  if (urt_threads > 1) return urtc_compare_swap(v, expected, value);
  uint64_t *word = urt_near(v), old = *word;
  if (old == expected) *word = value;
  return old;
}

static int has_state(const void *what) {
  const struct wanted *w = what;
  return state_of(w->variable) == w->state;
}

static __attribute__((noinline, cold)) void refuse(const char *call, urt_ptr_t v, size_t bytes) {
  if (!urt_nonnull(v)) urt_fatal("thread %d: %s of a null pointer", urt_mythread, call);
  urt_fatal("thread %d: %s: a value of %zu bytes, must have at most %d", urt_mythread, call, bytes, MOST);
}

static void check(const char *call, urt_ptr_t v, size_t bytes) {
  if (!urt_nonnull(v) || bytes > MOST) refuse(call, v, bytes);
}

static void await(const struct wanted *wanted) {
  int of_other = !is_own(wanted->variable);
  urtk_waits_for_others += of_other;
  urtk_suspend(has_state, wanted, urtk_key(wanted->variable),
               wanted->state == FULL ? "a synchronisation variable to be full"
                                     : "a synchronisation variable to be empty");
  urtk_waits_for_others -= of_other;
}

/* Waits for the state and holds the variable. */
static void hold(urt_ptr_t v, uint64_t state) {
  struct wanted wanted = {v, state};
  uint64_t seen;
  for (unsigned turn = 0; (seen = compare_swap(v, state, BUSY)) != state;) {
    if (seen == BUSY) urtc_relax(turn++);
    else await(&wanted);
  }
}

/* Who sees the state sees the value, and what the thread wrote before. Nothing here waits for the store itself. */
static void let_go(urt_ptr_t v, uint64_t state) {
  if (is_own(v) || urtk_plain(v)) {
    urt_catches_up();
    urt_wrote_word(urt_near(v), sizeof state);
    __atomic_store_n((uint64_t *)urt_near(v), state, __ATOMIC_RELEASE);
  } else {
    urtc_store(v, state);
  }
  urtk_wake_contexts(urtk_key(v));
}

/* Most values have the size of an int or of a double: no call for them. */
static void get(urt_ptr_t v, void *value, size_t bytes) {
  if (bytes == 4) urt_get_bytes(value, value_of(v), 4);
  else if (bytes == 8) urt_get_bytes(value, value_of(v), 8);
  else urt_get_bytes(value, value_of(v), bytes);
}
static void put(urt_ptr_t v, const void *value, size_t bytes) {
  if (bytes == 4) urt_put_bytes(value_of(v), value, 4);
  else if (bytes == 8) urt_put_bytes(value_of(v), value, 8);
  else urt_put_bytes(value_of(v), value, bytes);
}

static inline void read_value(const char *call, urt_ptr_t v, void *value, size_t bytes, uint64_t after) {
  check(call, v, bytes);
  hold(v, FULL);
  get(v, value, bytes);
  let_go(v, after);
}

static inline void write_value(const char *call, urt_ptr_t v, const void *value, size_t bytes, uint64_t before) {
  check(call, v, bytes);
  hold(v, before);
  put(v, value, bytes);
  let_go(v, FULL);
}

void upc_syncvar_readFE(urt_ptr_t v, void *value, size_t bytes) {
  read_value("upc_syncvar_readFE", v, value, bytes, EMPTY);
}
void upc_syncvar_readFF(urt_ptr_t v, void *value, size_t bytes) {
  read_value("upc_syncvar_readFF", v, value, bytes, FULL);
}
void upc_syncvar_writeEF(urt_ptr_t v, const void *value, size_t bytes) {
  write_value("upc_syncvar_writeEF", v, value, bytes, EMPTY);
}
void upc_syncvar_writeFF(urt_ptr_t v, const void *value, size_t bytes) {
  write_value("upc_syncvar_writeFF", v, value, bytes, FULL);
}

/* Holds it in whatever state it is. */
static void hold_any(urt_ptr_t v) {
  for (unsigned turn = 0; urtc_swap(v, BUSY) == BUSY;) urtc_relax(turn++);
}

void upc_syncvar_writeXF(urt_ptr_t v, const void *value, size_t bytes) {
  check("upc_syncvar_writeXF", v, bytes);
  hold_any(v);
  put(v, value, bytes);
  let_go(v, FULL);
}

void upc_syncvar_reset(urt_ptr_t v) {
  check("upc_syncvar_reset", v, 0);
  hold_any(v);
  let_go(v, EMPTY);
}

/* A program may wait by asking again and again. */
static int is_full(urt_ptr_t v) {
  if (urtc_load(v) == FULL) return 1;
  urtc_poll();
  urtk_yield();
  return urtc_load(v) == FULL;
}

int upc_syncvar_isFull(urt_ptr_t v) { return check("upc_syncvar_isFull", v, 0), is_full(v); }
int upc_singlevar_isFull(urt_ptr_t v) { return check("upc_singlevar_isFull", v, 0), is_full(v); }

static __attribute__((noinline, cold)) void second_value(void) {
  urt_fatal("thread %d: upc_singlevar_write: the variable has a value already; it is written once", urt_mythread);
}

static __attribute__((noinline)) void write_single(urt_ptr_t v, const void *value, size_t bytes) {
  check("upc_singlevar_write", v, bytes);
  if (compare_swap(v, EMPTY, BUSY) != EMPTY) second_value();
  put(v, value, bytes);
  let_go(v, FULL);
}

static void await_value(urt_ptr_t v) {
  struct wanted wanted = {v, FULL};
  while (state_of(v) != FULL) await(&wanted);
}

/* Once full, it stays so: its readers hold nothing. */
static __attribute__((noinline)) void read_single(urt_ptr_t v, void *value, size_t bytes) {
  check("upc_singlevar_read", v, bytes);
  if (state_of(v) != FULL) await_value(v);
  get(v, value, bytes);
}

/* Most variables are the thread's own and hold an int or a double. For these the two calls do as little as can be: the
 * functions above save many registers. Null for others. A write is short only in a job of one thread: where there are
 * more, another thread may write at the same time, and only an atomic operation tells which of the two was first. */
static inline struct variable *own_word(urt_ptr_t v, size_t bytes) {
  return is_own(v) && urt_nonnull(v) && (bytes == 4 || bytes == 8) ? urt_near(v) : NULL;
}

static inline void copy_word(void *to, const void *from, size_t bytes) {
  if (bytes == 4) memcpy(to, from, 4);
  else memcpy(to, from, 8);
}

void upc_singlevar_write(urt_ptr_t v, const void *value, size_t bytes) {
  struct variable *own = own_word(v, bytes);
  if (!own || urt_threads > 1 || own->state != EMPTY) {
    write_single(v, value, bytes);
    return;
  }
  copy_word(own->value, value, bytes);
  own->state = FULL;             /* in a job of one thread nobody waits for it */
  urtk_wake_contexts(urtk_key(v));
}

void upc_singlevar_read(urt_ptr_t v, void *value, size_t bytes) {
  struct variable *own = own_word(v, bytes);
  if (own) urt_catches_up();
  if (own && __atomic_load_n(&own->state, __ATOMIC_ACQUIRE) == FULL) copy_word(value, own->value, bytes);
  else read_single(v, value, bytes);
}
