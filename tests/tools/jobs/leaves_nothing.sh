#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A job leaves no file in /dev/shm and /tmp, however it ends, also on another host, and has the status of its end: it runs on hosts of
# tests/tools/hosts, which have folders of their own, with nothing of other jobs in them.
#   leaves_nothing.sh CONDUIT [TIMES [WAY..]]   ways to end: those of ends.upc below; TERM and KILL to the launcher; the same
#                                               and INT while MPI starts; KILL then with Open MPI alone: Hydra, if it is killed then,
#                                               may kill the monitors
conduit=$1 times=${2:-1} ways=${*:3}
BUILD=${BUILD:-build} tests/tools/has_conduit "$conduit" || exit 77
export BUILD=${BUILD:-build}
[ "${HOSTS:-}" ] || exec tests/tools/hosts 2 "$0" "$@"
. "$(dirname "$0")/../common.sh"
cat >ends.upc <<'C'
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>
int main(int argc, char **argv) {
  const char *how = argv[1];
  int me = MYTHREAD == THREADS - 1;
  upc_barrier;
  if (strcmp(how, "return") == 0) return 0;
  if (strcmp(how, "status") == 0) return me ? 3 : 0;
  if (strcmp(how, "exits") == 0 && me) upc_global_exit(3);
  if (strcmp(how, "dies") == 0 && me) raise(SIGKILL);
  if (strcmp(how, "crashes") == 0 && me) raise(SIGSEGV);
  if (strcmp(how, "early") == 0 && me) return 0;
  if (strcmp(how, "sleeps") == 0) { if (write(1, "begun\n", 6) < 0) return 1; sleep(100); }
  upc_barrier;
  return 0;
}
C
"$UPCC" -network="$conduit" ends.upc -o "ends$$" || exit 1

files() { for ((k = 0; k < HOSTS; k++)); do on "host$k" "find /dev/shm /tmp -mindepth 1 2>/dev/null | sort | sed 's/^/host$k /'"; done; }
before=$(files)
nothing_left() {  # WHAT: within some seconds; what a launcher has killed may take that long to go
  for ((i = 0; i < 100; i++)); do [ "$(files)" != "$before" ] || return 0; sleep 0.1; done
  die "after $1 there is: $(files)"
}
end_itself() {  # HOW OPTION...
  local how=$1 status expected=0; shift
  case $how in status | exits) expected=3 ;; dies) expected=137 ;; crashes) expected=139 ;; early) expected=1 ;; esac
  limited 60 "$UPCRUN" -n 4 "$@" "./ends$$" "$how" >out 2>&1 </dev/null; status=$?
  # Open MPI 5 ends a job itself, with status 14, if it sees first that a connection to a process of another host is closed.
  [[ $status != 14 || $conduit != mpi-openmpi-5* || $* != *-hosts* || $expected = 0 ]] || expected=14
  [ $status = $expected ] || die "$how $*: status $status, must be $expected: $(cat out)"
}
start() {
  >out # before the shell of upcrun does so: the last job's output must not be taken for this one's
  (trap - INT; exec "$UPCRUN" -n 4 "$@" "./ends$$" sleeps >>out 2>&1 </dev/null) & upcrun=$!
}
# Signals to upcrun's child, the launcher: once a thread has begun; once there is a file of shared memory.
end_launcher() {  # SIGNAL OPTION...
  local signal=$1 upcrun; shift
  start "$@"
  for ((i = 0; i < 600; i++)); do ! grep -q begun out || break; sleep 0.1; done
  grep -q begun out || die "it does not begin: $(cat out)"
  kill -"$signal" $(cat "/proc/$upcrun/task/$upcrun/children")
  wait $upcrun
}
end_starting() {  # SIGNAL OPTION...
  local signal=$1 upcrun; shift
  start "$@"
  until compgen -G '/dev/shm/*' >/dev/null || grep -q begun out; do kill -0 $upcrun 2>/dev/null || die "it does not start: $(cat out)"; done
  kill -"$signal" $(cat "/proc/$upcrun/task/$upcrun/children")
  wait $upcrun
}
for ((run = 0; run < times; run++)); do
  for hosts in '' -hosts=host0,host1; do
    for how in ${ways:-return status exits dies crashes early TERM KILL starting-INT starting-TERM starting-KILL}; do
      case $how in
        TERM | KILL) end_launcher $how $hosts 2>/dev/null ;;
        starting-KILL) [[ $conduit != mpi-openmpi* ]] || end_starting KILL $hosts 2>/dev/null ;;
        starting-*) end_starting ${how#*-} $hosts 2>/dev/null ;;
        *) end_itself $how $hosts ;;
      esac
      nothing_left "$how $hosts"
    done
  done
done
echo PASS
