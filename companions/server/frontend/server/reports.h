// SPDX-License-Identifier: BSD-3-Clause
// What a run has told of a file's lines, as diagnostics: the lines of JSON in races.json, which UPC_RACE=json has
// written, and in addresses.json, of UPC_ASAN=json. They are in the file's folder or one above it. None if the file has
// been changed since: its lines may have moved.
#ifndef UPC_FRONTEND_SERVER_REPORTS_H
#define UPC_FRONTEND_SERVER_REPORTS_H

#include "llvm/Support/JSON.h"

llvm::json::Array reportsIn(const std::string &file, llvm::StringRef text);

#endif
