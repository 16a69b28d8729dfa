// SPDX-License-Identifier: BSD-3-Clause
// Random updates of a cyclic table by xor, applied twice: the table returns to where it was.
#include "../check.h"
#define SIZE (512 * THREADS)
typedef unsigned long long u64;

shared u64 table[512 * THREADS];
upc_lock_t *locks[8];

static u64 next(u64 r) { return r << 1 ^ ((long long)r < 0 ? 7 : 0); }

static void update(int rounds) {
  u64 r = 0x123456789abcdefULL * (MYTHREAD + 1);
  for (int k = 0; k < rounds; k++) {
    r = next(r);
    u64 at = r % SIZE;
    upc_lock(locks[at % 8]);
    table[at] ^= r;
    upc_unlock(locks[at % 8]);
  }
}

int main(void) {
  for (int k = 0; k < 8; k++) locks[k] = upc_all_lock_alloc();
  upc_forall (int i = 0; i < SIZE; i++; &table[i]) table[i] = i;
  upc_barrier;
  update(500);
  upc_barrier;
  int changed = 0;
  for (int i = 0; i < SIZE; i++) changed += table[i] != (u64)i;
  CHECK(changed > 0);
  upc_barrier;
  update(500);
  upc_barrier;
  for (int i = 0; i < SIZE; i++) CHECK_EQ(table[i], i);
  return done();
}
