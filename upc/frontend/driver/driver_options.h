// SPDX-License-Identifier: BSD-3-Clause
// Reads the command line of upcc.
#ifndef UPC_FRONTEND_DRIVER_OPTIONS_H
#define UPC_FRONTEND_DRIVER_OPTIONS_H

#include "driver/options.h"

// Reads the command line. Prints help or the version and exits, if asked. On misuse prints a line, exits with status 2.
Options parseOptions(int argc, char **argv);

// Is the input to be translated (.upc, .c, .i, or by -x)? Other inputs are for the linker.
bool isSource(const Options &options, const std::string &input);
bool isPlainC(const Options &options, const std::string &source); // .c, or by -x c

#endif
