// SPDX-License-Identifier: BSD-3-Clause
#include "check.h"
#include "clang/AST/RecursiveASTVisitor.h"
using namespace clang;
void check(ASTContext &context, TokenStream &stream, Types &types) { (void)context, (void)stream, (void)types; }
