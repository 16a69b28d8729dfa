/* SPDX-License-Identifier: BSD-3-Clause */
#include "nearest.h"
#include <string.h>

/* How many letters must change, come or go until `a` is `b`: the distance of Levenshtein, row by row. */
static size_t changes(const char *a, const char *b) {
  size_t row[NEAREST_MOST + 1], length = strlen(b), i, j;
  for (j = 0; j <= length; j++) row[j] = j;
  for (i = 1; a[i - 1]; i++) {
    size_t before = row[0]; /* of the row above */
    row[0] = i;
    for (j = 1; j <= length; j++) {
      const size_t same = before + (a[i - 1] != b[j - 1]), other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
      before = row[j];
      row[j] = same < other ? same : other;
    }
  }
  return row[length];
}

void nearest_look(nearest_t *best, const char *wrong, const char *word) {
  const size_t length = strlen(wrong);
  size_t differ;
  if (length > 80 || strlen(word) > NEAREST_MOST) return;
  differ = changes(wrong, word);
  if (differ >= (best->word ? best->differ : 4) || differ >= length / 2) return;
  best->word = word;
  best->differ = differ;
}
