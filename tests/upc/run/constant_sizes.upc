// SPDX-License-Identifier: BSD-3-Clause
// flags: -w
// sizeof of a pointer-to-shared wherever C wants a constant, outside of functions and inside: attributes before and
// behind a struct, _Alignas, widths of bit-fields, enumerators, case labels, assertions. The sizes are those that the
// program computes when it runs.
#include <stddef.h>
#include "../check.h"

#define SIZE sizeof(shared int *)
#define CONSTANTS(name)                                                                        \
  struct name##_behind { char c; } __attribute__((aligned(4 * SIZE)));                         \
  struct __attribute__((aligned(2 * SIZE))) name##_before { shared int *p; };                  \
  struct __attribute__((packed)) name##_packed { char c; int n[SIZE]; short s : SIZE - 3; };   \
  union name##_union { char c[3]; } __attribute__((aligned(2 * SIZE)));                        \
  struct name##_member { char c; int i __attribute__((aligned(SIZE))); char d; };              \
  struct name##_keyword { char c; _Alignas(SIZE) int i; _Alignas(shared int *) char d; };      \
  struct name##_fields { int a : SIZE; int b : SIZE + 1; };                                    \
  enum { name##_size = SIZE, name##_offset = offsetof(struct name##_member, i) };              \
  enum __attribute__((packed)) name##_enum { name##_twice = 2 * SIZE };                        \
  typedef int name##_type __attribute__((aligned(2 * SIZE)));                                  \
  _Static_assert(SIZE == name##_size && SIZE == name##_offset, "the sizes of a pointer-to-shared");

#define CHECK_CONSTANTS(name)                                                                  \
  do {                                                                                         \
    size_t size = sizeof a_pointer;                                                            \
    CHECK_EQ(_Alignof(struct name##_behind), 4 * size); CHECK_EQ(sizeof(struct name##_behind), 4 * size);  \
    CHECK_EQ(_Alignof(struct name##_before), 2 * size); CHECK_EQ(sizeof(struct name##_before), 2 * size);  \
    CHECK_EQ(sizeof(struct name##_packed), 1 + sizeof(int) * size + 2);                        \
    CHECK_EQ(sizeof(union name##_union), 2 * size);                                            \
    CHECK_EQ(offsetof(struct name##_member, i), size); CHECK_EQ(sizeof(struct name##_member), 2 * size);   \
    CHECK_EQ(offsetof(struct name##_keyword, i), size); CHECK_EQ(sizeof(struct name##_keyword), 2 * size); \
    CHECK_EQ(sizeof(struct name##_fields), 2 * sizeof(int));                                   \
    CHECK_EQ(name##_size, size); CHECK_EQ(name##_offset, size); CHECK_EQ(name##_twice, 2 * size);          \
    CHECK_EQ(_Alignof(name##_type), 2 * size);                                                 \
  } while (0)

shared int *a_pointer;
CONSTANTS(outside)
char as_dimension[offsetof(struct outside_member, i)];

static int which(int n) {
  switch (n) {
  case sizeof(int): return 1;
  case 1 ? SIZE : 0: return 2;
  case 2 * SIZE ... 3 * SIZE: return 3;
  default: return 4;
  }
}

int main(void) {
  CONSTANTS(inside)
  int n = 3, variable[n];
  CHECK_CONSTANTS(outside);
  CHECK_CONSTANTS(inside);
  CHECK_EQ(sizeof as_dimension, sizeof a_pointer);
  CHECK_EQ(which(sizeof a_pointer), 2); CHECK_EQ(which(2 * sizeof a_pointer + 1), 3); CHECK_EQ(which(0), 4);
  CHECK_EQ(sizeof variable, n * sizeof(int)); // not a constant, so nothing stands for it
  return done();
}
