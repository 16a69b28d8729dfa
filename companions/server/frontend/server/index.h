// SPDX-License-Identifier: BSD-3-Clause
// What a parsed file says to an editor, as JSON:
//   names         where each name stands in the file: line, character, end, the number of its declaration, and what to
//                 say of this use alone (the owner of an element)
//   declarations  of each name: where (uri, range), and the text that an editor shows
//   symbols       the declarations of the file, as the protocol has them
#ifndef UPC_FRONTEND_INDEX_H
#define UPC_FRONTEND_INDEX_H

#include "server/macros.h"
#include "types/types.h"
#include "llvm/Support/JSON.h"

llvm::json::Object indexOf(clang::ASTContext &context, const TokenStream &stream, Types &types,
                           const std::vector<NamedMacro> &macros, llvm::StringRef text, const std::string &uri);

// file:///home/me/a%20b.upc and /home/me/a b.upc
std::string pathOf(llvm::StringRef uri);
std::string uriOf(llvm::StringRef path);

#endif
