/* SPDX-License-Identifier: BSD-3-Clause
 * link.h: is the host at the other end of a TCP connection still there? The system itself asks it (keepalive), whatever
 * the processes at both ends are busy with, so a link that is cut is told from a thread that computes for long. It
 * takes no connection of our own: those of the layer below are watched. */
#ifndef URT_LINK_H
#define URT_LINK_H

#include <arpa/inet.h>
#include <dirent.h>
#include <linux/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif

/* An address in the form of IPv6, as 10.77.0.2 is ::ffff:10.77.0.2. */
struct address { unsigned char byte[16]; };

static inline struct address address_of(const struct sockaddr *s) {
  struct address a = {{[10] = 0xff, [11] = 0xff}};
  if (s->sa_family == AF_INET) memcpy(a.byte + 12, &((const struct sockaddr_in *)s)->sin_addr, 4);
  else if (s->sa_family == AF_INET6) memcpy(a.byte, &((const struct sockaddr_in6 *)s)->sin6_addr, 16);
  else memset(&a, 0, sizeof a);
  return a;
}

static inline int is_loopback(struct address a) {
  static const unsigned char v4[12] = {[10] = 0xff, [11] = 0xff}, v6[16] = {[15] = 1};
  return (memcmp(a.byte, v4, 12) == 0 && (a.byte[12] == 127 || a.byte[12] == 0)) || memcmp(a.byte, v6, 16) == 0;
}

static inline int is_elsewhere(struct address peer) { return !is_loopback(peer); }

/* The peer of an established TCP connection; 0 if `fd` is none. */
static inline int link_peer(int fd, struct address *peer) {
  struct sockaddr_storage s;
  socklen_t size = sizeof(int);
  int protocol;
  if (getsockopt(fd, SOL_SOCKET, SO_PROTOCOL, &protocol, &size) < 0 || protocol != IPPROTO_TCP) return 0;
  size = sizeof s;
  if (getpeername(fd, (struct sockaddr *)&s, &size) < 0) return 0;
  *peer = address_of((struct sockaddr *)&s);
  return 1;
}

/* 1 if the peer's host owes an answer and has given none for `seconds`. Also sees to it that it is asked. */
static inline int link_is_silent(int fd, int seconds) {
  int on = 1, often = seconds > 4 ? seconds / 4 : 1, most = 127;
  struct tcp_info now;
  socklen_t size = sizeof now;
  setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &often, sizeof often);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &often, sizeof often);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &most, sizeof most); /* we decide, not the system */
  memset(&now, 0, sizeof now);
  if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &now, &size) < 0) return 0;
  unsigned ms = now.tcpi_last_ack_recv < now.tcpi_last_data_recv ? now.tcpi_last_ack_recv : now.tcpi_last_data_recv;
  return ms > (unsigned)seconds * 1000 && (now.tcpi_retransmits || now.tcpi_probes);
}

/* Of UPC_LINK_TIMEOUT the part that is waited for an answer: the rest is for the launcher to end all. */
static inline int link_patience(int timeout) { return timeout > 10 ? timeout - 5 : (timeout + 1) / 2; }

/* Milliseconds from one look to the next, where `seconds` are waited for an answer. */
static inline long link_interval(int seconds) { return seconds < 10 ? seconds * 100L : 1000; }

/* Sleeps until the next look. */
static inline long link_pause(int seconds) {
  long ms = link_interval(seconds);
  nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
  return ms;
}

/* 1 if a connection's peer `counts` and is silent, and *peer says who. It is `number` in the caller, or in another process
 * of this user's (pidfd, or -1), from which it is borrowed where the system permits that. */
static inline int link_one_silent(int process, int number, int seconds, int (*counts)(struct address), struct address *peer) {
  int fd = process >= 0 ? (int)syscall(SYS_pidfd_getfd, process, number, 0) : number;
  if (fd < 0) return 0;
  int found = link_peer(fd, peer) && counts(*peer) && link_is_silent(fd, seconds);
  if (process >= 0) close(fd);
  return found;
}

/* The same for the first such connection of a process (pid; 0: the caller). */
static inline int link_silent(int pid, int seconds, int (*counts)(struct address), struct address *peer) {
  char path[32];
  int other = pid ? (int)syscall(SYS_pidfd_open, pid, 0) : -1, found = 0;
  snprintf(path, sizeof path, "/proc/%d/fd", pid ? pid : (int)getpid());
  DIR *fds = pid && other < 0 ? NULL : opendir(path);
  for (struct dirent *entry; !found && fds && (entry = readdir(fds));)
    if (atoi(entry->d_name) > 2) found = link_one_silent(other, atoi(entry->d_name), seconds, counts, peer);
  if (fds) closedir(fds);
  if (other >= 0) close(other);
  return found;
}

/* The peer's address for people. */
static inline const char *link_name(struct address peer, char name[INET6_ADDRSTRLEN]) {
  inet_ntop(AF_INET6, peer.byte, name, INET6_ADDRSTRLEN);
  return strncmp(name, "::ffff:", 7) ? name : name + 7;
}

#endif
