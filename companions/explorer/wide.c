/* SPDX-License-Identifier: BSD-3-Clause
 * See wide.h. */
#include "wide.h"
#undef calloc
#undef realloc
#undef printf
#undef fprintf
#undef snprintf
#undef vsnprintf
#undef vfprintf

static int fits(size_t count, size_t size) { return size == 0 || count <= 0x7fffffff / size; }

void *explorer_calloc(size_t count, size_t size) {
  return fits(count, size) ? calloc((unsigned)count, (unsigned)size) : NULL;
}

void *explorer_realloc(void *memory, size_t size) { return fits(size, 1) ? realloc(memory, (unsigned)size) : NULL; }

/* A copy of the format with "ll" for "z"; formats are short. */
static const char *wide(const char *format) {
  enum { LONGEST = 2000 };
  static char copy[LONGEST];
  int n = 0, in = 0;
  for (const char *s = format; *s && n < LONGEST - 3; s++) {
    if (*s == '%') in = !in;
    if (in && *s == 'z') copy[n++] = 'l', copy[n++] = 'l';
    else copy[n++] = *s;
    if (in && *s != '%' && isalpha((unsigned char)*s) && !strchr("zlh", *s)) in = 0;
  }
  copy[n] = 0;
  return copy;
}

int explorer_vsnprintf(char *text, size_t size, const char *format, va_list rest) {
  return vsnprintf(text, size > 0x7fffffff ? 0 : (unsigned)size, wide(format), rest);
}
int explorer_vfprintf(FILE *f, const char *format, va_list rest) { return vfprintf(f, wide(format), rest); }

int explorer_snprintf(char *text, size_t size, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  int n = explorer_vsnprintf(text, size, format, rest);
  va_end(rest);
  return n;
}
int explorer_printf(const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  int n = vfprintf(stdout, wide(format), rest);
  va_end(rest);
  return n;
}
int explorer_fprintf(FILE *f, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  int n = vfprintf(f, wide(format), rest);
  va_end(rest);
  return n;
}
