/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: hosts of a udp job that reach its master but no longer each other, if UPC_LINK_PEERS asks for it. GASNet's messages
 * are UDP, which only the thread answers, and one that computes for long does not. So the monitor of a host's first thread asks the system of the other
 * hosts: for a TCP connection to the number of their UDP port, where nobody listens. A host that is there refuses, whatever its
 * threads do; one that has refused before and then says nothing for too long is cut off. One that never has (a firewall
 * drops what it does not know) is not watched. Of two hosts one asks, every few seconds. Three hosts, threads 0 1 | 2 | 3 4:
 *
 *   monitor of thread 0: asks 2's and 3's host       of thread 2: asks 3's       of 1, 3 and 4: nobody */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/mman.h>
#include "job/link.h"
#include "conduits/gasnet/control.h"

enum { A_SECOND = 4 };             /* hosts asked in one, at the most: with more than a hundred it takes longer to notice */

/* What a thread leaves for its monitor. */
static struct peers {
  int count;                       /* 0: nobody to ask */
  struct peer { int thread; struct sockaddr_in place; } peer[URTK_MOST_THREADS];
} *peers;

/* The monitor's, for each of them, in ms: the question that is under way (0 or less: none), when the first that is unanswered was put
 * (0: there is none), when the next may be, and whether one ever was answered. */
static struct asked { int fd, answers; long since, next; } *asked;

void urtc_open_peers(void) {
  if (!urtk_env_link_peers()) return;
  peers = mmap(NULL, sizeof *peers, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (peers == MAP_FAILED) peers = NULL;
}

/* This thread's UDP port at the address by which other hosts reach it; 0.0.0.0 if there is none. */
static struct sockaddr_in own_place(void) {
  struct sockaddr_in place;
  for (int fd = STDERR_FILENO + 1; fd < 64; fd++) {
    int protocol;
    socklen_t size = sizeof protocol, length = sizeof place;
    if (getsockopt(fd, SOL_SOCKET, SO_PROTOCOL, &protocol, &size) < 0 || protocol != IPPROTO_UDP) continue;
    if (getsockname(fd, (struct sockaddr *)&place, &length) < 0 || place.sin_family != AF_INET) continue;
    if (is_elsewhere(address_of((struct sockaddr *)&place))) return place;
  }
  return (struct sockaddr_in){.sin_family = AF_INET};
}

static int is_listed(uint32_t host, int count) {
  for (int i = 0; i < count; i++)
    if (peers->peer[i].place.sin_addr.s_addr == host) return 1;
  return 0;
}

void urtc_note_peers(int thread) {
  uint32_t *host = calloc((size_t)urt_threads, sizeof *host), *port = calloc((size_t)urt_threads, sizeof *port);
  struct sockaddr_in place = own_place();
  int count = 0, own = -1;
  if (!host || !port) urtk_usage(1, "no memory to start the threads");
  host[thread] = place.sin_addr.s_addr, port[thread] = place.sin_port;
  urtc_share(host);
  urtc_share(port);
  for (int t = 0; peers && t < urt_threads; t++) {
    if (!host[t] || is_listed(host[t], count)) continue;
    if (t == thread) own = count;
    place.sin_addr.s_addr = host[t], place.sin_port = (in_port_t)port[t];
    peers->peer[count++] = (struct peer){t, place};
  }
  free(host), free(port);
  int behind = own < 0 ? 0 : count - own - 1; /* whom this one's monitor asks, if it is its host's first thread */
  if (!behind) return;
  memmove(peers->peer, peers->peer + own + 1, (size_t)behind * sizeof *peers->peer);
  __atomic_store_n(&peers->count, behind, __ATOMIC_RELEASE);
}

static void settle(struct asked *a, int error, long next) {
  close(a->fd);
  a->fd = -1, a->next = next;
  if (error == 0 || error == ECONNREFUSED) a->answers = 1, a->since = 0; /* else this host's system has given up */
}

static void ask(struct asked *a, const struct peer *p, long now, long next) {
  a->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (a->fd < 0) return;
  if (!a->since) a->since = now;
  int error = connect(a->fd, (const struct sockaddr *)&p->place, sizeof p->place) == 0 ? 0 : errno;
  if (error != EINPROGRESS) settle(a, error, next);
}

static void hear(struct asked *a, long next) {
  struct pollfd ready = {a->fd, POLLOUT, 0};
  int error = 0;
  socklen_t size = sizeof error;
  if (poll(&ready, 1, 0) <= 0) return;
  getsockopt(a->fd, SOL_SOCKET, SO_ERROR, &error, &size);
  settle(a, error, next);
}

int urtc_peer_silent(int seconds, struct address *address, int *thread) {
  static int turn;
  int count = peers ? __atomic_load_n(&peers->count, __ATOMIC_ACQUIRE) : 0;
  long now = urtk_now_ms(), often = (seconds > 4 ? seconds / 4 : 1) * 1000L, most = A_SECOND * link_interval(seconds) / 1000 + 1;
  if (!count || (!asked && !(asked = calloc((size_t)count, sizeof *asked)))) return 0;
  for (int k = 0, start = turn; k < count; k++) {
    int i = (start + k) % count;
    struct asked *a = &asked[i];
    if (a->fd > 0) hear(a, now + often);
    if (a->fd <= 0 && now >= a->next && most-- > 0) ask(a, &peers->peer[i], now, now + often), turn = i + 1;
    if (!a->answers || !a->since || now - a->since <= seconds * 1000L - often) continue;
    *address = address_of((struct sockaddr *)&peers->peer[i].place), *thread = peers->peer[i].thread;
    return 1;
  }
  return 0;
}
