#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Random C programs by csmith, which have no undefined behaviour except endless loops. A program must print the same checksum
# compiled by upcc and by clang. clang compiles with -O0, which keeps endless loops. A seed makes the same program again; a
# line for each difference has its seed.
#   tests/tools/compiler/csmith.sh FIRST LAST     the seeds (1 3). Without csmith and its headers (Debian: csmith libcsmith-dev)
#                                        it says so and ends with status 77.
. "$(dirname "$0")/../common.sh"
first=${1:-1} last=${2:-3} cc=clang-${LLVM:-19}
"$tools/has_program" csmith || exit 77
for headers in /usr/include/csmith /usr/include/csmith-*; do [ -e "$headers/csmith.h" ] && break; done
[ -e "$headers/csmith.h" ] || { echo "csmith's headers are not installed: scripts/setup installs them"; exit 77; }

run() { # what it prints and its status; of one that dies only that
  { timeout -k 1 "$1" "$2" >"$2.out"; } 2>/dev/null # the braces: bash would tell of a death by signal
  local status=$?
  if [ $status -lt 128 ]; then echo "status $status" >>"$2.out"; else echo "status $status" >"$2.out"; fi
}

same=0 slow=0 differ=0
for ((seed = first; seed <= last; seed++)); do
  csmith --seed "$seed" >x.c || die "csmith --seed $seed"
  $cc -w -O0 -I"$headers" x.c -o theirs >/dev/null 2>&1 || die "$cc does not compile seed $seed"
  run 5 ./theirs
  grep -q '^status 124$' theirs.out && { slow=$((slow + 1)); continue; } # it may never end
  rm -f ours
  if limited 60 "$UPCC" -w -O1 -T 1 -I"$headers" x.c -o ours >messages 2>&1; then run 20 ./ours; else mv messages ours.out; fi
  if cmp -s theirs.out ours.out; then same=$((same + 1)); continue; fi
  differ=$((differ + 1))
  echo "DIFFERS: csmith --seed $seed"
  diff theirs.out ours.out | head -n 5
done
echo "csmith seeds $first to $last: $same the same, $differ different, $slow too slow to compare"
[ $differ = 0 ]
