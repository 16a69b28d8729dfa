#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A program that the wrong launcher starts, several times: one line, and a status that is not 0. A job of one thread
# that a launcher is to start so has no line.
. "$(dirname "$0")/../common.sh"
cp "$tools/hello.upc" job.upc
found=
for conduit in smp mpi-mpich mpi-openmpi gasnet-smp gasnet-udp; do
  (cd "$top" && tests/tools/has_conduit $conduit) >/dev/null || continue
  "$UPCC" -network=$conduit job.upc -o $conduit || exit 1
  found+=" $conduit"
done
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
refused() {  # TEXT COMMAND...: one line, which has that text
  local text=$1; shift
  limited 30 "$@" >out 2>err </dev/null && die "$*: status 0: $(cat out err)"
  same "$*: $(cat out)$(grep -c '^upc: ' err)$(grep -cE "^upc: .*$text" err)" "$*: 11"
}
runs() {  # THREADS COMMAND...: so many say hello, and there is no error
  local lines=$1; shift
  limited 30 "$@" >out 2>err </dev/null || die "$*: status $?: $(cat out err)"
  same "$*: $(grep -o hello out | wc -l)$(cat err)" "$*: $lines" # MPI's launcher may join lines
}
for conduit in $found; do
  refused 'srun has started 3 processes, .* upcrun -n 3' env SLURM_STEP_NUM_TASKS=3 SLURM_PROCID=0 ./$conduit
  [[ $conduit = *mpich || $conduit = smp ]] || continue
  runs 1 env SLURM_NTASKS=3 SLURM_PROCID=0 ./$conduit # a batch script
  runs 2 env SLURM_STEP_NUM_TASKS=3 SLURM_PROCID=0 "$UPCRUN" -n 2 ./$conduit
done
if [[ $found = *mpi-mpich* ]]; then
  refused 'MPICH.* has started 2 processes, .* upcrun -n 2$' mpiexec.mpich -n 2 ./smp
  runs 1 mpiexec.mpich -n 1 ./smp
  runs 4 mpiexec.mpich -n 2 "$UPCRUN" -n 2 ./smp
fi
if [[ $found = *mpi-mpich*mpi-openmpi* ]]; then
  refused 'Open MPI has started 2 processes, .* upcrun -n 2 or by .*mpiexec.mpich$' mpiexec.openmpi --oversubscribe -q -n 2 ./mpi-mpich
  refused 'MPICH.* has started 2 processes, .* upcrun -n 2 or by .*mpiexec.openmpi$' mpiexec.mpich -n 2 ./mpi-openmpi
  runs 1 mpiexec.openmpi -n 1 ./mpi-mpich
  runs 1 mpiexec.mpich -n 1 ./mpi-openmpi
fi
# The same of a program in C on MPI, which starts MPI itself and gives the library a communicator.
cat >embedded.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <upc_stride_mpi.h>
int main(int argc, char **argv) {
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  upc_stride_init_mpi(MPI_COMM_WORLD, NULL);
  puts("hello");
  upc_stride_finalize();
  return MPI_Finalize();
}
END
embedded() {  # MPI
  mpicc.$1 -I "$build/include" embedded.c -L "$build/lib" -Wl,-rpath,"$build/lib" -lupc_stride-mpi-$1 -o on-$1 || exit 1
}
if [[ $found = *mpi-mpich*mpi-openmpi* ]]; then
  embedded mpich && embedded openmpi
  refused 'Open MPI has started 2 processes, .* upcrun -n 2 or by .*mpiexec.mpich$' mpiexec.openmpi --oversubscribe -q -n 2 ./on-mpich
  refused 'MPICH.* has started 2 processes, .* upcrun -n 2 or by .*mpiexec.openmpi$' mpiexec.mpich -n 2 ./on-openmpi
  runs 1 mpiexec.openmpi -n 1 ./on-mpich
  runs 2 mpiexec.mpich -n 2 ./on-mpich
fi
