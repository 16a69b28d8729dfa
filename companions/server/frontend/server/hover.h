// SPDX-License-Identifier: BSD-3-Clause
// What an editor shows of a name: its UPC type, its size, how it is dealt out to the threads, and its comment; of an
// element with constant subscripts, its owner; of a section, its blocks. Markdown.
#ifndef UPC_FRONTEND_HOVER_H
#define UPC_FRONTEND_HOVER_H

#include "types/types.h"
#include "clang/Lex/MacroInfo.h"

std::string declarationText(const clang::NamedDecl *d, Types &types, const clang::ASTContext &context);
// Those of a function, each as its declaration.
std::vector<std::string> parameterTexts(const clang::FunctionDecl *f, Types &types, const clang::ASTContext &context);
std::string hoverText(const clang::NamedDecl *d, Types &types, const clang::ASTContext &context);
// A macro's definition, in at most one line, and its comment.
std::string macroText(const std::string &name, const clang::MacroInfo &macro, const clang::ASTContext &context);
// Of A<1, lo:hi>: which blocks.
std::string sectionText(const clang::CallExpr *section, Types &types, const clang::ASTContext &context);
// Of A[3][5], or "" where the subscripts are not constant.
std::string ownerText(const clang::ArraySubscriptExpr *element, Types &types, const clang::ASTContext &context);

#endif
