#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Where the system's list of pieces of memory is too short for a copy of the program for each thread of a simulated machine, some threads
# have a copy in common: the same output, times and status. Programs whose variables the C library uses at any time need a longer list.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
unset UPC_BACKTRACE UPC_DEBUG UPC_MACHINE_PROCESSES
ulimit -Sc 0

# with COPIES COMMAND..: in a list with room for so many copies beside 2,000 other pieces: a file in the place of the system's limit.
with() {
  echo $((2000 + 2 * $1)) >limit
  unshare -rm bash -c 'mount --bind limit /proc/sys/vm/max_map_count && exec "$@"' - "${@:2}"
}
with 1 true 2>said || exit 77
"$UPCC" -O -network=sim "$here/one_process.upc" -o program || die "upcc"
how() { with "$1" "$UPCRUN" -v -machine=flat,host-factor=0 -n "$2" "${@:3}" 2>&1 >/dev/null </dev/null | sed -n 's/^upc: //p'; }
same "$(how 4 4 ./program)" "all threads are in one process"
# A system without guards, which are no pieces, names more pieces for each thread.
shares=$(how 2 4 ./program)
[ "${shares##*vm.max_map_count=}" != '2024)' ] || exit 77
same "$shares" "all threads are in one process, 2 with each copy of the program"
same "$(how 2 5 ./program)" "all threads are in one process, 3 with each copy of the program"

# started COPIES THREADS COMMAND..: what it prints, in the order of the threads, what it says, its status.
started() {
  with "$1" timeout 60 "$UPCRUN" -machine=flat,threads-per-node=2,host-factor=0 -n "${@:2}" >out 2>said <input
  status=$?
  sort out
  cat said
  echo "status $status"
}
echo hello >input
for what in state input environment standard ends overflow abort large; do
  started 1000 7 ./program $what >expected
  for copies in 1 3; do
    started $copies 7 ./program $what >got
    diff expected got || die "$what of 7 threads in $copies copies: differs"
  done
done

# A library's calls, with data.
# shellcheck disable=SC2046 # words
(cd "$top" && "$UPCC" -network=sim -O1 $(apps/parts isx) -o "$dir/isx") || die "isx does not compile"
started 1000 9 ./isx 2000 --check >expected
grep -q '^status 0' expected || die "isx: $(cat expected)"
started 2 9 ./isx 2000 --check >got
diff expected got || die "isx in 2 copies: differs"

# A thread's variables, while another one's are in the copy, take 3 KB less than a copy: of their pages only the lines that are not zero.
printf '#include <upc.h>\nint main(void) { upc_barrier; return 0; }\n' >small.upc
"$UPCC" -O -network=sim small.upc -o small || die "upcc"
own() { started "$1" 2048 ./small | sed -n 's/.*memory of this host: \([0-9]*\).* MB own.*/\1/p'; }
each=$(own 4000) common=$(own 600)
[ "${common:-0}" -gt 10 ] && [ $((each - common)) -ge 6 ] ||
  die "2048 threads take $each MB with a copy each, and $common MB with four in a copy"

printf '#include <stdio.h>\n#include <upc.h>\nint main(void) { static char text[99]; return !fmemopen(text, 99, "w"); }\n' >other.upc
"$UPCC" -O -network=sim other.upc -o other || die "upcc"
why=$(how 2 4 ./other)
[ "${why#each thread is a process: vm.max_map_count is 2004; raise it }" != "$why" ] || die "fmemopen: $why"
echo PASS
