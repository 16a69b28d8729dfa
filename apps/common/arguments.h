/* SPDX-License-Identifier: BSD-3-Clause
 * arguments.h: the command lines of the applications. Every thread reads the same arguments and gets the same result.
 * Thread 0 prints the messages. A function that finds something wrong prints one line and returns ARGUMENTS_WRONG. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stddef.h>

enum { ARGUMENTS_OK, ARGUMENTS_HELP, ARGUMENTS_WRONG };
enum { LARGEST_SIZE = 1 << 30, LARGEST_REPEAT = 1 << 20 };

/* The name of the application, which its messages begin with. */
void app_set_name(const char *name);
const char *app_name(void);
/* Thread 0 prints "NAME: ..." on standard error. Returns ARGUMENTS_WRONG. */
int app_wrong(const char *format, ...);
/* The message about an argument behind the last one that the application takes. */
int app_too_many(const char *word);
/* Thread 0 prints the usage on standard output. Returns ARGUMENTS_HELP. */
int app_usage(const char *usage);

/* Sets an option. Returns ARGUMENTS_OK. */
int app_set(int *option, int value);

/* 1 for "--help" and "-h". */
int app_is_help(const char *word);
/* 1 for "--..." and "-h". Other words, "-3" included, are sizes. */
int app_is_option(const char *word);
/* A whole number from 1 to `largest`. The message names it by `what`. text may be null. */
int app_integer(const char *what, const char *text, long largest, size_t *value);
/* The name of a file. text may be null. */
int app_file_name(const char *what, const char *text, const char **value);
/* The options that the applications share: --repeat with its value, --check, --json, --profile and --help. Any other
 * word is an unknown option. *used is 1 if the option has a value, else 0. value may be null. */
int app_common_option(const char *word, const char *value, int *used, const char *usage, size_t *repeat, int *check,
                      int *json, int *profile);
/* The argument of --grid, RxC with R * C == THREADS. text may be null. */
int app_grid(const char *text, int grid[2]);
/* The grid of THREADS threads that is nearest to a square and has at least as many rows as columns. */
void app_default_grid(int grid[2]);

#endif
