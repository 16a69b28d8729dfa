/* SPDX-License-Identifier: BSD-3-Clause
 * What upcrun needs to start programs of any conduit with a launcher: a command made word by word, and what becomes of
 * it. */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/find.h"
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
static char **words;                    /* and a null pointer */
static size_t count;

void upcrun_add(const char *format, ...) {
  enum { MORE = 1024 };
  va_list args;
  if (count % MORE == 0)
    words = upcrun_memory(reallocarray(words, count + MORE + 1, sizeof *words), "the command");
  va_start(args, format);
  if (vasprintf(&words[count], format, args) < 0) upcrun_memory(NULL, "the command");
  va_end(args);
  words[++count] = NULL;
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

int upcrun_scheduler(void) {
  static const char *const sign[] = {"SLURM_JOB_ID", "PBS_NODEFILE", "LSB_JOBID", "PE_HOSTFILE"};
  for (size_t i = 0; i < sizeof sign / sizeof *sign; i++)
    if (getenv(sign[i])) return 1;
  return 0;
}

int upcrun_handed_on(const char *variable) {
  static const char *const start[] = {"UPC_", "OMP_", "OPENBLAS_", "LD_LIBRARY_PATH=", "UPCRUN_HOSTS="};
  for (size_t i = 0; i < sizeof start / sizeof *start; i++)
    if (strncmp(variable, start[i], strlen(start[i])) == 0) return 1;
  return 0;
}
