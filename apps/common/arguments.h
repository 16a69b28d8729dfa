/* SPDX-License-Identifier: BSD-3-Clause
 * arguments.h: the command lines of the applications. Every thread reads its own and comes to the same result;
 * thread 0 speaks. A function that finds something wrong prints one line and returns ARGUMENTS_WRONG. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stddef.h>

enum { ARGUMENTS_OK, ARGUMENTS_HELP, ARGUMENTS_WRONG };
enum { LARGEST_SIZE = 1 << 30, LARGEST_REPEAT = 1 << 20 };

/* "NAME: ..." on standard error, by thread 0; ARGUMENTS_WRONG. NAME is what app_name has been given last. */
void app_name(const char *name);
int app_wrong(const char *format, ...);
/* The usage on standard output, by thread 0; ARGUMENTS_HELP. */
int app_usage(const char *usage);

/* 1 for "--help" and "-h". */
int app_is_help(const char *word);
/* 1 for "--..." and "-h"; other words, "-3" too, stand for sizes. */
int app_is_option(const char *word);
/* A whole number from 1 to `largest`; `what` names it in the message. text may be null. */
int app_whole(const char *what, const char *text, long largest, size_t *value);
/* The name of a file. */
int app_word(const char *what, const char *text, const char **value);
/* --grid RxC, of THREADS threads. */
int app_grid(const char *text, int grid[2]);
/* The most nearly square grid of THREADS threads with at least as many rows as columns. */
void app_default_grid(int grid[2]);

#endif
