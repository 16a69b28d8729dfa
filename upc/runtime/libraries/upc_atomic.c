/* SPDX-License-Identifier: BSD-3-Clause
 * upc_atomic.h: domains, and checks of what the program hands in; atomic.c does the work. A domain is global memory
 * with a copy on every thread, so that a call looks at its own. */
#include <string.h>
#include "../../include/upc_atomic.h"
#include "core/atomic.h"
#include "core/calls.h"

#define MAGIC 0x6e69616d6f446d41ULL /* "AmDomain" */

struct domain {
  uint64_t magic; /* from the allocation to the end */
  uint64_t ops;
  uint64_t type;
};

enum { NONE = -1, PTS = -2 }; /* besides urtk_kind_t */

#define ACCESS (UPC_GET | UPC_SET | UPC_CSWAP)
#define BITWISE (UPC_AND | UPC_OR | UPC_XOR)
#define NUMERIC (UPC_ADD | UPC_SUB | UPC_MULT | UPC_INC | UPC_DEC | UPC_MIN | UPC_MAX)

static const struct type { const char *name; int kind; upc_op_t ops; } types[] = {
    [UPC_CHAR] = {"UPC_CHAR", NONE, 0},       [UPC_UCHAR] = {"UPC_UCHAR", NONE, 0},
    [UPC_SHORT] = {"UPC_SHORT", NONE, 0},     [UPC_USHORT] = {"UPC_USHORT", NONE, 0},
    [UPC_LLONG] = {"UPC_LLONG", NONE, 0},     [UPC_ULLONG] = {"UPC_ULLONG", NONE, 0},
    [UPC_INT8] = {"UPC_INT8", NONE, 0},       [UPC_UINT8] = {"UPC_UINT8", NONE, 0},
    [UPC_INT16] = {"UPC_INT16", NONE, 0},     [UPC_UINT16] = {"UPC_UINT16", NONE, 0},
    [UPC_LDOUBLE] = {"UPC_LDOUBLE", NONE, 0},
    [UPC_INT] = {"UPC_INT", URTK_I32, ACCESS | BITWISE | NUMERIC},
    [UPC_UINT] = {"UPC_UINT", URTK_U32, ACCESS | BITWISE | NUMERIC},
    [UPC_LONG] = {"UPC_LONG", sizeof(long) == 8 ? URTK_I64 : URTK_I32, ACCESS | BITWISE | NUMERIC},
    [UPC_ULONG] = {"UPC_ULONG", sizeof(long) == 8 ? URTK_U64 : URTK_U32, ACCESS | BITWISE | NUMERIC},
    [UPC_INT32] = {"UPC_INT32", URTK_I32, ACCESS | BITWISE | NUMERIC},
    [UPC_UINT32] = {"UPC_UINT32", URTK_U32, ACCESS | BITWISE | NUMERIC},
    [UPC_INT64] = {"UPC_INT64", URTK_I64, ACCESS | BITWISE | NUMERIC},
    [UPC_UINT64] = {"UPC_UINT64", URTK_U64, ACCESS | BITWISE | NUMERIC},
    [UPC_FLOAT] = {"UPC_FLOAT", URTK_F, ACCESS | NUMERIC},
    [UPC_DOUBLE] = {"UPC_DOUBLE", URTK_D, ACCESS | NUMERIC},
    [UPC_PTS] = {"UPC_PTS", PTS, ACCESS},
};
static const int ntypes = sizeof types / sizeof *types;

static const struct op { upc_op_t op; const char *name; urtk_change_t change; int operands; } ops[] = {
    {UPC_GET, "UPC_GET", URTK_GET, 0},    {UPC_SET, "UPC_SET", URTK_SET, 1}, {UPC_CSWAP, "UPC_CSWAP", URTK_CSWAP, 2},
    {UPC_AND, "UPC_AND", URTK_AND, 1},    {UPC_OR, "UPC_OR", URTK_OR, 1},    {UPC_XOR, "UPC_XOR", URTK_XOR, 1},
    {UPC_ADD, "UPC_ADD", URTK_ADD, 1},    {UPC_SUB, "UPC_SUB", URTK_SUB, 1}, {UPC_MULT, "UPC_MULT", URTK_MULT, 1},
    {UPC_INC, "UPC_INC", URTK_ADD, 0},    {UPC_DEC, "UPC_DEC", URTK_SUB, 0}, {UPC_MIN, "UPC_MIN", URTK_MIN, 1},
    {UPC_MAX, "UPC_MAX", URTK_MAX, 1},    {UPC_LOGAND, "UPC_LOGAND", URTK_GET, 0}, /* of no type: for messages */
    {UPC_LOGOR, "UPC_LOGOR", URTK_GET, 0}, {0, "what is asked for", URTK_GET, 0},
};

/* The table's row of an operation, or of the first one in a set. */
static const struct op *row(upc_op_t set) {
  const struct op *o = ops;
  while (o->op && !(o->op & set)) o++;
  return o;
}

urt_ptr_t upc_all_atomicdomain_alloc(upc_type_t type, upc_op_t set, upc_atomichint_t hints) {
  static const char call[] = "upc_all_atomicdomain_alloc";
  (void)hints;
  if (type <= 0 || type >= ntypes || !types[type].name)
    urtk_fatal_in(call, "%s: type %d: there is no such type", call, type);
  const struct type *t = &types[type];
  if (t->kind == NONE) urtk_fatal_in(call, "%s: %s is not a type for atomic operations", call, t->name);
  if (set & ~t->ops) urtk_fatal_in(call, "%s: %s is not an operation on %s", call, row(set & ~t->ops)->name, t->name);
  urt_ptr_t p = URT_NULL;
  if (urt_mythread == 0) p = urtk_needed(1, sizeof(struct domain), "an atomic domain");
  urt_atomic_domains++; /* on all threads, before one of them can use the domain */
  p = urtk_agree(call, (struct urtk_given){"type %llu and operations %#llx", (uint64_t)type, set}, p);
  *(struct domain *)urt_near(urtk_at(urt_mythread, p.offset)) = (struct domain){MAGIC, set, (uint64_t)type};
  return p;
}

static struct domain *check(const char *call, urt_ptr_t domain) {
  struct domain *mine = urt_nonnull(domain) ? urt_near(urtk_at(urt_mythread, domain.offset)) : NULL;
  if (!mine) urtk_fatal_in(call, "thread %d: %s: the domain is a null pointer", urt_mythread, call);
  if (mine->magic != MAGIC)
    urtk_fatal_in(call, "thread %d: %s: not a domain, or one that was freed", urt_mythread, call);
  return mine;
}

void upc_all_atomicdomain_free(urt_ptr_t domain) {
  static const char call[] = "upc_all_atomicdomain_free";
  if (!urt_nonnull(domain)) return;
  struct domain *mine = check(call, domain);
  urtk_agree_on_place(call, domain); /* no thread uses it any more */
  mine->magic = 0;
  urtk_meet();
  urt_atomic_domains--;
  if (urt_mythread == 0) upc_free(domain);
}

size_t urtk_domain_size(urt_ptr_t domain) {
  int kind = types[((struct domain *)urt_near(urtk_at(urt_mythread, domain.offset)))->type].kind;
  return kind == PTS ? sizeof(urt_ptr_t) : (size_t)urtk_size_of((urtk_kind_t)kind);
}

static uint64_t bits(const void *value, int size) {
  uint64_t whole = 0;
  uint32_t half;
  if (size == 8) return memcpy(&whole, value, 8), whole;
  return memcpy(&half, value, 4), half;
}

/* Operand 1 of INC and DEC. */
static uint64_t one(int kind) {
  return kind == URTK_F ? urtk_bits_f(1) : kind == URTK_D ? urtk_bits_d(1) : 1;
}

static void atomic(const char *call, urt_ptr_t domain, void *fetch, upc_op_t op, urt_ptr_t target, const void *operand1,
                   const void *operand2) {
  const struct domain *d = check(call, domain);
  const struct type *t = &types[d->type];
  const struct op *o = row(op);
  if (op != o->op || !op) urtk_fatal_in(call, "thread %d: %s: %#lx is not one operation", urt_mythread, call, op);
  if (!(op & d->ops))
    urtk_fatal_in(call, "thread %d: %s: %s is not an operation of this domain", urt_mythread, call, o->name);
  if (!urt_nonnull(target)) urtk_fatal_in(call, "thread %d: %s: target is a null pointer", urt_mythread, call);
  if (!fetch && op == UPC_GET) urtk_fatal_in(call, "thread %d: %s: UPC_GET with fetch_ptr null", urt_mythread, call);
  if ((o->operands > 0 && !operand1) || (o->operands > 1 && !operand2))
    urtk_fatal_in(call, "thread %d: %s: %s with operand%d null", urt_mythread, call, o->name, operand1 ? 2 : 1);
  if (t->kind == PTS) {
    urt_ptr_t a = URT_NULL, b = URT_NULL, old;
    if (o->operands > 0) memcpy(&a, operand1, sizeof a);
    if (o->operands > 1) memcpy(&b, operand2, sizeof b);
    old = urtk_update_pts(target, o->change, a, b);
    if (fetch) memcpy(fetch, &old, sizeof old);
    return;
  }
  int size = urtk_size_of((urtk_kind_t)t->kind);
  if (target.offset % (size_t)size)
    urtk_fatal_in(call, "thread %d: %s: target is not aligned for %s", urt_mythread, call, t->name);
  uint64_t a = o->operands > 0 ? bits(operand1, size) : one(t->kind), b = o->operands > 1 ? bits(operand2, size) : 0;
  uint64_t old = urtk_update(target, (urtk_kind_t)t->kind, o->change, a, b);
  uint32_t half = (uint32_t)old;
  if (fetch) memcpy(fetch, size == 8 ? (void *)&old : &half, (size_t)size);
}

void upc_atomic_relaxed(urt_ptr_t domain, void *fetch, upc_op_t op, urt_ptr_t target, const void *operand1,
                        const void *operand2) {
  atomic("upc_atomic_relaxed", domain, fetch, op, target, operand1, operand2);
}

void upc_atomic_strict(urt_ptr_t domain, void *fetch, upc_op_t op, urt_ptr_t target, const void *operand1,
                       const void *operand2) {
  URT_FENCE();
  atomic("upc_atomic_strict", domain, fetch, op, target, operand1, operand2);
  URT_FENCE();
}

int upc_atomic_isfast(upc_type_t type, upc_op_t set, urt_ptr_t addr) {
  if (type <= 0 || type >= ntypes || types[type].kind < 0 || set & ~types[type].ops) return 0;
  return urtk_update_is_fast(addr, (size_t)urtk_size_of((urtk_kind_t)types[type].kind));
}
