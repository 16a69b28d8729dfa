/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A stencil with halos: each element becomes the mean of its four neighbours. Each thread has LINES lines of the plate.
 * Above and below them it has a halo: a copy of the nearest line of its neighbour. Two section assignments fill all
 * halos.
 *
 *   upcc -O2 stencil.upc -o stencil && upcrun -n 4 ./stencil
 */
#include <stdio.h>
#include <upc.h>
#include <upc_stride_coll.h>

#define LINES 8                                 /* of a thread */
#define WIDTH 64
#define STEPS 200
#define MYSYNC (UPC_IN_MYSYNC | UPC_OUT_MYSYNC) /* a thread waits for its neighbours alone */

#pragma processors threads(THREADS)
shared [1][LINES + 2][WIDTH] (threads) double plate[THREADS][LINES + 2][WIDTH], next[THREADS][LINES + 2][WIDTH];

/* Element (line, x) of the plate of a thread that has this memory. Line 0 and line LINES+1 are the halo. */
#define AT(memory, line, x) (memory)[(line) * WIDTH + (x)]

static void fill_halos(void) {
  /* each thread's last line goes to line 0 of the next thread; its first line to line LINES+1 of the previous one */
  upc_stride_copy(plate<1:THREADS-1, 0, :>, plate<0:THREADS-2, LINES, :>, MYSYNC);
  upc_stride_copy(plate<0:THREADS-2, LINES+1, :>, plate<1:THREADS-1, 1, :>, MYSYNC);
}

int main(void) {
  double *old = (double *)&plate[MYTHREAD][0][0], *new = (double *)&next[MYTHREAD][0][0];
  int step, line, x, wrong = 0;
  for (line = 0; line < LINES + 2; line++)
    for (x = 0; x < WIDTH; x++) AT(old, line, x) = AT(new, line, x) = x == 0 ? 100 : 0;     /* the left edge is hot */
  upc_barrier;

  for (step = 0; step < STEPS; step++) {
    fill_halos();
    for (line = 1; line <= LINES; line++)
      for (x = 1; x < WIDTH - 1; x++)
        if (!(MYTHREAD == 0 && line == 1) && !(MYTHREAD == THREADS - 1 && line == LINES))
          AT(new, line, x) =
            (AT(old, line - 1, x) + AT(old, line + 1, x) + AT(old, line, x - 1) + AT(old, line, x + 1)) / 4;
    for (line = 1; line <= LINES; line++)
      for (x = 0; x < WIDTH; x++) AT(old, line, x) = AT(new, line, x);
  }

  /* the plate is symmetric: line i from above is line i from below, on the thread opposite */
  upc_barrier;
  for (line = 1; line <= LINES; line++)
    for (x = 0; x < WIDTH; x++) {
      double difference = AT(old, line, x) - plate[THREADS - 1 - MYTHREAD][LINES + 1 - line][x];
      wrong += difference > 1e-9 || difference < -1e-9;
    }
  printf("thread %d: %.2f in its middle%s\n", MYTHREAD, AT(old, LINES / 2, 8), wrong ? ", not symmetric" : "");
  return wrong != 0;
}
