/* SPDX-License-Identifier: BSD-3-Clause
 * arguments.h: the command lines of the applications. Every thread reads the same arguments and gets the same result.
 * Thread 0 prints the messages. A function that finds something wrong prints one line and returns ARGUMENTS_WRONG. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include "../../upc/common/options.h"

enum { ARGUMENTS_OK, ARGUMENTS_HELP, ARGUMENTS_WRONG };
enum { LARGEST_SIZE = 1 << 30, LARGEST_REPEAT = 1 << 20 };

/* The name of the application, which its messages begin with. */
void app_set_name(const char *name);
const char *app_name(void);
/* Thread 0 prints "NAME: ..." on standard error. Returns ARGUMENTS_WRONG. */
int app_wrong(const char *format, ...);

/* ---- rows of the table of an application, whose request is an options_t */
#define OPTION(field) offsetof(options_t, field)
#define APP_REPEAT(preset)                                                                                             \
  {"--repeat", "k", "timed runs (default " preset "), after one that is not timed", option_size, OPTION(repeat),       \
   1, LARGEST_REPEAT}
#define APP_JSON {"--json", NULL, "print the result as a JSON object", option_on, OPTION(json)}
#define APP_NO_DATA                                                                                                    \
  {"--no-data", NULL, "on a simulated machine: no data and no arithmetic, only their times", option_on, OPTION(no_data)}
/* The last ones of each table. */
#define APP_HELP {"--help, -h", NULL, "show this text", app_help}, {0}

/* Thread 0 prints the usage on standard output. Returns ARGUMENTS_HELP. */
int app_help(const option_use_t *use);
/* RxC with R * C == THREADS, into an int[2]. */
int app_grid(const option_use_t *use);

/* The grid of THREADS threads that is nearest to a square and has at least as many rows as columns. */
void app_default_grid(int grid[2]);

/* 1 if all threads are near to each other. Collective. */
int app_all_near(void);

#endif
