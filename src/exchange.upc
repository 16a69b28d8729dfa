/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_exchange: looks at the arguments, finds both teams, and hands over to the schedule. */
#include "exchange.h"

static void run(upc_stride_exchange_t *x) {
  upc_stride_team(&x->dst.team, &x->dst.picks);
  upc_stride_team(&x->src.team, &x->src.picks);
  x->dst.rank = upc_stride_team_rank(&x->dst.team, MYTHREAD);
  x->src.rank = upc_stride_team_rank(&x->src.team, MYTHREAD);
  x->same = upc_stride_team_equal(&x->dst.team, &x->src.team);
  upc_stride_exchange_pairwise(x); /* the one schedule choose.c has for it */
  upc_stride_team_end(&x->dst.team);
  upc_stride_team_end(&x->src.team);
}

void upc_stride_exchange(upc_stride_section_t dst, upc_stride_section_t src, size_t len, upc_flag_t sync_flags) {
  upc_stride_call_t call = upc_stride_calling("upc_stride_exchange", &dst);
  upc_stride_exchange_t x;
  upc_stride_own_t own;
  upc_stride_check_section(&call, "dst", &dst, &x.dst.picks);
  upc_stride_check_section(&call, "src", &src, &x.src.picks);
  if (x.src.picks.blocks != x.dst.picks.blocks)
    upc_stride_fail(&call, "src", "%zu blocks, must be as many as in dst (%zu)", x.src.picks.blocks,
                    x.dst.picks.blocks);
  upc_stride_check_len(&call, "dst", &x.dst.picks, x.dst.picks.blocks, len);
  upc_stride_check_len(&call, "src", &x.src.picks, x.src.picks.blocks, len);
  x.sync = upc_stride_check_flags(&call, sync_flags);
  if (len == 0 || x.dst.picks.blocks == 0) return;
  if (!upc_stride_own_first(&own, &x.dst.picks, MYTHREAD) && !upc_stride_own_first(&own, &x.src.picks, MYTHREAD))
    return;
  x.dst.array = dst.array;
  x.src.array = src.array;
  x.len = len;
  run(&x);
}
