#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Where this host's time does not count, all that the library combines takes the time that combine-bandwidth says, and none
# without this word: sums, running sums, reductions near and far, prefixes, updates. Functions of the program take none.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
cat >sums.c <<'C'
#include <stdlib.h>
#include <upc_stride.h>
int main(int argc, char **argv) {
  enum { N = 1 << 15 };
  static double from[N], to[N];
  upc_stride_init(NULL);
  if (argc != 2) return 2;
  switch (atoi(argv[1])) {
    case 0: return upc_stride_sums(to, from, 1, N, 1, UPC_DOUBLE);
    case 1: return upc_stride_sums(to, from, 8, N / 64, 8, UPC_DOUBLE);
    case 2: return upc_stride_running(to, from, 1, N, UPC_ADD, UPC_DOUBLE);
    case 3: return upc_stride_running(to, from, 8, N / 8, UPC_MAX, UPC_DOUBLE);
  }
  return 2;
}
C
cat >values.upc <<'U'
#include <stdio.h>
#include <stdlib.h>
#include <upc_tick.h>
#include <upc_stride_coll.h>
enum { N = 1 << 15 };
shared [N] double A[N * THREADS], B[N * THREADS];
static void larger(const void *in, void *inout, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (((const double *)in)[i] > ((double *)inout)[i]) ((double *)inout)[i] = ((const double *)in)[i];
}
int main(int argc, char **argv) {
  const int flags = UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC;
  double one = 1;
  for (int k = 0; k < 2; k++) {            // the first call opens channels
    upc_barrier;
    upc_tick_t begin = upc_ticks_now();
    switch (argc == 2 ? atoi(argv[1]) : 0) {
      case 1: upc_stride_reduce_all(B<:>, A<:>, N, UPC_ADD, UPC_DOUBLE, NULL, flags); break;
      case 2: upc_stride_prefix_reduce(B<:>, A<:>, N, UPC_MAX, UPC_DOUBLE, NULL, flags); break;
      case 3: upc_stride_reduce_all(B<:>, A<:>, N, UPC_FUNC, UPC_DOUBLE, larger, flags); break;
      case 4:
        for (int i = 0; i < N; i++) upc_stride_update(&A[MYTHREAD * N + i], UPC_ADD, UPC_DOUBLE, &one);
        upc_stride_update_fence();
        break;
      default: return 2;
    }
    upc_barrier;
    if (MYTHREAD == 0 && k == 1) printf("%.0f\n", 1e-3 * (double)upc_ticks_to_ns(upc_ticks_now() - begin));
  }
}
U
cc -I"$build/include" sums.c -L"$build/lib" -lupc_stride-sim -Wl,-rpath,"$build/lib" -o sums || die sums.c
"$UPCC" -network=sim -O1 values.upc -o values || die values.upc
simple=flat,host-factor=0,send-time=0,receive-time=0,barrier-round-time=0,link-latency=0
counted=$simple,combine-bandwidth=1GB/s
sums() { "$UPCRUN" -machine="$2" -n 1 ./sums "$1" 2>&1 | sed -n 's/.*: \([0-9.]*\) s;.*/\1/p'; }
same "$(sums 0 $counted)" 0.000262136      # 32,767 values are added to one
same "$(sums 1 $counted)" 0.000261632      # 511 to each of 64
same "$(sums 2 $counted)" 0.000262136
same "$(sums 3 $counted)" 0.000262080      # 4,095 to each of 8
for which in 0 1 2 3; do same "$(sums $which $simple)" 0.000000000; done

# values WHICH PER_NODE: the microseconds that combining adds
values() {
  local us=()
  for machine in $simple $counted; do us+=("$("$UPCRUN" -machine="$machine,threads-per-node=$2" -n 2 ./values "$1" 2>/dev/null)"); done
  echo $((us[1] - us[0]))
}
same "$(values 1 2)" 131                   # each thread combines half of 32,768 pairs
same "$(values 1 1)" 262                   # each thread all of them, in one round
same "$(values 2 2)" 131
same "$(values 3 2)" 0
same "$(values 4 2)" 262
echo PASS
