// SPDX-License-Identifier: BSD-3-Clause
// The preprocessed file as a sequence of tokens, and the same sequence annotated so that Clang can parse it as C.
//
// Every token keeps the location Clang's preprocessor gave it, so diagnostics point at the user's text, through
// macros as well; and since no two tokens share a location, an AST node's first and last location name the tokens
// it was made of. Lowering prints those tokens again, except where it has something else to say.
#ifndef UPC_FRONTEND_TOKENS_H
#define UPC_FRONTEND_TOKENS_H

#include "tokens/layout.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <set>
#include <string>
#include <vector>

enum class Consistency { Relaxed, Strict };

struct TokenStream {
  std::vector<clang::Token> source;              // as the preprocessor delivered them
  std::vector<clang::Token> parsed;              // as the parser gets them
  llvm::DenseMap<unsigned, int> indexOf;         // raw location -> index in `source`
  std::multimap<int, std::string> pragmas;       // pragma lines to print again before a token
  std::map<int, Consistency> consistency;        // `#pragma upc`: what holds from this token on
  std::vector<Consistency> outer;                // what held where each brace that is open now began
  std::vector<Grid> grids;
  struct Operator { std::string word; clang::SourceLocation location; uint64_t value = 0; };
  std::vector<Operator> operators;               // each upc_localsizeof, upc_blocksizeof, upc_elemsizeof, bupc_assert_type
  LayoutTable layouts;
  llvm::DenseMap<unsigned, int> forallAffinity;  // raw location of upc_forall -> 1 affinity, 0 none or continue
  std::set<uint64_t> threadsSizes;               // the dimensions that THREADS has a part in, as parsed
  std::vector<std::string> folders;              // our headers' and the source's: no system headers, however found
  std::set<clang::FileID> upcFiles;              // headers of UPC's among what Clang takes for a system's (lexAll)
  std::map<int, bool> plainC;                    // `#pragma upc c_code` and upc_code: whether UPC's words are C's from this token on
  bool oddMain = false;                          // main's second parameter is no char **, which Clang refuses in a hosted program
  int firstVisible = 0;                          // tokens before it are the compiler's own declarations
  // In brackets, where a dimension may stand, THREADS of the dynamic environment is parsed as this prime, so that
  // a dimension's dependence on THREADS can be read off its value (see types.h); elsewhere it is parsed as 1. No number
  // in the file is a multiple of it, and it is small enough for Clang to let arrays of THREADS times THREADS blocks pass.
  long threadsMark = 1146833;

  int index(clang::SourceLocation location) const {
    auto found = indexOf.find(location.getRawEncoding());
    return found == indexOf.end() ? -1 : found->second;
  }
  bool usesThreads(clang::SourceRange range) const; // does THREADS stand between these tokens?
  bool fromSystem(const clang::SourceManager &sm, clang::SourceLocation location) const;
  bool plainCNow() const { return !plainC.empty() && plainC.rbegin()->second; } // while tokens are being read
  bool plainCAt(int token) const {
    auto next = plainC.upper_bound(token);
    return next != plainC.begin() && std::prev(next)->second;
  }
  bool strictAt(int token) const {
    auto next = consistency.upper_bound(token);
    return next != consistency.begin() && std::prev(next)->second == Consistency::Strict;
  }
};

struct AnnotateOptions {
  bool dynamicThreads = true;
  bool pedanticUpc = false;
  bool cSource = false; // the file's name ends in .c
};

// Pragma handlers that note `#pragma upc`, `#pragma processors` and all others; call before lexing starts.
void watchPragmas(clang::Preprocessor &pp, TokenStream &stream, const AnnotateOptions &options);

// Lexes the whole file into `source`.
void lexAll(clang::Preprocessor &pp, TokenStream &stream);

// Fills `parsed` from `source`. Reports what cannot be annotated through the preprocessor's diagnostics.
void annotate(clang::Preprocessor &pp, TokenStream &stream, const AnnotateOptions &options);

#endif
