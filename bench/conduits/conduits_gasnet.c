/* SPDX-License-Identifier: BSD-3-Clause
 * The layer below gasnet: GASNet-EX's own blocking put and get, a long active message as put with signal, and its
 * broadcast; it has no exchange. Thread number and rank are the same. */
#include <gasnetex.h>
#include <gasnet_coll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "measure/allocate.h"
#include "conduits.h"

enum { SIGNALLED = 200 };          /* the number of a handler that the conduit does not use */

extern gex_TM_t urtc_team;         /* the conduit's */

static char *here, *there;
static int self;
static volatile long signals;

static void signalled(gex_Token_t token, void *data, size_t bytes) {
  (void)token, (void)data, (void)bytes;
  signals++;
}

/* The middle of a thread's segment, which the program does not use. */
static char *middle(int thread) {
  void *owner;
  uintptr_t size;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(urtc_team, (gex_Rank_t)thread, &owner, NULL, &size, 0));
  return (char *)owner + size / 2;
}

void raw_begin(int me, int threads, char *theirs) {
  static gex_AM_Entry_t entry = {SIGNALLED, (gex_AM_Fn_t)signalled, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_LONG, 0, NULL,
                                 "signalled"};
  (void)threads, (void)theirs;
  self = me;
  here = allocate(LARGEST, 1, "the message");
  memset(here, 1, LARGEST);
  there = middle(1 - me);
  gex_EP_RegisterHandlers(gex_TM_QueryEP(urtc_team), &entry, 1);
  gex_Event_Wait(gex_Coll_BarrierNB(urtc_team, 0));
}

void raw_end(void) {}

static void put_signal(size_t bytes) {
  if (bytes > gex_AM_MaxRequestLong(urtc_team, (gex_Rank_t)(1 - self), GEX_EVENT_NOW, 0, 0)) {
    gex_RMA_PutBlocking(urtc_team, (gex_Rank_t)(1 - self), there, here, bytes, 0);
    bytes = 0;
  }
  gex_AM_RequestLong0(urtc_team, (gex_Rank_t)(1 - self), SIGNALLED, here, bytes, there, GEX_EVENT_NOW, 0);
}

static void await_signal(long number) {
  GASNET_BLOCKUNTIL(signals >= number);
}

static void once(int operation, size_t bytes) {
  static long turn;
  switch (operation) {
  case PUT: gex_RMA_PutBlocking(urtc_team, 1, there, here, bytes, 0); break;
  case GET: gex_RMA_GetBlocking(urtc_team, here, 1, there, bytes, 0); break;
  case SIGNAL:
    turn++;
    if (self == 1) await_signal(turn);
    put_signal(bytes);
    if (self == 0) await_signal(turn);
    break;
  default: gex_Event_Wait(gex_Coll_BroadcastNB(urtc_team, 0, here, here, bytes, 0));
  }
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double raw(int operation, size_t bytes, int count) {
  if (operation == EXCHANGE) return -1;
  gex_Event_Wait(gex_Coll_BarrierNB(urtc_team, 0));
  double start = now(), took;
  if (self == 0 || operation == SIGNAL || operation == BROADCAST)
    for (int i = 0; i < count; i++) once(operation, bytes);
  took = (now() - start) / count;
  gex_Event_Wait(gex_Coll_BarrierNB(urtc_team, 0));
  return operation == SIGNAL ? took / 2 : took;
}
