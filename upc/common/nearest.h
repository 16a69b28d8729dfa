/* SPDX-License-Identifier: BSD-3-Clause
 * What a wrong word may mean. A header alone: the runtime includes it too, and adds no names to programs. */
#ifndef TOOLS_NEAREST_H
#define TOOLS_NEAREST_H

#include <stddef.h>
#include <string.h>

enum { NEAREST_MOST = 47 }; /* the letters of a word that can be meant */

typedef struct nearest {
  const char *word;  /* the one that is like it; null: none so far */
  size_t differ;     /* so many letters differ */
} nearest_t;

/* How many letters must change, come or go until `a` is `b`: the distance of Levenshtein, row by row; at least `most`,
 * if it is no less. */
static inline size_t nearest_changes(const char *a, const char *b, size_t most) {
  size_t row[NEAREST_MOST + 1], length = strlen(b), i, j, least = 0;
  for (j = 0; j <= length; j++) row[j] = j;
  for (i = 1; a[i - 1] && least < most; i++) {
    size_t before = row[0]; /* of the row above */
    least = row[0] = i;
    for (j = 1; j <= length; j++) {
      const size_t same = before + (a[i - 1] != b[j - 1]), other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
      before = row[j];
      row[j] = same < other ? same : other;
      if (row[j] < least) least = row[j];
    }
  }
  return least < most ? row[length] : most; /* no row has less than the one before */
}

/* Looks at a word that can be meant by the wrong one. It is like it if at most three letters must change, come or go,
 * and fewer than half of the wrong word's. */
static inline void nearest_look(nearest_t *best, const char *wrong, const char *word) {
  const size_t length = strlen(wrong), other = strlen(word), limit = best->word ? best->differ : 4;
  size_t differ;
  if (length > 80 || other > NEAREST_MOST || length >= other + limit || other >= length + limit) return;
  differ = nearest_changes(wrong, word, limit);
  if (differ >= limit || differ >= length / 2) return;
  best->word = word;
  best->differ = differ;
}

#endif
