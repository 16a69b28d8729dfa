// SPDX-License-Identifier: BSD-3-Clause
// Races that a run has told of, as diagnostics of a file: the lines of JSON in races.json, in the file's folder or one
// above it, which UPC_RACE=json has written. None if the file has been changed since: its lines may have moved.
#ifndef UPC_FRONTEND_SERVER_RACES_H
#define UPC_FRONTEND_SERVER_RACES_H

#include "llvm/Support/JSON.h"

llvm::json::Array racesIn(const std::string &file, llvm::StringRef text);

#endif
