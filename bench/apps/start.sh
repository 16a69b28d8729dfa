# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2154 # BUILD, UPCRUN, repeat, check and cores are set by bench/apps/run
# One start of a program of bench/apps/run; sourced. Each function prints seconds, the median of $repeat timed runs, and
# the grid of the threads or processes if there is one. Its status is ABSENT if the program was not built.
ABSENT=69
built() { [ -x "$BUILD/$1" ] || return $ABSENT; }

upc() {  # THREADS PROGRAM ARGUMENT..; $check is --check or nothing
  local n=$1 program=$2; shift 2
  built "$program" || return
  # shellcheck disable=SC2086 # words
  $UPCRUN -n "$n" "$BUILD/$program" "$@" --repeat "$repeat" $check --json |
    sed -n 's/"grid": \[\([0-9]*\), \([0-9]*\)\]/"grid": "\1x\2"/
            s/.*"grid": "\([^"]*\)".*"seconds_median": \([0-9.]*\),.*/\2 \1/p; t
            s/.*"seconds_median": \([0-9.]*\),.*/\1/p'
}
ours() { local n=$1 app=$2; shift 2; upc "$n" "apps/$app" "$@"; }                        # THREADS APP ARGUMENT..
native() { local n=$1 app=$2; shift 2; upc "$n" "bench/$app.native" "$@"; }               # built for this processor
far() { local n=$1 app=$2; shift 2; UPC_NEAR=no upc "$n" "bench/$app.far" "$@"; }        # MPICH, all threads far
each_core() {  # APP ARGUMENT..: a job of one thread on each core, all at a time; the slowest one's seconds
  local core
  built "apps/$1" || return
  for ((core = 0; core < cores; core++)); do (UPCRUN="taskset -c $core $UPCRUN" ours 1 "$@") & done | sort -g | tail -1
}
alone() { built "bench/$1" || return; local program=$BUILD/bench/$1; shift; "$program" "$@"; }  # PROGRAM ARGUMENT..
mpi() {  # NAME PROGRAM ARGUMENT..: a process on each core, or as many as $processes says, by that MPI (bench/measure/mpis.sh)
  local name=$1 program=$BUILD/bench/$2.$1 n=${processes:-$cores} bound=core
  built "bench/$2.$1" || return
  shift 2
  [ "$n" -le "$(nproc)" ] || bound=none
  OPENBLAS_NUM_THREADS=1 mpi_start "$name" "$n" $bound "$program" "$@"
}
shmem() {  # PROGRAM ARGUMENT..: as mpi
  local program=$BUILD/bench/$1 n=${processes:-$cores} bound=core
  built "bench/$1" || return
  shift
  [ "$n" -le "$(nproc)" ] || bound=none
  bench/measure/reaping oshrun --allow-run-as-root --oversubscribe --bind-to $bound -n "$n" "$program" "$@"
}
doubled() { processes=$((2 * cores)) "$@"; }  # COMMAND ARGUMENT..: two processes a core
grid() { mpi "$@" | sed "s/\$/ ${3}x$4/"; }  # LIBRARY PROGRAM ROWS COLUMNS ARGUMENT..: mpi on a grid of processes
pdpotrf() {  # LIBRARY N: its best block's
  local block
  for block in 64 128 192; do grid "$1" pdpotrf $(wide) "$2" $block "$repeat" L; done | sort -g | head -1
}
pdgetrf() {  # LIBRARY N: its best block's
  local block
  for block in 32 64 128; do grid "$1" pdgetrf $(wide) "$2" $block "$repeat"; done | sort -g | head -1
}
