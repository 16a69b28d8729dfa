/* SPDX-License-Identifier: BSD-3-Clause
 * The reductions: upc_stride_reduce, reduce_all, prefix_reduce, prefix_reduce_exclusive and reduce_scatter. */
#include "operations.h"
#include "arrays/spelling.h"

enum { LARGEST_SCALAR = 8 };

/* Elements of a scalar's size are single values of the call's type. Single bytes may be any memory, and larger elements
 * may hold several values, as complex numbers do. A function of the program knows what it gets. */
static void check_type(const upc_stride_prepared_t *P, const char *argument, size_t elemsize) {
  const upc_stride_builder_t *B = P->builder;
  const upc_stride_values_t *v = B->values;
  if (v->func != NULL || elemsize == v->size || elemsize == 1 ||
      (elemsize > LARGEST_SCALAR && elemsize % v->size == 0)) return;
  upc_stride_fail(&P->site, "type", "of %zu byte%s, must be as large as the elements of %s (%zu byte%s)", v->size,
                  UPC_STRIDE_S(v->size), argument, elemsize, UPC_STRIDE_S(elemsize));
}

/* A block of the argument must have room for this number of slots of the call's values. */
static void check_fit(const upc_stride_prepared_t *P, const char *argument, const upc_stride_picks_t *picks,
                      size_t slots,
                      size_t values) {
  const upc_stride_builder_t *B = P->builder;
  const upc_stride_values_t *v = B->values;
  size_t most = picks->blocks > 0 ? upc_stride_smallest(picks) : picks->layout->blockbytes;
  upc_stride_check_contiguous(&P->site, argument, picks->layout);
  if (slots == 0 || values <= most / v->size / slots) {
    check_type(P, argument, picks->layout->elemsize);
    return;
  }
  if (slots > 1)
    upc_stride_fail(&P->site, "nelems", "%zu slots of %zu value%s of %zu byte%s, must fit a block of %s (%zu byte%s)",
                    slots, values, UPC_STRIDE_S(values), v->size, UPC_STRIDE_S(v->size), argument, most,
                    UPC_STRIDE_S(most));
  upc_stride_fail(&P->site, "nelems", "%zu value%s of %zu byte%s, must fit a block of %s (%zu byte%s)", values,
                  UPC_STRIDE_S(values), v->size, UPC_STRIDE_S(v->size), argument, most, UPC_STRIDE_S(most));
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

/* The values of a block of src: this number of slots, each of nelems values. */
static upc_stride_values_t *check_values(upc_stride_prepared_t *P, const upc_stride_args_t *args, size_t slots) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_values_t *v = B->values = upc_stride_plan_alloc(B, sizeof *v);
  size_t most = (size_t)-1 / 4;
  upc_stride_check_op(v, &P->site, args->op, args->type, args->func);
  if (args->len > most / v->size)
    upc_stride_fail(&P->site, "nelems", "%zu values, must be less than all memory", args->len);
  check_fit(P, "src", &B->flow->src.picks, slots, args->len);
  v->n = args->len * slots;
  v->bytes = v->n * v->size;
  return v;
}

void upc_stride_build_reduce(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_values_t *v;
  upc_stride_check_end(P, "src", args->src, &B->flow->src);
  v = check_values(P, args, 1);
  if (v->n > 0) upc_stride_check_place(P, "dst", &B->dst, &B->flow->dst);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  upc_stride_hand_over(P, v->bytes, v->ordered);
}

static void build_all(upc_stride_prepared_t *P, const upc_stride_args_t *args, int prefix) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_values_t *v;
  upc_stride_check_end(P, "dst", args->dst, &B->flow->dst);
  upc_stride_check_end(P, "src", args->src, &B->flow->src);
  if (prefix) upc_stride_check_counts(P);
  v = check_values(P, args, 1);
  check_fit(P, "dst", &B->flow->dst.picks, 1, v->n);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  B->flow->prefix = prefix;
  upc_stride_hand_over(P, v->bytes, v->ordered);
}

void upc_stride_build_reduce_all(upc_stride_prepared_t *P, const upc_stride_args_t *args) { build_all(P, args, 0); }

void upc_stride_build_prefix_reduce(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  build_all(P, args, UPC_STRIDE_INCLUSIVE);
}

void upc_stride_build_prefix_reduce_exclusive(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  build_all(P, args, UPC_STRIDE_EXCLUSIVE);
}

/* A slot goes from each block of src to each block of dst, as in an exchange. */
void upc_stride_build_reduce_scatter(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_values_t *v;
  upc_stride_check_end(P, "dst", args->dst, &B->flow->dst);
  upc_stride_check_end(P, "src", args->src, &B->flow->src);
  v = check_values(P, args, B->flow->dst.picks.blocks);
  check_fit(P, "dst", &B->flow->dst.picks, 1, args->len);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  B->flow->kind = UPC_STRIDE_SLOTS;
  B->flow->len = args->len * v->size;
  upc_stride_hand_over(P, v->bytes, v->ordered);
}
