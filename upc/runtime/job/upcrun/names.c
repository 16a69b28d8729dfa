/* SPDX-License-Identifier: BSD-3-Clause
 * The names of hosts: is there a host of each name? Hydra waits for ever for one that does not exist. The system is
 * asked first. Of names that it does not know ssh is asked: its configuration may have names of its own. Names of one
 * machine have one address; the threads later compare on how many hosts they are (core/alike.c). */
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>
#include "job/upcrun/launch.h"

int upcrun_other_command(void) {
  static const char *const variable[] = {"UPC_MPIEXEC", "HYDRA_LAUNCHER", "HYDRA_LAUNCHER_EXEC", "HYDRA_BOOTSTRAP",
                                         "HYDRA_BOOTSTRAP_EXEC", "I_MPI_HYDRA_BOOTSTRAP",
                                         "I_MPI_HYDRA_BOOTSTRAP_EXEC", "OMPI_MCA_plm_rsh_agent",
                                         "PRTE_MCA_plm_ssh_agent",
                                         "GASNET_SPAWNFN", "GASNET_SSH_CMD", "GASNET_SSH_OPTIONS"};
  for (size_t i = 0; i < sizeof variable / sizeof *variable; i++)
    if (getenv(variable[i])) return 1;
  return upcrun_scheduler();
}

static struct in6_addr address_of(const struct sockaddr *s) {
  struct in6_addr a = IN6ADDR_LOOPBACK_INIT;
  if (s->sa_family == AF_INET6) return ((const struct sockaddr_in6 *)s)->sin6_addr;
  const struct in_addr v4 = ((const struct sockaddr_in *)s)->sin_addr;
  if (ntohl(v4.s_addr) >> 24 == 127) return a; /* this machine, as ::1 is */
  memcpy(a.s6_addr + 12, &v4, 4);
  return a;
}

/* 0: there is certainly no such name. -1: a name server does not answer, which says nothing. 1: it is known, and has
 * this address. */
static int system_knows(const char *name, struct in6_addr *address) {
  struct addrinfo *found = NULL;
  char own[256] = "";
  int status = getaddrinfo(name, NULL, NULL, &found);
  if (status == 0) *address = address_of(found->ai_addr), freeaddrinfo(found);
  gethostname(own, sizeof own - 1);
  if (status == 0 || strcmp(name, own) == 0) return 1;
  return status == EAI_NONAME ? 0 : -1;
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

static int by_bytes(const void *a, const void *b) { return memcmp(a, b, sizeof(struct in6_addr)); }

/* How many of the addresses differ; zeroed ones are none. */
static long count(struct in6_addr *address, size_t length) {
  static const struct in6_addr none;
  long machines = 0;
  qsort(address, length, sizeof *address, by_bytes);
  for (size_t i = 0; i < length; i++)
    machines += by_bytes(&address[i], i ? &address[i - 1] : &none) != 0;
  return machines;
}

void upcrun_look_up(const struct job *job) {
  struct in6_addr *address = upcrun_memory(calloc((size_t)job->nodes, sizeof *address), "the hosts");
  int any_name = upcrun_other_command(), answers = 1;
  char number[24];
  for (long i = 0; i < job->nodes && answers; i++) {
    const char *user = strrchr(job->host[i].name, '@'), *name = user ? user + 1 : job->host[i].name;
    int known = system_knows(name, &address[i]);
    if (!known && !any_name && !ssh_knows(name)) upcrun_fail(USAGE, "there is no host '%s'", name);
    answers = known >= 0;
  }
  snprintf(number, sizeof number, "%ld", count(address, (size_t)job->nodes));
  setenv("UPCRUN_HOSTS", number, 1);
  free(address);
}
