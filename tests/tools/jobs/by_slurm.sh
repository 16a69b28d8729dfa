#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Jobs in allocations of a real Slurm with two nodes, started as docs/conduits.md and docs/gasnet.md say. The threads run on
# both nodes and get the environment. The exit status is passed on, a thread that dies is named, and a cancelled job leaves
# nothing on any node.
#   by_slurm.sh CONDUIT [MPIEXEC]   by upcrun's own means, or with UPC_MPIEXEC=MPIEXEC
conduit=$1
tests/tools/has_conduit "$conduit" || exit 77
[ -n "${HOSTS:-}" ] || HOSTS_BY=slurm exec tests/tools/hosts 2 "$0" "$@"
. "$(dirname "$0")/../common.sh"
cat >job.upc <<'C'
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>
int main(int argc, char **argv) {
  const char *word = getenv("UPC_WORD"), *end = argc > 1 ? argv[1] : "";
  char host[64];
  gethostname(host, sizeof host);
  printf("thread %d of %d on %s: %s\n", MYTHREAD, THREADS, host, word ? word : "none");
  fflush(stdout);
  upc_barrier;
  if (strcmp(end, "wait") == 0) for (;;) pause();
  if (strcmp(end, "kill") == 0 && MYTHREAD == THREADS - 1) raise(SIGKILL);
  upc_barrier;
  return strcmp(end, "status") == 0 ? 7 : 0;
}
C
"$UPCC" -network="$conduit" job.upc -o "job$$" || exit 1
export UPC_WORD=handed-on UPC_SHARED_HEAP_SIZE=8M ${2:+UPC_MPIEXEC="$2"}
left() { "$tools/processes" called "job$$( |\$)|hydra_pmi_proxy|orted"; }  # host0 sees the processes of both
gone() {
  for i in $(seq 50); do [ -z "$(left)" ] && return; sleep 0.1; done
  die "left 5 s after $1: $(left)"
}
# Now and then Open MPI 4.1 dies in MPI_Init under srun --mpi=pmix: its btl/tcp gets a message, and calls a handler that it has yet to
# set. Its own report of a signal is on only inside MPI_Init, so a crash of ours has none. Such a job is started again.
died_in_init() {  # FILE...: what a job has printed
  [ "$conduit" = mpi-openmpi ] && grep -q 'Failing at address: (nil)' "$@" && ! grep -q '^thread' "$@" &&
    grep -q '^upc: a thread died of signal 11 (Segmentation fault) before the program began' "$@"
}
in_allocation() {
  local try status
  for try in 1 2 3; do
    limited 20 salloc -Q -N 2 --ntasks-per-node=2 "$@" >out 2>err
    status=$?
    died_in_init out err || break
  done
  return $status
}

in_allocation "$UPCRUN" -n 4 -N 2 "./job$$" || die "status $?: $(cat out err)"
same "$(sort out)" "$(for t in 0 1 2 3; do echo "thread $t of 4 on host$((t / 2)): handed-on"; done)"
in_allocation "$UPCRUN" -n 3 "./job$$" status
same "status $?" 'status 7'
in_allocation "$UPCRUN" -n 4 -N 2 "./job$$" kill
case ${2:-} in
  *-K*) same "status $?" 'status 143' ;;  # srun ends the others by SIGTERM, and the highest status is its own
  *) same "status $?" 'status 137' ;;
esac
grep -q '^upc: thread 3 of 4 died of signal 9 (Killed)' err || die "it says: $(cat err)"
gone 'a death'

submit() { sbatch -Q -N 2 --ntasks-per-node=2 -o "$dir/batch" --wrap "exec '$UPCRUN' -n 4 -N 2 ./job$$ wait" || die 'sbatch'; }
submit
for i in $(seq 100); do
  [ "$(grep -c handed-on batch 2>/dev/null)" = 4 ] && break
  [ -e batch ] && died_in_init batch && rm batch && submit
  sleep 0.1
done
same "$(grep -c handed-on batch)" 4
scancel -u root
gone scancel
