// SPDX-License-Identifier: BSD-3-Clause
// What Clang asks us while it parses: the values of sizeof and UPC's three like it, which are integer constants and may
// stand in array bounds and block sizes, and the layout of structs that hold pointers-to-shared, which are twice as
// wide as Clang believes; and what it tells us: the block sizes it has evaluated.
#ifndef UPC_FRONTEND_OPERATORS_H
#define UPC_FRONTEND_OPERATORS_H

#include "types/types.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Sema/ExternalSemaSource.h"

namespace clang { class Sema; }

// Fills in a layout's block sizes as soon as their enumerators (upc_b_<8·layout+dimension>) are defined.
class BlockSizes : public clang::ASTConsumer {
public:
  void watch(clang::DiagnosticsEngine &d, TokenStream &s, bool pedanticUpc) { diagnostics = &d, stream = &s, pedantic = pedanticUpc; }
  void HandleTagDeclDefinition(clang::TagDecl *tag) override;

private:
  clang::DiagnosticsEngine *diagnostics = nullptr;
  TokenStream *stream = nullptr;
  bool pedantic = false;
};

// Declares upc_operator_<n> when the parser looks it up, having just parsed struct upc_operand_<n>.
class Operators : public clang::ExternalSemaSource {
public:
  Operators(clang::Sema &sema, TokenStream &stream, Types &types, bool pedantic) : sema(sema), stream(stream), types(types), pedantic(pedantic) {}
  bool LookupUnqualified(clang::LookupResult &result, clang::Scope *scope) override;
  bool layoutRecordType(const clang::RecordDecl *record, uint64_t &size, uint64_t &alignment,
                        llvm::DenseMap<const clang::FieldDecl *, uint64_t> &offsets,
                        llvm::DenseMap<const clang::CXXRecordDecl *, clang::CharUnits> &,
                        llvm::DenseMap<const clang::CXXRecordDecl *, clang::CharUnits> &) override;

private:
  clang::Sema &sema;
  TokenStream &stream;
  Types &types;
  bool pedantic;
  bool sameType(clang::QualType a, clang::QualType b, clang::SourceLocation at);
  uint64_t bytes(clang::QualType type); // a pointer-to-shared's 16 counted
  uint64_t value(const std::string &word, clang::QualType operand, clang::SourceLocation at);
};

struct Operand {
  clang::QualType type;
  const clang::Expr *expression = nullptr; // null where a type's name is the operand:
  clang::TypeLoc written;
};

// The operator and its operand, the first of them, where `e` is what an operator was parsed as; else null.
const TokenStream::Operator *operatorOf(const clang::Expr *e, const TokenStream &stream, Types &types, Operand &operand);

// What a static assertion asserts: Annotator::staticAssert made it hold while Clang parses.
const clang::Expr *assertion(const clang::StaticAssertDecl *d, const TokenStream &stream);

// The extents P0, P1, .. of a #pragma processors, which was parsed as a function.
const clang::InitListExpr *gridExtents(const clang::FunctionDecl *f);

#endif
