// SPDX-License-Identifier: BSD-3-Clause
// Reads the preprocessor's tokens.
#include "tokens/tokens.h"
#include "../../common/most_threads.h"

using namespace clang;

void TokenStream::append(const Token &token) {
  indexOf.try_emplace(token.getLocation().getRawEncoding(), (int)source.size());
  source.push_back(token);
}

static bool equal(const ThreadsSizes::Size &a, const ThreadsSizes::Size &b) {
  for (long n = 1; n <= URTK_MOST_THREADS; n++)
    if (a.value(n) != b.value(n)) return false;
  return true;
}

// The size as a positive number times THREADS, once, twice or not at all: its value if THREADS is `mark`; else 0.
static long asProduct(const ThreadsSizes::Size &size, long mark) {
  auto factor = size.value(1);
  if (!factor || *factor <= 0 || *factor > 1 << 20) return 0;
  long product = (long)*factor;
  for (int power = 0; power <= 2; power++, product *= mark) {
    auto value = [&](long n) { return *factor * (power > 0 ? n : 1) * (power > 1 ? n : 1); };
    if (equal(size, {"", "", "", value})) return product;
  }
  return 0;
}

bool ThreadsSizes::add(SourceLocation bracket, const Size &size, long threadsMark) {
  unsigned place = bracket.getRawEncoding();
  auto [known, isNew] = products.try_emplace(size.text, 0);
  if (isNew) known->second = asProduct(size, threadsMark);
  if (long product = known->second) return at[place] = product, true;
  auto same = [&](const Size &other) { return size.text == other.text || equal(size, other); };
  size_t index = llvm::find_if(sizes, same) - sizes.begin();
  if (index == Most) return false;
  if (index == sizes.size()) sizes.push_back(size);
  at[place] = threadsMark + 1 + (long)index;
  return true;
}

bool TokenStream::usesThreads(SourceRange range) const {
  int from = index(range.getBegin()), to = index(range.getEnd());
  for (int i = from; i >= 0 && i <= to; i++) {
    const IdentifierInfo *name =
        source[i].isAnnotation() || source[i].isLiteral() ? nullptr : source[i].getIdentifierInfo();
    if (name && name->getName() == "THREADS") return true;
  }
  return false;
}

SourceLocation TokenStream::beforeQualifiers(SourceLocation end) const {
  auto isQualifier = [&](int i) {
    const IdentifierInfo *name =
        source[i].isAnnotation() || source[i].isLiteral() ? nullptr : source[i].getIdentifierInfo();
    return name && (name->getName() == "shared" || name->getName() == "strict" || name->getName() == "relaxed");
  };
  auto endOf = [&](int i) { return source[i].getLocation().getLocWithOffset(source[i].getLength()); };
  for (int i = firstVisible; i < (int)source.size(); i++) {
    if (!isQualifier(i) || endOf(i) != end) continue;
    while (i > firstVisible && isQualifier(i)) i--;
    return endOf(i);
  }
  return end;
}

bool TokenStream::fromSystem(const SourceManager &sm, SourceLocation location) const {
  location = sm.getSpellingLoc(location);
  if (!sm.isInSystemHeader(location) || upcFiles.count(sm.getFileID(location))) return false;
  StringRef file = sm.getFilename(location);
  for (const std::string &folder : folders)
    if (file.starts_with(folder)) return false;
  return true;
}

std::string TokenStream::similarName(const SourceManager &sm, StringRef name) const {
  std::string nearest;
  unsigned least = 3; // letters that differ
  for (const Token &token : source) {
    if (!token.is(tok::identifier) || sm.isWrittenInMainFile(sm.getSpellingLoc(token.getLocation()))) continue;
    StringRef other = token.getIdentifierInfo()->getName();
    if (!other.starts_with("upc_") || other == name) continue;
    unsigned distance = name.edit_distance(other, /*AllowReplacements=*/true, least);
    if (distance < least) least = distance, nearest = other.str();
  }
  return nearest;
}

void OpenBrackets::pass(const Token &token) {
  if (token.is(tok::l_paren)) awaited.push_back(tok::r_paren);
  else if (token.is(tok::l_square)) awaited.push_back(tok::r_square);
  else if (token.is(tok::l_brace)) awaited.push_back(tok::r_brace);
  else if (token.isOneOf(tok::r_paren, tok::r_brace))
    while (!awaited.empty() && awaited.back() == tok::r_square) awaited.pop_back();
  if (!awaited.empty() && token.is(awaited.back())) awaited.pop_back();
}

// Is `shared` a qualifier here? Then a type or a name follows it or its layout. In C neither follows a name.
static bool qualifies(const std::vector<Token> &tokens, size_t i) {
  if (i > 0 && tokens[i - 1].isOneOf(tok::kw_struct, tok::kw_union, tok::kw_enum)) return false;
  for (int depth = 0; ++i < tokens.size();) {
    if (tokens[i].is(tok::l_square)) depth++;
    else if (tokens[i].is(tok::r_square)) depth--;
    else if (depth == 0)
      return !tokens[i].isLiteral() && !tokens[i].isAnnotation() && tokens[i].getIdentifierInfo() &&
             tokens[i].isNot(tok::kw___attribute);
  }
  return false;
}

// Finds the headers of UPC among the system headers: those that have `shared int` or upc_… in them. In the others
// UPC's words are names of C.
static void findUpcHeaders(const SourceManager &sm, TokenStream &stream) {
  for (size_t i = stream.firstVisible; i < stream.source.size(); i++) {
    const Token &token = stream.source[i];
    if (!token.isAnyIdentifier()) continue;
    StringRef name = token.getIdentifierInfo()->getName();
    bool qualifier = name == "shared" || name == "strict" || name == "relaxed";
    if (!qualifier && !name.starts_with("upc_")) continue;
    SourceLocation spelled = sm.getSpellingLoc(token.getLocation()), used = sm.getExpansionLoc(token.getLocation());
    if (!sm.isInSystemHeader(spelled) && !sm.isInSystemHeader(used)) continue;
    if (!qualifier || qualifies(stream.source, i)) stream.upcFiles.insert({sm.getFileID(spelled), sm.getFileID(used)});
  }
}

void lexAll(Preprocessor &pp, TokenStream &stream) {
  SourceManager &sm = pp.getSourceManager();
  FileID builtin = pp.getPredefinesFileID();
  Token token;
  do {
    pp.Lex(token);
    Consistency now = stream.strictAt((int)stream.source.size()) ? Consistency::Strict : Consistency::Relaxed;
    if (token.is(tok::l_brace)) stream.outer.push_back(now);
    if (token.is(tok::r_brace) && !stream.outer.empty()) {
      if (stream.outer.back() != now) stream.consistency[(int)stream.source.size() + 1] = stream.outer.back();
      stream.outer.pop_back();
    }
    stream.append(token);
    if (sm.getFileID(token.getLocation()) == builtin) stream.firstVisible = (int)stream.source.size();
  } while (token.isNot(tok::eof));
  findUpcHeaders(sm, stream);
}
