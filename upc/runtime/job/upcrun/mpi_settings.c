/* SPDX-License-Identifier: BSD-3-Clause
 * The settings that MPI's libraries and launchers need, all in one table, by family and version. What the user has set
 * stands. tests/tools/jobs/mpi_settings.sh asks each MPI whether it knows those that it gets. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "job/mpi/windows.h"
#include "job/upcrun/mpi_settings.h"

#define PIECE "64k"

/* All jobs of a user share a folder of Open MPI's on each host. The end of one job can remove it while another starts
 * (open-mpi/ompi#8510). So each job gets a folder, which goes with it. Nobody else can know its name and make it
 * first: Open MPI would take another user's folder, or what a link there leads to. Open MPI 5 makes one for each
 * job. */
static const char *own_folder(void) {
  static char folder[4096];
  const char *above = getenv("TMPDIR");
  uint64_t random;
  if (getenv("OMPI_MCA_orte_tmpdir_base")) return NULL;
  if (getentropy(&random, sizeof random) != 0) upcrun_fail(1, "no random number: %s", strerror(errno));
  snprintf(folder, sizeof folder, "%s/ompi.upc.%d.%d.%llx", above && *above ? above : "/tmp", (int)geteuid(),
           (int)getpid(), (unsigned long long)random);
  return folder;
}

/* How long ssh is to wait for a host that does not answer: as later, when the job runs. The threads tell a wrong
 * value. */
static const char *ssh_arguments(void) {
  static char options[64];
  const char *seconds = getenv("UPC_LINK_TIMEOUT");
  if (upcrun_other_command()) return NULL;
  if (!seconds || !*seconds || strspn(seconds, "0123456789") != strlen(seconds)) seconds = "30";
  snprintf(options, sizeof options, "-o ConnectTimeout=%.20s", seconds);
  return options;
}

/* Hydra waits for ever for a host that ssh has not reached. */
static const char *noticed_ssh(void) { return upcrun_other_command() ? NULL : upcrun_installed("upcrun-ssh"); }

/* UCX's pieces are as long for the sender as for the receiver. */
static const char *piece(void) {
  const char *sent = getenv("UCX_TCP_TX_SEG_SIZE"), *received = getenv("UCX_TCP_RX_SEG_SIZE");
  return (!sent || strcmp(sent, PIECE) == 0) && (!received || strcmp(received, PIECE) == 0) ? PIECE : NULL;
}

static const char *windows(void) { return urtc_lacks_windows() ? URTC_OSC_ALLOWED : NULL; }

/* For which jobs. */
enum { ALWAYS, ONE_HOST, HOSTS, NAMED_HOSTS, AS_ROOT };
enum { V4_2 = 402, V4_3 = 403, V5 = 500 };

static const struct {
  enum mpi_family family;
  int from, below;                 /* versions */
  int when;
  const char *variable, *value;
  const char *(*computed)(void);   /* in place of `value`; null: not now */
} settings[] = {
  /* UCX, below both MPIs. A thread that copies from one that dies is ended by it, and it prints a call stack of its
   * libraries then. That of a thread is upcrun -backtrace's. UCX's error message stays. */
  {OF_MPICH, 0, MPI_NEWEST, ALWAYS, "UCX_HANDLE_ERRORS", "none", NULL},
  {OF_OPENMPI, 0, MPI_NEWEST, ALWAYS, "UCX_HANDLE_ERRORS", "none", NULL},
  /* UCX watches what the program maps, for network cards, and changes instructions of the C library for that. With UCX
   * 1.18 on busy cores one start in 25 of programs that fork before MPI_Init, as monitors do, waited for ever: its
   * lock had one reader too many. Without watching no start of 160 did. Threads of one host use no network card. */
  {OF_MPICH, 0, MPI_NEWEST, ONE_HOST, "UCX_MEM_EVENTS", "n", NULL},
  {OF_OPENMPI, 0, MPI_NEWEST, ONE_HOST, "UCX_MEM_EVENTS", "n", NULL},

  /* Over TCP UCX sends pieces of 8 KB, each by a system call of its own, and asks before messages of more than 16 KB.
   * With pieces of 64 KB, the most that Linux hands to a network card at once, long messages and MPI's puts and gets
   * take a third to two thirds of the time. */
  {OF_MPICH, 0, V4_3, HOSTS, "UCX_TCP_TX_SEG_SIZE", NULL, piece},
  {OF_MPICH, 0, V4_3, HOSTS, "UCX_TCP_RX_SEG_SIZE", NULL, piece},
  /* Between hosts, over UCX and TCP, MPICH 4.3 and 5.0 do not deliver some messages to a receive from any source:
   * MPI_Test of it stays false. Over libfabric they do. */
  {OF_MPICH, V4_3, MPI_NEWEST, HOSTS, "MPIR_CVAR_CH4_NETMOD", "ofi", NULL},
  /* Where hosts have TCP alone, MPICH takes libfabric's old provider `sockets`, by which a message of 8 bytes takes
   * 19 us where `tcp` takes 13. Faster networks have providers of their own, so none is named. */
  {OF_MPICH, V4_3, MPI_NEWEST, HOSTS, "FI_PROVIDER", "^sockets", NULL},
  /* Its launcher writes what hwloc says of the machine to a file in /tmp, which stays after a job that is aborted. With
   * this variable threads do not ask for that file. */
  {OF_MPICH, V4_2, MPI_NEWEST, ALWAYS, "HWLOC_XMLFILE", "", NULL},
  {OF_MPICH, 0, MPI_NEWEST, NAMED_HOSTS, "HYDRA_LAUNCHER_EXEC", NULL, noticed_ssh},
  {OF_INTEL, 0, MPI_NEWEST, NAMED_HOSTS, "I_MPI_HYDRA_BOOTSTRAP_EXEC", NULL, noticed_ssh},

  {OF_OPENMPI, 0, V5, ALWAYS, "OMPI_MCA_orte_top_session_dir", NULL, own_folder},
  /* Open MPI's daemons put the machine's description where their memory has most room, for processes to map at the
   * same address, and have crashed there (hwloc_shmem_topology_write, once in some thousand jobs). Without, processes
   * get it as text. */
  {OF_OPENMPI, 0, V5, ALWAYS, "OMPI_MCA_rtc_hwloc_vmhole", "none", NULL},
  {OF_OPENMPI, V5, MPI_NEWEST, ALWAYS, "PRTE_MCA_rtc_hwloc_vmhole", "none", NULL},
  /* The launcher says nothing of its own about a job that fails. Open MPI 5's does so in any case. */
  {OF_OPENMPI, 0, V5, ALWAYS, "OMPI_MCA_orte_execute_quiet", "1", NULL},
  {OF_OPENMPI, 0, V5, ALWAYS, URTC_OSC, NULL, windows},
  {OF_OPENMPI, 0, V5, NAMED_HOSTS, "OMPI_MCA_plm_rsh_args", NULL, ssh_arguments},
  {OF_OPENMPI, V5, MPI_NEWEST, NAMED_HOSTS, "PRTE_MCA_plm_ssh_args", NULL, ssh_arguments},
  /* Who runs upcrun as root means it. */
  {OF_OPENMPI, 0, MPI_NEWEST, AS_ROOT, "OMPI_ALLOW_RUN_AS_ROOT", "1", NULL},
  {OF_OPENMPI, 0, MPI_NEWEST, AS_ROOT, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", NULL},
};

static int applies(const struct job *job, int when) {
  int several = job->host || upcrun_scheduler();
  switch (when) {
    case ONE_HOST: return !several;
    case HOSTS: return several;
    case NAMED_HOSTS: return job->host != NULL;
    case AS_ROOT: return geteuid() == 0;
    default: return 1;
  }
}

void upcrun_set_mpi(const struct job *job, struct mpi_library library) {
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    if (!mpi_is(library, settings[i].family, settings[i].from, settings[i].below)) continue;
    if (!applies(job, settings[i].when) || getenv(settings[i].variable)) continue;
    const char *value = settings[i].computed ? settings[i].computed() : settings[i].value;
    if (value) upcrun_set(job, settings[i].variable, value);
  }
}
