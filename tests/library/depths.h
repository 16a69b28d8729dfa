/* SPDX-License-Identifier: BSD-3-Clause
 * depths.h: the depths that trees must have, computed without the library. */
#ifndef DEPTHS_H
#define DEPTHS_H

/* The least j with k^j >= n. */
static int log_up(int k, int n) {
  long long power = 1;
  int j = 0;
  while (power < n) power *= k, j++;
  return j;
}

/* The depth of a full tree of n places with k children each. */
static int kary_depth(int k, int n) {
  long long level = 1, sum = 1;
  int j = 0;
  while (sum < n) level *= k, sum += level, j++;
  return j;
}

#endif
