#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# UPC_STRIDE_VERBOSE=1 says of a call in a loop which part of its messages is there for ALLSYNC alone. A simulated machine whose threads
# share no memory counts the messages of 20 and of 40 rounds: the line names the same numbers. Nothing is said of MYSYNC, of few rounds,
# or without the variable.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O1 "$top/tests/library/barrier_remark.upc" -o program || die barrier_remark.upc
run() { limited 60 "$UPCRUN" -machine=flat,threads-per-node=1,host-factor=0 -n 8 ./program "$@" 2>&1; }
messages() { run "$@" | sed -n 's/.*; \([0-9]*\) messages.*/\1/p' | head -n 1; }
remarks() { UPC_STRIDE_VERBOSE=1 run "$@" | grep 'ALLSYNC costs'; }
each() { echo $((($(messages "$1" "$2" 40) - $(messages "$1" "$2" 20)) / 20)); }
# The machine also counts reports of how many messages a thread has taken: up to one for each 16.
counts() { [ "$1" -le "$2" ] && [ $((16 * $2)) -le $((17 * $1)) ] || die "$3: the line has $1 messages, the machine $2"; }
for call in halo broadcast exchange; do
  with=$(each $call allsync) without=$(each $call mysync) line=$(remarks $call allsync 20)
  [ "$with" -gt "$without" ] && [ "$without" -gt 0 ] || die "$call: $with and $without messages"
  echo "$call: $with and $without messages: $line"
  if [ $((4 * (with - without))) -lt "$with" ]; then
    same "$line" ''
  else
    read -r share members sent least < <(sed -nE "s/.*barrier_remark.upc:[0-9]+: upc_stride_$call: ALLSYNC costs ([0-9]+) % .* its ([0-9]+) members send ([0-9]+) \
each time, and ([0-9]+) with .*/\1 \2 \3 \4/p" <<<"$line")
    same "${members:-} ${share:-}" "8 $(((sent - least) * 100 / sent))"
    counts "$sent" "$with" "$call"
    counts "$least" "$without" "$call with MYSYNC"
    same "$(wc -l <<<"$line")" 1
  fi
  same "$(remarks $call mysync 20)" ''
  same "$(remarks $call allsync 8)" ''
done
remarks odd allsync 20 | grep -q ' 4 members send ' || die 'no line about a team'
same "$(run halo allsync 20 | grep ALLSYNC)" ''
echo PASS
