/* SPDX-License-Identifier: BSD-3-Clause
 * Nearness, as the compiler's castability interface reports it; without that, every other thread counts as far. */
#include "near.h"
#include "environment.h"

#include <upc.h>
#ifdef __UPC_CASTABLE__
#include <upc_castable.h>
#endif

int upc_stride_near(int thread) {
  if (thread == MYTHREAD) return 1;
  if (!upc_stride_environment()->near) return 0;
#if defined __UPC_CASTABLE__
  return (upc_thread_info((size_t)thread).guaranteedCastable & UPC_CASTABLE_ALL) == UPC_CASTABLE_ALL;
#else
  return 0;
#endif
}
