/* SPDX-License-Identifier: BSD-3-Clause
 * UPC_BACKTRACE=1: a thread that crashes prints its call stack, then dies of the same signal. Link with -rdynamic
 * (upcc -g does) to see names instead of addresses. */
#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "core.h"

static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

static void crashed(int signal) {
  void *stack[64];
  char head[64];
  int n = backtrace(stack, 64), length = snprintf(head, sizeof head, "upc: thread %d, backtrace:\n", urt_mythread);
  if (write(STDERR_FILENO, head, (size_t)length) < 0) _exit(128 + signal);
  backtrace_symbols_fd(stack, n, STDERR_FILENO);
  raise(signal); /* the default action is back (SA_RESETHAND): this kills as soon as the handler returns */
}

void urtk_crash_handlers(void) {
  void *stack[1];
  backtrace(stack, 1); /* loads what backtrace needs now: a crashed thread should not load libraries */
  stack_t other = {.ss_size = 64 << 10, .ss_sp = malloc(64 << 10)}; /* the usual stack may be what overflowed */
  if (other.ss_sp) sigaltstack(&other, NULL);
  struct sigaction action = {.sa_handler = crashed, .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK)};
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) sigaction(deadly[i], &action, NULL);
}
