// SPDX-License-Identifier: BSD-3-Clause
// Questions that Clang asks while it parses. The values of sizeof, upc_blocksizeof, upc_elemsizeof and upc_localsizeof
// are integer constants, which may stand in array bounds and block sizes. Structs that hold pointers-to-shared need
// another layout, since these have 16 bytes and Clang takes them for pointers of C.
#ifndef UPC_FRONTEND_OPERATORS_H
#define UPC_FRONTEND_OPERATORS_H

#include "types/types.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Sema/ExternalSemaSource.h"

namespace clang { class Sema; }

// Is this an enum that the annotation added, for the size of a block? A program's own types are none.
bool isBlockSize(const clang::Decl *d);

// Fills in the block sizes of a layout when Clang defines their enumerators, upc_b_<8·layout+dimension>.
class BlockSizes : public clang::ASTConsumer {
public:
  void watch(clang::DiagnosticsEngine &d, TokenStream &s, bool pedanticUpc) {
    diagnostics = &d, stream = &s, pedantic = pedanticUpc;
  }
  void HandleTagDeclDefinition(clang::TagDecl *tag) override;

private:
  clang::DiagnosticsEngine *diagnostics = nullptr;
  TokenStream *stream = nullptr;
  bool pedantic = false;
};

// Declares upc_operator_<n> when the parser looks it up. It has parsed struct upc_operand_<n> just before. Extensions
// declare names of theirs in the same way.
class Operators : public clang::ExternalSemaSource {
public:
  Operators(clang::Sema &sema, TokenStream &stream, Types &types, bool pedantic)
      : sema(sema), stream(stream), types(types), pedantic(pedantic) {}
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
  bool ofExtension(clang::LookupResult &result, clang::Scope *scope);
  enum class Operands { Name, Parameter, Other }; // the name of a variable, of a multi-blocked parameter
  std::optional<uint64_t> value(const std::string &word, clang::QualType operand, Operands named,
                                clang::SourceLocation at); // none: only the running program knows it
  std::optional<uint64_t> offset(const clang::OffsetOfExpr *e);
  clang::NamedDecl *constant(const clang::IdentifierInfo &name, clang::SourceLocation at, uint64_t value);
  clang::NamedDecl *variable(const clang::IdentifierInfo &name, clang::SourceLocation at);
};

struct Operand {
  clang::QualType type;
  const clang::Expr *expression = nullptr; // null if the operand is a type:
  clang::TypeLoc written;
};

// The operator that was parsed as `e`, and its first operand; null if `e` is something else.
const TokenStream::Operator *operatorOf(const clang::Expr *e, const TokenStream &stream, Types &types,
                                        Operand &operand);

// The asserted expression, as the user wrote it (see Annotator::staticAssert).
const clang::Expr *assertion(const clang::StaticAssertDecl *d, const TokenStream &stream);

// The extents P0, P1, .. of a #pragma processors. It was parsed as the function `f`.
const clang::InitListExpr *gridExtents(const clang::FunctionDecl *f);

#endif
