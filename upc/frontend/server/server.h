// SPDX-License-Identifier: BSD-3-Clause
// upcc --language-server: the Language Server Protocol 3.17 on standard input and output. Messages while one types,
// hover, definition, references, symbols, completion.
#ifndef UPC_FRONTEND_SERVER_H
#define UPC_FRONTEND_SERVER_H

#include "translate/translate.h"

// `options` holds for every file, but for its name. The exit status: 0 after the requests shutdown and exit, else 1.
int serveEditor(const TranslateOptions &options, const std::string &version);

#endif
