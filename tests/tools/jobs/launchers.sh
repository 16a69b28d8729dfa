#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# How upcrun calls ssh and Slurm's srun, and that a job runs by them. They are replaced by scripts that record their arguments
# and run the command on this machine.
#   launchers.sh CONDUIT
conduit=$1
tests/tools/has_conduit "$conduit" || exit 77
. "$(dirname "$0")/../common.sh"
cat >job.upc <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
int main(void) {
  const char *word = getenv("UPC_WORD");
  printf("thread %d of %d: %s\n", MYTHREAD, THREADS, word ? word : "none");
  upc_barrier;
  return 0;
}
C
"$UPCC" -network="$conduit" job.upc -o job || exit 1
mkdir bin && export PATH=$dir/bin:$PATH UPC_WORD=handed-on UPC_SHARED_HEAP_SIZE=8M
cat >bin/ssh <<'S'
#!/bin/bash
while [[ ${1:-} == -* ]]; do case $1 in -o|-p|-l) shift ;; esac; shift; done
host=${1:-}; shift || exit 0  # GASNet asks for its version first
echo "$host" >>hosts
exec sh -c "$*"
S
cat >bin/srun <<'S'
#!/bin/bash
echo "srun $*" >>calls
while [[ ${1:-} == -* ]]; do
  case $1 in --*) shift ;; -n) count=$2; shift 2 ;; *) shift 2 ;; esac
done
case $1 in *job) exit 0 ;; esac # one of an MPI's own: it would need a PMI server, so how it was called is all there is to see
for ((i = 0; i < count; i++)); do "$@" & done
wait
S
chmod +x bin/*
all_of() { # THREADS: each has run, with the environment it was to have
  for ((t = 0; t < $1; t++)); do grep -qx "thread $t of $1: handed-on" out || die "no thread $t: $(cat out)"; done
}

limited 30 "$UPCRUN" -hosts=127.0.0.2,127.0.0.3 -n 3 ./job >out 2>&1 || die "by ssh: status $? $(cat out)"
all_of 3
same "$(sort -u hosts | tr '\n' ' ')" '127.0.0.2 127.0.0.3 '

# The table of settings has what the user's variables say, too.
if [ "$conduit" = mpi-openmpi ]; then
  "$UPCRUN" -t -n 2 ./job >out
  grep -q 'OMPI_MCA_orte_execute_quiet=1 .*/mpiexec.openmpi -n 2 ' out || die "upcrun -t: $(cat out)"
  UPC_LINK_TIMEOUT=7 "$UPCRUN" -t -hosts=127.0.0.2 -n 2 ./job >out
  same "$(grep -Eo "OMPI_MCA_plm_rsh_args='-o ConnectTimeout=7'" out | wc -l)" 1
fi

>calls
case $conduit in
  mpi-*)
    # UCX 1.18 may hang in MPI_Init if it watches what the program maps. Network cards need that.
    same "$("$UPCRUN" -t -n 2 ./job | grep -c ' UCX_MEM_EVENTS=n ')" 1
    same "$(UCX_MEM_EVENTS=y "$UPCRUN" -t -n 2 ./job | grep -c UCX_MEM_EVENTS)" 0
    same "$("$UPCRUN" -t -n 2 -hosts=127.0.0.2 ./job | grep -c UCX_MEM_EVENTS)" 0
    # Between hosts MPICH is to send long pieces, unless the user says how long.
    same "$("$UPCRUN" -t -n 2 -hosts=127.0.0.2 ./job | grep -Eo 'UCX_TCP_[TR]X_SEG_SIZE=64k' | wc -l)" \
         "$([ "$conduit" = mpi-mpich ] && echo 2 || echo 0)"
    same "$(UCX_TCP_TX_SEG_SIZE=9k "$UPCRUN" -t -n 2 -hosts=127.0.0.2 ./job | grep -c SEG_SIZE)" 0
    same "$("$UPCRUN" -t -n 2 ./job | grep -c SEG_SIZE)" 0
    for wrong in soon -1 2.5 86401; do
      UPC_LINK_TIMEOUT=$wrong limited 30 "$UPCRUN" -hosts=127.0.0.2 -n 1 ./job >out 2>&1
      same "status $? $(grep '^upc' out)" "status 2 upc: UPC_LINK_TIMEOUT is '$wrong'; it must be a number of seconds from 0 to 86400"
    done
    UPC_MPIEXEC='srun --mpi=pmi2' "$UPCRUN" -n 4 -N 2 -shared-heap=8M ./job || die "by srun: status $?"
    same "$(cat calls)" 'srun --mpi=pmi2 -n 4 -N 2 ./job' ;;
  gasnet-udp)
    SLURM_JOB_ID=1 limited 30 "$UPCRUN" -n 4 -N 2 ./job >out 2>&1 || die "by srun: status $? $(cat out)"
    all_of 4
    grep -q '^srun --overcommit -n 4 -N 2 --ntasks-per-node=2 ' calls || die "srun was called so: $(cat calls)" ;;
esac
