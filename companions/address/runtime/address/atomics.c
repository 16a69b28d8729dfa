/* SPDX-License-Identifier: BSD-3-Clause
 * Atomic operations: upc_atomic.h and bupc_atomics.h. */
#include "address/address.h"
#include "core/atomic.h"
#include "../include/upc_atomic.h"

void upc_atomic_relaxed(urt_ptr_t domain, void *fetch, upc_op_t op, urt_ptr_t target, const void *operand1,
                        const void *operand2);
void upc_atomic_strict(urt_ptr_t domain, void *fetch, upc_op_t op, urt_ptr_t target, const void *operand1,
                       const void *operand2);

static void look(urt_ptr_t domain, void *fetch, upc_op_t op, urt_ptr_t target, const void *operand1,
                 const void *operand2) {
  if (!urt_nonnull(domain)) return;
  const size_t bytes = urtk_domain_size(domain);
  if (operand1) urtk_address_look_at(operand1, bytes, ADDRESS_READ);
  if (operand2) urtk_address_look_at(operand2, bytes, ADDRESS_READ);
  if (fetch) urtk_address_look_at(fetch, bytes, ADDRESS_WRITE);
  urtk_address_look(target, bytes, op == UPC_GET ? ADDRESS_READ : ADDRESS_WRITE);
}

void urt_address_upc_atomic_relaxed(urt_ptr_t domain, void *fetch, upc_op_t op, urt_ptr_t target,
                                    const void *operand1, const void *operand2) {
  look(domain, fetch, op, target, operand1, operand2);
  upc_atomic_relaxed(domain, fetch, op, target, operand1, operand2);
}

void urt_address_upc_atomic_strict(urt_ptr_t domain, void *fetch, upc_op_t op, urt_ptr_t target, const void *operand1,
                                   const void *operand2) {
  look(domain, fetch, op, target, operand1, operand2);
  upc_atomic_strict(domain, fetch, op, target, operand1, operand2);
}

/* Berkeley's, made from the template of the calls themselves. */
static void look_at_bits(urt_ptr_t p, urtk_kind_t kind, urtk_change_t change) {
  urtk_address_look(p, (size_t)urtk_size_of(kind), change != URTK_GET);
}

static uint64_t relaxed_update(urt_ptr_t p, urtk_kind_t kind, urtk_change_t change, uint64_t a, uint64_t b) {
  return look_at_bits(p, kind, change), urtk_update(p, kind, change, a, b);
}
static uint64_t strict_update(urt_ptr_t p, urtk_kind_t kind, urtk_change_t change, uint64_t a, uint64_t b) {
  return look_at_bits(p, kind, change), urtk_update_strict(p, kind, change, a, b);
}
static uint64_t private_update(void *p, urtk_kind_t kind, urtk_change_t change, uint64_t a, uint64_t b) {
  urtk_address_look_at(p, (size_t)urtk_size_of(kind), change != URTK_GET);
  return urtk_update_private(p, kind, change, a, b);
}

#define ATOMIC_NAME(name) urt_address_##name
#define TARGET urt_ptr_t
#define ACCESS relaxed
#define UPDATE relaxed_update
#include "berkeley/bupc_atomics_types.h"

#define ATOMIC_NAME(name) urt_address_##name
#define TARGET urt_ptr_t
#define ACCESS strict
#define UPDATE strict_update
#include "berkeley/bupc_atomics_types.h"

#define ATOMIC_NAME(name) urt_address_##name
#define TARGET void *
#define ACCESS private
#define UPDATE private_update
#include "berkeley/bupc_atomics_types.h"
