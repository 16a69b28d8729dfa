#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A thread that is killed while the job starts is named, and so is the signal. A killed monitor ends the job. No process is left.
#   ends_early.sh CONDUIT TIMES   (docs/troubleshooting.md says what MPI's libraries and launchers make of it)
conduit=$1 times=$2
BUILD=${BUILD:-build} tests/tools/has_conduit "$conduit" || exit 77
. "$(dirname "$0")/../common.sh"
cat >job.upc <<'C'
#include <stdio.h>
#include <unistd.h>
#include <upc.h>
int main(void) {
  upc_barrier;
  if (MYTHREAD == 0) puts("ready");
  sleep(30);
  return 0;
}
C
"$UPCC" -network="$conduit" job.upc -o "job$$" || exit 1
name() { local name=; read -r name 2>/dev/null <"/proc/$1/comm"; [ "$name" = "$2" ]; }
children() { kids=; read -r kids 2>/dev/null <"/proc/$1/task/$1/children"; }
[ -e /proc/$$/task/$$/children ] || { echo 'this system does not list the children of a process'; exit 77; }
find_both() { # PROCESS: $monitors and $threads get those below it
  local child kids
  children "$1"
  for child in $kids; do
    if ! name "$child" "job$$"; then find_both "$child"
    elif name "$1" "job$$"; then monitors+=("$1") threads+=("$child")
    else find_both "$child"
    fi
  done
}
start() {
  >out
  "$UPCRUN" -n 4 "./job$$" >>out 2>&1 </dev/null & launcher=$!
  threads=()
  for ((turn = 0; ${#threads[@]} == 0 && turn < 100000; turn++)); do monitors=() threads=(); find_both $launcher; done
}
ends() { # WHAT: in status $status, with no process left
  wait $launcher 2>/dev/null; status=$?
  for ((turn = 0; turn < 100; turn++)); do alive || return 0; sleep 0.05; done
  die "processes are left after $1 was killed"
}
alive() {
  local stat
  for stat in /proc/[0-9]*/stat; do
    { read -r stat <"$stat"; } 2>/dev/null && [[ $stat == *"(job$$) "[!Z]* ]] && return
  done
  return 1
}
named() { # the line is there, or MPICH has found the thread gone first
  grep -Eq '^upc: (thread [0-3] of 4|a thread) died of signal 9 \(Killed\)' out && [ $status = 137 ] ||
    { [ "$conduit" = mpi-mpich ] && [ $status = 15 ] && grep -q '^Abort(' out; }
}

for ((i = 0; i < times; i++)); do
  start
  for ((turn = RANDOM % 4000 * (i % 2); turn > 0; turn--)); do :; done
  kill -KILL "${threads[RANDOM % ${#threads[@]}]}"
  ends 'a thread'
  named || die "status $status after a thread was killed; it says: $(cat out)"
done
start
until grep -q ready out; do kill -0 $launcher || die "it does not start: $(cat out)"; sleep 0.05; done
monitors=() threads=(); find_both $launcher
kill -KILL "${monitors[-1]}"
ends 'a monitor'
case $conduit in
  mpi-mpich) same $status 9 ;;
  *) same $status 137 ;;
esac
