/* SPDX-License-Identifier: BSD-3-Clause
 * link.h: notices that a host of the job can no longer be reached. A thread of this process watches the TCP connections
 * that MPI or GASNet have made in it. It turns on keepalive: then the other host's system answers, even while its
 * processes compute. So a link that is cut is told from a peer that is busy. No connection is opened for this. */
#ifndef URT_LINK_H
#define URT_LINK_H

#include <arpa/inet.h>
#include <stdint.h>

/* An address in the form of IPv6: 10.77.0.2 is ::ffff:10.77.0.2. */
struct address { unsigned char byte[16]; };

struct address link_address(const struct sockaddr *s);
int link_same(struct address a, struct address b);
int link_is_loopback(struct address a);
/* The address as text. */
const char *link_name(struct address a, char text[INET6_ADDRSTRLEN]);
/* 1 if `fd` is a TCP connection, whose other end is then in *peer. */
int link_peer(int fd, struct address *peer);
/* 1 if this process has a TCP connection to another host. */
int link_leads_away(void);
/* Bytes that this process has received over its TCP connections to these addresses, or that have arrived there. Null:
 * to any other host. */
uint64_t link_bytes(const struct address *peers, int count);

struct link_watch {
  int (*is_watched)(struct address peer); /* 1 if that peer's host is to be watched */
  void (*lost)(struct address peer);      /* called when it has not answered for link_patience(timeout) seconds */
  void (*turn)(long ms);                  /* called after each look, `ms` after the previous look; may be null */
};

/* Of `timeout` seconds (UPC_LINK_TIMEOUT) those to wait for an answer. The others are for the
 * launcher to end the job. */
int link_patience(int timeout);
/* Starts to watch; returns at once. Not at all if `timeout` is 0. */
void link_watch(const struct link_watch *watch, int timeout);

#endif
