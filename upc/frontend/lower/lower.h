// SPDX-License-Identifier: BSD-3-Clause
// The stage lower: C for what UPC says, everything else as the user wrote it. A walk over the syntax tree builds the
// C from typed pieces (pieces.h); shared accesses become macros and functions of urt.h. A Context (context.h) is
// passed down the walk.
//
//   lower.cpp                               the file
//   declarations, functions, variables      declarations
//   statements                              statements
//   expressions, conversions, sizes         expressions; initialisers: lists and compound literals
//   accesses, bit_fields, pointers          shared objects, pointers-to-shared
//   subscripts, bounds                      subscripts of shared arrays, and their check
//   sync_variables                          upc_syncvar and upc_singlevar
//   multi_blocked, sections                 the extensions
//   debug                                   records for debuggers
//   code, pieces, printer                   generated C
//
// Loops, in the folder loops/:
//   loops                                   the statement; which of the following it becomes
//   fast_loops, forall_loops, loop_pointers loops that are written anew
//   read_ahead, far_updates                 loops that make far accesses together
//   effects, counted, forall                analysis: which accesses move with a loop, what its body may change
//   ahead_reads, ahead_loops                analysis: which reads can be made ahead, and in which loops
//   conflicts                               analysis: which accesses may be to the same object
//   strip_tests                             analysis: which of these a test in the running program can tell apart
#ifndef UPC_FRONTEND_LOWER_H
#define UPC_FRONTEND_LOWER_H

#include "types/types.h"
#include "clang/AST/DeclGroup.h"

struct LowerOptions {
  bool allNear = true;        // the conduit reaches every thread by address
  bool checkBounds = false;   // -fcheck-bounds
  bool debug = false;         // -g: records for debuggers (debug.h)
  std::string debugScript;    // and the file that reads them
};

// The file's declarations as C. `manyInARow`: a function has so many shared accesses outside of loops that Clang's
// vectorizer of straight code would take seconds.
struct GeneratedC {
  std::string text;
  bool manyInARow = false;
};
GeneratedC lowerFile(const std::vector<clang::DeclGroupRef> &groups, clang::ASTContext &context,
                     clang::Preprocessor &pp, TokenStream &stream, Types &types, const LowerOptions &options);

#endif
