// SPDX-License-Identifier: BSD-3-Clause
// Shared objects in control flow: conditions, switch, loop counters, return values, array sizes, string handling.
#include "../check.h"

shared int n[THREADS], A[10 * THREADS];
shared char text[16 * THREADS];
static int ret(int t) { return n[t]; }
static double ret_double(int t) { return n[t]; }
static const char *name(int t) {
  switch (n[t]) {
  case 0: return "none";
  case 1: case 2: return "few";
  default: return "many";
  }
}

int main(void) {
  int t = (MYTHREAD + 1) % THREADS, count = 0;
  for (n[t] = 0; n[t] < 5; n[t]++) A[10 * t + n[t]] = n[t] * n[t];
  CHECK_EQ(n[t], 5);
  while (n[t]) count += n[t]--;
  CHECK_EQ(count, 15);
  do n[t] += 3; while (n[t] < 7);
  CHECK_EQ(n[t], 9);
  CHECK_EQ(ret(t), 9); CHECK_D(ret_double(t) / 2, 4.5); CHECK_EQ(name(t)[0], 'm'); n[t] = 2; CHECK_EQ(name(t)[0], 'f');
  n[t] = 0; CHECK_EQ(name(t)[0], 'n');
  if (n[t]) CHECK(0); else count = 1;
  if (!n[t]) count++;
  n[t] = 4;
  CHECK_EQ(count + (n[t] ? n[t] : -1), 6); CHECK_EQ(n[t] && A[10 * t + 2], 1); CHECK_EQ(n[t] > 5 || A[10 * t] != 0, 0);
  CHECK_EQ(A[10 * t] ?: 3, 3);
  int vla[n[t]]; CHECK_EQ(sizeof vla, 4 * sizeof(int));
  for (int i = 0; i < n[t]; i++) vla[i] = A[10 * t + i];
  CHECK_EQ(vla[3], 9);
  for (int i = n[t], j = A[10 * t + 1]; i > j; i--) count += 100;
  CHECK_EQ(count, 302);
  switch (A[10 * t + n[t]]) { case 16: count = 7; break; default: CHECK(0); }
  CHECK_EQ(count, 7);
  goto *(n[t] == 4 ? &&four : &&other);
other:
  CHECK(0);
four:
  sprintf((char[64]){0}, "%d %c", n[t], 'x');
  char line[64]; snprintf(line, sizeof line, "%d %d %.1f", n[t], A[10 * t + 3], n[t] / 8.0);
  CHECK(!strcmp(line, "4 9 0.5"));
  CHECK_EQ(abs(-n[t]), 4); CHECK_EQ(n[t] == A[10 * t + 2], 1); CHECK_EQ(n[t]["abcdefg"], 'e');
  const char *from = "to shared"; shared char *to = &text[16 * t];
  while ((*to++ = *from++)) {}
  CHECK_EQ(to - &text[16 * t], 10); CHECK_EQ(text[16 * t + 3], 's');
  int len = 0; for (shared char *q = &text[16 * t]; *q; q++) len++;
  CHECK_EQ(len, 9);
  struct { int a, b; } init = {n[t], A[10 * t + 3] + 1}; int array[] = {n[t], [2] = A[10 * t + 4]};
  CHECK_EQ(init.a * 10 + init.b + array[2], 66);
  static int s; s = n[t]; s += A[10 * t + 1]; CHECK_EQ(s, 5);
  return done();
}
