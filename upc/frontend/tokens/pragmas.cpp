// SPDX-License-Identifier: BSD-3-Clause
// The pragmas between the tokens: those of UPC are acted on, the others are kept for the C compiler. What the
// preprocessor does with THREADS and MYTHREAD is watched too: #if, #define, #undef.
#include "tokens/diagnostics.h"
#include "tokens/tokens.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"

using namespace clang;

namespace {

int braceDepth(const TokenStream &stream) {
  int depth = 0;
  for (const Token &token : stream.source)
    if (token.is(tok::l_brace)) depth++;
    else if (token.is(tok::r_brace)) depth--;
  return depth;
}

// Keeps the text of each pragma for the C compiler. Lowering prints it again at its place.
class PragmaText : public PPCallbacks {
public:
  PragmaText(Preprocessor &pp, TokenStream &stream, bool dynamicThreads)
      : pp(pp), stream(stream), dynamicThreads(dynamicThreads) {}

  void PragmaDirective(SourceLocation location, PragmaIntroducerKind introducer) override {
    SourceManager &sm = pp.getSourceManager();
    bool invalid = false;
    const char *text = sm.getCharacterData(sm.getSpellingLoc(location), &invalid);
    if (invalid) return;
    std::string line = introducer == PIK__Pragma ? operatorText(text) : directiveText(text);
    if (isAliasOfMain(line))
      report(pp.getDiagnostics(), location, "main can have no weak alias: the runtime calls it by another name");
    if (!line.empty() && !isForFrontEnd(line)) stream.pragmas.emplace((int)stream.source.size(), line);
  }

  // THREADS has no value in the dynamic environment. The preprocessor would take it for 0.
  void If(SourceLocation, SourceRange condition, ConditionValueKind) override { threadsIn(condition); }
  void Elif(SourceLocation, SourceRange condition, ConditionValueKind, SourceLocation) override {
    threadsIn(condition);
  }

  void MacroDefined(const Token &name, const MacroDirective *) override { keywordMacro(name); }
  void MacroUndefined(const Token &name, const MacroDefinition &, const MacroDirective *) override {
    keywordMacro(name);
  }

private:
  Preprocessor &pp;
  TokenStream &stream;
  bool dynamicThreads;

  static bool isAliasOfMain(StringRef line) { // weak NAME = main
    auto [name, target] = line.split('=');
    return name.ltrim().starts_with("weak ") && target.trim() == "main";
  }

  // 6.7.2, and 6.10.8 of C: #define and #undef of these names are wrong. Our own definitions are in <upc>.
  void keywordMacro(const Token &token) {
    StringRef name = token.getIdentifierInfo()->getName();
    if ((name != "THREADS" && name != "MYTHREAD") || stream.plainCNow()) return;
    StringRef file = pp.getSourceManager().getPresumedLoc(token.getLocation()).getFilename();
    if (file == "<upc>") return;
    if (file == "<command line>" && dynamicThreads)
      report(pp.getDiagnostics(), {},
             "-D" + name.str() + ": " + name.str() +
                 " is a keyword of UPC; for a fixed number of threads compile with -T n");
    else if (file != "<command line>")
      report(pp.getDiagnostics(), token.getLocation(),
             "'" + name.str() + "' is a keyword of UPC and should be no macro's name", /*warning=*/true);
  }

  void threadsIn(SourceRange condition) {
    if (pp.isMacroDefined("THREADS") || stream.plainCNow()) return;
    StringRef text =
        Lexer::getSourceText(CharSourceRange::getTokenRange(condition), pp.getSourceManager(), pp.getLangOpts());
    for (size_t at = 0; (at = text.find("THREADS", at)) != StringRef::npos; at += 7) {
      auto word = [&](size_t k) { return k < text.size() && (isalnum((unsigned char)text[k]) || text[k] == '_'); };
      if ((at && word(at - 1)) || word(at + 7)) continue;
      if (text.find("defined") != StringRef::npos) continue;
      report(pp.getDiagnostics(), condition.getBegin(),
             "THREADS has no value in #if in the dynamic THREADS environment; compile with -T n");
    }
  }

  // The text behind `#pragma`, to the end of the line. Continued lines are joined.
  static std::string directiveText(const char *at) {
    std::string line;
    for (; *at && *at != '\n'; at++) {
      if (*at == '\\' && at[1] == '\n') { line += ' '; at++; continue; }
      if (*at == '/' && (at[1] == '/' || at[1] == '*')) break;
      line += *at;
    }
    size_t word = line.find("pragma");
    return word == std::string::npos ? line : line.substr(word + 6);
  }

  // The string of _Pragma("…") without escapes.
  static std::string operatorText(const char *at) {
    const char *quote = at;
    while (*quote && *quote != '"' && *quote != '\n' && *quote != ')') quote++;
    std::string line;
    if (*quote != '"') return line;
    for (at = quote + 1; *at && *at != '"'; at++) {
      if (*at == '\\' && at[1]) at++;
      line += *at;
    }
    return line;
  }

  // Is it a pragma that the preprocessor or the front end has already acted on?
  static bool isForFrontEnd(const std::string &line) {
    size_t start = line.find_first_not_of(" \t");
    std::string rest = start == std::string::npos ? "" : line.substr(start);
    static const char *const ours[] = {
        // clang-format off
        "once", "upc", "pupc", "processors", "push_macro", "pop_macro", "message", "mark", "include_alias",
        "GCC system_header", "GCC poison", "GCC diagnostic", "GCC dependency", "GCC warning", "GCC error",
        "clang diagnostic", "clang deprecated", "clang final", "clang restrict_expansion", "clang assume_nonnull",
        "clang system_header", "region", "endregion"};
    // clang-format on
    for (const char *name : ours)
      if (rest.rfind(name, 0) == 0 && !isalnum((unsigned char)rest[std::string(name).size()])) return true;
    return false;
  }
};

// #pragma upc strict | relaxed | c_code | upc_code
class UpcPragma : public PragmaHandler {
public:
  explicit UpcPragma(TokenStream &stream) : PragmaHandler("upc"), stream(stream) {}
  void HandlePragma(Preprocessor &pp, PragmaIntroducer, Token &first) override {
    Token token;
    pp.LexUnexpandedToken(token); // 6.7.1: no macro replacement
    std::string word = token.is(tok::eod) ? "" : pp.getSpelling(token);
    bool consistency = word == "strict" || word == "relaxed";
    if (consistency)
      stream.consistency[(int)stream.source.size()] = word == "strict" ? Consistency::Strict : Consistency::Relaxed;
    else if (word == "upc_code" || word == "c_code") plainC(pp, token.getLocation(), word == "c_code");
    else
      return report(pp.getDiagnostics(), first.getLocation(),
                    "unknown '#pragma upc " + word + "': it must be strict or relaxed", true);
    if (consistency && !stream.outer.empty() && stream.source.back().isNot(tok::l_brace))
      report(pp.getDiagnostics(), first.getLocation(),
             "'#pragma upc " + word +
                 "' belongs before all declarations and statements of its block; here it holds from this line on",
             true);
    pp.LexUnexpandedToken(token);
    if (token.isNot(tok::eod))
      report(pp.getDiagnostics(), token.getLocation(), "'#pragma upc " + word + "' takes no more words", true);
  }

private:
  TokenStream &stream;
  MacroInfo *threads = nullptr; // the macro THREADS of the static environment, while plain C hides it

  void plainC(Preprocessor &pp, SourceLocation at, bool begins) {
    if (begins == stream.plainCNow()) return;
    stream.plainC[(int)stream.source.size()] = begins;
    IdentifierInfo *name = pp.getIdentifierInfo("THREADS");
    if (begins) {
      threads = pp.getMacroInfo(name);
      if (threads) pp.appendMacroDirective(name, new (pp.getPreprocessorAllocator()) UndefMacroDirective(at));
    } else if (threads) {
      pp.appendDefMacroDirective(name, threads);
    }
  }
};

// #pragma processors name(P0, P1, ..) becomes `static void upc_g_name(void) { int extents[] = { P0, P1, .. }; }`.
// Clang checks it like any other text. Lowering turns it into an array that is filled when THREADS is known.
class ProcessorsPragma : public PragmaHandler {
public:
  ProcessorsPragma(TokenStream &stream, const AnnotateOptions &options)
      : PragmaHandler("processors"), stream(stream), options(options) {}

  void HandlePragma(Preprocessor &pp, PragmaIntroducer, Token &first) override {
    std::vector<Token> line;
    Token token;
    for (pp.Lex(token); token.isNot(tok::eod); pp.Lex(token)) line.push_back(token);
    DiagnosticsEngine &diagnostics = pp.getDiagnostics();
    SourceLocation at = first.getLocation();
    if (options.pedanticUpc)
      report(diagnostics, at, "'#pragma processors' is an extension, refused under -pedantic-upc");
    if (line.size() < 4 || !line[0].isAnyIdentifier() || line[1].isNot(tok::l_paren) || line.back().isNot(tok::r_paren))
      return report(diagnostics, at, "'#pragma processors' must read 'processors name(P0, P1, ...)'");
    if (braceDepth(stream) != 0)
      return report(diagnostics, at, "'#pragma processors' must stand at file scope");
    std::string name = pp.getSpelling(line[0]);
    for (const Grid &grid : stream.grids)
      if (grid.name == name)
        return report(diagnostics, at, "processor grid '" + name + "' is already named in this file");

    Grid grid;
    grid.name = name;
    grid.location = at;
    grid.nameLocation = line[0].getLocation();
    for (const Token &word : line)
      grid.text += (word.hasLeadingSpace() && !grid.text.empty() ? " " : "") + pp.getSpelling(word);
    grid.dimensions = countExtents(diagnostics, name, line);
    if (!grid.dimensions) return;
    auto put = [&](tok::TokenKind kind, const std::string &word) { stream.append(synthetic(pp, at, kind, word)); };
    auto putUnused = [&] { // for -Wall
      put(tok::identifier, "__attribute__"); put(tok::l_paren, "("); put(tok::l_paren, "(");
      put(tok::identifier, "unused"); put(tok::r_paren, ")"); put(tok::r_paren, ")");
    };
    putUnused(); put(tok::identifier, "static"); put(tok::identifier, "void"); put(tok::identifier, "upc_g_" + name);
    put(tok::l_paren, "("); put(tok::identifier, "void"); put(tok::r_paren, ")"); put(tok::l_brace, "{");
    putUnused();
    put(tok::identifier, "int");
    put(tok::identifier, "extents");
    put(tok::l_square, "[");
    put(tok::r_square, "]");
    put(tok::equal, "="); put(tok::l_brace, "{");
    for (size_t i = 2; i + 1 < line.size(); i++) stream.append(line[i]);
    put(tok::r_brace, "}"); put(tok::semi, ";"); put(tok::r_brace, "}");
    stream.grids.push_back(grid);
  }

private:
  TokenStream &stream;
  const AnnotateOptions &options;

  static bool isOperand(const Token &token) { return token.isOneOf(tok::numeric_constant, tok::identifier); }

  // `name ( P0 , P1 .. )`: the number of extents, or 0 after a message.
  static int countExtents(DiagnosticsEngine &diagnostics, const std::string &name, const std::vector<Token> &line) {
    auto wrong = [&](const Token &token, const char *what) {
      return report(diagnostics, token.getLocation(), "'#pragma processors " + name + "': " + what), 0;
    };
    int extents = 1, depth = 0;
    bool empty = true;
    for (size_t i = 2; i + 1 < line.size(); i++) {
      depth += line[i].is(tok::l_paren) - line[i].is(tok::r_paren);
      if (isOperand(line[i]) && isOperand(line[i + 1]))
        return wrong(line[i + 1], "a comma is missing between two extents");
      bool ends = line[i].is(tok::comma) && depth == 0;
      if (ends && empty) return wrong(line[i], "an extent is missing");
      extents += ends;
      empty = ends;
    }
    return empty ? wrong(line.back(), "an extent is missing") : extents;
  }

  static Token synthetic(Preprocessor &pp, SourceLocation at, tok::TokenKind kind, const std::string &word) {
    Token token;
    token.startToken();
    token.setKind(kind);
    token.setLength(word.size());
    token.setLocation(pp.getSourceManager().createExpansionLoc(at, at, at, word.size()));
    if (kind == tok::identifier) {
      IdentifierInfo *info = pp.getIdentifierInfo(word);
      token.setIdentifierInfo(info);
      token.setKind(info->getTokenID());
    }
    return token;
  }
};

} // namespace

void watchPragmas(Preprocessor &pp, TokenStream &stream, const AnnotateOptions &options) {
  pp.addPPCallbacks(std::make_unique<PragmaText>(pp, stream, options.dynamicThreads));
  pp.AddPragmaHandler(new UpcPragma(stream));
  pp.AddPragmaHandler(new EmptyPragmaHandler("pupc")); // on | off, of GASP: nothing is recorded line by line
  pp.AddPragmaHandler(new ProcessorsPragma(stream, options));
}
