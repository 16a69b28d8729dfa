/* SPDX-License-Identifier: BSD-3-Clause
 * Atomic operations: upc_atomic.h and bupc_atomics.h. */
#include "core/atomic.h"
#include "race/detector.h"
#include "../include/upc_atomic.h"

#ifdef URT_ONE_MAPPING

static struct race_thread *const me = &urtk_race_me;

struct update {
  urt_ptr_t domain, target;
  void *fetch;
  upc_op_t op;
  const void *operand1, *operand2;
  int strict;
};

void upc_atomic_relaxed(urt_ptr_t domain, void *fetch, upc_op_t op, urt_ptr_t target, const void *operand1,
                        const void *operand2);
void upc_atomic_strict(urt_ptr_t domain, void *fetch, upc_op_t op, urt_ptr_t target, const void *operand1,
                       const void *operand2);

static void make_update(void *argument) {
  const struct update *u = argument;
  (u->strict ? upc_atomic_strict : upc_atomic_relaxed)(u->domain, u->fetch, u->op, u->target, u->operand1, u->operand2);
}

static void update(struct update u) {
  if (!urtk_race_on() || !urt_nonnull(u.target) || !urt_nonnull(u.domain)) {
    make_update(&u);
    return;
  }
  const size_t bytes = urtk_domain_size(u.domain);
  urtk_race_touch_at(u.operand1, bytes, RACE_READ);
  urtk_race_touch_at(u.operand2, bytes, RACE_READ);
  urtk_race_touch_at(u.fetch, bytes, RACE_WRITE);
  int kind = u.op == UPC_GET ? RACE_READ : u.op == UPC_SET && !u.fetch ? RACE_WRITE : RACE_BOTH;
  urtk_race_atomic(me, urtk_race_place(u.target), bytes, kind | RACE_LOCKED, u.strict, urtk_race_call(), make_update,
                   &u);
}

void urt_race_upc_atomic_relaxed(urt_ptr_t domain, void *fetch, upc_op_t op, urt_ptr_t target, const void *operand1,
                                 const void *operand2) {
  update((struct update){domain, target, fetch, op, operand1, operand2, 0});
}

void urt_race_upc_atomic_strict(urt_ptr_t domain, void *fetch, upc_op_t op, urt_ptr_t target, const void *operand1,
                                const void *operand2) {
  update((struct update){domain, target, fetch, op, operand1, operand2, 1});
}

/* Berkeley's, made from the template of the calls themselves. */
struct bits { urt_ptr_t target; urtk_kind_t kind; urtk_change_t change; uint64_t a, b, old; };

static void make_bits(void *argument) {
  struct bits *u = argument;
  u->old = urtk_update(u->target, u->kind, u->change, u->a, u->b);
}

static uint64_t update_bits(struct bits u, int strict) {
  if (!urtk_race_on()) {
    make_bits(&u);
    return u.old;
  }
  int kind = u.change == URTK_GET ? RACE_READ : RACE_BOTH;
  urtk_race_atomic(me, urtk_race_place(u.target), (size_t)urtk_size_of(u.kind), kind, strict, urtk_race_call(),
                   make_bits, &u);
  return u.old;
}

static uint64_t relaxed_update(urt_ptr_t p, urtk_kind_t kind, urtk_change_t change, uint64_t a, uint64_t b) {
  return update_bits((struct bits){p, kind, change, a, b, 0}, 0);
}
static uint64_t strict_update(urt_ptr_t p, urtk_kind_t kind, urtk_change_t change, uint64_t a, uint64_t b) {
  return update_bits((struct bits){p, kind, change, a, b, 0}, 1);
}

#define ATOMIC_NAME(name) urt_race_##name
#define TARGET urt_ptr_t
#define ACCESS relaxed
#define UPDATE relaxed_update
#include "berkeley/bupc_atomics_types.h"

#define ATOMIC_NAME(name) urt_race_##name
#define TARGET urt_ptr_t
#define ACCESS strict
#define UPDATE strict_update
#include "berkeley/bupc_atomics_types.h"

/* By a private pointer, maybe to shared memory. */
struct private_bits { void *target; struct bits of; };

static void make_private(void *argument) {
  struct private_bits *u = argument;
  u->of.old = urtk_update_private(u->target, u->of.kind, u->of.change, u->of.a, u->of.b);
}

static uint64_t private_update(void *p, urtk_kind_t kind, urtk_change_t change, uint64_t a, uint64_t b) {
  struct private_bits u = {p, {.kind = kind, .change = change, .a = a, .b = b}};
  const uint64_t place = urtk_race_place_at(p);
  if (!urtk_race_on() || place >= urtk_races_bytes) make_private(&u);
  else
    urtk_race_atomic(me, place, (size_t)urtk_size_of(kind), change == URTK_GET ? RACE_READ : RACE_BOTH, 0,
                     urtk_race_call(), make_private, &u);
  return u.of.old;
}

#define ATOMIC_NAME(name) urt_race_##name
#define TARGET void *
#define ACCESS private
#define UPDATE private_update
#include "berkeley/bupc_atomics_types.h"

#endif
