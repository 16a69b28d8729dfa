// SPDX-License-Identifier: BSD-3-Clause
// The options of upcc itself, and the whole command line. An option has Berkeley UPC's name if Berkeley UPC has one
// like it.
#include "driver/driver_options.h"
#include "driver/command_line.h"
#include "driver/driver_files.h"
#include "driver/networks.h"
#include "driver/foreign_options.h"
#include "driver/passed_options.h"
#include "tokens/extension.h"
#include "../../runtime/base/sizes.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>

namespace {

const char optionsHelp[] =
    "usage: upcc [options] file.upc ...\n"
    "Compiles and links UPC programs. upcrun starts them. .c files are UPC too; object files are linked.\n"
    "UPC\n"
    "  -T n, -T=n             fix the number of threads (THREADS) at compile time; also -fupc-threads-n, -X n,\n"
    "                         -qupc=threads=n\n"
    "  -network=NAME          the conduit, which moves the data: smp (one machine; the default), mpi, gasnet-udp,\n"
    "                         sim; -version lists those that are built. All files of a program need the same\n"
    "  -shared-heap=SIZE      the default size of each thread's shared heap in this program: 64MB, 2GB, ...\n"
    "  -uses-mpi              with -network=mpi: sources may include mpi.h\n"
    "  -fcheck-bounds         check the subscripts of shared arrays while the program runs\n"
    "  -fno-upc-division, -fno-upc-pointers, -fno-upc-tables, -fno-upc-read-ahead, -fno-upc-updates\n"
    "                         with -O1 and above, to find out which of them matters: each iteration of an upc_forall\n"
    "                         is tested; no pointers that move through blocks with a loop; no addresses from tables;\n"
    "                         no far reads before their turn; no far writes that wait for others\n"
    "  -Rpass=upc -Rpass-missed=upc   with -O1 and above: say of loops with shared accesses what was done, or\n"
    "                         why not\n"
    "  -pedantic-upc          refuse what is not UPC 1.3: multi-blocked arrays, processors, sections, UPC 1.0's words\n"
    "  -Wno-upc-block-size    do not warn if a pointer becomes one of another block size without a cast\n"
    "  -Wno-upc-format        do not warn if printf or scanf gets a pointer-to-shared that it cannot follow\n"
    "  -Wclang-upc2c          warn of what the translator of Berkeley UPC 2020.4 gets wrong\n"
    "as in cc\n"
    "  -o file                the name of the output; -smart-output: that of the first source or object\n"
    "  -c  -S  -E             stop before linking, before assembling, after preprocessing (-dM, -P: as in cc)\n"
    "  -emit-llvm             -S and -c write LLVM's code: file.ll, file.bc\n"
    "  -fsyntax-only          check, and write nothing\n"
    "  -O -O0 .. -O3 -g       passed to the C compiler; the default is -O0\n"
    "  -I dir -D m[=v] -U m -include file -std=std -W* -f* -m*   as in cc\n"
    "  -Wc,opt -Wp,opt        an option for the C compiler, for the preprocessor\n"
    "  -Xclang opt, -mllvm opt   an option for Clang's code generator, for LLVM\n"
    "  -L dir -l lib -Wl,opt -Xlinker opt   passed to the linker; object files and static libraries too\n"
    "  -B dir -static -pie -nostdlib -nostartfiles -nodefaultlibs   as in cc\n"
    "  -shared                make a shared library of UPC code; objects for one are compiled with -fPIC\n"
    "  -link-with=cmd         link with this command in place of clang\n"
    "  -x upc file            the file is UPC, whatever its name (- is standard input); -x c: it is C\n"
    "  @file                  read further options and files from a file\n"
    "for make, editors and readers\n"
    "  -M -MM -MD -MMD -MP -MG -MF file -MT target -MQ target   write make's dependencies, as cc does\n"
    "  -MJ file               write the compile command of each source as JSON, as clang does\n"
    "  -trans                 stop after the translation to C, and write it to file.trans.c\n"
    "  -save-temps            keep the translation to C next to the output: file.trans.c\n"
    "  --target=TRIPLE        for another processor, whose libraries make TARGET=TRIPLE has built: aarch64-linux-gnu\n"
    "  -v                     show the commands that are run\n"
    "  -###, -show            show these commands, and run none\n"
    "  -version, -V           show the version, and the conduits that are built\n"
    "  -help, -h              show this text\n"
    "  -print-include-dir     show the folder of our headers, for compilers of other languages\n"
    "  -print-mpicc           show the C compiler of the MPI that -network=mpi takes\n"
    "  -echo-var=NAME         show the command that compiles C (UPCR_CC) or links (UPCR_LD)\n";
const char closingHelp[] =
    "The variable UPCC_FLAGS has options that are read before these.\n"
    "-pthreads[=n] and other options of Berkeley's upcc, of GCC UPC and of Cray's compiler (-h upc) are accepted\n"
    "without effect: a UPC thread is always a process here. IBM's options, -q..., are accepted with a note.\n";

// A line for each option, those of companions behind the others.
static std::string help() {
  std::string text = optionsHelp;
  for (auto k = Known<Extension>::newest; k; k = k->next)
    if (k->object.warning)
      text += llvm::formatv("  {0,-22} {1}\n", "-Wno-" + std::string(k->object.warning), k->object.warns).str();
  for (auto k = Known<Instrument>::newest; k; k = k->next)
    text += llvm::formatv("  {0,-22} {1}\n", "-fsanitize=" + std::string(k->object.name), k->object.does).str();
  for (auto k = Known<Command>::newest; k; k = k->next)
    text += llvm::formatv("  {0,-22} {1}\n", k->object.name, k->object.does).str();
  return text + closingHelp;
}

// The instrument that a word like -fsanitize=race names, or null.
static const Instrument *instrumentOf(const std::string &word, const std::string &option) {
  return startsWith(word, option.c_str()) ? Known<Instrument>::find(word.substr(option.size())) : nullptr;
}

// The one among several, as in -fsanitize=address,undefined, that Clang has too: then the option is also Clang's.
static const Instrument *alsoClangs(const std::string &word, const std::string &option) {
  llvm::SmallVector<llvm::StringRef, 4> names;
  if (startsWith(word, option.c_str())) llvm::StringRef(word).substr(option.size()).split(names, ',');
  for (llvm::StringRef name : names)
    if (const Instrument *one = Known<Instrument>::find(name.str()); one && one->alsoClangs) return one;
  return nullptr;
}

// What a wrong option may mean: the one in the help that is like it, if at most three letters differ, and fewer than
// half.
std::string meant(llvm::StringRef wrong) {
  llvm::SmallVector<llvm::StringRef, 512> words;
  const std::string text = help();
  llvm::StringRef(text).split(words, ' ', -1, false);
  const llvm::StringRef name = wrong.split('=').first;
  unsigned least = std::min<size_t>(4, name.size() / 2);
  std::string best;
  for (llvm::StringRef word : words) {
    word = word.take_until([](char c) { return c == '=' || c == ',' || c == '\n'; });
    if (!word.starts_with("-")) continue;
    const unsigned differ = name.edit_distance(word);
    if (differ < least) least = differ, best = word.str();
  }
  return best.empty() ? "; upcc -h shows the options" : "; did you mean " + best + "?";
}

int parseThreads(const std::string &text) {
  long threads;
  if (!urtk_parse_count(text.c_str(), URTK_MOST_THREADS, &threads))
    misuse("-T needs a number of threads from 1 to " + std::to_string(URTK_MOST_THREADS) + ", not '" + text + "'");
  return (int)threads;
}

unsigned long long parseSize(const std::string &text) {
  uint64_t bytes;
  if (!urtk_parse_size(text.c_str(), &bytes) || bytes == 0 || bytes >= URTK_MOST_HEAP)
    misuse("-shared-heap= needs a size below 1T such as 64MB or 2GB, not '" + text + "'");
  return bytes;
}

// The value of -x, which is for files whose suffix does not tell.
std::string parseLanguage(const std::string &language) {
  if (language != "upc" && language != "c" && language != "none")
    misuse("-x " + language + ": upcc compiles upc and c");
  return language;
}

[[noreturn]] void sayVersion() {
  std::printf("upcc (upc-stride) %s: UPC 1.3 on Clang %s, conduits: %s\n", UPCC_VERSION, UPCC_LLVM_VERSION,
              builtNetworks().c_str());
  std::exit(0);
}

// Reads a switch of a warning: -WNAME and its kin.
bool parseNamedWarning(const std::string &word, NamedWarning &warning) {
  const std::string name = warning.name;
  if (word == "-W" + name) warning.severity = Severity::Warning;
  else if (word == "-Wno-" + name) warning.severity = Severity::Ignored;
  else if (word == "-Werror=" + name) warning.severity = Severity::Error;
  else if (word == "-Wno-error=" + name) warning.severity = Severity::Warning, warning.onlyWarns = true;
  else return false;
  return true;
}

// Long options that take one dash or two.
std::string withOneDash(const std::string &word) {
  for (const char *name : {"--show", "--trans", "--save-temps", "--save-all-temps", "--nolink", "--pedantic-upc",
                           "--uses-mpi", "--nouses-mpi", "--help", "--version", "--print-"})
    if (word == name || (startsWith(word, name) && (word[std::strlen(name)] == '=' || endsWith(name, "-"))))
      return word.substr(1);
  return word;
}

// Reads an option of upcc itself. Returns false if `word` is none.
bool parseOwnOption(const std::string &written, Words &words, Options &o) {
  const std::string word = withOneDash(written);
  if (const Instrument *both = alsoClangs(word, "-fsanitize=")) return o.instrument = both, false;
  if (alsoClangs(word, "-fno-sanitize=")) return o.instrument = nullptr, false;
  std::string value;
  if (word == "-h" && words.nextIs("upc")) {} // Cray's
  else if (word == "-h" || word == "-help") std::fputs(help().c_str(), stdout), std::exit(0);
  else if (word == "-V" || word == "-version") sayVersion();
  else if (words.takes(word, "echo-var", value)) o.question = "echo-var " + value;
  else if (startsWith(word, "-print-") || startsWith(word, "-dump") || word == "-show-sizes") o.question = word;
  else if (word == "-v" || word == "-vv") o.verbose = true;
  else if (word == "-###" || word == "-show") o.verbose = o.dry = true;
  else if (word == "-c" || word == "-nolink") o.stage = Stage::Compile;
  else if (word == "-S") o.stage = Stage::Assemble;
  else if (word == "-E") o.stage = Stage::Preprocess;
  else if (word == "-M" || word == "-MM") o.stage = Stage::Dependencies, o.frontArgs.push_back(word);
  else if (word == "-uses-mpi") o.usesMpi = true;
  else if (word == "-nouses-mpi") o.usesMpi = false;
  else if (const Command *command = Known<Command>::find(word)) o.command = command;
  else if (word == "-fsyntax-only") o.stage = Stage::Check;
  else if (word == "-trans") o.stage = Stage::Translate;
  else if (startsWith(word, "--target=")) {
    o.target = word.substr(std::strlen("--target="));
    for (auto *arguments : {&o.frontArgs, &o.compileArgs, &o.linkArgs}) arguments->push_back(word);
  }
  else if (startsWith(word, "-save-temps") || word == "-save-all-temps") o.saveTemps = true;
  else if (word == "-fcheck-bounds" || word == "-fno-check-bounds") o.checkBounds = word == "-fcheck-bounds";
  else if (const Instrument *on = instrumentOf(word, "-fsanitize=")) o.instrument = on;
  else if (instrumentOf(word, "-fno-sanitize=")) o.instrument = nullptr;
  else if (word == "-fupc-division" || word == "-fno-upc-division") o.loops.division = word == "-fupc-division";
  else if (word == "-fupc-pointers" || word == "-fno-upc-pointers") o.loops.pointers = word == "-fupc-pointers";
  else if (word == "-fupc-read-ahead" || word == "-fno-upc-read-ahead") o.loops.ahead = word == "-fupc-read-ahead";
  else if (word == "-fupc-updates" || word == "-fno-upc-updates") o.loops.updates = word == "-fupc-updates";
  else if (word == "-fupc-tables" || word == "-fno-upc-tables") o.loops.tables = word == "-fupc-tables";
  else if (word == "-pedantic-upc") o.check.pedanticUpc = true;
  else if (parseNamedWarning(word, o.check.blockSize) || parseNamedWarning(word, o.check.format) ||
           parseNamedWarning(word, o.check.translator) ||
           llvm::any_of(o.check.ofExtensions, [&](auto &w) { return parseNamedWarning(word, w.second); })) {}
  else if (words.takes(word, "qupc=threads", value) || words.takes(word, "qupc=THREADS", value))
    o.threads = parseThreads(value);
  else if (word == "-X" || (startsWith(word, "-X") && std::isdigit((unsigned char)word[2])))
    o.threads = parseThreads(words.value(word, "-X"));
  else if (startsWith(word, "-T=") || startsWith(word, "--T="))
    o.threads = parseThreads(word.substr(word.find('=') + 1));
  else if (startsWith(word, "-fupc-threads-")) o.threads = parseThreads(word.substr(14));
  else if (startsWith(word, "-fthreads-")) o.threads = parseThreads(word.substr(10));
  else if (word == "-smart-output" || word == "-nosmart-output") o.smartOutput = word == "-smart-output";
  else if (words.takes(word, "fupc-threads", value)) o.threads = parseThreads(value);
  else if (startsWith(word, "-T")) o.threads = parseThreads(words.value(word, "-T"));
  else if (words.takes(word, "shared-heap", value) || words.takes(word, "heap", value)) o.sharedHeap = parseSize(value);
  else if (words.takes(word, "link-with", value)) {
    if (value.find_first_not_of(' ') == std::string::npos) misuse("-link-with= needs a command");
    o.linkWith = value;
  }
  else if (words.takes(word, "network", value)) {
    o.network = value;
    if (!pickNetwork(o.network))
      misuse("network '" + o.network + "' is not built into this upcc (built: " + builtNetworks() + ")");
  } else if (startsWith(word, "-x")) words.language = parseLanguage(words.value(word, "-x"));
  else if (isHarmless(word, words)) {}
  else if (startsWith(word, "-opt=") || word == "-openmp") return false; // no file named pt=3 or penmp
  else if (startsWith(word, "-o")) {
    o.output = startsWith(word, "-o=") ? word.substr(3) : words.value(word, "-o"); // -o=NAME is Berkeley's
    if (o.output.empty()) misuse("option -o needs a value");
  } else return false;
  return true;
}

// Writes a source from standard input to a file. As with cc, an option must name the language.
std::string standardInput(const std::string &language, const Options &o) {
  static Output file;
  if (language.empty() && o.stage != Stage::Preprocess) misuse("-E or -x is needed where the source is standard input");
  if (!file.path().empty()) misuse("standard input is one source, and is named twice");
  auto text = llvm::MemoryBuffer::getSTDIN();
  if (!text || !file.scratch(language == "c" ? "c" : "upc") ||
      !writeInto(file.path(), "#line 1 \"<stdin>\"\n" + (*text)->getBuffer().str()))
    std::exit(1);
  return file.path();
}

void check(const Options &o) {
  int sources = 0;
  for (auto &input : o.inputs) {
    sources += isSource(o, input);
    if (isSource(o, input) && input == o.output) misuse("-o " + o.output + " would overwrite the source");
    if (input.find('\n') != std::string::npos)
      misuse("a file with the end of a line in its name, after '" + input.substr(0, input.find('\n')) + "'");
    for (const char *suffix : {".cc", ".cpp", ".cxx", ".C", ".f", ".f90", ".s", ".S"})
      if (input[0] != '-' && endsWith(input, suffix))
        misuse(input + " is not UPC or C; compile it with its own compiler and give upcc the object");
    for (auto &word : o.frontArgs)
      if (endsWith(input, ".upc") && (word == "-DTHREADS" || startsWith(word, "-DTHREADS=")))
        misuse(word + ": THREADS is a word of UPC; -T n fixes the number of threads");
  }
  if (o.inputs.empty() && o.verbose) sayVersion();
  if (o.inputs.empty()) misuse("no input files; upcc -h shows the options");
  if (o.instrument && !o.target.empty())
    misuse(std::string("-fsanitize=") + o.instrument->name + " cannot stand with --target=: it knows x86-64 alone");
  if (o.emitLlvm && (o.stage == Stage::Link || o.stage < Stage::Assemble)) misuse("-emit-llvm needs -S or -c");
  if (o.stage == Stage::Link) return;
  if (sources == 0) misuse("nothing to compile: no .upc or .c file is given");
  if (sources > 1 && !o.output.empty() && o.stage != Stage::Preprocess && o.stage != Stage::Dependencies)
    misuse("-o with several sources needs a link; it cannot stand with -c, -S or -trans");
}

} // namespace

bool isSource(const Options &o, const std::string &input) {
  return input[0] != '-' &&
         (endsWith(input, ".upc") || endsWith(input, ".c") || endsWith(input, ".i") || o.languages.count(input));
}

bool isPlainC(const Options &o, const std::string &source) {
  auto said = o.languages.find(source);
  return said == o.languages.end() ? endsWith(source, ".c") : said->second == "c";
}

// Does the suffix tell the language? Then -x does not count: `-x c a.upc b.o`.
static bool suffixSays(const std::string &input) {
  for (const char *suffix : {".upc", ".c", ".i", ".o", ".lo", ".a", ".so"})
    if (endsWith(input, suffix)) return true;
  return input.find(".so.") != std::string::npos;
}

// UPCC_FLAGS, in front of the command line, as with Berkeley's upcc; and a note of a file that its upcc would read.
static void addLasting(llvm::SmallVectorImpl<const char *> &words, llvm::StringSaver &texts) {
  const char *flags = std::getenv("UPCC_FLAGS"), *home = std::getenv("HOME");
  llvm::SmallVector<const char *, 16> lasting;
  if (flags) llvm::cl::TokenizeGNUCommandLine(flags, texts, lasting);
  words.insert(words.begin() + 1, lasting.begin(), lasting.end());
  const std::string file = std::string(home ? home : "") + "/.upccrc";
  const bool told = std::getenv("UPCC_NORC") || llvm::any_of(words, [](llvm::StringRef w) { return w == "-norc"; });
  if (home && !told && llvm::sys::fs::exists(file))
    std::fprintf(stderr, "upcc: note: %s is not read; UPCC_FLAGS has options for every call (-norc ends this note)\n",
                 file.c_str());
}

// -smart-output: the first source or object without its folder and its suffix.
static std::string smartOutput(const Options &o) {
  for (const std::string &input : o.inputs)
    if (isSource(o, input) || endsWith(input, ".o")) return llvm::sys::path::stem(input).str();
  return "";
}

Options parseOptions(int argc, char **argv) {
  Options o;
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver texts(allocator);
  llvm::SmallVector<const char *, 64> expanded(argv, argv + argc);
  addLasting(expanded, texts);
  // @file; if there is no such file, the word stays.
  llvm::cl::ExpandResponseFiles(texts, llvm::cl::TokenizeGNUCommandLine, expanded);
  o.words.assign(expanded.begin(), expanded.end());
  Words words({expanded.begin() + 1, expanded.end()});
  while (words.more()) {
    const std::string word = words.next();
    if (word.size() < 2 || word[0] != '-') {
      if (word.empty()) misuse("an input has no name");
      o.inputWords.insert(words.read()); // the first word is upcc itself
      o.inputs.push_back(word == "-" ? standardInput(words.language, o) : word);
      if (word != "-" && !words.language.empty() && words.language != "none" && !suffixSays(word))
        o.languages[word] = words.language;
    } else if (!parseOwnOption(word, words, o) && !parsePassedOption(word, words, o)) {
      misuse("unknown option " + word + meant(word));
    }
  }
  if (o.smartOutput && o.output.empty() && o.stage == Stage::Link) o.output = smartOutput(o);
  if (o.command && !o.inputs.empty()) misuse(std::string(o.command->name) + " takes no files");
  if (o.question.empty() && !o.command) check(o);
  return o;
}
