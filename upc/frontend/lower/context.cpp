// SPDX-License-Identifier: BSD-3-Clause
// A context is never changed. Each function that returns one makes the copy that holds for what is inside.
#include "lower/context.h"
#include "lower/expressions.h"
#include "tokens/diagnostics.h"

using namespace clang;

Unit::Unit(ASTContext &context, Preprocessor &pp, TokenStream &stream, Types &types, bool allNear, bool strictAliasing,
           bool checkBounds, bool aggregate)
    : context(context), pp(pp), stream(stream), types(types), allNear(allNear), strictAliasing(strictAliasing),
      checkBounds(checkBounds), aggregate(aggregate) {}

// Of a pragma that Clang knows, such as `unroll`, a token of Clang's own stands in front of the token.
bool Unit::followsPragma(int token) const {
  for (; token > 0 && !stream.pragmas.count(token); token--)
    if (!stream.source[token - 1].isAnnotation()) return false;
  return token >= 0 && stream.pragmas.count(token);
}

Place Unit::place(SourceLocation location) const { return placeOf(index(location), stream, pp.getSourceManager()); }

void Unit::error(SourceLocation location, const std::string &message) {
  report(context.getDiagnostics(), location, message);
}

LoopFacts Context::facts() const {
  static const Variables none;
  return {unit.types, unit.stream, unit.context, addressTaken ? *addressTaken : none, unit.harmless,
          unit.strictAliasing};
}

const c::Expression *Context::placeOf(const Expr *access) const {
  if (!places) return nullptr;
  auto found = places->find(access);
  return found == places->end() ? nullptr : &found->second;
}

Context Context::withPlaces(const Places &all) const {
  Context inner = *this;
  inner.places = &all;
  return inner;
}

Context Context::withBreakTo(const std::string &label) const {
  Context inner = *this;
  inner.breakTo = label;
  return inner;
}

Context Context::asAccess() const {
  Context inner = *this;
  inner.accessed = true;
  return inner;
}

Context Context::asAddress() const {
  Context inner = *this;
  inner.accessed = false;
  return inner;
}

Context Context::generalVersion(const std::string &label) const {
  Context inner = withBreakTo(label);
  inner.places = nullptr;
  inner.general = true;
  inner.far = false;
  return inner;
}

// In a general version its places stay: they are what a loop around has read ahead.
Context Context::farVersion(const std::string &label) const {
  Context inner = far ? withBreakTo(label) : generalVersion(label);
  inner.far = unit.aggregate;
  return inner;
}
