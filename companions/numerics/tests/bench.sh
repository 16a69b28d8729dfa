#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The programs of bench/numerics check what they compute: all kinds of problems, layouts and orders, with extents that
# three threads do not divide. A program that computes something else says so.
. "$(dirname "$0")/../../../tests/tools/common.sh"
source=$top/bench/numerics
built() { "$UPCC" -O1 -I"$top/bench" -I"$source" "$@"; }
export OPENBLAS_NUM_THREADS=1
echo 'int main(void) { return 0; }' >empty.c
cc empty.c -lopenblas -lfftw3 -o empty 2>/dev/null || { "$tools/missing" 'OpenBLAS or FFTW cannot be linked'; exit 77; }
built "$source/matrices.upc" -lopenblas -o matrices && built "$source/transforms.upc" -lfftw3 -o transforms || die 'they do not compile'
run() { # PROGRAM ARGUMENT..
  limited 60 "$UPCRUN" -n 3 ./"$1" 2 "${@:2}" >out 2>&1 && grep -qxE '[0-9.]+' out || die "$*: $(cat out)"
}
for problem in 'gemm 70 65 130 rrr' 'gemm 200 66 10 crt' 'gemm 7 300 64 tcc' 'gemm 70 65 130 PPP' 'gemm 7 300 64 TRC' 'posv 130 2 rr' 'gesv 130 3 cr' 'gesv 65 1 tt'; do
  run matrices $problem
done
for problem in 'natural 3 8 9 10' 'turned 3 7 5 3' 'natural 2 8 6 4' 'turned 2 9 9 2'; do run transforms estimate $problem; done

sed 's/= sin(angle)/= -sin(angle)/' "$source/transforms.h" >transforms.h
sed 's/element(p, W->which, i, j)/2 * &/' "$source/matrices.upc" >matrices.upc
cp "$source/transforms.upc" .
built -I. transforms.upc -lfftw3 -o transforms && built matrices.upc -lopenblas -o matrices || die 'the faults do not compile'
for problem in 'transforms 2 estimate natural 3 8 9 10' 'matrices 2 gemm 9 8 7 rrr'; do
  ! limited 60 "$UPCRUN" -n 2 ./$problem >out 2>&1 && grep -q 'the result is wrong by' out || die "$problem: $(cat out)"
done
echo PASS
