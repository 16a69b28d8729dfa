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

int upc_stride_my_node(void) {
  int t;
  for (t = 0; t < MYTHREAD; t++)
    if (upc_stride_near(t)) return t;
  return MYTHREAD;
}

int upc_stride_node_size(void) {
  int group = upc_stride_environment()->near;
  return group < 0 ? upc_stride_first_node() : group == 0 ? 1 : group;
}

int upc_stride_all_near(void) {
  static int known, all = 1;
  int t;
  for (t = 0; t < THREADS && !known && all; t++) all = upc_stride_near(t);
  known = 1;
  return all;
}
