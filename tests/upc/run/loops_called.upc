// SPDX-License-Identifier: BSD-3-Clause
// Functions of the C library that write what a subscript is read from: the subscript is read again in each iteration.
#include <upc_relaxed.h>
#include "../check.h"

enum { N = 90, DIGITS = 10, MANY = 200 };
shared int digits[DIGITS * THREADS];
shared [8] int many[MANY * THREADS];
char text[32], *words[N];

static int digit(int i) { return i < 10 ? i : i / 10; }

int main(void) {
  char own[32], *next;
  int i, number;
  long s, want = 0, far = 0, last = 0;
  if (MYTHREAD == 0) {
    for (i = 0; i < DIGITS; i++) digits[i] = 3 * i + 1;
    for (i = 0; i < MANY; i++) many[i] = 5 * i + 2;
  }
  for (i = 0; i < N; i++) {
    words[i] = malloc(8);
    sprintf(words[i], "%d", i);
    want += 3 * digit(i) + 1, far += 5 * (i + digit(i)) + 2, last += 5 * i + 2;
  }
  upc_barrier;

  for (s = 0, i = 0; i < N; i++) { sprintf(own, "%d", i); s += digits[own[0] - '0']; }
  CHECK_EQ(s, want);
  for (s = 0, i = 0; i < N; i++) { snprintf(text, sizeof text, "%d", i); s += digits[text[0] - '0']; }
  CHECK_EQ(s, want);
  for (s = 0, i = 0; i < N; i++) { sprintf(text, "%d", i); s += many[i + text[0] - '0']; }
  CHECK_EQ(s, far);
  for (s = 0, i = 0; i < N; i++) { sscanf(words[i], "%7s", own); s += digits[own[0] - '0']; }
  CHECK_EQ(s, want);
  for (s = 0, i = 0; i < N; i++) { sscanf(words[i], "%d", &number); s += many[number]; }
  CHECK_EQ(s, last);
  for (s = 0, i = 0; i < N; i++) { strcpy(own, words[i]); s += digits[own[0] - '0']; }
  CHECK_EQ(s, want);
  for (s = 0, i = 0; i < N; i++) { memcpy(text, words[i], 2); s += digits[text[0] - '0']; }
  CHECK_EQ(s, want);
  for (s = 0, i = 0; i < N; i++) { own[0] = (char)strtol(words[i], &next, 10); s += many[(int)own[0]] + (*next != 0); }
  CHECK_EQ(s, last);
  FILE *stream = fmemopen(text, sizeof text, "w");
  for (s = 0, i = 0; i < N; i++) {
    rewind(stream);
    fprintf(stream, "%d", i);
    fflush(stream);
    s += digits[text[0] - '0'];
  }
  CHECK_EQ(s, want);
  fclose(stream);
  for (s = 0, i = 0, number = 0; i < N; i++) { s += many[number]; fprintf(stderr, "%n", &number); }
  CHECK_EQ(s, 2 * N);
  return done();
}
