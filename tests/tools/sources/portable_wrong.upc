/* SPDX-License-Identifier: BSD-3-Clause
 * What tests/tools/sources/portable must find: the lines 4, 11, 12, 18 and 23. */
#include <upc.h>
#include <fftw3.h>

typedef shared [] char *place_t;
typedef struct { place_t place; } leaf_t;
extern int other;

int f(int a) {
  if (a > 2) return f(a), (a, 3);
  return a++,
         1;
}

typedef struct outer {
  int kind;
  struct { int n; leaf_t leaf; } member;
  struct { int n; } harmless;
} outer_t;

static int mine;
const struct { int *address; } table[] = {{&mine}, {&other}};
