/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Bodies that attract each other. Each thread moves its own bodies; gather_all gives it the positions of all. The sum
 * of all impulses stays what it is. */
#include <math.h>
#include <stdio.h>
#include <upc_stride.h>

enum { EACH = 32 };
typedef struct body {
  double x, y, mass;
} body_t;

int main(void) {
  upc_stride_init(NULL);
  const size_t p = (size_t)upc_stride_threads(), me = (size_t)upc_stride_mythread();
  const size_t bodies[] = {p * EACH}, each[] = {EACH}, copies[] = {p * p * EACH}, *whole = bodies;
  upc_stride_array_t B = upc_stride_all_alloc(1, bodies, each, sizeof(body_t), 0, NULL);
  upc_stride_array_t C = upc_stride_all_alloc(1, copies, whole, sizeof(body_t), 0, NULL);
  const upc_stride_section_t from = UPC_SECTION(B, UPC_STRIDE_ALL), to = UPC_SECTION(C, UPC_STRIDE_ALL);
  body_t *mine = upc_stride_own_block(B, 0, NULL);
  const body_t *all = upc_stride_own_block(C, 0, NULL);
  double vx[EACH] = {0}, vy[EACH] = {0}, impulse = 0, push = 0;
  for (size_t i = 0; i < EACH; i++) {
    const int n = (int)(me * EACH + i);
    mine[i].x = cos(0.7 * n) * (1 + n % 5), mine[i].y = sin(0.7 * n) * (1 + n % 3), mine[i].mass = 1 + n % 4;
  }
  for (int step = 0; step < 50; step++) {
    upc_stride_gather_all(&to, &from, sizeof(body_t[EACH]), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    for (size_t i = 0; i < EACH; i++)
      for (const body_t *other = all; other < all + p * EACH; other++) {
        const double dx = other->x - mine[i].x, dy = other->y - mine[i].y, d = dx * dx + dy * dy + 0.01;
        vx[i] += 0.001 * other->mass * dx / (d * sqrt(d)), vy[i] += 0.001 * other->mass * dy / (d * sqrt(d));
      }
    for (size_t i = 0; i < EACH; i++) mine[i].x += 0.001 * vx[i], mine[i].y += 0.001 * vy[i];
  }
  for (size_t i = 0; i < EACH; i++) impulse += mine[i].mass * vx[i], push += fabs(mine[i].mass * vx[i]);
  impulse = upc_stride_sum(impulse), push = upc_stride_sum(push);
  const int right = fabs(impulse) < 1e-9 * push;
  if (me == 0) puts(right ? "PASS" : "FAIL");
  return upc_stride_finalize() || !right;
}
