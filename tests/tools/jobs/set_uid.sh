#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A program with the rights of its owner reads and writes no file that the caller's variables name, and runs no program
# that they name or that their PATH finds.
. "$(dirname "$0")/../common.sh"
[ "$(id -u)" = 0 ] || { "$tools/missing" "root's rights are needed"; exit 77; }
"$tools/has_program" setpriv || exit 77
chmod 755 "$dir" && mkdir open && chmod 777 open || exit 1
cat >job.upc <<'C'
#include <stdio.h>
#include <unistd.h>
#include <upc.h>
#include <upc_collective.h>
shared int to[THREADS];
shared [] int from[1];
int main(void) {
  if (geteuid() == getuid()) puts("no other user's rights");
  upc_all_broadcast(to, from, sizeof(int), 0);
  upc_barrier;
  return 0;
}
C
printf '#!/bin/sh\ntouch %s/open/run\n' "$dir" >open/addr2line && cp open/addr2line open/simulator && chmod 755 open/*
"$UPCC" job.upc -o job && chown root job && chmod 4755 job || exit 1
as_nobody() { limited 30 setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
as_nobody env UPC_THREADS=2 UPC_TRACE="$dir/open/trace" UPC_DEBUG="$dir/open/who" ./job >out 2>&1 || die "status $?: $(cat out)"
[ -s out ] && { cat out; exit 77; } # a file system without set-uid
as_nobody env PATH="$dir/open" UPC_BACKTRACE=1 UPC_THREADS=2 ./job >out 2>&1 || die "status $?: $(cat out)"
echo 'a secret of its owner' >secret && chmod 600 secret
for variable in UPC_STRIDE_RULE UPC_STRIDE_TORUS; do
  as_nobody env UPC_THREADS=2 $variable="$dir/secret" ./job >out 2>&1 || die "$variable: status $?: $(cat out)"
  same "$(cat out)" ''
done
if "$UPCC" -network=sim job.upc -o sim 2>out; then
  chown root sim && chmod 4755 sim
  as_nobody env UPC_THREADS=2 UPC_MACHINE=flat UPC_SIMULATOR="$dir/open/simulator" ./sim >out 2>&1
  grep -q 'this program is for a simulated machine' out || die "sim: $(cat out)"
fi
same "$(ls open | tr '\n' ' ')" 'addr2line simulator '
