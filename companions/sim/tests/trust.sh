#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# companions/sim/bench/trust is stopped while its program runs between hosts. No process is left.
. "$(dirname "$0")/../../../tests/tools/common.sh"
"$tools/hosts" 2 true >log || { cat log; exit 77; }
for conduit in mpi sim; do BUILD=$build "$tools/has_conduit" $conduit || exit 77; done
cd "$top" || exit 1

# The processes of this test have a variable in their environment.
export BENCH_TRUST_TEST=$$
of_this_test() { grep -lsz "^BENCH_TRUST_TEST=$$\$" "$@" | cut -d / -f 3 | grep -vx "$$"; }  # FILES: /proc/PROCESS/environ
named() { "$tools/processes" named "$1" | sed 's|\([0-9]*\).*|/proc/\1/environ|'; }

OPTIONS='--repetitions 200' companions/sim/bench/trust 2 >"$dir/log" 2>&1 &
trust=$!
# shellcheck disable=SC2046 # words
until [ -n "$(of_this_test /dev/null $(named upc-stride-mach))" ]; do
  kill -0 $trust 2>/dev/null || { cat "$dir/log"; die 'trust has ended before its program ran between hosts'; }
  sleep 0.1
done
kill -TERM $trust
wait $trust
status=$?
sleep "$(stretched 2)"
same $status 143
same "$(for process in $(of_this_test /proc/[0-9]*/environ); do tr '\0' ' ' <"/proc/$process/cmdline"; done)" ''
