// SPDX-License-Identifier: BSD-3-Clause
// What a program may leave out, and is written here before anything else is annotated.
//
// Braces around the body of a statement of tasks, if it is a single statement:
//
//   upc_begin f(x);                              upc_begin { f(x); }
//   upc_sync for (i = 0; i < n; i++) upc_begin f(i);   upc_sync { for (i = 0; i < n; i++) upc_begin { f(i); } }
//   upc_cobegin { f(x); g(x); }                  upc_cobegin { { f(x); } { g(x); } }
//
// The call of an assignment to a section, a statement of its own:
//
//   A<0, :> = B<1, :>;                           upc_stride_copy(A<0, :>, B<1, :>, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
//
// An inserted token has a location of its own, as a token of a macro has. So lowering prints it as any other token, and
// messages name the line of the token beside it.
#include "tokens/annotate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

static bool isTaskWord(StringRef word) { return word == "upc_begin" || word == "upc_sync"; }
static bool isTaskHead(StringRef word) { return word == "upc_on" || word == "upc_coforall" || word == "upc_serial"; }

// A statement that begins here is no other use of the name before it: an expression would go on with an operator.
bool Annotator::beginsWithWord(int i) const {
  return !in[i].isAnnotation() && !in[i].isLiteral() && in[i].getIdentifierInfo() && in[i].isNot(tok::kw_else);
}

// Where the body of the statement of tasks at i begins, if it is a single statement without braces; else -1.
int Annotator::plainBody(int i, int to) const {
  bool begins = beginsStatement(i) || isTaskWord(name(i - 1));
  int body = i + 1;
  if (isTaskHead(name(i)) && in[body].is(tok::l_paren)) body = closing(body, to) + 1;
  else if (!isTaskWord(name(i))) return -1;
  bool placed = body < to && name(body) == "upc_on" && (name(i) == "upc_begin" || name(i) == "upc_coforall");
  return begins && !placed && body < to && beginsWithWord(body) ? body : -1;
}

// The index behind the statement that begins at i; -1 if it has no end.
int Annotator::behindStatement(int i, int to) const {
  while (i < to && in[i].isAnnotation()) i++;
  if (i >= to) return -1;
  auto behindHead = [&] {
    int close = i + 1 < to && in[i + 1].is(tok::l_paren) ? closing(i + 1, to) : to;
    return close < to ? behindStatement(close + 1, to) : -1;
  };
  if (in[i].is(tok::l_brace)) return closing(i, to) < to ? closing(i, to) + 1 : -1;
  if (in[i].is(tok::kw_if)) {
    int end = behindHead();
    return end >= 0 && end < to && in[end].is(tok::kw_else) ? behindStatement(end + 1, to) : end;
  }
  bool block = i + 1 < to && in[i + 1].is(tok::l_brace);
  if ((isTaskWord(name(i)) && (block || plainBody(i, to) >= 0 || name(i + 1) == "upc_on")) ||
      (name(i) == "upc_cobegin" && block))
    return behindStatement(i + 1, to);
  if (in[i].isOneOf(tok::kw_for, tok::kw_while, tok::kw_switch) || word(i) == Word::Forall || isTaskHead(name(i)))
    return behindHead();
  if (in[i].is(tok::kw_do)) i = behindStatement(i + 1, to);
  for (; i >= 0 && i < to && in[i].isNot(tok::r_brace); i++) {
    if (in[i].is(tok::semi)) return i + 1;
    if (!(in[i].is(tok::l_square) && in[i].getLength() == 2)) i = pairedWith(i, to);
  }
  return -1;
}

// Puts the tokens into the user's. What is noted by the index of a token moves with it.
void Annotator::insert(const std::map<int, Missing> &missing) {
  std::vector<Token> old;
  std::vector<int> moved;
  old.swap(stream.source);
  stream.indexOf.clear();
  auto add = [&](StringRef text, const Token &beside) {
    Token token;
    token.startToken();
    pp.CreateString(text, token, beside.getLocation(), beside.getLocation());
    token.setKind(llvm::StringSwitch<tok::TokenKind>(text)
                      .Case("{", tok::l_brace).Case("}", tok::r_brace).Case("(", tok::l_paren).Case(")", tok::r_paren)
                      .Case(",", tok::comma).Case("upc_stride_copy", tok::identifier).Default(tok::numeric_constant));
    if (token.is(tok::numeric_constant))
      token.setLiteralData(sm.getCharacterData(sm.getSpellingLoc(token.getLocation())));
    if (token.is(tok::identifier)) {
      token.setIdentifierInfo(pp.getIdentifierInfo(text));
      stream.assigned.insert(token.getLocation());
    }
    stream.append(token);
  };
  for (int i = 0; i < (int)old.size(); i++) {
    auto found = missing.find(i);
    const Missing here = found == missing.end() ? Missing() : found->second;
    for (StringRef text : here.behind) add(text, old[i - 1]);
    for (StringRef text : here.before) add(text, old[i]);
    moved.push_back((int)stream.source.size());
    if (here.instead.empty()) stream.append(old[i]);
    else add(here.instead, old[i]);
  }
  auto move = [&](auto &noted) {
    auto before = std::move(noted);
    noted.clear();
    int behind = (int)(stream.source.size() - old.size()); // of what stands behind the last token
    for (auto &[index, value] : before)
      noted.emplace(index < (int)moved.size() ? moved[index] : index + behind, std::move(value));
  };
  move(stream.pragmas), move(stream.consistency), move(stream.plainC);
}

// A section, an '=' and a value up to the ';', where a statement begins.
void Annotator::assignment(int i, int to, std::map<int, Missing> &at) const {
  if (!in[i].isOneOf(tok::identifier, tok::l_paren) || !beginsStatement(i) || stream.plainCAt(i)) return;
  int angle = sectionStart(i, to), equal = angle < 0 ? -1 : sectionEnd(angle, to) + 1;
  int end = equal > 0 && in[equal].is(tok::equal) ? behindStatement(equal + 1, to) : -1;
  if (end < 0) return;
  for (int k = equal + 1, closes; k < end; k = pairedWith(closes < 0 ? k : closes, end) + 1) {
    int opens = sectionStart(k, end);
    closes = opens < 0 ? -1 : sectionEnd(opens, end);
    if (closes < 0 && in[k].isOneOf(tok::comma, tok::equal)) return;
  }
  at[i].before.append({"upc_stride_copy", "("});
  at[equal].instead = ",";
  at[end - 1].before.append({",", "18", ")"}); // UPC_IN_MYSYNC | UPC_OUT_MYSYNC
}

void Annotator::insertMissing() {
  std::map<int, Missing> at;
  auto enclose = [&](int from, int end) { at[from].before.push_back("{"), at[end].behind.push_back("}"); };
  int last = (int)in.size() - 1, depth = 0;
  for (int i = stream.firstVisible; i < last; i++) {
    depth += in[i].is(tok::l_brace) - in[i].is(tok::r_brace);
    if (depth <= 0) continue; // outside of functions the words below are names
    if (word(i) != Word::Tasks) {
      if (i >= libraryDeclared) assignment(i, last, at);
      continue;
    }
    if (int body = plainBody(i, last); body >= 0)
      if (int end = behindStatement(body, last); end >= 0) enclose(body, end);
    if (name(i) != "upc_cobegin" || in[i + 1].isNot(tok::l_brace)) continue;
    int close = closing(i + 1, last);
    for (int part = i + 2; part < close;) {
      int end = behindStatement(part, close);
      if (end < 0) break;
      if (in[part].isNot(tok::l_brace)) enclose(part, end);
      part = end;
    }
  }
  if (!at.empty()) insert(at);
}
