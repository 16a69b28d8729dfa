/* SPDX-License-Identifier: BSD-3-Clause
 * How many threads a job has, on which hosts they run, and how many each host gets. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/sizes.h"
#include "job/upcrun/launch.h"

/* ---- how many threads, if neither option nor launcher says so ---- */

/* The last line that is a number: a library may print something when it is loaded. 1 if there is none. */
static long number_in(FILE *answer) {
  char *line = NULL;
  size_t room = 0;
  long number = 1;
  while (getline(&line, &room, answer) >= 0) {
    line[strcspn(line, "\n")] = 0;
    urtk_parse_count(line, URTK_MOST_THREADS, &number);
  }
  free(line);
  return number;
}

/* No -n: the program says how many threads it was compiled for (urtc_start), 1 if any number will do. */
static long ask(const char *path) {
  int ends[2];
  if (pipe(ends) < 0) upcrun_fail(1, "cannot make a pipe: %s", strerror(errno));
  pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    setenv("UPCRUN_ASKS", "1", 1);
    execl(path, path, (char *)NULL);
    _exit(NOT_EXECUTABLE);
  }
  close(ends[1]);
  FILE *answer = upcrun_memory(fdopen(ends[0], "r"), "the number of threads");
  long number = number_in(answer);
  fclose(answer);
  if (pid > 0) waitpid(pid, NULL, 0);
  return number;
}

/* ---- hosts: by -hosts=, -hostfile= or UPC_NODES ---- */
enum { LONGEST_NAME = 253 };            /* of a host, in the Domain Name System */
static long named;

/* Names go to ssh as its arguments, and to shells: user@host.domain, an address, or a name of ssh's configuration. */
static int is_name(const char *name) {
  static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.@-:%";
  return *name && *name != '-' && !name[strspn(name, allowed)] && strlen(name) <= LONGEST_NAME;
}

/* Takes a word apart: host, host:4, [::1], [::1]:4, or ::1, which has colons as it is an address of IPv6. The number is
 * in *slots if there is one. */
static char *name_in(char *word, const char **slots) {
  char *end = *word == '[' ? strchr(word, ']') : NULL, *colon = strchr(end ? end : word, ':');
  if (!end && colon && strchr(colon + 1, ':')) return word;
  if (end && end[1] && end[1] != ':') return word;
  if (colon) *colon = 0, *slots = colon + 1;
  if (end) *end = 0;
  return end ? word + 1 : word;
}

/* `where` is the option, or the file and its line. `slots`: a number of threads as text; null: none is given. */
static void add_host(struct job *job, char *word, const char *slots, const char *where, int line) {
  enum { MORE = 256 };
  char number[16] = "";
  long threads = 0;
  const char *name = name_in(word, &slots);
  if (line) snprintf(number, sizeof number, ":%d", line);
  if (!is_name(name))
    upcrun_fail(USAGE, "%.200s%s: '%.60s' is no name of a host: it must have letters, digits and _.@-:[]%% alone, at "
                "most %d, and no - as the first", where, number, name, LONGEST_NAME);
  if (slots && !urtk_parse_count(slots, URTK_MOST_THREADS, &threads))
    upcrun_fail(USAGE, "%.200s%s: host %s: '%.60s' is not a number of threads; it must be from 1 to %d", where, number,
                name, slots, URTK_MOST_THREADS);
  if (named % MORE == 0)
    job->host = upcrun_memory(reallocarray(job->host, (size_t)named + MORE, sizeof *job->host), "the hosts");
  job->host[named++] = (struct job_host){upcrun_memory(strdup(name), "the hosts"), threads, 0};
}

static int enough(const struct job *job) { return job->nodes && named == job->nodes; }

static void read_list(struct job *job, const char *list, const char *where) {
  char *copy = upcrun_memory(strdup(list), "the hosts"), *rest = NULL, *word;
  for (word = strtok_r(copy, ", \t\n", &rest); word && !enough(job); word = strtok_r(NULL, ", \t\n", &rest))
    add_host(job, word, NULL, where, 0);
  free(copy);
}

/* host, host:4 or host slots=4; Grid Engine writes host 4; other words are for other launchers */
static void read_line(struct job *job, char *line, const char *path, int number) {
  char *rest = NULL, *name, *word;
  const char *slots = NULL;
  line[strcspn(line, "#")] = 0;
  if (!(name = strtok_r(line, " \t\r\n", &rest))) return;
  while ((word = strtok_r(NULL, " \t\r\n", &rest))) {
    if (strncmp(word, "slots=", 6) == 0) slots = word + 6;
    else if (!slots && !word[strspn(word, "0123456789")]) slots = word;
  }
  add_host(job, name, slots, path, number);
}

/* `option` is what names the file. */
static void read_file(struct job *job, const char *option, const char *path) {
  char *line = NULL;
  size_t room = 0;
  int number = 0;
  FILE *f = fopen(path, "r");
  if (!f) upcrun_fail(USAGE, "%s=%s: %s", option, path, strerror(errno));
  for (ssize_t bytes; !enough(job) && (bytes = getline(&line, &room, f)) >= 0;) {
    number++;
    if (strlen(line) != (size_t)bytes) upcrun_fail(USAGE, "%s:%d: the line has a zero in it", path, number);
    read_line(job, line, path, number);
  }
  if (ferror(f)) upcrun_fail(USAGE, "%s=%s: %s", option, path, strerror(errno));
  free(line);
  fclose(f);
}

/* Schedulers name a host once for each of its slots. */
static void merge_repeated(struct job *job) {
  long hosts = 0;
  for (long i = 0; i < named; i++) {
    const struct job_host h = job->host[i];
    long k = 0;
    while (k < hosts && strcmp(job->host[k].name, h.name) != 0) k++;
    if (k == hosts) job->host[hosts++] = (struct job_host){h.name, 0, 0};
    job->host[k].slots += h.slots ? h.slots : 1;
  }
  named = job->nodes && hosts > job->nodes ? job->nodes : hosts;
}

/* The hosts that a scheduler has given to the job, or a user names in a file as for Berkeley's upcrun. */
static void read_nodes(struct job *job) {
  static const char *const file[] = {"UPC_NODEFILE", "GASNET_NODEFILE", "PBS_NODEFILE", "PE_HOSTFILE"};
  const size_t files = job->takes_nodes ? sizeof file / sizeof *file : 1; /* the user's alone */
  const char *list = job->takes_nodes ? getenv("LSB_HOSTS") : NULL;
  const long nodes = job->nodes;
  job->nodes = 0; /* all are read: those of one host need not be neighbours */
  for (size_t i = 0; !named && i < files; i++)
    if (getenv(file[i])) read_file(job, file[i], getenv(file[i]));
  if (!named && list) read_list(job, list, "LSB_HOSTS");
  job->nodes = nodes;
  merge_repeated(job);
}

static void name_hosts(struct job *job) {
  const char *nodes = getenv("UPC_NODES");
  named = 0;
  if (job->hosts) read_list(job, job->hosts, "-hosts");
  else if (job->hostfile) read_file(job, "-hostfile", job->hostfile);
  else if (nodes && *nodes) read_list(job, nodes, "UPC_NODES");
  else read_nodes(job);
  if (!named && (job->hosts || job->hostfile))
    upcrun_fail(USAGE, job->hosts ? "-hosts=%s: no host is named" : "-hostfile=%s: no host is named",
                job->hosts ? job->hosts : job->hostfile);
  if (named && named < job->nodes) upcrun_fail(USAGE, "-N %ld: only %ld hosts are known", job->nodes, named);
  if (named) job->nodes = named;
}

/* 1: some host has a number of slots; then each has one at least */
static int complete_slots(struct job *job) {
  long most = 0;
  for (long i = 0; i < job->nodes; i++)
    if (job->host[i].slots > most) most = job->host[i].slots;
  for (long i = 0; most && i < job->nodes; i++)
    if (!job->host[i].slots) job->host[i].slots = 1;
  return most > 0;
}

/* Evenly or, where numbers of slots are given, host by host so many, and again from the first one on if there are more
 * threads. Hosts without any go. */
static void deal_out(struct job *job) {
  long left = job->threads, nodes = job->nodes, even = !complete_slots(job);
  for (long i = 0; even && i < nodes; i++) job->host[i].slots = left / nodes + (i < left % nodes);
  for (long i = 0; left > 0; i = (i + 1) % nodes) {
    struct job_host *h = &job->host[i];
    long threads = h->slots < left ? h->slots : left;
    h->threads += threads, left -= threads;
    if (h->threads > job->each) job->each = h->threads;
  }
  while (!job->host[job->nodes - 1].threads) job->nodes--;
}

void upcrun_plan(struct job *job, const char *path) {
  char number[24];
  if (!job->threads) job->threads = ask(path);
  if (job->nodes > job->threads) /* those of -N: hosts may be more */
    upcrun_fail(USAGE, "-N %ld: more nodes than the %ld threads of the job; -n N gives it N", job->nodes, job->threads);
  name_hosts(job);
  if (job->nodes > job->threads) job->nodes = job->threads;
  if (job->host) deal_out(job);
  else if (job->nodes) job->each = (job->threads + job->nodes - 1) / job->nodes;
  if (job->each && !job->host && !upcrun_scheduler()) { /* nodes of this machine */
    snprintf(number, sizeof number, "%ld", job->each);
    upcrun_set(job, "UPC_NEAR", number);
    job->each = 0;
  }
  snprintf(number, sizeof number, "%ld", job->threads);
  upcrun_set(job, "UPC_THREADS", number);
}
