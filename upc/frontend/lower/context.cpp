// SPDX-License-Identifier: BSD-3-Clause
// A context is never changed. Each function that returns one makes the copy that holds for what is inside.
#include "lower/context.h"
#include "lower/expressions.h"
#include "tokens/diagnostics.h"

using namespace clang;

Unit::Unit(ASTContext &context, Preprocessor &pp, TokenStream &stream, Types &types, const LowerOptions &options)
    : context(context), pp(pp), stream(stream), types(types), options(options) {}

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
  return {unit.types, unit.stream, unit.context};
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
