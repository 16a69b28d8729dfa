// SPDX-License-Identifier: BSD-3-Clause
// Initialisers that name a few elements of a large array, strings with and without braces, empty ones, and addresses of
// shared memory: at file scope and in a function.
#include "../check.h"

#define LARGE 4000000 /* integers: more than a stack has room for */

shared [] int large[LARGE] = {1, [2] = 3};
shared [4] char braced[4 * THREADS] = {"abcd"}, bare[4 * THREADS] = "abcd";
shared [] char words[3][4] = {"four", {"ab"}}, last[2] = {[1] = 'z'};
shared int empty[5 * THREADS] = {}, after = 6;
shared [] int filled[2][2] = {1, 2, 3};
shared [] struct { int n; char s[3]; } record = {4, "xyz"};
shared int x[THREADS];
shared [] struct { shared int *p; int n; } late[LARGE / 8] = {{&x[0], 7}, [3] = {.n = 8}};
shared int *shared pointers[THREADS] = {&x[0]};
shared [] long sizes[2] = {sizeof(x), 2 * THREADS};

int main(void) {
  static shared [] int inside[LARGE] = {4, [2] = 5};
  static shared [4] char local[4 * THREADS] = {"efgh"};
  static shared [] long local_sizes[2] = {sizeof(x), 2 * THREADS};
  static shared int *shared local_pointers[THREADS] = {&x[0]};
  CHECK_EQ(large[0] + 10 * large[1] + 100 * large[2] + large[LARGE - 1], 301);
  CHECK_EQ(inside[0] + 10 * inside[1] + 100 * inside[2] + inside[LARGE - 1], 504);
  CHECK_EQ(braced[3], 'd'); CHECK_EQ(bare[3], 'd'); CHECK_EQ(local[3], 'h');
  CHECK_EQ(words[0][3], 'r'); CHECK_EQ(words[1][1], 'b'); CHECK_EQ(words[1][2] + words[2][0] + last[0], 0);
  CHECK_EQ(last[1], 'z');
  CHECK_EQ(empty[4], 0); CHECK_EQ(after, 6);
  CHECK_EQ(filled[0][1] * 100 + filled[1][0] * 10 + filled[1][1], 230);
  CHECK_EQ(record.n + record.s[2], 4 + 'z');
  CHECK_EQ(sizes[0] + local_sizes[0], 2 * (long)sizeof(int) * THREADS);
  CHECK_EQ(sizes[1] + local_sizes[1], 4 * THREADS);
  CHECK(late[0].p == &x[0] && late[1].p == NULL); CHECK_EQ(late[0].n + 10 * late[3].n + late[LARGE / 8 - 1].n, 87);
  CHECK(pointers[0] == &x[0] && local_pointers[0] == &x[0]);
  return done();
}
