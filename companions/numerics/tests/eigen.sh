#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# eigen.sh MPI SEED: eigen.upc on several numbers of threads near and far, with a ScaLAPACK that the library finds and with one that is
# linked; and c_eigen.c, which is refused on a part of MPI's processes. Skipped without ScaLAPACK for this MPI.
. "$(dirname "$0")/../../../tests/tools/common.sh"
mpi=$1 seed=$2
BUILD=$build "$tools/has_conduit" mpi-$mpi && "$tools/has_scalapack" $mpi || exit 77
export OPENBLAS_NUM_THREADS=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
"$UPCC" -network=mpi-$mpi -O1 "$here/eigen.upc" -o eigen || die 'eigen.upc does not compile'
"$UPCC" -network=mpi-$mpi -O1 "$here/eigen.upc" -o linked -lscalapack-$mpi || die 'eigen.upc does not compile with ScaLAPACK'
run() { # THREADS PROGRAM ROUNDS SEED
  limited 60 "$UPCRUN" -n "$1" ./"$2" "$3" "$4" >out 2>&1 || die "$*: $(cat out)"
  grep -qx PASS out || die "$*: $(cat out)"
}
run 1 eigen 40 "$seed"
run 2 linked 40 $((seed + 1))
run 3 eigen 30 $((seed + 2))
UPC_NEAR=no run 5 eigen 20 $((seed + 3))
UPC_STRIDE_CHECK=1 run 2 eigen 20 $((seed + 4))
mpicc.$mpi -DON_MPI -std=gnu11 -O1 -Wall -I"$build/include" "$here/c_eigen.c" -o c_eigen -L"$build/lib" -Wl,-rpath,"$build/lib" \
  -lupc_stride-mpi-$mpi -lm || die 'c_eigen.c does not compile'
limited 60 mpiexec.$mpi -n 2 ./c_eigen >out 2>&1 || die "c_eigen: $(cat out)"
grep -qx PASS out || die "c_eigen: $(cat out)"
: >out # which each process writes itself: the launcher may lose what an aborted one has printed
limited 60 mpiexec.$mpi -n 3 sh -c 'exec ./c_eigen 1 >>out 2>&1' >/dev/null 2>&1 && die 'a part of the processes is taken'
grep -q 'with all 3 processes of MPI, must be as many as threads, 2$' out || die "on a part of the processes: $(cat out)"
echo PASS
