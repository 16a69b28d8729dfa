/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_update and upc_stride_update_fence. An update of an element, of any thread, is an item of 16 bytes:
 *
 *   bits 0..47 of the first word    where the element is: its distance, in bytes, from the owner's element of `origin`
 *   bits 48..63                     what is to be done: the operation and the type
 *   the second word                 the value
 *
 * The owner alone changes its elements, so no update needs an atomic instruction or a lock, near or far. (Chapel's
 * unordered operations do the same with active messages.) */
#include "operations.h"
#include "arrays/spelling.h"
#include "base/port.h"

#include <stdint.h>
#include <string.h>

static shared char origin[THREADS];

typedef struct update {
  uint64_t where_and_what, value;
} update_t;

/* An operation on values of a type. `number` is the same on all threads. */
typedef struct action {
  upc_stride_values_t values;
  unsigned number;
  int fast;                                    /* of the below */
} action_t;

enum { BY_FUNCTION, PUT, XOR_WORD, ADD_WORD }; /* the last two: of integers of 8 bytes */

/* Numbers of types and operations; not those of upc_types.h, which another compiler may have chosen too large. */
static const upc_type_t types[] = {
  UPC_CHAR, UPC_UCHAR, UPC_SHORT, UPC_USHORT, UPC_INT, UPC_UINT, UPC_LONG, UPC_ULONG, UPC_LLONG, UPC_ULLONG,
  UPC_INT8, UPC_UINT8, UPC_INT16, UPC_UINT16, UPC_INT32, UPC_UINT32, UPC_INT64, UPC_UINT64, UPC_FLOAT, UPC_DOUBLE};
static const upc_op_t ops[] = {
  UPC_STRIDE_PUT, UPC_ADD, UPC_MULT, UPC_AND, UPC_OR, UPC_XOR, UPC_LOGAND, UPC_LOGOR, UPC_MIN, UPC_MAX};
enum { TYPES = sizeof types / sizeof types[0], OPS = sizeof ops / sizeof ops[0] };

static int fast_way(upc_op_t op, upc_type_t type, size_t size) {
  if (op == UPC_STRIDE_PUT) return PUT;
  if (size != 8 || type == UPC_DOUBLE) return BY_FUNCTION;
  return op == UPC_XOR ? XOR_WORD : op == UPC_ADD ? ADD_WORD : BY_FUNCTION;
}

static void set_action(action_t *a, unsigned number) {
  a->number = number;
  a->values.op = ops[number / TYPES];
  a->values.type = types[number % TYPES];
  a->values.func = NULL;
  a->values.size = upc_stride_type_bytes(a->values.type);
  a->fast = fast_way(a->values.op, a->values.type, a->values.size);
}

static void apply(const action_t *a, char *element, const void *value) {
  uint64_t x, y;
  if (a->fast == PUT) {
    memcpy(element, value, a->values.size);
  } else if (a->fast == BY_FUNCTION) {
    upc_stride_combine(&a->values, value, element, 1);
  } else {
    memcpy(&x, element, sizeof x);
    memcpy(&y, value, sizeof y);
    x = a->fast == XOR_WORD ? x ^ y : x + y;
    memcpy(element, &x, sizeof x);
  }
}

/* ---- the owner ---- */

/* Bytes from the owner's element of `origin`: 48 bits with a sign. */
static int64_t distance(const update_t *u) { return (int64_t)(u->where_and_what << 16) >> 16; }

/* Updates whose elements are on their way from memory. Every processor can wait for about ten cache lines at a time. */
enum { AHEAD = 8 };

static void deliver(int thread, const char *items, size_t bytes) {
  static action_t a; /* zeroed: no size, so that the first item sets it */
  char *zero = (char *)&origin[MYTHREAD];
  const update_t *u = (const update_t *)items, *end = u + bytes / sizeof *u;
  (void)thread;
  for (; u < end; u++) {
    if (u + AHEAD < end) upc_stride_will_read(zero + distance(&u[AHEAD]));
    if (a.values.size == 0 || u->where_and_what >> 48 != a.number) set_action(&a, (unsigned)(u->where_and_what >> 48));
    apply(&a, zero + distance(u), &u->value);
  }
}

/* ---- the thread that updates ---- */

/* The action of an update; the same one as long as the arguments are the same. */
static const action_t *action_of(upc_op_t op, upc_type_t type) {
  static action_t a;
  upc_stride_site_t call;
  upc_stride_spelling_t spelling;
  unsigned i = 0, j = 0;
  if (a.values.size > 0 && op == a.values.op && type == a.values.type) return &a;
  while (i < OPS && ops[i] != op) i++;
  while (j < TYPES && types[j] != type) j++;
  if (i == OPS || j == TYPES || (op != UPC_STRIDE_PUT && !upc_stride_op_fits(op, type))) {
    call = upc_stride_site("upc_stride_update", NULL);
    if (j == TYPES)
      upc_stride_fail(&call, "type", "%s, must be a type of numbers of at most 8 bytes, UPC_CHAR to UPC_DOUBLE",
                      upc_stride_spell_type(&spelling, type));
    upc_stride_fail(&call, "op", "%s, must be UPC_STRIDE_PUT or one operation of upc_types.h, no bitwise one for "
                    "floating types", upc_stride_spell_op(&spelling, op));
  }
  upc_stride_start();
  upc_stride_aggregate_open(UPC_STRIDE_UPDATES, deliver);
  set_action(&a, i * TYPES + j);
  return &a;
}

static void check_pointers(shared const void *dst, const void *value) {
  upc_stride_site_t call;
  if (dst != NULL && value != NULL) return;
  call = upc_stride_site("upc_stride_update", NULL);
  if (dst == NULL) upc_stride_fail(&call, "dst", "null, must be an element in shared memory");
  upc_stride_fail(&call, "value", "null, must be the address of a value");
}

void upc_stride_update(shared void *dst, upc_op_t op, upc_type_t type, const void *value) {
  const action_t *a = action_of(op, type);
  update_t u;
  int owner;
  check_pointers(dst, value);
  owner = (int)upc_threadof(dst);
  u.where_and_what = (uint64_t)upc_addrfield(dst) - (uint64_t)upc_addrfield((shared void *)&origin[owner]);
  u.where_and_what = (u.where_and_what & (((uint64_t)1 << 48) - 1)) | (uint64_t)a->number << 48;
  u.value = 0;
  memcpy(&u.value, value, a->values.size);
  memcpy(upc_stride_aggregate_item(UPC_STRIDE_UPDATES, owner, sizeof u), &u, sizeof u);
}

void upc_stride_update_fence(void) {
  upc_stride_start();
  upc_stride_aggregate_open(UPC_STRIDE_UPDATES, deliver);
  upc_stride_aggregate_send_all(UPC_STRIDE_UPDATES);
  upc_stride_aggregate_end(UPC_STRIDE_UPDATES);
  upc_stride_wait_for_all("upc_stride_update_fence", UPC_STRIDE_UPDATES);
}
