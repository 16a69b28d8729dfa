#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The example on ScaLAPACK. Skipped where there is no ScaLAPACK for MPICH.
top=$PWD
. "$(dirname "$0")/common.sh"
command -v mpicc.mpich >/dev/null || { echo 'mpicc.mpich is not installed'; exit 77; }
echo 'int main(void) { return 0; }' >empty.c
mpicc.mpich empty.c -lscalapack-mpich -o empty 2>/dev/null || { echo 'libscalapack-mpich-dev is not installed'; exit 77; }
mpicc.mpich -O1 -Wall -I"$build/include" "$top/examples/c/scalapack.c" -L"$build/lib" -Wl,-rpath,"$build/lib" \
  -lupc_stride-mpi-mpich -lscalapack-mpich -lm -o scalapack || die 'it does not compile'
for count in 1 3 4; do
  same "$(limited 60 mpiexec.mpich -n $count ./scalapack)" PASS
done
same "$(UPC_NEAR=no limited 60 mpiexec.mpich -n 4 ./scalapack)" PASS
