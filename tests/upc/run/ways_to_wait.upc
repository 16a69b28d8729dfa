// SPDX-License-Identifier: BSD-3-Clause
// Ways to wait for another thread: each loop comes to its end, and the thread that it waits for to its own. What is
// waited for lies on thread 0. First thread 0 waits, whose calls alone answer the other thread where that is far; then
// the other one waits. The name of each way is printed before, so that the last line names one that hangs.
#include "../check.h"
#include <stdint.h>
#include <unistd.h>
#include <upc_atomic.h>
#include <upc_relaxed.h>

typedef struct node { int set; shared struct node *next; } node_t;
typedef struct { int a, flag; } pair_t;

static shared [] int flag[2];
static shared [] unsigned bits[1];
static shared [] pair_t pair[1];
static shared [] node_t nodes[2];
static shared [] uint64_t word[1];
static strict shared [] int strict_flag[1];
static strict shared [] int dummy[1];
static upc_lock_t *lock;
static upc_atomicdomain_t *domain;
static int global;

static void look(int *x) { *x = flag[0]; }
static int value(void) { return flag[0]; }
static void look_for_global(void) { global = flag[0]; }
static int by_return(void) {
  for (;;) {
    int x = flag[0];
    if (x) return x;
  }
}
static int by_recursion(void) {
  int x = flag[0];
  usleep(200); // where calls of itself are not made a loop, the stack has an end
  return x ? x : by_recursion();
}
static void by_switch(void) {
  for (int more = 1; more;) {
    switch (flag[0]) {
      case 0: break;
      default: more = 0;
    }
  }
}
static uint64_t atomic_value(void) {
  uint64_t x;
  upc_atomic_relaxed(domain, &x, UPC_GET, word, NULL, NULL);
  return x;
}
static void swap_lock(void) { upc_unlock(lock), upc_lock(lock); }

#define WAYS(WAY)                                                                                      \
  WAY(condition, while (flag[0] == 0) {})                                                              \
  WAY(kept_do, do x = flag[0]; while (!x))                                                             \
  WAY(kept_for, for (x = flag[0]; !x; x = flag[0]) {})                                                 \
  WAY(kept_asleep, while (!x) { usleep(10); x = flag[0]; })                                            \
  WAY(in_lock, while (!x) { upc_lock(lock); x = flag[0]; upc_unlock(lock); })                          \
  WAY(in_lock_do, do { upc_lock(lock); x = flag[0]; upc_unlock(lock); } while (!x))                    \
  WAY(in_lock_break, for (;;) { upc_lock(lock); x = flag[0]; upc_unlock(lock); if (x) break; })        \
  WAY(in_attempt, while (!x) if (upc_lock_attempt(lock)) { x = flag[0]; upc_unlock(lock); })           \
  WAY(unlock_only, upc_lock(lock); while (!x) { x = flag[0]; swap_lock(); } upc_unlock(lock))          \
  WAY(count_break, for (long i = 0; i < INT64_MAX; i++) if (flag[0]) break)                            \
  WAY(continued, while (x < 1) { if (!flag[0]) continue; x++; })                                       \
  WAY(by_goto, again: x = flag[0]; if (!x) goto again)                                                 \
  WAY(by_address, void *at = &&again; again: x = flag[0]; if (!x) goto *at)                            \
  WAY(returned, CHECK_EQ(by_return(), 1))                                                              \
  WAY(recursion, CHECK_EQ(by_recursion(), 1))                                                          \
  WAY(switched, by_switch())                                                                           \
  WAY(member, pair_t p = {0, 0}; while (!p.flag) p = pair[0])                                          \
  WAY(chase, shared node_t *p; do p = nodes[0].next; while (p == NULL))                                \
  WAY(ring, shared node_t *p = &nodes[0]; while (!p->set) p = &nodes[x ^= 1])                          \
  WAY(many, int i; for (i = 0; !flag[i % 2]; i++) {})                                                  \
  WAY(memget, while (!x) upc_memget(&x, flag, sizeof x))                                               \
  WAY(memget_2, int y[2] = {0, 0}; while (!y[0]) upc_memget(y, flag, sizeof y))                        \
  WAY(atomic, while (atomic_value() == 0) {})                                                          \
  WAY(read_strict, while (!x) x = strict_flag[0])                                                      \
  WAY(write_strict, while (!x) { dummy[0] = 1; x = flag[0]; })                                         \
  WAY(fence, while (!x) { x = flag[0]; upc_fence; })                                                   \
  WAY(allocates, while (!x) { shared void *p = upc_alloc(8); x = flag[0]; upc_free(p); })              \
  WAY(pointer, int *p = &x; while (!x) *p = flag[0])                                                   \
  WAY(told, while (!x) look(&x))                                                                       \
  WAY(given, while (!x) x = value())                                                                   \
  WAY(global_told, for (global = 0; !global;) look_for_global())                                       \
  WAY(decided, while (!x) { if (flag[0]) x = 1; })                                                     \
  WAY(counted, int i = 0; while (i < 1) i += flag[0])                                                  \
  WAY(bit, unsigned b; do b = bits[0] & 2; while (!b))                                                 \
  WAY(two, int a = 0, b = 0; while (!(a && b)) { a = flag[0]; b = pair[0].flag; })                     \
  WAY(nested, while (!x) for (int i = 0; i < 3; i++) if (flag[0]) { x = 1; break; })

static void set_all(int value) {
  upc_lock(lock);
  strict_flag[0] = value;
  word[0] = value;
  bits[0] = (unsigned)value * 3;
  pair[0].flag = value;
  nodes[0].set = nodes[1].set = value;
  nodes[0].next = value ? &nodes[1] : NULL;
  flag[0] = flag[1] = value;
  upc_unlock(lock);
}

#define WAY(name, ...)                                                  \
  static void __attribute__((noinline)) name(void) {                    \
    int x __attribute__((unused)) = 0;                                  \
    __VA_ARGS__;                                                        \
  }
WAYS(WAY)
#undef WAY
#define WAY(name, ...) {#name, name},
static const struct { const char *name; void (*wait)(void); } ways[] = {WAYS(WAY)};

int main(void) {
  lock = upc_all_lock_alloc();
  domain = upc_all_atomicdomain_alloc(UPC_UINT64, UPC_GET, 0);
  for (int waiter = 0; waiter < 2; waiter++)
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
      if (MYTHREAD == 0) set_all(0);
      upc_barrier;
      if (MYTHREAD == waiter) {
        printf("thread %d waits: %s\n", waiter, ways[way].name);
        fflush(stdout);
        ways[way].wait();
      } else if (MYTHREAD == 1 - waiter) {
        usleep(1000);
        set_all(1);
      }
      upc_barrier;
    }
  upc_all_atomicdomain_free(domain);
  return done();
}
