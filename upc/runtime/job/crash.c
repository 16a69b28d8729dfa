/* SPDX-License-Identifier: BSD-3-Clause
 * What a thread that crashes prints before it dies. UPC_BACKTRACE=1: its call stack. A program that was linked with
 * -rdynamic (upcc -g) shows names there, not addresses. */
#define _GNU_SOURCE
#include <execinfo.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>
#include "base/identity.h"
#include "job/job.h"

static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
static int backtraces;
static const char *(*reason)(const void *address);

static void say(const char *format) {
  char line[128];
  int length = snprintf(line, sizeof line, format, urt_mythread);
  if (write(STDERR_FILENO, line, (size_t)length) < 0) return; /* it dies anyway */
}

static void crashed(int signal, siginfo_t *info, void *context) {
  const char *known;
  (void)context;
  if (signal == SIGSEGV && info->si_code > 0 && (known = reason(info->si_addr))) say(known);
  if (backtraces) {
    void *stack[64];
    int n = backtrace(stack, 64);
    say("upc: thread %d, backtrace:\n");
    backtrace_symbols_fd(stack, n, STDERR_FILENO);
  }
  raise(signal); /* the default action is back (SA_RESETHAND): this kills as soon as the handler returns */
}

void urtk_crash_handlers(int wanted, const char *(*reason_for)(const void *address)) {
  struct sigaction action = {.sa_sigaction = crashed, .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK | SA_SIGINFO)};
  backtraces = wanted, reason = reason_for;
  /* a network's library may have handlers of its own: none of them shall run */
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) signal(deadly[i], SIG_DFL);
  sigaction(SIGSEGV, &action, NULL);
  if (!backtraces) return;
  void *stack[1];
  backtrace(stack, 1); /* loads what backtrace needs now: a crashed thread should not load libraries */
  static char memory[64 << 10];
  stack_t other = {.ss_size = sizeof memory, .ss_sp = memory}; /* the usual stack may be what overflowed */
  sigaltstack(&other, NULL);
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) sigaction(deadly[i], &action, NULL);
}
