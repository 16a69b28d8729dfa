// SPDX-License-Identifier: BSD-3-Clause
// The stage lower: C for what UPC says, everything else as the user wrote it. A walk over the syntax tree builds the
// C from typed pieces (pieces.h); shared accesses become macros and functions of urt.h. A Context (context.h) is
// passed down the walk.
//
//   lower.cpp                               the file
//   declarations, functions, variables      declarations
//   statements, loops, waits                statements; for and upc_forall; loops that may wait for another thread
//   expressions, conversions, sizes         expressions; initialisers: lists and compound literals
//   accesses, bit_fields, pointers          shared objects, pointers-to-shared
//   subscripts, bounds                      subscripts of shared arrays, and their check
//   multi_blocked, sections                 multi-blocked arrays
//   debug, instrument                       records for debuggers and for what watches accesses
//   code, pieces, printer                   generated C
#ifndef UPC_FRONTEND_LOWER_H
#define UPC_FRONTEND_LOWER_H

#include "lower/instrument.h"
#include "types/types.h"
#include "clang/AST/DeclGroup.h"

struct LowerOptions {
  bool allNear = true;        // the conduit reaches every thread by address
  bool notesAccesses = false; // the conduit wants to know where copies are made
  bool checkBounds = false;   // -fcheck-bounds
  const Instrument *instrument = nullptr; // -fsanitize=race and its kin
  bool optimises = false;     // -O1 or more
  bool debug = false;         // -g: records for debuggers (debug.h)
  std::string debugScript;    // and the file that reads them
};

// The file's declarations as C. `manyInARow`: a function has so many shared accesses outside of loops that Clang's
// vectorizer of straight code would take seconds. `extensions`: those whose calls the C has.
struct GeneratedC {
  std::string text;
  bool manyInARow = false;
  std::set<const Extension *> extensions;
};
GeneratedC lowerFile(const std::vector<clang::DeclGroupRef> &groups, clang::ASTContext &context,
                     clang::Preprocessor &pp, TokenStream &stream, Types &types, const LowerOptions &options);

#endif
