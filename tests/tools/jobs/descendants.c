/* SPDX-License-Identifier: BSD-3-Clause
 * Which processes are ended with a job on GASNet's udp: those that the system lists, of which there are more than fit a
 * page. The list and the signals are this file's own. Prints how many processes get one, and how many others. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 10000, PROCESSES = 2000 }; /* numbers of five digits */
static char ended[PROCESSES];
static int others;

/* Those that live, as Linux writes them. */
static FILE *open_list(void) {
  static char text[8 * PROCESSES];
  int used = 0;
  for (int i = 0; i < PROCESSES; i++)
    if (!ended[i]) used += sprintf(text + used, "%d ", FIRST + i);
  return used ? fmemopen(text, (size_t)used, "r") : NULL;
}

static int end_one(pid_t process, int signal) {
  const int i = process - FIRST, is_listed = i >= 0 && i < PROCESSES;
  if (is_listed && signal == SIGKILL) ended[i] = 1;
  others += !is_listed;
  return 0;
}

#define URTC_BELOW "udp"
#define fopen(path, mode) open_list()
#define kill end_one
#include "job/gasnet/link.c"

struct watch *urtc_watch;
void urtc_call_monitor(void) {}
int urtk_env_link_timeout(void) { return 0; }

int main(void) {
  int count = 0;
  urtc_end_descendants();
  for (int i = 0; i < PROCESSES; i++) count += ended[i];
  return printf("%d of %d, %d others\n", count, PROCESSES, others) < 0;
}
