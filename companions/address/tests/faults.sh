#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcc -fsanitize=address: each fault of programs/faults.upc and calls.upc is told, with the line and the text of its comment;
# without a fault nothing is told.
#   faults.sh [CONDUIT THREADS [OPTION | faults | calls]...]
. "$(dirname "$0")/../../../tests/tools/common.sh"
conduit=${1:-smp} threads=${2:-4} options=() programs=()
for word in "${@:3}"; do
  case $word in -*) options+=("$word") ;; *) programs+=("$word") ;; esac
done
program=$top/companions/address/tests/programs/faults.upc
[ ${#options[@]} -gt 0 ] || options=(-O2)
[ ${#programs[@]} -gt 0 ] || programs=(faults calls)

bad() { cat output; die "$@"; }

# Of a program in programs/: each fault is told, and without one nothing is.
each_of() { # PROGRAM
  local line name how says status
  "$UPCC" "-network=$conduit" -fsanitize=shared-address "${options[@]}" "$top/companions/address/tests/programs/$1.upc" -o "$1" \
    >messages 2>&1 || { cat messages; exit 1; }
  "$UPCRUN" -n "$threads" "./$1" none >output 2>&1 </dev/null || bad "$1 without a fault: status $?"
  grep -q "$1.upc:[0-9]*: thread" output && bad "$1: without a fault something is told"
  while read -r line name how says; do
    [[ $name != file_* ]] || has_companion files || continue
    says=${says//THREAD/thread $((threads - 1))}
    "$UPCRUN" -n "$threads" "./$1" "$name" >output 2>&1 </dev/null
    status=$?
    [ $status = $([ "$how" = refused: ] && echo 1 || echo 67) ] || bad "$name: status $status"
    grep -q "$1.upc:$line: " output || bad "$name: nothing is told of line $line"
    grep -qF "$says" output || bad "$name: no report says: $says"
    count=$((count + 1))
  done < <(awk '/^  (CASE|ALL)/ { sub(/^  [A-Z]*./, ""); sub(/\).*/, ""); name = $0; line = NR }
    /^  \/\/ (says|refused): / { sub(/^  \/\/ /, ""); print line, name, $0 }' "$top/companions/address/tests/programs/$1.upc")
}

count=0
declare -A least=([faults]=24 [calls]=60)
for name in "${programs[@]}"; do
  before=$count
  each_of "$name"
  [ $((count - before)) -ge ${least[$name]} ] || die "only $((count - before)) of the faults of $name were tried"
done
[ "$conduit $threads ${options[*]}" = 'smp 4 -O2' ] || { echo "PASS $count faults"; exit; }
# Without the option nothing of it is there.
"$UPCC" -O2 -c "$program" -o plain.o && cp plain.o before.o
"$UPCC" -O2 -fsanitize=shared-address -fno-sanitize=shared-address -c "$program" -o plain.o || die "-fno-sanitize=shared-address"
cmp before.o plain.o || die "-fno-sanitize=shared-address changes the code"
"$UPCC" plain.o -o plain || die "faults.upc does not link"
"$tools/lacks" ' [tT] urtk_address_report' 0 nm plain || die "a program without -fsanitize=shared-address has what looks at addresses"
# The accesses of a loop are looked at before it.
"$UPCC" -O2 -fsanitize=shared-address -c "$program" -o looked_at.o && nm looked_at.o | grep -q 'U urt_address_read_run' ||
  die "faults.upc looks at each access of a loop"
# What is never freed or waited for, and JSON.
UPC_ASAN=leaks "$UPCRUN" -n 2 ./faults none >output 2>&1 </dev/null || bad "without a leak: status $?"
UPC_ASAN=leaks "$UPCRUN" -n 2 ./faults leak >output 2>&1 </dev/null
[ $? = 67 ] && [ "$(grep -c 'upc_alloc: 100 bytes that thread [01] has allocated were never freed' output)" = 2 ] || bad leak
[ "$(grep -c 'upc_memget_nbi: a copy that thread [01] has begun was never waited for' output)" = 1 ] || bad "a copy that nobody waits for"
UPC_ASAN=json "$UPCRUN" -n 2 ./faults put 2>&1 </dev/null | grep -q '^{"thread":1,"line":[0-9]*,"bytes":400,"owner":0,.*"text":"thread 1 writes 400 bytes by upc_memput, 300 of' || die json
# What nobody has written: a read, also of what is then written.
for name in unwritten added; do
  line=$(awk -v name="$name" 'index($0, "  ONLY(" name ")") { print NR }' "$program")
  UPC_ASAN=unwritten "$UPCRUN" -n 2 ./faults $name >output 2>&1 </dev/null
  [ $? = 67 ] && grep -q "faults.upc:$line: thread 1 reads 4 bytes that nobody has written, at byte 8 of an object of 40 bytes" output ||
    bad "$name"
  "$UPCRUN" -n 2 ./faults $name >output 2>&1 </dev/null || bad "$name without UPC_ASAN=unwritten"
done
UPC_ASAN=unwritten "$UPCRUN" -n 2 ./faults none >output 2>&1 </dev/null || bad "without a fault, UPC_ASAN=unwritten"
echo "PASS $count faults"
