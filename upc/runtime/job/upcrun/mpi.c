/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun for programs on MPI: starts the launcher of the MPI the program was linked with, with options as this launcher
 * wants them spelt. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/host.h"
#include "job/job.h"
#include "job/mpi/leftovers.h"
#include "job/upcrun/launch.h"
#include "job/upcrun/mpi_launcher.h"
#include "job/upcrun/mpi_settings.h"

extern char **environ;

/* A copy of a descriptor for the launcher and its processes, with a number that nobody else uses, if the system allows
 * such a number. */
static int inheritable(int fd) {
  enum { NOBODYS = 100 };
  int copy = fcntl(fd, F_DUPFD, NOBODYS);
  return copy >= 0 ? copy : fcntl(fd, F_DUPFD, STDERR_FILENO + 1);
}

/* The hosts, each with its threads: by the option `list` as a:2,b:1,c:1, or if there are many, or that is null, by the
 * option `file`.
 * Each line of that file has a host, `between` and a number. It is in memory, and the launcher inherits it. */
static void add_hosts(const struct job *job, const char *list, const char *file, const char *between) {
  enum { LISTED = 100 };
  int fd = !list || job->nodes > LISTED ? memfd_create("hosts", 0) : -1;
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
  if ((null = open("/dev/null", O_RDONLY)) < 0 || (input = inheritable(STDIN_FILENO)) < 0) return;
  dup2(null, STDIN_FILENO), close(null);
  snprintf(number, sizeof number, "%d", input);
  setenv("UPCRUN_INPUT", number, 1);
}

/* The names of an end of a pipe of upcrun's, for the threads on this host (urtk_pipe_of_upcrun); in the new process
 * that is to become the launcher. */
static void name_pipe(const char *variable, int end) {
  char text[64];
  struct stat pipe;
  if (fstat(end, &pipe) < 0) upcrun_fail(1, "cannot look at a pipe: %s", strerror(errno));
  snprintf(text, sizeof text, "%d:%d:%llu", (int)getppid(), end, (unsigned long long)pipe.st_ino);
  setenv(variable, text, 1);
}

/* The end to hear from of a pipe by which threads on this host tell upcrun that they run, and the job's status
 * (job/mpi/monitor.c): of several statuses a launcher may make another one. The end to write to stays open, too. */
static int hears(void) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) upcrun_fail(1, "cannot make a pipe: %s", strerror(errno));
  return ends[0];
}

/* At the end of a job Hydra writes to its proxy on each host, which may have ended: Intel's died of SIGPIPE then, and
 * the status was lost. What it starts inherits that SIGPIPE is ignored, so threads undo that (job/mpi/monitor.c). */
static void ignore_closed_connections(void) {
  struct sigaction action;
  if (sigaction(SIGPIPE, NULL, &action) != 0 || action.sa_handler == SIG_IGN) return; /* the user's wish */
  signal(SIGPIPE, SIG_IGN);
  setenv("UPCRUN_SIGPIPE", "default", 1);
}

/* Hydra, MPICH's launcher, loses a signal that it gets before its proxies have started the processes. Later it hands on
 * INT, TERM, QUIT and USR1 alone. So upcrun stays as its parent. On other hosts it may take some seconds until threads
 * run, and nobody tells. */
static void attend_hydra(const struct job *job) {
  enum { ELSEWHERE_MS = 2000 };
  int told, here = !job->host && !upcrun_scheduler();
  if (job->dry) return;
  told = hears();
  if (upcrun_fork())
    upcrun_end_as(upcrun_attend((struct upcrun_attended){
      .told = told, .holds_signals = 1, .begins_ms = here ? 0 : ELSEWHERE_MS, .threads_here = here, .input = -1}));
  name_pipe("UPCRUN_TOLD", told);
  ignore_closed_connections();
}

/* Intel's launcher is Hydra, too, but takes numbers of threads from a file alone. */
static void spell_mpich(const struct job *job, struct mpi_library library) {
  int intel = library.family == OF_INTEL;
  attend_hydra(job);
  pass_input(job);
  upcrun_add("-n"), upcrun_add("%ld", job->threads);
  if (job->host) add_hosts(job, intel ? NULL : "-hosts", intel ? "-machinefile" : "-f", ":");
  else if (job->each) upcrun_add("-ppn"), upcrun_add("%ld", job->each);
  if (job->bind) upcrun_add("-bind-to"), upcrun_add("%s", job->bind);
}

/* More threads than cores begin again at the first core, as on the other conduits. */
static void bind_openmpi(const struct job *job) {
  int bound = job->bind && strcmp(job->bind, "none") != 0;
  upcrun_add("--bind-to"), upcrun_add("%s%s", job->bind ? job->bind : "none", bound ? ":overload-allowed" : "");
}

/* Open MPI 5 hands on no input: the job hangs. So thread 0 reads it from a pipe of upcrun's (conduits/mpi/start.c), if
 * it runs on the same host. */
static void feed(int from) {
  int null = open("/dev/null", O_RDONLY);
  if (null < 0) upcrun_fail(1, "cannot pass on the input: %s", strerror(errno));
  dup2(null, STDIN_FILENO), close(null);
  name_pipe("UPCRUN_INPUT", from);
}

static int has_input(void) {
  struct stat input, null;
  return fstat(STDIN_FILENO, &input) == 0 && stat("/dev/null", &null) == 0 && input.st_rdev != null.st_rdev;
}

/* Open MPI's launcher stops the threads at ctrl-Z, but not itself: a shell would wait on, and the launcher would go on
 * to read what is typed to the shell. So upcrun stays, to stop, and reads for it. */
static void attend_openmpi(const struct job *job, struct mpi_library library) {
  int told, input[2] = {-1, -1}, feeds = mpi_is(library, OF_OPENMPI, 500, MPI_NEWEST) && has_input();
  if (job->dry) return;
  if ((feeds || isatty(STDIN_FILENO)) && pipe2(input, O_CLOEXEC) < 0)
    upcrun_fail(1, "cannot make a pipe: %s", strerror(errno));
  told = hears();
  if (upcrun_fork()) {
    if (input[0] >= 0) fcntl(input[1], F_SETFL, O_NONBLOCK);
    if (input[0] >= 0 && !feeds) close(input[0]);
    const int how = upcrun_attend((struct upcrun_attended){.told = told, .input = input[1]});
    urtc_remove_session(); /* of a launcher that was killed before it had started a thread, which would do so */
    upcrun_end_as(how);
  }
  name_pipe("UPCRUN_TOLD", told);
  if (feeds) feed(input[0]);
  else if (input[0] >= 0) dup2(input[0], STDIN_FILENO);
}

/* Open MPI hands only its own variables to other hosts. */
static void spell_openmpi(const struct job *job, struct mpi_library library) {
  attend_openmpi(job, library);
  upcrun_add("-n"), upcrun_add("%ld", job->threads);
  upcrun_add("--oversubscribe");
  bind_openmpi(job);
  if (is_oversubscribed(job)) upcrun_add("--mca"), upcrun_add("mpi_yield_when_idle"), upcrun_add("1");
  if (job->host) {
    add_hosts(job, "--host", "--hostfile", " slots=");
    upcrun_add("-x"), upcrun_add("UCX_HANDLE_ERRORS");
    for (char **variable = environ; *variable; variable++)
      if (upcrun_handed_on(*variable)) upcrun_add("-x"), upcrun_add("%.*s", (int)strcspn(*variable, "="), *variable);
  }
  if (job->each && !job->host) upcrun_add("--map-by"), upcrun_add("ppr:%ld:node", job->each);
}

static void quote(FILE *f, const char *word) {
  fputs(" '", f);
  for (; *word; word++)
    if (*word == '\'') fputs("'\\''", f);
    else fputc(*word, f);
  fputc('\'', f);
}

/* For the shell of each host: is the program there? Hydra waits for ever if it is not, and Open MPI says nothing
 * (job/upcrun/mpi_settings.c).
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

/* The loader looks here before it looks where the program was linked. */
static void use_libraries(const struct job *job, const char *folder) {
  const char *others = getenv("LD_LIBRARY_PATH");
  char *folders = NULL;
  int length = asprintf(&folders, "%s%s%s", folder, others && *others ? ":" : "", others ? others : "");
  upcrun_set(job, "LD_LIBRARY_PATH", upcrun_memory(length < 0 ? NULL : folders, "the folders of libraries"));
  free(folders);
}

static void launch(struct job *job, const char *path, char **command) {
  struct mpi_launcher launcher = upcrun_mpi_launcher(path);
  if (!launcher.path) return;
  upcrun_plan(job, path);
  if (job->host && !job->dry) upcrun_look_up(job);
  int own = upcrun_add_own(job);
  if (!own) {
    check_limits(job);
    upcrun_set(job, "UPCRUN_STARTED", "1");
    upcrun_set_mpi(job, launcher.library);
    if (launcher.libraries) use_libraries(job, launcher.libraries);
    upcrun_add("%s", launcher.path);
    if (launcher.library.family == OF_OPENMPI) spell_openmpi(job, launcher.library);
    else spell_mpich(job, launcher.library);
  }
  start(job, path, command, own);
}

UPCRUN_LAUNCHES_BY(launch);
