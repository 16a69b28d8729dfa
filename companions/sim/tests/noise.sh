#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Interruptions of a thread (noise-time): work takes longer by as many as come, a sleep does not; threads that wait for each other wait
# for the one that is interrupted; a run repeats by its seed.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O1 "$here/noise.upc" -o noise || die noise.upc
# took THREADS PART TIMES WORDS..
took() { limited 60 "$UPCRUN" -machine="flat,host-factor=0,flops=1GFlop/s$4" -n "$1" ./noise "$2" "$3" 2>/dev/null; }
between() { [ "$1" -ge "$2" ] && [ "$1" -le "$3" ] || die "$4: $1 us, not $2 to $3"; }
noise=,noise-interval=1ms,noise-time=10us
between "$(took 1 compute 10000 '')" 1000000 1000000 'without noise'
between "$(took 1 compute 10000 $noise)" 1009400 1010600 'a hundredth'
between "$(took 1 compute 10000 ,noise-interval=1ms,noise-time=1ms)" 1940000 2060000 'half of the time'
between "$(took 1 sleep 1000 $noise)" 100000 100020 'a sleep'
same "$(took 3 barrier 100 $noise,noise-seed=5)" "$(took 3 barrier 100 $noise,noise-seed=5)"
[ "$(took 3 barrier 100 $noise,noise-seed=5)" != "$(took 3 barrier 100 $noise,noise-seed=6)" ] || die 'another seed: the same time'
long=,noise-interval=1ms,noise-time=100us,barrier-round-time=0
alone=$(took 1 barrier 200 $long) many=$(took 32 barrier 200 $long)
between "$alone" 20500 23500 'one thread'
between "$many" 36000 45000 'threads that wait for each other'
echo PASS
