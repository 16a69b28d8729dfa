// SPDX-License-Identifier: BSD-3-Clause
// Which tokens are words of UPC, of UPC 1.0 or names of plain C; new tokens; matching brackets.
#include "tokens/annotate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

static const std::pair<const char *, Word> wordsOfUpc[] = {
    {"shared", Word::Shared}, {"strict", Word::Strict}, {"relaxed", Word::Relaxed},
    {"upc_forall", Word::Forall}, {"upc_fence", Word::Fence},
    {"upc_barrier", Word::Synchronise}, {"upc_notify", Word::Synchronise}, {"upc_wait", Word::Synchronise},
    {"upc_localsizeof", Word::SizeOf}, {"upc_blocksizeof", Word::SizeOf}, {"upc_elemsizeof", Word::SizeOf},
    {"THREADS", Word::Threads}};

Annotator::Annotator(Preprocessor &pp, TokenStream &stream, const AnnotateOptions &options)
    : options(options), in(stream.source), out(stream.parsed), pp(pp), sm(pp.getSourceManager()), stream(stream) {
  for (auto [name, word] : wordsOfUpc) words[pp.getIdentifierInfo(name)] = word;
  for (auto k = Known<Extension>::newest; k; k = k->next) {
    for (const StatementWord &s : k->object.statements) words[pp.getIdentifierInfo(s.name)] = Word::Statement;
    for (const Qualifier &q : k->object.qualifiers) words[pp.getIdentifierInfo(q.name)] = Word::Qualifier;
    for (const ConstantWord &c : k->object.constants) words[pp.getIdentifierInfo(c.name)] = Word::Constant;
  }
}

const IdentifierInfo *Annotator::identifier(int i) const {
  return in[i].isAnnotation() || in[i].isLiteral() ? nullptr : in[i].getIdentifierInfo();
}

StringRef Annotator::name(int i) const {
  const IdentifierInfo *info = identifier(i);
  return info ? info->getName() : StringRef();
}

Word Annotator::word(int i) const {
  const IdentifierInfo *info = identifier(i);
  if (!info || i < stream.firstVisible) return Word::None;
  StringRef spelling = info->getName();
  Word found = words.lookup(info);
  if (spelling == "forall" && oldForall(i)) found = Word::Forall;
  if (oldStatement(i)) found = spelling == "fence" ? Word::Fence : Word::Synchronise;
  // In system headers and plain C these words are names.
  if (found != Word::None && (stream.plainCAt(i) || stream.fromSystem(sm, in[i].getLocation()))) return Word::None;
  return found;
}

// A name that the parser would take for one of our own declarations (the prelude in translate.cpp).
bool Annotator::isNameInPlainC(int i) const {
  if (!stream.plainCAt(i)) return false;
  return llvm::StringSwitch<bool>(name(i))
      .Case("THREADS", true).Case("MYTHREAD", true).Case("upc_barrier", true).Case("upc_notify", true)
      .Case("upc_wait", true).Case("upc_fence", true)
      .Default(false);
}

// Is this a C file that uses shared, strict or relaxed as a name and has no other word of UPC?
bool Annotator::isPlainC() const {
  bool name = false;
  for (int i = stream.firstVisible; i + 1 < (int)in.size(); i++) {
    StringRef spelling = this->name(i);
    if (spelling.empty() || stream.fromSystem(sm, in[i].getLocation())) continue;
    if (spelling.starts_with("upc_") || spelling == "MYTHREAD" || spelling == "THREADS") return false;
    if ((spelling == "shared" || spelling == "strict" || spelling == "relaxed") &&
        in[i + 1].isOneOf(tok::semi, tok::equal, tok::comma, tok::r_paren, tok::plus, tok::minus, tok::period,
                          tok::arrow))
      name = true;
  }
  return name;
}

// forall (a; b; c; d) of UPC 1.0. No call in C has semicolons between its parentheses.
bool Annotator::oldForall(int i) const {
  if (i + 1 >= (int)in.size() || in[i + 1].isNot(tok::l_paren)) return false;
  int semis = 0;
  OpenBrackets inside;
  for (int k = i + 2, close = closing(i + 1, (int)in.size()); k < close; k++) {
    inside.pass(in[k]);
    if (inside.none() && in[k].is(tok::semi)) semis++;
  }
  return semis == 3;
}

// May a statement begin here, judging by the token before?
bool Annotator::beginsStatement(int i) const {
  return in[i - 1].isAnnotation() || in[i - 1].isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::r_paren,
                                                       tok::r_square, tok::kw_else, tok::kw_do, tok::colon);
}

// Does a declaration begin with this word of C?
static bool beginsDeclaration(const Token &token) {
  return token.isOneOf(tok::kw_void, tok::kw_char, tok::kw_short, tok::kw_int, tok::kw_long, tok::kw_float,
                       tok::kw_double, tok::kw_signed, tok::kw_unsigned, tok::kw__Bool, tok::kw__Complex,
                       tok::kw___int128, tok::kw_struct, tok::kw_union, tok::kw_enum) ||
         token.isOneOf(tok::kw_const, tok::kw_volatile, tok::kw_restrict, tok::kw__Atomic, tok::kw_typedef,
                       tok::kw_extern, tok::kw_static, tok::kw_register, tok::kw_auto, tok::kw_inline, tok::kw_typeof,
                       tok::kw___auto_type, tok::kw__Thread_local, tok::kw__Alignas, tok::kw__Static_assert);
}

// Is this a word with which a statement or a declaration begins, and which no expression has outside of brackets? Or a
// name before another one: the type in `size_t n`?
bool Annotator::onlyBeginsStatements(int i) const {
  Word word = this->word(i);
  return word == Word::Synchronise || word == Word::Fence || word == Word::Forall || word == Word::Shared ||
         beginsDeclaration(in[i]) || (in[i].is(tok::identifier) && in[i + 1].is(tok::identifier)) ||
         in[i].isOneOf(tok::kw_if, tok::kw_else, tok::kw_for, tok::kw_while, tok::kw_do, tok::kw_switch, tok::kw_return,
                       tok::kw_break, tok::kw_continue, tok::kw_goto);
}

// barrier; barrier 3; notify; wait; fence; of UPC 1.0. As expressions they would have no effect.
bool Annotator::oldStatement(int i) const {
  if (i + 1 >= (int)in.size() || !in[i + 1].isOneOf(tok::semi, tok::numeric_constant)) return false;
  if (i == 0 || !beginsStatement(i)) return false;
  StringRef word = name(i);
  return word == "barrier" || word == "notify" || word == "wait" || word == "fence";
}

// UPC 1.0 had no upc_ in front of its words. The first one in a file is reported.
void Annotator::oldWord(int i) {
  std::string word = name(i).str();
  std::string message = "'" + word + "' is a word of UPC 1.0; its name is 'upc_" + word + "' now";
  if (options.pedanticUpc) return error(i, message + "; refused under -pedantic-upc");
  if (!oldWordReported) report(pp.getDiagnostics(), in[i].getLocation(), message, /*warning=*/true);
  oldWordReported = true;
}

// Chooses a prime for THREADS: no number in the file is a multiple of it, nor one of those behind it.
void Annotator::chooseMark() {
  std::vector<unsigned long> numbers;
  for (int i = stream.firstVisible; i < (int)in.size(); i++)
    if (in[i].is(tok::numeric_constant) && in[i].getLength() >= 6)
      numbers.push_back(std::strtoul(pp.getSpelling(in[i]).c_str(), nullptr, 0));
  for (unsigned long prime : {1146833, 1155841, 1164841, 1173841, 1182847, 1191847, 1200869, 1209877}) {
    stream.threadsMark = (long)prime;
    if (llvm::none_of(numbers, [&](unsigned long n) {
          return n && (n % prime == 0 || (n > prime && n - prime <= ThreadsSizes::Most));
        }))
      break;
  }
}

// Notes main(int argc, char *argv), which old programs have.
void Annotator::mainParameters(int open, int to) {
  int close = closing(open, to), comma = open, pointers = 0, depth = 0;
  for (int k = open + 1; k < close; k++) {
    if (in[k].isOneOf(tok::l_paren, tok::l_square)) depth++;
    if (in[k].isOneOf(tok::r_paren, tok::r_square)) depth--;
    if (in[k].is(tok::comma) && depth == 0) comma = comma == open ? k : close;
    if (comma > open && k > comma && in[k].isOneOf(tok::star, tok::l_square)) pointers++;
  }
  stream.oddMain |= comma > open && comma < close && close + 1 < to && in[close + 1].is(tok::l_brace) && pointers < 2;
}

void Annotator::put(tok::TokenKind kind, SourceLocation at) {
  Token token;
  token.startToken();
  token.setKind(kind);
  token.setLocation(at);
  token.setLength(1);
  out.push_back(token);
}

void Annotator::put(const std::string &identifier, SourceLocation at) {
  Token token;
  token.startToken();
  IdentifierInfo *info = pp.getIdentifierInfo(identifier);
  token.setIdentifierInfo(info);
  token.setKind(info->getTokenID());
  token.setLocation(at);
  token.setLength(identifier.size());
  out.push_back(token);
}

void Annotator::putLiteral(tok::TokenKind kind, const std::string &text, SourceLocation at) {
  Token token;
  token.startToken();
  token.setKind(kind);
  pp.CreateString(text, token);
  token.setLocation(at); // for messages; the text of the literal is elsewhere
  out.push_back(token);
}

// The index of the bracket that closes in[open], or end.
int Annotator::closing(int open, int end) const {
  OpenBrackets brackets;
  for (int i = open; i < end; i++) {
    brackets.pass(in[i]);
    if (brackets.none()) return in[i].isOneOf(tok::r_paren, tok::r_square, tok::r_brace) ? i : end;
  }
  return end;
}

// The index of the bracket that closes in[i], if it is one that opens; else i.
int Annotator::pairedWith(int i, int end) const {
  if (!in[i].isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) return i;
  int close = closing(i, end);
  return close < end ? close : i;
}

// Is '[' the innermost bracket that is open before in[i]?
bool Annotator::inSquares(int i) const {
  llvm::SmallVector<tok::TokenKind, 16> awaited;
  while (--i >= stream.firstVisible) {
    tok::TokenKind kind = in[i].getKind();
    if (kind == tok::r_paren) awaited.push_back(tok::l_paren);
    else if (kind == tok::r_square) awaited.push_back(tok::l_square);
    else if (kind == tok::r_brace) awaited.push_back(tok::l_brace);
    else if (kind == tok::l_paren || kind == tok::l_brace)
      while (!awaited.empty() && awaited.back() == tok::l_square) awaited.pop_back(); // `:>` of sections
    else if (kind == tok::l_square && opensSection(i)) continue;
    else if (kind != tok::l_square && kind != tok::semi) continue;
    if (awaited.empty()) return kind == tok::l_square;
    if (kind == awaited.back()) awaited.pop_back();
  }
  return false;
}
