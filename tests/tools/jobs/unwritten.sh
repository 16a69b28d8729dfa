#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A job whose standard error cannot be written, or is not read any more, has the status of its end all the same. One whose standard
# output cannot be written says so, and has status 1.
#   unwritten.sh CONDUIT
tests/tools/has_conduit "$1" || exit 77
. "$(dirname "$0")/../common.sh"
cat >job.upc <<'C'
#include <stdlib.h>
#include <upc.h>
int main(void) {
  upc_barrier;
  if (MYTHREAD == 1) abort();
  upc_barrier;
  return 0;
}
C
"$UPCC" -network="$1" job.upc -o job || exit 1
limited 60 "$UPCRUN" -n 3 ./job 2>/dev/full </dev/null; same "$?" 134
mkfifo lost
: <lost & exec 3>lost # nobody reads
wait $!
limited 60 "$UPCRUN" -n 3 ./job 2>&3 </dev/null; same "$?" 134

[ "$1" = smp ] || exit 0 # launchers read what threads print, and lose it without a word
cat >prints.upc <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
int main(int argc, char **argv) {
  printf(argc > 2 ? "without an end" : "a line\n");
  upc_barrier;
  if (argc > 3) fclose(stdout);
  return argc > 1 ? atoi(argv[1]) : 0;
}
C
"$UPCC" prints.upc -o prints || exit 1
why='\(No space left on device\|an earlier write has failed\)' # some C libraries try what failed again
for end in '' 0 '0 unfinished' 7; do
  limited 60 "$UPCRUN" -n 3 ./prints $end >/dev/full 2>err
  same "end $end: $? $(wc -l <err) $(grep -c "^upc: thread [0-2] cannot write its standard output: $why$" err)" \
    "end $end: $([ "$end" = 7 ] && echo 7 || echo 1) 1 1"
done
for lost in /dev/full /dev/null; do # what the program does itself is its own affair
  limited 60 "$UPCRUN" -n 3 ./prints 0 unfinished closed >$lost 2>err
  same "closed: $? $(cat err)" 'closed: 0 '
done
