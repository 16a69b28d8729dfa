/* SPDX-License-Identifier: BSD-3-Clause
 * The reductions: upc_stride_reduce, reduce_all, prefix_reduce, prefix_reduce_exclusive and reduce_scatter, and the
 * same of elements of any size. */
#include "operations.h"
#include "arrays/spelling.h"

enum { LARGEST_SCALAR = 8, LARGEST_ELEMENT = 1 << 24 };

/* Elements of a scalar's size are single values of the call's type. Single bytes may be any memory, and larger elements
 * may hold several values, as complex numbers do. A function of the program knows what it gets. */
static void check_type(const upc_stride_prepared_t *P, const char *argument, size_t elemsize) {
  const upc_stride_builder_t *B = P->builder;
  const upc_stride_values_t *v = B->values;
  if (v->func != NULL || v->with != NULL || elemsize == v->size || elemsize == 1 ||
      (elemsize > LARGEST_SCALAR && elemsize % v->size == 0)) return;
  upc_stride_fail(&P->site, "type", "of %zu byte%s, must be as large as the elements of %s (%zu byte%s)", v->size,
                  UPC_STRIDE_S(v->size), argument, elemsize, UPC_STRIDE_S(elemsize));
}

/* A block of the argument must have room for this number of pieces of the call's values. */
static void check_fit(const upc_stride_prepared_t *P, const char *argument, const upc_stride_picks_t *picks,
                      size_t pieces, size_t values) {
  const upc_stride_builder_t *B = P->builder;
  const upc_stride_values_t *v = B->values;
  size_t most = picks->blocks > 0 ? upc_stride_smallest(picks) : picks->layout->blockbytes;
  upc_stride_check_contiguous(&P->site, argument, picks->layout);
  if (pieces == 0 || values <= most / v->size / pieces) {
    check_type(P, argument, picks->layout->elemsize);
    return;
  }
  if (pieces > 1)
    upc_stride_fail(&P->site, "nelems", "%zu pieces of %zu value%s of %zu byte%s, must fit a block of %s (%zu byte%s)",
                    pieces, values, UPC_STRIDE_S(values), v->size, UPC_STRIDE_S(v->size), argument, most,
                    UPC_STRIDE_S(most));
  upc_stride_fail(&P->site, "nelems", "%zu value%s of %zu byte%s, must fit a block of %s (%zu byte%s)", values,
                  UPC_STRIDE_S(values), v->size, UPC_STRIDE_S(v->size), argument, most, UPC_STRIDE_S(most));
}

void upc_stride_check_op(upc_stride_values_t *v, const upc_stride_site_t *call, upc_op_t op, upc_type_t type,
                         upc_stride_func_t *func) {
  int user = op == UPC_FUNC || op == UPC_NONCOMM_FUNC;
  upc_stride_spelling_t spelling;
  if (upc_stride_type_bytes(type) == 0)
    upc_stride_fail(call, "type", "%s, must be a type of numbers, UPC_CHAR to UPC_LDOUBLE, or one of this machine's in "
                    "upc_stride_values.h", upc_stride_spell_type(&spelling, type));
  if ((op == UPC_STRIDE_MINLOC || op == UPC_STRIDE_MAXLOC) && !upc_stride_op_fits(op, type))
    upc_stride_fail(call, "type", "%s, must be a type of upc_types.h, UPC_CHAR to UPC_LDOUBLE, for UPC_STRIDE_MINLOC "
                    "and UPC_STRIDE_MAXLOC", upc_stride_spell_type(&spelling, type));
  if (!upc_stride_op_fits(op, type))
    upc_stride_fail(call, "op", "%s, must be one operation of upc_types.h or upc_collective.h, no bitwise one "
                    "for floating types; UPC_ADD or UPC_MULT for complex ones; or UPC_STRIDE_MINLOC, UPC_STRIDE_MAXLOC",
                    upc_stride_spell_op(&spelling, op));
  v->size = upc_stride_operand_bytes(op, type);
  if (user && func == NULL) upc_stride_fail(call, "func", "null, must be a function for this op");
  v->op = op;
  v->type = type;
  v->func = user ? func : NULL, v->with = NULL;
  v->ordered = op == UPC_NONCOMM_FUNC;
}

/* How a call says what its values are: by a type, or by a size. */
typedef void check_t(upc_stride_values_t *v, const upc_stride_site_t *call, const upc_stride_args_t *args);

static void check_typed(upc_stride_values_t *v, const upc_stride_site_t *call, const upc_stride_args_t *args) {
  upc_stride_spelling_t spelling;
  upc_stride_check_op(v, call, args->op, args->type, args->func);
  if (args->func != NULL && v->func == NULL)
    upc_stride_fail(call, "func", "a function, must be null for %s, or op be UPC_FUNC or UPC_NONCOMM_FUNC",
                    upc_stride_spell_op(&spelling, args->op));
}

static void check_sized(upc_stride_values_t *v, const upc_stride_site_t *call, const upc_stride_args_t *args) {
  upc_stride_spelling_t spelling;
  if (args->size == 0 || args->size > LARGEST_ELEMENT)
    upc_stride_fail(call, "size", "%zu, must be the bytes of an element, 1 to %d", args->size, LARGEST_ELEMENT);
  if (args->op != UPC_FUNC && args->op != UPC_NONCOMM_FUNC)
    upc_stride_fail(call, "op", "%s, must be UPC_FUNC or UPC_NONCOMM_FUNC",
                    upc_stride_spell_op(&spelling, args->op));
  if (args->with == NULL) upc_stride_fail(call, "func", "null, must be a function");
  v->op = args->op;
  v->with = args->with;
  v->context = args->context;
  v->size = args->size;
  v->ordered = args->op == UPC_NONCOMM_FUNC;
}

/* The values of a block of src: this number of pieces, each of nelems values. */
static upc_stride_values_t *check_values(upc_stride_prepared_t *P, const upc_stride_args_t *args, check_t *check,
                                         size_t pieces) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_values_t *v = B->values = upc_stride_plan_alloc(B, sizeof *v);
  size_t most = (size_t)-1 / 4;
  check(v, &P->site, args);
  if (args->len > most / v->size)
    upc_stride_fail(&P->site, "nelems", "%zu values, must be less than all memory", args->len);
  check_fit(P, "src", &B->flow->src.picks, pieces, args->len);
  v->n = args->len * pieces;
  v->bytes = v->n * v->size;
  return v;
}

/* A piece has nelems values. If they are whole elements of src, schedules work with these, so a function of the program
 * gets no part of one: an array of structs may be reduced by a type that divides the struct. */
static void plan_call(upc_stride_prepared_t *P, size_t nelems) {
  const upc_stride_builder_t *B = P->builder;
  upc_stride_values_t *v = B->values;
  size_t size = B->flow->src.picks.layout->elemsize;
  if (v->func != NULL && size <= LARGEST_ELEMENT && size % v->size == 0 && nelems * v->size % size == 0)
    v->size = size, v->n = v->bytes / size;
  upc_stride_plan_call(P, v->bytes, v->ordered);
}

static void build(upc_stride_prepared_t *P, const upc_stride_args_t *args, check_t *check) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_values_t *v;
  upc_stride_check_end(P, "src", args->src, &B->flow->src);
  v = check_values(P, args, check, 1);
  if (v->n > 0) upc_stride_check_place(P, "dst", &B->dst, &B->flow->dst);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  if (v->n > 0) upc_stride_check_in_place(P);
  plan_call(P, args->len);
}

static void build_all(upc_stride_prepared_t *P, const upc_stride_args_t *args, check_t *check, int prefix) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_values_t *v;
  upc_stride_check_end(P, "dst", args->dst, &B->flow->dst);
  upc_stride_check_end(P, "src", args->src, &B->flow->src);
  if (prefix) upc_stride_check_counts(P);
  v = check_values(P, args, check, 1);
  check_fit(P, "dst", &B->flow->dst.picks, 1, v->n);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  B->flow->prefix = prefix;
  upc_stride_check_in_place(P);
  plan_call(P, args->len);
}

/* A piece goes from each block of src to each block of dst, as in an exchange. */
static void build_scatter(upc_stride_prepared_t *P, const upc_stride_args_t *args, check_t *check) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_values_t *v;
  upc_stride_check_end(P, "dst", args->dst, &B->flow->dst);
  upc_stride_check_end(P, "src", args->src, &B->flow->src);
  v = check_values(P, args, check, B->flow->dst.picks.blocks);
  check_fit(P, "dst", &B->flow->dst.picks, 1, args->len);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  B->flow->kind = UPC_STRIDE_PIECES_EXCHANGED;
  B->flow->len = args->len * v->size;
  upc_stride_check_in_place(P);
  plan_call(P, args->len);
}

/* ---- the calls ---- */

#define BUILD(name, ...)                                                                             \
  void upc_stride_build_##name(upc_stride_prepared_t *P, const upc_stride_args_t *args) { __VA_ARGS__; }

BUILD(reduce, build(P, args, check_typed))
BUILD(reduce_with, build(P, args, check_sized))
BUILD(reduce_all, build_all(P, args, check_typed, 0))
BUILD(reduce_all_with, build_all(P, args, check_sized, 0))
BUILD(prefix_reduce, build_all(P, args, check_typed, UPC_STRIDE_INCLUSIVE))
BUILD(prefix_reduce_with, build_all(P, args, check_sized, UPC_STRIDE_INCLUSIVE))
BUILD(prefix_reduce_exclusive, build_all(P, args, check_typed, UPC_STRIDE_EXCLUSIVE))
BUILD(prefix_reduce_exclusive_with, build_all(P, args, check_sized, UPC_STRIDE_EXCLUSIVE))
BUILD(reduce_scatter, build_scatter(P, args, check_typed))
BUILD(reduce_scatter_with, build_scatter(P, args, check_sized))
