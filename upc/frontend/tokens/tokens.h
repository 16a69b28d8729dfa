// SPDX-License-Identifier: BSD-3-Clause
// The preprocessed file as a sequence of tokens, and the same sequence annotated so that Clang can parse it as C.
//
// Every token keeps the location that Clang's preprocessor gave it. So messages point at the user's text, also through
// macros. No two tokens share a location: the first and last location of a node of the syntax tree name the tokens it
// was made of. Lowering prints these tokens again, except where UPC means something else than C.
#ifndef UPC_FRONTEND_TOKENS_H
#define UPC_FRONTEND_TOKENS_H

#include "tokens/layout.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

struct Extension; // tokens/extension.h

enum class Consistency { Relaxed, Strict };

// Sizes of arrays that depend on THREADS of the dynamic environment and are not written as a number times THREADS.
// Clang gets a number for each: if the size is one, times THREADS or not, that number, else threadsMark + 1 + an index.
// Equal sizes have equal numbers. They outlast one run of the parser: see translate().
struct ThreadsSizes {
  enum { Most = 4000 };
  struct Size {
    std::string text, written; // in C, without the file's names; as the user has it
    std::string place;         // for messages while the program runs: a string literal
    std::function<std::optional<__int128>(long threads)> value; // none: undefined for this number of threads
  };
  std::vector<Size> sizes;
  std::map<std::string, long> products; // by text: what asProduct has found, which takes milliseconds
  enum { AsWritten = -1 };
  std::map<unsigned, long> at; // raw location of the bracket before a size -> what Clang gets
  // Clang refuses some sizes for the value that THREADS is parsed as. Then the file is parsed once more to find them:
  // each such pair of brackets has 1 in it (Annotator::one).
  bool searching = false, searched = false;

  long numberAt(clang::SourceLocation bracket) const { // 0: none
    auto found = at.find(bracket.getRawEncoding());
    return found == at.end() ? 0 : found->second;
  }
  bool add(clang::SourceLocation bracket, const Size &size, long threadsMark); // false: too many
  void leave(clang::SourceLocation bracket) { at[bracket.getRawEncoding()] = AsWritten; }
};

// The brackets that are open. The digraphs `<:` and `:>` of sections have no partners.
class OpenBrackets {
public:
  void pass(const clang::Token &token);
  bool none() const { return awaited.empty(); }

private:
  llvm::SmallVector<clang::tok::TokenKind, 16> awaited;
};

struct TokenStream {
  std::vector<clang::Token> source;        // as the preprocessor delivered them
  std::vector<clang::Token> parsed;        // as the parser gets them
  llvm::DenseMap<unsigned, int> indexOf;   // raw location -> index in `source`
  int firstVisible = 0;                    // the tokens before it are our own declarations (translate.cpp)
  std::multimap<int, std::string> pragmas; // pragma lines to print again before a token

  // #pragma upc: the consistency and the language (is it plain C?) from a token on.
  std::map<int, Consistency> consistency;
  std::vector<Consistency> outer; // the consistency before each brace that is open
  std::map<int, bool> plainC;

  std::vector<Grid> grids;
  LayoutTable layouts;
  std::set<const Extension *> extensions; // those of which the file has words

  // Each upc_localsizeof, upc_blocksizeof, upc_elemsizeof and constant of an extension, and some sizeof.
  struct Operator {
    std::string word;
    clang::SourceLocation location;
    uint64_t value = 0;
  };
  std::vector<Operator> operators;
  llvm::DenseMap<unsigned, int> forallAffinity; // raw location of upc_forall -> 1 affinity, 0 none or continue

  std::set<clang::SourceLocation> assigned; // calls that are written as assignments of sections

  std::vector<std::string> folders; // our headers and the source: never system headers
  std::set<clang::FileID> upcFiles; // UPC's headers among those that Clang takes for system headers (lexAll)
  bool oddMain = false;             // the second parameter of main is no char **, which Clang refuses

  // In brackets, THREADS of the dynamic environment is parsed as this prime, so a dimension that is a multiple of it
  // is a number times THREADS. The numbers behind the prime stand for other sizes. Elsewhere THREADS is parsed as 1. No
  // number in the file is one of these. The prime is small enough for arrays with THREADS in two dimensions.
  long threadsMark = 1146833;
  ThreadsSizes *threadsSizes = nullptr;

  void append(const clang::Token &token); // to `source`
  int index(clang::SourceLocation location) const {
    auto found = indexOf.find(location.getRawEncoding());
    return found == indexOf.end() ? -1 : found->second;
  }
  bool hasAffinity(clang::SourceLocation forall) const { // is an upc_forall there with an affinity, not `continue`?
    return forallAffinity.lookup(forall.getRawEncoding()) != 0;
  }
  bool usesThreads(clang::SourceRange range) const; // does THREADS stand between these tokens?
  // If qualifiers of UPC end at this place: the end of the token before them. Else the place itself.
  clang::SourceLocation beforeQualifiers(clang::SourceLocation end) const;
  // A name of a header of UPC that is spelled much like this one, or "".
  std::string similarName(const clang::SourceManager &sm, llvm::StringRef name) const;
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

// Pragma handlers that note `#pragma upc`, `#pragma processors` and all others (pragmas.cpp); call before lexing.
void watchPragmas(clang::Preprocessor &pp, TokenStream &stream, const AnnotateOptions &options);

// Lexes the whole file into `source`.
void lexAll(clang::Preprocessor &pp, TokenStream &stream);

// Fills `parsed` from `source`. Reports what cannot be annotated through the preprocessor's diagnostics.
void annotate(clang::Preprocessor &pp, TokenStream &stream, const AnnotateOptions &options);

#endif
