#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The resources of a job are private to its user, even with umask 0, and none is left when it ends: no listening socket of
# the runtime, no file or shared memory that other users may open.
#   private.sh CONDUIT   runs on a separate host (tests/tools/hosts), where all sockets and files are the job's
conduit=$1
tests/tools/has_conduit "$conduit" || exit 77
[ -n "${HOSTS:-}" ] || exec tests/tools/hosts 1 "$0" "$@"
. "$(dirname "$0")/../common.sh"
case $tools in
  /var/tmp/*) ;;
  *) mount -t tmpfs -o mode=1777 tmpfs /var/tmp || die 'this host gets no /var/tmp of its own' ;; # others' files are many
esac
cat >job.upc <<'C'
#include <stdio.h>
#include <unistd.h>
#include <upc.h>
int main(void) {
  upc_barrier;
  if (MYTHREAD == 0) puts("ready");
  sleep(2);
  upc_barrier;
  return 0;
}
C
"$UPCC" -network="$conduit" job.upc -o job || exit 1
umask 0
files() { find /dev/shm /tmp /run /var/tmp -newer job.upc ! -type d ! -path "${dir%/*}/*" 2>/dev/null; }
open_to_others() { for f in $(files); do [ -z "$(find "$f" -perm /077 ! -type l)" ] || closed_above "$f" || ls -ld "$f"; done; }
closed_above() { # is some folder above it its user's alone?
  local d; d=$(dirname "$1")
  while [ "$d" != / ]; do [ -n "$(find "$d" -maxdepth 0 ! -perm /077)" ] && return; d=$(dirname "$d"); done
  return 1
}

>out
UPC_NEAR=no "$UPCRUN" -n 3 ./job >>out 2>err &
for i in $(seq 100); do grep -q ready out && break; sleep 0.1; done
grep -q ready out || die "the job did not start: $(cat err)"
[ -z "$(open_to_others)" ] || die "others may open: $(open_to_others)"
if [ "$conduit" = smp ]; then
  sockets=$(ls -l /proc/[0-9]*/fd 2>/dev/null | grep -c 'socket:')
  same "$sockets sockets" '0 sockets'
  same "$(ipcs -m | grep -c 0x)" 0
fi
wait $! || die "status $?: $(cat err)"
[ -z "$(files)" ] || die "left behind: $(files)"
