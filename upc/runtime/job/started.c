/* SPDX-License-Identifier: BSD-3-Clause
 * A launcher that the job knows nothing of: mpiexec of a program that starts its threads itself, the mpiexec of another
 * MPI than the program's, or srun without --mpi=. Each of the processes would be a job of its own, and all would have
 * the same results. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/environment.h"
#include "base/fail.h"
#include "job/job.h"

enum { SAY_S = 1 };               /* a launcher may kill the others once one has ended: the first one speaks before */

/* What a launcher tells each process that it starts. Slurm sets SLURM_NTASKS in a batch script too, which is one
 * process, and SLURM_STEP_NUM_TASKS in what srun starts. */
static const struct { const char *size, *rank, *name; } launchers[] = {
  {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "the mpiexec of Open MPI"},
  {"PMI_SIZE", "PMI_RANK", "the mpiexec of MPICH, or one like it,"},
  {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID", "srun"},
};
enum { LAUNCHERS = sizeof launchers / sizeof *launchers };

static int number(const char *name) {
  const char *text = getenv(name);
  return text ? atoi(text) : -1;
}

void urtk_check_launcher(int threads, const char *own) {
  int found = -1;
  if (urtk_env_threads() == threads) return;            /* who started it wants a job of so many */
  for (int i = 0; i < LAUNCHERS; i++) {
    if (number(launchers[i].size) == 1) return;         /* a job of one within another */
    if (number(launchers[i].size) > 1 && found < 0) found = i;
  }
  if (found < 0) return;
  if (number(launchers[found].rank) > 0) {
    sleep(SAY_S);
    exit(1);
  }
  urtk_usage(1, "%s has started %d processes, each of which would be a job of its own: start the program by "
             "upcrun -n %d%s%s", launchers[found].name, number(launchers[found].size), number(launchers[found].size),
             own ? " or by " : "", own ? own : "");
}
