/* SPDX-License-Identifier: BSD-3-Clause
 * What the system lets a job start. Each thread is a process. A limit that the threads exceed ends the job before any
 * of them starts: to start tens of thousands, only to end them again, takes minutes. Where a limit or what counts
 * towards it cannot be read, nothing is refused here, and a fork that fails ends the job. */
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
#include "base/fail.h"
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

static _Noreturn void refuse(int threads, const char *name, long most, long used, const char *cure) {
  urtk_usage(1, "the system does not allow %d threads, which are processes: %s is %ld, of which %ld are in use; "
             "start fewer, or raise the limit (%s)", threads, name, most, used, cure);
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
static long count_used(long most, int threads, int only, uid_t user) {
  if (count_all() <= most - threads) return 0;
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

static void check_kernel(int threads, const char *name, const char *path, const char *cure) {
  long most = read_number(path, LONG_MAX), used = count_used(most, threads, 0, 0);
  if (used > most - threads) refuse(threads, name, most, used, cure);
}

/* The kernel does not hold these to RLIMIT_NPROC. */
static int is_privileged(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct has[_LINUX_CAPABILITY_U32S_3] = {{0, 0, 0}};
  return getuid() == 0 || syscall(SYS_capget, &header, has) < 0 ||
         has->effective & (1U << CAP_SYS_RESOURCE | 1U << CAP_SYS_ADMIN);
}

static void check_user(int threads) {
  struct rlimit limit;
  if (is_privileged() || getrlimit(RLIMIT_NPROC, &limit) < 0 || limit.rlim_cur >= LONG_MAX) return;
  long most = (long)limit.rlim_cur, used = count_used(most, threads, 1, getuid());
  if (used > most - threads) refuse(threads, "RLIMIT_NPROC", most, used, "ulimit -u");
}

/* A control group, and those that hold it: `group` is "/a/b", and is cut. At last the mount itself, where a container
 * sees its own group. */
static void check_groups(int threads, const char *mount, char *group) {
  for (char *end = group;; *end = 0) {
    char path[8192], name[8192];
    snprintf(name, sizeof name, "%s%s/pids.max", mount, group);
    snprintf(path, sizeof path, "%s%s/pids.current", mount, group);
    long most = read_number(name, LONG_MAX), used = read_number(path, 0);
    if (used > most - threads)
      refuse(threads, name, most, used, "TasksMax= of systemd, --pids-limit of containers");
    if (!(end = strrchr(group, '/'))) return;
  }
}

/* Version 2 of control groups, where it may be the only one or one of two, and version 1. */
static void check_all_groups(int threads) {
  char line[4096];
  FILE *f = fopen("/proc/self/cgroup", "r");
  while (f && fgets(line, sizeof line, f)) {
    char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!group) continue;
    *group++ = 0;
    group[strcspn(group, "\n")] = 0;
    if (strcmp(controllers, ":pids") == 0) check_groups(threads, "/sys/fs/cgroup/pids", group);
    else if (!controllers[1]) check_groups(threads, "/sys/fs/cgroup", group);
  }
  if (f) fclose(f);
}

void urtk_check_limits(int threads) {
  check_kernel(threads, "kernel.pid_max", "/proc/sys/kernel/pid_max", "sysctl kernel.pid_max=4194304");
  check_kernel(threads, "kernel.threads-max", "/proc/sys/kernel/threads-max", "sysctl kernel.threads-max");
  check_user(threads);
  check_all_groups(threads);
}
