// SPDX-License-Identifier: BSD-3-Clause
// race: 17 22
// race: 18 21
// race: 23 28
// race: 24 27
// A strict struct is a flag by each of its members, and as a whole.
#include <upc_relaxed.h>

typedef struct { int turns, ready; long more[2]; } state_t;
KIND shared state_t state, answer;
shared double value, other;

int main(void) {
  state_t all = {1, 1, {0, 0}};
  double seen = 0;
  int left = 1 << 30;
  if (MYTHREAD == 0) value = 2.5;
  if (MYTHREAD == 0) state = all;
  if (MYTHREAD == THREADS - 1) {
    // a member of what is written as a whole
    while (left-- && !state.ready) {}
    seen = value;
    other = 1.5;
    answer.more[1] = 1;
  } else if (MYTHREAD == 0) {
    // the whole of what is written by a member
    while (left-- && !all.more[1]) all = answer;
    seen = other;
  }
  return seen > 3;
}
