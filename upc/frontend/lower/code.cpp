// SPDX-License-Identifier: BSD-3-Clause
// Copy::code merges a range of tokens with its replacements, in the order of the text. Where two overlap, the one that
// begins first stays, and of two that begin together the longer one.
#include "lower/code.h"
#include <algorithm>

struct Code::Part {
  Piece piece;
  std::shared_ptr<const Parts> inner; // in place of the piece
};

Code::Code(Piece piece) : parts(std::make_shared<Parts>()) { parts->push_back({std::move(piece), nullptr}); }

Code::Code(std::string text) {
  if (!text.empty()) *this = Code(Piece{Piece::Text, std::move(text)});
}

Code Code::tokens(int first, int last) { return first <= last ? Code(Piece{Piece::Tokens, "", first, last}) : Code(); }

Code Code::lineOf(int token) { return token >= 0 ? Code(Piece{Piece::Line, "", token, token}) : Code(); }

// May `next` become a part of the piece before it? Then it does.
static bool joins(Code::Piece &end, const Code::Piece &next) {
  if (end.kind != next.kind) return false;
  if (end.kind == Code::Piece::Text) return end.text += next.text, true;
  if (end.kind != Code::Piece::Tokens || end.last + 1 != next.first) return false;
  return end.last = next.last, true;
}

Code::Parts &Code::own() {
  if (parts.use_count() == 1) return *parts;
  auto list = std::make_shared<Parts>();
  list->push_back({{}, parts});
  return *(parts = list);
}

Code &Code::operator+=(const Code &more) {
  const std::shared_ptr<Parts> added = more.parts;
  if (!added) return *this;
  if (!parts) return parts = added, *this;
  Parts &list = own();
  const Part &only = added->front();
  if (added->size() > 1 || only.inner) list.push_back({{}, added});
  else if (list.back().inner || !joins(list.back().piece, only.piece)) list.push_back(only);
  return *this;
}

bool Code::beginsWithText() const {
  const Parts *at = parts.get();
  while (at && at->front().inner) at = at->front().inner.get();
  return at && at->front().piece.kind == Piece::Text;
}

template <class Parts> static void flatten(const Parts &parts, std::vector<Code::Piece> &out) {
  for (const auto &part : parts)
    if (part.inner) flatten(*part.inner, out);
    else if (out.empty() || !joins(out.back(), part.piece)) out.push_back(part.piece);
}

std::vector<Code::Piece> Code::pieces() const {
  std::vector<Piece> out;
  if (parts) flatten(*parts, out);
  return out;
}

void Copy::replace(int from, int to, Code code) {
  if (from >= 0 && to >= from) replacements.push_back({from, to, std::move(code)});
}

bool Copy::replaces(int from, int to) const {
  return std::any_of(replacements.begin(), replacements.end(),
                     [&](const Replacement &one) { return one.first <= to && from <= one.last; });
}

Code Copy::code() && {
  std::sort(replacements.begin(), replacements.end(), [](const Replacement &a, const Replacement &b) {
    return a.first != b.first ? a.first < b.first : a.last > b.last;
  });
  Code out;
  int at = first;
  for (Replacement &one : replacements) {
    if (one.first < at || one.last > last) continue;
    out += Code::tokens(at, one.first - 1);
    out += std::move(one.code);
    at = one.last + 1;
  }
  out += Code::tokens(at, last);
  return out;
}

std::string stringLiteral(const std::string &text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}
