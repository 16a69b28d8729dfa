#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# From 64 MB of data a thread on, the applications allocate at most 1.3 times their data in shared memory, panels
# included. They print the amount, and run in a shared heap of 90 MB a thread, which the library uses too. cholesky stores
# half of its matrix, a triangle.
. "$(dirname "$0")/../common.sh"

fits() { # THREADS APP ARGUMENTS...
  local n=$1 app=$2 least=1; shift 2
  [ $app = cholesky ] && least=0.5
  "$UPCRUN" -shared-heap=90MB -n "$n" "$apps/$app" "$@" --json >out 2>&1 || die "$app $* on $n threads: $(cat out)"
  sed 's/.*"data_bytes": \([0-9]*\), "shared_bytes": \([0-9]*\).*/\1 \2/' out |
    awk -v n="$n" -v least=$least '{ exit !($1 > n * 63 * 2^20 && $2 >= least * $1 && $2 <= 1.3 * $1) }' || die "$app $* on $n threads: $(cat out)"
}
fits 1 matmul 1673 1673 1673
fits 2 matmul 1200000 7 7
fits 2 matmul 7 7 1200000
fits 1 cholesky 2897
fits 2 cholesky 4097
fits 1 fft3d 161 161 162 --plan estimate
fits 4 fft3d 256 256 256 --plan estimate --grid 2x2
"$UPCRUN" -n 1 "$apps/matmul" 1673 1673 1673 >out 2>&1
same "$(wc -l <out) $(sed -n 's/^shared .* MB on all threads, 1\.[01][0-9]* of .*/shared/p' out)" '2 shared'
"$UPCRUN" -shared-heap=32MB -n 2 "$apps/cholesky" 4097 >out 2>&1 && die 'a heap of 32 MB is no limit'
exit 0
