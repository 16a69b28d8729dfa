/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun for programs on MPI: starts the launcher of the MPI the program was linked with. A text in the program
 * (conduits/mpi/start.c) names that launcher and how it wants its options spelt. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/host.h"
#include "job/job.h"
#include "job/mpi/windows.h"
#include "job/upcrun/launch.h"

extern char **environ;

enum { LEAST_INHERITED = 100 };         /* a descriptor that nobody else uses */

/* The launcher the program names, and 1 if it is Open MPI's; null if it is no program for mpi. A program of another
 * compiler says `mpiexec`, and a runtime that was built elsewhere names one that is not here. Where several MPIs are
 * installed, theirs have the names mpiexec.mpich and mpiexec.openmpi. */
static const char *launcher_of(const char *path, int *openmpi) {
  static char own[64];
  char *text = upcrun_text(path, "[upcrun: start with "), *space = text ? strchr(text, ' ') : NULL;
  *openmpi = text && strncmp(text, "openmpi ", 8) == 0;
  if (!space) return NULL;
  snprintf(own, sizeof own, "%.40s.%.*s", space + 1, (int)(space - text), text);
  if (strchr(space, '/') && access(space + 1, X_OK) == 0) return space + 1;
  return strchr(upcrun_on_path(own), '/') ? own : "mpiexec";
}

/* The hosts, each with its threads: by the option `list` as a:2,b:1,c:1, or if there are many by the option `file`.
 * Each line of that file has a host, `between` and a number. It is in memory, and the launcher inherits it. */
static void add_hosts(const struct job *job, const char *list, const char *file, const char *between) {
  enum { LISTED = 100 };
  int fd = job->nodes > LISTED ? memfd_create("hosts", 0) : -1;
  char *text = NULL;
  size_t length;
  FILE *f = upcrun_memory(open_memstream(&text, &length), "the hosts");
  for (long i = 0; i < job->nodes; i++) {
    const struct job_host *h = &job->host[i];
    if (strchr(h->name, ':'))
      upcrun_fail(USAGE, "'%s' is an address of IPv6, which the launchers of MPI do not take; give the host a name",
                  h->name);
    if (fd >= 0) fprintf(f, "%s%s%ld\n", h->name, between, h->threads);
    else fprintf(f, "%s%s:%ld", i ? "," : "", h->name, h->threads);
  }
  upcrun_memory(fclose(f) == 0 ? text : NULL, "the hosts");
  if (fd >= 0 && write(fd, text, length) != (ssize_t)length) upcrun_fail(1, "no memory for the hosts");
  upcrun_add("%s", fd >= 0 ? file : list);
  if (fd >= 0) upcrun_add("/dev/fd/%d", fd);
  else upcrun_add("%s", text);
  free(text);
}

static int is_oversubscribed(const struct job *job) {
  struct cores set = urtk_affinity();
  return (job->each ? job->each : job->threads) > urtk_count_cores(&set);
}

/* Hydra ends a job with an error if it has more than 64 KB of input. So thread 0 reads files and pipes itself, from a
 * descriptor that it inherits, if it is sure to be on this host. At a terminal Hydra reads: the threads are in the
 * background there. */
static void pass_input(const struct job *job) {
  char number[16];
  int null, input;
  if (job->host || job->dry || upcrun_scheduler() || isatty(STDIN_FILENO)) return;
  if ((null = open("/dev/null", O_RDONLY)) < 0 || (input = fcntl(STDIN_FILENO, F_DUPFD, LEAST_INHERITED)) < 0) return;
  dup2(null, STDIN_FILENO), close(null);
  snprintf(number, sizeof number, "%d", input);
  setenv("UPCRUN_INPUT", number, 1);
}

/* How long to wait for a host that does not answer: as later, when the job runs. The threads tell a wrong value. Open
 * MPI 5 has another name for ssh's arguments. */
static void wait_for_hosts(const struct job *job) {
  const char *seconds = getenv("UPC_LINK_TIMEOUT");
  char options[64];
  if (upcrun_other_command() || getenv("OMPI_MCA_plm_rsh_args") || getenv("PRTE_MCA_plm_ssh_args")) return;
  if (!seconds || !*seconds || strspn(seconds, "0123456789") != strlen(seconds)) seconds = "30";
  snprintf(options, sizeof options, "-o ConnectTimeout=%.20s", seconds);
  upcrun_set(job, "OMPI_MCA_plm_rsh_args", options);
  upcrun_set(job, "PRTE_MCA_plm_ssh_args", options);
}

/* Hydra waits for ever for a host that ssh has not reached. */
static void notice_ssh(const struct job *job) {
  const char *ssh = upcrun_installed("upcrun-ssh");
  if (ssh && !upcrun_other_command()) upcrun_set(job, "HYDRA_LAUNCHER_EXEC", ssh);
}

/* Hydra, MPICH's launcher, loses a signal that it gets before its proxies have started the processes. Later it hands on
 * INT, TERM, QUIT and USR1 alone. So upcrun stays as its parent. The processes on this host inherit a pipe, by which
 * the first one says that it runs (job/mpi/monitor.c). On other hosts that may take some seconds, and nobody tells. */
static void attend_hydra(const struct job *job) {
  enum { ELSEWHERE_MS = 2000 };
  int begun[2], told, here = !job->host && !upcrun_scheduler();
  char text[64];
  struct stat pipe;
  if (job->dry) return;
  if (pipe2(begun, O_CLOEXEC) < 0 || fstat(begun[0], &pipe) < 0 ||
      (told = fcntl(begun[1], F_DUPFD, LEAST_INHERITED)) < 0)
    upcrun_fail(1, "cannot make a pipe: %s", strerror(errno));
  close(begun[1]);
  if (upcrun_fork()) {
    close(told);
    upcrun_end_as(upcrun_attend((struct upcrun_attended){begun[0], here ? 0 : ELSEWHERE_MS, here, -1}));
  }
  snprintf(text, sizeof text, "%d:%llu", told, (unsigned long long)pipe.st_ino);
  setenv("UPCRUN_BEGUN", text, 1);
}

/* Over TCP UCX sends pieces of 8 KB, each by a system call of its own, and asks before messages of more than 16 KB.
 * With pieces of 64 KB, the most that Linux hands to a network card at once, long messages and MPI's puts and gets take
 * a third to two thirds of the time. */
static void lengthen_pieces(const struct job *job) {
  if (getenv("UCX_TCP_TX_SEG_SIZE") || getenv("UCX_TCP_RX_SEG_SIZE")) return;
  upcrun_set(job, "UCX_TCP_TX_SEG_SIZE", "64k");
  upcrun_set(job, "UCX_TCP_RX_SEG_SIZE", "64k");
}

static void spell_mpich(const struct job *job) {
  attend_hydra(job);
  if (job->host || upcrun_scheduler()) lengthen_pieces(job);
  pass_input(job);
  upcrun_add("-n"), upcrun_add("%ld", job->threads);
  if (job->host) notice_ssh(job), add_hosts(job, "-hosts", "-f", ":");
  else if (job->each) upcrun_add("-ppn"), upcrun_add("%ld", job->each);
  if (job->bind) upcrun_add("-bind-to"), upcrun_add("%s", job->bind);
}

/* All jobs of a user share a folder of Open MPI's on each host. The end of one job can remove it while another starts
 * (open-mpi/ompi#8510). So each job gets a folder, which goes with it. Nobody else can know its name and make it
 * first: Open MPI would take another user's folder, or what a link there leads to. */
static void own_folder(const struct job *job) {
  const char *above = getenv("TMPDIR");
  char folder[4096];
  uint64_t random;
  if (getenv("OMPI_MCA_orte_top_session_dir") || getenv("OMPI_MCA_orte_tmpdir_base")) return;
  if (getentropy(&random, sizeof random) != 0) upcrun_fail(1, "no random number: %s", strerror(errno));
  snprintf(folder, sizeof folder, "%s/ompi.upc.%d.%d.%llx", above && *above ? above : "/tmp", (int)geteuid(),
           (int)getpid(), (unsigned long long)random);
  upcrun_set(job, "OMPI_MCA_orte_top_session_dir", folder);
}

/* Open MPI's daemons put the machine's description where their memory has most room, for processes to map at the same
 * address, and have crashed there (hwloc_shmem_topology_write, once in some thousand jobs). Without, processes get it
 * as text. */
static void no_map(const struct job *job) {
  if (!getenv("OMPI_MCA_rtc_hwloc_vmhole")) upcrun_set(job, "OMPI_MCA_rtc_hwloc_vmhole", "none");
}

static void allow_windows(const struct job *job) {
  if (urtc_lacks_windows()) upcrun_set(job, URTC_OSC, URTC_OSC_ALLOWED);
}

/* UCX, below both MPIs. A thread that copies from one that dies is ended by it, and it prints a call stack of its
 * libraries then. That of a thread is upcrun -backtrace's. UCX's error message stays.
 * UCX watches what the program maps, for network cards, and changes instructions of the C library for that. With UCX
 * 1.18 on busy cores one start in 25 of programs that fork before MPI_Init, as monitors do, waited for ever: its lock
 * had one reader too many. Without watching no start of 160 did. Threads of one host use no network card. */
static void set_ucx(const struct job *job) {
  if (!getenv("UCX_HANDLE_ERRORS")) upcrun_set(job, "UCX_HANDLE_ERRORS", "none");
  if (!job->host && !upcrun_scheduler() && !getenv("UCX_MEM_EVENTS")) upcrun_set(job, "UCX_MEM_EVENTS", "n");
}

/* More threads than cores begin again at the first core, as on the other conduits. */
static void bind_openmpi(const struct job *job) {
  int bound = job->bind && strcmp(job->bind, "none") != 0;
  upcrun_add("--bind-to"), upcrun_add("%s%s", job->bind ? job->bind : "none", bound ? ":overload-allowed" : "");
}

/* The launcher says nothing of its own about a job that fails. Open MPI 5 refuses the option -q, and ignores this
 * variable of Open MPI 4. */
static void say_less(const struct job *job) { upcrun_set(job, "OMPI_MCA_orte_execute_quiet", "1"); }

/* Open MPI's launcher stops the threads at ctrl-Z, but not itself: a shell would wait on, and the launcher would go on
 * to read what is typed to the shell. So upcrun stays, to stop, and reads for it. */
static void attend_openmpi(const struct job *job) {
  int input[2] = {-1, -1};
  if (job->dry) return;
  if (isatty(STDIN_FILENO) && pipe2(input, O_CLOEXEC) < 0) upcrun_fail(1, "cannot make a pipe: %s", strerror(errno));
  if (upcrun_fork()) {
    if (input[0] >= 0) close(input[0]), fcntl(input[1], F_SETFL, O_NONBLOCK);
    upcrun_end_as(upcrun_attend((struct upcrun_attended){.begun = -1, .input = input[1]}));
  }
  if (input[0] >= 0) dup2(input[0], STDIN_FILENO);
}

/* Open MPI hands only its own variables to other hosts. */
static void spell_openmpi(const struct job *job) {
  attend_openmpi(job);
  own_folder(job);
  no_map(job);
  allow_windows(job);
  say_less(job);
  upcrun_add("-n"), upcrun_add("%ld", job->threads);
  upcrun_add("--oversubscribe");
  bind_openmpi(job);
  if (is_oversubscribed(job)) upcrun_add("--mca"), upcrun_add("mpi_yield_when_idle"), upcrun_add("1");
  if (job->host) {
    wait_for_hosts(job);
    add_hosts(job, "--host", "--hostfile", " slots=");
    upcrun_add("-x"), upcrun_add("UCX_HANDLE_ERRORS");
    for (char **variable = environ; *variable; variable++)
      if (upcrun_handed_on(*variable)) upcrun_add("-x"), upcrun_add("%.*s", (int)strcspn(*variable, "="), *variable);
  }
  if (job->each && !job->host) upcrun_add("--map-by"), upcrun_add("ppr:%ld:node", job->each);
  if (geteuid() == 0) { /* who runs upcrun as root means it */
    upcrun_set(job, "OMPI_ALLOW_RUN_AS_ROOT", "1");
    upcrun_set(job, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
  }
}

static void quote(FILE *f, const char *word) {
  fputs(" '", f);
  for (; *word; word++)
    if (*word == '\'') fputs("'\\''", f);
    else fputc(*word, f);
  fputc('\'', f);
}

/* For the shell of each host: is the program there? Hydra waits for ever if it is not, and Open MPI says nothing
 * (say_less).
 * The first process of a host says it and ends the job. To Hydra it does so on its connection (urtk_abort_hydra), if
 * that has one digit, as all shells need it; a process that is killed ends the job too. */
static void look_for_program(FILE *f, const char *path) {
  fputs("[ -x", f);
  quote(f, path);
  fputs(" ] || { [ \"${MPI_LOCALRANKID:-$OMPI_COMM_WORLD_LOCAL_RANK}\" = 0 ] || { sleep 5; exit 127; }; "
        "printf 'upcrun: there is no program %s on %s\\n'", f);
  quote(f, path);
  fputs(" \"$(uname -n)\" >&2; [ \"$PMI_FD\" ] || exit 127; sleep 1; "
        "case $PMI_FD in ?) printf 'cmd=abort exitcode=127\\n' >&$PMI_FD; sleep 5 ;; esac; kill -KILL $$; }; ", f);
}

/* The program and its arguments; `own`: by the user's own launcher. Launchers take a ":" for the end of one program of
 * several, and Hydra crashes if there are some thousand, so a shell gets such arguments as a part of its command. */
static _Noreturn void start(const struct job *job, const char *path, char **command, int own) {
  enum { MANY = 500, LONGEST = (128 << 10) - 1 }; /* the system's limit for one argument */
  char **arg = command + 1, **odd, *text = NULL, shell[] = "sh", option[] = "-c";
  size_t length;
  int looks = strchr(path, '/') && !own && (job->host || upcrun_scheduler());
  while (*arg && strcmp(*arg, ":") != 0 && arg - command < MANY) arg++;
  odd = arg;
  if (!*odd && !looks) upcrun_start(job, path, command);
  FILE *f = upcrun_memory(open_memstream(&text, &length), "the command");
  if (looks) look_for_program(f, path);
  fputs("exec", f);
  quote(f, path);
  for (arg = command + 1; *arg; arg++) quote(f, *arg);
  if (fclose(f) != 0) upcrun_fail(1, "no memory for the command");
  if (length > LONGEST && !*odd) upcrun_start(job, path, command);
  if (length > LONGEST) upcrun_fail(USAGE, "the arguments have more than %d characters together", LONGEST);
  char *by_shell[] = {shell, option, text, NULL};
  upcrun_start(job, "/bin/sh", by_shell);
}

/* All threads run here, each with its monitor. */
static void check_limits(const struct job *job) {
  const char *exceeded = job->host || job->dry || upcrun_scheduler() ? NULL : urtk_limit_exceeded((int)job->threads, 2);
  if (exceeded) upcrun_fail(1, "%s", exceeded);
}

static void launch(struct job *job, const char *path, char **command) {
  int openmpi;
  const char *launcher = launcher_of(path, &openmpi);
  if (!launcher) return;
  upcrun_plan(job, path);
  if (job->host && !job->dry) upcrun_look_up(job);
  int own = upcrun_add_own(job);
  if (!own) {
    check_limits(job);
    upcrun_set(job, "UPCRUN_STARTED", "1");
    set_ucx(job);
    upcrun_add("%s", launcher);
    if (openmpi) spell_openmpi(job);
    else spell_mpich(job);
  }
  start(job, path, command, own);
}

UPCRUN_LAUNCHES_BY(launch);
