#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Threads that share a host's memory share its cores in BLAS, unless the user has said how many. Skipped where NumPy has no OpenBLAS.
. "$(dirname "$0")/../../../tests/tools/common.sh"
modules=numpy && . "$tools/has_package"
unset OPENBLAS_NUM_THREADS GOTO_NUM_THREADS OMP_NUM_THREADS
blas() { limited 60 "$UPCRUN" -n "$1" "$python" "$here/blas.py"; }
read -r _ counts _ cores <<<"$(blas 1)"
[ "$counts" != -1 ] || { echo "$python has no OpenBLAS"; exit 77; }
for count in 2 3; do same "$(blas $count)" "numpy $((cores / count > 1 ? cores / count : 1)) of $cores"; done
same "$(OPENBLAS_NUM_THREADS=1 blas 2)" "numpy 1 of $cores"
same "$(OMP_NUM_THREADS=2 blas 2)" "numpy $((cores < 2 ? cores : 2)) of $cores"
echo PASS
