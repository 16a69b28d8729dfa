/* SPDX-License-Identifier: BSD-3-Clause
 * How a tool ends if its command line is wrong. */
#ifndef TOOLS_MISTAKE_H
#define TOOLS_MISTAKE_H

/* A mistake on the command line: prints the tool's name and one line that says what is wrong and what would be right,
 * and ends the tool with status 2. It is an int, since a command line names what to call (options.h). */
int mistake(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

#endif
