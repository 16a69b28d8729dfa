// upc_forall by unsigned numbers of 64 bits: below 2^63, from there on, and through it, up and down.
#include "../check.h"
#include <upc_relaxed.h>

#define MIDDLE (1ul << 63)

static volatile unsigned long unknown;
static unsigned long seen, as_defined;

#define SAME(head, number)                                                                      \
  do {                                                                                          \
    unsigned long i;                                                                            \
    seen = as_defined = 0;                                                                      \
    upc_forall (head; number) seen = seen * 31 + i;                                             \
    for (head) if ((number) % THREADS == MYTHREAD) as_defined = as_defined * 31 + i;            \
    CHECK_EQ(seen, as_defined);                                                                 \
  } while (0)

int main(void) {
  unsigned long zero = unknown, eight = zero + 8;
  SAME(i = zero; i < 100; i++, i);
  SAME(i = zero; i < 100; i += 7, i / eight);
  SAME(i = 2 + zero; i < 38; i++, (i - 7) / 8);
  SAME(i = MIDDLE - 38; i < MIDDLE + 40; i += 7, i + 5);
  SAME(i = MIDDLE - 38; i < MIDDLE + 40; i++, i / eight);
  SAME(i = MIDDLE + 38; i > MIDDLE - 40; i--, i);
  SAME(i = 35 + zero; i <= 35; i--, i);
  SAME(i = 35 + zero; i <= 35; i--, i / 3);
  SAME(i = zero - 20; i != 20; i++, i);
  return done();
}
