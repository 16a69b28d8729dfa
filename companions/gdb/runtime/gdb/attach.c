/* SPDX-License-Identifier: BSD-3-Clause
 * For a debugger. upcc -g writes records of shared variables and pointers-to-shared; the linker
 * gathers them. With upcrun -gdb each thread waits, before main, until a debugger has attached to it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>
#include "base/companions.h"
#include "base/environment.h"
#include "core/core.h"

#define KEPT __attribute__((used))
extern const char __start_urt_debug[] __attribute__((weak, visibility("hidden")));
extern const char __stop_urt_debug[] __attribute__((weak, visibility("hidden")));
const char *const urtk_debug_begin KEPT = __start_urt_debug, *const urtk_debug_end KEPT = __stop_urt_debug;

int urtk_debug_is_thread KEPT;                 /* 0 in a monitor's process */
volatile int urtk_debugger KEPT;               /* 1: a debugger has attached, and lets the thread go on */

enum { LOOK_US = 20000 };

/* UPC_DEBUG: each thread writes its process to this file; upcrun -gdb sets it. */
static void await_debugger(void) {
  const char *path = urtk_env_file("UPC_DEBUG");
  char line[64];
  urtk_debug_is_thread = 1;
  if (!path) return;
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY); /* where the system lets parents alone attach */
  int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
  int length = snprintf(line, sizeof line, "%d %d %d\n", urt_mythread, urt_threads, (int)getpid());
  if (fd < 0 || write(fd, line, (size_t)length) != length)
    urt_fatal("thread %d cannot tell upcrun -gdb its process: %s: %s", urt_mythread, path, strerror(errno));
  close(fd);
  while (!urtk_debugger) usleep(LOOK_US);
}

const struct urtk_companion urtk_in_gdb = {.start = await_debugger};
