#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What is around upcc, upcrun and a program fails: links lie in the way, folders are full, memory ends. Each time nothing
# is destroyed, one line says why, the status is not 0, and nothing is left. It runs on a host of its own
# (tests/tools/hosts).
[ -n "${HOSTS:-}" ] || exec tests/tools/hosts 1 "$0" "$@"
. "$(dirname "$0")/../common.sh"
cp "$tools/hello.upc" job.upc
"$UPCC" job.upc -o job || die 'hello.upc does not compile'
"$UPCC" -network=sim job.upc -o simulated 2>/dev/null
mkdir full && mount -t tmpfs -o size=64k tmpfs full || die 'no small folder can be made here'
head -c 65536 /dev/zero >full/data

# one_line STATUS TEXT COMMAND...: it has that status, and the only line it writes has that text
one_line() {
  local status=$1 text=$2; shift 2
  limited 60 "$@" >out 2>&1
  same "$? $(wc -l <out) $(grep -cF -- "$text" out)" "$status 1 1"
}
nothing_in() { same "$(ls -A "$1" | tr '\n' ' ')" "${2:+$2 }"; }  # FOLDER [WHAT]

# ---- links to a file of the user's, at the names that are written
echo precious >victim
ln -s victim linked
"$UPCC" job.upc -o linked || die 'a link at the name of the output'
if has_companion trace; then
  ln -s victim job.trace.0
  limited 60 "$UPCRUN" -n 2 -trace ./job >out 2>&1 || die "a link at the name of a record: $(cat out)"
  [ ! -L job.trace.0 ] && [ ! -e job.trace.0 ] || die 'the link is left'
  rm job.trace.json
fi
same "$(cat victim)" precious

# ---- full folders
for folder in "$dir/full" "$dir/none"; do
  TMPDIR=$folder limited 60 "$UPCC" job.upc -o new >out 2>&1
  same "$? $(wc -l <out) $(grep -c '^upcc: .*TMPDIR\|^upcc: .*No space left on device' out)" '1 1 1'
done
one_line 1 'No space left on device' "$UPCC" -c job.upc -o full/job.o
one_line 1 'No space left on device' "$UPCC" job.upc -o full/job
nothing_in full data
if has_companion trace; then
  limited 60 "$UPCRUN" -n 1 -tracefile=full/job.json ./job >out 2>&1
  same "$? $(head -n 1 out)" "1 upc: thread 0 cannot write the trace $dir/full/job.0: No space left on device"
fi
nothing_in full data
TMPDIR=$dir/full limited 60 "$UPCRUN" -n 3 ./job >out 2>&1 || die "smp needs no folder: $(cat out)"

# ---- memory: under each limit a command works, or the one line of it, or of the system's loader, says what is missing
python3 - >large.upc <<'P'
print('#include <upc.h>\nshared int A[100 * THREADS];\nint main(void) { return 0; }')
for i in range(800): print(f'int f{i}(int x) {{ int s = 0; for (int k = 0; k < x; k++) s += A[k + {i}] * x; return s; }}')
P
# within MEGABYTES STATUSES COMMAND...
within() {
  local megabytes=$1 statuses=$2; shift 2
  (ulimit -v $((1024 * megabytes)) -c 0; exec "$@") >out 2>&1
  local status=$?
  [ $status = 0 ] && return
  [[ " $statuses " == *" $status "* ]] || die "$* with $megabytes MB: status $status: $(cat out)"
  same "$(wc -l <out)" 1
}
mkdir temporary
for megabytes in 100 {260..460..50}; do
  TMPDIR=$dir/temporary within $megabytes '1 127' timeout 100 "$UPCC" -O1 large.upc -o new
  nothing_in temporary
  nothing_in full data
  [ -z "$(ls | grep 'new\..')" ] || die "upcc with $megabytes MB leaves $(ls | grep 'new\..')"
done
for megabytes in 4 6 8 12 20 60; do within $megabytes '1 127' timeout 60 "$UPCRUN" -n 3 ./job; done
[ ! -e simulated ] || for megabytes in 60 200 400 600 800; do within $megabytes '1 127' timeout 60 "$UPCRUN" -n 3 ./simulated; done
umount full
echo PASS
