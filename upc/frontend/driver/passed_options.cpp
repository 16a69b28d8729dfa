// SPDX-License-Identifier: BSD-3-Clause
// Most options are passed as they are: a table says to whom. Those that need more have code.
#include "driver/passed_options.h"

#include <algorithm>

namespace {

// The translator; the C compiler; the linker; the linker, in order with the files.
enum { Front = 1, Compile = 2, Link = 4, Input = 8 };
// The whole word; how it starts; a name with its value, joined to it or the next word.
enum class Form { Word, Start, Value };

struct Passed {
  const char *name;
  Form form;
  int to;
};

// The first row that fits counts.
const Passed passedOptions[] = {
    {"-L", Form::Value, Input},
    {"-l", Form::Value, Input},
    {"-I", Form::Value, Front},
    {"-D", Form::Value, Front},
    {"-U", Form::Value, Front},
    {"-MP", Form::Word, Front},
    {"-MG", Form::Word, Front},
    {"-P", Form::Word, Front},
    {"-C", Form::Word, Front},
    {"-CC", Form::Word, Front},
    {"-H", Form::Word, Front},
    {"-dM", Form::Word, Front},
    {"-dD", Form::Word, Front},
    {"-dI", Form::Word, Front},
    {"-undef", Form::Word, Front},
    {"-nostdinc", Form::Word, Front},
    {"--sysroot=", Form::Start, Front},
    {"-W", Form::Start, Front},
    {"-w", Form::Word, Front},
    {"-pedantic", Form::Word, Front},
    {"-pedantic-errors", Form::Word, Front},
    {"-ansi", Form::Word, Front},
    {"-trigraphs", Form::Word, Front},
    {"-fPIC", Form::Word, Compile},
    {"-fpic", Form::Word, Compile},
    {"-fPIE", Form::Word, Compile},
    {"-fpie", Form::Word, Compile},
    {"-fuse-ld=", Form::Start, Link},
    {"-fsanitize", Form::Start, Front | Compile | Link},
    {"-fprofile-", Form::Start, Front | Compile | Link},
    {"-ftest-coverage", Form::Word, Front | Compile | Link},
    {"-pg", Form::Word, Front | Compile | Link},
    {"--coverage", Form::Word, Front | Compile | Link},
    {"-coverage", Form::Word, Front | Compile | Link},
    {"-f", Form::Start, Front | Compile},
    {"-g", Form::Start, Front | Compile},
    {"-O", Form::Start, Front | Compile},
    {"-m", Form::Start, Front | Compile},
    {"-B", Form::Value, Link},
    {"-nostdlib", Form::Word, Link},
    {"-nostartfiles", Form::Word, Link},
    {"-nodefaultlibs", Form::Word, Link},
    {"-static", Form::Word, Link},
    {"-static-libgcc", Form::Word, Link},
    {"-rdynamic", Form::Word, Link},
    {"-s", Form::Word, Link},
    {"-pie", Form::Word, Link},
    {"-no-pie", Form::Word, Link},
};

void pass(const std::string &word, int to, Options &o) {
  if (to & Front) o.frontArgs.push_back(word);
  if (to & Compile) o.compileArgs.push_back(word);
  if (to & Link) o.linkArgs.push_back(word);
  if (to & Input) o.inputs.push_back(word);
}

// Reads an option of the table. Returns false if `word` is none.
bool passByTable(const std::string &word, Words &words, Options &o) {
  for (const Passed &p : passedOptions) {
    if (p.form == Form::Word ? word != p.name : !startsWith(word, p.name)) continue;
    pass(p.form == Form::Value ? p.name + words.value(word, p.name) : word, p.to, o);
    return true;
  }
  return false;
}

// The words of -Wc,-O3,-g or -Wc,"-O3 -g": Berkeley's upcc hands them to a shell, and makefiles count on it.
void addWords(const std::string &list, std::vector<std::string> &to, const char *between = ", ") {
  for (size_t from = 0, end; from <= list.size(); from = end + 1) {
    end = std::min(list.find_first_of(between, from), list.size());
    if (end > from) to.push_back(list.substr(from, end - from));
  }
}

// What follows -Wl, is for the linker with cc, and for the command that links with Berkeley's upcc. So that makefiles
// for both work, it is for the command if it has spaces or is itself a -Wl: -Wl,"-w -O3", -Wl,-Wl,-rpath,/lib.
void passToLinker(const std::string &word, Options &o) {
  const std::string option = word.substr(4);
  if (option.find(' ') != std::string::npos || startsWith(option, "-Wl,")) addWords(option, o.inputs, " ");
  else pass(word, Input, o);
}

// The generated C uses words of GNU C, which the strict dialects of C do not have.
std::string gnuDialect(const std::string &option) {
  std::string dialect = option.substr(std::strlen("-std="));
  if (dialect == "iso9899:1990") dialect = "c90";
  if (dialect == "iso9899:1999") dialect = "c99";
  if (dialect == "iso9899:2011") dialect = "c11";
  return "-std=" + (dialect[0] == 'c' ? "gnu" + dialect.substr(1) : dialect);
}

// The option of the preprocessor in `word` whose value is a file or folder; null if there is none.
const char *takesFile(const std::string &word) {
  for (const char *option : {"-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-isysroot"})
    if (startsWith(word, option)) return option;
  return nullptr;
}

// Reads one of make's dependencies. Returns false if `word` is none.
bool parseDependencyOption(const std::string &word, Words &words, Options &o) {
  if (word == "-MMD" || word == "-MD") o.dependencies = true, pass(word, Front, o);
  else if (startsWith(word, "-MJ")) o.commandsFile = words.value(word, "-MJ");
  else if (startsWith(word, "-MF")) o.dependencyFile = words.value(word, "-MF");
  else if (startsWith(word, "-MT") || startsWith(word, "-MQ")) {
    o.dependencyTargets.push_back(word.substr(0, 3));
    o.dependencyTargets.push_back(words.value(word, word.substr(0, 3)));
  } else return false;
  return true;
}

// Reads an option that is not passed as it is. Returns false if `word` is none.
bool parseChangedOption(const std::string &word, Words &words, Options &o) {
  if (startsWith(word, "-Wc,")) addWords(word.substr(4), o.compileArgs);
  else if (startsWith(word, "-Wa,")) pass(word, Compile, o); // Clang hands its words to the assembler
  else if (startsWith(word, "-Wp,")) addWords(word.substr(4), o.frontArgs);
  else if (startsWith(word, "-Wl,")) passToLinker(word, o);
  else if (const char *option = takesFile(word)) pass(option, Front, o), pass(words.value(word, option), Front, o);
  else if (word == "-Xpreprocessor") addWords(words.value(word), o.frontArgs);
  else if (word == "-Xassembler") pass("-Wa," + words.value(word), Compile, o);
  else if (startsWith(word, "-Rpass")) pass(word, Compile, o);
  else if (word == "--param") words.value(word); // GCC's, of its optimizer
  else if (word == "-Xlinker") pass("-Wl," + words.value(word), Input, o);
  else if (word == "-z") pass("-Wl,-z," + words.value(word), Input, o);
  else if (word == "-Xclang" || word == "-mllvm") pass(word, Compile, o), pass(words.value(word), Compile, o);
  else if (startsWith(word, "--std=")) return parseChangedOption(word.substr(1), words, o);
  else if (startsWith(word, "-std=")) pass(word, Front, o), pass(gnuDialect(word), Compile, o);
  else if (word == "-g") // valgrind of Debian 12 reads DWARF 4; -backtrace needs the names
    pass("-gdwarf-4", Front | Compile, o), pass("-rdynamic", Link, o);
  else if (word == "-Ofast") // Clang warns of its name
    pass("-O3", Front | Compile, o), pass("-ffast-math", Front | Compile, o);
  else if (word.size() == 3 && startsWith(word, "-O") && word[2] > '3' && word[2] <= '9')
    pass("-O3", Front | Compile, o);
  else if (startsWith(word, "-fopenmp")) // the C compiler acts on its pragmas
    pass("-D_OPENMP=201511", Front, o), pass(word, Compile | Link, o);
  else if (word == "-shared") o.shared = true, pass("-fPIC", Compile, o);
  else if (word == "-emit-llvm") o.emitLlvm = true, pass(word, Compile, o);
  else return word == "-pthread"; // which is always on
  return true;
}

} // namespace

bool parsePassedOption(const std::string &word, Words &words, Options &o) {
  return parseDependencyOption(word, words, o) || parseChangedOption(word, words, o) || passByTable(word, words, o);
}
