// SPDX-License-Identifier: BSD-3-Clause
// Sections A<i, lo:hi>, and names of arrays as arguments of the library's calls.
//
// A section is told from comparisons by what closes it. Behind a '>' of C stands an operand, so `a < b, c > (d)` stays
// C. Behind the '>' of a section the value ends: with ',', ')', ';', ':' or '}'. A digraph ':>' of C closes a '['; that
// of a section closes none. So no program of C changes its meaning.
#include "tokens/annotate.h"
#include "../../../include/upc_stride_layout.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

// Which arguments of a library call are sections (bit i stands for argument i)?
unsigned Annotator::sectionArguments(StringRef name) {
  if (!name.consume_back("_nb")) name.consume_back("_init");
  static const llvm::StringMap<unsigned> collectives = {
#include "sections.inc"
  };
  return llvm::StringSwitch<unsigned>(name)
      .Case("upc_haveaffinity", 1).Case("upc_stride_element_numbers", 1).Case("upc_stride_before_own_elements", 1)
      .Case("upc_stride_read", 1)
      .Case("upc_stride_put_patch", 1)
      .Case("upc_stride_acc_patch", 1)
      .Case("upc_stride_write", 2).Case("upc_stride_write_region", 2)
      .Case("upc_stride_get_patch", 4)
      .Cases("upc_stride_all_reduce_value", "upc_stride_all_reduce_value_with", "upc_stride_all_prefix_value", 64)
      .Cases("upc_stride_all_prefix_value_with", "upc_stride_all_prefix_exclusive_value", 64)
      .Case("upc_stride_all_broadcast_value", 8)
      .Default(collectives.lookup(name));
}

// Which argument is the name of an array? -1: none.
int Annotator::arrayArgument(StringRef name) {
  static const llvm::StringMap<int> taking = {
#include "arrays.inc"
  };
  const auto found = taking.find(name);
  return found == taking.end() ? -1 : found->second;
}

// A section begins with '<'. The digraph `<:` stands for '<' and ':' here.
static bool opens(const Token &token) {
  return token.is(tok::less) || (token.is(tok::l_square) && token.getLength() == 2);
}

int Annotator::libraryCall(int i, int to, unsigned sections, int array) {
  int close = closing(i + 1, to);
  if (close == to) return out.push_back(in[i]), i + 1;
  out.push_back(in[i]);
  out.push_back(in[i + 1]);
  int start = i + 2;
  for (int argument = 0; start <= close; argument++) {
    // A section ends at its '>' and may have commas. Any other argument ends at the next comma.
    bool takesSection = argument < 32 && (sections >> argument & 1);
    if (takesSection && intervalsInBrackets(start, close))
      return error(start + 1, "the intervals of a section stand between '<' and '>', as in '" + name(start).str() +
                                  "<0, :>', not between " + (in[start + 1].is(tok::l_paren) ? "'(' and ')'" :
                                  "'[' and ']'")), close + 1;
    int end = start, angle = takesSection ? sectionStart(start, close) : -1;
    if (angle >= 0) {
      int after = section(start, angle, close);
      if (after < 0) return close + 1;
      end = after;
    } else {
      while (end < close && in[end].isNot(tok::comma)) {
        int opens = sectionStart(end, close), closes = opens < 0 ? -1 : sectionEnd(opens, close);
        end = (closes < 0 ? pairedWith(end, close) : closes) + 1;
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

// Is this argument A[0, :] or A(0, :), as in other languages? In C a ':' stands in brackets only behind a '?'.
bool Annotator::intervalsInBrackets(int start, int close) const {
  if (!in[start].is(tok::identifier) || !in[start + 1].isOneOf(tok::l_square, tok::l_paren) || opens(in[start + 1]))
    return false;
  for (int k = start + 2, end = closing(start + 1, close); k < end; k = pairedWith(k, end) + 1) {
    if (in[k].is(tok::question)) return false;
    if (in[k].isOneOf(tok::colon, tok::coloncolon)) return true;
  }
  return false;
}

// The index of the '<' of a section, or -1 if the argument is none. The array in front of it is a name with members and
// parenthesised parts. An argument with other operators is C.
int Annotator::sectionStart(int start, int close) const {
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

// The index of what closes the section that the '<' at `angle` opens, or -1 if it is a comparison. In an interval, '<'
// stands in parentheses only; another '>' is an error that section() reports.
int Annotator::sectionEnd(int angle, int to) const {
  if (in[angle].is(tok::l_square) && !opensSection(angle)) return -1;
  for (int k = angle + 1; k < to; k = pairedWith(k, to) + 1) {
    if (in[k].is(tok::r_square)) return in[k].getLength() == 2 && !inSquares(angle) ? k : -1;
    if (in[k].isOneOf(tok::semi, tok::r_paren, tok::r_brace, tok::less, tok::equal)) return -1;
    if (in[k].is(tok::greater) && (endsValue(k + 1) || in[k + 1].is(tok::equal))) return k; // `> =` is nothing in C
  }
  return -1;
}

bool Annotator::endsValue(int i) const {
  return in[i].isOneOf(tok::comma, tok::r_paren, tok::semi, tok::colon, tok::r_brace);
}

// Puts the section that begins here and returns the index behind it, or -1 if none does.
int Annotator::sectionHere(int i, int to) {
  if (!in[i].isOneOf(tok::identifier, tok::l_paren) || in[i - 1].isOneOf(tok::period, tok::arrow)) return -1;
  if (in[i].is(tok::l_paren) && in[i - 1].isOneOf(tok::identifier, tok::r_paren, tok::r_square)) return -1;
  int angle = sectionStart(i, to), end = angle < 0 ? -1 : sectionEnd(angle, to);
  if (end < 0 || stream.plainCAt(i) || stream.fromSystem(sm, in[i].getLocation())) return -1;
  return std::max(section(i, angle, to), end + 1);
}

// Puts (__typeof__(E) *)0, whose type tells what E is. Clang would convert E itself.
void Annotator::typeOnly(int from, int to) {
  SourceLocation at = in[from].getLocation();
  put(tok::l_paren, at); put("__typeof__", at); put(tok::l_paren, at);
  emit(from, to);
  put(tok::r_paren, at); put(tok::star, at); put(tok::r_paren, at);
  putNumber(0, at);
}

int Annotator::section(int start, int angle, int close) {
  if (options.pedanticUpc) return error(angle, "a section is an extension, refused under -pedantic-upc"), -1;
  if (angle < libraryDeclared)
    return error(start, "a section is a value of the library: '#include <upc_stride_coll.h>' before it"), -1;
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
    else {
      int end = pairedWith(k, close);
      for (int m = k; m <= end; m++) grow(m);
      k = end;
    }
  }
  if (k >= close) return error(angle, "this '<' of a section is never closed by '>'"), -1;
  int after = k + 1;
  if (in[after].is(tok::equal))
    return error(start, "an assignment to a section is a statement of its own: " + name(start).str() +
                            "<..> = source<..>;"), -1;
  if (!endsValue(after))
    return error(after, "a section is a whole value, which ends here; an operator '>' inside one must stand in "
                        "parentheses"), -1;

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

// Puts an interval as kind, lo, step, hi.
bool Annotator::interval(const std::vector<Piece> &pieces, int angle, SourceLocation at) {
  size_t used = 0;
  for (const Piece &p : pieces) used += p.used;
  bool all = used == 0 && pieces.size() <= 2;
  if (!all && (used != pieces.size() || pieces.size() > 3))
    return error(angle, "an interval of a section must be 'i', 'lo:hi', 'lo:step:hi' or ':'"), false;
  auto number = [&](long n) {
    put(tok::comma, at);
    putNumber(n, at);
  };
  auto value = [&](const Piece &piece) {
    put(tok::comma, at);
    put(tok::l_paren, at); put("long", at); put("long", at); put(tok::r_paren, at);
    put(tok::l_paren, at);
    emit(piece.from, piece.to);
    put(tok::r_paren, at);
  };
  if (all) number(UPC_STRIDE_INTERVAL_ALL), number(0), number(1), number(0);
  else if (pieces.size() == 1) number(UPC_STRIDE_INTERVAL_AT), value(pieces[0]), number(1), number(0);
  else if (pieces.size() == 2) number(UPC_STRIDE_INTERVAL_RANGE), value(pieces[0]), number(1), value(pieces[1]);
  else number(UPC_STRIDE_INTERVAL_STEP), value(pieces[0]), value(pieces[1]), value(pieces[2]);
  return true;
}
