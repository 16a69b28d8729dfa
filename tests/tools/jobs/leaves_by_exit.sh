#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The status of a job is the highest of its threads, and each thread leaves by exit: what was registered before MPI began runs as
# well. MPI's libraries say goodbye to their launcher there, which else takes the end of the process for a crash.
#   leaves_by_exit.sh CONDUIT [RUNS [HOSTS]]
conduit=$1 runs=${2:-3} hosts=${3:-1}
BUILD=${BUILD:-build} tests/tools/has_conduit "$conduit" || exit 77
[ "$hosts" = 1 ] || [ -n "${HOSTS:-}" ] || exec tests/tools/hosts "$hosts" "$0" "$@"
. "$(dirname "$0")/../common.sh"
cat >ends.upc <<'C'
#include <stdlib.h>
#include <unistd.h>
#include <upc.h>
static void left(void) { if (write(STDERR_FILENO, "left\n", 5) < 0) abort(); }
static void __attribute__((constructor)) before_all(void) { atexit(left); }
int main(int argc, char **argv) {
  upc_barrier;
  return MYTHREAD + 1 < argc ? atoi(argv[MYTHREAD + 1]) : 0;
}
C
on=(); [ "$hosts" = 1 ] || on=(-hosts="$(seq -s , -f host%g 0 $((hosts - 1)))")
"$UPCC" -network="$conduit" ends.upc -o ends || exit 1
for ((run = 0; run < runs; run++)); do
  for statuses in '0 0 7' '7 0 0' '1 1 1' '0 0 0' '2 9 4'; do
    highest=$(tr ' ' '\n' <<<"$statuses" | sort -n | tail -n 1)
    limited 60 "$UPCRUN" -n 3 "${on[@]}" ./ends $statuses >out 2>err </dev/null; status=$?
    same "statuses $statuses: $status" "statuses $statuses: $highest"
    same "statuses $statuses: $(grep -cx left err) left by exit" "statuses $statuses: 3 left by exit"
  done
done
