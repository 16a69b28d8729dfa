/* SPDX-License-Identifier: BSD-3-Clause
 * For machine_file.c and its like: a word and its value, and what is wrong with them. */
#ifndef TOOLS_MACHINE_WORDS_H
#define TOOLS_MACHINE_WORDS_H

#include "machine_file.h"

/* MACHINE_MOST: of each number that counts something. MACHINE_SUBJECTS: that a file can set. */
enum { MACHINE_MOST = 1 << 20, MACHINE_SUBJECTS = 64 + MACHINE_KINDS };

/* Where a word stands: in a line of a file; line 0: behind the machine's name. */
typedef struct machine_place {
  const char *file;
  int line;
} machine_place_t;

/* What the file, or the settings behind the name, have given before: each word once, but for kinds of computation, and
 * one network. */
typedef struct machine_given {
  int count;
  struct { const struct machine_word *word; char kind[MACHINE_KIND]; int line; } at[MACHINE_SUBJECTS];
} machine_given_t;

/* Sets what each word sets to its default. */
void machine_default(machine_file_t *m);

/* Takes a word and its value. 0: it is wrong, and machine_message() says why. */
int machine_take(machine_file_t *m, const machine_place_t *at, const char *word, const char *value,
                 machine_given_t *given);

/* Notes what is wrong, with the place if there is one; returns 0. */
int machine_wrong(const machine_place_t *at, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *machine_message(void);

#endif
