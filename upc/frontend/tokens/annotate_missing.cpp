// SPDX-License-Identifier: BSD-3-Clause
// What a program may leave out, and is written here before anything else is annotated: parts of an extension's
// statements (extension.h), and the call of an assignment to a section, a statement of its own:
//
//   A<0, :> = B<1, :>;                           upc_stride_copy(A<0, :>, B<1, :>, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
//
// An inserted token has a location of its own, as a token of a macro has. So lowering prints it as any other token, and
// messages name the line of the token beside it.
#include "tokens/annotate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

// The index behind the ';' of the expression that begins at i; -1 if there is none.
static int behindExpression(const Annotator &annotator, int i, int to) {
  const std::vector<Token> &in = annotator.in;
  for (; i < to && in[i].isNot(tok::r_brace); i++) {
    if (in[i].is(tok::semi)) return i + 1;
    if (!(in[i].is(tok::l_square) && in[i].getLength() == 2)) i = annotator.pairedWith(i, to);
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
  int end = equal > 0 && in[equal].is(tok::equal) ? behindExpression(*this, equal + 1, to) : -1;
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
  int last = (int)in.size() - 1, depth = 0;
  for (int i = stream.firstVisible; i < last; i++) {
    depth += in[i].is(tok::l_brace) - in[i].is(tok::r_brace);
    if (depth <= 0) continue; // outside of functions the words below are names
    if (word(i) == Word::Statement) extensionWord(name(i)).extension->complete(*this, i, last, at);
    else if (i >= libraryDeclared) assignment(i, last, at);
  }
  if (!at.empty()) insert(at);
}
