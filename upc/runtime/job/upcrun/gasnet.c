/* SPDX-License-Identifier: BSD-3-Clause
 * upcrun for programs on GASNet-EX. A text in the program (conduits/gasnet/start.c) names GASNet's conduit and where
 * GASNet's launchers are. On smp and udp the program starts its threads itself, on what the environment says; on the
 * others GASNet's gasnetrun_<conduit> does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "job/upcrun/launch.h"

extern char **environ;

/* The names of the variables that are to reach all hosts, with `between` between them. */
static char *environment(char between) {
  size_t size = 1, used = 0;
  for (char **variable = environ; *variable; variable++) size += strcspn(*variable, "=") + 1;
  char *names = upcrun_memory(calloc(size, 1), "the environment");
  for (char **variable = environ; *variable; variable++)
    if (upcrun_handed_on(*variable))
      used += (size_t)sprintf(names + used, "%.*s%c", (int)strcspn(*variable, "="), *variable, between);
  if (used) names[used - 1] = 0;
  return names;
}

/* The hosts with spaces between them, each once or once for each of its threads. */
static char *servers(const struct job *job, int once) {
  char *text = NULL;
  size_t length;
  FILE *f = upcrun_memory(open_memstream(&text, &length), "the hosts");
  for (long i = 0; i < job->nodes; i++)
    for (long t = 0; t < (once ? 1 : job->host[i].threads); t++)
      fprintf(f, "%s%s", i || t ? " " : "", job->host[i].name);
  return upcrun_memory(fclose(f) == 0 ? text : NULL, "the hosts");
}

/* gasnetrun gives threads to hosts evenly. */
static void require_even(const struct job *job) {
  for (long i = 0; i < job->nodes; i++)
    if (job->host[i].threads != job->threads / job->nodes + (i < job->threads % job->nodes))
      upcrun_fail(USAGE, "host %s is to have %ld threads, but GASNet's launcher divides threads evenly; leave out the "
                  "numbers of slots", job->host[i].name, job->host[i].threads);
}

/* udp: some variables are read by libraries when they are loaded, before GASNet hands on the environment. So these
 * stand in the command that starts a thread elsewhere, for the shell there, within double quotes of the master's. */
static char *env_command(void) {
  const char *own = getenv("GASNET_ENV_CMD");
  char *text = NULL;
  size_t length;
  FILE *f = upcrun_memory(open_memstream(&text, &length), "the environment");
  fputs(own && *own ? own : "env", f);
  for (char **variable = environ; *variable; variable++) {
    if (!upcrun_handed_on(*variable)) continue;
    fputs(" '", f);
    for (const char *c = *variable; *c; c++) {
      if (*c == '\'') fputs("'\\\\'", f); /* ' within '' is '\'' */
      else if (strchr("\"$`\\", *c)) fputc('\\', f);
      fputc(*c, f);
    }
    fputc('\'', f);
  }
  return upcrun_memory(fclose(f) == 0 ? text : NULL, "the environment");
}

/* udp: GASNet's master lets a shell start threads elsewhere, and forgets the status of what it starts them with, or
 * ends because of it before it has said what it was. So that command becomes a function of the shell, which tells the
 * master's monitor (job/gasnet/monitor.c). With -V it is asked whether it is OpenSSH's, and may not know what that
 * means. */
static void set_command(const struct job *job, const char *variable, const char *command, const char *arguments) {
  char *text;
  if (asprintf(&text, "upc_run() { (unset UPCRUN_REPORT; %s \"$@\"); s=$?; "
               "[ $s = 0 ] || [ $1 = -V ] || echo $s >/proc/self/fd/$UPCRUN_REPORT; }; "
               "upc_run%s", command, arguments) < 0)
    upcrun_fail(1, "no memory for the command");
  upcrun_set(job, variable, text);
}

/* udp: by ssh on hosts, by srun in an allocation of Slurm's, else on this machine. Who sets GASNET_SPAWNFN decides. */
static void spell_udp(const struct job *job) {
  const char *ssh = getenv("GASNET_SSH_CMD");
  char command[128];
  upcrun_set(job, "UPCRUN_ENVIRONMENT", environment(' '));
  if (getenv("GASNET_SPAWNFN")) return;
  if (job->host) {
    upcrun_set(job, "GASNET_SPAWNFN", "S");
    upcrun_set(job, "GASNET_SSH_SERVERS", servers(job, 0));
    upcrun_set(job, "GASNET_ENV_CMD", env_command());
    set_command(job, "GASNET_SSH_CMD", ssh && *ssh ? ssh : "ssh", "");
  } else if (getenv("SLURM_JOB_ID")) {
    int length = snprintf(command, sizeof command, "srun --overcommit -n %ld", job->threads);
    if (job->nodes)
      snprintf(command + length, sizeof command - (size_t)length, " -N %ld --ntasks-per-node=%ld", job->nodes,
               job->each);
    upcrun_set(job, "GASNET_SPAWNFN", "C");
    set_command(job, "GASNET_CSPAWN_CMD", command, " %C");
  }
}

static void spell_gasnetrun(const struct job *job, const char *conduit, const char *folder) {
  char launcher[4096];
  snprintf(launcher, sizeof launcher, "%s/gasnetrun_%s", folder, conduit);
  if (access(launcher, X_OK) != 0)
    upcrun_fail(NOT_FOUND, "no %s, which starts programs for gasnet-%s; UPC_MPIEXEC=\"srun\" names another launcher",
                launcher, conduit);
  if (job->host && strcmp(conduit, "mpi") == 0)
    upcrun_fail(USAGE, "programs for gasnet-mpi are started by MPI: "
                "give it the hosts, MPIRUN_CMD='mpiexec -hosts %s -n %%N %%C'",
                servers(job, 1));
  upcrun_add("%s", launcher);
  upcrun_add("-n"), upcrun_add("%ld", job->threads);
  if (job->nodes && (job->host || upcrun_scheduler())) upcrun_add("-N"), upcrun_add("%ld", job->nodes);
  upcrun_add("-E"), upcrun_add("%s", environment(','));
  if (!job->host) return;
  require_even(job);
  upcrun_add("-spawner=ssh");
  upcrun_set(job, "GASNET_SSH_SERVERS", servers(job, 1));
}

static void launch(struct job *job, const char *path, char **command) {
  char *conduit = upcrun_text(path, "[upcrun: gasnet "), *folder = conduit ? strchr(conduit, ' ') : NULL;
  if (!folder) return;
  *folder++ = 0;
  if (job->bind && strcmp(job->bind, "none") != 0)
    fprintf(stderr, "upcrun: note: -bind-threads=%s has no effect on gasnet-%s\n", job->bind, conduit);
  job->takes_nodes = strcmp(conduit, "udp") == 0 && !getenv("GASNET_SPAWNFN") && !getenv("SLURM_JOB_ID");
  upcrun_plan(job, path);
  if (job->host && !job->dry) upcrun_look_up(job);
  if (strcmp(conduit, "smp") == 0) upcrun_become(job, path, command);
  if (strcmp(conduit, "udp") == 0) {
    spell_udp(job);
    upcrun_become(job, path, command);
  }
  upcrun_set(job, "UPCRUN_STARTED", "1");
  if (!upcrun_add_own(job)) {
    spell_gasnetrun(job, conduit, folder);
  }
  upcrun_start(job, path, command);
}

UPCRUN_LAUNCHES_BY(launch);
