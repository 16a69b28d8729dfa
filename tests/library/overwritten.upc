/* SPDX-License-Identifier: BSD-3-Clause
 * Checked mode ends a plan that changes what a message of it still has under way, before the plan is carried out. No
 * schedule is so wrong; this program writes the plan itself. `right`: the bytes behind the message are changed. */
#include "operations.h"
#include "../upc/check.h"

#include <string.h>

enum { BYTES = 1 << 20, WORD = 8 };

static size_t changed;                /* where in the buffer the plan copies to */

static void build(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_memory_t out = upc_stride_plan_space(B, BYTES), in = upc_stride_plan_space(B, BYTES);
  size_t behind = upc_stride_plan_buffer(B, WORD), more = upc_stride_plan_buffer(B, WORD);
  (void)args;
  upc_stride_plan_send(B, 1 - MYTHREAD, out);
  upc_stride_plan_copy_in_buffer(B, changed < BYTES ? changed : behind, more, WORD);
  upc_stride_plan_receive(B, 1 - MYTHREAD, in);
}

int main(int argc, char **argv) {
  upc_stride_args_t args = {0};
  changed = argc > 1 && strcmp(argv[1], "right") == 0 ? BYTES : BYTES - WORD;
  args.operation = UPC_STRIDE_OP_BARRIER;
  args.build = build;
  args.name = "overwritten";
  upc_stride_perform(&args);
  return done();
}
