// SPDX-License-Identifier: BSD-3-Clause
// Positions in a text: the protocol counts lines from 0 and columns in units of UTF-16, Clang both from 1 and columns
// in bytes.
#ifndef UPC_FRONTEND_TEXT_H
#define UPC_FRONTEND_TEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

struct Position {
  unsigned line = 0, character = 0; // as in the protocol
  bool operator<=(const Position &other) const {
    return line < other.line || (line == other.line && character <= other.character);
  }
};

llvm::StringRef lineOf(llvm::StringRef text, unsigned line);           // without its end; "" beyond the text
Position positionAt(llvm::StringRef text, unsigned line, unsigned byteColumn); // both from 1
unsigned byteColumn(llvm::StringRef text, Position position);          // from 0
size_t offsetAt(llvm::StringRef text, Position position);              // in bytes, at most the text's length

llvm::json::Value toJson(Position position);
llvm::json::Value toJson(Position begin, Position end);                // a range
Position positionFrom(const llvm::json::Object *object);

#endif
