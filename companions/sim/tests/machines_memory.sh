#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The memory that a simulated thread takes of this host. Among thousands of threads nothing may be kept for each thread
# of a row, nor for calls that the thread takes no part in: 16,384 threads would not fit.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
# Each thread writes what private memory it has, in KB, when its program has ended and it still has its turn: nothing else
# happens meanwhile, however busy this host is. In those that come first nearly all others are still there: what processes
# share since their fork becomes private to the last of them.
cat >memory.c <<'C'
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void __real_urtc_end_thread(void);
void __wrap_urtc_end_thread(void) {
  int peak = getenv("PEAK") != NULL; /* the most memory that it had, shared memory too */
  const char *file = peak ? "/proc/self/status" : "/proc/self/smaps_rollup", *word = peak ? "VmHWM:" : "Private_Dirty:";
  char text[1024] = ""; /* no page of its own */
  int to = open(getenv("MEMORY"), O_WRONLY | O_APPEND), from;
  if (to >= 0 && lseek(to, 0, SEEK_END) < 16 * 5 && (from = open(file, O_RDONLY)) >= 0) {
    ssize_t length = read(from, text, sizeof text - 1);
    const char *at = strstr(text, word);
    if (length > 0 && at) dprintf(to, "%4d\n", atoi(at + strlen(word)));
    close(from);
  }
  close(to);
  __real_urtc_end_thread();
}
C
export MEMORY=$dir/memory UPC_MACHINE_PROCESSES=1 # each thread's memory is that of a process
compile() { # APP
  # shellcheck disable=SC2046 # words
  (cd "$top" && "$UPCC" -network=sim -O1 -Xlinker --wrap=urtc_end_thread "$dir/memory.c" $(apps/parts "$1") -o "$dir/$1") ||
    die "$1 does not compile"
}

# fits KB THREADS TORUS APP ARGUMENTS..: fails if a thread takes more than KB kilobytes. It is the median of 16 threads, since
# thread 0 has the results. The rules of bluegene-l take 120 KB of it.
fits() {
  local most=$1 threads=$2 torus=$3 app=$4 kb; shift 4
  : >memory
  limited 170 "$UPCRUN" -machine="bluegene-l,host-factor=0,link-shares=1,torus=$torus" -n "$threads" "./$app" "$@" --no-data \
    >out 2>err || die "$app $*: $(cat out err)"
  kb=$(sort -n memory | sed -n 8p)
  echo "$app among $threads threads: ${kb:-?} KB a thread"
  [ "${kb:-0}" -gt 100 ] && [ "$kb" -lt "$most" ] || die "$app among $threads threads: ${kb:-?} KB a thread, must be below $most"
}

compile fft3d
compile cholesky
compile matmul
fits 348 2048 8x16x16,threads-per-node=1 fft3d 32 2048 2048 --grid 32x64 --cold          # pieces of 32 KB, each a stream
export UPC_STRIDE_MAP=XT,YZ UPC_STRIDE_SCHEDULE=broadcast=torus:262144
fits 330 256 8x4x4 cholesky 100000 --block 500 --grid 16x16 --cold --steps 1             # 200 tiles in a row
fits 326 128 4x4x4 matmul 16000 16000 8000 --block 500 --cold                            # 200 plans of broadcasts

compile stencil
PEAK=1 fits 20000 16 4x4,threads-per-node=1 stencil 8192 --steps 2                       # blocks of 32 MB, twice

# All threads in one process: what a thread adds to it. Messages take memory while they are under way only. The plans of so few steps
# are kept on any host; of more, a host with much memory keeps more.
unset UPC_MACHINE_PROCESSES UPC_STRIDE_MAP UPC_STRIDE_SCHEDULE
together() { # THREADS TORUS GRID: prints the KB of the process
  : >memory
  limited 100 "$UPCRUN" -machine="bluegene-l,host-factor=0,threads-per-node=1,torus=$2" -n "$1" ./matmul 512 512 512 \
    --block 32 --grid "$3" --cold --no-data --steps 4 >out 2>err || die "matmul among $1 threads: $(cat out err)"
  head -1 memory
}
one=$(together 64 4x4x4 8x8) two=$(together 256 4x8x8 16x16)
each=$(((two - one) / 192))
echo "matmul among threads of one process: $each KB for one more thread"
[ "$each" -gt 20 ] && [ "$each" -lt 66 ] || die "matmul among 64 threads takes $one KB, among 256 $two KB"

# Lists that all threads make alike, of the owners of blocks: 300 MB if each thread has its own.
cat >lists.upc <<'C'
#include <upc.h>
#include <upc_stride_coll.h>
static int owner(const size_t *block, void *argument) { return (int)((block[0] + (size_t)argument) * 5 % THREADS); }
int main(void) {
  const size_t shape = 2 * THREADS, block = 1;
  for (size_t i = 0; i < 6; i++) upc_stride_all_alloc_owned(1, &shape, &block, 1, owner, (void *)i);
  return 0;
}
C
"$UPCC" -network=sim -O1 lists.upc -o lists || die "lists.upc does not compile"
limited 60 "$UPCRUN" -n 1024 -machine=bluegene-l,host-factor=0 ./lists 2>err || die "lists: $(cat err)"
lists=$(sed -n 's/.*memory of this host: \([0-9]*\).* MB own.*/\1/p' err)
echo "six arrays of listed blocks among 1024 threads of one process: $lists MB"
[ "${lists:-0}" -gt 20 ] && [ "$lists" -lt 100 ] || die "lists among 1024 threads: ${lists:-?} MB, must be below 100"

# own TORUS APP ARGUMENTS..: the MB of 1,024 threads of one process. A host with much memory keeps more plans.
own() {
  limited 170 "$UPCRUN" -n 1024 -machine="bluegene-l,host-factor=0,link-shares=1,send-bandwidth=300 MB/s,torus=$1" \
    "./$2" "${@:3}" --cold --no-data >out 2>err || die "$2 of $3: $(cat out err)"
  sed -n 's/.*memory of this host: \([0-9]*\).* MB own.*/\1/p' err
}
below() { # MB APP OWN: fails if its threads have so much, or hardly anything
  echo "$2 among 1024 threads of one process: $3 MB"
  [ "${3:-0}" -gt 50 ] && [ "$3" -lt "$1" ] || die "$2 among 1024 threads: ${3:-?} MB, must be below $1"
}
if [ "$(awk '/^MemTotal/ { print $2 }' /proc/meminfo)" -lt 33000000 ]; then
  # The plans of an exchange among rows of 256: 68 MB if each thread has its own, and 14 more while they are written.
  below 106 'fft3d' "$(UPC_STRIDE_SCHEDULE=exchange=dimensions own 8x8x16,threads-per-node=1 fft3d 4 256 256 --grid 4x256)"
  # Pieces of 4 KB without data pass through buffers: 545 MB if these have data.
  below 100 'fft3d' "$(UPC_STRIDE_SCHEDULE=exchange=dimensions own 8x8x16,threads-per-node=1 fft3d 16 1024 1024 --grid 16x64)"
  export UPC_STRIDE_MAP=XT,YZ UPC_STRIDE_SCHEDULE=broadcast=torus:262144
  # Handles of arrays that are not used: 3 MB; steps of plans that each thread has for itself: 4.
  below 98 'cholesky' "$(own 8x8x8 cholesky 44000 --block 500 --grid 16x64 --steps 1)"
  # In a step of long broadcasts: what a thread has announced and waits for, and its plans and calls. Tiles of 250,000 numbers, 3 x 3 of
  # C a thread and 6 x 6: 17 KB more here, and 29 if each thread has the steps of its plans for itself.
  few=$(own 8x8x8 matmul 24000 96000 104000 --block 500 --grid 16x64 --steps 2)
  many=$(own 8x8x8 matmul 48000 192000 104000 --block 500 --grid 16x64 --steps 2)
  echo "matmul among 1024 threads of one process: $few MB with 9 tiles each, $many MB with 36"
  [ "${few:-0}" -gt 50 ] && [ "${many:-0}" -gt "$few" ] && [ $((many - few)) -lt 22 ] || die "$((many - few)) MB more, must be below 22"
  unset UPC_STRIDE_MAP UPC_STRIDE_SCHEDULE
fi

# --cold: the run that is not timed is left out, and half of the messages with it.
messages() {
  limited 100 "$UPCRUN" -machine=bluegene-l,host-factor=0 -n 16 ./cholesky 8000 --block 500 --grid 4x4 --no-data "$@" >out 2>err ||
    die "cholesky $*: $(cat out err)"
  sed -n 's/^machine .*; \([0-9]*\) messages.*/\1/p' err
}
twice=$(messages) once=$(messages --cold)
[ "$once" -gt 100 ] && [ $((10 * once)) -lt $((7 * twice)) ] || die "--cold: $once messages, with the first run $twice"
