/* SPDX-License-Identifier: BSD-3-Clause
 * size_t of 64 bits in WebAssembly, whose addresses have 32: arrays are as large here as on the machines where programs
 * run. Included before everything else. The C library keeps its own size_t; what goes to it is checked. */
#ifndef EXPLORER_WIDE_H
#define EXPLORER_WIDE_H

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef unsigned long long explorer_size_t;
#define size_t explorer_size_t

extern char *program_invocation_short_name;

/* Null for what does not fit the memory. */
void *explorer_calloc(size_t count, size_t size);
void *explorer_realloc(void *memory, size_t size);
#define calloc explorer_calloc
#define realloc explorer_realloc

/* The letter z in a format stands for this size_t. */
int explorer_printf(const char *format, ...);
int explorer_fprintf(FILE *f, const char *format, ...);
int explorer_snprintf(char *text, size_t size, const char *format, ...);
int explorer_vsnprintf(char *text, size_t size, const char *format, va_list rest);
int explorer_vfprintf(FILE *f, const char *format, va_list rest);
#define printf explorer_printf
#define fprintf explorer_fprintf
#define snprintf explorer_snprintf
#define vsnprintf explorer_vsnprintf
#define vfprintf explorer_vfprintf

#endif
