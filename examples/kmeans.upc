/* SPDX-License-Identifier: BSD-3-Clause
 *
 * k-means: CLUSTERS centres of points in the plane, each point with the nearest centre, each centre in the middle of
 * its points. Each thread has N points. One reduction of structs adds up the points of all clusters. The first centres
 * are far from each other: one reduction finds the point that is farthest from all centres so far, and its thread.
 *
 *   upcc -O2 kmeans.upc -o kmeans && upcrun -n 4 ./kmeans
 */
#include <math.h>
#include <stdio.h>
#include <upc.h>
#include <upc_stride_coll.h>

#define N 3000
#define CLUSTERS 3

typedef struct { double x, y; } point_t;
typedef struct { double x, y; long count; } sum_t;
typedef struct { double value; long long index; } place_t;      /* what UPC_STRIDE_MAXLOC combines */

#pragma processors threads(THREADS)
shared [N] (threads) point_t points[N * THREADS];
shared [CLUSTERS] (threads) sum_t parts[CLUSTERS * THREADS], sums[CLUSTERS * THREADS];
shared [1] (threads) place_t candidate[THREADS], farthest[THREADS];
shared [CLUSTERS] (threads) point_t copies[CLUSTERS * THREADS]; /* of the centres: each thread has them all */

static void add(const void *in, void *inout, size_t count, void *context) {
  const sum_t *x = in;
  sum_t *y = inout;
  for (size_t i = 0; i < count; i++) y[i].x += x[i].x, y[i].y += x[i].y, y[i].count += x[i].count;
}

/* The nearest of the first `count` centres, and the square of its distance. */
static int nearest(const point_t *centre, int count, point_t p, double *distance) {
  int best = 0;
  *distance = INFINITY;
  for (int c = 0; c < count; c++) {
    double dx = p.x - centre[c].x, dy = p.y - centre[c].y, d = dx * dx + dy * dy;
    if (d < *distance) *distance = d, best = c;
  }
  return best;
}

static void choose_centre(const point_t *mine, point_t *centre, int c) {
  place_t *own = (place_t *)&candidate[MYTHREAD], *all = (place_t *)&farthest[MYTHREAD];
  *own = (place_t){-1, (long long)N * MYTHREAD};
  for (int i = 0; i < N; i++) {
    double distance;
    nearest(centre, c, mine[i], &distance);
    if (distance > own->value) *own = (place_t){distance, (long long)N * MYTHREAD + i};
  }
  upc_stride_reduce_all(farthest<:>, candidate<:>, 1, UPC_STRIDE_MAXLOC, UPC_DOUBLE, NULL, 0);
  centre[c] = points[all->index];
}

int main(void) {
  point_t *mine = (point_t *)&points[N * MYTHREAD], *centre = (point_t *)&copies[CLUSTERS * MYTHREAD];
  sum_t *part = (sum_t *)&parts[CLUSTERS * MYTHREAD], *sum = (sum_t *)&sums[CLUSTERS * MYTHREAD];
  int rounds = 0, moved = 1, i, c;
  for (i = 0; i < N; i++) {                                     /* around (0, 0), (10, 0) and (20, 0) */
    int k = N * MYTHREAD + i;
    mine[i].x = 10 * (k % 3) + k * 7 % 11 * 0.2 - 1, mine[i].y = k * 5 % 13 * 0.2 - 1.2;
  }
  upc_barrier;
  centre[0] = points[0];
  for (c = 1; c < CLUSTERS; c++) choose_centre(mine, centre, c);

  for (; moved; rounds++) {
    for (c = 0; c < CLUSTERS; c++) part[c] = (sum_t){0, 0, 0};
    for (i = 0; i < N; i++) {
      double distance;
      c = nearest(centre, CLUSTERS, mine[i], &distance);
      part[c].x += mine[i].x, part[c].y += mine[i].y, part[c].count++;
    }
    upc_stride_reduce_all_with(sums<:>, parts<:>, CLUSTERS, sizeof(sum_t), UPC_FUNC, add, NULL, 0);
    for (c = moved = 0; c < CLUSTERS; c++) {
      point_t middle = {sum[c].x / sum[c].count, sum[c].y / sum[c].count};
      moved |= fabs(middle.x - centre[c].x) + fabs(middle.y - centre[c].y) > 1e-9;
      centre[c] = middle;
    }
  }
  for (c = i = 0; c < CLUSTERS; c++) i += sum[c].count == N * THREADS / CLUSTERS;
  if (MYTHREAD == 0) printf("%d clusters of %d points after %d rounds\n", i, N * THREADS / CLUSTERS, rounds);
  return i != CLUSTERS;
}
