#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcc -fopenmp: pragmas in front of loops, with and without optimisation. Threads are far
# from each other where the conduit can.
#   tests/tools/compiler/openmp_loops.sh CONDUIT PROGRAM
set -u
tests/tools/has_conduit "$1" || exit 77
settings=(OMP_NUM_THREADS=3) machine=()
case $1 in mpi* | gasnet*) settings+=(UPC_NEAR=no) ;; sim) machine=(-machine=fat-tree) ;; esac
d=$(mktemp -d -p "$(realpath "${BUILD:-build}/tests")")
trap 'rm -rf "$d"' EXIT
for level in -O0 -O3; do
  "${UPCC:-build/bin/upcc}" $level -network="$1" -fopenmp "$2" -o "$d/p" 2>"$d/log" || {
    cat "$d/log"
    grep -q -e 'libomp' -e "'omp.h'" "$d/log" && echo "LLVM's OpenMP is not installed" && exit 77
    exit 1
  }
  env "${settings[@]}" timeout 60 "${UPCRUN:-build/bin/upcrun}" "${machine[@]}" -n 2 "$d/p" || exit 1
done
echo PASS
