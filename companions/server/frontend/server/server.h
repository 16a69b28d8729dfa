// SPDX-License-Identifier: BSD-3-Clause
// upcc --language-server: the Language Server Protocol 3.17 on standard input and output. Messages while one types,
// remarks on loops when a file is opened or saved, hover, definition, references, renaming, symbols, completion and
// the parameters of a call.
#ifndef UPC_FRONTEND_SERVER_H
#define UPC_FRONTEND_SERVER_H

#include "server/analysis.h"

// The exit status: 0 after the requests shutdown and exit, else 1.
int serveEditor(const Compiler &compiler, const std::string &version);

#endif
