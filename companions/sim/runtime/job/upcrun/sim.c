/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun for programs on conduit sim: which machine, and where the simulator is. The program starts both itself and its
 * threads. */
#include <stddef.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <unistd.h>
#include "job/upcrun/launch.h"

/* What the options say; null where they are not given. */
static struct { const char *machine, *record, *replay, *messages; int why; } asked;

static int keep(const option_use_t *use) {
  *(const char **)((char *)&asked + use->option->at) = use->value;
  return 0;
}

static int ask_why(const option_use_t *use) {
  (void)use;
  asked.why = 1;
  return 0;
}

#define AT(field) offsetof(__typeof__(asked), field)
static const option_t options[] = {
  {.help = "simulated machines, for programs of the conduit sim"},
  {"-machine", "=NAME",
   "the machine to simulate. NAME is one that comes with upcrun, a file that describes a machine, or a platform file "
   "of SimGrid's. NAME,WORD=VALUE,... changes settings of it", keep, AT(machine)},
  {"-record", "=FILE", "write the measured times of computations to FILE", keep, AT(record)},
  {"-replay", "=FILE", "take these times from FILE: a run that repeats to the last digit", keep, AT(replay)},
  {"-messages", "=FILE",
   "write messages and computations to FILE, a trace of SimGrid's: smpirun -replay FILE.list; FILE.goal: as GOAL, "
   "for LogGOPSim", keep, AT(messages)},
  {"-why", NULL, "what the time is made of: the path that decides it, by call and line, and what is at fault", ask_why},
  {0}};
UPCRUN_OPTIONS(options);

/* At addresses that are not random, a process has its heap next to its program and its libraries next to its stack.
 * That takes fewer page tables, and a machine has thousands of processes. */
static void fix_addresses(void) { personality((unsigned long)personality(0xffffffff) | ADDR_NO_RANDOMIZE); }

static void launch(struct job *job, const char *path, char **command) {
  const char *simulator = getenv("UPC_SIMULATOR");
  if (access(path, F_OK) != 0) return; /* upcrun_become says that it is not there */
  int simulated = upcrun_text(path, "[upcrun: simulate") != NULL;
  if (!simulated && asked.machine)
    upcrun_fail(USAGE, "-machine=%s: '%s' is not for a simulated machine; compile it with upcc -network=sim",
                asked.machine, command[0]);
  if (!simulated && (asked.record || asked.replay || asked.messages || asked.why))
    upcrun_fail(USAGE, "-record, -replay, -messages and -why are for simulated machines; "
                "compile '%s' with upcc -network=sim%s", command[0],
                asked.why ? "; -trace has the critical path too" : "");
  if (!simulated) return;
  if (asked.record && asked.replay) upcrun_fail(USAGE, "-record and -replay: only one of them");
  if (job->hosts || job->hostfile || job->nodes)
    upcrun_fail(USAGE, "a simulated machine is on this host: -N, -hosts= and -hostfile= have no meaning for it");
  if (!simulator && !(simulator = upcrun_installed("upc-stride-simulator")))
    upcrun_fail(NOT_FOUND, "simulated machines need SimGrid, which was not there when upcrun was built; "
                "scripts/setup --machines installs it, then make");
  upcrun_set(job, "UPC_SIMULATOR", simulator);
  if (asked.record) upcrun_set(job, "UPC_MACHINE_RECORD", asked.record);
  if (asked.replay) upcrun_set(job, "UPC_MACHINE_REPLAY", asked.replay);
  if (asked.why) upcrun_set(job, "UPC_MACHINE_WHY", "1");
  if (asked.messages) upcrun_set(job, "UPC_MACHINE_MESSAGES", asked.messages);
  if (asked.machine) upcrun_set(job, "UPC_MACHINE", asked.machine);
  else if (!getenv("UPC_MACHINE")) upcrun_set(job, "UPC_MACHINE", "flat");
  if (job->show && !getenv("UPC_MACHINE_PROCESSES")) upcrun_set(job, "UPC_MACHINE_PROCESSES", "verbose");
  fix_addresses();
  if (!getenv("OPENBLAS_NUM_THREADS")) upcrun_set(job, "OPENBLAS_NUM_THREADS", "1"); /* a thread is one processor */
}

UPCRUN_LAUNCHES_BY(launch);
