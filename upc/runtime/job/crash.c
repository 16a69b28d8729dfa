/* SPDX-License-Identifier: BSD-3-Clause
 * What a crash says before it kills. A thread that reads or writes through a null pointer-to-shared touches the first
 * page of a segment, which the conduit has made inaccessible: a line says so. UPC_BACKTRACE=1: a thread that crashes
 * prints its call stack. Link with -rdynamic (upcc -g does) to see names instead of addresses. */
#define _GNU_SOURCE
#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "core/core.h"

static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
static int backtraces;

static int through_null(const void *address) {
  for (int t = 0; t < urt_threads; t++) {
    urt_ptr_t start = urtk_at(t, 0);
    if (urt_is_near(start) && (uintptr_t)address - (uintptr_t)urt_near(start) < URTK_FIRST) return 1;
  }
  return 0;
}

static void say(const char *format) {
  char line[128];
  int length = snprintf(line, sizeof line, format, urt_mythread);
  if (write(STDERR_FILENO, line, (size_t)length) < 0) return; /* it dies anyway */
}

static void crashed(int signal, siginfo_t *info, void *context) {
  (void)context;
  if (signal == SIGSEGV && info->si_code > 0 && through_null(info->si_addr))
    say("upc: thread %d read or wrote through a null pointer-to-shared, or far past a private array\n");
  if (backtraces) {
    void *stack[64];
    int n = backtrace(stack, 64);
    say("upc: thread %d, backtrace:\n");
    backtrace_symbols_fd(stack, n, STDERR_FILENO);
  }
  raise(signal); /* the default action is back (SA_RESETHAND): this kills as soon as the handler returns */
}

void urtk_crash_handlers(int wanted) {
  struct sigaction action = {.sa_sigaction = crashed, .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK | SA_SIGINFO)};
  backtraces = wanted;
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) signal(deadly[i], SIG_DFL); /* not what a network's library does */
  sigaction(SIGSEGV, &action, NULL);
  if (!backtraces) return;
  void *stack[1];
  backtrace(stack, 1); /* loads what backtrace needs now: a crashed thread should not load libraries */
  stack_t other = {.ss_size = 64 << 10, .ss_sp = malloc(64 << 10)}; /* the usual stack may be what overflowed */
  if (other.ss_sp) sigaltstack(&other, NULL);
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) sigaction(deadly[i], &action, NULL);
}
