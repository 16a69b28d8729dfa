/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: the shared memory. Each thread attaches one GASNet segment, [control words | segment]. GASNet maps the
 * segments of neighbours into each other (PSHM). When the program runs, this memory has no name in the file system.
 * GASNet decides at its start how much memory a segment can have, so the memory is asked for once. */
#include <gasnet_coll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <unistd.h>
#include "base/memory.h"
#include "conduits/gasnet/control.h"

int urtc_first, urtc_nodes, urtc_node, *urtc_leader;
char **urtc_owner;
static int node_threads;

int urtc_node_threads(void) { return node_threads; }

void urtc_share(uint32_t *table) {
  gex_Event_Wait(gex_Coll_ReduceToAllNB(urtc_team, table, table, GEX_DT_U32, sizeof *table, (size_t)urt_threads,
                                        GEX_OP_ADD, NULL, NULL, 0));
}

static size_t least_size(size_t mine) {
  uint64_t least;
  gex_Event_Wait(gex_Coll_ReduceToAllNB(urtc_team, &least, &(uint64_t){mine}, GEX_DT_U64, sizeof least, 1, GEX_OP_MIN,
                                        NULL, NULL, 0));
  return least;
}

/* What of the neighbourhood is this thread's node: all of it, or the group of UPC_NEAR threads it is in. */
static gex_RankInfo_t *find_node(void) {
  gex_RankInfo_t *neighbour;
  gex_Rank_t count, place, most = (gex_Rank_t)urtk_env_near();
  gex_System_QueryNbrhdInfo(&neighbour, &count, &place);
  gex_Rank_t first = most ? place / most * most : 0;
  node_threads = (int)(most && count - first > most ? most : count - first);
  urtc_first = (int)neighbour[first].gex_jobrank;
  return neighbour + first;
}

static void number_nodes(int thread) {
  urtc_first_of = urtk_memory((size_t)urt_threads, sizeof *urtc_first_of, "the list of nodes");
  urtc_first_of[thread] = urtc_first;
  urtc_share((uint32_t *)urtc_first_of);
  urtc_leader = urtk_memory((size_t)urt_threads, sizeof *urtc_leader, "the list of nodes");
  for (int t = 0; t < urt_threads; t++) {
    if (urtc_first_of[t] != t) continue;
    if (t == urtc_first) urtc_node = urtc_nodes;
    urtc_leader[urtc_nodes++] = t;
  }
}

/* Null pointers-to-shared. Pages that an adapter is yet to pin are left alone. */
static void guard(char *segment) {
  static const char *const guarded[] = {"smp", "udp", "mpi", "ofi", "ucx"};
  for (size_t i = 0; i < sizeof guarded / sizeof *guarded; i++)
    if (urtc_below(guarded[i]) && mprotect(segment, urtk_first, PROT_NONE) < 0) return; /* then they are not caught */
}

/* A segment with something beside its objects begins at a multiple of eight pages (base/memory.h). GASNet's is mapped a
 * second time for that. Where the system does not do it, the segment stays where it is. */
static char *aligned(char *segment, size_t bytes) {
  const size_t unit = 8 * URTK_PAGE;
  char *place = mmap(NULL, bytes + unit, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) return segment;
  char *first = place + (unit - ((uintptr_t)place + CONTROL) % unit);
  if (urtk_map_again(segment, bytes, first)) return first;
  munmap(place, bytes + unit);
  return segment;
}

static void find_segments(gex_RankInfo_t *node) {
  char **near = urtk_memory((size_t)urt_threads, sizeof *near, "the list of segments");
  urtc_owner = urtk_memory((size_t)urt_threads, sizeof *urtc_owner, "the list of segments");
  for (int t = 0, next = 0; t < urt_threads; t++) {
    void *owner, *here;
    uintptr_t size;
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(urtc_team, (gex_Rank_t)t, &owner, &here, &size, 0));
    urtc_owner[t] = (char *)owner + CONTROL;
    if (next == node_threads || node[next].gex_jobrank != (gex_Rank_t)t) continue;
    size = size / GASNET_PAGESIZE * GASNET_PAGESIZE;
    near[t] = (urtk_memory_events && urtk_memory_events->beside ? aligned(here, size) : (char *)here) + CONTROL;
    urtk_dump_used(near[t], size - CONTROL, 0);
    guard(near[t]);
    next++;
  }
  urtc_set_segments(near);
}

/* On udp the master tells the threads of the job's end, with a signal; GASNet looks at what it has told when it is
 * called. A thread that makes no call meanwhile is ended by the alarm. */
enum { MASTERS_SIGNAL = 39 };     /* AMUDP_SIGIO */
static void (*gasnets)(int);

static void hear_of_end(int signal) {
  struct itimerval soon = {{0, 0}, {0, 300 * 1000}};
  urtc_watch->process[0].done = 1;
  setitimer(ITIMER_REAL, &soon, NULL);
  gasnets(signal);
}

static void listen_for_end(void) {
  struct sigaction action;
  if (sigaction(MASTERS_SIGNAL, NULL, &action) < 0) return;
  if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) return;
  gasnets = action.sa_handler;
  action.sa_handler = hear_of_end;
  sigaction(MASTERS_SIGNAL, &action, NULL);
}

size_t urtc_attach(size_t least, size_t want, int *mythread) {
  gex_Segment_t segment;
  *mythread = (int)gex_TM_QueryRank(urtc_team);
  size_t page = GASNET_PAGESIZE, most = gasnet_getMaxGlobalSegmentSize() / page * page, bytes = least_size(want);
  if (most < CONTROL + least) return 0;
  if (bytes > most - CONTROL) bytes = most - CONTROL;
  if (gex_Segment_Attach(&segment, urtc_team, (CONTROL + bytes + page - 1) / page * page) != GASNET_OK) return 0;
  gex_RankInfo_t *node = find_node();
  number_nodes(*mythread);
  find_segments(node);
  urtc_make_atomics();
  urtk_progress = urtc_progress;
  prctl(PR_SET_TIMERSLACK, 1000); /* short sleeps of a waiting thread should be short */
  urtc_started = 2;
  urtc_join_monitor(*mythread, urt_threads);
  if (urtc_below("udp")) {
    urtc_watch_master();
    listen_for_end();
  }
  urtk_speak();
  gex_Event_Wait(gex_Coll_BarrierNB(urtc_team, 0));
  return bytes;
}
