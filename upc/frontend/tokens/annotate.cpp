// SPDX-License-Identifier: BSD-3-Clause
// From UPC's tokens to C's. One pass, which knows the spelling of UPC and not its meaning:
//
//   shared [4] int A[N];              __attribute__((btf_type_tag("upc.7"))) int A[N];
//   upc_forall (a; b; c; d) s         for (a; b; c, (void)(d)) s
//   upc_barrier e;                    upc_barrier(1, (e));
//   upc_blocksizeof(x)                an enumerator with its value (see sizeOperator)
//   A<i, lo:hi>                       __upc_section((__typeof__(A) *)0, 2, 0, (long long)(i), …)
//
// A statement of an extension is annotated by the extension (extension.h). An inserted token has the location of the
// token that it replaces or follows.
#include "tokens/annotate.h"

using namespace clang;

void annotate(Preprocessor &pp, TokenStream &stream, const AnnotateOptions &options) {
  Annotator(pp, stream, options).run();
}

void Annotator::run() {
  out.reserve(in.size() + in.size() / 4);
  int last = (int)in.size() - 1; // the end-of-file token
  if (options.cSource && isPlainC()) stream.plainC[0] = true;
  if (options.dynamicThreads) chooseMark();
  for (int i = stream.firstVisible; i < last && !hasUpc; i++) hasUpc = word(i) != Word::None;
  const IdentifierInfo *ofLibrary = pp.getIdentifierInfo("__upc_section");
  auto declares = [&](const Token &t) { return t.is(tok::identifier) && t.getIdentifierInfo() == ofLibrary; };
  libraryDeclared = (int)(llvm::find_if(in, declares) - in.begin()); // before anything that is inserted
  insertMissing();
  last = (int)in.size() - 1;
  emit(0, last);
  out.push_back(in[last]);
}

void Annotator::emit(int from, int to) {
  for (int i = from; i < to;) {
    size_t start = out.size();
    bool begins = in[i].isAtStartOfLine();
    i = one(i, to);
    if (begins && start < out.size()) out[start].setFlag(Token::StartOfLine); // what -Wmisleading-indentation looks at
  }
}

int Annotator::one(int i, int to) {
  if (int end = hasUpc && i >= stream.firstVisible ? sectionHere(i, to) : -1; end >= 0) return end;
  track(i);
  if (in[i].is(tok::l_square))
    if (long size = sizeInBrackets(i, to)) return threadsSize(i, to, size);
  switch (word(i)) {
  case Word::Shared: case Word::Strict: case Word::Relaxed: case Word::Qualifier: return qualifier(i, to);
  case Word::Forall: return braces ? forall(i, to) : outside(i, to);
  case Word::Synchronise: return braces ? synchronise(i, to) : outside(i, to);
  case Word::Fence: return braces ? fence(i, to) : outside(i, to);
  case Word::SizeOf: return sizeOperator(i, to);
  case Word::Constant: return constant(i, to);
  case Word::Threads: return threads(i, to);
  case Word::Statement: return statement(i, to);
  case Word::None: return wordOfC(i, to);
  }
  llvm_unreachable("every word is one of these");
}

// A statement of an extension, if the word is no name of the program's here.
int Annotator::statement(int i, int to) {
  const Extension *extension = extensionWord(name(i)).extension;
  int end = braces ? extension->annotate(*this, i, to) : -1;
  if (end < 0) return wordOfC(i, to);
  stream.extensions.insert(extension);
  return end;
}

// A token that is no word of UPC here. In sizeof and _Static_assert there may be sizes that Clang gets wrong.
int Annotator::wordOfC(int i, int to) {
  if (hasUpc && in[i].is(tok::kw_sizeof) && i >= stream.firstVisible && mustBeConstant(i) &&
      !stream.fromSystem(sm, in[i].getLocation()))
    return sizeOperator(i, to);
  if (hasUpc && in[i].is(tok::kw___builtin_offsetof) && mustBeConstant(i))
    if (int close = subscriptedOffset(i, to); close >= 0) {
      constantOperator(i, close, {{i + 1, close + 1}});
      return close + 1;
    }
  if (hasUpc && in[i].isOneOf(tok::kw__Static_assert, tok::kw_static_assert)) return staticAssert(i, to);
  if (i + 1 < to && in[i + 1].is(tok::l_paren)) {
    StringRef function = name(i);
    if (braces == 0 && function == "main") mainParameters(i + 1, to);
    if (function.starts_with("upc_"))
      if (sectionArguments(function) || (arrayArgument(function) >= 0 && !options.pedanticUpc && i > libraryDeclared))
        return libraryCall(i, to, sectionArguments(function), arrayArgument(function));
  }
  if (isNameInPlainC(i)) put(plainCPrefix + name(i).str(), in[i].getLocation());
  else out.push_back(in[i]);
  return i + 1;
}

// Does Clang want a constant at this token, or is it outside of functions? Elsewhere a size may be one that is not
// constant.
bool Annotator::mustBeConstant(int i) const {
  return braces == 0 || squares > 0 || inConstant || opened.back().tag >= 0 || caseLabel > 0 || inAttribute() ||
         choosesExpression(i);
}

// Is this token in the condition of a __builtin_choose_expr?
bool Annotator::choosesExpression(int i) const {
  return llvm::any_of(openParens, [&](int open) {
    if (open == 0 || in[open - 1].isNot(tok::kw___builtin_choose_expr)) return false;
    OpenBrackets inside;
    for (int k = open + 1; k < i; k++) {
      if (inside.none() && in[k].is(tok::comma)) return false;
      inside.pass(in[k]);
    }
    return true;
  });
}

// The word before the ( of the attribute or _Alignas around.
const Token *Annotator::inAttribute() const {
  for (int open : openParens)
    if (open > 0 && in[open - 1].isOneOf(tok::kw___attribute, tok::kw__Alignas)) return &in[open - 1];
  return nullptr;
}

// Does this brace open the body of the struct, union or enum that was named last? Attributes may stand before its name.
bool Annotator::opensTag(int i) const {
  int next = lastTag.in + 1;
  if (lastTag.in < 0) return false;
  while (next < i && in[next].is(tok::kw___attribute)) next = closing(next + 1, i) + 1;
  return next == i || (next == i - 1 && in[next].is(tok::identifier));
}

// Does a part of a statement begin here, where another part has ended: else, or the while of a do?
bool Annotator::continuesStatement(int i) {
  int &dos = opened.back().dos;
  if (in[i].is(tok::kw_do)) dos++;
  return in[i].is(tok::kw_else) || (in[i].is(tok::kw_while) && atStatementEnd && dos > 0 && dos--);
}

void Annotator::track(int i) {
  if (in[i].is(tok::l_square)) squares++;
  if (in[i].is(tok::r_square)) squares--;
  if (braces == 0 && opened.back().parens == 0 && startsOldStyle(i))
    oldStyle = true, definitionStart = opened.back().statementStart;
  if (in[i].is(tok::l_paren)) opened.back().parens++, openParens.push_back(i);
  if (in[i].is(tok::r_paren)) {
    opened.back().parens--, closedParen = i, itsOpener = openParens.empty() ? -1 : openParens.back();
    if (!openParens.empty()) openParens.pop_back();
  }
  if (in[i].is(tok::kw_case)) caseLabel = 1;
  else if (caseLabel > 0) caseLabel += in[i].is(tok::question) - in[i].is(tok::colon);
  if (in[i].isOneOf(tok::kw_struct, tok::kw_union, tok::kw_enum)) lastTag = {i, (int)out.size()};
  bool continues = continuesStatement(i);
  if (atStatementEnd && !continues && opened.back().statementStart >= 0)
    opened.back().statementStart = (int)out.size();
  atStatementEnd = in[i].is(tok::semi) && opened.back().parens == 0;
  if (in[i].is(tok::l_brace)) {
    opened.push_back({opensBlock(i) ? 0 : -1, 0, opensTag(i) ? lastTag.out : -1});
    braces++, oldStyle = false;
    atStatementEnd = true;
  }
  if (in[i].is(tok::r_brace)) {
    if (braces > 0) braces--;
    bool block = opened.back().statementStart >= 0;
    if (opened.back().tag >= 0) closedTag = {i, opened.back().tag};
    if (opened.size() > 1) opened.pop_back();
    atStatementEnd = block && opened.back().parens == 0;
  }
}

// Does this brace open a block? A block follows the ) of a function or statement, another statement, else, do or a
// label. Other braces belong to initialisers and types.
bool Annotator::opensBlock(int i) const {
  if (i == 0) return false;
  if (word(i - 1) == Word::Statement) return true;
  if (in[i - 1].is(tok::r_paren) && closedParen == i - 1 && itsOpener > 0)
    return in[itsOpener - 1].isOneOf(tok::identifier, tok::r_paren, tok::kw_if, tok::kw_for, tok::kw_while,
                                     tok::kw_switch, tok::kw___attribute, tok::kw_asm);
  return in[i - 1].isOneOf(tok::r_paren, tok::semi, tok::l_brace, tok::r_brace, tok::kw_else, tok::kw_do, tok::colon) ||
         (in[i - 1].is(tok::l_paren) && braces > 0);
}

// Does the definition of a K&R function continue here, as in f(a, b) int a; { … }?
bool Annotator::startsOldStyle(int i) const {
  return closedParen >= 0 && closedParen == i - 1 && itsOpener > 0 &&
         in[itsOpener - 1].isOneOf(tok::identifier, tok::r_paren) && !name(i).empty() &&
         !in[i].isOneOf(tok::kw___attribute, tok::kw_asm);
}
