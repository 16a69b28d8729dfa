/* SPDX-License-Identifier: BSD-3-Clause
 * The map of a torus: explained in torus.h. */
#include "torus/torus.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char spelling[] =
  "must be letters X Y Z T, each once, or parts of them like X/8 and X%8, a comma between dimensions of the grid";
static const char parts[] =
  "the parts of a letter, like X/8 and X%8, must give each of its places exactly once";

/* A number behind / or %, or the default where there is none. Returns what follows, or null. */
static const char *read_number(const char *text, char sign, int otherwise, int *n) {
  char *end;
  long value;
  *n = otherwise;
  if (*text != sign) return text;
  value = strtol(text + 1, &end, 10);
  if (end == text + 1 || value < 1 || value > 1 << 20) return NULL;
  *n = (int)value;
  return end;
}

/* One letter, "Y" or "y%8/2". Its `size` is that of its values up to the modulus; 0: of no modulus. */
static const char *read_digit(upc_stride_torus_t *M, const char *text, int dimension) {
  static const char names[] = "XYZT";
  const char *name = strchr(names, toupper((unsigned char)*text));
  upc_stride_digit_t *d = &M->digit[M->digits];
  if (*text == '\0' || name == NULL || M->digits == UPC_STRIDE_DIGITS) return NULL;
  d->letter = (int)(name - names);
  d->back = islower((unsigned char)*text) != 0;
  d->dimension = dimension;
  text = read_number(text + 1, '%', 0, &d->size);
  if (text != NULL) text = read_number(text, '/', 1, &d->divisor);
  M->digits++;
  return text;
}

/* The parts of a letter must follow each other: the lowest has divisor 1, the next one that of the modulus before, and
 * the last one no modulus. Sets their sizes. */
static int fit_letter(upc_stride_torus_t *M, int letter) {
  int reached = 1, i, found = 1;
  while (found) {
    found = 0;
    for (i = 0; i < M->digits && !found; i++) {
      upc_stride_digit_t *d = &M->digit[i];
      int end = d->size == 0 ? M->size[letter] : d->size;
      if (d->letter != letter || d->divisor != reached || d->ring >= 0) continue;
      if (end % reached != 0 || M->size[letter] % end != 0) return 0;
      d->ring = end == M->size[letter];
      d->size = end / reached;
      reached = end;
      found = 1;
    }
  }
  for (i = 0; i < M->digits; i++)
    if (M->digit[i].letter == letter && M->digit[i].ring < 0) return 0;
  return reached == M->size[letter];
}

int upc_stride_torus_map(upc_stride_torus_t *M, const char *map, const char **wrong) {
  int dimension = 0, i;
  M->digits = 0;
  *wrong = spelling;
  if (map == NULL) map = "X,Y,Z,T";
  for (; *map != '\0'; dimension += *map == ',', map += *map == ',') {
    while (*map != '\0' && *map != ',') {
      map = read_digit(M, map, dimension);
      if (map == NULL) return 0;
    }
  }
  M->dimensions = dimension + 1;
  for (i = 0; i < M->digits; i++) M->digit[i].ring = -1;
  for (i = 0; i < UPC_STRIDE_LETTERS; i++) {
    int whole = 0, given = 0, k;
    for (k = 0; k < M->digits; k++) {
      given += M->digit[k].letter == i;
      whole += M->digit[k].letter == i && M->digit[k].size == 0 && M->digit[k].divisor == 1;
    }
    if (given == 0 && M->size[i] == 1) continue;
    *wrong = given == 0 ? "each letter of the torus must be in it" : whole > 1 ? spelling : parts;
    if (!fit_letter(M, i)) return 0;
  }
  return 1;
}

int upc_stride_torus_odd_before(const upc_stride_torus_t *M, const int *value, int i) {
  int odd = 0, k;
  for (k = 0; k < i; k++)
    if (M->digit[k].dimension == M->digit[i].dimension) odd = (odd * M->digit[k].size + value[k]) & 1;
  return odd;
}
