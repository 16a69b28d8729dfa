#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A barrier to which all threads have come, and whose messages MPI does not deliver: the line about the long wait says so, and names no
# thread as missing. MPICH 4.3 and 5.0 lose messages between hosts over UCX; here a library before MPI's holds them back.
#   undelivered.sh CONDUIT
conduit=$1
BUILD=${BUILD:-build} tests/tools/has_conduit "$conduit" || exit 77
. "$(dirname "$0")/../common.sh"
"$tools/has_program" "mpicc.${conduit#mpi-}" || exit 77
cat >stuck.upc <<'C'
#include <stdlib.h>
#include <upc.h>
int main(void) {
  upc_barrier;
  setenv("HOLD_BACK", "1", 1);
  upc_barrier;
  return 0;
}
C
cat >hold.c <<'C'
#include <mpi.h>
#include <stdlib.h>
static MPI_Request any; /* a thread has one receive from any thread at a time */
int MPI_Irecv(void *to, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request) {
  int result = PMPI_Irecv(to, count, type, source, tag, comm, request);
  if (source == MPI_ANY_SOURCE) any = *request;
  return result;
}
int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status) {
  int result = PMPI_Request_get_status(request, flag, status);
  if (request == any && getenv("HOLD_BACK")) *flag = 0;
  return result;
}
C
"mpicc.${conduit#mpi-}" -shared -fPIC hold.c -o hold.so || exit 1
"$UPCC" -network="$conduit" stuck.upc -o stuck || exit 1
UPC_NEAR=no UPC_PATIENCE=1 LD_PRELOAD=$PWD/hold.so "$UPCRUN" -n 3 ./stuck >out 2>&1 </dev/null & job=$!
trap 'kill -TERM $job 2>/dev/null; wait $job; rm -rf "$dir"' EXIT
for ((tenths = 0; tenths < 600; tenths++)); do grep -q 'waited' out && break; sleep 0.1; done
grep -qE 'upc_barrier: thread [012] and 2 others have waited [0-9.]+ s for messages; all 3 threads have come here by now$' out || die "it says: $(cat out)"
