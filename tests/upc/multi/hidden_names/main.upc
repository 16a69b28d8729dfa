// SPDX-License-Identifier: BSD-3-Clause
// static shared objects of one name in two files are two objects; so are those of functions and private statics.
#include "../../check.h"

static shared int counter = 1;
static shared [2] char room[3 * THREADS];
static int private_counter = 1;
shared int *other_counter(void);
void other_set(int);
int other_private(void);
static shared int *local(void) { static shared int here[THREADS]; return here; }
shared int *other_local(void);

int main(void) {
  CHECK(other_counter() != &counter);
  CHECK_EQ(*other_counter(), 2);
  CHECK_EQ(counter, 1);
  CHECK(local() != other_local());
  upc_barrier;
  if (MYTHREAD == 0) { counter = 10; other_set(20); room[0] = 5; }
  local()[MYTHREAD] = 3; other_local()[MYTHREAD] = 4;
  upc_barrier;
  CHECK_EQ(counter, 10); CHECK_EQ(*other_counter(), 20); CHECK_EQ(room[0], 5);
  CHECK_EQ(local()[0] * 10 + other_local()[THREADS - 1], 34);
  private_counter += 5;
  CHECK_EQ(private_counter * 10 + other_private(), 62);
  return done();
}
