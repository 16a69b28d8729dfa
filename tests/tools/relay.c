/* SPDX-License-Identifier: BSD-3-Clause
 * relay PORT PID DELAY LOSS: the link of a host of tests/tools/hosts, if the kernel has no netem. It makes the device
 * PORT here and eth0 in the network of process PID. In the background it then carries frames between the two, each with
 * the delay DELAY (1ms, 500us), and drops a part LOSS (1%) of them. It ends with its namespace.
 *
 *     switch ── PORT ── relay ── eth0 of the host      A frame is dropped too if QUEUE others are in flight. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { FRAME = 2048, QUEUE = 4096 };

static struct { long due; int to; size_t bytes; char data[FRAME]; } queue[QUEUE];
static unsigned first, count;

static void die(const char *what) {
  perror(what);
  exit(1);
}

static long now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000 + t.tv_nsec;
}

/* An end of the link: what is sent to the device is read from it. It lies in the network this process is in. */
static int device(const char *name) {
  struct ifreq request = {.ifr_flags = IFF_TAP | IFF_NO_PI};
  int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  strncpy(request.ifr_name, name, IFNAMSIZ - 1);
  if (fd < 0 || ioctl(fd, TUNSETIFF, &request) < 0) die(name);
  return fd;
}

static void enter_network_of(const char *pid) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%s/ns/net", pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || setns(fd, CLONE_NEWNET) < 0) die(path);
}

static long nanoseconds(const char *text) {
  char *unit;
  double number = strtod(text, &unit);
  return (long)(number * (*unit == 'u' ? 1e3 : *unit == 'm' ? 1e6 : 1e9));
}

/* Takes in all that has come, each frame with the time it is due at the other end. */
static void take(int from, int to, long delay, double loss) {
  char frame[FRAME];
  for (ssize_t bytes; (bytes = read(from, frame, sizeof frame)) > 0;) {
    if (count == QUEUE || drand48() < loss) continue;
    unsigned at = (first + count++) % QUEUE;
    queue[at].due = now_ns() + delay, queue[at].to = to, queue[at].bytes = (size_t)bytes;
    memcpy(queue[at].data, frame, (size_t)bytes);
  }
}

/* Hands over what is due; ns until the next is, -1 if there is none. A device that is down takes nothing: cut links. */
static long hand_over(void) {
  for (; count > 0; first = (first + 1) % QUEUE, count--) {
    long left = queue[first].due - now_ns();
    if (left > 0) return left;
    if (write(queue[first].to, queue[first].data, queue[first].bytes) < 0) continue;
  }
  return -1;
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  struct pollfd end[2] = {{.fd = device(argv[1]), .events = POLLIN}};
  long delay = nanoseconds(argv[3]);
  double loss = atof(argv[4]) / 100;
  enter_network_of(argv[2]);
  end[1] = (struct pollfd){.fd = device("eth0"), .events = POLLIN};
  srand48(1);
  if (fork() != 0) return 0;
  for (;;) {
    long left = hand_over();
    struct timespec until = {left / 1000000000, left % 1000000000};
    ppoll(end, 2, left < 0 ? NULL : &until, NULL);
    for (int i = 0; i < 2; i++) take(end[i].fd, end[1 - i].fd, delay, loss);
  }
}
