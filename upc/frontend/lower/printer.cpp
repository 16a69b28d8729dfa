// SPDX-License-Identifier: BSD-3-Clause
// Tokens are printed with one blank between them; the text of the user's file is not looked at again. Up to eight lines
// forward are bridged by empty lines, any other move by a directive `# 12 "a.upc"`.
#include "lower/printer.h"
#include "tokens/diagnostics.h"
#include "tokens/extension.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

Place placeOf(int token, const TokenStream &stream, SourceManager &sm) {
  PresumedLoc at = sm.getPresumedLoc(sm.getExpansionLoc(stream.source[token].getLocation()));
  return at.isValid() ? Place{at.getFilename(), at.getLine()} : Place{"<unknown>", 1};
}

std::string Printer::withLines(const Code &code) {
  directives = true;
  return print(code) + "\n";
}

std::string Printer::onOneLine(const Code &code) {
  directives = false;
  return print(code);
}

std::string Printer::print(const Code &code) {
  out.clear();
  current = {};
  startOfLine = spaced = true;
  for (const Code::Piece &piece : code.pieces()) {
    if (piece.kind == Code::Piece::Text) text(piece.text);
    else if (piece.kind == Code::Piece::Line) moveTo(piece.first);
    else tokens(piece.first, piece.last);
  }
  return std::move(out);
}

void Printer::newline() {
  out += '\n';
  current.line++;
  startOfLine = true;
}

void Printer::text(const std::string &text) {
  if (!spaced) out += ' ';
  out += text;
  startOfLine = false;
  spaced = true;
}

void Printer::word(const std::string &spelling) {
  out += ' ';
  out += spelling;
  startOfLine = spaced = false;
}

// What is printed next is on this token's line.
void Printer::moveTo(int token) {
  if (!directives) return;
  Place want = placeOf(token, stream, pp.getSourceManager());
  if (want.file == current.file && want.line == current.line) return;
  if (want.file == current.file && want.line > current.line && want.line - current.line <= 8) {
    while (current.line < want.line) newline();
    return;
  }
  if (!startOfLine) newline();
  out += "# " + std::to_string(want.line) + " " + stringLiteral(want.file.str()) + "\n";
  current = want;
}

// A directive has its line to itself.
void Printer::pragma(const std::string &line) {
  if (!directives) return;
  if (!startOfLine) newline();
  out += "#pragma " + line;
  newline();
}

void Printer::tokens(int first, int last) {
  for (int i = first; i <= last;) i = token(i);
}

// How many names Clang puts behind what it makes of a pragma, whose text has them.
static int namesOf(const Token &pragma) {
  if (pragma.isOneOf(tok::annot_pragma_weakalias, tok::annot_pragma_redefine_extname)) return 2;
  return pragma.isOneOf(tok::annot_pragma_weak, tok::annot_pragma_unused);
}

// A hint such as `unroll`, in front of an upc_forall that is no single loop in C.
static bool isHintOfForall(int i, const TokenStream &stream) {
  if (stream.source[i].isNot(tok::annot_pragma_loop_hint)) return false;
  while (stream.source[i].isAnnotation()) i++;
  return stream.hasAffinity(stream.source[i].getLocation());
}

// Prints token i and returns the index of the next.
int Printer::token(int i) {
  if (isHintOfForall(i, stream)) return i + 1;
  for (auto [at, end] = stream.pragmas.equal_range(i); at != end; ++at) {
    moveTo(i);
    pragma(at->second);
  }
  const Token &t = stream.source[i];
  if (t.isAnnotation() || t.is(tok::eof)) return i + 1 + namesOf(t);
  moveTo(i);
  const IdentifierInfo *info = t.isLiteral() ? nullptr : t.getIdentifierInfo();
  StringRef name = info ? info->getName() : "";
  const char *punctuation = info ? nullptr : tok::getPunctuatorSpelling(t.getKind());
  bool upc = info && !stream.plainCAt(i);
  bool qualifies = name == "shared" || name == "strict" || name == "relaxed" ||
                   (upc && name.starts_with("upc_") && extensionWord(name).qualifier);
  if (upc && qualifies && stream.layouts.at(t.getLocation())) return qualifier(i);
  if (upc && name == "MYTHREAD") word("urt_mythread");
  else if (upc && name == "THREADS") word("urt_threads");
  else if (info) word(name.str());
  else word(punctuation ? punctuation : pp.getSpelling(t));
  return i + 1;
}

// A qualifier that is in no declaration. In `shared struct s { .. };` it says nothing; `shared int;` is an error. The
// error is reported here, since not all code is printed.
int Printer::qualifier(int i) {
  int next = i + 1;
  while (stream.source[next].is(tok::l_square))
    while (stream.source[next++].isNot(tok::r_square)) {}
  const Token &word = stream.source[i], &before = stream.source[i - 1], &after = stream.source[next];
  if (after.isOneOf(tok::kw_struct, tok::kw_union, tok::kw_enum) || before.is(tok::r_brace)) return next;
  bool atomic = stream.source[i + 1].is(tok::kw__Atomic) || before.is(tok::kw__Atomic);
  report(pp.getDiagnostics(), word.getLocation(), "this '" + word.getIdentifierInfo()->getName().str() +
         (atomic ? "' stands beside _Atomic: atomics of C are private; upc_atomic.h is for shared objects"
                 : "' declares nothing: no name follows"));
  return next;
}
