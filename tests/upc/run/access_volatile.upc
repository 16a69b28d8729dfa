// flags: -O2
// Volatile shared objects that ++ and += change in a loop: each change is made when its turn comes. A signal in the
// middle of the loop finds some of them made, and not all.
#include "../check.h"
#include <signal.h>
#include <sys/time.h>
#include <upc_relaxed.h>

enum { TURNS = 50000000 };
volatile shared int counted[THREADS];
shared struct { int n; double volatile sum; } sums[THREADS];
volatile shared struct { unsigned first : 3, count : 29; int n, all[2]; } fields[THREADS];

static const volatile int *own;
static const volatile int *ownMember, *ownElement;
static const volatile unsigned *ownField; // its three lowest bits are 0
static const volatile double *ownSum;
static volatile int seen, seenMember, seenElement;
static volatile double seenSum;
static volatile unsigned seenField;

static void look(int signal) {
  (void)signal;
  if (*own < TURNS) seen = *own;
  if (*ownMember < TURNS) seenMember = *ownMember;
  if (*ownElement < TURNS) seenElement = *ownElement;
  if (*ownField < TURNS / 4 * 8u) seenField = *ownField;
  if (*ownSum < 2.0 * TURNS) seenSum = *ownSum;
}

// The time that this process computes. `on` 0: no more signals.
static void looks(int on) {
  struct itimerval each = {{0, on * 1000}, {0, on * 1000}};
  setitimer(ITIMER_VIRTUAL, &each, NULL);
}

int main(void) {
  own = (int *)&counted[MYTHREAD], ownSum = (double *)&sums[MYTHREAD].sum;
  ownField = (unsigned *)&fields[MYTHREAD], ownMember = (int *)&fields[MYTHREAD].n;
  ownElement = (int *)&fields[MYTHREAD].all[1];
  signal(SIGVTALRM, look);
  looks(1);
  for (int i = 0; i < TURNS; i++) counted[MYTHREAD]++;
  looks(0);
  CHECK(seen > 0);
  CHECK_EQ(counted[MYTHREAD], TURNS);
  looks(1);
  for (int i = 0; i < TURNS; i++) sums[MYTHREAD].sum += 2;
  looks(0);
  CHECK(seenSum > 0);
  CHECK_D(sums[MYTHREAD].sum, 2.0 * TURNS);
  looks(1);
  for (int i = 0; i < TURNS / 4; i++) fields[MYTHREAD].count++;
  looks(0);
  CHECK(seenField > 0);
  CHECK_EQ(fields[MYTHREAD].count, TURNS / 4);
  looks(1);
  for (int i = 1; i <= TURNS; i++) fields[MYTHREAD].n = i, fields[MYTHREAD].all[1]++;
  looks(0);
  CHECK(seenMember > 0 && seenElement > 0);
  CHECK_EQ(fields[MYTHREAD].n + fields[MYTHREAD].all[1], 2 * TURNS);
  return done();
}
