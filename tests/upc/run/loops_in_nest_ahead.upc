// SPDX-License-Identifier: BSD-3-Clause
// A loop that reads ahead has two loops inside. One asks by itself, since its subscript comes from memory that the
// program may write, and writes nothing that it reads. The other goes backwards, and reads in each round what the round
// before has written. Elements that were asked for and then written must be read anew, whichever loop has asked last.
#include <upc_relaxed.h>
#include <stdio.h>

#define N (96 * THREADS)
enum { MOST = 16 }; // threads

shared [8] unsigned short numbers[8 * 96 * THREADS];
shared unsigned others[N];
shared _Bool flags[N];
unsigned short own_numbers[8 * 96 * MOST];
unsigned own_others[96 * MOST], seen;
_Bool own_flags[96 * MOST];

// The same text for shared and for private arrays.
#define RUN(NAME, NUMBER, OTHER, numbers, others, flags) \
  static __attribute__((noinline)) unsigned NAME(unsigned x) { \
    seen = 5; \
    for (unsigned round = 0; round < 16; round++) { \
      if (round) { \
        OTHER *p = others + flags[2 * x % N] % (N - 8); \
        const unsigned odd = round % 2; \
        NUMBER *g = numbers + 3 * odd; \
        seen += odd; \
        x += 3 * odd + g[2]; \
        for (unsigned i = 0; i < 8; i++) p[1] = flags[seen >> 2 ? 4 : odd + 5]; \
      } \
      for (NUMBER *w = numbers + 20, *end = w - 5; w > end; w--) { \
        w[-1] -= (5 + others[x % N]) * (others[x % N] * x); \
        x ^= *w; \
      } \
    } \
    return x; \
  }
typedef shared [8] unsigned short number_t;
typedef shared unsigned other_t;
RUN(run, number_t, other_t, numbers, others, flags)
RUN(own_run, unsigned short, unsigned, own_numbers, own_others, own_flags)

int main(void) {
  int bad = 0;
  for (int i = 0; i < 8 * N; i++) own_numbers[i] = i * 7 + 1;
  for (int i = 0; i < N; i++) own_others[i] = own_flags[i] = i * 7 + 1;
  upc_forall (int i = 0; i < 8 * N; i++; &numbers[i]) numbers[i] = own_numbers[i];
  upc_forall (int i = 0; i < N; i++; i) others[i] = own_others[i], flags[i] = own_flags[i];
  upc_barrier;
  if (MYTHREAD == 0) {
    for (unsigned x = 90; x < 110; x++) bad |= run(x) != own_run(x);
    for (int i = 0; i < 8 * N; i++) bad |= numbers[i] != own_numbers[i];
    for (int i = 0; i < N; i++) bad |= others[i] != own_others[i];
    puts(bad ? "FAILED" : "PASS");
  }
  upc_barrier;
  return bad;
}
