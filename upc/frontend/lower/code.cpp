// SPDX-License-Identifier: BSD-3-Clause
// Copy::code merges a range of tokens with its replacements, in the order of the text. Where two overlap, the one that
// begins first stays, and of two that begin together the longer one.
#include "lower/code.h"
#include <algorithm>

Code::Code(std::string text) {
  if (!text.empty()) pieces.push_back({Piece::Text, std::move(text)});
}

Code Code::tokens(int first, int last) {
  Code code;
  if (first <= last) code.pieces.push_back({Piece::Tokens, "", first, last});
  return code;
}

Code Code::lineOf(int token) {
  Code code;
  if (token >= 0) code.pieces.push_back({Piece::Line, "", token, token});
  return code;
}

void Code::append(Piece piece) {
  if (!pieces.empty() && pieces.back().kind == piece.kind) {
    Piece &end = pieces.back();
    if (piece.kind == Piece::Text) {
      end.text += piece.text;
      return;
    }
    if (piece.kind == Piece::Tokens && end.last + 1 == piece.first) {
      end.last = piece.last;
      return;
    }
  }
  pieces.push_back(std::move(piece));
}

Code &Code::operator+=(const Code &more) { return *this += Code(more); }

Code &Code::operator+=(Code &&more) {
  if (pieces.empty()) {
    pieces = std::move(more.pieces);
    return *this;
  }
  for (Piece &piece : more.pieces) append(std::move(piece));
  return *this;
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
