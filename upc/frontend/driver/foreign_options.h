// SPDX-License-Identifier: BSD-3-Clause
// Options of other UPC compilers that change nothing here.
#ifndef UPC_FRONTEND_DRIVER_FOREIGN_OPTIONS_H
#define UPC_FRONTEND_DRIVER_FOREIGN_OPTIONS_H

#include "driver/command_line.h"

// Reads such an option. Returns false if `word` is none.
bool isHarmless(const std::string &word, Words &words);

#endif
