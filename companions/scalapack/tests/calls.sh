#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# calls.sh MPI SEED ROUNDS: random calls by the drop-in beside ScaLAPACK's (calls.c), and what the drop-in counts;
# grids of fewer processes than the job has; a program that starts and ends the library itself. With MPICH also the program of the page,
# which has little memory once. Skipped without ScaLAPACK for this MPI.
. "$(dirname "$0")/../../../tests/tools/common.sh"
mpi=$1 seed=$2 rounds=$3
BUILD=$build "$tools/has_conduit" mpi-$mpi && "$tools/has_scalapack" $mpi || exit 77
drop_in=$build/lib/libupc_stride_scalapack.so
export OPENBLAS_NUM_THREADS=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
start() { # PROCESSES COMMAND..
  local processes=$1; shift
  limited 120 mpiexec.$mpi -n "$processes" env UPC_STRIDE_VERBOSE=1 LD_PRELOAD="$drop_in" "$@" >out 2>err ||
    die "$* on $processes processes: $(cat out; grep -v '^upc_stride_[a-z_]*: [0-9]* bytes' err)"
}
right() { grep -qE '^[1-9][0-9]* calls, 0 wrong$' out || die "$1: $(cat out)"; }
counted() { # TIMES PATTERN: so many lines of the drop-in's report have it
  [ "$(grep -cE "^upc_stride_scalapack: .*$2" err)" = "$1" ] || die "not $1 lines with '$2': $(grep ^upc_stride_scalapack err)"
}

mpicc.$mpi -std=gnu11 -O1 -Wall "$here/calls.c" -o calls -lscalapack-$mpi -ldl -lm || die 'calls.c does not compile'
case $mpi in # MPICH waits without giving its processor away
  openmpi) counts=(1 2 3 4 6 8) far=4 ;;
  *) counts=(1 2) far=2 ;;
esac
for processes in "${counts[@]}"; do
  start $processes ./calls all $seed $rounds
  right "$processes processes"
  counted 58 ': [1-9][0-9]* computed, 0 left'
done
UPC_NEAR=no start $far ./calls all $seed 1
right 'far processes'
start $far ./calls few $seed 2
right 'fewer processes'
counted 58 ': 0 computed, [1-9][0-9]* left'
counted 1 'left because of a grid that does not have all processes$'
start 2 ./calls pending $seed 1
right 'while BLACS sends'
: >out # which each process writes itself: the launcher may lose what an aborted one has printed
limited 60 mpiexec.$mpi -n 2 env LD_PRELOAD="$drop_in" sh -c 'exec ./calls wrong 1 1 >>out 2>&1' >/dev/null 2>&1 &&
  die 'a wrong letter is taken'
grep -q "PBLAS ERROR 'Parameter number 2 had an illegal value'" out || die "a wrong letter: $(cat out)"

mpicc.$mpi -std=gnu11 -O1 -Wall -DSTARTS -I"$build/include" "$here/calls.c" -o starts -L"$build/lib" -Wl,-rpath,"$build/lib" \
  -lupc_stride-mpi-$mpi -lscalapack-$mpi -ldl -lm || die 'calls.c does not compile with -DSTARTS'
start 3 ./starts gemm $seed 2
right 'a program that ends the library'
counted 4 'gemm: 1 computed, 1 left'
counted 1 'left because of no libupc_stride$'
[ $mpi = mpich ] || { echo PASS; exit 0; }

sed -n '/^```C$/,/^```$/p' "$here/../scalapack.md" | sed '1d; /^```$/,$d' >product.c
mpicc.mpich -Wall product.c -lscalapack-mpich -o product || die 'the program of the page does not compile'
for heap in 64M 1M 3M; do
  UPC_SHARED_HEAP_SIZE=$heap start 4 ./product
  grep -qx 'C(1, 1) is 1000' out || die "$(cat out err)"
  case $heap in
    64M) counted 1 'pdgemm: 1 computed, 0 left' ;;
    1M) counted 1 'left because of no memory' ;;
    3M) counted 1 'left because of an error of the library' ;;
  esac
done
echo PASS
