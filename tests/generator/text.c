// SPDX-License-Identifier: BSD-3-Clause
// Pieces of program text. Numbers are spelled in different ways, so that their types differ.
#include "generate.h"
#include <stdarg.h>
#include <stdio.h>

const char *text(const char *format, ...) {
  static char ring[64][400];
  static int at;
  char *words = ring[at++ % 64];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof ring[0], format, arguments);
  va_end(arguments);
  return words;
}

const char *number(long n) {
  switch (random_below(8)) {
  case 0: return text("(%ld + zero)", n);
  case 1: return n >= 0 ? text("%ldu", n) : text("(%ld)", n);
  case 2: return n >= 0 && n < 250 ? text("((unsigned char)(%ld + zero))", n) : text("(%ldL)", n);
  case 3: return n > -30000 && n < 30000 ? text("((short)(%ld + zero))", n) : text("(%ldL)", n);
  case 4: return n >= 0 ? text("(%ldul + (unsigned long)zero)", n) : text("(%ldL - zero)", n);
  case 5: return text("((int)(%ld + zero))", n);
  default: return n < 0 ? text("(%ld)", n) : text("%ld", n);
  }
}

const char *qualified(long block, const char *type) {
  if (block == 1) return random_below(4) ? text("shared %s", type) : text("shared [1] %s", type);
  if (block == 0) return random_below(4) ? text("shared [] %s", type) : text("%s shared [0]", type);
  switch (random_below(4)) {
  case 0: return text("%s shared [%ld]", type, block);
  case 1: return text("shared [%ld + 1] %s", block - 1, type);
  default: return text("shared [%ld] %s", block, type);
  }
}
