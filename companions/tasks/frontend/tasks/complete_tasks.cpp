// SPDX-License-Identifier: BSD-3-Clause
// Braces around the body of a statement of tasks, if it is a single statement:
//
//   upc_begin f(x);                              upc_begin { f(x); }
//   upc_sync for (i = 0; i < n; i++) upc_begin f(i);   upc_sync { for (i = 0; i < n; i++) upc_begin { f(i); } }
//   upc_cobegin { f(x); g(x); }                  upc_cobegin { { f(x); } { g(x); } }
#include "tasks/tasks.h"

using namespace clang;

static bool isTaskWord(StringRef word) { return word == "upc_begin" || word == "upc_sync"; }
static bool isTaskHead(StringRef word) { return word == "upc_on" || word == "upc_coforall" || word == "upc_serial"; }

namespace {
class Parts {
public:
  explicit Parts(const Annotator &a) : a(a) {}
  int plainBody(int i, int to) const;
  int behindStatement(int i, int to) const;

private:
  const Annotator &a;
  bool beginsWithWord(int i) const;
};
} // namespace

// A statement that begins here is no other use of the name before it: an expression would go on with an operator.
bool Parts::beginsWithWord(int i) const {
  return !a.in[i].isAnnotation() && !a.in[i].isLiteral() && a.in[i].getIdentifierInfo() && a.in[i].isNot(tok::kw_else);
}

// Where the body of the statement of tasks at i begins, if it is a single statement without braces; else -1.
int Parts::plainBody(int i, int to) const {
  bool begins = a.beginsStatement(i) || isTaskWord(a.name(i - 1));
  int body = i + 1;
  if (isTaskHead(a.name(i)) && a.in[body].is(tok::l_paren)) body = a.closing(body, to) + 1;
  else if (!isTaskWord(a.name(i))) return -1;
  bool placed = body < to && a.name(body) == "upc_on" && (a.name(i) == "upc_begin" || a.name(i) == "upc_coforall");
  return begins && !placed && body < to && beginsWithWord(body) ? body : -1;
}

// The index behind the statement that begins at i; -1 if it has no end.
int Parts::behindStatement(int i, int to) const {
  while (i < to && a.in[i].isAnnotation()) i++;
  if (i >= to) return -1;
  auto behindHead = [&] {
    int close = i + 1 < to && a.in[i + 1].is(tok::l_paren) ? a.closing(i + 1, to) : to;
    return close < to ? behindStatement(close + 1, to) : -1;
  };
  if (a.in[i].is(tok::l_brace)) return a.closing(i, to) < to ? a.closing(i, to) + 1 : -1;
  if (a.in[i].is(tok::kw_if)) {
    int end = behindHead();
    return end >= 0 && end < to && a.in[end].is(tok::kw_else) ? behindStatement(end + 1, to) : end;
  }
  bool block = i + 1 < to && a.in[i + 1].is(tok::l_brace);
  if ((isTaskWord(a.name(i)) && (block || plainBody(i, to) >= 0 || a.name(i + 1) == "upc_on")) ||
      (a.name(i) == "upc_cobegin" && block))
    return behindStatement(i + 1, to);
  if (a.in[i].isOneOf(tok::kw_for, tok::kw_while, tok::kw_switch) || a.word(i) == Word::Forall || isTaskHead(a.name(i)))
    return behindHead();
  if (a.in[i].is(tok::kw_do)) i = behindStatement(i + 1, to);
  for (; i >= 0 && i < to && a.in[i].isNot(tok::r_brace); i++) {
    if (a.in[i].is(tok::semi)) return i + 1;
    if (!(a.in[i].is(tok::l_square) && a.in[i].getLength() == 2)) i = a.pairedWith(i, to);
  }
  return -1;
}

void completeTasks(const Annotator &a, int i, int to, std::map<int, Missing> &at) {
  auto enclose = [&](int from, int end) { at[from].before.push_back("{"), at[end].behind.push_back("}"); };
  Parts parts(a);
  if (int body = parts.plainBody(i, to); body >= 0)
    if (int end = parts.behindStatement(body, to); end >= 0) enclose(body, end);
  if (a.name(i) != "upc_cobegin" || a.in[i + 1].isNot(tok::l_brace)) return;
  int close = a.closing(i + 1, to);
  for (int part = i + 2; part < close;) {
    int end = parts.behindStatement(part, close);
    if (end < 0) break;
    if (a.in[part].isNot(tok::l_brace)) enclose(part, end);
    part = end;
  }
}
