// SPDX-License-Identifier: BSD-3-Clause
// In "é = 1;" the = is column 4 in bytes from 1, since é has two bytes, and character 2 of the protocol, from 0.
#include "server/text.h"

#include <algorithm>

using namespace llvm;

StringRef lineOf(StringRef text, unsigned line) {
  for (; line && !text.empty(); line--) text = text.split('\n').second;
  return text.split('\n').first;
}

// How many bytes the character takes that begins with this one, and how many units of UTF-16.
static unsigned bytesOf(unsigned char c) { return c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4; }
static unsigned unitsOf(unsigned char c) { return c >= 0xf0 ? 2 : 1; }

Position positionAt(StringRef text, unsigned line, unsigned column) {
  Position position;
  position.line = line ? line - 1 : 0;
  StringRef s = lineOf(text, position.line);
  unsigned bytes = column ? column - 1 : 0;
  for (unsigned i = 0; i < bytes && i < s.size(); i += bytesOf(s[i])) position.character += unitsOf(s[i]);
  return position;
}

unsigned byteColumn(StringRef text, Position position) {
  StringRef s = lineOf(text, position.line);
  unsigned i = 0;
  for (unsigned units = 0; units < position.character && i < s.size(); i += bytesOf(s[i])) units += unitsOf(s[i]);
  return std::min<unsigned>(i, s.size());
}

size_t offsetAt(StringRef text, Position position) {
  if (position.line > text.count('\n')) return text.size();
  return lineOf(text, position.line).data() - text.data() + byteColumn(text, position);
}

json::Value toJson(Position p) {
  return json::Object{{"line", (int64_t)p.line}, {"character", (int64_t)p.character}};
}

json::Value toJson(Position begin, Position end) {
  return json::Object{{"start", toJson(begin)}, {"end", toJson(end)}};
}

Position positionFrom(const json::Object *object) {
  Position p;
  if (!object) return p;
  p.line = (unsigned)object->getInteger("line").value_or(0);
  p.character = (unsigned)object->getInteger("character").value_or(0);
  return p;
}
