#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The example on ScaLAPACK, and views on BLACS grids of every kind. Skipped where there is no ScaLAPACK for MPICH.
. "$(dirname "$0")/../common.sh"
"$tools/has_program" mpicc.mpich || exit 77
echo 'int main(void) { return 0; }' >empty.c
mpicc.mpich empty.c -lscalapack-mpich -o empty 2>/dev/null || { echo 'libscalapack-mpich-dev is not installed'; exit 77; }
for source in examples/c/scalapack.c tests/c/blacs.c; do
  mpicc.mpich -O1 -Wall -DON_MPI -I"$build/include" -I"$top" "$top/$source" -L"$build/lib" -Wl,-rpath,"$build/lib" \
    -lupc_stride-mpi-mpich -lscalapack-mpich -lm -o "$(basename $source .c)" || die "$source does not compile"
  for count in 1 3 4; do
    same "$(limited 60 mpiexec.mpich -n $count ./"$(basename $source .c)")" PASS
  done
  same "$(UPC_NEAR=no limited 60 mpiexec.mpich -n 4 ./"$(basename $source .c)")" PASS
done
