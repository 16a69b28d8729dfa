/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun for programs on MPI: becomes the launcher of the MPI the program was linked with. A text in the program
 * (mpi/start.c) names that launcher and how it wants its options spelt. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "sizes.h"
#include "upcrun.h"

extern char **environ;

enum { WORDS = 4096 };
static char *words[WORDS];
static int count;

static void add(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void add(const char *format, ...) {
  va_list args;
  va_start(args, format);
  if (count + 1 >= WORDS || vasprintf(&words[count], format, args) < 0) upcrun_fail(1, "the command is too long");
  va_end(args);
  count++;
}

static void add_words(const char *text) {
  char *copy = strdup(text), *rest = NULL;
  for (char *word = strtok_r(copy, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) add("%s", word);
  free(copy);
}

/* The launcher the program names, and 1 if it is Open MPI's; null if it is no program for mpi. */
static const char *launcher_of(const char *path, int *openmpi) {
  static const char mark[] = "[upcrun: start with ";
  static char text[4096];
  struct stat s;
  const char *found = NULL;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_size > 0) {
    char *file = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (file != MAP_FAILED) {
      char *at = memmem(file, (size_t)s.st_size, mark, sizeof mark - 1), *end;
      if (at) {
        at += sizeof mark - 1;
        size_t left = (size_t)(file + s.st_size - at);
        end = memchr(at, ']', left < sizeof text ? left : sizeof text);
        if (end) {
          memcpy(text, at, (size_t)(end - at));
          text[end - at] = 0;
          char *space = strchr(text, ' ');
          *openmpi = strncmp(text, "openmpi ", 8) == 0;
          found = space ? space + 1 : NULL;
        }
      }
      munmap(file, (size_t)s.st_size);
    }
  }
  if (fd >= 0) close(fd);
  return found;
}

/* No -n: the program says how many threads it was compiled for (mpi/start.c), 1 if any number will do. */
static long ask(const char *path) {
  int ends[2];
  char answer[16] = "";
  if (pipe(ends) < 0) upcrun_fail(1, "cannot make a pipe: %s", strerror(errno));
  pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    setenv("UPCRUN_ASKS", "1", 1);
    execl(path, path, (char *)NULL);
    _exit(NOT_EXECUTABLE);
  }
  close(ends[1]);
  ssize_t got = pid > 0 ? read(ends[0], answer, sizeof answer - 1) : 0;
  close(ends[0]);
  if (pid > 0) waitpid(pid, NULL, 0);
  return got > 0 ? atol(answer) : 1;
}

/* ---- hosts: by -hosts=, -hostfile= or UPC_NODES, as one list with commas ---- */
static char hosts[1 << 16];
static int host_count;

static void add_host(const char *name) {
  size_t used = strlen(hosts);
  if (used + strlen(name) + 2 > sizeof hosts) upcrun_fail(USAGE, "the list of hosts is too long");
  sprintf(hosts + used, "%s%s", used ? "," : "", name);
  host_count++;
}

/* The list with the threads each host gets, 4 on 3 hosts: a:2,b:1,c:1. */
static char *dealt_out(long threads) {
  static char list[2 * sizeof hosts];
  char *copy = strdup(hosts), *rest = NULL, *end = list;
  long at = 0;
  for (char *name = strtok_r(copy, ",", &rest); name && at < threads; name = strtok_r(NULL, ",", &rest), at++) {
    if (end + strlen(name) + 24 > list + sizeof list) upcrun_fail(USAGE, "the list of hosts is too long");
    end += sprintf(end, "%s%s:%ld", at ? "," : "", name, threads / host_count + (at < threads % host_count));
  }
  free(copy);
  return list;
}

static void add_hosts(const char *list, long most) {
  char *copy = strdup(list), *rest = NULL;
  for (char *name = strtok_r(copy, ", \t\n", &rest); name && (!most || host_count < most);
       name = strtok_r(NULL, ", \t\n", &rest))
    add_host(name);
  free(copy);
}

static void read_hostfile(const char *path, long most) {
  char line[1024];
  FILE *f = fopen(path, "r");
  if (!f) upcrun_fail(USAGE, "%s: %s", path, strerror(errno));
  while (fgets(line, sizeof line, f) && (!most || host_count < most)) {
    line[strcspn(line, "#: \t\n")] = 0; /* host, host:4 or host slots=4 */
    if (*line) add_host(line);
  }
  fclose(f);
}

static int scheduler(void) {
  static const char *const sign[] = {"SLURM_JOB_ID", "PBS_NODEFILE", "LSB_JOBID", "PE_HOSTFILE"};
  for (size_t i = 0; i < sizeof sign / sizeof *sign; i++)
    if (getenv(sign[i])) return 1;
  return 0;
}

static long cores(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

static void spell_mpich(const struct job *job, long threads, long each) {
  add("-n"), add("%ld", threads);
  if (host_count) add("-hosts"), add("%s", dealt_out(threads));
  else if (each) add("-ppn"), add("%ld", each);
  if (job->bind) add("-bind-to"), add("core");
}

/* Open MPI hands only its own variables to other hosts. */
static void spell_openmpi(const struct job *job, long threads, long each) {
  add("-q"), add("-n"), add("%ld", threads);
  add("--oversubscribe"), add("--bind-to"), add(job->bind ? "core" : "none");
  if ((each ? each : threads) > cores()) add("--mca"), add("mpi_yield_when_idle"), add("1");
  if (host_count) {
    add("--host"), add("%s", dealt_out(threads));
    for (char **variable = environ; *variable; variable++)
      if (!strncmp(*variable, "UPC_", 4) || !strncmp(*variable, "OMP_", 4) || !strncmp(*variable, "OPENBLAS_", 9) ||
          !strncmp(*variable, "LD_LIBRARY_PATH=", 16))
        add("-x"), add("%.*s", (int)strcspn(*variable, "="), *variable);
  }
  if (each && !host_count) add("--map-by"), add("ppr:%ld:node", each);
  if (geteuid() == 0) { /* who runs upcrun as root means it */
    upcrun_set(job, "OMPI_ALLOW_RUN_AS_ROOT", "1");
    upcrun_set(job, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
  }
}

void upcrun_mpi(const struct job *job, const char *path, char **command) {
  int openmpi;
  const char *launcher = launcher_of(path, &openmpi), *own = getenv("UPC_MPIEXEC"), *nodes = getenv("UPC_NODES");
  if (!launcher) return;
  char number[24];
  long threads = job->threads ? job->threads : ask(path), each = 0;
  if (job->hosts) add_hosts(job->hosts, job->nodes);
  else if (job->hostfile) read_hostfile(job->hostfile, job->nodes);
  else if (nodes) add_hosts(nodes, job->nodes);
  if (host_count && host_count < job->nodes)
    upcrun_fail(USAGE, "-N %ld: only %d hosts are known", job->nodes, host_count);
  long node_count = job->nodes ? job->nodes : host_count;
  if (node_count > threads) node_count = threads;
  if (node_count) each = (threads + node_count - 1) / node_count;
  if (each && !host_count && !scheduler()) { /* nodes of this machine */
    snprintf(number, sizeof number, "%ld", each);
    upcrun_set(job, "UPC_NEAR", number);
    each = 0;
  }
  snprintf(number, sizeof number, "%ld", threads);
  upcrun_set(job, "UPC_THREADS", number);
  if (own && *own) {
    add_words(own);
    add("-n"), add("%ld", threads);
    if (node_count) add("-N"), add("%ld", node_count);
  } else {
    upcrun_set(job, "UPCRUN_STARTED", "1");
    add("%s", launcher);
    if (openmpi) spell_openmpi(job, threads, each);
    else spell_mpich(job, threads, each);
  }
  add("%s", path);
  for (char **arg = command + 1; *arg; arg++) add("%s", *arg);
  upcrun_become(job, words[0], words);
}
