// SPDX-License-Identifier: BSD-3-Clause
// Stage 2: from UPC's tokens to C's. One pass that knows the spelling of UPC and not its meaning:
//
//   shared [4] int A[N];              __attribute__((btf_type_tag("upc.7"))) int A[N];
//   upc_forall (a; b; c; d) s         for (a; b; c, (void)(d)) s
//   upc_barrier e;                    upc_barrier(1, (e));
//   upc_blocksizeof(x)                an enumerator with its value, see sizeOperator
//   f(A<i, lo:hi>)                    f(__upc_section(A, 2, 0, (long long)(i), …))
//
// Inserted tokens borrow the location of the token they stand for or beside.
#include "tokens.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace {

enum class Word { None, Shared, Strict, Relaxed, Forall, Synchronise, Fence, SizeOf, Threads };

Word wordOf(StringRef spelling) {
  return llvm::StringSwitch<Word>(spelling)
      .Case("shared", Word::Shared).Case("strict", Word::Strict).Case("relaxed", Word::Relaxed)
      .Case("upc_forall", Word::Forall).Case("upc_fence", Word::Fence)
      .Cases("upc_barrier", "upc_notify", "upc_wait", Word::Synchronise)
      .Cases("upc_localsizeof", "upc_blocksizeof", "upc_elemsizeof", Word::SizeOf)
      .Case("THREADS", Word::Threads).Default(Word::None);
}

// Which arguments of a library call are sections (bit i: argument i), and which functions take an array's name.
unsigned sectionArguments(StringRef name) {
  name.consume_back("_nb");
  return llvm::StringSwitch<unsigned>(name)
      .Cases("upc_stride_broadcast", "upc_stride_scatter", "upc_stride_scatterv", "upc_haveaffinity", 1)
      .Cases("upc_stride_gather", "upc_stride_gatherv", "upc_stride_reduce", 2)
      .Cases("upc_stride_exchange", "upc_stride_exchangev", "upc_stride_gather_all", "upc_stride_gather_allv", 3)
      .Cases("upc_stride_permute", "upc_stride_reduce_all", "upc_stride_prefix_reduce", "upc_stride_copy", 3)
      .Default(0);
}
int arrayArgument(StringRef name) {
  return llvm::StringSwitch<int>(name)
      .Cases("upc_stride_mapped", "upc_stride_nblocks", "upc_stride_owner", "upc_stride_at", "upc_stride_section", 0)
      .Case("upc_stride_section_here", 2)
      .Default(-1);
}

class Annotator {
public:
  Annotator(Preprocessor &pp, TokenStream &stream, const AnnotateOptions &options)
      : pp(pp), sm(pp.getSourceManager()), stream(stream), options(options), in(stream.source), out(stream.parsed) {}

  void run() {
    out.reserve(in.size() + in.size() / 4);
    int last = (int)in.size() - 1; // the end-of-file token
    if (options.cSource && isPlainC()) stream.plainC[0] = true;
    emit(0, last);
    out.push_back(in[last]);
  }

private:
  Preprocessor &pp;
  SourceManager &sm;
  TokenStream &stream;
  const AnnotateOptions &options;
  const std::vector<Token> &in;
  std::vector<Token> &out;
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
  int closedTag = -1, closedTagOut = -1; // the last token of such a type with its body, in `in`; its first, in `out`

  void error(int at, const std::string &message) { report(pp.getDiagnostics(), in[at].getLocation(), message); }

  StringRef name(int i) const {
    const IdentifierInfo *info = in[i].isAnnotation() || in[i].isLiteral() ? nullptr : in[i].getIdentifierInfo();
    return info ? info->getName() : StringRef();
  }
  Word word(int i) const {
    StringRef spelling = name(i);
    if (spelling.empty() || i < stream.firstVisible) return Word::None;
    Word found = wordOf(spelling);
    if (spelling == "forall" && oldForall(i)) found = Word::Forall;
    if (oldStatement(i)) found = spelling == "fence" ? Word::Fence : Word::Synchronise;
    // `shared` and its kin are words of C in the system's headers.
    if (found != Word::None && (stream.plainCAt(i) || stream.fromSystem(sm, in[i].getLocation()))) return Word::None;
    return found;
  }

  // A C file that uses `shared` or its kin as a name, and no other word of UPC.
  bool isPlainC() const {
    bool name = false;
    for (int i = stream.firstVisible; i + 1 < (int)in.size(); i++) {
      StringRef spelling = this->name(i);
      if (spelling.empty() || stream.fromSystem(sm, in[i].getLocation())) continue;
      if (spelling.starts_with("upc_") || spelling == "MYTHREAD" || spelling == "THREADS") return false;
      if ((spelling == "shared" || spelling == "strict" || spelling == "relaxed") &&
          in[i + 1].isOneOf(tok::semi, tok::equal, tok::comma, tok::r_paren, tok::plus, tok::minus, tok::period, tok::arrow))
        name = true;
    }
    return name;
  }

  // forall (a; b; c; d), UPC 1.0's word: no call of C has semicolons between its parentheses.
  bool oldForall(int i) const {
    if (i + 1 >= (int)in.size() || in[i + 1].isNot(tok::l_paren)) return false;
    int semis = 0, depth = 0;
    for (int k = i + 1; k < (int)in.size(); k++) {
      if (in[k].isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) depth++;
      if (in[k].isOneOf(tok::r_paren, tok::r_square, tok::r_brace) && --depth == 0) break;
      if (depth == 1 && in[k].is(tok::semi)) semis++;
    }
    return semis == 3;
  }

  // barrier; and its kin, UPC 1.0's words: as expressions they would do nothing.
  bool oldStatement(int i) const {
    if (i + 1 >= (int)in.size() || in[i + 1].isNot(tok::semi) || i == 0) return false;
    if (!in[i - 1].isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::r_paren, tok::kw_else, tok::kw_do, tok::colon)) return false;
    return llvm::StringSwitch<bool>(name(i)).Cases("barrier", "notify", "wait", "fence", true).Default(false);
  }

  // int main(int argc, char *argv): old programs have such.
  void mainParameters(int open, int to) {
    int close = closing(open, to), comma = open, pointers = 0, depth = 0;
    for (int k = open + 1; k < close; k++) {
      if (in[k].isOneOf(tok::l_paren, tok::l_square)) depth++;
      if (in[k].isOneOf(tok::r_paren, tok::r_square)) depth--;
      if (in[k].is(tok::comma) && depth == 0) comma = comma == open ? k : close;
      if (comma > open && k > comma && in[k].isOneOf(tok::star, tok::l_square)) pointers++;
    }
    stream.oddMain |= comma > open && comma < close && close + 1 < to && in[close + 1].is(tok::l_brace) && pointers < 2;
  }

  // ---- Making tokens
  void put(tok::TokenKind kind, SourceLocation at) {
    Token token;
    token.startToken();
    token.setKind(kind);
    token.setLocation(at);
    token.setLength(1);
    out.push_back(token);
  }
  void put(const std::string &identifier, SourceLocation at) {
    Token token;
    token.startToken();
    IdentifierInfo *info = pp.getIdentifierInfo(identifier);
    token.setIdentifierInfo(info);
    token.setKind(info->getTokenID());
    token.setLocation(at);
    token.setLength(identifier.size());
    out.push_back(token);
  }
  void putLiteral(tok::TokenKind kind, const std::string &text, SourceLocation at) {
    Token token;
    token.startToken();
    token.setKind(kind);
    pp.CreateString(text, token);
    token.setLocation(at); // the text is the literal's own; only messages look at the location
    out.push_back(token);
  }
  void putNumber(long value, SourceLocation at) { putLiteral(tok::numeric_constant, std::to_string(value), at); }

  // ---- Finding the end of things
  int closing(int open, int end) const { // index of the bracket that closes in[open], or end
    int depth = 0;
    for (int i = open; i < end; i++) {
      if (in[i].isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) depth++;
      if (in[i].isOneOf(tok::r_paren, tok::r_square, tok::r_brace) && --depth == 0) return i;
    }
    return end;
  }

  // The ')' of a call. Square brackets are not looked at: `:>` may be two characters of a section.
  int closingParen(int open, int end) const {
    int depth = 0;
    for (int i = open; i < end; i++) {
      if (in[i].is(tok::l_paren)) depth++;
      if (in[i].is(tok::r_paren) && --depth == 0) return i;
    }
    return end;
  }

  // ---- The pass
  void emit(int from, int to) {
    for (int i = from; i < to;) i = one(i, to);
  }

  int one(int i, int to) {
    track(i);
    switch (word(i)) {
    case Word::Shared: case Word::Strict: case Word::Relaxed: return qualifier(i, to);
    case Word::Forall: return forall(i, to);
    case Word::Synchronise: return synchronise(i, to);
    case Word::Fence:
      put("upc_fence", in[i].getLocation());
      put(tok::l_paren, in[i].getLocation());
      put(tok::r_paren, in[i].getLocation());
      return i + 1;
    case Word::SizeOf: return sizeOperator(i, to);
    case Word::Threads:
      if (squares > 0 && options.dynamicThreads) {
        putLiteral(tok::numeric_constant, std::to_string(threadsMark) + "L", in[i].getLocation());
        return i + 1;
      }
      break;
    case Word::None: break;
    }
    if (in[i].is(tok::kw_sizeof) && i >= stream.firstVisible && (braces == 0 || squares > 0 || inLayout) &&
        !stream.fromSystem(sm, in[i].getLocation()))
      return sizeOperator(i, to);
    if (in[i].is(tok::kw__Static_assert) || (in[i].is(tok::kw_static_assert))) return staticAssert(i, to);
    if (i + 1 < to && in[i + 1].is(tok::l_paren)) {
      StringRef function = name(i);
      if (braces == 0 && function == "main") mainParameters(i + 1, to);
      if (function.starts_with("upc_"))
        if (sectionArguments(function) || (arrayArgument(function) >= 0 && !options.pedanticUpc))
          return libraryCall(i, to, sectionArguments(function), arrayArgument(function));
    }
    out.push_back(in[i]);
    return i + 1;
  }

  void track(int i) {
    if (in[i].is(tok::l_square)) squares++;
    if (in[i].is(tok::r_square)) squares--;
    if (braces == 0 && parens.back() == 0 && startsOldStyle(i)) oldStyle = true, definitionStart = statementStart.back();
    if (in[i].is(tok::l_paren)) parens.back()++, openParens.push_back(i);
    if (in[i].is(tok::r_paren)) {
      parens.back()--, closedParen = i, itsOpener = openParens.empty() ? -1 : openParens.back();
      if (!openParens.empty()) openParens.pop_back();
    }
    if (in[i].isOneOf(tok::kw_struct, tok::kw_union, tok::kw_enum)) tag = i, tagOut = (int)out.size();
    if (atStatementEnd && statementStart.back() >= 0) statementStart.back() = (int)out.size();
    atStatementEnd = in[i].is(tok::semi) && parens.back() == 0;
    if (in[i].is(tok::l_brace)) {
      tagOfBrace.push_back(tag >= 0 && (tag == i - 1 || (tag == i - 2 && in[i - 1].is(tok::identifier))) ? tagOut : -1);
      statementStart.push_back(opensBlock(i) ? 0 : -1);
      braces++, oldStyle = false;
      parens.push_back(0);
      atStatementEnd = true;
    }
    if (in[i].is(tok::r_brace)) {
      braces--;
      bool block = statementStart.back() >= 0;
      if (tagOfBrace.back() >= 0) closedTag = i, closedTagOut = tagOfBrace.back();
      if (statementStart.size() > 1) statementStart.pop_back(), parens.pop_back(), tagOfBrace.pop_back();
      atStatementEnd = block && parens.back() == 0;
    }
  }

  // A block follows the ) of a function or statement, another statement, else, do, a label; an initialiser or a
  // struct's body anything else.
  bool opensBlock(int i) const {
    if (i == 0) return false;
    if (in[i - 1].is(tok::r_paren) && closedParen == i - 1 && itsOpener > 0)
      return in[itsOpener - 1].isOneOf(tok::identifier, tok::r_paren, tok::kw_if, tok::kw_for, tok::kw_while, tok::kw_switch,
                                       tok::kw___attribute, tok::kw_asm);
    return in[i - 1].isOneOf(tok::r_paren, tok::semi, tok::l_brace, tok::r_brace, tok::kw_else, tok::kw_do, tok::colon) ||
           (in[i - 1].is(tok::l_paren) && braces > 0);
  }

  // f(a, b) int a: a word of a declaration where a function's body, or the end of its declaration, is due.
  bool startsOldStyle(int i) const {
    return closedParen >= 0 && closedParen == i - 1 && itsOpener > 0 && in[itsOpener - 1].isOneOf(tok::identifier, tok::r_paren) &&
           !name(i).empty() && !in[i].isOneOf(tok::kw___attribute, tok::kw_asm);
  }

  // shared, with its layout; strict; relaxed
  int qualifier(int i, int to, bool begins = false) {
    Layout layout;
    SourceLocation at = in[i].getLocation();
    layout.location = at;
    Word kind = word(i);
    layout.shared = kind == Word::Shared;
    layout.strict = kind == Word::Strict;
    layout.relaxed = kind == Word::Relaxed;
    int id = stream.layouts.add(layout); // before its brackets, which may hold layouts of their own
    int next = i + 1;
    if (kind == Word::Shared) {
      while (next < to && in[next].is(tok::l_square)) {
        int close = closing(next, to);
        if (close == to) return error(next, "this '[' of a layout qualifier is never closed"), to;
        layout.brackets.push_back(bracket(id, (int)layout.brackets.size(), next, close));
        next = close + 1;
      }
      next = gridName(layout, next, to);
      if (next < to && in[next].isOneOf(tok::semi, tok::equal))
        error(i, "'" + name(i).str() + "' is a keyword of UPC and cannot be a name");
      if (options.pedanticUpc && layout.multiBlocked())
        error(i, "a multi-blocked layout is an extension, refused under -pedantic-upc");
    }
    if (kind != Word::Shared && next < to && in[next].isOneOf(tok::semi, tok::equal))
      error(i, "'" + name(i).str() + "' is a keyword of UPC and cannot be a name");
    stream.layouts[id] = layout;
    if (oldStyle && next < to && (begins || in[i - 1].isOneOf(tok::r_paren, tok::semi))) { // K&R: must follow a type specifier
      if (word(next) != Word::None) {
        next = qualifier(next, to, true);
      } else if (!name(next).empty()) {
        bool tagged = in[next].isOneOf(tok::kw_struct, tok::kw_union, tok::kw_enum);
        out.push_back(in[next++]);
        if (tagged && next < to) out.push_back(in[next++]);
      }
    }
    int start = (int)out.size();
    bool afterBody = closedTag >= 0 && closedTag == i - 1; // struct { … } shared: behind the } a tag would be the struct's
    if (afterBody) at = out[closedTagOut].getLocation();
    put("__attribute__", at);
    put(tok::l_paren, at); put(tok::l_paren, at);
    put("btf_type_tag", at);
    put(tok::l_paren, at);
    putLiteral(tok::string_literal, "\"upc." + std::to_string(id) + "\"", at);
    put(tok::r_paren, at); put(tok::r_paren, at); put(tok::r_paren, at);
    if (afterBody) {
      std::rotate(out.begin() + closedTagOut, out.begin() + start, out.end());
      closedTag = next - 1;
    }
    return next;
  }

  Bracket bracket(int id, int dimension, int open, int close) {
    Bracket b;
    b.location = in[open].getLocation();
    if (close == open + 1) return b;
    if (close == open + 2 && in[open + 1].is(tok::star)) {
      b.kind = Bracket::Star;
      return b;
    }
    b.kind = Bracket::Value;
    for (int i = open + 1; i < close; i++) b.text += (i > open + 1 && in[i].hasLeadingSpace() ? " " : "") + pp.getSpelling(in[i]);
    for (int i = open + 1; i < close; i++)
      if (options.dynamicThreads && word(i) == Word::Threads) {
        error(i, "a block size cannot depend on THREADS in the dynamic THREADS environment; [*] spreads evenly");
        return b;
      }
    int key = id * 8 + dimension, start = oldStyle ? definitionStart : statementStart.back();
    // Evaluated in front of the statement or declaration, where its names mean the same.
    if (start < 0)
      for (size_t k = statementStart.size(); k-- > 0 && start < 0;) start = statementStart[k];
    if (start < (int)out.size() && out[start].isOneOf(tok::kw_else, tok::kw_while)) start = statementStart[0];
    std::vector<Token> rest(out.begin() + start, out.end());
    out.resize(start);
    blockSize(key, open + 1, close);
    int grown = (int)out.size() - start;
    for (int &s : statementStart) if (s > start) s += grown;
    for (int &t : tagOfBrace) if (t >= start) t += grown;
    if (tagOut >= start) tagOut += grown;
    if (closedTagOut >= start) closedTagOut += grown;
    out.insert(out.end(), rest.begin(), rest.end());
    return b;
  }

  int gridName(Layout &layout, int next, int to) {
    if (!(next + 2 < to && in[next].is(tok::l_paren) && in[next + 1].is(tok::identifier) && in[next + 2].is(tok::r_paren)))
      return next;
    for (const Grid &grid : stream.grids)
      if (grid.name == name(next + 1)) {
        layout.grid = grid.name;
        layout.gridLocation = in[next + 1].getLocation();
        return next + 3;
      }
    if (!layout.brackets.empty())
      error(next + 1, "no '#pragma processors " + name(next + 1).str() + "(...)' names this processor grid");
    return layout.brackets.empty() ? next : next + 3;
  }

  // sizeof, upc_blocksizeof and its kin are constants that Clang must know while it parses (sizeof where a constant may
  // be needed: at file scope, in brackets):
  //   (sizeof(struct upc_operand_7 { __typeof__(x) *p; }) * 0 + upc_operator_7)
  // The name at the end is declared when Clang looks for it, with the value the operand's type gives (operators.h).
  int sizeOperator(int i, int to) {
    SourceLocation at = in[i].getLocation();
    int end = i + 1;
    if (end < to && in[end].is(tok::l_paren)) {
      end = closing(end, to) + 1;
      while (end < to && in[end].isOneOf(tok::l_square, tok::period, tok::arrow)) // (a)[1], (s).x
        end = in[end].is(tok::l_square) ? closing(end, to) + 1 : end + 2;
    } else {
      while (end < to && in[end].isOneOf(tok::star, tok::amp)) end++;
      if (end < to && in[end].is(tok::identifier)) end++;
      while (end < to && in[end].isOneOf(tok::l_square, tok::l_paren, tok::period, tok::arrow))
        end = in[end].isOneOf(tok::l_square, tok::l_paren) ? closing(end, to) + 1 : end + 2;
    }
    if (end > to || end == i + 1 || (end < to && in[end].is(tok::l_brace))) {
      if (in[i].is(tok::kw_sizeof)) return out.push_back(in[i]), i + 1; // a literal, a compound literal
      return error(i, "'" + name(i).str() + "' needs an operand"), i + 1;
    }
    std::string number = std::to_string(stream.operators.size());
    stream.operators.push_back({name(i).str(), at});
    put(tok::l_paren, at);
    put("sizeof", at); put(tok::l_paren, at); put("struct", at); put("upc_operand_" + number, at); put(tok::l_brace, at);
    put("__typeof__", at);
    bool parenthesised = in[i + 1].is(tok::l_paren) && closing(i + 1, to) == end - 1;
    if (!parenthesised) put(tok::l_paren, at);
    emit(i + 1, end);
    SourceLocation last = in[end - 1].getLocation();
    if (!parenthesised) put(tok::r_paren, last);
    put(tok::star, last); put("p", last); put(tok::semi, last); put(tok::r_brace, last); put(tok::r_paren, last);
    put(tok::star, last); putNumber(0, last); put(tok::plus, last); put("upc_operator_" + number, last);
    put(tok::r_paren, last);
    return end;
  }

  // _Static_assert(E, …) with a size in it is parsed as (E) || 1: only the C compiler knows the sizes of UPC's types.
  int staticAssert(int i, int to) {
    out.push_back(in[i]);
    if (i + 1 == to || in[i + 1].isNot(tok::l_paren)) return i + 1;
    int close = closing(i + 1, to), end = i + 2, depth = 0;
    bool sizes = false;
    for (; end < close && !(depth == 0 && in[end].is(tok::comma)); end++) {
      if (in[end].isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) depth++;
      if (in[end].isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) depth--;
      sizes |= in[end].isOneOf(tok::kw_sizeof, tok::kw__Alignof) || word(end) == Word::SizeOf || word(end) == Word::Threads;
    }
    out.push_back(in[i + 1]);
    if (!sizes) return i + 2;
    put(tok::l_paren, in[i + 1].getLocation());
    emit(i + 2, end);
    put(tok::r_paren, in[end - 1].getLocation());
    put(tok::pipepipe, in[i].getLocation());
    putNumber(1, in[i].getLocation());
    emit(end, close);
    out.push_back(in[close]);
    return close + 1;
  }

  int synchronise(int i, int to) {
    int end = i + 1, depth = 0;
    for (; end < to && !(depth == 0 && in[end].is(tok::semi)); end++) {
      if (in[end].isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) depth++;
      if (in[end].isOneOf(tok::r_paren, tok::r_square, tok::r_brace) && depth-- == 0) break;
    }
    if (end == to || in[end].isNot(tok::semi))
      return error(i, "'" + name(i).str() + "' is a statement and must end in ';'"), end;
    SourceLocation at = in[i].getLocation(), last = in[end - 1].getLocation();
    put(name(i).starts_with("upc_") ? name(i).str() : "upc_" + name(i).str(), at);
    put(tok::l_paren, at);
    putNumber(end > i + 1, at);
    put(tok::comma, at);
    if (end == i + 1) putNumber(0, at);
    else { put(tok::l_paren, at); emit(i + 1, end); put(tok::r_paren, last); }
    put(tok::r_paren, last);
    return end;
  }

  int forall(int i, int to) {
    SourceLocation at = in[i].getLocation();
    if (i + 1 == to || in[i + 1].isNot(tok::l_paren)) return error(i, "expected '(' after 'upc_forall'"), i + 1;
    int close = closing(i + 1, to);
    std::vector<int> semis;
    for (int k = i + 2, depth = 0; k < close; k++) {
      if (in[k].isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) depth++;
      if (in[k].isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) depth--;
      if (depth == 0 && in[k].is(tok::semi)) semis.push_back(k);
    }
    if (semis.size() != 3) {
      error(i, "upc_forall takes four fields, 'init; condition; increment; affinity', and this has " +
                   std::to_string(semis.size() + 1));
      return close + 1;
    }
    int affinity = semis[2] + 1;
    bool none = affinity == close || (affinity + 1 == close && in[affinity].is(tok::kw_continue));
    stream.forallAffinity[at.getRawEncoding()] = !none;
    put("for", at);
    emit(i + 1, semis[2]);
    if (!none) {
      SourceLocation semi = in[semis[2]].getLocation(), last = in[close - 1].getLocation();
      if (semis[2] > semis[1] + 1) put(tok::comma, semi);
      put(tok::l_paren, semi); put("void", semi); put(tok::r_paren, semi);
      put(tok::l_paren, semi);
      emit(affinity, close);
      put(tok::r_paren, last);
    }
    out.push_back(in[close]);
    return close + 1;
  }

  // ---- Sections
  int libraryCall(int i, int to, unsigned sections, int array) {
    int close = closingParen(i + 1, to);
    if (close == to) return out.push_back(in[i]), i + 1;
    out.push_back(in[i]);
    out.push_back(in[i + 1]);
    int start = i + 2;
    for (int argument = 0; start <= close; argument++) {
      // A section runs to its '>', commas and all; any other argument to the next comma.
      int end = start, angle = argument < 32 && (sections >> argument & 1) ? sectionStart(start, close) : -1;
      if (angle >= 0) {
        int after = section(start, angle, close);
        if (after < 0) return close + 1;
        end = after;
      } else {
        for (int depth = 0; end < close && !(depth == 0 && in[end].is(tok::comma)); end++) {
          if (in[end].isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) depth++;
          if (in[end].isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) depth--;
        }
        bool wrapped = end == start + 3 && in[start].is(tok::l_paren);
        int name = start + wrapped; // A or (A)
        if (argument == array && !options.pedanticUpc && in[name].is(tok::identifier) && (wrapped || end == start + 1)) {
          put("__upc_array", in[name].getLocation());
          put(tok::l_paren, in[name].getLocation());
          typeOnly(name, name + 1);
          put(tok::r_paren, in[name].getLocation());
        } else {
          emit(start, end);
        }
      }
      if (end >= close) break;
      out.push_back(in[end]); // the comma
      start = end + 1;
    }
    out.push_back(in[close]);
    return close + 1;
  }

  static bool opens(const Token &token) { return token.is(tok::less) || (token.is(tok::l_square) && token.getLength() == 2); }
  static bool closes(const Token &token) { return token.is(tok::greater) || (token.is(tok::r_square) && token.getLength() == 2); }

  // The '<' of a section, where the argument is an array expression followed by one; else -1. The array is a name
  // with members and parenthesised parts, so anything with another operator stays C.
  int sectionStart(int start, int close) const {
    int i = start;
    if (in[i].is(tok::l_paren)) i = closing(i, close) + 1;
    else if (in[i].is(tok::identifier)) i++;
    else return -1;
    while (i < close) {
      if (opens(in[i])) return i;
      if (in[i].isOneOf(tok::period, tok::arrow) && i + 1 < close) i += 2;
      else if (in[i].isOneOf(tok::l_square, tok::l_paren)) i = closing(i, close) + 1;
      else return -1;
    }
    return -1;
  }

  // (__typeof__(E) *)0: an argument that may be anything, checked by us and not converted by Clang.
  void typeOnly(int from, int to) {
    SourceLocation at = in[from].getLocation();
    put(tok::l_paren, at); put("__typeof__", at); put(tok::l_paren, at);
    emit(from, to);
    put(tok::r_paren, at); put(tok::star, at); put(tok::r_paren, at);
    putNumber(0, at);
  }

  // One piece of an interval list: a separator or a run of tokens of an expression.
  struct Piece { int from, to; bool used = false; };

  int section(int start, int angle, int close) {
    if (options.pedanticUpc) return error(angle, "a section is an extension, refused under -pedantic-upc"), -1;
    std::vector<std::vector<Piece>> intervals(1, std::vector<Piece>(1));
    auto &first = intervals[0][0];
    first.from = first.to = angle + 1;
    auto grow = [&](int k) { Piece &p = intervals.back().back(); if (!p.used) p.from = k; p.to = k + 1; p.used = true; };
    auto colon = [&] { intervals.back().push_back(Piece{0, 0}); };
    if (in[angle].is(tok::l_square)) colon(); // `<:`
    int k = angle + 1;
    for (; k < close; k++) {
      const Token &t = in[k];
      if (t.is(tok::colon)) colon();
      else if (t.is(tok::coloncolon)) { colon(); colon(); }
      else if (t.is(tok::comma)) intervals.emplace_back(1, Piece{0, 0});
      else if (t.is(tok::greater)) break;
      else if (t.is(tok::r_square) && t.getLength() == 2) { colon(); break; } // `:>`
      else if (t.isOneOf(tok::less, tok::lessless, tok::greatergreater, tok::question))
        return error(k, "an operator '" + pp.getSpelling(t) + "' in a section must stand in parentheses"), -1;
      else if (t.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
        int end = closing(k, close);
        for (int m = k; m <= end && m < close; m++) grow(m);
        k = end;
      } else grow(k);
    }
    if (k >= close) return error(angle, "this '<' of a section is never closed by '>'"), -1;
    int after = k + 1;
    if (after < close && in[after].isNot(tok::comma))
      return error(after, "a section must be a whole argument of the call"), -1;

    SourceLocation at = in[start].getLocation(), end = in[k].getLocation();
    put("__upc_section", at);
    put(tok::l_paren, at);
    typeOnly(start, angle);
    put(tok::comma, at);
    putNumber((long)intervals.size(), at);
    for (auto &pieces : intervals)
      if (!interval(pieces, angle, at)) return -1;
    put(tok::r_paren, end);
    return after;
  }

  // kind, lo, step, hi
  bool interval(const std::vector<Piece> &pieces, int angle, SourceLocation at) {
    size_t used = 0;
    for (const Piece &p : pieces) used += p.used;
    bool all = used == 0 && pieces.size() <= 2;
    if (!all && (used != pieces.size() || pieces.size() > 3))
      return error(angle, "an interval of a section must be 'i', 'lo:hi', 'lo:step:hi' or ':'"), false;
    int kind = all ? 3 : (int)pieces.size() - 1;
    put(tok::comma, at);
    putNumber(kind, at);
    auto value = [&](int piece) {
      put(tok::comma, at);
      if (piece < 0) return putNumber(piece == -1 ? 1 : 0, at);
      put(tok::l_paren, at); put("long", at); put("long", at); put(tok::r_paren, at);
      put(tok::l_paren, at);
      emit(pieces[piece].from, pieces[piece].to);
      put(tok::r_paren, at);
    };
    if (kind == 3) value(-2), value(-1), value(-2);
    else if (kind == 0) value(0), value(-1), value(-2);
    else if (kind == 1) value(0), value(-1), value(1);
    else value(0), value(1), value(2);
    return true;
  }

  // A block size as an enumerator: Clang evaluates it.
  void blockSize(int key, int from, int to) {
    SourceLocation at = in[from].getLocation();
    put("enum", at);
    put(tok::l_brace, at);
    put("upc_b_" + std::to_string(key), at);
    put(tok::equal, at);
    put(tok::l_paren, at);
    inLayout = true;
    emit(from, to);
    inLayout = false;
    put(tok::r_paren, at);
    put(tok::r_brace, at);
    put(tok::semi, at);
  }
};

} // namespace

void annotate(Preprocessor &pp, TokenStream &stream, const AnnotateOptions &options) {
  Annotator(pp, stream, options).run();
}
