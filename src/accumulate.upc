/* SPDX-License-Identifier: BSD-3-Clause
 * Items of requests to far threads, and accumulating: explained in accumulate.h. */
#include "accumulate.h"
#include "arrays/spelling.h"
#include "base/allocate.h"
#include "base/environment.h"
#include "transport/aggregate.h"

#include <stdint.h>
#include <stdlib.h>

static shared unsigned long locks[THREADS]; /* held by who accumulates to that thread's memory */

typedef struct header {
  uint64_t runtime;
  uint64_t what, number;                 /* of items; of the update's operation and type */
  uint64_t bytes, count, lock;
} header_t;

enum { WORD = sizeof(uint64_t), MOST_WAITING = 1 << 20, FIRST_ROOM = 2048 };

static size_t padded(size_t bytes) { return (bytes + WORD - 1) / WORD * WORD; }

static void combine(const upc_stride_update_op_t *a, char *to, const char *from, size_t bytes) {
  const size_t size = a->values.size;
  size_t at;
  if (!upc_stride_copies(to, from, bytes)) return;
  if (!upc_stride_atomics_used() || (uintptr_t)to % size != 0) upc_stride_combine(&a->values, from, to, bytes / size);
  else for (at = 0; at < bytes; at += size) upc_stride_apply_update(a, to + at, from + at, 1);
}

/* Of an item in a request. */
static size_t item_size(uint64_t what, size_t bytes) {
  return WORD + (what == UPC_STRIDE_ITEM_GET ? 0 : padded(bytes));
}

/* ---- the owner ---- */

static size_t serve(char *memory, const void *request, size_t size, void *reply) {
  const header_t *h = request;
  const char *item = (const char *)(h + 1);
  char *out = reply;
  const size_t bytes = h->bytes, next = item_size(h->what, bytes);
  upc_stride_update_op_t a;
  uint64_t i, place;
  (void)size;
  if (h->what == UPC_STRIDE_ITEM_ACC) {
    upc_stride_update_op_numbered(&a, (unsigned)h->number);
    upc_stride_spin_lock(memory + h->lock);
  }
  for (i = 0; i < h->count; i++, item += next) {
    memcpy(&place, item, sizeof place);
    if (h->what == UPC_STRIDE_ITEM_GET) upc_stride_copy_item(out, memory + place, bytes), out += bytes;
    else if (h->what == UPC_STRIDE_ITEM_PUT) upc_stride_copy_item(memory + place, item + WORD, bytes);
    else combine(&a, memory + place, item + WORD, bytes);
  }
  if (h->what == UPC_STRIDE_ITEM_ACC) upc_stride_spin_unlock(memory + h->lock);
  return (size_t)(out - (char *)reply);
}

static void set_serve(void) { upc_stride_serve = serve; }
UPC_STRIDE_BEFORE_MAIN(set_serve);

/* ---- near memory ---- */

static void unlock(upc_stride_items_t *I) {
  if (I->locked >= 0) upc_stride_spin_unlock(upc_stride_address((shared const void *)&locks[I->locked]));
  I->locked = -1;
}

static int race_of(const upc_stride_items_t *I) {
  return I->what == UPC_STRIDE_ITEM_GET   ? UPC_STRIDE_RACE_READS
         : I->what == UPC_STRIDE_ITEM_ACC ? UPC_STRIDE_RACE_ACCUMULATES
                                          : UPC_STRIDE_RACE_WRITES;
}

void upc_stride_look_at_item(upc_stride_items_t *I, int owner, size_t place, size_t bytes) {
  upc_stride_race_touch_place((size_t)owner, place, bytes, race_of(I));
  if (!I->checks) return;
  unlock(I);
  upc_stride_check_updated(I->call, owner, place, bytes);
}

void upc_stride_look_at_items(upc_stride_items_t *I, int owner, const char *address, long long pitch, size_t bytes,
                              size_t count) {
  shared void *known = (shared void *)&locks[owner];
  const char *zero = upc_stride_address((shared const void *)known) - upc_addrfield(known);
  size_t i;
  for (i = 0; i < count; i++, address += pitch)
    upc_stride_look_at_item(I, owner, (size_t)(address - zero), bytes);
}

static void lock(upc_stride_items_t *I, int owner) {
  if (I->locked == owner) return;
  unlock(I);
  upc_stride_spin_lock(upc_stride_address((shared const void *)&locks[owner]));
  I->locked = owner;
  I->combined = 0;
}

void upc_stride_acc_near(upc_stride_items_t *I, int owner, char *to, long long there, const char *from, long long here,
                         size_t bytes, size_t count) {
  enum { AT_ONCE = 1 << 15 };            /* bytes that are combined until others have their turn */
  size_t i, at, n;
  for (i = 0; i < count; i++, to += there, from += here)
    for (at = 0; at < bytes; at += n) {
      n = bytes - at < AT_ONCE ? bytes - at : AT_ONCE;
      lock(I, owner);
      combine(&I->op, to + at, from + at, n);
      I->combined += n;
      if (I->combined >= AT_ONCE) unlock(I);
    }
}

/* ---- the thread that asks ---- */

/* In checked mode, as for collectives (cache.upc). */
static void check_order(const upc_stride_site_t *call) {
  if (upc_stride_environment()->check && upc_stride_aggregate_begun())
    upc_stride_fail(call, "order", "called after upc_stride_update, must come after upc_stride_update_fence");
}

void upc_stride_items_begin(upc_stride_items_t *I, const upc_stride_site_t *call, int what, size_t elemsize) {
  check_order(call);
  I->call = call;
  I->what = what;
  I->checks = upc_stride_environment()->check;
  I->unit = what == UPC_STRIDE_ITEM_ACC ? I->op.values.size : elemsize;
  I->locked = -1;
  I->full = I->made = 0;
  I->waiting = 0;
  I->most = what == UPC_STRIDE_ITEM_GET ? upc_stride_request_most() : upc_stride_request_longest();
  I->most_of_reply = upc_stride_reply_longest();
  I->most_of_item = 0;
  if (I->most == 0) return;
  I->most_of_item = what == UPC_STRIDE_ITEM_GET ? I->most_of_reply : (I->most - sizeof(header_t) - WORD) / WORD * WORD;
  if (I->unit <= I->most_of_item) I->most_of_item = I->most_of_item / I->unit * I->unit;
}

/* Without requests each item is a transfer, and nothing can be accumulated. */
static void move_now(const upc_stride_items_t *I, int owner, size_t place, char *here, size_t bytes) {
  shared [] char *there = (shared [] char *)((shared char *)locks + owner);
  there += place - upc_addrfield((shared void *)there);
  if (I->what == UPC_STRIDE_ITEM_GET) {
    upc_memget(here, (shared void *)there, bytes);
  } else if (I->what == UPC_STRIDE_ITEM_PUT) {
    upc_memput((shared void *)there, here, bytes);
  } else {
    upc_stride_fail(I->call, "dst", "on thread %d, must be on a thread that shares memory with the caller: this "
                    "runtime has no requests to others", owner);
  }
}

/* All that wait are answered. */
static void answer(upc_stride_items_t *I) {
  upc_stride_item_request_t *r;
  size_t i;
  upc_stride_answered();
  I->waiting = 0;
  for (r = I->requests; I->full > 0; r++, I->full--) {
    for (i = 0; i < r->count && I->what == UPC_STRIDE_ITEM_GET; i++)
      upc_stride_copy_item(r->to[i], r->reply + i * r->bytes, r->bytes);
    r->count = 0;
  }
}

/* No item is added to the request that is being filled. */
static void close_request(upc_stride_items_t *I) {
  upc_stride_item_request_t *r = &I->requests[I->full];
  size_t bytes;
  header_t *h;
  if (I->full == I->made || r->count == 0) return;
  h = (header_t *)r->request;
  h->what = (uint64_t)I->what;
  h->number = I->what == UPC_STRIDE_ITEM_ACC ? I->op.number : 0;
  h->bytes = r->bytes;
  h->count = r->count;
  h->lock = upc_addrfield((shared void *)&locks[r->owner]);
  bytes = sizeof *h + r->count * item_size(h->what, r->bytes);
  upc_stride_request(r->owner, r->request, bytes, r->reply,
                     I->what == UPC_STRIDE_ITEM_GET ? r->count * r->bytes : 0);
  I->waiting += bytes;
  if (++I->full == UPC_STRIDE_ITEM_REQUESTS || I->waiting > MOST_WAITING) answer(I);
}

/* The request that is being filled. */
static upc_stride_item_request_t *current(upc_stride_items_t *I) {
  upc_stride_item_request_t *r = &I->requests[I->full];
  if (I->full < I->made) return r;
  I->made++;
  memset(r, 0, sizeof *r);
  if (I->what == UPC_STRIDE_ITEM_GET) {
    r->reply = upc_stride_alloc(1, I->most_of_reply, "requests");
    r->to = upc_stride_alloc(I->most / WORD, sizeof *r->to, "requests");
  }
  return r;
}

static void make_room(upc_stride_item_request_t *r, size_t bytes) {
  if (r->room >= bytes) return;
  r->room = 2 * r->room > bytes ? 2 * r->room : bytes > FIRST_ROOM ? bytes : FIRST_ROOM;
  r->request = upc_stride_resize(r->request, 1, r->room, "requests");
}

/* An item that fits a request. */
static void add(upc_stride_items_t *I, int owner, size_t place, char *here, size_t bytes) {
  const size_t item = item_size((uint64_t)I->what, bytes);
  const uint64_t word = place;
  const int gets = I->what == UPC_STRIDE_ITEM_GET;
  upc_stride_item_request_t *r = current(I);
  char *at;
  if (owner != r->owner || bytes != r->bytes || sizeof(header_t) + (r->count + 1) * item > I->most ||
      (gets && (r->count + 1) * bytes > I->most_of_reply)) {
    close_request(I);
    r = current(I);
  }
  make_room(r, sizeof(header_t) + (r->count + 1) * item);
  r->owner = owner;
  r->bytes = bytes;
  at = r->request + sizeof(header_t) + r->count * item;
  memcpy(at, &word, sizeof word);
  if (gets) r->to[r->count] = here;
  else upc_stride_copy_item(at + WORD, here, bytes);
  r->count++;
}

void upc_stride_items_add(upc_stride_items_t *I, int owner, size_t place, char *here, size_t bytes) {
  size_t n;
  unlock(I);
  upc_stride_look_at_item(I, owner, place, bytes);
  if (I->most == 0) {
    move_now(I, owner, place, here, bytes);
    return;
  }
  for (; bytes > 0; bytes -= n, place += n, here += n) {
    n = bytes < I->most_of_item ? bytes : I->most_of_item;
    add(I, owner, place, here, n);
  }
}

void upc_stride_items_end(upc_stride_items_t *I) {
  int i;
  unlock(I);
  close_request(I);
  if (I->full > 0) answer(I);
  for (i = 0; i < I->made; i++) {
    free(I->requests[i].request);
    free(I->requests[i].reply);
    free(I->requests[i].to);
  }
}

void upc_stride_check_number_op(const upc_stride_site_t *call, upc_stride_update_op_t *a, upc_op_t op,
                                upc_type_t type) {
  upc_stride_spelling_t spelling;
  int known_type = 0, fits = upc_stride_update_op_of(a, op, type, &known_type);
  if (!known_type)
    upc_stride_fail(call, "type", "%s, must be a type of numbers of at most 8 bytes, UPC_CHAR to UPC_DOUBLE",
                    upc_stride_spell_type(&spelling, type));
  if (!fits || op == UPC_STRIDE_PUT)
    upc_stride_fail(call, "op", "%s, must be one operation of upc_types.h, no bitwise one for floating types",
                    upc_stride_spell_op(&spelling, op));
}

void upc_stride_check_acc(const upc_stride_site_t *call, upc_stride_update_op_t *a, upc_op_t op, upc_type_t type,
                          upc_stride_array_t dst) {
  const size_t size = dst->layout.elemsize;
  upc_stride_spelling_t spelling;
  upc_stride_check_number_op(call, a, op, type);
  if (size % a->values.size != 0)
    upc_stride_fail(call, "type", "%s of %zu bytes, must divide the elements of dst (%zu byte%s)",
                    upc_stride_spell_type(&spelling, type), a->values.size, size, UPC_STRIDE_S(size));
}
