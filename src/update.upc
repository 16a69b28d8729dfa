/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_update and upc_stride_update_fence.
 *
 * An element of a near thread is changed where it is, by an atomic instruction, since other threads may change it
 * then too. Some updates are kept back until the cache has their elements: the processor waits for several at once.
 * For an element of a far thread the update is an item of a message (transport/update_items.h), which the owner
 * applies. The item says where the element is: its distance, in bytes, from the owner's element of `origin`.
 *
 * A thread that no other thread is near to needs no atomic instruction. Nor does an element that is not aligned to its
 * size: its owner alone changes it. If no thread is near to another, updates of a thread's own elements are items as
 * well. So nothing depends on who the owner is, which no processor can predict. (Chapel's unordered operations apply
 * updates by active messages.) */
#include "apply_update.h"
#include "operations.h"
#include "arrays/spelling.h"
#include "base/allocate.h"
#include "base/environment.h"
#include "base/near.h"
#include "base/port.h"
#include "transport/update_items.h"

#include <stdint.h>
#include <string.h>

static shared char origin[THREADS];

/* By thread: the last base sent to it, and the last one that came from it. */
static upc_stride_update_base_t *base_to, *base_from;

typedef struct owner {
  char *memory;                         /* its shared memory, from which upc_addrfield counts; null: its updates are
                                           items */
  size_t origin;                        /* upc_addrfield of its element of `origin` */
  const char *soon;                     /* each item asks the cache for soon + (upc_addrfield & soon_mask). For the */
  size_t soon_mask;                     /* caller itself that is the element, for others one line that is there */
                                        /* anyway: so no branch is needed */
} owner_t;

static owner_t *owners;                 /* by thread */
static int shares;                      /* 1: another thread is near */
/* 1: another thread may change this one's elements by their addresses: a near one, also if a test takes it for far */
static int changed_by_others;

static void find_owners(void) {
  int t, near = 0, castable = 0;
  owners = upc_stride_alloc(THREADS, sizeof *owners, "updates");
  for (t = 0; t < THREADS; t++) {
    owners[t].origin = upc_addrfield((shared void *)&origin[t]);
    owners[t].soon = (const char *)owners;
    near += upc_stride_near(t);
    castable += upc_stride_castable(t);
  }
  if (upc_stride_waits_for_events()) return; /* a simulated machine sees what is sent, not what is written */
  owners[MYTHREAD].soon = (const char *)&origin[MYTHREAD] - owners[MYTHREAD].origin;
  owners[MYTHREAD].soon_mask = (size_t)-1;
  shares = upc_stride_has_atomics() && near > 1;
  changed_by_others = upc_stride_has_atomics() && castable > 1;
  for (t = 0; t < THREADS; t++)
    if (THREADS == 1 || (shares && upc_stride_near(t)))
      owners[t].memory = upc_stride_address((shared const void *)&origin[t]) - owners[t].origin;
}

static int aligned(const char *element, size_t size) { return ((uintptr_t)element & (size - 1)) == 0; }

static int is_word(const upc_stride_update_op_t *a) {
  return a->how == UPC_STRIDE_XOR_WORD || a->how == UPC_STRIDE_ADD_WORD;
}

static void apply(const upc_stride_update_op_t *a, char *element, const void *value) {
  upc_stride_apply_update(a, element, value, changed_by_others && aligned(element, a->values.size));
}

/* Updates whose elements are on their way from memory. A core fetches 10 to 16 lines at a time, so more would wait for
 * nothing; from 8 to 32 all numbers are as fast. */
enum { AHEAD = 16 };

/* ---- the owner ---- */

/* What is done to elements by updates from a thread. Nearly always it is what was done last. */
static const upc_stride_update_op_t *op_of(upc_stride_update_base_t *base) {
  static upc_stride_update_op_t a; /* zeroed: no size, so that the first one is set */
  if (a.values.size == 0 || base->number != a.number) upc_stride_update_op_numbered(&a, base->number);
  base->size = (unsigned)a.values.size;
  return &a;
}

/* Applies values up to the next base or the end, and returns where it has stopped. `alone`: they are integers of 8
 * bytes, as a->how says, and no other thread may change them. `told`: the cache was told of their elements when the
 * items were made. Both are constant in each call. */
static inline const char *apply_values(const upc_stride_update_op_t *a, const upc_stride_update_base_t *base,
                                       const char *item, const char *end, int alone, int told) {
  char *zero = (char *)&origin[MYTHREAD];
  int64_t distance;
  uint64_t value;
  for (; item < end; item += UPC_STRIDE_UPDATE_ITEM) {
    const char *later = item + AHEAD * UPC_STRIDE_UPDATE_ITEM;
    if (!told && later < end && upc_stride_read_update(later, base, &distance, &value))
      upc_stride_will_read(zero + distance);
    if (!upc_stride_read_update(item, base, &distance, &value)) break;
    if (alone) upc_stride_apply_word(a->how, zero + distance, value, 0);
    else apply(a, zero + distance, &value);
  }
  return item;
}

static void deliver(int thread, const char *items, size_t bytes) {
  upc_stride_update_base_t *base = &base_from[thread];
  const upc_stride_update_op_t *a = op_of(base);
  const char *end = items + bytes, *item = items;
  int64_t distance;
  uint64_t value;
  for (; item < end; item += UPC_STRIDE_UPDATE_ITEM) {
    if (changed_by_others || !is_word(a)) item = apply_values(a, base, item, end, 0, 0);
    else if (thread == MYTHREAD) item = apply_values(a, base, item, end, 1, 1);
    else item = apply_values(a, base, item, end, 1, 0);
    if (item == end) return;
    upc_stride_read_update(item, base, &distance, &value);
    upc_stride_take_base(base, value);
    a = op_of(base);
  }
}

/* Also of a thread that makes no update itself: it applies those of others, beside threads that write to its memory. */
static void open_items(void) {
  if (base_to != NULL) return;
  find_owners();
  base_to = upc_stride_alloc(THREADS, sizeof *base_to, "updates");
  base_from = upc_stride_alloc(THREADS, sizeof *base_from, "updates");
  upc_stride_aggregate_open(deliver);
}

/* ---- elements of near threads ---- */

typedef struct kept_back {
  char *element;                        /* null: none */
  uint64_t value;
} kept_back_t;

static kept_back_t kept_back[AHEAD]; /* a ring: `next` is the oldest */
static unsigned next;
static const upc_stride_update_op_t *kept_action; /* of all of them */

/* If `how` is UPC_STRIDE_XOR_WORD or UPC_STRIDE_ADD_WORD: the operation and type for which upc_stride_update needs to
 * look at nothing else. Those kept back have them too, and the first update since the fence has been noted. Else there
 * are none. */
static struct {
  upc_op_t op;
  upc_type_t type;
  int how, told;                        /* told: 0 if nobody watches accesses, else each update is told first */
  unsigned number;
} short_way;

static void make_told_later(void);

static void apply_oldest(void) {
  unsigned i = next++ % AHEAD;
  if (kept_back[i].element != NULL) apply(kept_action, kept_back[i].element, &kept_back[i].value);
  kept_back[i].element = NULL;
}

static void apply_kept_back(void) {
  int i;
  for (i = 0; i < AHEAD; i++) apply_oldest();
}

static void update_near(char *element, uint64_t value) {
  unsigned i = next % AHEAD;
  upc_stride_will_write(element);
  apply_oldest();
  kept_back[i].element = element;
  kept_back[i].value = value;
}

/* ---- the thread that updates ---- */

void upc_stride_fail_action(const upc_stride_site_t *call, upc_op_t op, upc_type_t type, int known_type) {
  upc_stride_spelling_t spelling;
  if (!known_type)
    upc_stride_fail(call, "type", "%s, must be a type of numbers of at most 8 bytes, UPC_CHAR to UPC_DOUBLE",
                    upc_stride_spell_type(&spelling, type));
  upc_stride_fail(call, "op", "%s, must be UPC_STRIDE_PUT or one operation of upc_types.h, no bitwise one for "
                  "floating types", upc_stride_spell_op(&spelling, op));
}

/* The action of an update; the same one as long as the arguments are the same. */
static const upc_stride_update_op_t *action_of(upc_op_t op, upc_type_t type) {
  static upc_stride_update_op_t a;
  upc_stride_site_t call;
  int known_type;
  if (a.values.size > 0 && op == a.values.op && type == a.values.type) return &a;
  make_told_later(); /* they and those kept back are of the action before */
  apply_kept_back();
  short_way.how = UPC_STRIDE_BY_FUNCTION;
  if (!upc_stride_update_op_of(&a, op, type, &known_type)) {
    call = upc_stride_site("upc_stride_update", NULL);
    upc_stride_fail_action(&call, op, type, known_type);
  }
  upc_stride_start();
  open_items();
  return &a;
}

static void check_pointers(shared const void *dst, const void *value) {
  upc_stride_site_t call;
  if (dst != NULL && value != NULL) return;
  call = upc_stride_site("upc_stride_update", NULL);
  if (dst == NULL) upc_stride_fail(&call, "dst", "null, must be an element in shared memory");
  upc_stride_fail(&call, "value", "null, must be the address of a value");
}

static int64_t distance_of(int owner, shared void *dst) {
  return (int64_t)(upc_addrfield(dst) - owners[owner].origin);
}

static UPC_STRIDE_APART void make_item(int owner, int64_t distance, unsigned number, unsigned size, uint64_t value) {
  char *item;
  do item = upc_stride_aggregate_item(owner, UPC_STRIDE_UPDATE_ITEM);
  while (!upc_stride_write_update(item, &base_to[owner], number, size, distance, value));
}

/* The updates of words, most of which need no call. An item for the caller itself is delivered when its message is
 * full: its element comes to the cache while the other items are made. */
static inline void update_word_near(char *element, uint64_t word) {
  kept_back_t *oldest = &kept_back[next++ % AHEAD];
  upc_stride_will_write(element);
  if (oldest->element != NULL) upc_stride_apply_word(short_way.how, oldest->element, oldest->value, shares);
  oldest->element = element;
  oldest->value = word;
}

static inline void update_word_by_item(int owner, size_t at, uint64_t word) {
  const int64_t distance = (int64_t)(at - owners[owner].origin);
  const upc_stride_update_base_t *base = &base_to[owner];
  char *item = NULL;
  upc_stride_will_read(owners[owner].soon + (at & owners[owner].soon_mask));
  if (upc_stride_base_fits(base, short_way.number, sizeof word, distance))
    item = upc_stride_aggregate_next(owner, UPC_STRIDE_UPDATE_ITEM);
  if (item == NULL) make_item(owner, distance, short_way.number, sizeof word, word);
  else upc_stride_write_item(item, base, sizeof word, distance, word);
}

static inline void update_word(shared void *dst, const void *value) {
  uint64_t word;
  char *element;
  int owner;
  memcpy(&word, value, sizeof word);
  owner = (int)upc_threadof(dst);
  element = owners[owner].memory;
  if (element != NULL) element += upc_addrfield(dst);
  if (element == NULL || !aligned(element, sizeof word)) update_word_by_item(owner, upc_addrfield(dst), word);
  else update_word_near(element, word);
}

static void tell_update(shared void *dst, size_t size) {
  upc_stride_tell_access_of(upc_threadof(dst), upc_addrfield(dst), size, UPC_STRIDE_TELL_UPDATES);
}

/* Updates of words that are told some calls later, and made then: who is told looks at memory that is on its way to the
 * cache by then. */
static struct told_later {
  shared void *dst;                     /* null: none */
  uint64_t value;
  const char *called;
} told_later[AHEAD];                    /* a ring: `next_told` is the oldest */
static unsigned next_told;

static inline void make_update(const struct told_later *u) {
  if (u->dst == NULL) return;
  upc_stride_tell_earlier(u->called, upc_threadof(u->dst), upc_addrfield(u->dst), sizeof u->value,
                          UPC_STRIDE_TELL_UPDATES);
  update_word(u->dst, &u->value);
}

static void make_told_later(void) {
  int i;
  for (i = 0; i < AHEAD; i++) {
    struct told_later *u = &told_later[next_told++ % AHEAD];
    make_update(u);
    u->dst = NULL;
  }
}

static UPC_STRIDE_APART void update_told(shared void *dst, const void *value) {
  if (upc_stride_tell_soon(upc_threadof(dst), upc_addrfield(dst))) {
    struct told_later *u = &told_later[next_told++ % AHEAD];
    make_update(u);
    memcpy(&u->value, value, sizeof u->value);
    u->called = upc_stride_called();
    u->dst = dst;
  } else {
    tell_update(dst, sizeof(uint64_t));
    update_word(dst, value);
  }
}

static UPC_STRIDE_APART void update_any(shared void *dst, upc_op_t op, upc_type_t type, const void *value) {
  const upc_stride_update_op_t *a;
  uint64_t word = 0;
  char *element;
  int owner;
  a = action_of(op, type);
  check_pointers(dst, value);
  upc_stride_aggregate_begin();
  kept_action = a;
  if (upc_stride_environment()->check) upc_stride_note_update(dst);
  else if (is_word(a)) {
    short_way.told = upc_stride_is_watched();
    short_way.op = op;
    short_way.type = type;
    short_way.how = a->how;
    short_way.number = a->number;
  }
  tell_update(dst, a->values.size);
  owner = (int)upc_threadof(dst);
  memcpy(&word, value, a->values.size);
  element = owners[owner].memory;
  if (element != NULL) element += upc_addrfield(dst);
  if (element == NULL || (shares && !aligned(element, a->values.size))) {
    make_item(owner, distance_of(owner, dst), a->number, (unsigned)a->values.size, word);
    return;
  }
  update_near(element, word);
}

/* The fast way of most updates: the operation of the previous update, on an integer of 8 bytes. */
void upc_stride_update(shared void *dst, upc_op_t op, upc_type_t type, const void *value) {
  if (short_way.how == UPC_STRIDE_BY_FUNCTION || op != short_way.op || type != short_way.type || dst == NULL ||
      value == NULL)
    update_any(dst, op, type, value);
  else if (short_way.told)
    update_told(dst, value);
  else
    update_word(dst, value);
}

void upc_stride_update_fence(void) {
  upc_stride_start();
  open_items();
  make_told_later();
  apply_kept_back();
  short_way.how = UPC_STRIDE_BY_FUNCTION;
  upc_stride_aggregate_send_all();
  upc_stride_aggregate_end();
  upc_stride_wait_for_all("upc_stride_update_fence");
  upc_stride_updates_are_complete();
}
