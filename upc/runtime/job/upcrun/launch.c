/* SPDX-License-Identifier: BSD-3-Clause
 * What upcrun needs to start programs of any conduit with a launcher: the text in a program that names it, the number
 * of threads and of nodes, hosts, and a command made word by word. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/sizes.h"
#include "job/upcrun/launch.h"

/* ---- what upcrun does at its end ---- */
void upcrun_fail(int status, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("upcrun: ", stderr);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  exit(status);
}

void *upcrun_memory(void *given, const char *what) {
  if (!given) upcrun_fail(1, "no memory for %s", what);
  return given;
}

void upcrun_set(const struct job *job, const char *variable, const char *value) {
  if (job->show) printf(strchr(value, ' ') ? "%s='%s' " : "%s=%s ", variable, value);
  if (setenv(variable, value, 1) != 0) upcrun_fail(1, "cannot set %s: %s", variable, strerror(errno));
}

const char *upcrun_on_path(const char *program) {
  static char path[4096];
  if (strchr(program, '/')) return program;
  const char *folder = getenv("PATH");
  for (size_t length; folder && *folder; folder += length + (folder[length] == ':')) {
    length = strcspn(folder, ":");
    int n = snprintf(path, sizeof path, "%.*s/%s", (int)length, folder, program);
    if (n < (int)sizeof path && access(path, X_OK) == 0) return path;
  }
  return program;
}

void upcrun_become(const struct job *job, const char *path, char **command) {
  if (job->show) {
    printf("%s", path);
    for (char **arg = command + 1; *arg; arg++) printf(" %s", *arg);
    printf("\n");
    fflush(stdout);
  }
  if (!job->run) exit(0);
  execv(path, command);
  int missing = errno == ENOENT;
  if (missing && access(path, F_OK) == 0)
    upcrun_fail(NOT_EXECUTABLE, "cannot run '%s': its loader is missing", command[0]);
  upcrun_fail(missing ? NOT_FOUND : NOT_EXECUTABLE, "cannot run '%s': %s", command[0], strerror(errno));
}

/* ---- a command ---- */
enum { WORDS = 4096 };
static char *words[WORDS];
static int count;

void upcrun_add(const char *format, ...) {
  va_list args;
  va_start(args, format);
  if (count + 1 >= WORDS || vasprintf(&words[count], format, args) < 0) upcrun_fail(1, "the command is too long");
  va_end(args);
  count++;
}

void upcrun_add_words(const char *text) {
  char *copy = upcrun_memory(strdup(text), "the command"), *rest = NULL;
  for (char *word = strtok_r(copy, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) upcrun_add("%s", word);
  free(copy);
}

void upcrun_start(const struct job *job, const char *path, char **command) {
  upcrun_add("%s", path);
  for (char **arg = command + 1; *arg; arg++) upcrun_add("%s", *arg);
  upcrun_become(job, upcrun_on_path(words[0]), words);
}

/* ---- the program ---- */
char *upcrun_text(const char *path, const char *mark) {
  enum { MOST = 4096 };
  struct stat s;
  char *found = NULL;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_size > 0) {
    char *file = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (file != MAP_FAILED) {
      char *at = memmem(file, (size_t)s.st_size, mark, strlen(mark)), *end = file + s.st_size;
      if (at) {
        at += strlen(mark);
        found = upcrun_memory(strndup(at, end - at < MOST ? (size_t)(end - at) : MOST), "a text of the program");
        found[strcspn(found, "]")] = 0;
      }
      munmap(file, (size_t)s.st_size);
    }
  }
  if (fd >= 0) close(fd);
  return found;
}

static int has_text(const char *path, const char *text) {
  char *found = upcrun_text(path, text);
  free(found);
  return found != NULL;
}

/* A program of UPC has the runtime's mark (core/main.c). One in C names the library that it is linked with, a script
 * the module that it imports. */
static int is_upc(const char *path) {
  return has_text(path, "[upcrun: a program of UPC") || has_text(path, "upc_stride");
}

/* What it runs may be a module or a text on the command line: python -m prog. */
static int is_python(const char *path) {
  const char *slash = strrchr(path, '/');
  return strncmp(slash ? slash + 1 : path, "python", 6) == 0;
}

void upcrun_require_upc(const char *path, char **command) {
  char start[4] = "";
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t got = fd < 0 ? 0 : read(fd, start, sizeof start);
  if (fd >= 0) close(fd);
  if (got < 4 || memcmp(start, "\177ELF", 4) != 0) return; /* what cannot be read is said later */
  if (is_python(path) || is_upc(path)) return;
  for (char **arg = command + 1; *arg; arg++)
    if (is_upc(*arg)) return; /* valgrind ./prog */
  upcrun_fail(NOT_EXECUTABLE, "'%s' is not a UPC program: upcc has not linked it, nor is it linked with libupc_stride",
              command[0]);
}

/* No -n: the program says how many threads it was compiled for (urtc_start), 1 if any number will do. */
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

static void add_hosts(const char *list, long most) {
  char *copy = upcrun_memory(strdup(list), "the hosts"), *rest = NULL;
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

int upcrun_scheduler(void) {
  static const char *const sign[] = {"SLURM_JOB_ID", "PBS_NODEFILE", "LSB_JOBID", "PE_HOSTFILE"};
  for (size_t i = 0; i < sizeof sign / sizeof *sign; i++)
    if (getenv(sign[i])) return 1;
  return 0;
}

void upcrun_plan(struct job *job, const char *path) {
  const char *nodes = getenv("UPC_NODES");
  char number[24];
  if (!job->threads) job->threads = ask(path);
  if (job->hosts) add_hosts(job->hosts, job->nodes);
  else if (job->hostfile) read_hostfile(job->hostfile, job->nodes);
  else if (nodes) add_hosts(nodes, job->nodes);
  if (host_count && host_count < job->nodes)
    upcrun_fail(USAGE, "-N %ld: only %d hosts are known", job->nodes, host_count);
  if (host_count) job->hosts = hosts, job->nodes = host_count;
  else job->hosts = NULL;
  if (job->nodes > job->threads) job->nodes = job->threads;
  if (job->nodes) job->each = (job->threads + job->nodes - 1) / job->nodes;
  if (job->each && !job->hosts && !upcrun_scheduler()) { /* nodes of this machine */
    snprintf(number, sizeof number, "%ld", job->each);
    upcrun_set(job, "UPC_NEAR", number);
    job->each = 0;
  }
  snprintf(number, sizeof number, "%ld", job->threads);
  upcrun_set(job, "UPC_THREADS", number);
}

long upcrun_share(const struct job *job, long node) {
  return job->threads / job->nodes + (node < job->threads % job->nodes);
}

int upcrun_handed_on(const char *variable) {
  static const char *const start[] = {"UPC_", "OMP_", "OPENBLAS_", "LD_LIBRARY_PATH="};
  for (size_t i = 0; i < sizeof start / sizeof *start; i++)
    if (strncmp(variable, start[i], strlen(start[i])) == 0) return 1;
  return 0;
}
