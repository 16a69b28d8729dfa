#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcrun -why: in each of 23 programs one cause is planted, and the first line about what is at fault names it, with its thread or link
# and its call. The parts of the path are the whole time, and the time is that of a run without -why.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O1 "$here/why.upc" -o why || die why.upc
echo 'broadcast * * * chain segment=64' >small.rule

# planted PROGRAM THREADS THREAD MACHINE TEXT: the line about what is at fault has the text, and the program's call.
planted() {
  local machine=flat,$4 word line path call
  for word in host-factor=0 flops=1GFlop/s link-bandwidth=1GB/s link-latency=1us send-time=200ns receive-time=200ns; do
    [[ $4 = *"${word%%=*}="* ]] || machine+=,$word
  done
  call="why.upc:$(grep -n "// $1\$" "$here/why.upc" | cut -d: -f1): "
  limited 60 "$UPCRUN" -machine="$machine" -why -n "$2" ./why "$1" "$3" 2>err || { cat err; die "$1: it fails"; }
  line=$(sed -n '/critical path/,$ s/^  [0-9]*%: //p' err | head -1)
  [[ $line = *"$5"* && $line = *"$call"* ]] || { cat err; die "$1: the line is '$line', and not '$5' at $call"; }
  path=$(sed -n 's/.*critical path of \([0-9.]*\) s.*/\1/p' err)
  same "$path" "$(sed -n 's/^machine .*: \([0-9.]*\) s;.*/\1/p' err)"
  sed -n 's/.*critical path of [0-9.]* s: //p' err | tr , '\n' | awk '{ sum += $1 } END { exit !(sum > 99.4 && sum < 100.6) }' ||
    { cat err; die "$1: parts are not the whole"; }
  limited 60 "$UPCRUN" -machine="$machine" -n "$2" ./why "$1" "$3" 2>plain || die "$1 without -why"
  same "$(grep ^machine plain)" "$(grep ^machine err)"
}

planted slow_barrier 8 3 barrier-round-time=1us 'thread 3 is late'
planted slow_neighbours 6 5 barrier-round-time=1us 'thread 5 is late'
planted slow_sum 7 2 barrier-round-time=1us 'thread 2 is late'
planted slow_once 4 0 threads-per-node=2 'thread 0 is late'
planted hot_counter 16 5 serve-time=1us 'thread 5 is crowded'
planted hot_word 12 7 serve-time=2us 'thread 7 is crowded'
export UPC_STRIDE_SCHEDULE=gather=flat,gather_all=ring,exchange=pairwise
planted hot_link 9 2 link-latency=1us 'thread 2 is crowded'
planted hot_gather 24 0 receive-time=3us 'thread 0 is crowded'
planted thin_scatter 4 0 link-bandwidth=50MB/s 'bandwidth: bytes take so long; from thread 0 to '
planted thin_ring 4 0 torus=4x1x1,link-bandwidth=20MB/s 'bandwidth: bytes take so long'
planted thin_broadcast 4 1 link-bandwidth=10MB/s 'the narrowest link is link-'
planted thin_permute 3 0 injection-bandwidth=20MB/s 'bandwidth: bytes take so long'
planted root_computes 8 3 link-latency=1us 'thread 3 is late'
planted root_sleeps 5 4 link-latency=1us 'thread 4 is late'
planted root_scatters 6 1 link-latency=1us 'thread 1 is late'
planted root_once 16 0 barrier-round-time=1us 'thread 0 is late'
planted small_broadcasts 8 0 send-time=500ns 'messages are small'
planted small_blocks 16 0 send-time=500ns 'messages are small'
planted small_ring 24 0 link-latency=1us 'messages are small'
planted small_puts 4 0 send-time=500ns 'messages are small'
planted thin_gets 4 0 link-bandwidth=20MB/s 'bandwidth: bytes take so long'
planted thin_begun_gets 4 0 link-bandwidth=20MB/s 'bandwidth: bytes take so long'
UPC_STRIDE_RULE=$PWD/small.rule planted small_segments 6 0 send-time=500ns 'messages are small'

"$UPCC" -O1 "$here/why.upc" -o near || die 'for threads'
status=0; "$UPCRUN" -why -n 2 ./near 2>err || status=$?
same $status 2
grep -q -- '-why are for simulated machines' err || die "$(cat err)"
echo PASS
