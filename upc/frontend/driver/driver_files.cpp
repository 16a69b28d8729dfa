// SPDX-License-Identifier: BSD-3-Clause
// The table of unfinished outputs is shared with a signal handler. So signals are blocked while a file is made, renamed
// or removed, and whatever ends upcc leaves either the whole output or none.
#include "driver/driver_files.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstdlib>
#include <new>
#include <sys/wait.h>
#include <unistd.h>

namespace fs = llvm::sys::fs;

static int complain(const std::string &path, const std::error_code &why) {
  llvm::errs() << "upcc: " << path << ": " << why.message() << "\n";
  return 1;
}

bool findTree(Tree &tree) {
  llvm::SmallString<256> self;
  if (std::error_code why = fs::real_path("/proc/self/exe", self)) {
    llvm::errs() << "upcc: /proc/self/exe: " << why.message()
                 << "; upcc finds its headers and libraries by this name: mount /proc\n";
    return false;
  }
  std::string top = llvm::sys::path::parent_path(llvm::sys::path::parent_path(self)).str();
  for (const char *folder : {"", "/upc-stride"}) {
    tree.include = top + "/include" + folder;
    tree.lib = top + "/lib" + folder;
    if (!fs::exists(tree.include + "/urt.h")) continue;
    tree.clang = tree.lib + "/clang/bin/clang";
    if (!fs::exists(tree.lib + "/clang/lib")) tree.clang = CLANG_DRIVER;
    return true;
  }
  llvm::errs() << "upcc: no urt.h in " << top << "/include: this upcc is not where it was built or installed\n";
  return false;
}

static bool conduitSays(const char *what, const std::string &network, const Tree &tree) {
  auto header = llvm::MemoryBuffer::getFile(tree.include + "/urt-" + conduit(network) + "/urt_near.h");
  return header && (*header)->getBuffer().contains(what);
}
bool allNear(const std::string &network, const Tree &tree) {
  return conduitSays("#define URT_ALL_NEAR 1", network, tree);
}
bool isOneMapping(const std::string &network, const Tree &tree) {
  return conduitSays("#define URT_ONE_MAPPING 1", network, tree);
}
bool notesAccesses(const std::string &network, const Tree &tree) {
  return conduitSays("#define URT_NOTES_ACCESSES 1", network, tree);
}

// ---- A signal removes unfinished files and ends a running linker. LLVM's RemoveFileOnSignal is not used: a second
// signal right after the first, as timeout and some terminals send it, undoes it.

static std::vector<std::string> unfinished;
static volatile pid_t linker;

static void removeUnfinished() {
  if (linker > 0) {
    kill(linker, SIGKILL);
    waitpid(linker, nullptr, 0);
  }
  for (auto &file : unfinished) unlink(file.c_str());
}

static void endBySignal(int signal) { // these signals are blocked meanwhile
  removeUnfinished();
  std::signal(signal, SIG_DFL);
  raise(signal); // delivered when this handler returns
}

static const int ending[] = {SIGHUP, SIGINT, SIGTERM, SIGPIPE}; // SIGPIPE: the reader of our messages has ended

static sigset_t ourSignals() {
  sigset_t set;
  sigemptyset(&set);
  for (int signal : ending) sigaddset(&set, signal);
  return set;
}

void cleanUpOnSignals() {
  for (int signal : ending) {
    struct sigaction now, ours = {};
    ours.sa_handler = endBySignal;
    ours.sa_mask = ourSignals();
    if (!sigaction(signal, nullptr, &now) && now.sa_handler != SIG_IGN) sigaction(signal, &ours, nullptr);
  }
}

// Nothing is allocated from here on.
static void endWithoutMemory() {
  static const char line[] = "upcc: no memory is left: the machine's is in use, or there is a limit (ulimit -v)\n";
  sigset_t set = ourSignals();
  sigprocmask(SIG_BLOCK, &set, nullptr);
  removeUnfinished();
  _exit(write(STDERR_FILENO, line, sizeof line - 1) < 0 ? 2 : 1);
}

void cleanUpWithoutMemory() {
  std::set_new_handler(endWithoutMemory);
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { endWithoutMemory(); });
}

void linkerRuns(pid_t pid) { linker = pid; }

namespace {
struct SignalsBlocked { // while the list of unfinished files and the files themselves may differ
  sigset_t before;
  SignalsBlocked() {
    sigset_t set = ourSignals();
    sigprocmask(SIG_BLOCK, &set, &before);
  }
  ~SignalsBlocked() { sigprocmask(SIG_SETMASK, &before, nullptr); }
};
} // namespace

static void finished(const std::string &file) {
  unfinished.erase(std::remove(unfinished.begin(), unfinished.end(), file), unfinished.end());
}

Output::Output(std::string path) : wanted(std::move(path)) {}

Output::~Output() {
  if (written.empty() || written == wanted) return;
  SignalsBlocked blocked;
  fs::remove(written);
  finished(written);
}

bool Output::scratch(const std::string &suffix) {
  SignalsBlocked blocked;
  llvm::SmallString<128> name;
  if (std::error_code why = fs::createTemporaryFile("upcc", suffix, name))
    return complain("a temporary file, in TMPDIR or /tmp", why), false;
  written = name.str().str();
  unfinished.push_back(written);
  return true;
}

bool Output::open() {
  // Standard output, a device or a pipe (-o /dev/null) is written in place.
  fs::file_status status;
  if (wanted == "-") return written = wanted, true;
  if (!fs::status(wanted, status) && status.type() != fs::file_type::regular_file) {
    written = wanted;
    if (status.type() != fs::file_type::directory_file) return true;
    return complain(wanted, std::make_error_code(std::errc::is_a_directory)), false;
  }
  SignalsBlocked blocked;
  llvm::SmallString<128> name;
  std::error_code why = fs::createUniqueFile(wanted + ".%%%%%%%%", name, fs::all_read | fs::all_write);
  if (why) return complain(wanted, why), false;
  written = name.str().str();
  unfinished.push_back(written);
  return true;
}

bool Output::keep() {
  if (written == wanted) return true;
  SignalsBlocked blocked;
  std::error_code why = fs::rename(written, wanted);
  finished(written);
  if (why) return complain(wanted, why), false;
  written = wanted;
  return true;
}

bool writeInto(const std::string &path, llvm::StringRef text) {
  std::error_code why;
  llvm::raw_fd_ostream stream(path, why);  // "-" is standard output
  if (!why) {
    stream << text;
    stream.flush();
    why = stream.error();
    stream.clear_error();
  }
  return why ? complain(path, why), false : true;
}

bool writeFile(const std::string &path, llvm::StringRef text) {
  Output output(path);
  return output.open() && writeInto(output.path(), text) && output.keep();
}
