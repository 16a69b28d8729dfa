// A call of MPI fails on thread 1, as it does when the other process has gone. Another thread ends the job a little
// later, and its status is the job's. With an argument no thread does: then MPI's error ends it, and says so.
// flags: -uses-mpi
#include <mpi.h>
#include <time.h>
#include <upc.h>

extern MPI_Comm urtc_comm; // of the runtime's own messages

int main(int argc, char **argv) {
  int word = 0;
  upc_barrier;
  if (MYTHREAD == 1) MPI_Send(&word, 1, MPI_INT, THREADS, 0, urtc_comm); // there is no such thread
  nanosleep(&(struct timespec){0, 300000000}, NULL);
  if (argc == 1 && MYTHREAD == 0) upc_global_exit(7);
  upc_barrier;
  return argc == 1 ? 8 : 0;
}
