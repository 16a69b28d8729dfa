/* SPDX-License-Identifier: BSD-3-Clause
 * companions.h: what companions do in every program, also one that makes no call of theirs. The build makes the list
 * of those that it has (make/runtime.mk). */
#ifndef URT_COMPANIONS_H
#define URT_COMPANIONS_H

/* Null: nothing. */
struct urtk_companion {
  void (*check)(void);                         /* before there are threads: reads the companion's own variables of the
                                                  environment, and ends the program if a value is wrong */
  void (*start)(void);                         /* in each thread, the last thing before main */
  const char *(*refuses)(void);                /* why threads cannot start in a program of C; null: they can */
};

extern const struct urtk_companion *const urtk_companions[]; /* up to a null pointer */

#endif
