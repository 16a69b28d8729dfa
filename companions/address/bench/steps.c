/* SPDX-License-Identifier: BSD-3-Clause
 * How many instructions a program executes between two signals SIGUSR1 that it sends to itself, taken one by one: for
 * those that valgrind cannot run, as of AddressSanitizer.
 *   steps PROGRAM [ARGUMENT..] */
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  long steps = 0;
  int status, counts = 0;
  const pid_t child = argc > 1 ? fork() : -1;
  if (child < 0) return 2;
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    execv(argv[1], argv + 1);
    _exit(127);
  }
  while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
    if (WSTOPSIG(status) == SIGUSR1) counts = !counts;
    else if (WSTOPSIG(status) == SIGTRAP) steps += counts;
    else return 1;
    ptrace(counts ? PTRACE_SINGLESTEP : PTRACE_CONT, child, NULL, NULL);
  }
  printf("%ld\n", steps);
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}
