// SPDX-License-Identifier: BSD-3-Clause
#include "lower/text.h"
#include "tokens/diagnostics.h"
#include "clang/Basic/SourceManager.h"
#include <algorithm>

using namespace clang;

std::pair<std::string, unsigned> Text::place(int token) const {
  SourceManager &sm = pp.getSourceManager();
  PresumedLoc loc = sm.getPresumedLoc(sm.getExpansionLoc(stream.source[token].getLocation()));
  return loc.isValid() ? std::make_pair(std::string(loc.getFilename()), loc.getLine()) : std::make_pair(std::string("<unknown>"), 1u);
}

std::string stringLiteral(const std::string &text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

// Marks are \1 number \2; none of these bytes can stand in C's tokens outside literals, where clang warns of them.
std::string Text::mark(int token) {
  auto [file, line] = place(token);
  if (lines.empty() || lines.back().file != file || lines.back().line != line) lines.push_back({file, line});
  return "\1" + std::to_string(lines.size() - 1) + "\2";
}

// How many names Clang puts behind what it makes of a pragma, whose text has them.
static int namesOf(const Token &pragma) {
  return pragma.isOneOf(tok::annot_pragma_weakalias, tok::annot_pragma_redefine_extname) ? 2 : pragma.isOneOf(tok::annot_pragma_weak, tok::annot_pragma_unused);
}

int Text::token(std::string &out, int i, bool &fresh) {
  for (auto [at, end] = stream.pragmas.equal_range(i); at != end; ++at) {
    out += mark(i) + "\3#pragma " + at->second + "\3";
    fresh = true;
  }
  const Token &t = stream.source[i];
  if (t.isAnnotation() || t.is(tok::eof)) return i + 1 + namesOf(t);
  if (fresh || t.isAtStartOfLine()) out += mark(i);
  fresh = false;
  out += ' ';
  if (const IdentifierInfo *info = t.isLiteral() ? nullptr : t.getIdentifierInfo()) {
    StringRef name = info->getName();
    if (stream.plainCAt(i)) out += name;
    else if ((name == "shared" || name == "strict" || name == "relaxed") && stream.layouts.at(t.getLocation())) return qualifier(out, i);
    else if (name == "MYTHREAD") out += "urt_mythread";
    else if (name == "THREADS") out += "urt_threads";
    else out += name;
  } else if (const char *punctuation = tok::getPunctuatorSpelling(t.getKind())) {
    out += punctuation;
  } else {
    out += pp.getSpelling(t);
  }
  return i + 1;
}

// A qualifier that is in no declaration: of a struct as such, `shared struct s { .. };`, where it says nothing, or of
// nothing, `shared int;`. assemble() reports that, since not every text is used.
int Text::qualifier(std::string &out, int i) {
  int next = i + 1;
  while (stream.source[next].is(tok::l_square))
    while (stream.source[next++].isNot(tok::r_square)) {}
  if (!stream.source[next].isOneOf(tok::kw_struct, tok::kw_union, tok::kw_enum) && stream.source[i - 1].isNot(tok::r_brace)) out += "\4" + std::to_string(i) + "\4";
  return next;
}

std::string Text::span(int first, int last, std::vector<Replacement> replacements) {
  std::sort(replacements.begin(), replacements.end(), [](const Replacement &a, const Replacement &b) {
    return a.first != b.first ? a.first < b.first : a.last > b.last;
  });
  std::string out;
  bool fresh = true;
  auto next = replacements.begin();
  for (int i = first; i <= last;) {
    while (next != replacements.end() && next->first < i) ++next;
    if (next != replacements.end() && next->first == i && next->last <= last) {
      out += ' ';
      out += next->text;
      i = next->last + 1;
      ++next;
      fresh = true;
    } else {
      i = token(out, i, fresh);
    }
  }
  return out;
}

std::string Text::assemble(const std::string &marked) const {
  std::string out, file;
  unsigned line = 0;
  bool startOfLine = true;
  for (size_t i = 0; i < marked.size(); i++) {
    char c = marked[i];
    if (c == '\1') {
      size_t end = marked.find('\2', i);
      const Line &want = lines[std::stoul(marked.substr(i + 1, end - i - 1))];
      i = end;
      if (want.file == file && want.line == line) continue;
      if (want.file == file && want.line > line && want.line - line <= 8) {
        out.append(want.line - line, '\n');
      } else {
        if (!startOfLine) out += '\n';
        out += "# " + std::to_string(want.line) + " " + stringLiteral(want.file) + "\n";
      }
      file = want.file, line = want.line;
      startOfLine = true;
    } else if (c == '\3') { // the start or end of a directive, which must have its line to itself
      if (!startOfLine) out += '\n', line++;
      startOfLine = true;
    } else if (c == '\4') {
      const Token *word = &stream.source[std::stoul(marked.substr(i + 1))];
      bool atomic = word[1].is(tok::kw__Atomic) || word[-1].is(tok::kw__Atomic);
      report(pp.getDiagnostics(), word->getLocation(), "this '" + word->getIdentifierInfo()->getName().str() +
             (atomic ? "' stands beside _Atomic: atomics of C are private; upc_atomic.h is for shared objects" : "' declares nothing: no name follows"));
      i = marked.find('\4', i + 1);
    } else {
      out += c;
      if (c == '\n') line++;
      startOfLine = c == '\n';
    }
  }
  return out + "\n";
}
