/* SPDX-License-Identifier: BSD-3-Clause
 * Nearness, as the compiler's castability interface reports it; without that, every other thread counts as far.
 * UPC_STRIDE_NEAR makes nodes smaller, for tests. */
#include "base/near.h"
#include "base/environment.h"

#include <upc.h>
#ifdef __UPC_CASTABLE__
#include <upc_castable.h>
#endif

#ifdef __URT__
extern int urt_shares_core(int thread);
#endif

int upc_stride_near(int thread) {
  int group = upc_stride_environment()->near;
  if (thread == MYTHREAD) return 1;
  if (group == 0 || (group > 0 && thread / group != MYTHREAD / group)) return 0;
#if defined __UPC_CASTABLE__
  return (upc_thread_info((size_t)thread).guaranteedCastable & UPC_CASTABLE_ALL) == UPC_CASTABLE_ALL;
#else
  return 0;
#endif
}

int upc_stride_same_core(int thread) {
#ifdef __URT__
  return urt_shares_core(thread);
#else
  (void)thread;
  return 0;
#endif
}

char *upc_stride_address(shared const void *place) {
#if defined __UPC_CASTABLE__
  if (upc_threadof((shared void *)place) != MYTHREAD) return upc_cast(place);
#endif
  return (char *)place;
}

int upc_stride_my_node(void) {
  int t;
  for (t = 0; t < MYTHREAD; t++)
    if (upc_stride_near(t)) return t;
  return MYTHREAD;
}

int upc_stride_all_near(void) {
  static int known, all = 1;
  int t;
  for (t = 0; t < THREADS && !known && all; t++) all = upc_stride_near(t);
  known = 1;
  return all;
}
