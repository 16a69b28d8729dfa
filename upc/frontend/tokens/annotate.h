// SPDX-License-Identifier: BSD-3-Clause
// The annotating pass (see annotate.cpp), private to its files.
#ifndef UPC_FRONTEND_ANNOTATE_H
#define UPC_FRONTEND_ANNOTATE_H

#include "tokens/diagnostics.h"
#include "tokens/tokens.h"
#include <string>
#include <vector>

enum class Word { None, Shared, Strict, Relaxed, Forall, Synchronise, Fence, SizeOf, AssertType, Threads };

class Annotator {
public:
  Annotator(clang::Preprocessor &pp, TokenStream &stream, const AnnotateOptions &options)
      : pp(pp), sm(pp.getSourceManager()), stream(stream), options(options), in(stream.source), out(stream.parsed) {}
  void run();

private:
  clang::Preprocessor &pp;
  clang::SourceManager &sm;
  TokenStream &stream;
  const AnnotateOptions &options;
  const std::vector<clang::Token> &in;
  std::vector<clang::Token> &out;
  int squares = 0, braces = 0;   // depth of [ ] and { }
  std::vector<int> statementStart{0}; // per open brace: where in `out` the current statement began; -1: no statements
  std::vector<int> parens{0};          // per open brace: ( still open
  bool atStatementEnd = false;
  bool inLayout = false;               // in the brackets of a layout qualifier
  bool oldStyle = false;               // between the ) of a K&R definition and its {
  int definitionStart = 0;             // where in `out` that definition began
  std::vector<int> openParens;         // where in `in` each ( still open is
  int closedParen = -1, itsOpener = -1; // the last ) and its (
  int tag = -1, tagOut = -1;           // the last struct, union or enum, in `in` and in `out`
  std::vector<int> tagOfBrace{-1};     // per open brace: where in `out` the struct, union or enum is whose body it opens, or -1
  bool hasUpc = false;                 // a word of UPC is somewhere in the file: Clang's sizes may be wrong
  bool oldWordReported = false;
  int closedTag = -1, closedTagOut = -1; // the last token of such a type with its body, in `in`; its first, in `out`

  // ---- The pass (annotate.cpp)
  void emit(int from, int to);
  int one(int i, int to);
  void track(int i);
  bool opensBlock(int i) const;
  bool startsOldStyle(int i) const;

  // ---- Words and tokens (annotate_words.cpp)
  void error(int at, const std::string &message) { report(pp.getDiagnostics(), in[at].getLocation(), message); }
  llvm::StringRef name(int i) const;
  Word word(int i) const;
  bool isPlainC() const;
  bool isNameInPlainC(int i) const;
  void oldWord(int i);
  void chooseMark();
  bool oldForall(int i) const;
  bool oldStatement(int i) const;
  bool beginsStatement(int i) const;
  void mainParameters(int open, int to);
  void put(clang::tok::TokenKind kind, clang::SourceLocation at);
  void put(const std::string &identifier, clang::SourceLocation at);
  void putLiteral(clang::tok::TokenKind kind, const std::string &text, clang::SourceLocation at);
  int closing(int open, int end) const;
  int closingParen(int open, int end) const;
  void putNumber(long value, clang::SourceLocation at) { putLiteral(clang::tok::numeric_constant, std::to_string(value), at); }

  // ---- Layouts (annotate_layout.cpp)
  int qualifier(int i, int to, bool begins = false);
  Bracket bracket(int id, int dimension, int open, int close);
  int gridName(Layout &layout, int next, int to);
  void blockSize(int key, int from, int to);

  // ---- Constructs; each takes the index of its first token and gives the one behind its last (annotate_constructs.cpp)
  int forall(int i, int to);
  int synchronise(int i, int to);
  int sizeOperator(int i, int to);
  int assertType(int i, int to);
  void constantOperator(int i, int end, std::vector<std::pair<int, int>> operands);
  int staticAssert(int i, int to);

  // ---- Sections (annotate_sections.cpp)
  struct Piece { int from, to; bool used = false; }; // a run of tokens of an interval
  static unsigned sectionArguments(llvm::StringRef name);
  static int arrayArgument(llvm::StringRef name);
  int libraryCall(int i, int to, unsigned sections, int array);
  int sectionStart(int start, int close) const;
  void typeOnly(int from, int to);
  int section(int start, int angle, int close);
  bool interval(const std::vector<Piece> &pieces, int angle, clang::SourceLocation at);
};

#endif
