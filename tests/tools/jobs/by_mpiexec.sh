#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A program that MPI's own launcher starts between two hosts, without upcrun's settings, as programs in Python are on mpi4py.
#   by_mpiexec.sh CONDUIT [RUNS]
conduit=$1 runs=${2:-1}
BUILD=${BUILD:-build} tests/tools/has_conduit "$conduit" || exit 77
[ "${HOSTS:-}" ] || exec tests/tools/hosts 2 "$0" "$@"
. "$(dirname "$0")/../common.sh"
"$UPCC" -network="$conduit" "$top/tests/upc/run/locks.upc" -o "locks$$" || exit 1
mpi_launcher "./locks$$"
on=(-hosts host0,host1 -ppn 2)
[[ $conduit != mpi-openmpi* ]] || on=(--host host0:2,host1:2 --allow-run-as-root)
folder=$(dirname "$(dirname "$launcher")")
for ((run = 0; run < runs; run++)); do
  I_MPI_ROOT=${I_MPI_ROOT:-$folder} LD_LIBRARY_PATH=$folder/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} \
    limited 60 "$launcher" "${on[@]}" -n 4 "$PWD/locks$$" >out 2>&1 </dev/null || die "status $?: $(cat out)"
  grep -qx PASS out || die "it says: $(cat out)"
done
