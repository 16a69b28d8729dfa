/* SPDX-License-Identifier: BSD-3-Clause
 * Checked mode: calls that are no operations are compared too: on memory of arrays, on files, on graphs.
 * Each is a barrier of its members, which compares its record as every operation does (checked/comparison.upc). */
#include "operations.h"
#include "engine/call.h"
#include "arrays/array.h"
#include "base/environment.h"
#include "checked/checked.h"

int upc_stride_compares(void) { return upc_stride_environment()->check && THREADS > 1; }

void upc_stride_agree_among(const upc_stride_site_t *call, const upc_stride_args_t *members,
                            const upc_stride_record_t *record) {
  upc_stride_prepared_t *P;
  upc_stride_start();
  P = upc_stride_prepared_new(members);
  members->build(P, members);
  upc_stride_builder_end(P->builder);
  P->site = *call;
  P->record = upc_stride_plan_alloc(P->builder, sizeof *record);
  *P->record = *record;
  upc_stride_prepared_finish(P);
  upc_stride_watch_calls();
  upc_stride_log_call(P->record, &P->site);
  upc_stride_call_blocking(P); /* which frees the plan, since it is not kept */
}

void upc_stride_agree_on(const upc_stride_site_t *call, const upc_stride_record_t *record) {
  upc_stride_section_t all;
  upc_stride_args_t args = {0};
  upc_stride_start();
  all = upc_stride_all_threads();
  args.call = UPC_STRIDE_CALL_BARRIER, args.name = call->name;
  args.operation = UPC_STRIDE_OP_BARRIER, args.build = upc_stride_build_barrier;
  args.dst = &all;
  upc_stride_agree_among(call, &args, record);
}

void upc_stride_agree(const upc_stride_site_t *call, upc_stride_array_t A, int made) {
  upc_stride_record_t r;
  if (!upc_stride_compares()) return;
  upc_stride_record_begin(&r, call->name);
  upc_stride_record_array_is(&r, A, made);
  upc_stride_record_end(&r);
  upc_stride_agree_on(call, &r);
}
