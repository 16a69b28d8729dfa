#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Threads of a simulated machine that are contexts of one process do what they do as processes: the same output, times and status.
# Programs that could notice are processes.
. "$(dirname "$0")/../common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
unset UPC_BACKTRACE UPC_DEBUG UPC_MACHINE_PROCESSES
ulimit -Sc 0
"$UPCC" -O -network=sim "$here/one_process.upc" -o program || die "upcc"

# started PROCESSES COMMAND..: what it prints, in the order of the threads, what it says, its status.
started() {
  UPC_MACHINE_PROCESSES=$1 limited 60 "$UPCRUN" -machine=flat,threads-per-node=2,host-factor="$factor" -n 4 "${@:2}" \
    >out 2>said <input
  status=$?
  sort out
  [ "$factor" = 1 ] || cat said
  echo "status $status"
}
processes() { started "$@" pid | grep -v '[a-z]' | sort -u | grep -c .; }

factor=0
echo hello >input
same "$(processes 0 ./program)" 1
same "$(processes 1 ./program)" 4
(ulimit -Sc 1000 && same "$(processes 0 ./program)" 4) || exit 1
same "$(UPC_BACKTRACE=1 processes 0 ./program)" 4
for what in state input ends overflow abort; do
  started 1 ./program $what >expected
  started 0 ./program $what >got
  diff expected got || die "$what: differs"
done
grep -q 'its stack of .* overflowed' <(started 0 ./program overflow) || die "overflow: no line about the stack"
grep -q 'thread 1 of 4 died of signal 6' <(started 0 ./program abort) || die "abort: no line about the thread"
factor=1
same "$(started 0 ./program spin)" "$(printf 'thread %d: 1\n' 0 1 2 3; echo status 0)"

# A call that keeps something between two calls, which is not known to be one that all threads may share.
sed 's/int main(int argc, char \*\*argv) {/&\n  extern int getopt(int, char *const *, const char *);\n  getopt(argc, argv, "a");/' \
  "$here/one_process.upc" >other.upc
"$UPCC" -O -network=sim other.upc -o other || die "upcc"
same "$(processes 0 ./other)" 4

# Signals are for all threads.
for signal in USR1 TERM; do
  for one in 1 0; do
    rm -f ready
    UPC_MACHINE_PROCESSES=$one "$UPCRUN" -machine=flat,host-factor=0 -n 3 ./program signals ready >out 2>said &
    job=$!
    until [ -e ready ]; do kill -0 $job 2>kill || break; sleep 0.05; done
    kill -$signal $job
    wait $job
    status=$?
    echo "status $status" | cat - <(sort out) >"signals$one"
  done
  diff signals1 signals0 || { cat said; die "SIG$signal: differs"; }
done
grep -q 'status 143' signals0 || die "SIGTERM: $(cat signals0)"
echo PASS
