#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The status of a job is that of its threads, also if the launcher makes another one of it, as Open MPI 5's does, or writes to a
# connection that is closed, as Intel's does. SIGPIPE is not ignored in the threads unless upcrun's caller ignores it.
#   launcher_status.sh CONDUIT
conduit=$1
BUILD=${BUILD:-build} tests/tools/has_conduit "$conduit" || exit 77
. "$(dirname "$0")/../common.sh"
cat >ends.upc <<'C'
#include <stdlib.h>
#include <signal.h>
#include <upc.h>
int main(int argc, char **argv) {
  struct sigaction pipe;
  sigaction(SIGPIPE, NULL, &pipe);
  if (pipe.sa_handler == SIG_IGN && !getenv("IGNORES")) return 99; /* MPICH's launcher gives them the default in any case */
  upc_barrier;
  if (MYTHREAD == THREADS - 1 && atoi(argv[1]) > 128) raise(atoi(argv[1]) - 128);
  if (MYTHREAD == THREADS - 1 && argc > 2) upc_global_exit(atoi(argv[1]));
  return MYTHREAD == THREADS - 1 ? atoi(argv[1]) : 0;
}
C
"$UPCC" -network="$conduit" ends.upc -o ends || exit 1
mpi_launcher ./ends
mkdir -p other/bin
ln -s "$(ldd ends | sed -n 's|.* \(/.*\)/libmpi[^/]*$|\1|p' | head -n 1)" other/lib
for made in 0 141 255; do
  printf '#!/bin/sh\n[ "$1" != --version ] || exec "%s" "$@"\n"%s" "$@"\nexit %s\n' "$launcher" "$launcher" $made >other/bin/mpiexec
  chmod +x other/bin/mpiexec
  for ends in 7 '7 now' 137; do
    UPC_MPI=$PWD/other limited 60 env --default-signal=PIPE "$UPCRUN" -n 3 ./ends $ends >out 2>&1 </dev/null
    status=$?
    [ $status = "${ends%% *}" ] || die "ends $ends, launcher $made: status $status: $(cat out)"
  done
done

# As for threads on another host, which tell upcrun nothing.
case $("$launcher" --version 2>&1) in *'Open MPI'* | *OpenRTE* | *PRRTE*) exit 0 ;; esac
printf '#!/bin/sh\n[ "$1" != --version ] || exec "%s" "$@"\nunset UPCRUN_TOLD\n"%s" "$@"\nstatus=$?\nkill -PIPE $$\nexit $status\n' \
  "$launcher" "$launcher" >other/bin/mpiexec
for ends in 0 7 137; do
  for ignores in '' IGNORES=1; do
    (
      [ ! "$ignores" ] || trap '' PIPE
      UPC_MPI=$PWD/other limited 60 env ${ignores:---default-signal=PIPE} "$UPCRUN" -n 3 ./ends $ends >out 2>&1 </dev/null
      status=$?
      [ $status = $ends ] || die "ends $ends, launcher gets SIGPIPE${ignores:+, which is ignored}: status $status: $(cat out)"
    ) || exit 1
  done
done
