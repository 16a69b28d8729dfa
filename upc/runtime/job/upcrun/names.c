/* SPDX-License-Identifier: BSD-3-Clause
 * The names of hosts: is there a host of each name? Hydra waits for ever for one that does not exist. The system is
 * asked first. Of names that it does not know ssh is asked: its configuration may have names of its own. */
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>
#include "job/upcrun/launch.h"

/* Another command than ssh may know any name. */
static int other_command(void) {
  static const char *const variable[] = {"UPC_MPIEXEC", "HYDRA_LAUNCHER", "HYDRA_LAUNCHER_EXEC", "HYDRA_BOOTSTRAP",
                                         "HYDRA_BOOTSTRAP_EXEC", "OMPI_MCA_plm_rsh_agent", "GASNET_SPAWNFN",
                                         "GASNET_SSH_CMD", "GASNET_SSH_OPTIONS"};
  for (size_t i = 0; i < sizeof variable / sizeof *variable; i++)
    if (getenv(variable[i])) return 1;
  return upcrun_scheduler();
}

/* 0: there is certainly no such name. A name server that does not answer says nothing. */
static int system_knows(const char *name) {
  struct addrinfo *found = NULL;
  char own[256] = "";
  int status = getaddrinfo(name, NULL, NULL, &found);
  if (status == 0) freeaddrinfo(found);
  gethostname(own, sizeof own - 1);
  return status != EAI_NONAME || strcmp(name, own) == 0;
}

/* What `ssh -G` prints of a host: one option a line. A name of ssh's own stands for another one, or for a way there. */
static int ssh_knows(const char *name) {
  int ends[2], known = 0;
  char line[1024];
  if (pipe(ends) != 0) return 1;
  pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], 1);
    close(ends[0]);
    if (!freopen("/dev/null", "w", stderr)) _exit(1);
    execlp("ssh", "ssh", "-G", "--", name, (char *)NULL);
    _exit(1);
  }
  close(ends[1]);
  FILE *f = fdopen(ends[0], "r");
  while (f && fgets(line, sizeof line, f)) {
    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, "hostname ", 9) == 0) known |= strcasecmp(line + 9, name) != 0;
    if (strncmp(line, "proxycommand ", 13) == 0 || strncmp(line, "proxyjump ", 10) == 0) known = 1;
  }
  if (f) fclose(f);
  if (pid > 0) waitpid(pid, NULL, 0);
  return known || pid < 0;
}

void upcrun_look_up(const char *list) {
  char *copy = upcrun_memory(strdup(list), "the hosts"), *rest = NULL;
  if (other_command()) return;
  for (char *word = strtok_r(copy, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
    const char *at = strrchr(word, '@'), *name = at ? at + 1 : word;
    if (!system_knows(name) && !ssh_knows(name)) upcrun_fail(USAGE, "there is no host '%s'", name);
  }
  free(copy);
}
