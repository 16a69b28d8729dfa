// SPDX-License-Identifier: BSD-3-Clause
// there: refused
// flags: -Wclang-upc2c
// expect: 18: a member of a struct that names this one by its tag
// expect: 19: a member of a struct that names this one by its tag
#include <stdio.h>
#include <upc.h>

struct work;
typedef struct later later_t;
typedef struct given {
  int n;
  int (*act)(const struct work *w);
  int (*later)(later_t *l);
} given_t;
struct work {
  int n;
  given_t given;
  given_t more[2];
};
struct later {
  given_t given; // named by a typedef there
};

static int act(const struct work *w) { return w->n + w->given.n; }

int main(void) {
  struct work w = {1, {2, act, NULL}, {{3, NULL, NULL}, {4, NULL, NULL}}};
  struct later l = {{5, NULL, NULL}};
  if (MYTHREAD == 0) puts(w.given.act(&w) == 3 && w.more[1].n + l.given.n == 9 ? "PASS" : "FAIL");
  return 0;
}
