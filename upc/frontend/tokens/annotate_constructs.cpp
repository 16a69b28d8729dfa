// SPDX-License-Identifier: BSD-3-Clause
// upc_forall, the synchronisation statements, and the operators whose values are constants.
#include "tokens/annotate.h"

using namespace clang;

int Annotator::forall(int i, int to) {
  if (name(i) == "forall") oldWord(i);
  SourceLocation at = in[i].getLocation();
  if (i + 1 == to || in[i + 1].isNot(tok::l_paren)) return error(i, "expected '(' after 'upc_forall'"), i + 1;
  int close = closing(i + 1, to);
  std::vector<int> semis;
  bool body = false; // is a `{` in the affinity, other than that of a compound literal?
  for (int k = i + 2; k < close; k = pairedWith(k, close) + 1) {
    if (in[k].is(tok::semi)) semis.push_back(k);
    body |= semis.size() == 3 && in[k].is(tok::l_brace) && in[k - 1].isNot(tok::r_paren);
  }
  if (close == to || semis.size() > 3 || (semis.size() == 3 && body))
    return error(i + 1, "a ')' is missing after the last field of this upc_forall"), close + 1;
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
  track(close);
  out.push_back(in[close]);
  return close + 1;
}

// In `3 4`, `x 4` and `3 x`: does an operand stand behind another one, with no operator between them?
bool Annotator::secondOperand(int i) const {
  if (in[i].is(tok::identifier)) return in[i - 1].is(tok::numeric_constant);
  return in[i].is(tok::numeric_constant) &&
         in[i - 1].isOneOf(tok::identifier, tok::numeric_constant, tok::r_square);
}

int Annotator::synchronise(int i, int to) {
  if (!beginsStatement(i))
    return error(i, "'" + name(i).str() + "' is a statement and cannot stand in an expression"), i + 1;
  int end = i + 1;
  while (end < to && !in[end].isOneOf(tok::semi, tok::r_paren, tok::r_brace) && !onlyBeginsStatements(end) &&
         !(end > i + 1 && secondOperand(end)))
    end = pairedWith(end, to) + 1;
  if (end == to || in[end].isNot(tok::semi))
    return error(i, "'" + name(i).str() + "' is a statement and must end in ';'"), end;
  if (end == i + 3 && in[i + 1].is(tok::l_paren))
    return error(i, "'" + name(i).str() + "' is a statement, not a function; it has no empty parentheses"), end;
  if (end > i + 1 && in[i + 1].isAtStartOfLine() && !in[i].getLocation().isMacroID())
    report(pp.getDiagnostics(), in[i + 1].getLocation(),
           "this is the expression of '" + name(i).str() + "' in the line before; is a ';' missing there?",
           /*warning=*/true);
  if (!name(i).starts_with("upc_")) oldWord(i);
  SourceLocation at = in[i].getLocation(), last = in[end - 1].getLocation();
  put(name(i).starts_with("upc_") ? name(i).str() : "upc_" + name(i).str(), at);
  put(tok::l_paren, at);
  putNumber(end > i + 1, at);
  put(tok::comma, at);
  if (end == i + 1) putNumber(0, at);
  else { put(tok::l_paren, in[i + 1].getLocation()); emit(i + 1, end); put(tok::r_paren, last); }
  put(tok::r_paren, last);
  return end;
}

// A statement where no function is. Often a '}' too many stands before it.
int Annotator::outside(int i, int to) {
  error(i, "'" + name(i).str() + "' is a statement and must stand in a function; a '}' before it may be one too many");
  while (i < to && !in[i].isOneOf(tok::semi, tok::l_brace)) i = pairedWith(i, to) + 1;
  return i < to && in[i].is(tok::semi) ? i + 1 : i;
}

int Annotator::fence(int i, int to) {
  SourceLocation at = in[i].getLocation();
  if (name(i) == "fence") oldWord(i);
  if (!beginsStatement(i)) return error(i, "'upc_fence' is a statement and cannot stand in an expression"), i + 1;
  if (i + 1 == to || in[i + 1].isNot(tok::semi))
    return error(i, "'upc_fence' is a statement and must end in ';'"), i + 1;
  put("upc_fence", at);
  put(tok::l_paren, at);
  put(tok::r_paren, at);
  return i + 1;
}

// THREADS, if it is not a constant, becomes one in the bounds of arrays.
int Annotator::threads(int i, int to) {
  if (!options.dynamicThreads) return wordOfC(i, to);
  if (const Token *word = inAttribute())
    return error(i, "THREADS is not a constant in the dynamic THREADS environment, and " +
                        std::string(word->is(tok::kw__Alignas) ? "_Alignas" : "an attribute") +
                        " must have one; compile with -T n"), i + 1;
  if (squares == 0) return wordOfC(i, to);
  putLiteral(tok::numeric_constant, std::to_string(stream.threadsMark) + "L", in[i].getLocation());
  return i + 1;
}

// What Clang gets in place of the expression in brackets, see ThreadsSizes. 0: the expression itself.
long Annotator::sizeInBrackets(int i, int to) const {
  const ThreadsSizes &sizes = *stream.threadsSizes;
  long number = sizes.numberAt(in[i].getLocation());
  if (number == ThreadsSizes::AsWritten || i < stream.firstVisible) return 0;
  if (number || !sizes.searching) return number;
  bool needsThreads = false, product = true;
  for (int k = i + 1, close = closing(i, to); k < close; k++) {
    needsThreads |= word(k) == Word::Threads || word(k) == Word::SizeOf || in[k].is(tok::kw_sizeof);
    product &= in[k].isOneOf(tok::identifier, tok::numeric_constant, tok::star, tok::l_paren, tok::r_paren);
  }
  return needsThreads && !product;
}

// [E], where E depends on THREADS: [(__typeof__(E))0 + N]. It is a constant whatever E is. The number N stands for E.
int Annotator::threadsSize(int i, int to, long number) {
  int close = closing(i, to), from = i + 1;
  out.push_back(in[i]);
  while (in[from].isOneOf(tok::kw_static, tok::kw_const, tok::kw_volatile, tok::kw_restrict)) out.push_back(in[from++]);
  SourceLocation first = in[from].getLocation(), last = in[close - 1].getLocation();
  put(tok::l_paren, first), put("__typeof__", first), put(tok::l_paren, first);
  emit(from, close);
  put(tok::r_paren, last), put(tok::r_paren, last), putNumber(0, last), put(tok::plus, last), putNumber(number, last);
  return close;
}

// upc_blocksizeof, upc_elemsizeof and upc_localsizeof are constants that Clang must know while it parses. So is sizeof
// where C wants a constant (mustBeConstant). They are parsed as
//   (sizeof(struct upc_operand_7 { __typeof__(x) *p; }) * 0 + upc_operator_7)
// When Clang looks up the last name, operators.h declares it with the value that the operand's type gives.
int Annotator::sizeOperator(int i, int to) {
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
  bool parenthesised = in[i + 1].is(tok::l_paren) && closing(i + 1, to) == end - 1;
  constantOperator(i, end - 1, {{i + 1 + parenthesised, end - parenthesised}});
  return end;
}

// offsetof(type, member[k]) is such a constant too: the elements may be pointers-to-shared. Returns the index of its
// ')'; -1 if it has no subscript.
int Annotator::subscriptedOffset(int i, int to) const {
  int close = i + 1 < to && in[i + 1].is(tok::l_paren) ? closing(i + 1, to) : to;
  auto opens = [](const Token &token) { return token.is(tok::l_square); };
  return close < to && std::any_of(in.begin() + i, in.begin() + close, opens) ? close : -1;
}

// A constant of an extension, WORD(a, b): the same with as many operands as it has, each a type or an expression.
int Annotator::constant(int i, int to) {
  const ConstantWord &word = *extensionWord(name(i)).constant;
  int close = i + 1 < to && in[i + 1].is(tok::l_paren) ? closing(i + 1, to) : to;
  std::vector<std::pair<int, int>> operands;
  OpenBrackets inside;
  for (int k = i + 2, from = k; k <= close && close < to; k++) {
    if (k == close || (inside.none() && in[k].is(tok::comma))) operands.push_back({from, k}), from = k + 1;
    else inside.pass(in[k]);
  }
  bool empty = llvm::any_of(operands, [](auto &operand) { return operand.first == operand.second; });
  if (operands.size() != word.operands || empty) {
    static const char *const numbers[] = {"no", "one operand, a type or an expression",
                                          "two operands, types or expressions"};
    error(i, std::string(word.name) + " takes " + numbers[word.operands] + ": " + word.form);
    return std::min(close + 1, to);
  }
  constantOperator(i, close, operands);
  return close + 1;
}

// Puts the constant that stands for the operator in tokens i to end.
void Annotator::constantOperator(int i, int end, std::vector<std::pair<int, int>> operands) {
  SourceLocation at = in[i].getLocation(), last = in[end].getLocation();
  std::string number = std::to_string(stream.operators.size());
  stream.operators.push_back({name(i).str(), at});
  put(tok::l_paren, at);
  put("sizeof", at); put(tok::l_paren, at); put("struct", at); put("upc_operand_" + number, at); put(tok::l_brace, at);
  const char *member = "p";
  for (auto [from, to] : operands) {
    put("__typeof__", at); put(tok::l_paren, at);
    if (in[i].is(tok::kw___builtin_offsetof)) out.push_back(in[i]);
    emit(from, to);
    put(tok::r_paren, last); put(tok::star, last); put(member, last); put(tok::semi, last);
    member = "q";
  }
  put(tok::r_brace, last); put(tok::r_paren, last);
  put(tok::star, last); putNumber(0, last); put(tok::plus, last); put("upc_operator_" + number, last);
  put(tok::r_paren, last);
}

// _Static_assert(E, …) with a size in it is parsed as (E) || 1, since Clang's sizes of UPC's types are wrong.
int Annotator::staticAssert(int i, int to) {
  out.push_back(in[i]);
  if (i + 1 == to || in[i + 1].isNot(tok::l_paren)) return i + 1;
  int close = closing(i + 1, to), end = i + 2;
  bool sizes = false;
  OpenBrackets inside;
  for (; end < close && !(inside.none() && in[end].is(tok::comma)); end++) {
    inside.pass(in[end]);
    sizes |=
        in[end].isOneOf(tok::kw_sizeof, tok::kw__Alignof, tok::kw___builtin_offsetof) || word(end) == Word::SizeOf ||
        word(end) == Word::Threads;
  }
  if (!sizes) return i + 1;
  out.push_back(in[i + 1]);
  put(tok::l_paren, in[i + 1].getLocation());
  bool around = std::exchange(inConstant, true);
  emit(i + 2, end);
  inConstant = around;
  put(tok::r_paren, in[end - 1].getLocation());
  put(tok::pipepipe, in[i].getLocation());
  putNumber(1, in[i].getLocation());
  emit(end, close);
  out.push_back(in[close]);
  return close + 1;
}
