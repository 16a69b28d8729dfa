/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Calls of one thread with one partner: an element that is changed at once, events, and waits of pairs.
 *
 * A change of an element is an atomic operation of the runtime on 4 or 8 bytes. Adding integers and swapping are
 * operations of their own. For any other operation the thread reads the element, computes the new value as reductions
 * do, and swaps it in if the element is still the same; else it computes anew. */
#include "apply_update.h"
#include "arrays/spelling.h"
#include "arrays/view.h"
#include "base/allocate.h"
#include "base/environment.h"
#include "engine/call.h"
#include "operations.h"
#include "team_sections.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- bits ---- */

static uint64_t bits_of(const void *value, size_t size) {
  uint64_t whole = 0;
  uint32_t half;
  if (size == sizeof half) {
    memcpy(&half, value, sizeof half);
    return half;
  }
  memcpy(&whole, value, sizeof whole);
  return whole;
}

static void set_bits(void *value, uint64_t bits, size_t size) {
  uint32_t half = (uint32_t)bits;
  if (size == sizeof half) memcpy(value, &half, sizeof half);
  else memcpy(value, &bits, sizeof bits);
}

/* ---- checks ---- */

static void check_element(const upc_stride_site_t *call, const char *argument, shared const void *element,
                          size_t size) {
  upc_stride_check_given(call, argument, element);
  if (!upc_stride_has_words())
    upc_stride_fail(call, argument, "an element that is to be changed at once, must be in a program of a UPC compiler "
                    "with atomic operations");
  if (upc_addrfield((shared void *)element) % size != 0)
    upc_stride_fail(call, argument, "an address that is no multiple of %zu bytes, must be one", size);
  upc_stride_check_open_at(call, argument, element);
}

static void check_size(const upc_stride_site_t *call, upc_type_t type, size_t size) {
  upc_stride_spelling_t spelling;
  if (size != sizeof(uint32_t) && size != sizeof(uint64_t))
    upc_stride_fail(call, "type", "%s, must be a number of 4 or 8 bytes", upc_stride_spell_type(&spelling, type));
}

static void check_value(const upc_stride_site_t *call, const char *argument, const void *value) {
  if (value == NULL) upc_stride_fail(call, argument, "null, must be the address of a value");
}

/* In checked mode: updates that are under way may change the element. */
static void check_order(const upc_stride_site_t *call, shared void *element, size_t size) {
  if (upc_stride_environment()->check)
    upc_stride_check_updated(call, (int)upc_threadof(element), upc_addrfield(element), size);
}

/* ---- a change, in order with what the thread does before and after it ---- */

static void tell(shared void *element, size_t size) {
  upc_stride_tell_access_of(upc_threadof(element), upc_addrfield(element), size, UPC_STRIDE_TELL_UPDATES);
}

/* The caller's variables may lie in shared memory; null: there is none. */
static void tell_of_own(void *before, const void *expected, const void *value, size_t size) {
  if (expected != NULL) upc_stride_tell_access(expected, size, UPC_STRIDE_TELL_READS);
  upc_stride_tell_access(value, size, UPC_STRIDE_TELL_READS);
  if (before != NULL) upc_stride_tell_access(before, size, UPC_STRIDE_TELL_WRITES);
}

static void before_change(shared void *element) {
  upc_fence;
  upc_stride_tell_order((shared [] char *)element, 0);
}

static void after_change(shared void *element) {
  upc_stride_tell_order((shared [] char *)element, 1);
  upc_fence;
}

static int adds_integers(const upc_stride_update_op_t *a) {
  return a->values.op == UPC_ADD && a->values.type != UPC_FLOAT && a->values.type != UPC_DOUBLE;
}

static uint64_t change(const upc_stride_update_op_t *a, shared void *element, const void *value) {
  const size_t size = a->values.size;
  uint64_t seen, before, after, number;
  if (a->how == UPC_STRIDE_PUT_BYTES) return upc_stride_word_swap(element, (int)size, bits_of(value, size));
  if (adds_integers(a)) return upc_stride_word_add(element, (int)size, bits_of(value, size));
  seen = upc_stride_word_read(element, (int)size);
  do {
    before = seen;
    set_bits(&number, before, size);
    upc_stride_combine(&a->values, value, &number, 1);
    after = bits_of(&number, size);
    seen = upc_stride_word_compare(element, (int)size, before, after);
  } while (seen != before);
  return before;
}

void upc_stride_fetch_op(void *before, shared void *element, upc_op_t op, upc_type_t type, const void *value) {
  const upc_stride_site_t call = upc_stride_site("upc_stride_fetch_op", NULL);
  upc_stride_update_op_t a;
  int known_type;
  uint64_t old;
  if (!upc_stride_update_op_of(&a, op, type, &known_type)) upc_stride_fail_action(&call, op, type, known_type);
  check_size(&call, type, a.values.size);
  check_element(&call, "element", element, a.values.size);
  check_value(&call, "value", value);
  check_order(&call, element, a.values.size);
  tell(element, a.values.size);
  tell_of_own(before, NULL, value, a.values.size);
  before_change(element);
  old = change(&a, element, value);
  after_change(element);
  if (before != NULL) set_bits(before, old, a.values.size);
}

/* Of a floating type. 1: the numbers are equal. Their bits may differ: 0.0 is -0.0. */
static int equal_numbers(upc_type_t type, size_t size, uint64_t bits, uint64_t others) {
  double x, y;
  float u, v;
  if (type == UPC_DOUBLE) {
    set_bits(&x, bits, size), set_bits(&y, others, size);
    return x == y;
  }
  set_bits(&u, bits, size), set_bits(&v, others, size);
  return u == v;
}

/* What the element was. Of floating types it is read first, and has its bits then if it is changed. */
static uint64_t compare(shared void *element, upc_type_t type, size_t size, uint64_t expected, uint64_t value) {
  uint64_t seen, before;
  if (type != UPC_DOUBLE && type != UPC_FLOAT) return upc_stride_word_compare(element, (int)size, expected, value);
  seen = upc_stride_word_read(element, (int)size);
  do {
    before = seen;
    if (!equal_numbers(type, size, before, expected)) return before;
    seen = upc_stride_word_compare(element, (int)size, before, value);
  } while (seen != before);
  return before;
}

void upc_stride_compare_swap(void *before, shared void *element, upc_type_t type, const void *expected,
                             const void *value) {
  const upc_stride_site_t call = upc_stride_site("upc_stride_compare_swap", NULL);
  const size_t size = upc_stride_type_bytes(type);
  uint64_t old;
  if (!upc_stride_is_basic(type)) upc_stride_fail_action(&call, UPC_STRIDE_PUT, type, 0);
  check_size(&call, type, size);
  check_element(&call, "element", element, size);
  check_value(&call, "expected", expected);
  check_value(&call, "value", value);
  check_order(&call, element, size);
  tell(element, size);
  tell_of_own(before, expected, value, size);
  before_change(element);
  old = compare(element, type, size, bits_of(expected, size), bits_of(value, size));
  after_change(element);
  if (before != NULL) set_bits(before, old, size);
}

/* ---- events ---- */

enum { EVENT = sizeof(uint64_t), LOOKS = 256 };

void upc_stride_post(shared void *event) {
  const upc_stride_site_t call = upc_stride_site("upc_stride_post", NULL);
  check_element(&call, "event", event, EVENT);
  tell(event, EVENT);
  before_change(event);
  upc_stride_word_count(event);
}

/* 1: it was at least `count`, which is taken from it. */
static int taken(shared void *event, uint64_t count) {
  uint64_t seen = upc_stride_word_read(event, EVENT), before;
  while (seen >= count) {
    before = seen;
    seen = upc_stride_word_compare(event, EVENT, before, before - count);
    if (seen == before) return 1;
  }
  return 0;
}

void upc_stride_await(shared void *event, size_t count) {
  const upc_stride_site_t call = upc_stride_site("upc_stride_await", NULL);
  upc_stride_long_wait_t wait;
  unsigned turn = 0;
  check_element(&call, "event", event, EVENT);
  memset(&wait, 0, sizeof wait);
  while (!taken(event, count)) {
    upc_stride_calls_turn();
    if (turn % LOOKS == LOOKS - 1) upc_stride_long_wait_for_any(&wait, call.name);
    upc_stride_relax(turn++);
  }
  tell(event, EVENT);
  after_change(event);
}

/* ---- pairs ---- */

/* A barrier of each pair. All are under way at the same time, so no order among the pairs can block two threads. */
void upc_stride_sync_threads(const int *threads, size_t count) {
  const upc_stride_site_t call = upc_stride_site("upc_stride_sync_threads", NULL);
  upc_stride_handle_t *pairs;
  upc_stride_section_t pair;
  upc_stride_args_t barrier = {0};
  size_t i;
  barrier.call = UPC_STRIDE_CALL_BARRIER, barrier.operation = UPC_STRIDE_OP_BARRIER;
  barrier.build = upc_stride_build_barrier, barrier.name = call.name, barrier.dst = &pair, barrier.sections = 1;
  if (upc_stride_arrays_of_list(&call, threads, count) == NULL) return;
  pairs = upc_stride_alloc(count, sizeof *pairs, "waits for threads");
  for (i = 0; i < count; i++) {
    int both[2];
    both[0] = threads[i] < MYTHREAD ? threads[i] : MYTHREAD;
    both[1] = threads[i] < MYTHREAD ? MYTHREAD : threads[i];
    if (threads[i] == MYTHREAD) continue;
    pair = upc_stride_threads_listed(both, 2);
    pairs[i] = upc_stride_perform_nb(&barrier);
  }
  upc_stride_wait_all(pairs, count);
  free(pairs);
}
