#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcrun -bind-threads: the processors of each thread on machines with random sockets, nodes and cores, compared with the
# definition, and with hwloc where its headers are installed; then what threads of this machine print and have.
#   binding.sh [SEED]
. "$(dirname "$0")/../common.sh"
cc -D_GNU_SOURCE -O1 -I"$top/upc/runtime" "$here/binding.c" "$top/upc/runtime/base/topology.c" -o ours || die "no compiler"
hwloc=
cc -DWITH_HWLOC "$here/binding.c" -lhwloc -o theirs 2>err && hwloc=./theirs
said=$(python3 "$here/binding.py" "${1:-$RANDOM}" ./ours $hwloc) || die "$said"

cat >job.upc <<'C'
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <upc.h>
int main(void) {
  cpu_set_t set;
  sched_getaffinity(0, sizeof set, &set);
  printf("%d has %d\n", MYTHREAD, CPU_COUNT(&set));
  return 0;
}
C
"$UPCC" job.upc -o job || die "job.upc does not compile"
all=$(env -u OMP_NUM_THREADS nproc)
for kind in core socket numa none; do
  limited 60 "$UPCRUN" -v -bind-threads=$kind -n 3 ./job >out 2>err || die "$kind: $(cat err)"
  for t in 0 1 2; do
    set=$(sed -n "s/^upc: thread $t on .* runs on processors //p" err)
    count=0
    for range in ${set//,/ }; do count=$((count + ${range#*-} - ${range%-*} + 1)); done
    same "$kind: $(grep "^$t has" out)" "$kind: $t has $count"
    [ $kind != none ] || same $count "$all"
    [ "$count" -ge 1 ] || die "$kind: thread $t says nothing: $(cat err)"
  done
done
limited 60 "$UPCRUN" -bind-threads -n 3 ./job >out 2>err || die "$(cat err)"
same "$(cat err)" ""
limited 60 "$UPCRUN" -bind-threads=l3 -n 3 ./job >out 2>err
same "$? $(cat err)" "2 upcrun: -bind-threads=l3: it must be core, socket, numa or none"
UPC_BIND=cores limited 60 ./job >out 2>err
same "$?" 2
grep -q "UPC_BIND is 'cores'" err || die "$(cat err)"
for mpi in mpich openmpi; do
  BUILD=$build "$tools/has_conduit" mpi-$mpi || continue
  "$UPCC" -network=mpi-$mpi job.upc -o job-$mpi || die "job.upc does not compile for $mpi"
  limited 60 "$UPCRUN" -v -bind-threads=core -n 2 ./job-$mpi >out 2>err || die "$mpi: $(cat err)"
  same "$mpi: $(grep -c "runs on processors [0-9,-]*$" err)" "$mpi: 2"
done
echo "$said"
