/* SPDX-License-Identifier: BSD-3-Clause
 * Checked mode: calls of all threads that move no data (allocation.upc) are compared too.
 * Each is a barrier of all threads, which compares its record as every operation does (checked/comparison.upc). */
#include "operations.h"
#include "arrays/array.h"
#include "base/environment.h"
#include "checked/checked.h"

static shared char one_each[THREADS];

static upc_stride_array_t all_threads(void) {
  static upc_stride_array_t A;
  size_t shape = THREADS, block = 1;
  if (A == NULL) A = upc_stride_view((shared void *)one_each, 1, &shape, &block, 1, 0, NULL);
  return A;
}

void upc_stride_agree(const upc_stride_site_t *call, upc_stride_array_t A, int made) {
  upc_stride_section_t all;
  upc_stride_args_t args = {0};
  upc_stride_prepared_t *P;
  if (!upc_stride_environment()->check || THREADS == 1) return;
  upc_stride_start();
  all = UPC_SECTION(all_threads(), UPC_STRIDE_ALL);
  all.file = NULL;
  args.operation = UPC_STRIDE_OP_BARRIER, args.build = upc_stride_build_barrier, args.name = call->name;
  args.dst = &all;
  P = upc_stride_prepared_new(&args);
  args.build(P, &args);
  upc_stride_builder_end(P->builder);
  P->site = *call;
  P->record = upc_stride_record_of_array(P, call->name, A, made);
  upc_stride_prepared_finish(P);
  upc_stride_watch_calls();
  upc_stride_log_call(P->record, &P->site);
  upc_stride_call_blocking(P); /* which frees the plan, since it is not kept */
}
