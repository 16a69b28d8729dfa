// SPDX-License-Identifier: BSD-3-Clause
// upc_syncvar and upc_singlevar: what a read and a write wait for, in which storage, of which types; captured by tasks.
#include <complex.h>
#include <upc.h>
#include <upc_syncvar.h>
#include "../../../../tests/upc/check.h"

typedef upc_syncvar long box_t;
struct cell {
  char tag;
  upc_syncvar double value;
  upc_syncvar int many[3];
  char last;
};
struct outer { char first; struct cell cell; };
typedef char size_of_cell[sizeof(struct cell)]; // a size that the front end needs as a constant

shared upc_syncvar int full = 40 + 2, none;
shared upc_singlevar double third = 1.0 / 3;
upc_syncvar int of_each_thread = 7;
static upc_syncvar int own[3];
shared [2] upc_syncvar long dealt[2 * THREADS];
shared struct cell cells[THREADS];
shared struct outer deep;
shared int target;
shared int *upc_syncvar place; // a variable whose value is a pointer-to-shared
shared long sum[THREADS];

static upc_syncvar int *same(upc_syncvar int *v) { return v; }

// On one thread, by the calls of upc_syncvar.h and by plain reads and writes.
static void alone(void) {
  upc_syncvar int x;
  upc_syncvar int y = 5;
  upc_singlevar float once = 0.5;
  int value = 0;
  CHECK(!upc_syncvar_isFull(&x));
  CHECK(upc_syncvar_isFull(&y));
  CHECK(upc_singlevar_isFull(&once));
  x = 3;
  CHECK(upc_syncvar_isFull(&x));
  CHECK_EQ(x, 3);
  CHECK(!upc_syncvar_isFull(&x));
  CHECK_EQ(x = once * 8 + 0.9, 4); // converted to int, as everywhere
  x += 10;
  CHECK_EQ(x++, 14);
  CHECK_EQ(--x, 14);
  CHECK(upc_syncvar_isFull(&x));
  upc_syncvar_readFF(&x, &value, sizeof value);
  CHECK_EQ(value, 14);
  CHECK_EQ(x + y, 19);
  CHECK(!upc_syncvar_isFull(&x) && !upc_syncvar_isFull(&y));
  x = y = 8;
  CHECK_EQ(x, 8);
  CHECK_EQ(y, 8);
  CHECK_D(once + once, 1);
  y = 1;
  (void)y;
  CHECK(!upc_syncvar_isFull(&y));
  y = 1;
  upc_syncvar_reset(&y);
  CHECK(!upc_syncvar_isFull(&y));
  if (x = 1, x) x = 2;
  CHECK_EQ(x ? 10 : 20, 10);
  *same(&x) = 6;
  CHECK_EQ(*same(&x), 6);
  CHECK_EQ(sizeof x, sizeof(upc_syncvar_t));
  CHECK_EQ(sizeof(box_t), sizeof(upc_syncvar_t));
}

static void storage(void) {
  int me = MYTHREAD, next = (MYTHREAD + 1) % THREADS;
  if (me == 0) {
    CHECK_EQ(full, 42);
    CHECK(!upc_syncvar_isFull(&none));
    full = 1;
  }
  CHECK_D(third, 1.0 / 3);
  CHECK_EQ((int)upc_threadof(&of_each_thread), me);
  CHECK_EQ(of_each_thread, 7);
  CHECK(!upc_syncvar_isFull(&of_each_thread));
  for (int i = 0; i < 3; i++) own[i] = me * 10 + i;
  for (int i = 2; i >= 0; i--) CHECK_EQ(own[i], me * 10 + i);
  static upc_syncvar int kept = 2;
  kept++;
  CHECK_EQ(kept, 3);

  // A ring: each thread writes to the next one's.
  dealt[2 * next] = me, dealt[2 * next + 1] = -me;
  long from = dealt[2 * me];
  CHECK_EQ(from, (me + THREADS - 1) % THREADS);
  CHECK_EQ(dealt[2 * me + 1], -from);
  CHECK_EQ((int)upc_threadof(&dealt[2 * me + 1]), me);

  shared struct cell *c = &cells[me];
  CHECK_EQ(sizeof(struct cell), sizeof(size_of_cell));
  CHECK_EQ(sizeof *c, sizeof(struct cell));
  c->tag = 'a', c->last = 'z';
  cells[next].value = me + 0.25;
  for (int i = 0; i < 3; i++) c->many[i] = i;
  CHECK_D(c->value, from + 0.25);
  for (int i = 0; i < 3; i++) CHECK_EQ(c->many[i]++, i);
  CHECK_EQ(c->many[1], 2);
  CHECK(c->tag == 'a' && c->last == 'z');
  if (me == 0) {
    deep.cell.value = 1.5, deep.cell.last = 'l', deep.first = 'f';
    CHECK_D(deep.cell.value, 1.5);
    CHECK(deep.cell.last == 'l' && deep.first == 'f');
  }
  place = &target;
  CHECK(place == &target);
}

static void types(void) {
  upc_syncvar _Bool b = 7;
  upc_syncvar char c = 'c';
  upc_syncvar unsigned short s = -1;
  upc_syncvar double _Complex z = 1 + 2 * I;
  upc_syncvar long double l = 0.125L;
  upc_syncvar enum { red, green } colour = green;
  char text[] = "text";
  char *upc_syncvar p = text;
  box_t box = 1L << 40;
  CHECK(b == 1);
  CHECK(c == 'c');
  CHECK(s == 65535);
  double _Complex read = z;
  CHECK(creal(read) == 1 && cimag(read) == 2);
  CHECK(l == 0.125L);
  CHECK(colour == green);
  p++;
  CHECK(*p == 'e');
  CHECK(box == 1L << 40);
  shared [] upc_syncvar int *heap = upc_alloc(4 * sizeof *heap);
  upc_memset(heap, 0, 4 * sizeof *heap);
  for (int i = 0; i < 4; i++) heap[i] = i;
  CHECK_EQ(heap[3], 3);
  CHECK_EQ(*(heap + 2), 2);
  upc_free(heap);
}

// Tasks reach the variables of the function that begins them.
static void captured(void) {
  enum { MANY = 100 };
  int me = MYTHREAD;
  upc_syncvar long total = 0;
  upc_syncvar int turn[MANY + 1];
  upc_singlevar int start;
  upc_sync {
    for (int i = 0; i < MANY; i++) {
      upc_begin { total += start; }
      upc_begin { turn[i + 1] = turn[i] + 1; }
    }
    upc_begin {
      upc_syncvar int inner;
      upc_sync { upc_begin { inner = 17; } }
      total += inner - 17;
    }
    start = 3;
    turn[0] = 0;
  }
  CHECK_EQ(turn[MANY], MANY);
  CHECK_EQ(total, 3 * MANY);
  shared long *mine = &sum[me];
  *mine = 0;
  upc_cobegin {
    { upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) { total = t; } }
    { for (int t = 0; t < THREADS; t++) *mine += total; }
  }
  CHECK_EQ(*mine, THREADS * (THREADS - 1L) / 2);
}

static void producer_and_consumer(void) {
  upc_syncvar int item;
  int me = MYTHREAD;
  sum[me] = 0;
  upc_cobegin {
    { for (int i = 0; i < 200; i++) sum[me] += item; }
    { for (int i = 0; i < 200; i++) item = i; }
  }
  CHECK_EQ(sum[me], 199 * 100);
}

int main(void) {
  alone();
  storage();
  upc_barrier;
  types();
  for (int i = 0; i < 3; i++) captured();
  producer_and_consumer();
  int upc_syncvar_of_mine = 1; // other names may begin with the word
  CHECK_EQ(upc_syncvar_of_mine, 1);
  upc_barrier;
  return done();
}
