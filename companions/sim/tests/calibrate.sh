#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upc-stride-calibrate finds the figures of a machine that is known: of simulated ones, to a few percent; with `hosts` those of
# a network between two hosts whose links have a delay and a rate. Other programs make real messages late, so how near these
# figures come is tested with `hosts idle` alone, on a machine that does nothing else. Wrong options are refused with a line.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
calibrate=$build/bin/upc-stride-calibrate

# has FILE WORD LEAST MOST: the first number behind a word is in this range
has() { awk -v w="$2" -v a="$3" -v b="$4" '$1 == w { found = 1; sub(/^.*:/, "", $2); if ($2 + 0 < a || $2 + 0 > b) exit 1 }
  END { exit !found }' "$1" || { cat "$1"; die "$2 must be from $3 to $4"; }; }
# page FILE CALLS MEDIAN MOST: so many calls were compared, and the differences are at most these
page() { sed -n '3s/[^0-9]/ /gp' "$1" | awk -v n="$2" -v median="$3" -v most="$4" '{ exit !($1 == n && $2 <= median && $3 <= most) }' ||
  { cat "$1"; die "$1 must have $2 calls, which differ by at most $3 % in the median and $4 % in all"; }; }

if [ "${1:-}" = hosts ]; then
  export HOSTS_DELAY=1ms HOSTS_RATE=20mbit UCX_TCP_PUT_ENABLE=n
  BUILD=$build "$tools/has_conduit" mpi || exit 77
  mkdir -p "$build/tests" && shared=$(mktemp -d -p "$build/tests") || exit 1 # hosts have each their own /tmp
  trap 'rm -rf "$dir" "$shared"' EXIT
  cd "$top" || exit 1
  limited 200 "$tools/hosts" 2 "$calibrate" --network mpi --hosts host0,host1 --repetitions 5 --compare 2x1 --bytes 8,4096,32768 \
    --operations broadcast,exchange,permute,reduce_all --output "$shared/machine" >"$dir/log" 2>&1
  status=$?
  [ $status = 0 ] || { cat "$dir/log"; exit $status; }
  if [ "${2:-}" = idle ]; then
    has "$shared/machine" link-latency 1900 2900
    has "$shared/machine" link-bandwidth 2.2 2.6
    has "$shared/machine" send-time 1 100
    page "$shared/machine.md" 12 15 60
  else # a message takes 2 ms at the least, and 2.5 MB/s is the most that goes through a link
    has "$shared/machine" link-latency 500 50000
    has "$shared/machine" link-bandwidth 0.25 5
    has "$shared/machine" send-time 1 10000
    page "$shared/machine.md" 12 1000 100000
  fi
  cat "$shared/machine.md"
  exit 0
fi

cat >tcp <<'M'
flat
link-bandwidth 1 GB/s
link-latency 10 us
send-time 2 us
receive-time 3 us
serve-time 1 us
near-latency 100 ns
near-time 50 ns
near-bandwidth 5 GB/s
own-bandwidth 20 GB/s
barrier-round-time 15 us
header 100
arrival asked
node-bandwidth 7 GB/s
cache 262144
combine-bandwidth 3 GB/s
packet 1500
eager 16384
rendezvous sender
M
sed 's/^receive-time.*/receive-time 500 ns/; s/^near-latency.*/near-latency 1 us/; s/^rendezvous.*/rendezvous receiver/; /^packet/d; /^eager/d; /^arrival/d
  /^node/d; /^cache/d' tcp >fast
for machine in tcp fast; do
  UPC_MACHINE=$dir/$machine limited 60 "$calibrate" --network sim --repetitions 3 --compare 1x2,2x1,5x1,2x2 --bytes 8,4096,32768 \
    --operations broadcast,exchange,reduce_all,gather,barrier --output found >log 2>&1 || { cat log; die "a calibration of $machine"; }
  page found.md 52 2 8
  has found link-bandwidth 999 1001
  has found near-time 49 51
  has found near-bandwidth 4.99 5.01
  has found own-bandwidth 19.8 20.2
  has found near-bytes-time 200 210
  grep -Eq "^near-bytes-time .* 1048576:2097[0-9.]*ns( [0-9]+:[0-9.]*ns){2} 8388608:16777..\.[0-9]ns 16777216:33554..\.[0-9]ns$" found || { cat found; die "$machine: near-bytes-time"; }
  has found own-bytes-time 50 52
  has found cache $([ $machine = tcp ] && echo 262144 262144 || echo 16777216 16777216)
  has found combine-bandwidth 2.99 3.02
  grep -q "arrival $([ $machine = tcp ] && echo asked || echo told)" found || { cat found; die "$machine: arrival"; }
  has found flops 0.1 10000
  has found send-time 1.99 2.01
  has found barrier-round-time 14.9 15.1
  [ $machine = fast ] || has found receive-time 2.9 3.1
  [ $machine = fast ] || has found eager 16384 16384
  has found near-latency $([ $machine = tcp ] && echo 99 102 || echo 990 1010)
  grep -q "rendezvous $([ $machine = tcp ] && echo sender || echo receiver)" found || { cat found; die "$machine: rendezvous"; }
done

# The bytes of a message take the time that the file says: 2,000 with the signal, half way between two lengths.
printf 'flat\nlink-latency 10us\nlink-bandwidth 1GB/s\nhost-factor 0\nbytes-time 8:1us 1000:2us 3000:4us\n' >times
"$UPCC" -network=sim -O "$top/companions/sim/tests/machines.upc" -o machines || die 'machines.upc'
way() { "$UPCRUN" -machine=times -n 2 ./machines ping "$1" 0 0 1e-5 1e9 2>err | sed -n 's/.* bytes: \([0-9.]*\) s,.*/\1/p'; }
same "$(way 1992)" 0.000026000
same "$(sed -n 's/^machine.*; //p' err)" '12 messages, 4.2 kB' # which are the bytes sent
same "$(way 2992)" 0.000028000
same "$(way 4992)" 0.000032000

refused() { # TEXT OPTION..
  local text=$1; shift
  "$calibrate" "$@" >out 2>&1 && die "$*: accepted"
  grep -qF -- "$text" out && [ "$(wc -l <out)" = 1 ] || { cat out; die "$*: expected one line with: $text"; }
}
refused "--compare: '2', must be like 1x2,2x1" --compare 2
refused 'a program for smp has one node' --compare 2x1
refused 'unknown option --nowhere' --nowhere 1
refused '--output needs a value' --output
refused '--network nowhere: not built; there is ' --network nowhere
refused "'nowhere/machine' cannot be written" --output nowhere/machine
refused "no operation 'brodcast'; there are broadcast, " --operations brodcast
refused "--bytes: '0', must be" --bytes 8,0
refused "--repetitions: 'nan', must be" --repetitions nan
refused '--hosts: a program for smp has one node' --hosts a,b
bad() { # VALUE TEXT
  printf 'bytes-time %s\n' "$1" >bad
  "$UPCRUN" -machine=bad -n 2 ./machines ping 8 1 1 1 1 >out 2>&1 && die "bytes-time $1: accepted"
  grep -qF -- "$2" out || { cat out; die "bytes-time $1: expected: $2"; }
}
bad '8' "bytes-time has '8'; it must be like 4096:3us"
bad '8:1' "its unit must be one of s, ms, us, ns"
bad "$(seq -f %g:1us 1 17 | tr '\n' ' ')" 'has more than 16 lengths'
bad '8:2us 16:1us' 'lengths and times must ascend'
bad '8:1us 8:2us' 'lengths and times must ascend'
exit 0
