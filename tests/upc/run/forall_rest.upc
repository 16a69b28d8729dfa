// flags: -T 3
// upc_forall by i % n, where n is as many as there are threads: the affinity is that of i, unless C takes i for an
// unsigned number before it divides.
#include "../check.h"
#include <upc_relaxed.h>

static shared int owner[40]; // one more than the thread that has come

#define SAME(number)                                                                            \
  do {                                                                                          \
    upc_barrier;                                                                                \
    for (int k = MYTHREAD; k < 40; k += THREADS) owner[k] = 0;                                  \
    upc_barrier;                                                                                \
    int i;                                                                                      \
    upc_forall (i = -20; i < 20; i++; number) owner[i + 20] += MYTHREAD + 1;                    \
    upc_barrier;                                                                                \
    for (i = -20; i < 20; i++) {                                                                \
      long of = (long)(number) % THREADS;                                                       \
      CHECK_EQ(owner[i + 20], (of < 0 ? of + THREADS : of) + 1);                                \
    }                                                                                           \
  } while (0)

int main(void) {
  short s = -7;
  SAME(i % THREADS);
  SAME(i % 3);
  SAME(i % 3u);
  SAME(i % (unsigned)THREADS);
  SAME((i + s) % 3ul);
  SAME(i / 2 % 3u);
  SAME((unsigned char)i % 3);
  SAME((unsigned)i % 3);
  SAME((unsigned)i % 3u);
  SAME((long)i % 3l);
  return done();
}
