#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The peers of NAS FT check themselves: right checksums on 1, 2 and 3 threads, 1 and 2 processes; with another decay they are wrong.
. "$(dirname "$0")/../common.sh"
build() { "$@" -O2 -I"$top/bench" -lfftw3 -lm 2>log; }
echo 'int main(void) { return 0; }' >empty.c
gcc -fopenmp empty.c -lfftw3 -o empty 2>/dev/null || { echo 'no gcc with OpenMP and FFTW'; exit 77; }
build gcc -fopenmp "$top/bench/apps/ft_openmp.c" -o openmp || die "$(cat log)"
for threads in 1 2 3; do ./openmp $threads S 1 | grep -qE '^[0-9]+\.[0-9]+$' || die "$threads threads"; done
same "$(./openmp 2 X 1 2>&1)" 'usage: ft_openmp THREADS S|W|A|B|C REPEAT'
mkdir -p other/bench/apps && ln -s "$top/apps" other && cp "$top/bench/apps/ft_openmp.c" other/bench/apps
sed 's/-4e-6/-5e-6/' "$top/bench/apps/ft.h" >other/bench/apps/ft.h
build gcc -fopenmp other/bench/apps/ft_openmp.c -o wrong || die "$(cat log)"
./wrong 2 S 1 2>message && die 'wrong checksums are not noticed'
grep -q 'wrong checksum in iteration 0' message || die "$(cat message)"
for mpi in mpich openmpi; do
  "$tools/has_program" mpicc.$mpi mpiexec.$mpi || continue
  build mpicc.$mpi "$top/bench/apps/ft_mpi.c" -o mpi || die "$(cat log)"
  root=; [ $mpi = mpich ] || root='--allow-run-as-root --oversubscribe'
  for processes in 1 2; do
    limited 60 mpiexec.$mpi $root -n $processes ./mpi S 1 | grep -qE '^[0-9]+\.[0-9]+$' || die "$processes processes of $mpi"
  done
done
echo PASS
