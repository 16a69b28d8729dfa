/* SPDX-License-Identifier: BSD-3-Clause
 * The host: its cores, the time, short sleeps, standard streams. */
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "base/host.h"

int urtk_cores = 1, urtk_threads_here = 1;

struct cores urtk_affinity(void) {
  struct cores set;
  _Static_assert(sizeof set == sizeof(cpu_set_t), "a cpu_set_t has as many bits");
  /* more than 1024 cores */
  if (sched_getaffinity(0, sizeof set, (cpu_set_t *)&set) < 0) memset(&set, 0xff, sizeof set);
  return set;
}

void urtk_each_group(void (*look)(const char *folder, void *data), void *data) {
  char line[4096], folder[4200], *end;
  FILE *f = fopen("/proc/self/cgroup", "r");
  while (f && fgets(line, sizeof line, f)) {
    if (strncmp(line, "0::/", 4) != 0) continue;
    line[strcspn(line, "\n")] = 0;
    for (char *group = line + 3; group[1] && (end = strrchr(group, '/')); *end = 0) {
      snprintf(folder, sizeof folder, "/sys/fs/cgroup%s", group);
      look(folder, data);
    }
  }
  if (f) fclose(f);
  look("/sys/fs/cgroup", data); /* a container sees its own group here */
}

/* The time that a control group gives, in cores. */
static void look_at_quota(const char *group, void *least) {
  char path[4300];
  long time, period;
  int *most = least;
  snprintf(path, sizeof path, "%s/cpu.max", group);
  FILE *f = fopen(path, "r");
  if (f && fscanf(f, "%ld %ld", &time, &period) == 2 && period > 0 && time / period < *most)
    *most = (int)(time / period);
  if (f) fclose(f);
}

int urtk_count_cores(const struct cores *set) {
  int count = 0;
  for (int i = 0; i < (int)(sizeof set->bits / sizeof *set->bits); i++) count += __builtin_popcountll(set->bits[i]);
  urtk_each_group(look_at_quota, &count);
  return count < 1 ? 1 : count;
}

long urtk_now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000 + t.tv_nsec;
}

long urtk_now_ms(void) { return urtk_now_ns() / 1000000; }

long urtk_host_ms(void) {
  struct timespec t;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int hushed = -1;

void urtk_hush(void) {
  int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  fflush(stderr);
  hushed = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (null < 0 || hushed < 0) return;
  dup3(null, STDERR_FILENO, 0);
  close(null);
}

void urtk_empty_input(void) {
  int null = open("/dev/null", O_RDONLY);
  if (null > STDIN_FILENO) dup3(null, STDIN_FILENO, 0), close(null);
}

static int is_fed(const char *text) { return text && strchr(text, ':'); }

int urtk_inherited_input(void) {
  const char *number = getenv("UPCRUN_INPUT");
  int fd = number && !is_fed(number) ? atoi(number) : -1;
  return fd > STDERR_FILENO && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 ? fd : -1;
}

/* The number of the pipe tells whether the process is upcrun, on this host. Its other end may be closed already, after
 * the last byte: then only this way of opening does not wait for a writer. */
int urtk_pipe_of_upcrun(const char *variable, int access) {
  const char *text = getenv(variable);
  char path[64];
  int process, fd;
  unsigned long long number;
  struct stat pipe;
  if (!is_fed(text) || sscanf(text, "%d:%d:%llu", &process, &fd, &number) != 3) return NO_PIPE;
  snprintf(path, sizeof path, "/proc/%d/fd/%d", process, fd);
  if (stat(path, &pipe) < 0 || !S_ISFIFO(pipe.st_mode) || pipe.st_ino != number) return -1;
  return open(path, access | O_NONBLOCK | O_CLOEXEC);
}

int urtk_fed_input(void) {
  int fd = urtk_pipe_of_upcrun("UPCRUN_INPUT", O_RDONLY);
  if (fd >= 0) fcntl(fd, F_SETFL, 0);
  return fd;
}

void urtk_speak(void) {
  if (hushed < 0) return;
  fflush(stderr);
  dup3(hushed, STDERR_FILENO, 0);
  close(hushed);
  hushed = -1;
}

/* In ns. A nap is at least about as long as the kernel takes to wake a thread, WAKE, and at most NAP_MOST, so that the
 * thread answers soon. MANY threads of a core that nap so would take four fifths of it to wake. If there are more, each
 * naps NAP_EACH for every one of them, and together they take a fifth. */
enum { WAKE = 4000, NAP_LEAST = 5000, NAP_MOST = 80000, NAP_EACH = 5 * WAKE, MANY = NAP_MOST * 4 / 5 / WAKE };

void urtk_nap(unsigned turn) {
  long ns = NAP_LEAST * ((long)turn + 1);
  if (urtk_threads_here > MANY * urtk_cores) ns = NAP_EACH * (long)(urtk_threads_here / urtk_cores);
  else if (ns > NAP_MOST) ns = NAP_MOST;
  nanosleep(&(struct timespec){0, ns}, NULL);
}

/* The longest sleep, in ms. A sleeping thread wakes now and then to look around; with very many threads less often, so
 * that all of them together leave the cores free. */
enum { SLEEP_MOST = 50, THREADS_PER_SLEEP = 64 };

void urtk_sleep(uint32_t *word, uint32_t seen) {
  long ms = SLEEP_MOST * (1L + urtk_threads_here / THREADS_PER_SLEEP);
  struct timespec most = {ms / 1000, ms % 1000 * 1000000};
  syscall(SYS_futex, word, FUTEX_WAIT, seen, &most, NULL, 0);
}

void urtk_wake(uint32_t *word, int count) { syscall(SYS_futex, word, FUTEX_WAKE, count, NULL, NULL, 0); }
