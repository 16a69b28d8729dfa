#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A job that ends before its time leaves none of the files in /dev/shm that LLVM's OpenMP makes for each process.
#   tests/tools/jobs/openmp_memory.sh CONDUIT
set -u
tests/tools/has_conduit "$1" || exit 77
# Files of processes that have ended. Their names hold the process and the user; other tests run at the same time.
files() {
  find /dev/shm -name '__KMP_REGISTERED_LIB_*' -newer "$d/begin" -printf '%f\n' | {
    left=0
    while IFS=_ read -r -a part; do [ -e "/proc/${part[5]}" ] || left=$((left + 1)); done
    echo $left
  }
}
d=$(mktemp -d -p "$(realpath "${BUILD:-build}/tests")")
trap 'rm -rf "$d"' EXIT
touch "$d/begin"
"${UPCC:-build/bin/upcc}" -network="$1" -fopenmp tests/tools/jobs/openmp_memory.upc -o "$d/p" 2>"$d/log" || {
  cat "$d/log"
  grep -q 'libomp' "$d/log" && echo "LLVM's OpenMP is not installed" && exit 77
  exit 1
}
for how in exit:3 kill:137; do
  OMP_NUM_THREADS=2 timeout 60 "${UPCRUN:-build/bin/upcrun}" -n 3 "$d/p" ${how%:*}
  status=$?
  [ $status = ${how#*:} ] || { echo "FAILED: ${how%:*}: status $status"; exit 1; }
  for wait in 1 2 3 4 5; do [ "$(files)" = 0 ] && break; sleep 0.2; done
  [ "$(files)" = 0 ] || { echo "FAILED: ${how%:*}: $(files) files are left"; exit 1; }
done
