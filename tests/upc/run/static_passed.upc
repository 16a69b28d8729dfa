// SPDX-License-Identifier: BSD-3-Clause
// A static variable of a function has its value from the start, also where a jump has passed its declaration: here
// values that are known when the program starts, and no constants of C.
#include "../check.h"

enum { PLACE = 1 };
struct pair { shared [2] int *p; int n; };
struct of_types { shared [2] int *p; int wraps, below, bytes, positive; };
shared [2] int A[8 * THREADS];

/* The block is entered behind the declarations. */
static int by_switch(int which) {
  switch (which) {
    static shared [2] int *p = &A[3];
    static const struct pair pairs[] = {{&A[4], 4}, {.n = 5, .p = A + 5}};
    static int calls;
  case 1: return *p;
  case 2: return *pairs[0].p * 10 + pairs[1].n;
  default: return *pairs[1].p + ++calls;
  }
}

static int by_goto(int passes) {
  static shared int other[2 * THREADS];
  enum { PLACE = 2, NEXT = PLACE + 1 };
  if (passes) goto behind;
  {
    static shared int *own = &other[1];
    static shared [2] int *shared *none = 0;
    static shared [2] int *local = &A[NEXT + PLACE];
    own = 0;
  behind:
    if (passes) return !none && own == &other[1] ? *local : 0;
    return own == 0 && local == &A[5];
  }
}

/* Start-up fills in a shared pointer, whose initialiser names an enumerator of the function. */
static int of_shared(void) {
  enum { PLACE = 6 };
  static shared [2] int *shared end = &A[PLACE];
  return *end;
}

/* It counts on: no jump, and no later call, gives it its first value again. */
static int counting(int passes) {
  if (passes) goto behind;
  static shared [2] int *p = A + PLACE;
behind:
  return *p++;
}

/* Enumerators keep their types where start-up gives the value. */
static int of_enumerators(int which) {
  switch (which) {
    enum { MOST = 0xffffffffu };
    enum { POINTER = sizeof(shared int *), LEAST = -3 };
    enum { LONGEST = 0x8000000000000000u };
    static const struct of_types of = {&A[POINTER / 4], MOST > -1, -1 > LEAST, sizeof(MOST), LONGEST / 2 > 1};
  case 1: return *of.p * 10000 + of.wraps * 1000 + of.below * 100 + of.bytes * 10 + of.positive;
  default: return 0;
  }
}

int main(void) {
  upc_forall (int i = 0; i < 8 * THREADS; i++; &A[i]) A[i] = i;
  upc_barrier;
  CHECK_EQ(by_switch(1), 3);
  CHECK_EQ(by_switch(2), 45);
  CHECK_EQ(by_switch(3), 6);
  CHECK_EQ(by_switch(3), 7);
  CHECK_EQ(by_goto(1), 5);
  CHECK_EQ(by_goto(0), 1);
  CHECK_EQ(of_shared(), 6);
  CHECK_EQ(counting(1), 1);
  CHECK_EQ(counting(0), 2);
  CHECK_EQ(counting(1), 3);
  CHECK_EQ(of_enumerators(1), 40141);
  upc_barrier;
  return done();
}
