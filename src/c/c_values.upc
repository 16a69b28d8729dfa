/* SPDX-License-Identifier: BSD-3-Clause
 * Teams without an array, and values of each thread, for C programs. A null section stands for all threads. And calls
 * that a package refuses before the library sees them. */
#include "c/c_calls.h"
#include "base/fail.h"
#include "team_sections.h"

#include <string.h>

static upc_stride_section_t those(const upc_stride_section_t *members) {
  return members != NULL ? *members : upc_stride_all_threads();
}

static int refused(const char *name, const upc_stride_section_t *members, size_t elements) {
  const upc_stride_section_t team = those(members);
  return upc_stride_c_refused_value(name, &team, elements);
}

upc_stride_section_t upc_stride_c_all_threads(void) {
  upc_stride_section_t all;
  memset(&all, 0, sizeof all);
  if (upc_stride_c_fails("upc_stride_all_threads")) return all;
  all = upc_stride_all_threads();
  upc_stride_c_done();
  return all;
}

int upc_stride_c_threads_listed(upc_stride_section_t *team, const int *threads, size_t count) {
  if (upc_stride_c_fails("upc_stride_threads_listed")) return -1;
  upc_stride_c_check_given("upc_stride_threads_listed", "team", team);
  *team = upc_stride_threads_listed(threads, count);
  return upc_stride_c_done();
}

int upc_stride_c_all_threads_split(upc_stride_section_t *team, int colour, int key) {
  upc_stride_c_enter("upc_stride_all_threads_split");
  if (upc_stride_c_fails("upc_stride_all_threads_split")) return refused("upc_stride_all_threads_split", NULL, 1);
  upc_stride_c_check_given("upc_stride_all_threads_split", "team", team);
  *team = upc_stride_all_threads_split(colour, key);
  return upc_stride_c_done();
}

int upc_stride_c_team_split(upc_stride_section_t *team, const upc_stride_section_t *members, int colour, int key) {
  upc_stride_c_enter("upc_stride_team_split");
  if (upc_stride_c_fails("upc_stride_team_split")) return refused("upc_stride_team_split", members, 1);
  upc_stride_c_check_given("upc_stride_team_split", "team", team);
  *team = upc_stride_team_split(those(members), colour, key);
  return upc_stride_c_done();
}

int upc_stride_c_all_reduce_value(void *result, const void *value, size_t nelems, upc_op_t op, upc_type_t type,
                                  upc_stride_c_func_t *func, const upc_stride_section_t *members) {
  const char *const name = upc_stride_c_enter_either("upc_stride_all_reduce_value", upc_stride_combined_name(op));
  if (upc_stride_c_fails(name)) return refused(name, members, nelems);
  upc_stride_reduce_value_in(name, result, value, nelems, op, type, func, those(members));
  return upc_stride_c_done();
}

int upc_stride_c_all_prefix_value(void *result, const void *value, size_t nelems, upc_op_t op, upc_type_t type,
                                  upc_stride_c_func_t *func, const upc_stride_section_t *members) {
  upc_stride_c_enter("upc_stride_all_prefix_value");
  if (upc_stride_c_fails("upc_stride_all_prefix_value"))
    return refused("upc_stride_all_prefix_value", members, nelems);
  upc_stride_all_prefix_value(result, value, nelems, op, type, func, those(members));
  return upc_stride_c_done();
}

int upc_stride_c_all_prefix_exclusive_value(void *result, const void *value, size_t nelems, upc_op_t op,
                                            upc_type_t type, upc_stride_c_func_t *func,
                                            const upc_stride_section_t *members) {
  upc_stride_c_enter("upc_stride_all_prefix_exclusive_value");
  if (upc_stride_c_fails("upc_stride_all_prefix_exclusive_value"))
    return refused("upc_stride_all_prefix_exclusive_value", members, nelems);
  upc_stride_all_prefix_exclusive_value(result, value, nelems, op, type, func, those(members));
  return upc_stride_c_done();
}

int upc_stride_c_all_reduce_value_with(void *result, const void *value, size_t size, upc_op_t op,
                                       upc_stride_c_func_with_t *func, void *context,
                                       const upc_stride_section_t *members) {
  upc_stride_c_enter("upc_stride_all_reduce_value_with");
  if (upc_stride_c_fails("upc_stride_all_reduce_value_with"))
    return refused("upc_stride_all_reduce_value_with", members, 1);
  upc_stride_all_reduce_value_with(result, value, size, op, func, context, those(members));
  return upc_stride_c_done();
}

int upc_stride_c_all_prefix_value_with(void *result, const void *value, size_t size, upc_op_t op,
                                       upc_stride_c_func_with_t *func, void *context,
                                       const upc_stride_section_t *members) {
  upc_stride_c_enter("upc_stride_all_prefix_value_with");
  if (upc_stride_c_fails("upc_stride_all_prefix_value_with"))
    return refused("upc_stride_all_prefix_value_with", members, 1);
  upc_stride_all_prefix_value_with(result, value, size, op, func, context, those(members));
  return upc_stride_c_done();
}

int upc_stride_c_all_broadcast_value(void *value, size_t bytes, int root, const upc_stride_section_t *members) {
  upc_stride_c_enter("upc_stride_all_broadcast_value");
  if (upc_stride_c_fails("upc_stride_all_broadcast_value"))
    return refused("upc_stride_all_broadcast_value", members, bytes);
  upc_stride_all_broadcast_value(value, bytes, root, those(members));
  return upc_stride_c_done();
}

/* ---- what the caller finds wrong before the library sees the call ---- */

int upc_stride_c_refuse_call(const char *line, int of_elements, const upc_stride_section_t *dst,
                             shared const void *place, const upc_stride_section_t *src) {
  upc_stride_args_t args = {0};
  args.name = "upc_stride_refuse_call", args.dst = dst, args.place = place, args.src = src;
  args.operation = of_elements ? UPC_STRIDE_OP_COPY : UPC_STRIDE_OP_BARRIER;
  upc_stride_c_enter(args.name);
  if (upc_stride_c_fails(args.name)) return upc_stride_c_refused(&args);
  upc_stride_fail_own(line);
  return -1;
}
