#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The paper's figures in examples/ with other sizes than their own: blocks that divide nothing, blocks larger than
# the matrix, blocks of one element, grids of other shapes. UPCC, UPCRUN and BUILD come from tests/run.
set -u
folder=${BUILD:-build}/tests/figures.$$
mkdir -p "$folder" && trap 'rm -rf "$folder"' EXIT
failed=0

try() { # FIGURE THREADS DEFINITION...
  local figure=$1 threads=$2 output; shift 2
  output=$(${UPCC:-build/bin/upcc} "$@" "examples/$figure.upc" -lopenblas -o "$folder/$figure" 2>&1 &&
           ${UPCRUN:-build/bin/upcrun} -n "$threads" "$folder/$figure" 2>&1)
  [ "$(tail -n 1 <<<"$output")" = PASS ] && return
  echo "$figure with $* on $threads threads:"; echo "$output"; failed=1
}

try figure1  3 -DM=33 -DN=17 -DP=29 -DBLOCK=5
try figure1  4 -DM=5 -DN=3 -DP=4 -DBLOCK=8
try figure1  2 -DM=7 -DN=9 -DP=8 -DBLOCK=1
try figure3a 4 -DSIDE=131 -DBLOCK=7
try figure3a 3 -DSIDE=9 -DBLOCK=16
try figure3a 6 -DSIDE=30 -DBLOCK=1
try figure7  6 -DTx=2 -DTy=3 -DM=65 -DN=33 -DP=49 -DBLOCK=8
try figure7  6 -DTx=3 -DTy=2 -DM=20 -DN=91 -DP=30 -DBLOCK=7
try figure7  4 -DTx=1 -DTy=4 -DM=12 -DN=12 -DP=12 -DBLOCK=1
try figure7  8 -DTx=4 -DTy=2 -DM=5 -DN=6 -DP=7 -DBLOCK=16
exit $failed
