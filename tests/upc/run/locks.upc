// SPDX-License-Identifier: BSD-3-Clause
// Locks: mutual exclusion, attempts, arrays and structs of locks, freeing held and null ones.
#include "../check.h"
#define ROUNDS 200

upc_lock_t *lock;
upc_lock_t *shared table[THREADS];
shared struct { upc_lock_t *guard; int balance; } account[THREADS];
shared long counter;
shared int inside, tries;

int main(void) {
  lock = upc_all_lock_alloc();
  CHECK(lock != NULL);
  upc_lock_t *own = upc_global_lock_alloc();
  table[MYTHREAD] = own;
  account[MYTHREAD].guard = upc_global_lock_alloc();
  account[MYTHREAD].balance = 100;
  upc_barrier;
  for (int t = 0; t < THREADS; t++) if (t != MYTHREAD) CHECK(table[t] != own);
  for (int k = 0; k < ROUNDS; k++) {
    upc_lock(lock);
    inside++;
    if (inside != 1) CHECK_EQ(inside, 1);
    counter += k;
    inside--;
    upc_unlock(lock);
  }
  upc_barrier;
  CHECK_EQ(counter, (long)THREADS * ROUNDS * (ROUNDS - 1) / 2);
  /* attempts */
  upc_barrier;
  if (MYTHREAD == 0) { CHECK_EQ(upc_lock_attempt(lock), 1); }
  upc_barrier;
  if (MYTHREAD != 0) CHECK_EQ(upc_lock_attempt(lock), 0);
  upc_barrier;
  if (MYTHREAD == 0) upc_unlock(lock);
  upc_barrier;
  for (int k = 0; k < 20; k++) {
    while (!upc_lock_attempt(lock)) {}
    tries += 1;
    upc_unlock(lock);
  }
  upc_barrier;
  CHECK_EQ(tries, 20 * THREADS);
  /* transfers between accounts, locks taken in order */
  for (int k = 0; k < 50; k++) {
    int from = (MYTHREAD + k) % THREADS, to = (MYTHREAD * 7 + 3 * k + 1) % THREADS;
    if (from == to) continue;
    int low = from < to ? from : to, high = from + to - low;
    upc_lock(account[low].guard); upc_lock(account[high].guard);
    account[from].balance -= k; account[to].balance += k;
    upc_unlock(account[high].guard); upc_unlock(account[low].guard);
  }
  upc_barrier;
  long sum = 0;
  for (int t = 0; t < THREADS; t++) sum += account[t].balance;
  CHECK_EQ(sum, 100L * THREADS);
  upc_barrier;
  /* any thread may free, also a held lock; null is nothing */
  upc_lock(table[MYTHREAD]);
  upc_barrier;
  upc_lock_free(table[(MYTHREAD + 1) % THREADS]);
  upc_lock_free(account[MYTHREAD].guard);
  upc_lock_free(NULL); upc_all_lock_free(NULL);
  if (MYTHREAD == 0) upc_lock(lock);
  upc_barrier;
  upc_all_lock_free(lock);
  for (int k = 0; k < 100; k++) { upc_lock_t *l = upc_global_lock_alloc(); CHECK_EQ(upc_lock_attempt(l), 1);
    upc_unlock(l); upc_lock_free(l); }
  upc_barrier;
  return done();
}
