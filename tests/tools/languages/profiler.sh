#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# examples/c/profiler.c beside a program that knows nothing of it: it counts the calls of each thread.
. "$(dirname "$0")/../common.sh"
BUILD=$build "$tools/has_conduit" smp || exit 77
options=(-Wall "-I$build/include" "-L$build/lib" "-Wl,-rpath,$build/lib")
cc "${options[@]}" -shared -fPIC "$top/examples/c/profiler.c" -o profiler.so || die 'profiler.c does not compile'
cat >prog.c <<'END'
#include <upc_stride.h>
int main(void) {
  upc_stride_init(NULL);
  size_t block = 8, index = 0, shape = 8 * (size_t)upc_stride_threads();
  upc_stride_array_t A = upc_stride_all_alloc(1, &shape, &block, 1, 0, NULL);
  upc_stride_section_t all = UPC_SECTION(A, UPC_STRIDE_ALL);
  for (int i = 0; i < 12; i++) upc_stride_broadcast(&all, upc_stride_at(A, &index), 8, 0);
  return upc_stride_finalize();
}
END
cc "${options[@]}" prog.c -lupc_stride -o prog || die 'the program does not compile'
limited 60 env LD_PRELOAD="$PWD/profiler.so" "$UPCRUN" -n 3 ./prog >out 2>&1 || { cat out; die 'the program fails'; }
same "$(grep -c '^12 calls, 0\.[0-9]* s in them$' out)" 3

# A ninth observer is refused, and one that has left makes room.
cat >nine.c <<'END'
#include <upc_stride.h>
#include <upc_stride_tools.h>
int main(void) {
  static upc_stride_observer_t all[9];
  upc_stride_init(NULL);
  for (int i = 0; i < 8; i++) upc_stride_observe(&all[i]);
  upc_stride_unobserve(&all[3]);
  upc_stride_observe(&all[8]);
  upc_stride_observe(&all[3]);
  return upc_stride_finalize();
}
END
cc "${options[@]}" nine.c -lupc_stride -o nine || die 'nine.c does not compile'
limited 60 "$UPCRUN" -n 1 ./nine >out 2>&1
same "$?" 1
same "$(cat out)" 'upc_stride_observe: observer: one more than 8, must be unobserved before'
echo PASS
