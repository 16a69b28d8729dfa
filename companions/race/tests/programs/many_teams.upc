// SPDX-License-Identifier: BSD-3-Clause
// race: 29 31
// Threads that have taken part in the calls of thousands of teams, each thread in those of others, are ordered by the
// calls of a later team. A call of a section of one thread stands for each of these teams here.
#include <upc_relaxed.h>
#include <upc_stride_coll.h>
#include <upc_stride_tools.h>

enum { TEAMS = 3000 };
#pragma processors line(THREADS)
shared [1] (line) int A[THREADS];
shared int x[THREADS];

void *urtk_race_enter(const upc_stride_seen_memory_t *meeting); // what an observer is told of a call's begin and end
void urtk_race_leave(void *entered);

static void call_of_own_team(int number) {
  upc_stride_seen_memory_t m = {.members = 1, .in = 2, .out = 2, .lender = -1};
  int me = MYTHREAD;
  m.team = (unsigned long long)(TEAMS * (MYTHREAD + 1) + number) * 0x9e3779b97f4a7c15u | 1;
  m.thread = &me;
  urtk_race_leave(urtk_race_enter(&m));
}

int main(void) {
  int seen = 0;
  upc_barrier;
  for (int i = 0; i < TEAMS * (MYTHREAD + 1) / THREADS; i++) call_of_own_team(i);
  x[MYTHREAD] = 1;
  ORDER(upc_stride_barrier(A<:>));
  seen += x[(MYTHREAD + 1) % THREADS];
  return seen > THREADS;
}
