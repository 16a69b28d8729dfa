// SPDX-License-Identifier: BSD-3-Clause
// Text made of source tokens: every run of tokens carries marks that say which line of the user's file it comes
// from, and `assemble` turns the marks into newlines and line directives, so that compilers and debuggers speak of
// the .upc file however lowering has moved its pieces.
#ifndef UPC_FRONTEND_TEXT_H
#define UPC_FRONTEND_TEXT_H

#include "tokens/tokens.h"
#include <string>
#include <vector>

// A piece of a token range that is printed differently: tokens first..last (inclusive) become `text`.
struct Replacement {
  int first, last;
  std::string text;
};

// C: this text as a string literal.
std::string stringLiteral(const std::string &text);

class Text {
public:
  Text(clang::Preprocessor &pp, const TokenStream &stream) : pp(pp), stream(stream) {}

  // Tokens first..last as they stand, but for the replacements (disjoint, any order; one inside another is dropped).
  std::string span(int first, int last, std::vector<Replacement> replacements = {});
  // A mark: what follows belongs to this token's line.
  std::string mark(int token);
  // The marked text as C with line directives.
  std::string assemble(const std::string &marked) const;
  // Where a token stands, for generated code that reports it.
  std::pair<std::string, unsigned> place(int token) const;

private:
  struct Line { std::string file; unsigned line; };
  clang::Preprocessor &pp;
  const TokenStream &stream;
  std::vector<Line> lines;
  std::string lastFile;

  int token(std::string &out, int i, bool &fresh); // the index behind what was printed
  int qualifier(std::string &out, int i);
};

#endif
