/* SPDX-License-Identifier: BSD-3-Clause
 * Values of applications that were tuned on one machine (that of src/choice/default.rules). On another machine change
 * them here, and measure with the command of each. */
#ifndef APPS_TUNED_H
#define APPS_TUNED_H

enum {
  /* Points, and at least so many rows, that a wave of the stencil computes of a step before it goes on to the next one.
   * To begin a strip takes as long as some 100 points; the strips of several steps stay in the second-level cache.
   * build/apps/stencil 4096 --steps-per-halo 4 */
  STENCIL_STRIP_POINTS = 8192,
  STENCIL_STRIP_ROWS = 4,

  /* Numbers of a strip of rows that stays in the first-level cache. build/apps/paracr 1048576 --reduction */
  PARACR_STRIP = 2048,

  /* Panels of a matrix, those of a thread, and the narrowest and widest. They are wide enough for dgemm. They are not
   * so wide that factoring takes long: no other work overlaps that of the first ones, and all are factored in turn.
   * dgemm reads and writes the rest of the matrix once for each panel, and gains nothing by panels wider than 384. For
   * many threads, which share the memory's rate, panels are not narrower than LU_NARROW. Or, among at least
   * LU_GROUP_THREADS near threads, those narrower than LU_GROUP are in groups of so many columns. Then dgemm reads and
   * writes the matrix once for each group, and a thread has LU_GROUP_ROUNDS panels. dgemm packs U again for each
   * LU_PIECE rows while a thread is to take panels. build/apps/lu 4000 --block b */
  LU_PANELS = 20,
  LU_ROUNDS = 6,
  LU_GROUP_ROUNDS = 10,
  LU_NARROW = 64,
  LU_NARROWEST = 32,
  LU_WIDEST = 384,
  LU_GROUP = 256,
  LU_GROUP_THREADS = 4,
  LU_PIECE = 256
};

#endif
