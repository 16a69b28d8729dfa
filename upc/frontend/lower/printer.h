// SPDX-License-Identifier: BSD-3-Clause
// Prints generated C. Line directives say which line of the user's file each token comes from, so that compilers and
// debuggers name the lines of the .upc file, wherever lowering has moved the tokens.
#ifndef UPC_FRONTEND_PRINTER_H
#define UPC_FRONTEND_PRINTER_H

#include "lower/code.h"
#include "tokens/tokens.h"

// Where a token stands in the user's files.
struct Place {
  llvm::StringRef file;
  unsigned line = 0;
};
Place placeOf(int token, const TokenStream &stream, clang::SourceManager &sm);

class Printer {
public:
  Printer(clang::Preprocessor &pp, const TokenStream &stream) : pp(pp), stream(stream) {}
  std::string withLines(const Code &code);
  std::string onOneLine(const Code &code); // without line directives or pragmas

private:
  clang::Preprocessor &pp;
  const TokenStream &stream;
  bool directives = true;
  std::string out;
  Place current; // the place that a compiler gives to what is printed next
  bool startOfLine = true, spaced = true;

  std::string print(const Code &code);
  void text(const std::string &text);
  void tokens(int first, int last);
  int token(int i);
  int qualifier(int i);
  void word(const std::string &spelling);
  void pragma(const std::string &line);
  void moveTo(int token);
  void newline();
};

#endif
