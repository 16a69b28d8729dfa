// SPDX-License-Identifier: BSD-3-Clause
// Pointers of different block sizes without a cast behave as with one: the new pointer has phase 0. void counts as
// char.
#include "../check.h"
shared [4] int blocked[8 * THREADS];
shared [] int whole[8];
shared char bytes[8 * THREADS];

static int thread_of(shared int *p) { return upc_threadof(p); }
static shared [2] int *second(shared [4] int *p) { return p + 5; }

int main(void) {
  shared int *cyclic = blocked;
  CHECK_EQ(upc_threadof(cyclic + 1), 1 % THREADS);
  CHECK(cyclic == blocked); CHECK(blocked + 1 != cyclic);
  shared [2] int *pairs = &blocked[5];
  CHECK_EQ(upc_phaseof(&blocked[5]), 1); CHECK_EQ(upc_phaseof(pairs), 0);
  CHECK_EQ(upc_threadof(pairs + 1), 1 % THREADS); CHECK_EQ(upc_threadof(pairs + 2), 2 % THREADS);
  CHECK_EQ(thread_of(&blocked[5]), 1 % THREADS);
  CHECK(second(blocked) == pairs); CHECK_EQ(upc_phaseof(second(blocked)), 0);
  shared [4] int *chosen = MYTHREAD % 2 ? whole : &blocked[5];
  CHECK_EQ(upc_threadof(chosen), MYTHREAD % 2 ? 0 : 1 % THREADS); CHECK_EQ(upc_phaseof(chosen), MYTHREAD % 2 ? 0 : 1);

  shared void *generic = bytes;
  generic = generic + 3;
  CHECK(generic == &bytes[3]);
  generic++;
  generic -= 2;
  CHECK(generic == &bytes[2]); CHECK_EQ(upc_threadof(generic), 2 % THREADS);
  CHECK_EQ(sizeof(shared void) + sizeof *generic, 2);
  return done();
}
