// SPDX-License-Identifier: BSD-3-Clause
// flags: -w
// Attributes and _Alignas on what is shared or holds pointers-to-shared: packed and aligned structs have the layout
// that
// C gives them, in constants as at run time, and shared objects lie where they ask to.
#include "../check.h"

struct inside { char c; int i; shared int *p; } __attribute__((packed)) one, *some;
struct __attribute__((packed)) before { char c; int i; shared int *p; };
typedef struct { char c; int i; shared int *p; } __attribute__((packed)) named;
struct members { char c; int i __attribute__((aligned(16))); shared int *p __attribute__((aligned(32))); };
#pragma pack(push, 2)
struct pragma { char c; shared int *p; int b : 3; char d; long l; };
struct fields { char c; long a : 40, b : 30; shared int *p; };
#pragma pack(pop)
struct __attribute__((packed)) packed_fields { char c; unsigned a : 3, b : 30; shared int *p[2]; };
struct packed_member { char c; shared int *p __attribute__((packed)); long l; };
struct whole { shared int *p; char c; } __attribute__((aligned(64)));
struct nested { char c; struct { shared int *p; char d; } __attribute__((packed)) in; _Alignas(32) shared int *q;
  char e; };
struct behind { struct inner { char a; shared int *z; } __attribute__((packed)) x, y[2]; char t; };
union __attribute__((packed)) either { char c[17]; shared int *p; };
#define SIZE(type, size) _Static_assert(sizeof(type) == size, #type);                                                  \
char as_constant_##size[sizeof(type) == size ? 1 : -1]
#define CHECK_SIZE(type, size) \
  do { type two[2]; SIZE(type, size); CHECK_EQ((char *)(two + 1) - (char *)two, size); } while (0)

shared struct plain { char c; int i; } __attribute__((packed)) P[2*THREADS];
shared struct { int v; } __attribute__((aligned(64))) L[THREADS];
shared struct members M[THREADS];
shared [3] struct packed_fields F[3*THREADS];
shared struct whole W[THREADS];
shared int a[THREADS], a128[THREADS] __attribute__((aligned(128))), b;
typedef shared int aligned_t __attribute__((aligned(256)));
aligned_t a256;
static shared int __attribute__((aligned(512))) a512;
_Alignas(128) shared int keyword;
__attribute__((aligned(4096))) shared int page1[THREADS], page2[THREADS];
_Alignas(64) shared int *pointer;

int main(void) {
  int next = (MYTHREAD + 1) % THREADS;
  CHECK_SIZE(struct inside, 21); CHECK_SIZE(struct before, 21); CHECK_SIZE(named, 21); CHECK_EQ(sizeof one, 21);
  CHECK_EQ(sizeof *some, 21);
  CHECK_SIZE(struct members, 64); CHECK_SIZE(struct pragma, 28); CHECK_SIZE(struct fields, 26);
  CHECK_SIZE(struct packed_fields, 38);
  CHECK_SIZE(struct packed_member, 32); CHECK_SIZE(struct whole, 64); CHECK_SIZE(struct nested, 64);
  CHECK_SIZE(struct behind, 52);
  CHECK_SIZE(union either, 17); CHECK_SIZE(struct plain, 5); CHECK_EQ(sizeof L[0], 64);
  CHECK_EQ(upc_localsizeof F, 114);

  CHECK_EQ((size_t)(int *)&a128[MYTHREAD] % 128, 0);
  CHECK_EQ((size_t)(int *)&page1[MYTHREAD] % 4096, 0); CHECK_EQ((size_t)(int *)&page2[MYTHREAD] % 4096, 0);
  CHECK_EQ((size_t)(struct whole *)&W[MYTHREAD] % 64, 0); CHECK_EQ((size_t)&pointer % 64, 0);
  if (MYTHREAD == 0) {
    CHECK_EQ((size_t)(int *)&a256 % 256, 0); CHECK_EQ((size_t)(int *)&a512 % 512, 0);
    CHECK_EQ((size_t)(int *)&keyword % 128, 0);
  }

  P[2*MYTHREAD].i = MYTHREAD;
  M[MYTHREAD].p = &a[MYTHREAD];
  for (int i = 3*MYTHREAD; i < 3*MYTHREAD + 3; i++) F[i].p[1] = &a[MYTHREAD], F[i].b = 77, F[i].a = i;
  upc_barrier;
  CHECK_EQ(P[2*next].i, next); CHECK(M[next].p == &a[next]); CHECK(F[3*next+2].p[1] == &a[next]);
  CHECK_EQ(F[3*next+1].b, 77);
  CHECK_EQ(F[3*next+1].a, (3*next + 1) % 8);
  *M[next].p = 4;
  upc_barrier;
  CHECK_EQ(a[MYTHREAD], 4);
  P[2*MYTHREAD].i += 3, P[2*MYTHREAD].i++;
  strict shared struct plain *s = (strict shared struct plain *)&P[2*MYTHREAD];
  s->i *= 2;
  CHECK_EQ(P[2*MYTHREAD].i, 2 * (MYTHREAD + 4));
  return done();
}
