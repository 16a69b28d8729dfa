/* SPDX-License-Identifier: BSD-3-Clause
 * What a thread that crashes prints before it dies. UPC_BACKTRACE=1: its call stack. A program that was linked with
 * -rdynamic (upcc -g) shows names there, not addresses. Files and lines come from addr2line or llvm-symbolizer, which
 * read what upcc -g has put into the program. */
#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#include "base/large.h"
#include "base/find.h"
#include "base/identity.h"
#include "job/job.h"

enum { FRAMES = 64, HANDLER = 2 };             /* the first two frames are this file's and the system's */

static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
static int backtraces;
static const char *(*reason)(const void *address);
int (*urtk_aborts_after_another)(void);
URTK_LARGE char urtk_tool[PATH_MAX], urtk_program[4096]; /* what finds lines, "" if there is none; this program */

static void say(const char *format) {
  char line[128];
  int length = snprintf(line, sizeof line, format, urt_mythread);
  if (write(STDERR_FILENO, line, (size_t)length) < 0) return; /* it dies anyway */
}

/* Looks for what finds lines while nothing has gone wrong yet. */
static void find_tool(void) {
  static const char *const names[] = {"addr2line", "llvm-symbolizer", "llvm-symbolizer-19"};
  urtk_own_path(urtk_program, sizeof urtk_program);
  if (!*urtk_program) return;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (urtk_find(urtk_tool, "PATH", names[i], X_OK)) return;
  *urtk_tool = 0;
}

/* Where the program's own code lies; null if the address is in a library. */
static const ElfW(Ehdr) *own(const void *address) {
  Dl_info here, there;
  if (!dladdr((void *)(uintptr_t)own, &here) || !dladdr(address, &there)) return NULL;
  return here.dli_fbase == there.dli_fbase ? here.dli_fbase : NULL;
}

URTK_LARGE char urtk_places[FRAMES][24];
/* Starts the tool for the frames of the program. What it prints, a line for each, is to be read from the result; -1 if
 * it cannot be started. */
static int start_tool(void *const *stack, int frames, pid_t *child) {
  char *command[FRAMES + 8];
  int ends[2], words = 0, style = strstr(urtk_tool, "symbolizer") != NULL;
  command[words++] = urtk_tool;
  command[words++] = "-e";
  command[words++] = urtk_program;
  command[words++] = "-f";
  command[words++] = "-p";
  if (style) command[words++] = "--output-style=GNU";
  for (int i = HANDLER; i < frames; i++) {
    const ElfW(Ehdr) *start = own(stack[i]);
    if (!start) continue;
    uintptr_t place = (uintptr_t)stack[i] - (i > HANDLER); /* a caller's frame has the address behind its call */
    if (start->e_type == ET_DYN) place -= (uintptr_t)start;
    snprintf(urtk_places[i], sizeof urtk_places[i], "%#lx", (unsigned long)place);
    command[words++] = urtk_places[i];
  }
  command[words] = NULL;
  if (!*urtk_tool || pipe(ends) < 0) return -1;
  if ((*child = fork()) == 0) {
    dup3(ends[1], STDOUT_FILENO, 0);
    close(ends[0]);
    execv(urtk_tool, command);
    _exit(1);
  }
  close(ends[1]);
  if (*child > 0) return ends[0];
  close(ends[0]);
  return -1;
}

/* The tool's next line, without its end; "" if it has no more. */
static const char *next_line(int from, char *line, size_t size) {
  size_t length = 0;
  while (length + 1 < size && read(from, line + length, 1) == 1 && line[length] != '\n') length++;
  line[length] = 0;
  return line;
}

/* A frame of a library: its function, if the library exports one there, and its name. */
static int describe_foreign(char *out, size_t size, int number, const void *address) {
  Dl_info where;
  const char *slash;
  if (!dladdr(address, &where) || !where.dli_fname) return snprintf(out, size, "  #%d %p\n", number, address);
  slash = strrchr(where.dli_fname, '/');
  return snprintf(out, size, "  #%d %s%s%s\n", number, where.dli_sname ? where.dli_sname : "",
                  where.dli_sname ? " in " : "a function of ", slash ? slash + 1 : where.dli_fname);
}

static void print_stack(void) {
  void *stack[FRAMES];
  char line[2048], out[2200];
  pid_t child = 0;
  int frames = backtrace(stack, FRAMES), lines = start_tool(stack, frames, &child), found = 0, lost = 0;
  say("upc: thread %d, backtrace:\n");
  for (int i = HANDLER; i < frames; i++) {
    if (lines >= 0 && own(stack[i]) && *next_line(lines, line, sizeof line)) {
      const char *users = "urt_user_main", *name = line;
      if (strncmp(line, users, strlen(users)) == 0) name = line + strlen(users) - strlen("main");
      lost |= !found++ && strstr(line, ":?");
      int length = snprintf(out, sizeof out, "  #%d %s\n", i - HANDLER, name);
      if (write(STDERR_FILENO, out, (size_t)length) < 0) return;
    } else if (!own(stack[i])) {
      int length = describe_foreign(out, sizeof out, i - HANDLER, stack[i]);
      if (write(STDERR_FILENO, out, (size_t)length) < 0) return;
    } else {
      backtrace_symbols_fd(stack + i, 1, STDERR_FILENO);
    }
  }
  if (lines >= 0) close(lines);
  if (child > 0) waitpid(child, NULL, 0);
  if (!*urtk_tool) say("upc: thread %d: files and lines need addr2line (package binutils) or llvm-symbolizer\n");
  else if (lost) say("upc: thread %d: files and lines need a program that upcc -g has compiled\n");
}

/* The instruction that was interrupted; null where this is not known. */
static void *interrupted_at(const ucontext_t *context) {
#if defined __x86_64__
  return (void *)context->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
  return (void *)context->uc_mcontext.pc;
#else
  return (void)context, NULL;
#endif
}

/* Of an address in the program's own code: "prog.upc:12", if upcc -g has compiled it and there is a tool. 1: it is
 * known. */
static int line_of(const void *address, char *text, size_t size) {
  void *stack[HANDLER + 1] = {[HANDLER] = (void *)(uintptr_t)address};
  char line[2048];
  pid_t child = 0;
  find_tool();
  if (!own(stack[HANDLER])) return 0;
  int lines = start_tool(stack, HANDLER + 1, &child);
  if (lines < 0) return 0;
  const char *at = strstr(next_line(lines, line, sizeof line), " at "), *number = at ? strrchr(at, ':') : NULL;
  close(lines);
  if (child > 0) waitpid(child, NULL, 0);
  if (!number || atoi(number + 1) <= 0) return 0;
  snprintf(text, size, "%s", at + strlen(" at "));
  return 1;
}

/* "upc: thread 1: at prog.upc:12". A far access is made by a function of the runtime's, whose own lines help nobody. */
static void print_line(const ucontext_t *context) {
  char place[2048], out[2200];
  if (!line_of(interrupted_at(context), place, sizeof place) || strstr(place, "upc/runtime/")) return;
  int length = snprintf(out, sizeof out, "upc: thread %d: at %s\n", urt_mythread, place);
  if (write(STDERR_FILENO, out, (size_t)length) < 0) return;
}

static void crashed(int signal, siginfo_t *info, void *context) {
  const char *known = NULL;
  int has_address = info->si_code > 0 && info->si_code != SI_KERNEL; /* else it is 0 */
  if (signal == SIGSEGV && has_address && (known = reason(info->si_addr))) say(known);
  if (known && !backtraces) print_line(context);
  int follows = signal == SIGABRT && urtk_aborts_after_another && urtk_aborts_after_another();
  if (backtraces && !follows) print_stack();
  urtk_choose_dump();
  raise(signal); /* the default action is back (SA_RESETHAND): this kills as soon as the handler returns */
}

URTK_LARGE char urtk_crash_stack[64 << 10];
void urtk_crash_on_other_stack(void) {
  stack_t other = {.ss_size = sizeof urtk_crash_stack, .ss_sp = urtk_crash_stack}, now;
  if (sigaltstack(NULL, &now) == 0 && (now.ss_flags & SS_DISABLE)) sigaltstack(&other, NULL); /* sanitizers have one */
}

void urtk_crash_handlers(int wanted, const char *(*reason_for)(const void *address)) {
  struct sigaction action = {.sa_flags = (int)(SA_RESETHAND | SA_ONSTACK | SA_SIGINFO)};
  action.sa_sigaction = crashed;         /* as an initial value this address would be variable memory (base/large.h) */
  backtraces = wanted, reason = reason_for;
  /* a network's library may have handlers of its own: none of them shall run */
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) signal(deadly[i], SIG_DFL);
  urtk_crash_on_other_stack();
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) sigaction(deadly[i], &action, NULL);
  if (!backtraces) return;
  void *stack[1];
  find_tool();
  backtrace(stack, 1); /* loads what backtrace needs now: a crashed thread should not load libraries */
}
