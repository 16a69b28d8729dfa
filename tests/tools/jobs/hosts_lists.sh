#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What upcrun makes of lists of hosts: numbers of slots, addresses of IPv6, very many hosts; and of very many arguments.
#   hosts_lists.sh {mpi-mpich,mpi-openmpi,gasnet-udp}
conduit=$1
tests/tools/has_conduit "$conduit" || exit 77
. "$(dirname "$0")/../common.sh"
cat >job.upc <<'C'
#include <stdio.h>
#include <upc.h>
int main(int argc, char **argv) { return MYTHREAD == 0 && printf("%d arguments, the last is %s\n", argc - 1, argv[argc - 1]) < 0; }
C
"$UPCC" -network="$conduit" job.upc -o job || exit 1
# deals TEXT OPTION...: the command that upcrun -t shows has the text
deals() { local text=$1; shift; [[ $("$UPCRUN" -t "$@" ./job 2>&1) = *"$text"* ]] || die "$*: not '$text' but $("$UPCRUN" -t "$@" ./job 2>&1)"; }
refused() { local text=$1; shift; same "$("$UPCRUN" -n 2 "$@" ./job 2>&1) $?" "$text 2"; }
printf 'a slots=3\n# none\nb:1 # slots=9\nc\n' >slots
printf '::1\n' >six
if [ "$conduit" = gasnet-udp ]; then
  deals "'a a a a b c'" -n 6 -hostfile=slots
  deals "'::1 ::1 h'" -n 3 '-hosts=[::1],h'
  deals "'::1 ::1'" -n 2 -hostfile=six
else
  deals ' a:4,b:1,c:1 ' -n 6 -hostfile=slots
  deals ' a:3,b:1 ' -n 4 -hostfile=slots
  deals ' a:3,b:2 ' -n 5 -hosts=a,b
  deals ' a:4,b:1 ' -n 5 -hosts=a:4,b:9
  six="upcrun: '::1' is an address of IPv6, which the launchers of MPI do not take; give the host a name"
  refused "$six" -hostfile=six
  refused "$six" '-hosts=[::1]'
fi
refused "upcrun: -hosts: host a: '0' is not a number of threads; it must be from 1 to 1048576" -hosts=a:0
seq -f 'a-name-of-a-host-%05.0f' 10000 >many
in_file=a-name-of-a-host-10000
[ "$conduit" = gasnet-udp ] || in_file=' /dev/fd/'
[[ $("$UPCRUN" -t -n 20000 -hostfile=many ./job 2>&1) = *"$in_file"* ]] || die '10000 hosts'
same "$(limited 30 "$UPCRUN" -n 2 ./job $(seq 5000))" '5000 arguments, the last is 5000'
