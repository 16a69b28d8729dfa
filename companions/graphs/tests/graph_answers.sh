#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Counts the messages that graphs send in an iteration, on a simulated machine: no answers, and now and then a word that
# slots of the channel are free.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O1 -I"$top/src" "$top/companions/graphs/tests/graph_answers.upc" -o prog || die "graph_answers.upc does not compile"

messages() {  # ITERATIONS: of two threads, in all graphs of the program
  limited 60 "$UPCRUN" -machine=flat,host-factor=0 -n 2 ./prog "$1" 0 >out 2>err || die "$(cat out err)"
  sed -n 's/^machine .*; \([0-9]*\) messages.*/\1/p' err
}
# Three graphs with two messages, one with a message, two with three messages. A ring has at least 8 slots.
many=$(messages 300) || die "$many"
few=$(messages 100) || die "$few"
sent=$((many - few)) least=$((200 * 13))
[ $sent -ge $least ] && [ $sent -le $((least + least / 4)) ] ||
  die "200 iterations send $sent messages, must be $least, and at most a quarter of them more"
echo PASS
