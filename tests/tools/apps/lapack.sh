#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# On 2, 3, 4, 6 and 8 threads the applications compute the result of one call of LAPACK or BLAS for the whole matrix, which
# is the result with one block on one thread. (fft3d's own check compares with FFTW or the definition.)
. "$(dirname "$0")/../common.sh"

near() { # FILE FILE: doubles that differ by 1e-12 at most
  cmp -s "$1" "$2" && return
  paste <(od -An -t f8 -v -w8 "$1") <(od -An -t f8 -v -w8 "$2") |
    awk '{ d = $1 - $2; if (!(d * d <= 1e-24)) exit 1 } END { exit NR == 0 }' || die "$3: not what one call gives"
}
run() { "$@" >out 2>&1 || die "$*: $(cat out)"; }

for side in '' --lower; do
  run "$UPCRUN" -n 1 "$apps/cholesky" 61 --block 64 $side --output whole.bin
  for n in 2 3 4 6 8; do
    run "$UPCRUN" -n $n "$apps/cholesky" 61 --block 7 $side --output blocks.bin
    near whole.bin blocks.bin "cholesky $side on $n threads"
  done
done
run "$UPCRUN" -n 1 "$apps/matmul" 47 31 53 --block 64 --output whole.bin
for n in 2 3 4 6 8; do
  run "$UPCRUN" -n $n "$apps/matmul" 47 31 53 --block 8x5x9 --output blocks.bin
  near whole.bin blocks.bin "matmul on $n threads"
done
pivots() { grep '^pivots ' out >"$1" || die "lu --pivots prints none: $(cat out)"; }
run "$UPCRUN" -n 1 "$apps/lu" 61 --block 61 --pivots
pivots whole.txt
for grid in 1x2 2x1 3x1 2x2 2x3 3x2 4x2; do
  run "$UPCRUN" -n $((${grid%x*} * ${grid#*x})) "$apps/lu" 61 --block 4 --grid $grid --pivots
  pivots blocks.txt
  cmp -s whole.txt blocks.txt || die "lu --grid $grid: not LAPACK's pivots"
done
