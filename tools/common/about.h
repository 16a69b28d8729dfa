/* SPDX-License-Identifier: BSD-3-Clause
 * The options that every tool has. */
#ifndef TOOLS_ABOUT_H
#define TOOLS_ABOUT_H

/* If the argument is --help, -h or --version, prints what it asks for and ends the program. */
void about(const char *argument, const char *usage);

#endif
