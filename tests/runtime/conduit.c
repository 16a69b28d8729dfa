/* SPDX-License-Identifier: BSD-3-Clause
 * The conduit's calls (conduit.h), each against what it promises: round the ring of threads. */
#include "check.h"
#include "conduits/conduit.h"

enum { WORDS = 6000 };
enum { LONG = 250000 };            /* words of a long stream: more than any conduit cuts into parts */
#define OF_GRAPH 0x80000000u       /* this bit of a tag: the stream is of a graph */
SHARED(data, WORDS * sizeof(uint64_t));
SHARED(longer, 2 * LONG * sizeof(uint64_t));
SHARED(words, 64);

static void finish(urtc_handle_t *handles, int count) {
  for (int i = 0; i < count; i++)
    for (unsigned turn = 0; !urtc_streamed(&handles[i]); turn++) urtc_relax(turn);
}

/* Four streams of one tag to the next thread, each a quarter of the words. Sender and receiver
 * begin by turns. */
static void stream_round(const uint64_t *out, int round) {
  enum { PARTS = 4, PART = WORDS / PARTS };
  int next = (urt_mythread + 1) % urt_threads, before = (urt_mythread + urt_threads - 1) % urt_threads;
  size_t words = PART >> round % 3, bytes = words * sizeof(uint64_t);
  uint64_t *mine = urt_near(at(data, urt_mythread));
  urtc_handle_t handles[2 * PARTS];
  int sends = urtc_streams(next, bytes), receives = urtc_streams(before, bytes), count = 0;
  memset(mine, 0xee, WORDS * sizeof *mine);
  for (unsigned i = 0; i < PARTS && sends && round % 2; i++)
    handles[count++] = urtc_send(next, (unsigned)round, i, out + PART * i, bytes);
  if (round % 4 == 0) barrier();
  for (unsigned i = 0; i < PARTS && receives; i++)
    handles[count++] = urtc_receive(mine + PART * i, before, (unsigned)round, i, bytes);
  for (unsigned i = 0; i < PARTS && sends && round % 2 == 0; i++)
    handles[count++] = urtc_send(next, (unsigned)round, i, out + PART * i, bytes);
  finish(handles, count);
  for (uint64_t i = 0; i < WORDS && receives; i++) {
    uint64_t sent = (uint64_t)before << 32 | i, there = i % PART < words ? sent : 0xeeeeeeeeeeeeeeee;
    CHECK(mine[i] == there, "stream %d: word %d is %llx", round, (int)i, (unsigned long long)mine[i]);
  }
}

/* Two streams of `words` words and one tag. */
static void long_streams(uint64_t *out, unsigned tag, size_t words) {
  int next = (urt_mythread + 1) % urt_threads, before = (urt_mythread + urt_threads - 1) % urt_threads, count = 0;
  size_t bytes = words * sizeof(uint64_t);
  uint64_t *mine = urt_near(at(longer, urt_mythread));
  urtc_handle_t handles[4];
  int sends = urtc_streams(next, bytes), receives = urtc_streams(before, bytes);
  memset(mine, 0xee, 2 * LONG * sizeof *mine);
  for (uint64_t i = 0; i < 2 * LONG; i++) out[i] = (uint64_t)urt_mythread << 32 | (i + tag);
  for (unsigned i = 0; i < 2 && sends; i++) handles[count++] = urtc_send(next, tag, i, out + LONG * i, bytes);
  for (unsigned i = 0; i < 2 && receives; i++) handles[count++] = urtc_receive(mine + LONG * i, before, tag, i, bytes);
  finish(handles, count);
  for (uint64_t i = 0; i < 2 * LONG && receives; i++) {
    uint64_t sent = (uint64_t)before << 32 | (i + tag), there = i % LONG < words ? sent : 0xeeeeeeeeeeeeeeee;
    CHECK(mine[i] == there, "stream of %d words: word %d is %llx", (int)words, (int)i, (unsigned long long)mine[i]);
  }
  barrier();
}

/* The lengths are about those at which mpi cuts streams into parts: a call's, and those of a graph. */
static void all_long_streams(void) {
  static const size_t words[] = {2048, 2049, 4103, 7680, 7681, 8192, 8193, 32768, 32769, 131072,
                                 131073, 245760, 245761};
  uint64_t *out = malloc(2 * LONG * sizeof *out);
  CHECK(out, "%s", "no memory");
  for (unsigned i = 0; out && i < sizeof words / sizeof *words; i++) {
    long_streams(out, i, words[i]);
    long_streams(out, OF_GRAPH + i, words[i]);
  }
  free(out);
}

/* Puts of lengths at which mpi goes over to another way; the bytes behind them stay. */
static void all_puts(const uint64_t *out) {
  static const size_t words[] = {1, 511, 1016, 1017, 4095, 4096, 4097};
  int n = urt_threads, me = urt_mythread, next = (me + 1) % n, before = (me + n - 1) % n;
  uint64_t *mine = urt_near(at(data, me));
  for (unsigned i = 0; i < 2 * sizeof words / sizeof *words; i++) {
    size_t count = words[i / 2], wrong = 0;
    memset(mine, 0, WORDS * sizeof *mine);
    barrier();
    urtc_handle_t put = 0;
    if (i % 2) put = urtc_put_nb(at(data, next), out, count * sizeof *out);
    else urtc_put(at(data, next), out, count * sizeof *out);
    urtc_wait(&put);
    barrier();
    for (uint64_t w = 0; w < WORDS; w++) wrong += mine[w] != (w < count ? (uint64_t)before << 32 | w : 0);
    CHECK(wrong == 0, "a put of %d words", (int)count);
    barrier();
  }
}

int urt_main(int argc, char **argv) {
  (void)argc, (void)argv;
  int n = urt_threads, me = urt_mythread, next = (me + 1) % n;
  uint64_t out[WORDS], in[WORDS], *mine = urt_near(at(data, me));
  for (uint64_t i = 0; i < WORDS; i++) out[i] = (uint64_t)me << 32 | i;

  urtc_put(at(data, next), out, sizeof out);
  barrier();
  for (uint64_t i = 0; i < WORDS; i++)
    CHECK(mine[i] == ((uint64_t)((me + n - 1) % n) << 32 | i), "put: word %d", (int)i);
  urtc_get(in, at(data, next), sizeof in);
  CHECK(memcmp(in, out, sizeof in) == 0, "get: not what was put");
  barrier();

  memset(mine, 0, sizeof out);
  barrier();
  urtc_handle_t put = urtc_put_nb(at(data, next), out, sizeof out);
  urtc_wait(&put);
  CHECK(put == 0, "a handle after wait");
  barrier();
  memset(in, 0, sizeof in);
  urtc_handle_t get = urtc_get_nb(in, at(data, next), sizeof in);
  for (unsigned turn = 0; !urtc_test(&get); turn++) urtc_relax(turn);
  CHECK(memcmp(in, out, sizeof in) == 0, "non-blocking: not what was put");
  barrier();

  all_puts(out);

  for (uint64_t round = 1; round <= 200; round++) { /* each waits for its left neighbour's data, by the signal alone */
    out[7] = round;
    urtc_put_signal(at(data + 8 * (round % 2), next), out, 8 * 8, at(words, next), round, URTC_SET);
    for (unsigned turn = 0; urtc_load(at(words, me)) < round; turn++) urtc_relax(turn);
    CHECK(mine[round % 2 + 7] == round, "signal %d before its data", (int)round);
    barrier();
  }

  for (uint64_t i = 0; i < WORDS; i++) out[i] = (uint64_t)me << 32 | i;
  for (int round = 0; round < 100; round++) stream_round(out, round);
  barrier();
  all_long_streams();

  for (int i = 0; i < 300; i++) /* nobody waits: what is under way is bounded, and there when a barrier says so */
    urtc_put_signal(at(data + 8 * (size_t)i, next), &out[i], 8, at(words + 40, next), 2, URTC_ADD);
  uint64_t last = ~out[0];
  urtc_put_signal(at(data, next), &last, sizeof last, at(words + 48, next), 1, URTC_SET);
  last = 0;
  urtc_get(&last, at(data, next), sizeof last);
  CHECK(last == ~out[0], "get: not what was put with a signal before");
  barrier();
  for (uint64_t i = 1; i < 300; i++)
    CHECK(mine[i] == ((uint64_t)((me + n - 1) % n) << 32 | i) || i == 7, "put with signal: word %d", (int)i);
  CHECK(urtc_load(at(words + 40, me)) == 600u, "signals that add lost some");
  barrier();

  for (int i = 0; i < 1000; i++) {
    urtc_fetch_add(at(words + 8, 0), 3);
    uint64_t seen = urtc_load(at(words + 16, 0)), old;
    while ((old = urtc_compare_swap(at(words + 16, 0), seen, seen + 1)) != seen) seen = old;
  }
  barrier();
  CHECK(urtc_load(at(words + 8, 0)) == 3000u * (unsigned)n, "fetch_add lost some");
  CHECK(urtc_load(at(words + 16, 0)) == 1000u * (unsigned)n, "compare_swap lost some");
  uint64_t token = urtc_swap(at(words + 24, 0), (uint64_t)me + 1); /* every value but the last comes back once */
  urtc_fetch_add(at(words + 32, 0), token);
  barrier();
  uint64_t sum = urtc_load(at(words + 32, 0)) + urtc_load(at(words + 24, 0));
  CHECK(sum == (uint64_t)n * (uint64_t)(n + 1) / 2, "swap: sum %d", (int)sum);
  return passed();
}
