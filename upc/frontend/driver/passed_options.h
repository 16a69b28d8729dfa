// SPDX-License-Identifier: BSD-3-Clause
// Options of cc, which are passed to the translator, the C compiler or the linker.
#ifndef UPC_FRONTEND_DRIVER_PASSED_OPTIONS_H
#define UPC_FRONTEND_DRIVER_PASSED_OPTIONS_H

#include "driver/command_line.h"
#include "driver/options.h"

// Reads such an option. Returns false if `word` is none.
bool parsePassedOption(const std::string &word, Words &words, Options &o);

#endif
