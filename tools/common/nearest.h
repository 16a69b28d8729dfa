/* SPDX-License-Identifier: BSD-3-Clause
 * What a wrong word may mean. */
#ifndef TOOLS_NEAREST_H
#define TOOLS_NEAREST_H

#include <stddef.h>

enum { NEAREST_MOST = 31 }; /* the letters of a word that can be meant */

typedef struct nearest {
  const char *word;  /* the one that is like it; null: none so far */
  size_t differ;     /* so many letters differ */
} nearest_t;

/* Looks at a word that can be meant by the wrong one. It is like it if at most three letters must change, come or go,
 * and fewer than half of the wrong word's. */
void nearest_look(nearest_t *best, const char *wrong, const char *word);

#endif
