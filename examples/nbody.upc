/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Bodies that attract each other. Each thread moves its own bodies; gather_all gives it the positions of all. The sum
 * of all impulses stays what it is.
 *
 *   upcc -O2 nbody.upc -o nbody && upcrun -n 4 ./nbody
 */
#include <math.h>
#include <stdio.h>
#include <upc_stride_coll.h>

#define EACH 32                                   /* bodies of a thread */
#define STEPS 50
typedef struct { double x, y, mass; } body_t;

shared [EACH] body_t body[THREADS * EACH];
#pragma processors line(THREADS)
shared [1][] (line) body_t copy[THREADS][THREADS * EACH]; /* all of them, on each thread */

int main(void) {
  body_t *mine = (body_t *)&body[MYTHREAD * EACH];
  const body_t *all = (const body_t *)&copy[MYTHREAD][0];
  double vx[EACH] = {0}, vy[EACH] = {0}, impulse, push = 0;
  int step, i, j;
  for (i = 0; i < EACH; i++) {
    const int n = MYTHREAD * EACH + i;
    mine[i] = (body_t){cos(n * 0.7) * (1 + n % 5), sin(n * 0.7) * (1 + n % 3), 1 + n % 4};
  }
  for (step = 0; step < STEPS; step++) {
    upc_stride_gather_all(copy<:, 0>, body<:>, sizeof(body_t[EACH]), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    for (i = 0; i < EACH; i++) {
      double ax = 0, ay = 0;
      for (j = 0; j < THREADS * EACH; j++) {
        const double dx = all[j].x - mine[i].x, dy = all[j].y - mine[i].y, d = dx * dx + dy * dy + 0.01;
        ax += all[j].mass * dx / (d * sqrt(d)), ay += all[j].mass * dy / (d * sqrt(d));
      }
      vx[i] += 0.001 * ax, vy[i] += 0.001 * ay;
    }
    for (i = 0; i < EACH; i++) mine[i].x += 0.001 * vx[i], mine[i].y += 0.001 * vy[i];
  }
  for (i = 0, impulse = 0; i < EACH; i++) impulse += mine[i].mass * vx[i], push += fabs(mine[i].mass * vx[i]);
  impulse = upc_stride_sum(impulse), push = upc_stride_sum(push);
  if (MYTHREAD == 0) printf("the impulses of %d bodies, %.3f, add up to %.1e\n", THREADS * EACH, push, impulse);
  return !(fabs(impulse) < 1e-9 * push);
}
