// SPDX-License-Identifier: BSD-3-Clause
// The annotating pass (see annotate.cpp), private to its files and to those of extensions.
#ifndef UPC_FRONTEND_ANNOTATE_H
#define UPC_FRONTEND_ANNOTATE_H

#include "tokens/diagnostics.h"
#include "tokens/extension.h"
#include "tokens/tokens.h"
#include <string>
#include <vector>

enum class Word {
  None, Shared, Strict, Relaxed, Qualifier, Forall, Synchronise, Fence, SizeOf, Constant, Threads, Statement
};

// What a program may leave out in front of a token: what belongs to the token before it, then to this one; and what
// replaces it.
struct Missing {
  llvm::SmallVector<llvm::StringRef, 4> behind, before;
  llvm::StringRef instead;
};

class Annotator {
public:
  Annotator(clang::Preprocessor &pp, TokenStream &stream, const AnnotateOptions &options);
  void run();

  // ---- What extensions use: `in`, to `out`, by the functions of annotate.cpp and annotate_words.cpp
  const AnnotateOptions &options;
  const std::vector<clang::Token> &in;
  std::vector<clang::Token> &out;
  bool inFunction() const { return braces > 0; }
  void emit(int from, int to);
  void track(int i);
  void error(int at, const std::string &message) { report(pp.getDiagnostics(), in[at].getLocation(), message); }
  llvm::StringRef name(int i) const;
  Word word(int i) const;
  bool beginsStatement(int i) const;
  void put(clang::tok::TokenKind kind, clang::SourceLocation at);
  void put(const std::string &identifier, clang::SourceLocation at);
  void putNumber(long value, clang::SourceLocation at) {
    putLiteral(clang::tok::numeric_constant, std::to_string(value), at);
  }
  int closing(int open, int end) const;
  int pairedWith(int i, int end) const;

private:
  clang::Preprocessor &pp;
  clang::SourceManager &sm;
  TokenStream &stream;
  llvm::DenseMap<const clang::IdentifierInfo *, Word> words; // those of UPC and of extensions
  bool hasUpc = false;                  // the file has a word of UPC, so Clang's sizes may be wrong
  bool oldWordReported = false;         // see oldWord
  int squares = 0, braces = 0;          // depth of [ ] and { }
  bool atStatementEnd = false;
  int caseLabel = 0;                    // in a case label: one more than the conditions a ? b that want their :
  bool inConstant = false;              // in the brackets of a layout qualifier, or in an assertion
  bool oldStyle = false;                // between the ) of a K&R definition and its {
  int definitionStart = 0;              // index in `out` of the start of this definition
  int libraryDeclared = 0;              // index in `in` of where <upc_stride_coll.h> is included; the end if nowhere
  std::vector<int> openParens;          // indices in `in` of each ( that is open
  int closedParen = -1, itsOpener = -1; // the last ) and its (

  struct Brace {                        // one that is open, or the file
    int statementStart;                 // index in `out` of the start of the current statement; -1: no statements
    int parens;                         // how many ( are open
    int tag;                            // index in `out` of the struct, union or enum that the brace belongs to, or -1
    int dos = 0;                        // so many loops `do .. while (..);` are open
  };
  std::vector<Brace> opened{{0, 0, -1}};

  struct Tag { int in = -1, out = -1; }; // a struct, union or enum: the indices of a token in `in` and in `out`
  Tag lastTag;                          // the last one: its first token
  // the last one whose body was closed: in `in` its last token, in `out` its first
  Tag closedTag;

  // ---- The pass (annotate.cpp)
  int one(int i, int to);
  int wordOfC(int i, int to);
  int statement(int i, int to);
  bool mustBeConstant(int i) const;
  bool choosesExpression(int i) const;
  const clang::Token *inAttribute() const;
  bool opensTag(int i) const;
  bool continuesStatement(int i);
  bool opensBlock(int i) const;
  bool startsOldStyle(int i) const;

  // ---- Words and tokens (annotate_words.cpp)
  const clang::IdentifierInfo *identifier(int i) const;
  bool isPlainC() const;
  bool isNameInPlainC(int i) const;
  void oldWord(int i);
  void chooseMark();
  bool oldForall(int i) const;
  bool oldStatement(int i) const;
  bool secondOperand(int i) const;
  bool onlyBeginsStatements(int i) const;
  void mainParameters(int open, int to);
  void putLiteral(clang::tok::TokenKind kind, const std::string &text, clang::SourceLocation at);
  bool inSquares(int i) const;
  bool opensSection(int i) const { // `<:` before ',' or '>'
    return in[i].getLength() == 2 && in[i + 1].isOneOf(clang::tok::comma, clang::tok::greater);
  }

  // ---- Layouts (annotate_layout.cpp)
  int qualifier(int i, int to, bool begins = false);
  Layout layoutOfWord(int i);
  int brackets(Layout &layout, int id, int next, int to);
  int typeSpecifier(int next, int to);
  void putTag(int i, int id, int last);
  Bracket bracket(int id, int dimension, int open, int close);
  int memberStart(int from, int to) const;
  int gridName(Layout &layout, int next, int to);
  void blockSize(int key, int from, int to, bool member);

  // ---- Constructs (annotate_constructs.cpp): each takes the index of its first token and returns the index behind
  int forall(int i, int to);
  int synchronise(int i, int to);
  int fence(int i, int to);
  int outside(int i, int to);
  int threads(int i, int to);
  long sizeInBrackets(int i, int to) const;
  int threadsSize(int i, int to, long number);
  int sizeOperator(int i, int to);
  int subscriptedOffset(int i, int to) const;
  int constant(int i, int to);
  void constantOperator(int i, int end, std::vector<std::pair<int, int>> operands);
  int staticAssert(int i, int to);

  // ---- What a program may leave out (annotate_missing.cpp)
  void insertMissing();
  void insert(const std::map<int, Missing> &missing);
  void assignment(int i, int to, std::map<int, Missing> &at) const;

  // ---- Sections (annotate_sections.cpp)
  struct Piece { int from, to; bool used = false; }; // a run of tokens of an interval
  static unsigned sectionArguments(llvm::StringRef name);
  static int arrayArgument(llvm::StringRef name);
  bool intervalsInBrackets(int start, int close) const;
  int libraryCall(int i, int to, unsigned sections, int array);
  int sectionStart(int start, int close) const;
  int sectionEnd(int angle, int to) const;
  bool endsValue(int i) const;
  int sectionHere(int i, int to);
  void typeOnly(int from, int to);
  int section(int start, int angle, int close);
  bool interval(const std::vector<Piece> &pieces, int angle, clang::SourceLocation at);
};

#endif
