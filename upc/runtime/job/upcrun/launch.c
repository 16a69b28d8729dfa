/* SPDX-License-Identifier: BSD-3-Clause
 * What upcrun needs to start programs of any conduit with a launcher: the number of threads and of nodes, hosts, and a
 * command made word by word. */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/find.h"
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

/* Prints a word as a shell reads it: what -t and -v show can be given to a shell. */
static void show_word(const char *word) {
  if (*word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,=+%@")]) {
    printf("%s", word);
    return;
  }
  putchar('\'');
  for (; *word; word++)
    if (*word == '\'') printf("'\\''");
    else putchar(*word);
  putchar('\'');
}

void upcrun_set(const struct job *job, const char *variable, const char *value) {
  if (job->show) {
    printf("%s=", variable);
    show_word(value);
    putchar(' ');
  }
  if (setenv(variable, value, 1) != 0) upcrun_fail(1, "cannot set %s: %s", variable, strerror(errno));
}

const char *upcrun_on_path(const char *program) {
  static char path[PATH_MAX];
  return !strchr(program, '/') && urtk_find(path, "PATH", program, X_OK) ? path : program;
}

const char *upcrun_installed(const char *name) {
  static char path[PATH_MAX];
  return urtk_find_beside(path, "lib", name) || urtk_find_beside(path, "lib/upc-stride", name) ? path : NULL;
}

void upcrun_become(const struct job *job, const char *path, char **command) {
  if (job->show) {
    show_word(path);
    for (char **arg = command + 1; *arg; arg++) {
      putchar(' ');
      show_word(*arg);
    }
    putchar('\n');
    fflush(stdout);
  }
  if (job->dry) exit(0);
  execv(path, command);
  int missing = errno == ENOENT;
  if (missing && access(path, F_OK) == 0)
    upcrun_fail(NOT_EXECUTABLE, "cannot run '%s': its loader is missing", command[0]);
  const char *dot = strrchr(command[0], '.');
  if (!missing && dot && (strcmp(dot, ".upc") == 0 || strcmp(dot, ".c") == 0))
    upcrun_fail(NOT_EXECUTABLE, "cannot run '%s', which is a source; upcc makes a program of it", command[0]);
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

int upcrun_add_own(const struct job *job) {
  const char *own = getenv("UPC_MPIEXEC");
  if (!own || !*own) return 0;
  upcrun_add_words(own);
  upcrun_add("-n"), upcrun_add("%ld", job->threads);
  if (job->nodes) upcrun_add("-N"), upcrun_add("%ld", job->nodes);
  return 1;
}

void upcrun_start(const struct job *job, const char *path, char **command) {
  upcrun_add("%s", path);
  for (char **arg = command + 1; *arg; arg++) upcrun_add("%s", *arg);
  upcrun_become(job, upcrun_on_path(words[0]), words);
}

/* ---- how many threads, if neither option nor launcher says so ---- */

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
enum { LONGEST_NAME = 253 };            /* of a host, in the Domain Name System */
static char hosts[1 << 16];
static int host_count;

/* Names go to ssh as its arguments, and to shells: user@host.domain, an address, or a name of ssh's configuration. */
static int is_name(const char *name) {
  static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.@-:[]%";
  return *name && *name != '-' && !name[strspn(name, allowed)] && strlen(name) <= LONGEST_NAME;
}

/* `where` is the option, or the file and its line. */
static void add_host(const char *name, const char *where, int line) {
  size_t used = strlen(hosts);
  char number[16] = "";
  if (line) snprintf(number, sizeof number, ":%d", line);
  if (!is_name(name))
    upcrun_fail(USAGE, "%.200s%s: '%.60s' is no name of a host: it must have letters, digits and _.@-:[]%% alone, at "
                "most %d, and no - as the first", where, number, name, LONGEST_NAME);
  if (used + strlen(name) + 2 > sizeof hosts) upcrun_fail(USAGE, "the list of hosts is too long");
  sprintf(hosts + used, "%s%s", used ? "," : "", name);
  host_count++;
}

static void add_hosts(const char *list, const char *where, long most) {
  char *copy = upcrun_memory(strdup(list), "the hosts"), *rest = NULL;
  for (char *name = strtok_r(copy, ", \t\n", &rest); name && (!most || host_count < most);
       name = strtok_r(NULL, ", \t\n", &rest))
    add_host(name, where, 0);
  free(copy);
}

static void read_hostfile(const char *path, long most) {
  char *line = NULL;
  size_t room = 0;
  int number = 0;
  FILE *f = fopen(path, "r");
  if (!f) upcrun_fail(USAGE, "-hostfile=%s: %s", path, strerror(errno));
  for (ssize_t bytes; (!most || host_count < most) && (bytes = getline(&line, &room, f)) >= 0;) {
    number++;
    if (strlen(line) != (size_t)bytes) upcrun_fail(USAGE, "%s:%d: the line has a zero in it", path, number);
    char *name = line + strspn(line, " \t");
    name[strcspn(name, "#: \t\r\n")] = 0; /* host, host:4 or host slots=4 */
    if (*name) add_host(name, path, number);
  }
  if (ferror(f)) upcrun_fail(USAGE, "-hostfile=%s: %s", path, strerror(errno));
  free(line);
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
  if (job->hosts) add_hosts(job->hosts, "-hosts", job->nodes);
  else if (job->hostfile) read_hostfile(job->hostfile, job->nodes);
  else if (nodes) add_hosts(nodes, "UPC_NODES", job->nodes);
  if (!host_count && (job->hosts || job->hostfile))
    upcrun_fail(USAGE, job->hosts ? "-hosts=%s: no host is named" : "-hostfile=%s: no host is named",
                job->hosts ? job->hosts : job->hostfile);
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
  static const char *const start[] = {"UPC_", "OMP_", "OPENBLAS_", "LD_LIBRARY_PATH=", "UPCRUN_HOSTS="};
  for (size_t i = 0; i < sizeof start / sizeof *start; i++)
    if (strncmp(variable, start[i], strlen(start[i])) == 0) return 1;
  return 0;
}
