#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A program with a main of its own that upcrun starts as several threads, and that never starts them: a line, status 1. One
# that begins MPI by itself as one process is refused in its call.
#   never_started.sh {c,python,MPI}
. "$(dirname "$0")/../common.sh"
line='^upc: the program has run as one process, not as 3 threads: it has not called upc_stride_init'
silent() { # STATUS COMMAND...: ends so, with nothing on standard error
  local wanted=$1; shift
  limited 20 "$@" >out 2>err </dev/null
  same "status $?: $(cat err)" "status $wanted: "
}
told() { # COMMAND...: ends with the line, and what it has printed is there
  limited 20 "$@" >out 2>err </dev/null
  same "status $? $(cat out)" 'status 1 one'
  grep -q "$line" err && same "$(wc -l <err)" 1 || die "it says: $(cat err)"
}
client() { # COMPILER LIBRARY
  "$1" -I "$build/include" job.c -L "$build/lib" -Wl,-rpath,"$build/lib" "-l$2" -o "job$$"
}

case $1 in
  c)
    cat >job.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <upc_stride.h>
int main(int argc, char **argv) { /* job STATUS [start, fork] */
  if (argc > 2 && *argv[2] == 's') upc_stride_init(NULL), upc_stride_finalize();
  else printf("one");
  if (argc > 2 && *argv[2] == 'f') {
    fflush(stdout);
    if (fork() == 0) exit(0);
    wait(NULL);
  }
  return atoi(argv[1]);
}
C
    client cc upc_stride || exit 1
    told "$UPCRUN" -n 3 "./job$$" 0
    told "$UPCRUN" -n 3 "./job$$" 0 fork
    told "$UPCRUN" -n 3 env "./job$$" 0
    silent 5 "$UPCRUN" -n 3 "./job$$" 5
    silent 0 "$UPCRUN" -n 3 "./job$$" 0 start
    silent 0 "$UPCRUN" -n 1 "./job$$" 0
    silent 0 env UPC_THREADS=3 "./job$$" 0 ;;
  python)
    . "$tools/has_package"
    told "$UPCRUN" -n 3 "$python" -c 'import upc_stride; print("one")'
    silent 5 "$UPCRUN" -n 3 "$python" -c 'import sys, upc_stride; sys.exit(5)'
    silent 0 "$UPCRUN" -n 3 "$python" -c 'import upc_stride; upc_stride.threads()'
    silent 0 "$UPCRUN" -n 3 "$python" -c 'import upc_stride; upc_stride.init(); upc_stride.finalize()'
    silent 0 "$UPCRUN" -n 1 "$python" -c 'import upc_stride' ;;
  *)
    BUILD=$build "$tools/has_conduit" "mpi-$1" || exit 77
    cat >job.c <<'C'
#include <upc_stride_mpi.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  upc_stride_init_mpi(MPI_COMM_WORLD, NULL);
  upc_stride_finalize();
  MPI_Finalize();
  return 0;
}
C
    client "mpicc.$1" "upc_stride-mpi-$1" || exit 1
    limited 20 "$UPCRUN" -n 3 env "./job$$" >out 2>err </dev/null
    same "status $?" 'status 1'
    grep -q '^upc_stride_init_mpi: 3 threads are asked for (upcrun -n, UPC_THREADS), and MPI has one process: .* mpiexec -n 3$' err ||
      die "it says: $(cat err)"
    silent 0 "$UPCRUN" -n 3 "./job$$"
    silent 0 "./job$$" ;;
esac
