/* SPDX-License-Identifier: BSD-3-Clause
 * The options that every tool has. */
#ifndef TOOLS_ABOUT_H
#define TOOLS_ABOUT_H

#include "options.h"

/* They print the text of --help, or the version, and end the program. */
int about_help(const option_use_t *use);
int about_version(const option_use_t *use);

/* The last rows of a tool's table. */
#define ABOUT_OPTIONS                                                                                                  \
  {.name = "--help, -h", .help = "show this text", .read = about_help},                                                \
  {.name = "--version", .help = "show the version", .read = about_version},                                            \
  {0}

#endif
