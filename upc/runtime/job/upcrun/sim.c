/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun for programs on conduit sim: which machine, and where the simulator is. The program starts both itself and its
 * threads. */
#include <stdlib.h>
#include <sys/personality.h>
#include <unistd.h>
#include "job/upcrun/launch.h"

/* At addresses that are not random, a process has its heap next to its program and its libraries next to its stack.
 * That takes fewer page tables, and a machine has thousands of processes. */
static void fix_addresses(void) { personality((unsigned long)personality(0xffffffff) | ADDR_NO_RANDOMIZE); }

static void launch(struct job *job, const char *path, char **command) {
  const char *simulator = getenv("UPC_SIMULATOR");
  if (access(path, F_OK) != 0) return; /* upcrun_become says that it is not there */
  int simulated = upcrun_text(path, "[upcrun: simulate") != NULL;
  if (!simulated && job->machine)
    upcrun_fail(USAGE, "-machine=%s: '%s' is not for a simulated machine; compile it with upcc -network=sim",
                job->machine, command[0]);
  if (!simulated && (job->record || job->replay || job->messages))
    upcrun_fail(USAGE, "-record, -replay and -messages are for simulated machines; compile '%s' with upcc -network=sim",
                command[0]);
  if (!simulated) return;
  if (job->record && job->replay) upcrun_fail(USAGE, "-record and -replay: only one of them");
  if (job->hosts || job->hostfile || job->nodes)
    upcrun_fail(USAGE, "a simulated machine is on this host: -N, -hosts= and -hostfile= have no meaning for it");
  if (!simulator && !(simulator = upcrun_installed("upc-stride-simulator")))
    upcrun_fail(NOT_FOUND, "simulated machines need SimGrid, which was not there when upcrun was built; "
                "scripts/setup --machines installs it, then make");
  upcrun_set(job, "UPC_SIMULATOR", simulator);
  if (job->record) upcrun_set(job, "UPC_MACHINE_RECORD", job->record);
  if (job->replay) upcrun_set(job, "UPC_MACHINE_REPLAY", job->replay);
  if (job->messages) upcrun_set(job, "UPC_MACHINE_MESSAGES", job->messages);
  if (job->machine) upcrun_set(job, "UPC_MACHINE", job->machine);
  else if (!getenv("UPC_MACHINE")) upcrun_set(job, "UPC_MACHINE", "flat");
  if (job->show && !getenv("UPC_MACHINE_PROCESSES")) upcrun_set(job, "UPC_MACHINE_PROCESSES", "verbose");
  fix_addresses();
  if (!getenv("OPENBLAS_NUM_THREADS")) upcrun_set(job, "OPENBLAS_NUM_THREADS", "1"); /* a thread is one processor */
}

UPCRUN_LAUNCHES_BY(launch);
