#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The check at the start: threads of two builds of a program, or on fewer hosts than upcrun was told, end with one line.
#   alike.sh mpi-mpich    the builds are two programs of one MPI job, on this host
#   alike.sh CONDUIT 2    they are at one path on two hosts (tests/tools/hosts)
conduit=$1 hosts=${2:-1}
tests/tools/has_conduit "$conduit" || exit 77
[ "$hosts" = 1 ] || [ -n "${HOSTS:-}" ] || exec tests/tools/hosts 2 "$0" "$@"
. "$(dirname "$0")/../common.sh"
cat >job.upc <<'C'
#include <stdio.h>
#include <upc.h>
#ifdef NEW
shared int before[THREADS];
#endif
shared int number[THREADS];
int main(void) {
  number[MYTHREAD] = MYTHREAD;
#ifdef NEW
  before[MYTHREAD] = 7;
#endif
  upc_barrier;
  if (number[(MYTHREAD + 1) % THREADS] != (MYTHREAD + 1) % THREADS) puts("wrong");
  return 0;
}
C
"$UPCC" -network="$conduit" job.upc -o old && "$UPCC" -DNEW -network="$conduit" job.upc -o new || exit 1
cp old same

refused() {  # TEXT COMMAND...: one line of ours, which has that text
  local text=$1; shift
  limited 30 "$@" >out 2>err </dev/null && die "status 0: $(cat out err)"
  same "$(cat out)$(grep -c '^upc: ' err)$(grep -cE "^upc: .*$text" err)" 11
}
build='is another build than .*; all hosts need the same files'
if [ "$hosts" = 2 ]; then
  mount -t tmpfs tmpfs /opt && cp old /opt/prog
  "$tools/on" host1 "mount -t tmpfs tmpfs /opt && cp $PWD/old /opt/prog"
  limited 30 "$UPCRUN" -n 4 -hosts=host0,host1 /opt/prog >out 2>&1 || die "the same build: $(cat out)"
  "$tools/on" host1 "cp $PWD/new /opt/prog"
  refused "/opt/prog on host. $build" "$UPCRUN" -n 4 -hosts=host0,host1 /opt/prog
  "$tools/on" host1 'rm /opt/prog'
  limited 30 "$UPCRUN" -n 4 -hosts=host0,host1 /opt/prog >out 2>err && die "a host has no program: status 0"
  grep -q 'there is no program /opt/prog on host1$\|/opt/prog.*No such file' err || die "it says: $(cat err)"
else
  mpiexec() { ls /usr/bin/mpiexec."${conduit#mpi-}"; }
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
  limited 30 "$(mpiexec)" -n 1 ./old : -n 2 ./same >out 2>&1 || die "the same build: $(cat out)"
  refused "/(old|new) on .* $build" "$(mpiexec)" -n 1 ./old : -n 2 ./new
  # a launcher that knows nothing of the hosts
  printf '#!/bin/sh\nshift 4\nexec %s -n 2 "$@"\n' "$(mpiexec)" >launcher && chmod +x launcher
  export UPC_MPIEXEC=$PWD/launcher
  refused 'upcrun was told 2 hosts, and the launcher has started all threads on 1' "$UPCRUN" -n 2 -hosts=127.0.0.1,192.0.2.1 ./old
  limited 30 "$UPCRUN" -n 2 -hosts=127.0.0.1,127.0.0.2 ./old >out 2>&1 || die "two names of one host: $(cat out)"
fi
