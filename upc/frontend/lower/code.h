// SPDX-License-Identifier: BSD-3-Clause
// Generated C, before it is printed: a sequence of pieces. A piece is literal text, or a range of the user's tokens,
// which stays a range until the printer writes it (printer.h). Ranges that follow each other become one, so code that
// lowering does not change costs one piece however large it is. Code that is put into other code is shared and not
// copied: so what is written of n nested expressions takes a time that grows with n, and not with its square.
#ifndef UPC_FRONTEND_CODE_H
#define UPC_FRONTEND_CODE_H

#include <memory>
#include <string>
#include <vector>

// Indices into TokenStream::source, both included; none where first < 0.
struct TokenRange {
  int first = -1, last = -1;
};

class Code {
public:
  struct Piece {
    enum Kind {
      Text,   // `text`
      Tokens, // the user's tokens first..last (indices into TokenStream::source)
      Line    // nothing: the text that follows belongs to the line of token `first`
    } kind;
    std::string text;
    int first = 0, last = 0;
  };

  Code() = default;
  Code(const char *text) : Code(std::string(text)) {}
  Code(std::string text);
  static Code tokens(int first, int last);
  static Code lineOf(int token);

  Code &operator+=(const Code &more);
  friend Code operator+(Code a, const Code &b) { return std::move(a += b); }

  bool empty() const { return !parts; }
  bool beginsWithText() const;
  std::vector<Piece> pieces() const;

private:
  // A piece, or other code as a whole. Whoever changes parts that others share makes a list of its own first.
  struct Part;
  using Parts = std::vector<Part>;
  std::shared_ptr<Parts> parts;

  explicit Code(Piece piece);
  Parts &own();
};

// A part of the user's code that is lowered, and the rest of it kept: tokens first..last, some of them replaced.
class Copy {
public:
  Copy(int first, int last) : first(first), last(last) {}
  // Tokens from..to become `code`. Replacements come in any order. One that lies inside another is dropped, and so is
  // one without tokens (from < 0).
  void replace(int from, int to, Code code);
  bool replaces(int from, int to) const; // is any of these tokens replaced?
  Code code() &&;

private:
  struct Replacement {
    int first, last;
    Code code;
  };
  int first, last;
  std::vector<Replacement> replacements;
};

// C: this text as a string literal.
std::string stringLiteral(const std::string &text);

#endif
