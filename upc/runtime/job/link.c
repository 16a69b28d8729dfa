/* SPDX-License-Identifier: BSD-3-Clause
 * See link.h. */
#include <dirent.h>
#include <linux/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "job/link.h"

struct address link_address(const struct sockaddr *s) {
  struct address a = {{[10] = 0xff, [11] = 0xff}};
  if (s->sa_family == AF_INET) memcpy(a.byte + 12, &((const struct sockaddr_in *)s)->sin_addr, 4);
  else if (s->sa_family == AF_INET6) memcpy(a.byte, &((const struct sockaddr_in6 *)s)->sin6_addr, 16);
  else memset(&a, 0, sizeof a);
  return a;
}

int link_same(struct address a, struct address b) { return memcmp(&a, &b, sizeof a) == 0; }

int link_is_loopback(struct address a) {
  static const unsigned char v4[12] = {[10] = 0xff, [11] = 0xff}, v6[16] = {[15] = 1};
  return (memcmp(a.byte, v4, 12) == 0 && (a.byte[12] == 127 || a.byte[12] == 0)) || memcmp(a.byte, v6, 16) == 0;
}

const char *link_name(struct address a, char text[INET6_ADDRSTRLEN]) {
  inet_ntop(AF_INET6, a.byte, text, INET6_ADDRSTRLEN);
  return strncmp(text, "::ffff:", 7) ? text : text + 7;
}

int link_peer(int fd, struct address *peer) {
  struct sockaddr_storage s;
  int protocol;
  socklen_t size = sizeof protocol;
  if (getsockopt(fd, SOL_SOCKET, SO_PROTOCOL, &protocol, &size) < 0 || protocol != IPPROTO_TCP) return 0;
  size = sizeof s;
  if (getpeername(fd, (struct sockaddr *)&s, &size) < 0) return 0;
  *peer = link_address((struct sockaddr *)&s);
  return 1;
}

static int is_own(int fd, struct address peer) {
  struct sockaddr_storage s;
  socklen_t size = sizeof s;
  return getsockname(fd, (struct sockaddr *)&s, &size) == 0 && link_same(peer, link_address((struct sockaddr *)&s));
}

static int is_away(int fd, struct address peer) { return !link_is_loopback(peer) && !is_own(fd, peer); }

int link_leads_away(void) {
  DIR *fds = opendir("/proc/self/fd");
  struct address peer;
  int found = 0;
  for (struct dirent *entry; !found && fds && (entry = readdir(fds));) {
    int fd = atoi(entry->d_name);
    found = fd > STDERR_FILENO && link_peer(fd, &peer) && is_away(fd, peer);
  }
  if (fds) closedir(fds);
  return found;
}

static uint64_t bytes_of(int fd) {
  struct tcp_info now;
  socklen_t size = sizeof now;
  memset(&now, 0, sizeof now);
  if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &now, &size) < 0) return 0;
  return now.tcpi_bytes_received + now.tcpi_bytes_acked;
}

uint64_t link_bytes(const struct address *peers, int count) {
  DIR *fds = opendir("/proc/self/fd");
  struct address peer;
  uint64_t bytes = 0;
  for (struct dirent *entry; fds && (entry = readdir(fds));) {
    int fd = atoi(entry->d_name);
    if (fd <= STDERR_FILENO || !link_peer(fd, &peer)) continue;
    if (!peers && is_away(fd, peer)) bytes += bytes_of(fd);
    for (int i = 0; i < count; i++)
      if (link_same(peers[i], peer)) bytes += bytes_of(fd);
  }
  if (fds) closedir(fds);
  return bytes;
}

int link_patience(int timeout) { return timeout > 10 ? timeout - 5 : (timeout + 1) / 2; }

static struct link_watch watched;
static int patience;               /* seconds */

/* 1 if the peer's host owes an answer and has given none for `patience`. Keepalive sees to it that it owes one. */
static int is_silent(int fd) {
  int on = 1, often = patience > 4 ? patience / 4 : 1, most = 127;
  struct tcp_info now;
  socklen_t size = sizeof now;
  setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &often, sizeof often);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &often, sizeof often);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &most, sizeof most); /* this thread decides, not the system */
  memset(&now, 0, sizeof now);
  if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &now, &size) < 0) return 0;
  unsigned ms = now.tcpi_last_ack_recv < now.tcpi_last_data_recv ? now.tcpi_last_ack_recv : now.tcpi_last_data_recv;
  return ms > (unsigned)patience * 1000 && (now.tcpi_retransmits || now.tcpi_probes);
}

/* 1 if a watched connection is silent; its other end is then in *peer. */
static int find_silent(struct address *peer) {
  DIR *fds = opendir("/proc/self/fd");
  int found = 0;
  for (struct dirent *entry; !found && fds && (entry = readdir(fds));) {
    int fd = atoi(entry->d_name);
    found = fd > STDERR_FILENO && link_peer(fd, peer) && watched.is_watched(*peer) && is_silent(fd);
  }
  if (fds) closedir(fds);
  return found;
}

static void *watch(void *unused) {
  long ms = patience < 10 ? patience * 100L : 1000;
  struct address peer;
  (void)unused;
  for (int times = 0;;) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
    times = find_silent(&peer) ? times + 1 : 0;
    if (times > 1) watched.lost(peer); /* the first time an answer may have been on its way */
    if (watched.turn) watched.turn(ms);
  }
}

void link_watch(const struct link_watch *how, int timeout) {
  pthread_t thread;
  sigset_t all, before;
  if (timeout == 0) return;
  watched = *how;
  patience = link_patience(timeout);
  sigfillset(&all); /* signals are for the program's own thread */
  pthread_sigmask(SIG_BLOCK, &all, &before);
  if (pthread_create(&thread, NULL, watch, NULL) == 0) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}
