// SPDX-License-Identifier: BSD-3-Clause
// What all parts of lowering know: the file (Unit), and where in it they are (Context).
#ifndef UPC_FRONTEND_CONTEXT_H
#define UPC_FRONTEND_CONTEXT_H

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
  // allNear: the conduit reaches every thread by address. strictAliasing: not -fno-strict-aliasing. checkBounds:
  // -fcheck-bounds. aggregate: loops collect far accesses.
  Unit(clang::ASTContext &context, clang::Preprocessor &pp, TokenStream &stream, Types &types, bool allNear,
       bool strictAliasing, bool checkBounds, bool aggregate);

  clang::ASTContext &context;
  clang::Preprocessor &pp;
  TokenStream &stream;
  Types &types;
  const bool allNear, strictAliasing, checkBounds, aggregate;

  Code atEnd;                // file-scope C that follows all declarations
  bool needsLayouts = false; // the file uses upc_stride_layout.h
  bool manyInARow = false;   // see GeneratedC
  std::map<const clang::VarDecl *, std::string> uniqueNames;     // of shared variables
  std::set<std::string> recorded, stored;                        // the offsets with a record, with storage
  llvm::DenseMap<const clang::FunctionDecl *, bool> harmless;    // see LoopFacts

  int index(clang::SourceLocation location) const { return stream.index(location); }
  bool followsPragma(int token) const; // a pragma of the program stands before this token
  Place place(clang::SourceLocation location) const;
  void error(clang::SourceLocation location, const std::string &message);
  std::string fresh() { return std::to_string(serial++); } // makes a name of generated C unique
  std::string onOneLine(const Code &code) { return Printer(pp, stream).onOneLine(code); }

private:
  int serial = 0;
};

// Shared accesses that are lvalues of C in the loops around.
using Places = std::map<const clang::Expr *, c::Expression>;

// Assignments to shared memory that the loops around collect (far_updates.h).
using FarUpdates = llvm::SmallPtrSet<const clang::Expr *, 8>;

// Loops whose iterations are counted, by these variables of C, since a loop around reads ahead for them (read_ahead.h).
using NumberedLoops = llvm::MapVector<const clang::ForStmt *, std::string>;

// Where lowering is. A context is passed down and never changed: an inner context is a changed copy.
struct Context {
  Unit &unit;
  Code &after; // file-scope C that must follow the declaration that is being lowered

  // Of the function around
  clang::QualType returns;
  const Variables *addressTaken = nullptr; // the variables whose address it takes; null outside of functions

  // Of the loops around
  const Places *places = nullptr;
  const FarUpdates *farUpdates = nullptr;
  const NumberedLoops *numberedLoops = nullptr;
  std::string breakTo;    // the label that a `break` jumps to where it must leave more than one loop of C
  // True while the loop's general version is emitted after the fast one: its loops stay as they are.
  bool general = false;
  bool far = false;       // and it is for jobs with far threads: its loops may read ahead
  bool inChunk = false;   // in a thread's part of an upc_forall: an upc_forall in it runs all of its iterations

  bool accessed = false;  // in the address of what is read or written; not in that of an & of the user's
  bool atStartUp = false; // in an initialiser that is evaluated when the program starts

  LoopFacts facts() const;
  // A place of C for this access, if a loop around has made one.
  const c::Expression *placeOf(const clang::Expr *access) const;
  bool hasPlace(const clang::Expr *access) const { return placeOf(access) != nullptr; }
  Context withPlaces(const Places &all) const;
  Context withBreakTo(const std::string &label) const;
  Context asAccess() const;
  Context asAddress() const;
  Context generalVersion(const std::string &label) const;
  Context farVersion(const std::string &label) const;
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
