// SPDX-License-Identifier: BSD-3-Clause
// shared with its layout qualifier and processor grid, strict, relaxed, and the qualifiers of extensions.
#include "tokens/annotate.h"

using namespace clang;

// Puts a type tag for shared with its layout, or for another of these words.
int Annotator::qualifier(int i, int to, bool begins) {
  if (in[i - 1].is(tok::kw__Atomic) && in[i - 2].is(tok::star)) // Clang crashes on a tag there
    return error(i, "'" + name(i).str() +
                        "' with _Atomic: atomics of C are private; upc_atomic.h is for shared objects"),
           i + 1;
  Layout layout = layoutOfWord(i);
  int id = stream.layouts.add(layout); // before its brackets, which may hold layouts of their own
  int next = i + 1;
  if (word(i) == Word::Shared) {
    next = brackets(layout, id, next, to);
    if (next < 0) return to;
    next = gridName(layout, next, to);
  }
  if (next < to && in[next].isOneOf(tok::semi, tok::equal))
    error(i, "'" + name(i).str() + "' is a keyword of UPC and cannot be a name");
  if (options.pedanticUpc && layout.multiBlocked())
    error(i, "a multi-blocked layout is an extension, refused under -pedantic-upc");
  stream.layouts[id] = layout;
  if (oldStyle && next < to && (begins || in[i - 1].isOneOf(tok::r_paren, tok::semi))) next = typeSpecifier(next, to);
  putTag(i, id, next - 1);
  return next;
}

// What the word alone says.
Layout Annotator::layoutOfWord(int i) {
  Layout layout;
  Word kind = word(i);
  layout.location = in[i].getLocation();
  if (kind == Word::Qualifier) {
    ExtensionWord found = extensionWord(name(i));
    layout.qualifier = found.qualifier;
    stream.extensions.insert(found.extension);
    if (options.pedanticUpc) error(i, "'" + name(i).str() + "' is an extension; refused under -pedantic-upc");
  }
  layout.shared = kind == Word::Shared || kind == Word::Qualifier;
  layout.strict = kind == Word::Strict || kind == Word::Qualifier;
  layout.relaxed = kind == Word::Relaxed;
  return layout;
}

// The brackets from `next` on. Returns the index behind them, or -1 after a message.
int Annotator::brackets(Layout &layout, int id, int next, int to) {
  while (next < to && in[next].is(tok::l_square)) {
    int close = closing(next, to);
    if (close == to) return error(next, "this '[' of a layout qualifier is never closed"), -1;
    if (layout.brackets.size() < 8) // no array has more; check_layouts.cpp says so
      layout.brackets.push_back(bracket(id, (int)layout.brackets.size(), next, close));
    next = close + 1;
  }
  return next;
}

// In a K&R definition a tag must follow a type specifier: puts the one at `next`. Returns the index behind it.
int Annotator::typeSpecifier(int next, int to) {
  if (word(next) != Word::None) return qualifier(next, to, true);
  if (name(next).empty()) return next;
  bool tagged = in[next].isOneOf(tok::kw_struct, tok::kw_union, tok::kw_enum);
  out.push_back(in[next++]);
  if (tagged && next < to) out.push_back(in[next++]);
  return next;
}

// Clang's attribute for layout `id`, whose first token is i and whose last one is `last`.
void Annotator::putTag(int i, int id, int last) {
  int start = (int)out.size();
  // struct { … } shared: behind the } the tag would belong to the struct, so it goes in front.
  bool afterBody = closedTag.in >= 0 && closedTag.in == i - 1;
  SourceLocation at = afterBody ? out[closedTag.out].getLocation() : in[i].getLocation();
  put("__attribute__", at);
  if (in[i].isAtStartOfLine()) out.back().setFlag(Token::StartOfLine); // emit() may look at what brackets put in front
  put(tok::l_paren, at); put(tok::l_paren, at);
  put("btf_type_tag", at);
  put(tok::l_paren, at);
  putLiteral(tok::string_literal, "\"upc." + std::to_string(id) + "\"", at);
  put(tok::r_paren, at); put(tok::r_paren, at); put(tok::r_paren, at);
  if (afterBody) {
    std::rotate(out.begin() + closedTag.out, out.begin() + start, out.end());
    closedTag.in = last;
  }
}

Bracket Annotator::bracket(int id, int dimension, int open, int close) {
  Bracket b;
  b.location = in[open].getLocation();
  if (close == open + 1) return b;
  if (close == open + 2 && in[open + 1].is(tok::star)) {
    b.kind = Bracket::Star;
    return b;
  }
  b.kind = Bracket::Value;
  for (int i = open + 1; i < close; i++)
    b.text += (i > open + 1 && in[i].hasLeadingSpace() ? " " : "") + pp.getSpelling(in[i]);
  for (int i = open + 1; i < close; i++)
    if (options.dynamicThreads && word(i) == Word::Threads) {
      error(i, "a block size cannot depend on THREADS in the dynamic THREADS environment; [*] spreads evenly, and -T n "
               "makes THREADS a constant");
      return b;
    }
  int key = id * 8 + dimension, member = memberStart(open + 1, close);
  int start = member >= 0 ? member : oldStyle ? definitionStart : opened.back().statementStart;
  // The enumerator stands in front of the statement or declaration: the names in it mean the same there.
  if (start < 0)
    for (size_t k = opened.size(); k-- > 0 && start < 0;) start = opened[k].statementStart;
  std::vector<Token> rest(out.begin() + start, out.end());
  out.resize(start);
  blockSize(key, open + 1, close, member >= 0);
  if (!rest.empty() && rest[0].isAtStartOfLine()) out[start].setFlag(Token::StartOfLine);
  int grown = (int)out.size() - start;
  for (Brace &b : opened) {
    if (b.statementStart > start) b.statementStart += grown;
    if (b.tag >= start) b.tag += grown;
  }
  for (int *t : {&lastTag.out, &closedTag.out}) if (*t >= start) *t += grown;
  out.insert(out.end(), rest.begin(), rest.end());
  return b;
}

// If tokens from..to name an enumerator that the struct around them has declared, which is unknown outside of it: the
// index in `out` of the start of the current member. Otherwise -1.
int Annotator::memberStart(int from, int to) const {
  if (opened.back().tag < 0) return -1;
  int body = llvm::find_if(opened, [](const Brace &b) { return b.tag >= 0; })->tag, end = (int)out.size();
  auto declares = [&](int k, const IdentifierInfo *name) {
    return out[k].is(tok::identifier) && out[k].getIdentifierInfo() == name &&
           out[k - 1].isOneOf(tok::l_brace, tok::comma) && out[k + 1].isOneOf(tok::equal, tok::comma, tok::r_brace);
  };
  bool declared = false;
  for (int i = from; i < to && !declared; i++)
    for (int k = body + 1; k + 1 < end && !declared; k++)
      declared = in[i].is(tok::identifier) && declares(k, in[i].getIdentifierInfo());
  if (!declared) return -1;
  int start = end;
  while (!out[start - 1].isOneOf(tok::semi, tok::l_brace)) start--;
  return start;
}

int Annotator::gridName(Layout &layout, int next, int to) {
  if (!(next + 2 < to && in[next].is(tok::l_paren) && in[next + 1].is(tok::identifier) &&
        in[next + 2].is(tok::r_paren)))
    return next;
  for (const Grid &grid : stream.grids)
    if (grid.name == name(next + 1)) {
      layout.grid = grid.name;
      layout.gridLocation = in[next + 1].getLocation();
      if (layout.brackets.empty() && next + 3 < to && in[next + 3].is(tok::l_square))
        error(next, "the grid stands behind the block sizes: 'shared [..][..] (" + grid.name + ")'");
      return next + 3;
    }
  if (!layout.brackets.empty())
    error(next + 1, "no '#pragma processors " + name(next + 1).str() + "(...)' names this processor grid");
  return layout.brackets.empty() ? next : next + 3;
}

// Puts a block size as an enumerator, which Clang evaluates. As a member of a struct, an enum without a declarator
// would get a warning; a static assertion may declare one.
void Annotator::blockSize(int key, int from, int to, bool member) {
  SourceLocation at = in[from].getLocation();
  if (member) put("_Static_assert", at), put(tok::l_paren, at), put("sizeof", at), put(tok::l_paren, at);
  put("enum", at);
  put(tok::l_brace, at);
  put("upc_b_" + std::to_string(key), at);
  put(tok::equal, at);
  put(tok::l_paren, at);
  // Nothing in the brackets begins a statement outside of them.
  const auto outside = opened;
  const bool ended = atStatementEnd;
  const bool around = std::exchange(inConstant, true);
  emit(from, to);
  inConstant = around;
  opened = outside, atStatementEnd = ended;
  put(tok::r_paren, at);
  put(tok::r_brace, at);
  if (member)
    put(tok::r_paren, at), put(tok::comma, at), putLiteral(tok::string_literal, "\"\"", at), put(tok::r_paren, at);
  put(tok::semi, at);
}
