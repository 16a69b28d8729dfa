/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Collectives on private variables. A thread copies its value to its place in the library's memory, makes the
 * collective of these places, and copies the result out. With MYSYNC the places are its own again when the call
 * returns, and it makes one such call at a time. So one place for each thread is enough, whatever the teams. */
#include "operations.h"
#include "base/number.h"
#include "plan/values.h"
#include "team_sections.h"

#include <string.h>

/* The call as the program makes it, and what it becomes. */
typedef struct value_call {
  upc_stride_site_t site;
  const upc_stride_team_arrays_t *team; /* null: nobody takes part */
  upc_stride_section_t dst, src;
  upc_stride_args_t args;
} value_call_t;

static void begin(value_call_t *c, const char *name, const upc_stride_section_t *members) {
  memset(c, 0, sizeof *c);
  c->site = upc_stride_site(name, members);
  c->team = upc_stride_arrays_of_team(&c->site, "members", members);
  c->args.name = name;
  c->args.flags = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  c->args.agrees = upc_stride_errors_return();
  if (c->team == NULL) return;
  c->dst = upc_stride_all_of_team(c->team->to, members), c->src = upc_stride_all_of_team(c->team->from, members);
  c->args.dst = &c->dst;
}

static void check_bytes(const value_call_t *c, const char *argument, size_t bytes) {
  if (bytes > UPC_STRIDE_VALUE_BYTES)
    upc_stride_fail(&c->site, argument, "%zu bytes, must be at most %d bytes; larger values are in arrays", bytes,
                    (int)UPC_STRIDE_VALUE_BYTES);
}

static void check_values(const value_call_t *c, size_t nelems, size_t size) {
  if (upc_stride_product(nelems, size) > UPC_STRIDE_VALUE_BYTES)
    upc_stride_fail(&c->site, "nelems", "%zu values of %zu byte%s, must be at most %d bytes; larger values are in "
                    "arrays", nelems, size, UPC_STRIDE_S(size), (int)UPC_STRIDE_VALUE_BYTES);
}

static void check_address(const value_call_t *c, const char *argument, const void *address, size_t bytes) {
  if (address == NULL && bytes > 0)
    upc_stride_fail(&c->site, argument, "null, must be the address of %zu byte%s", bytes, UPC_STRIDE_S(bytes));
}

/* The caller's variables may lie in shared memory. */
static void tell_of_own(const void *result, const void *value, size_t bytes, int has_result) {
  if (bytes == 0) return;
  upc_stride_tell_access(value, bytes, UPC_STRIDE_TELL_READS);
  if (has_result) upc_stride_tell_access(result, bytes, UPC_STRIDE_TELL_WRITES);
}

/* Makes the call with a value of so many bytes. `first_too`: the first member has a result. */
static void reduce(value_call_t *c, void *result, const void *value, size_t bytes, int first_too) {
  check_address(c, "result", result, bytes);
  check_address(c, "value", value, bytes);
  if (c->team == NULL) return;
  c->args.src = &c->src;
  if (c->team->rank >= 0) tell_of_own(result, value, bytes, c->team->rank > 0 || first_too);
  if (c->team->rank >= 0 && bytes > 0) memcpy(upc_stride_my_part(c->team->from), value, bytes);
  upc_stride_perform(&c->args);
  if (bytes > 0 && (c->team->rank > 0 || (c->team->rank == 0 && first_too)))
    memcpy(result, upc_stride_my_part(c->team->to), bytes);
}

static void set_operation(value_call_t *c, int call, int operation, upc_stride_build_t *build) {
  c->args.call = call, c->args.operation = operation, c->args.build = build;
}

/* An op or a type that is none: the operation says so. */
static void typed(value_call_t *c, void *result, const void *value, size_t nelems, upc_op_t op, upc_type_t type,
                  upc_stride_func_t *func, int first_too) {
  const size_t size = upc_stride_operand_bytes(op, type);
  check_values(c, nelems, size);
  c->args.len = nelems, c->args.op = op, c->args.type = type, c->args.func = func;
  reduce(c, result, value, nelems * size, first_too);
}

static void sized(value_call_t *c, void *result, const void *value, size_t size, upc_op_t op,
                  void (*func)(const void *in, void *inout, size_t count, void *context), void *context) {
  check_bytes(c, "size", size);
  c->args.len = 1, c->args.size = size, c->args.op = op, c->args.with = func, c->args.context = context;
  reduce(c, result, value, size, 1);
}

void upc_stride_reduce_value_in(const char *name, void *result, const void *value, size_t nelems, upc_op_t op,
                                upc_type_t type, void (*func)(const void *in, void *inout, size_t count),
                                upc_stride_section_t members) {
  value_call_t c;
  begin(&c, name, &members);
  set_operation(&c, UPC_STRIDE_CALL_REDUCE_ALL, UPC_STRIDE_OP_REDUCE_ALL, upc_stride_build_reduce_all);
  typed(&c, result, value, nelems, op, type, func, 1);
}

void upc_stride_all_reduce_value(void *result, const void *value, size_t nelems, upc_op_t op, upc_type_t type,
                                 void (*func)(const void *in, void *inout, size_t count),
                                 upc_stride_section_t members) {
  upc_stride_reduce_value_in("upc_stride_all_reduce_value", result, value, nelems, op, type, func, members);
}

void upc_stride_all_prefix_value(void *result, const void *value, size_t nelems, upc_op_t op, upc_type_t type,
                                 void (*func)(const void *in, void *inout, size_t count),
                                 upc_stride_section_t members) {
  value_call_t c;
  begin(&c, "upc_stride_all_prefix_value", &members);
  set_operation(&c, UPC_STRIDE_CALL_PREFIX_REDUCE, UPC_STRIDE_OP_PREFIX_REDUCE, upc_stride_build_prefix_reduce);
  typed(&c, result, value, nelems, op, type, func, 1);
}

void upc_stride_all_prefix_exclusive_value(void *result, const void *value, size_t nelems, upc_op_t op,
                                           upc_type_t type, void (*func)(const void *in, void *inout, size_t count),
                                           upc_stride_section_t members) {
  value_call_t c;
  begin(&c, "upc_stride_all_prefix_exclusive_value", &members);
  set_operation(&c, UPC_STRIDE_CALL_PREFIX_REDUCE_EXCLUSIVE, UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE,
                upc_stride_build_prefix_reduce_exclusive);
  typed(&c, result, value, nelems, op, type, func, 0);
}

void upc_stride_all_reduce_value_with(void *result, const void *value, size_t size, upc_op_t op,
                                      void (*func)(const void *in, void *inout, size_t count, void *context),
                                      void *context, upc_stride_section_t members) {
  value_call_t c;
  begin(&c, "upc_stride_all_reduce_value_with", &members);
  set_operation(&c, UPC_STRIDE_CALL_REDUCE_ALL_WITH, UPC_STRIDE_OP_REDUCE_ALL, upc_stride_build_reduce_all_with);
  sized(&c, result, value, size, op, func, context);
}

void upc_stride_all_prefix_value_with(void *result, const void *value, size_t size, upc_op_t op,
                                      void (*func)(const void *in, void *inout, size_t count, void *context),
                                      void *context, upc_stride_section_t members) {
  value_call_t c;
  begin(&c, "upc_stride_all_prefix_value_with", &members);
  set_operation(&c, UPC_STRIDE_CALL_PREFIX_REDUCE_WITH, UPC_STRIDE_OP_PREFIX_REDUCE,
                upc_stride_build_prefix_reduce_with);
  sized(&c, result, value, size, op, func, context);
}

/* ---- broadcast ---- */

static int is_member(const upc_stride_team_arrays_t *T, int thread) {
  int rank = 0;
  if (T->thread == NULL) return thread >= 0 && thread < THREADS;
  while (rank < T->members && T->thread[rank] != thread) rank++;
  return rank < T->members;
}

void upc_stride_all_broadcast_value(void *value, size_t bytes, int root, upc_stride_section_t members) {
  value_call_t c;
  begin(&c, "upc_stride_all_broadcast_value", &members);
  check_bytes(&c, "bytes", bytes);
  check_address(&c, "value", value, bytes);
  if (c.team == NULL) return;
  if (!is_member(c.team, root)) upc_stride_fail(&c.site, "root", "%d, must be a thread that is a member", root);
  set_operation(&c, UPC_STRIDE_CALL_BROADCAST, UPC_STRIDE_OP_BROADCAST, upc_stride_build_broadcast);
  c.args.place = (shared const void *)upc_stride_part(c.team->from, root);
  c.args.len = bytes;
  if (c.team->rank >= 0 && bytes > 0)
    upc_stride_tell_access(value, bytes, MYTHREAD == root ? UPC_STRIDE_TELL_READS : UPC_STRIDE_TELL_WRITES);
  if (MYTHREAD == root && bytes > 0) memcpy(upc_stride_my_part(c.team->from), value, bytes);
  upc_stride_perform(&c.args);
  if (c.team->rank >= 0 && MYTHREAD != root && bytes > 0) memcpy(value, upc_stride_my_part(c.team->to), bytes);
}

/* ---- one number of each thread ---- */

const char *upc_stride_combined_name(upc_op_t op) {
  return op == UPC_ADD ? "upc_stride_sum" : op == UPC_MIN ? "upc_stride_min" : op == UPC_MAX ? "upc_stride_max" : NULL;
}

#define COMBINE(name, T, TYPE)                                                                                   \
  T upc_stride_combine_##name(T value, upc_op_t op) {                                                           \
    const char *written = upc_stride_combined_name(op);                                                          \
    T result = value;                                                                                            \
    upc_stride_reduce_value_in(written != NULL ? written : "upc_stride_combine_" #name, &result, &value, 1, op,  \
                               TYPE, NULL, upc_stride_all_threads());                                           \
    return result;                                                                                               \
  }

COMBINE(int, int, UPC_INT)
COMBINE(unsigned, unsigned, UPC_UINT)
COMBINE(long, long, UPC_LONG)
COMBINE(ulong, unsigned long, UPC_ULONG)
COMBINE(llong, long long, UPC_LLONG)
COMBINE(ullong, unsigned long long, UPC_ULLONG)
COMBINE(float, float, UPC_FLOAT)
COMBINE(double, double, UPC_DOUBLE)
