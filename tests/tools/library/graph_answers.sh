#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Counts the messages that graphs send in an iteration, on a simulated machine: answers to one thread that become due
# together are one message.
. "$(dirname "$0")/../common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O1 "$top/tests/library/graph_answers.upc" -o prog || die "graph_answers.upc does not compile"

messages() {  # ITERATIONS: of two threads, in all graphs of the program
  limited 60 "$UPCRUN" -machine=flat,host-factor=0 -n 2 ./prog "$1" >out 2>err || die "$(cat out err)"
  sed -n 's/^machine .*; \([0-9]*\) messages.*/\1/p' err
}
# Three graphs with two messages, one with a message and its answer, one with three messages and their answer, one with
# three messages and two answers.
many=$(messages 300) || die "$many"
few=$(messages 100) || die "$few"
[ $((many - few)) = $((200 * 17)) ] || die "200 iterations send $((many - few)) messages, must be $((200 * 17))"
echo PASS
