// SPDX-License-Identifier: BSD-3-Clause
// Messages of the Language Server Protocol on standard input and output: a head with the length, then JSON.
#ifndef UPC_FRONTEND_JSON_RPC_H
#define UPC_FRONTEND_JSON_RPC_H

#include "llvm/Support/JSON.h"
#include <optional>

// Has the editor sent more that was not read? Messages are read without a buffer, so that the system can tell.
bool messageWaits();
// The next message; nothing at the end of the input. What is no JSON becomes null.
std::optional<llvm::json::Value> readMessage();
void writeMessage(llvm::json::Value message);

#endif
