/* SPDX-License-Identifier: BSD-3-Clause
 * Values of reductions: looking at the arguments that describe them, and where their blocks are. */
#include "arrays/spelling.h"
#include "schedules/reduce.h"
#include "base/near.h"

void upc_stride_check_fit(const upc_stride_plan_t *P, const char *argument, const upc_stride_picks_t *picks) {
  const upc_stride_values_t *v = P->extra;
  size_t most = picks->blocks > 0 ? upc_stride_smallest(picks) : picks->layout->blockbytes;
  if (v->bytes > most)
    upc_stride_fail(&P->site, "nelems", "%zu values of %zu bytes, must fit a block of %s (%zu bytes)", v->n, v->size,
                    argument, most);
}

void upc_stride_check_op(upc_stride_values_t *v, const upc_stride_site_t *call, upc_op_t op, upc_type_t type,
                         upc_stride_func_t *func) {
  int user = op == UPC_FUNC || op == UPC_NONCOMM_FUNC;
  upc_stride_spelling_t spelling;
  v->size = upc_stride_type_bytes(type);
  if (v->size == 0)
    upc_stride_fail(call, "type", "%s, must be a type of numbers, UPC_CHAR to UPC_LDOUBLE",
                    upc_stride_spell_type(&spelling, type));
  if (!upc_stride_op_fits(op, type))
    upc_stride_fail(call, "op", "%s, must be one operation of upc_types.h or upc_collective.h, no bitwise one "
                    "for floating types", upc_stride_spell_op(&spelling, op));
  if (user && func == NULL) upc_stride_fail(call, "func", "null, must be a function for this op");
  v->op = op;
  v->type = type;
  v->func = user ? func : NULL;
  v->ordered = op == UPC_NONCOMM_FUNC;
}

upc_stride_values_t *upc_stride_check_values(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  upc_stride_values_t *v = P->extra = upc_stride_plan_alloc(P, sizeof *v);
  size_t most = (size_t)-1 / 4;
  upc_stride_check_op(v, &P->site, args->op, args->type, args->func);
  if (args->len > most / v->size)
    upc_stride_fail(&P->site, "nelems", "%zu values, must be less than all memory", args->len);
  v->n = args->len;
  v->bytes = v->n * v->size;
  upc_stride_check_fit(P, "src", &P->flow.src.picks);
  return v;
}

static upc_stride_spot_t spot(const upc_stride_base_t *base, int thread, size_t offset) {
  upc_stride_spot_t s;
  s.far = upc_stride_base_far(base, thread) + offset;
  s.near = upc_stride_base_near(base, thread);
  if (s.near != NULL) s.near += offset;
  return s;
}

upc_stride_spot_t *upc_stride_spots(upc_stride_plan_t *P, const upc_stride_base_t *base, const upc_stride_end_t *end,
                                    size_t *count) {
  size_t k = end->kind == UPC_STRIDE_AT_SECTION ? end->picks.blocks : 1, i, offset;
  upc_stride_spot_t *spots = upc_stride_plan_alloc(P, k * sizeof *spots);
  *count = k;
  if (end->kind != UPC_STRIDE_AT_SECTION) {
    spots[0] = spot(base, end->thread, 0);
    return spots;
  }
  for (i = 0; i < k; i++) {
    int thread = (int)upc_stride_at_position(&end->picks, i, &offset);
    spots[i] = spot(base, thread, offset);
  }
  return spots;
}

void upc_stride_deliver(upc_stride_plan_t *P, size_t at) {
  const upc_stride_values_t *v = P->extra;
  upc_stride_own_t own;
  int more;
  if (P->dst.array == NULL) {
    upc_stride_plan_copy_out(P, (char *)P->dst.place, at, v->bytes);
    return;
  }
  for (more = upc_stride_own_first(&own, &P->flow.dst.picks, MYTHREAD); more; more = upc_stride_own_next(&own))
    upc_stride_plan_copy_out(P, upc_stride_my_part(P->dst.array) + own.offset, at, v->bytes);
}
