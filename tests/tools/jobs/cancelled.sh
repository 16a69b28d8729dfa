#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Random programs that an error in one part ends, on 1 to 4 threads: cancelled.sh PROGRAM.upc ARGUMENTS CONDUIT FIRST LAST, with seeds
# from FIRST to LAST, which stand for SEED in the arguments. The job ends with the error's status and with one line. Neither processes nor files of
# shared memory are left.
. "$(dirname "$0")/../common.sh"
conduit=$3 program=cancelled$$
BUILD=$build "$tools/has_conduit" "$conduit" || exit 77
cd "$top" || exit 1
"$UPCC" -network="$conduit" -O1 "$1" -o "$dir/$program" || die "$1 does not compile"
cd "$dir" || exit 1
[ "$conduit" != sim ] || export UPC_MACHINE=flat

# A null pointer-to-shared has a line about the pointer before that of the crash. MPI's libraries print lines of their own
# for a thread that copies from or to a process that has ended, perhaps around one of ours: on MPI only ours are counted.
ours() { case $conduit in mpi-*) grep -aoE 'upc: .*' err ;; *) cat err ;; esac; }
try() {  # THREADS PROGRAM ARGUMENTS..
  limited 60 "$UPCRUN" -n "$@" >out 2>err
  status=$?
  case $status in
    3) expected='cancelled by thread [0-3]$' ;;
    134) expected='upc: thread [0-3] of [1-4] died of signal 6 ' ;;
    139) expected='upc: thread [0-3] of [1-4] died of signal 11 ' ;;
    *) die "$*: status $status: $(cat out err)" ;;
  esac
  ours | grep -vE "$before" >lines
  [ "$(wc -l <lines)" = 1 ] && grep -qE "^$expected" lines || die "$*: status $status, not one line: $(head -n 20 err)"
}

before='upc: thread [0-3] read or wrote through a null pointer'
touch start
for ((seed = $4; seed <= $5; seed++)); do
  for near in no 2; do
    export UPC_NEAR=$near
    try $((1 + seed % 4)) "./$program" ${2//SEED/$seed}
  done
done

files=$(find /dev/shm -type f -newer start)
for ((i = 0; i < 100; i++)); do
  processes=$("$tools/processes" named "$program") || break
  sleep 0.1
done
[ -z "$processes" ] || die "processes are left: $processes"
for file in $files; do # OpenMP's file of a test beside this one has the number of its process, and is not mapped
  for number in ${file//[!0-9]/ }; do [ ! -e "/proc/$number" ] || continue 2; done
  [ ! -e "$file" ] || grep -qsF "$file" /proc/[0-9]*/maps || die "left in /dev/shm: $file"
done
echo PASS
