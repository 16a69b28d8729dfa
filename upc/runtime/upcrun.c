/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun: starts a UPC program. On smp the program starts its threads itself; upcrun checks what it was told, hands
 * it on in environment variables (environment.c) and becomes the program. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "sizes.h"

#ifndef UPC_STRIDE_VERSION
#define UPC_STRIDE_VERSION "0.1"
#endif

enum { USAGE = 2, NOT_EXECUTABLE = 126, NOT_FOUND = 127 };

static const char help[] =
    "usage: upcrun [options] program [arguments]\n"
    "  -n N, -np N, -n=N    run N threads (default: what the program was compiled for with -T, else 1)\n"
    "  -N N                 use N nodes (a program for smp runs on one)\n"
    "  -shared-heap=SIZE    shared heap of each thread: 64M, 2G, a number alone in MB\n"
    "                       (default: half the machine's memory divided by the threads)\n"
    "  -backtrace           a thread that crashes prints its call stack\n"
    "  -v                   show the command, then run it\n"
    "  -t                   show the command, do not run it\n"
    "  -q                   say nothing but errors\n"
    "  -version, -help\n"
    "  --                   ends the options\n"
    "Accepted as in Berkeley's upcrun, and without effect: -localhost, -bind-threads, -network=smp, -conf=FILE,\n"
    "-norc, -shared-heap-max=SIZE.\n"
    "The exit status is the highest of the threads', 128 + the signal if one died of a signal, what upc_global_exit\n"
    "was given, or 2 for wrong options.\n";

static _Noreturn __attribute__((format(printf, 2, 3))) void fail(int status, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("upcrun: ", stderr);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  exit(status);
}

/* The value of option `name` where *arg is it: "-name=value", "-name value", with one dash or two. Null if *arg is
 * another option; leaves *arg at the last argument it used. */
static const char *value_of(const char *name, char ***arg) {
  const char *text = **arg + 1;
  size_t length = strlen(name);
  if (*text == '-') text++;
  if (strncmp(text, name, length) != 0) return NULL;
  if (text[length] == '=') return text + length + 1;
  if (text[length]) return NULL;
  const char *option = **arg;
  if (!*++*arg) fail(USAGE, "%s needs a value", option);
  return **arg;
}

static int is(const char *name, const char *arg) { return strcmp(name, arg + 1 + (arg[1] == '-')) == 0; }

static struct { int show, run; } what = {0, 1};

static void set(const char *variable, const char *value) {
  if (what.show) printf("%s=%s ", variable, value);
  if (setenv(variable, value, 1) != 0) fail(1, "cannot set %s: %s", variable, strerror(errno));
}

static void become(char **command) {
  char here[4096];
  const char *program = command[0];
  if (!strchr(program, '/') && snprintf(here, sizeof here, "./%s", program) < (int)sizeof here &&
      access(here, X_OK) == 0)
    program = here; /* the one just compiled, before any of that name in PATH */
  if (what.show) {
    printf("%s", program);
    for (char **arg = command + 1; *arg; arg++) printf(" %s", *arg);
    printf("\n");
    fflush(stdout);
  }
  if (!what.run) exit(0);
  execvp(program, command);
  int missing = errno == ENOENT;
  if (missing && access(program, F_OK) == 0)
    fail(NOT_EXECUTABLE, "cannot run '%s': its loader is missing", command[0]);
  fail(missing ? NOT_FOUND : NOT_EXECUTABLE, "cannot run '%s': %s", command[0], strerror(errno));
}

int main(int argc, char **argv) {
  const char *value, *threads = NULL, *nodes = NULL, *heap = NULL;
  int backtrace = 0;
  long count, node_count;
  uint64_t bytes;
  (void)argc;

  char **arg = argv + 1;
  for (; *arg && **arg == '-' && strcmp(*arg, "--") != 0; arg++) {
    const char *option = *arg;
    if (is("h", option) || is("help", option) || is("?", option)) return fputs(help, stdout) < 0;
    if (is("version", option) || is("V", option)) {
      return printf("upcrun %s (UPC 1.3; conduits: smp)\n", UPC_STRIDE_VERSION) < 0;
    } else if ((value = value_of("n", &arg)) || (value = value_of("np", &arg))) {
      if (!urtk_parse_count(value, URTK_MOST_THREADS, &count))
        fail(USAGE, "%s: '%s' is not a number of threads; it must be from 1 to %d", option, value, URTK_MOST_THREADS);
      threads = value;
    } else if ((value = value_of("N", &arg))) {
      if (!urtk_parse_count(value, URTK_MOST_THREADS, &node_count))
        fail(USAGE, "%s: '%s' is not a number of nodes; it must be from 1 to %d", option, value, URTK_MOST_THREADS);
      nodes = value;
    } else if ((value = value_of("shared-heap", &arg))) {
      if (!urtk_parse_size(value, &bytes) || bytes >= URTK_MOST_HEAP)
        fail(USAGE, "%s: '%s' is not a size; it must be like 64M or 2G, less than 1T", option, value);
      heap = value;
    } else if ((value = value_of("network", &arg))) {
      if (strcmp(value, "smp") != 0)
        fail(USAGE, "%s: '%s' is not a network this toolchain has; it has smp", option, value);
    } else if (value_of("shared-heap-max", &arg) || value_of("conf", &arg)) {
    } else if (is("localhost", option) || is("bind-threads", option) || is("norc", option) || is("q", option)) {
    } else if (is("backtrace", option)) {
      backtrace = 1;
    } else if (is("v", option)) {
      what.show = 1;
    } else if (is("t", option)) {
      what.show = 1, what.run = 0;
    } else {
      fail(USAGE, "unknown option %s (upcrun -help lists them)", option);
    }
  }
  if (*arg && strcmp(*arg, "--") == 0) arg++;
  if (!*arg) fail(USAGE, "no program was named (usage: upcrun -n N program arguments)");
  if (nodes && threads && node_count > count) fail(USAGE, "-N %s: more nodes than the %s threads of -n", nodes, threads);

  if (threads) set("UPC_THREADS", threads);
  if (heap) set("UPC_SHARED_HEAP_SIZE", heap);
  if (backtrace) set("UPC_BACKTRACE", "1");
  become(arg);
}
