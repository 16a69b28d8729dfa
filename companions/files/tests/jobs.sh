#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Two jobs write one name, again and again, while a third one reads it: each read is whole, of one of them, and none fails.
# Then a job is killed while it writes: what it leaves is removed by the next one.
#   companions/files/tests/jobs.sh [ROUNDS]     (40)
. "$(dirname "$0")/../../../tests/tools/common.sh"
rounds=${1:-40}
"$UPCC" -O1 -I"$top/src" -I"$top/include" "$here/replaced.upc" -o replaced || die 'replaced.upc does not compile'
job() { limited 120 "$UPCRUN" -n 2 ./replaced "$@"; }
formats=(u.npy u.bin u.zarr g.zarr/u)
ldconfig -p | grep -q 'libhdf5.*so' && formats+=(u.h5)
for path in "${formats[@]}"; do
  job write $path 1 1 >first || die "$path: $(cat first)"
  job write $path 1 "$rounds" >one 2>&1 & one=$!
  job write $path 2 "$rounds" >two 2>&1 & two=$!
  job read $path "$rounds" >read 2>&1; same "$path $? $(cat read)" "$path 0 PASS"
  wait $one; same "$path $? $(cat one)" "$path 0 PASS"
  wait $two; same "$path $? $(cat two)" "$path 0 PASS"
  job read $path 1 >read 2>&1; same "$path $? $(cat read)" "$path 0 PASS"
done
same "$(find . -name '*.part' -o -name '*.old')" ''

# A job that was killed leaves its own name; that of another machine stays.
set -m
for ((kill = 1; kill <= 100; kill++)); do
  "$UPCRUN" -n 2 ./replaced write k.zarr 1 100000 >log 2>&1 &
  until ls -d k.zarr.*.part >names 2>&1 || ! kill -0 $! 2>/dev/null; do :; done
  kill -KILL -- -$! && wait $! 2>/dev/null
  ls -d k.zarr.*.part >names 2>&1 && break
done
same "$(wc -l <names)" 1
mkdir k.zarr.00000000-1-00000000.part
for ((tenths = 0; tenths < 100; tenths++)); do # until the kernel has ended the killed processes
  job write k.zarr 1 1 >log
  [ ! -e "$(cat names)" ] && break
  sleep 0.1
done
same "$(ls -d k.zarr*)" "k.zarr
k.zarr.00000000-1-00000000.part"
