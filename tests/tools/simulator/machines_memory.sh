#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The memory that a simulated thread takes of this host. Among thousands of threads nothing may be kept for each thread
# of a row, nor for calls that the thread takes no part in: 16,384 threads would not fit.
. "$(dirname "$0")/../common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
export OPENBLAS_NUM_THREADS=1
compile() { # APP
  # shellcheck disable=SC2046 # words
  (cd "$top" && $UPCC -network=sim -O1 $(apps/parts "$1") -o "$dir/$1-$$") || die "$1 does not compile"
}

# The private memory of a thread in KB: the largest mean of 16 threads, which are looked at again and again while all are
# there. What processes share since their fork becomes private to the last of them when the others end.
thread_memory() { # PROCESS-NAME THREADS
  local pid mean
  mean=$(for pid in $(pgrep -x "$1" | shuf -n 16); do
    cat "/proc/$pid/smaps_rollup" 2>/dev/null
  done | awk '/^Private_Dirty/ { sum += $2; n++ } END { print n ? int(sum / n) : 0 }')
  [ "$(pgrep -xc "$1")" -ge "$2" ] && echo "$mean" || echo 0
}

# fits KB THREADS TORUS APP ARGUMENTS..: fails if a thread takes more than KB kilobytes
fits() {
  local most=$1 threads=$2 torus=$3 app=$4 job now peak=0; shift 4
  limited 170 $UPCRUN -machine="bluegene-l,host-factor=0,link-shares=1,torus=$torus" -n "$threads" "./$app-$$" "$@" --no-data \
    >out 2>err &
  job=$!
  while kill -0 $job 2>/dev/null; do
    now=$(thread_memory "$app-$$" "$threads")
    [ "$now" -gt "$peak" ] && peak=$now
    sleep 0.5
  done
  wait $job || die "$app $*: $(cat out err)"
  echo "$app among $threads threads: $peak KB a thread"
  [ "$peak" -gt 100 ] && [ "$peak" -lt "$most" ] || die "$app among $threads threads: $peak KB a thread, must be below $most"
}

compile fft3d
compile cholesky
compile matmul
fits 500 2048 8x16x16,threads-per-node=1 fft3d 32 2048 2048 --grid 32x64 --cold          # pieces of 32 KB, each a stream
export UPC_STRIDE_MAP=XT,YZ UPC_STRIDE_BROADCAST=torus:262144
fits 400 256 8x4x4 cholesky 100000 --block 500 --grid 16x16 --cold --steps 1             # 200 tiles in a row
fits 400 128 4x4x4 matmul 16000 16000 8000 --block 500 --cold                            # 200 plans of broadcasts

# --cold: the run that is not timed is left out, and half of the messages with it.
unset UPC_STRIDE_MAP UPC_STRIDE_BROADCAST
messages() {
  limited 100 $UPCRUN -machine=bluegene-l,host-factor=0 -n 16 "./cholesky-$$" 8000 --block 500 --grid 4x4 --no-data "$@" >out 2>err ||
    die "cholesky $*: $(cat out err)"
  sed -n 's/^machine .*; \([0-9]*\) messages.*/\1/p' err
}
twice=$(messages) once=$(messages --cold)
[ "$once" -gt 100 ] && [ $((10 * once)) -lt $((7 * twice)) ] || die "--cold: $once messages, with the first run $twice"
