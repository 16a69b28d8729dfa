/* SPDX-License-Identifier: BSD-3-Clause
 * relay PORT PID DELAY LOSS RATE LATE: the link of a host of tests/tools/hosts, if the kernel has no netem. It makes
 * the device PORT here and eth0 in the network of process PID. In the background it then carries frames between the
 * two. Each way they go one after the other at RATE (80mbit; 0: at once), and each has then the delay DELAY (1ms,
 * 500us). A part LOSS (1%) of them is dropped. If LATE is given, only LATE percent of them have the delay, and others
 * overtake these. It ends with its namespace.
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

enum { FRAME = 65536 + 64, QUEUE = 4096 };

struct way {
  int from, to;                                 /* devices */
  long idle;                                    /* when the last frame has left */
  struct frame { long due; size_t bytes; char *data; } queue[QUEUE];
  unsigned first, count;
};

static struct way ways[2];
static long delay;
static double loss, late, per_byte;             /* per_byte: ns, 0: no limit */

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

/* Nanoseconds for a byte. */
static double time_of_byte(const char *rate) {
  char *unit;
  double number = strtod(rate, &unit);
  double bits = number * (*unit == 'k' ? 1e3 : *unit == 'm' ? 1e6 : *unit == 'g' ? 1e9 : 1);
  return bits > 0 ? 8e9 / bits : 0;
}

/* The last frame of the queue goes before those that are due later. */
static void overtake(struct way *w) {
  for (unsigned k = w->count - 1; k > 0; k--) {
    struct frame *last = &w->queue[(w->first + k) % QUEUE], *before = &w->queue[(w->first + k - 1) % QUEUE];
    if (before->due <= last->due) return;
    struct frame other = *before;
    *before = *last, *last = other;
  }
}

/* Takes in all that has come, each frame with the time it is due at the other end. */
static void take(struct way *w) {
  static char frame[FRAME];
  for (ssize_t bytes; (bytes = read(w->from, frame, sizeof frame)) > 0;) {
    if (w->count == QUEUE || drand48() < loss) continue;
    unsigned at = (w->first + w->count++) % QUEUE;
    long now = now_ns();
    w->idle = (w->idle > now ? w->idle : now) + (long)((double)bytes * per_byte);
    w->queue[at].due = w->idle + (late > 0 && drand48() >= late ? 0 : delay), w->queue[at].bytes = (size_t)bytes;
    w->queue[at].data = malloc((size_t)bytes);
    if (w->queue[at].data == NULL) die("a frame");
    memcpy(w->queue[at].data, frame, (size_t)bytes);
    overtake(w);
  }
}

/* Hands over what is due; ns until the next is, -1 if there is none. A device that is down takes nothing: cut links. */
static long hand_over(struct way *w) {
  for (; w->count > 0; w->first = (w->first + 1) % QUEUE, w->count--) {
    struct frame *f = &w->queue[w->first];
    long left = f->due - now_ns();
    if (left > 0) return left;
    if (write(w->to, f->data, f->bytes) < 0) {}
    free(f->data);
  }
  return -1;
}

int main(int argc, char **argv) {
  if (argc != 7) return 2;
  ways[0].from = ways[1].to = device(argv[1]);
  delay = nanoseconds(argv[3]);
  loss = atof(argv[4]) / 100;
  per_byte = time_of_byte(argv[5]);
  late = atof(argv[6]) / 100;
  enter_network_of(argv[2]);
  ways[0].to = ways[1].from = device("eth0");
  srand48(1);
  if (fork() != 0) return 0;
  /* It stands for hardware: threads that poll would keep the core from it for milliseconds. Only root may do this. */
  sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 1});
  for (;;) {
    struct pollfd come[2] = {{.fd = ways[0].from, .events = POLLIN}, {.fd = ways[1].from, .events = POLLIN}};
    long there = hand_over(&ways[0]), back = hand_over(&ways[1]), left = there;
    if (left < 0 || (back >= 0 && back < left)) left = back;
    struct timespec until = {left / 1000000000, left % 1000000000};
    ppoll(come, 2, left < 0 ? NULL : &until, NULL);
    for (int i = 0; i < 2; i++) take(&ways[i]);
  }
}
