#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A program that writes one checkpoint after the other is killed at random moments. The newest checkpoint that is left is
# complete: a run on other threads reads it, and has the points that a run without checkpoints computes in as many steps. No
# checkpoint that was complete once is lost.
#   companions/files/tests/killed.sh [KILLS [SEED]]     (8 1)
. "$(dirname "$0")/../../../tests/tools/common.sh"
kills=${1:-8} RANDOM=${2:-1}
stencil() { limited 60 "$UPCRUN" -n "$1" "$apps/stencil" 40 "${@:2}" >out 2>&1 || die "stencil ${*:2}: $(cat out)"; }
newest() { ls saved 2>/dev/null | grep -x '[0-9]*' | sort -n | tail -n 1; }

set -m # each job has a process group of its own
latest=0 between=0
for ((kill = 1; kill <= kills; kill++)); do
  "$UPCRUN" -n $((RANDOM % 4 + 1)) "$apps/stencil" 40 --steps 1000000 --every 1 --checkpoint saved >log 2>&1 &
  before=$latest
  for ((tenths = 0; tenths < 300; tenths++)); do # until it has begun
    now=$(newest)
    [ "${now:-0}" -gt "$before" ] && break
    sleep 0.1
  done
  sleep 0.$((RANDOM % 10))$((RANDOM % 10))$((RANDOM % 10))
  reached=$(newest)
  kill -KILL -- -$! 2>/dev/null
  wait $! 2>/dev/null
  latest=$(newest)
  [ "${latest:-0}" -ge "${reached:-1}" ] || die "kill $kill: $reached was there, now ${latest:-nothing}: $(cat log)"
  ls saved | grep -q part && between=$((between + 1))
  threads=$((RANDOM % 6 + 1))
  stencil 2 --steps "$latest" --output expected.npy
  stencil $threads --steps "$latest" --checkpoint saved --output got.npy
  grep -q "goes on from step $latest$" out || die "kill $kill: not from step $latest: $(cat out)"
  cmp expected.npy got.npy || die "kill $kill: other points after $latest steps on $threads threads"
  [ "$latest" -lt 3000 ] || { rm -r saved; latest=0; } # the run without checkpoints would take long
done
echo "$kills kills, $between of them while a checkpoint was written, the last one after $latest steps"
