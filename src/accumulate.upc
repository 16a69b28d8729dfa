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
  uint64_t bytes, runs, there;           /* of each item: upc_stride_item_form_t */
  uint64_t count, lock;
} header_t;

enum { WORD = sizeof(uint64_t), MOST_WAITING = 1 << 20, FIRST_ROOM = 2048 };

/* A request that is being filled, or waits for those that are made with it. */
typedef struct item_request {
  int owner;
  upc_stride_item_form_t form;
  size_t count;                          /* of items                                         */
  size_t room, reply_room;               /* bytes that the request's and the reply's memory have */
  char *request, *reply;                 /* the runtime's front, the header and the items; the runs */
  char **to;                             /* GET: where each goes                             */
  int places;                            /* for which there is room in `to`                  */
  int whole;                             /* GET: the items lie without gaps in the caller's memory */
} item_request_t;

/* Of one call at a time. The first KEPT have their memory for the next call. */
enum { REQUESTS = 32, KEPT = 4 };
static item_request_t requests[REQUESTS];

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

static void copy_runs(char *to, long long to_pitch, const char *from, long long from_pitch, size_t bytes, size_t runs) {
  for (; runs > 0; runs--, to += to_pitch, from += from_pitch) upc_stride_copy_item(to, from, bytes);
}

/* ---- the owner ---- */

/* An item's runs, side by side at `beside`. */
static void serve_item(const header_t *h, const upc_stride_update_op_t *a, char *at, char *beside) {
  const size_t bytes = h->bytes;
  const long long pitch = (long long)h->there;
  size_t i;
  if (h->what == UPC_STRIDE_ITEM_GET) copy_runs(beside, (long long)bytes, at, pitch, bytes, h->runs);
  else if (h->what == UPC_STRIDE_ITEM_PUT) copy_runs(at, pitch, beside, (long long)bytes, bytes, h->runs);
  else for (i = 0; i < h->runs; i++, at += pitch, beside += bytes) combine(a, at, beside, bytes);
}

/* Places of a list may be anywhere: some are on their way from memory. */
static void look_ahead(const header_t *h, const char *memory, const char *item, size_t next, uint64_t i) {
  enum { AHEAD = 8 };
  uint64_t place;
  if (h->runs > 1 || i + AHEAD >= h->count) return;
  memcpy(&place, item + AHEAD * next, sizeof place);
  upc_stride_will_read(memory + place);
}

static size_t serve(char *memory, const void *request, size_t size, void *reply) {
  const header_t *h = request;
  char *item = (char *)(h + 1), *out = reply;
  const size_t bytes = h->bytes * h->runs, next = item_size(h->what, bytes);
  upc_stride_update_op_t a;
  uint64_t i, place;
  (void)size;
  if (h->what == UPC_STRIDE_ITEM_ACC) {
    upc_stride_update_op_numbered(&a, (unsigned)h->number);
    upc_stride_spin_lock(memory + h->lock);
  }
  for (i = 0; i < h->count; i++, item += next) {
    look_ahead(h, memory, item, next, i);
    memcpy(&place, item, sizeof place);
    serve_item(h, &a, memory + place, h->what == UPC_STRIDE_ITEM_GET ? out : item + WORD);
    if (h->what == UPC_STRIDE_ITEM_GET) out += bytes;
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

static int told_as(const upc_stride_items_t *I) {
  return I->what == UPC_STRIDE_ITEM_GET   ? UPC_STRIDE_TELL_READS
         : I->what == UPC_STRIDE_ITEM_ACC ? UPC_STRIDE_TELL_ACCUMULATES
                                          : UPC_STRIDE_TELL_WRITES;
}

void upc_stride_look_at_item(upc_stride_items_t *I, int owner, size_t place, size_t bytes) {
  upc_stride_tell_access_of((size_t)owner, place, bytes, told_as(I));
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

/* In checked mode, as for collectives (perform.upc). */
static void check_order(const upc_stride_site_t *call) {
  if (upc_stride_environment()->check && upc_stride_aggregate_begun())
    upc_stride_fail(call, "order", "called after upc_stride_update, must come after upc_stride_update_fence");
}

void upc_stride_items_begin(upc_stride_items_t *I, const upc_stride_site_t *call, int what, size_t elemsize) {
  check_order(call);
  I->call = call;
  I->what = what;
  I->unit = what == UPC_STRIDE_ITEM_ACC ? I->op.values.size : elemsize;
  I->locked = -1;
  I->full = 0;
  I->waiting = 0;
  I->front = upc_stride_request_front();
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
  item_request_t *r;
  size_t i;
  upc_stride_answered();
  I->waiting = 0;
  for (r = requests; I->full > 0; r++, I->full--) {
    const upc_stride_item_form_t *f = &r->form;
    const size_t bytes = f->bytes * f->runs;
    for (i = 0; i < r->count && I->what == UPC_STRIDE_ITEM_GET && !r->whole; i++)
      copy_runs(r->to[i], f->here, r->reply + i * bytes, (long long)f->bytes, f->bytes, f->runs);
    r->count = 0;
  }
}

static void make_room(char **memory, size_t *room, size_t bytes) {
  if (*room >= bytes) return;
  *room = 2 * *room > bytes ? 2 * *room : bytes > FIRST_ROOM ? bytes : FIRST_ROOM;
  *memory = upc_stride_resize(*memory, 1, *room, "requests");
}

static header_t *header_of(const upc_stride_items_t *I, const item_request_t *r) {
  return (header_t *)(r->request + I->front);
}

/* No item is added to the request that is being filled, which is sent. */
static void close_request(upc_stride_items_t *I) {
  item_request_t *r = &requests[I->full];
  const size_t bytes = r->form.bytes * r->form.runs;
  const size_t reply_bytes = I->what == UPC_STRIDE_ITEM_GET ? r->count * bytes : 0;
  size_t request_bytes;
  header_t *h;
  if (r->count == 0) return;
  h = header_of(I, r);
  h->what = (uint64_t)I->what;
  h->number = I->what == UPC_STRIDE_ITEM_ACC ? I->op.number : 0;
  h->bytes = r->form.bytes, h->runs = r->form.runs, h->there = (uint64_t)r->form.there;
  h->count = r->count;
  h->lock = upc_addrfield((shared void *)&locks[r->owner]);
  request_bytes = sizeof *h + r->count * item_size(h->what, bytes);
  if (reply_bytes > 0 && !r->whole) make_room(&r->reply, &r->reply_room, reply_bytes);
  upc_stride_request(r->owner, h, request_bytes, r->whole ? r->to[0] : r->reply, reply_bytes);
  I->waiting += request_bytes + reply_bytes;
  if (++I->full == REQUESTS || I->waiting > MOST_WAITING) answer(I);
}

static int same_form(const upc_stride_item_form_t *f, const upc_stride_item_form_t *g) {
  return f->bytes == g->bytes && f->runs == g->runs && f->there == g->there && f->here == g->here;
}

/* Does an item of `bytes` bytes go into the request besides its others? */
static int fits(const upc_stride_items_t *I, const item_request_t *r, size_t bytes) {
  if (sizeof(header_t) + (r->count + 1) * item_size((uint64_t)I->what, bytes) > I->most) return 0;
  return I->what != UPC_STRIDE_ITEM_GET || (r->count + 1) * bytes <= I->most_of_reply;
}

/* GET: the item goes to `here`. */
static void note_target(item_request_t *r, char *here, size_t bytes) {
  const upc_stride_item_form_t *f = &r->form;
  const int follows = r->count == 0 || (r->whole && here == r->to[r->count - 1] + bytes);
  r->to = upc_stride_grown(r->to, (int)r->count, &r->places, sizeof *r->to, "requests");
  r->to[r->count] = here;
  r->whole = follows && (f->runs == 1 || f->here == (long long)f->bytes) && upc_stride_copies(here, here, bytes);
}

/* An item that fits a request. */
static void add(upc_stride_items_t *I, int owner, size_t place, char *here, const upc_stride_item_form_t *form) {
  const size_t bytes = form->bytes * form->runs, item = item_size((uint64_t)I->what, bytes);
  const uint64_t word = place;
  item_request_t *r = &requests[I->full];
  char *at;
  if (r->count > 0 && (owner != r->owner || !same_form(form, &r->form) || !fits(I, r, bytes))) {
    close_request(I);
    r = &requests[I->full];
  }
  make_room(&r->request, &r->room, I->front + sizeof(header_t) + (r->count + 1) * item);
  r->owner = owner;
  r->form = *form;
  at = (char *)(header_of(I, r) + 1) + r->count * item;
  memcpy(at, &word, sizeof word);
  if (I->what == UPC_STRIDE_ITEM_GET) note_target(r, here, bytes), r->count++;
  else r->count++, copy_runs(at + WORD, (long long)form->bytes, here, form->here, form->bytes, form->runs);
}

/* Runs of which each fits an item: as few items as there must be, about equally long. */
static void add_runs(upc_stride_items_t *I, int owner, size_t place, char *here, const upc_stride_item_form_t *form) {
  const size_t most = I->most_of_item / form->bytes;
  upc_stride_item_form_t part = *form;
  size_t left = form->runs, items;
  for (; left > 0; left -= part.runs) {
    items = (left + most - 1) / most;
    part.runs = (left + items - 1) / items;
    if (part.runs == 1) part.there = part.here = 0;
    add(I, owner, place, here, &part);
    place += (size_t)(form->there * (long long)part.runs), here += form->here * (long long)part.runs;
  }
}

/* A run that is longer than an item. */
static void add_long(upc_stride_items_t *I, int owner, size_t place, char *here, size_t bytes) {
  upc_stride_item_form_t part = {0, 1, 0, 0};
  for (; bytes > 0; bytes -= part.bytes, place += part.bytes, here += part.bytes) {
    part.bytes = bytes < I->most_of_item ? bytes : I->most_of_item;
    add(I, owner, place, here, &part);
  }
}

void upc_stride_items_add(upc_stride_items_t *I, int owner, size_t place, char *here,
                          const upc_stride_item_form_t *form) {
  size_t i, bytes = form->bytes;
  unlock(I);
  for (i = 0; i < form->runs && upc_stride_is_watched(); i++)
    upc_stride_look_at_item(I, owner, place + (size_t)(form->there * (long long)i), bytes);
  if (bytes <= I->most_of_item) { /* more than 0 where there are requests */
    if (form->runs == 1) add(I, owner, place, here, form);
    else add_runs(I, owner, place, here, form);
    return;
  }
  for (i = 0; i < form->runs; i++, place += (size_t)form->there, here += form->here)
    if (I->most > 0) add_long(I, owner, place, here, bytes);
    else move_now(I, owner, place, here, bytes);
}

void upc_stride_items_end(upc_stride_items_t *I) {
  int i;
  unlock(I);
  if (I->most == 0) return;
  close_request(I);
  if (I->full > 0) answer(I);
  for (i = KEPT; i < REQUESTS && requests[i].room > 0; i++) {
    free(requests[i].request);
    free(requests[i].reply);
    free(requests[i].to);
    memset(&requests[i], 0, sizeof requests[i]);
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
