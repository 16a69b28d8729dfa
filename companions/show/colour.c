/* SPDX-License-Identifier: BSD-3-Clause
 * The colour of a thread, of all pictures. */
#include <math.h>
#include <stdio.h>
#include "show.h"

/* The colour of a thread. Hues are a golden angle apart, so that those of neighbours differ. */
void colour_of(char out[8], int thread, double light) {
  double hue = fmod(thread * 137.508, 360) / 60, c = (1 - fabs(2 * light - 1)) * 0.55;
  double x = c * (1 - fabs(fmod(hue, 2) - 1)), m = light - c / 2;
  double rgb[6][3] = {{c, x, 0}, {x, c, 0}, {0, c, x}, {0, x, c}, {x, 0, c}, {c, 0, x}};
  const double *part = rgb[(int)hue % 6];
  snprintf(out, 8, "#%02x%02x%02x", (int)(255 * (part[0] + m)), (int)(255 * (part[1] + m)), (int)(255 * (part[2] + m)));
}
