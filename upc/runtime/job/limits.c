/* SPDX-License-Identifier: BSD-3-Clause
 * What the system lets a job start. Each thread is a process, or two with its monitor. A limit that they exceed ends
 * the job before any of them starts: to start tens of thousands, only to end them again, takes minutes. Where a limit
 * or what counts towards it cannot be read, nothing is refused here, and a fork that fails ends the job. */
#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <linux/capability.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "base/large.h"
#include "base/sizes.h"
#include "job/job.h"

/* The number in a file; `otherwise` if there is none. */
static long read_number(const char *path, long otherwise) {
  long number;
  FILE *f = fopen(path, "r");
  if (f && fscanf(f, "%ld", &number) != 1) number = otherwise;
  if (!f) return otherwise;
  fclose(f);
  return number;
}

static struct { int threads, each; long processes; } job;
URTK_LARGE char urtk_exceeded[8400]; /* the line that says so */

/* Notes what is wrong; 1: so it is. */
static int exceeds(const char *name, long most, long used, const char *cure) {
  if (used <= most - job.processes) return 0;
  snprintf(urtk_exceeded, sizeof urtk_exceeded, "the system does not allow %d threads, which are %sprocesses%s: %s is "
           "%ld, of which %ld are in use; start fewer, or raise the limit (%s)", job.threads,
           job.each > 1 ? "two " : "", job.each > 1 ? " each" : "", name, most, used, cure);
  return 1;
}

/* Processes and their pthreads on the whole system: no user and no container has more. */
static long count_all(void) {
  long count = LONG_MAX;
  FILE *f = fopen("/proc/loadavg", "r");
  if (f && fscanf(f, "%*f %*f %*f %*d/%ld", &count) != 1) count = LONG_MAX;
  if (f) fclose(f);
  return count;
}

/* How many of `most` processes exist already: those of one user, or all that are in /proc. Where `most` is enough
 * whatever exists, they are not counted, and the result is 0. */
static long count_used(long most, int only, uid_t user) {
  if (count_all() <= most - job.processes) return 0;
  DIR *proc = opendir("/proc");
  struct stat about;
  char path[300];
  long count = 0;
  for (struct dirent *entry; proc && (entry = readdir(proc));) {
    if (!isdigit((unsigned char)*entry->d_name)) continue;
    snprintf(path, sizeof path, "/proc/%s/task", entry->d_name);
    if (stat(path, &about) < 0 || (only && about.st_uid != user)) continue;
    count += (long)about.st_nlink - 2; /* a folder for each pthread */
  }
  if (proc) closedir(proc);
  return count;
}

static int exceeds_kernel(const char *name, const char *path, const char *cure) {
  long most = read_number(path, LONG_MAX);
  return exceeds(name, most, count_used(most, 0, 0), cure);
}

/* The kernel does not hold these to RLIMIT_NPROC. */
static int is_privileged(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct has[_LINUX_CAPABILITY_U32S_3] = {{0, 0, 0}};
  return getuid() == 0 || syscall(SYS_capget, &header, has) < 0 ||
         has->effective & (1U << CAP_SYS_RESOURCE | 1U << CAP_SYS_ADMIN);
}

static int exceeds_user(void) {
  struct rlimit limit;
  if (is_privileged() || getrlimit(RLIMIT_NPROC, &limit) < 0 || limit.rlim_cur >= LONG_MAX) return 0;
  long most = (long)limit.rlim_cur;
  return exceeds("RLIMIT_NPROC", most, count_used(most, 1, getuid()), "ulimit -u");
}

/* A control group, and those that hold it: `group` is "/a/b", and is cut. At last the mount itself, where a container
 * sees its own group. */
static int exceeds_groups(const char *mount, char *group) {
  for (char *end = group;; *end = 0) {
    char path[8192], name[8192];
    snprintf(name, sizeof name, "%s%s/pids.max", mount, group);
    snprintf(path, sizeof path, "%s%s/pids.current", mount, group);
    long most = read_number(name, LONG_MAX), used = read_number(path, 0);
    if (exceeds(name, most, used, "TasksMax= of systemd, --pids-limit of containers")) return 1;
    if (!(end = strrchr(group, '/'))) return 0;
  }
}

/* Version 2 of control groups, where it may be the only one or one of two, and version 1. */
static int exceeds_any_group(void) {
  char line[4096];
  int found = 0;
  FILE *f = fopen("/proc/self/cgroup", "r");
  while (!found && f && fgets(line, sizeof line, f)) {
    char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!group) continue;
    *group++ = 0;
    group[strcspn(group, "\n")] = 0;
    if (strcmp(controllers, ":pids") == 0) found = exceeds_groups("/sys/fs/cgroup/pids", group);
    else if (!controllers[1]) found = exceeds_groups("/sys/fs/cgroup", group);
  }
  if (f) fclose(f);
  return found;
}

const char *urtk_limit_exceeded(int threads, int each) {
  job.threads = threads, job.each = each, job.processes = (long)threads * each;
  if (threads > URTK_MOST_PROCESSES)
    snprintf(urtk_exceeded, sizeof urtk_exceeded, "%d threads cannot be processes; at most %d can", threads,
             URTK_MOST_PROCESSES);
  return threads > URTK_MOST_PROCESSES ||
         exceeds_kernel("kernel.pid_max", "/proc/sys/kernel/pid_max", "sysctl kernel.pid_max=4194304") ||
         exceeds_kernel("kernel.threads-max", "/proc/sys/kernel/threads-max", "sysctl kernel.threads-max") ||
         exceeds_user() || exceeds_any_group() ? urtk_exceeded : NULL;
}
