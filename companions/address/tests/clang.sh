#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcc -fsanitize=address with Clang's runtime: what calls of C's library do with private pointers to shared memory is told
# too (programs/private.upc), and private memory is looked at. Where Clang's runtime is not installed there is nothing to test.
#   clang.sh [CONDUIT THREADS]
. "$(dirname "$0")/../../../tests/tools/common.sh"
conduit=${1:-smp} threads=${2:-4} program=$top/companions/address/tests/programs/private.upc
bad() { cat output; die "$@"; }

echo 'int main(int argc, char **argv) { char a[9] = {0}; a[argc + 8] = 1; return a[argc]; }' >own.c
if ! "$UPCC" "-network=$conduit" -fsanitize=address own.c -o own >messages 2>&1; then
  grep -q 'libclang_rt.asan' messages || { cat messages; die "no program"; }
  echo "SKIPPED: Clang's runtime for AddressSanitizer is not installed (Debian: libclang-rt-19-dev)"
  exit 77
fi
"$UPCRUN" -n 1 ./own >output 2>&1 && bad "an array of a function: nothing is told"
grep -q 'stack-buffer-overflow' output || bad "an array of a function"
"$UPCC" "-network=$conduit" -w -O1 -g -fsanitize=address "$program" -o private || die "private.upc does not compile"
"$UPCRUN" -n "$threads" ./private none >output 2>&1 </dev/null || bad "without a fault: status $?"
grep -Eq 'Sanitizer|thread [0-9]+ (reads|writes|frees)' output && bad "without a fault something is told"
count=0
while read -r line name says; do
  says=${says//THREAD/thread $((threads - 1))}
  "$UPCRUN" -n "$threads" ./private "$name" >output 2>&1 </dev/null
  status=$?
  [ $status = 67 ] || bad "$name: status $status, expected 67"
  grep -q "AddressSanitizer: use-after-poison" output || bad "$name: Clang tells nothing"
  grep -qF "$says" output || bad "$name: no report says: $says"
  count=$((count + 1))
done < <(awk '/^  CASE/ { sub(/^  CASE./, ""); sub(/\).*/, ""); name = $0; line = NR }
  /^  \/\/ says: / { sub(/^  \/\/ says: /, ""); print line, name, $0 }' "$program")
[ $count = 5 ] || die "only $count faults were tried"
echo "PASS $count faults"
