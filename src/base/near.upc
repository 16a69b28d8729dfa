/* SPDX-License-Identifier: BSD-3-Clause
 * Nearness: a castable thread is near, unless a test has made the nodes smaller (UPC_STRIDE_TEST=near=2). */
#include "base/near.h"
#include "base/environment.h"
#include "base/port.h"

int upc_stride_near(int thread) {
  int group = upc_stride_environment()->near;
  if (thread == MYTHREAD) return 1;
  if (group == 0 || (group > 0 && thread / group != MYTHREAD / group)) return 0;
  return upc_stride_castable(thread);
}

int upc_stride_node_of(int thread) {
  int group = upc_stride_environment()->near, leader = upc_stride_leader_of(thread), t;
  if (leader < 0) return -1;
  if (group < 0) return leader;
  for (t = group == 0 ? thread : thread / group * group; upc_stride_leader_of(t) != leader; t++) {}
  return t;
}

int upc_stride_my_node(void) {
  int t = upc_stride_node_of(MYTHREAD);
  if (t >= 0) return t;
  for (t = 0; t < MYTHREAD; t++)
    if (upc_stride_near(t)) return t;
  return MYTHREAD;
}

int upc_stride_node_size(void) {
  int group = upc_stride_environment()->near, n = 0;
  if (group >= 0) return group == 0 ? 1 : group;
  while (n < THREADS && upc_stride_leader_of(n) == 0) n++;
  return n > 0 ? n : 1;
}

int upc_stride_all_near(void) {
  static int known, all = 1;
  int t;
  for (t = 0; t < THREADS && !known && all; t++) all = upc_stride_near(t);
  known = 1;
  return all;
}
