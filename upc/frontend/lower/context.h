// SPDX-License-Identifier: BSD-3-Clause
// What all parts of lowering know: the file (Unit), and where in it they are (Context).
#ifndef UPC_FRONTEND_CONTEXT_H
#define UPC_FRONTEND_CONTEXT_H

#include "lower/lower.h"
#include "lower/pieces.h"
#include "lower/printer.h"
#include "lower/subscripts.h"
#include "types/types.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <set>

// The file that is lowered, and what has become of it so far.
class Unit {
public:
  Unit(clang::ASTContext &context, clang::Preprocessor &pp, TokenStream &stream, Types &types,
       const LowerOptions &options);

  clang::ASTContext &context;
  clang::Preprocessor &pp;
  TokenStream &stream;
  Types &types;
  const LowerOptions &options;

  c::Expressions statics;    // the records of shared objects, and the storage of their offsets (allStatics)
  std::string storage;
  bool needsLayouts = false; // the file uses upc_stride_layout.h
  bool manyInARow = false;   // see GeneratedC
  std::map<const clang::VarDecl *, std::string> uniqueNames;     // of shared variables
  std::map<const clang::VarDecl *, std::string> moved;           // of static variables of functions: names in C
  std::map<const clang::Expr *, std::string> keptSizes;          // of variable-length arrays: names in C, see keepSizes
  std::map<const clang::FunctionDecl *, bool> awaiting;          // see functionMayAwait
  std::set<std::string> stored, named;                           // the offsets with storage, with a name

  int index(clang::SourceLocation location) const { return stream.index(location); }
  bool followsPragma(int token) const; // a pragma of the program stands before this token
  Place place(clang::SourceLocation location) const;
  void error(clang::SourceLocation location, const std::string &message);
  std::string fresh() { return std::to_string(serial++); } // makes a name of generated C unique
  std::string onOneLine(const Code &code) { return Printer(pp, stream).onOneLine(code); }

private:
  int serial = 0;
};

// Where lowering is. A context is passed down and never changed: an inner context is a changed copy.
struct Context {
  Unit &unit;
  Code &after; // file-scope C that must follow the declaration that is being lowered

  // Of the function around
  clang::QualType returns;
  const clang::FunctionDecl *function = nullptr;

  bool inForall = false;  // in an upc_forall: an upc_forall in it runs all of its iterations
  bool accessed = false;  // in the address of what is read or written; not in that of an & of the user's
  bool atStartUp = false; // in an initialiser that is evaluated when the program starts

  LoopFacts facts() const;
  Context asAccess() const;
  Context asAddress() const;
};

// The user's tokens of a node.
template <class Node> Code asWritten(const Node *n, const Unit &unit) {
  return Code::tokens(unit.index(n->getBeginLoc()), unit.index(n->getEndLoc()));
}
template <class Node> Copy copyOf(const Node *n, const Unit &unit) {
  return Copy(unit.index(n->getBeginLoc()), unit.index(n->getEndLoc()));
}
// A node printed by us, unless it has no tokens.
template <class Node> void replace(Copy &copy, const Node *n, Code code, const Unit &unit) {
  copy.replace(unit.index(n->getBeginLoc()), unit.index(n->getEndLoc()), std::move(code));
}

#endif
