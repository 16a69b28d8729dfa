// SPDX-License-Identifier: BSD-3-Clause
// driver_files.cpp: where upcc's own files are, and outputs that are whole or absent.
#include "driver.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

namespace fs = llvm::sys::fs;

static int complain(const std::string &path, const std::error_code &why) {
  llvm::errs() << "upcc: " << path << ": " << why.message() << "\n";
  return 1;
}

bool findTree(Tree &tree) {
  llvm::SmallString<256> self;
  if (fs::real_path("/proc/self/exe", self)) return false;
  std::string top = llvm::sys::path::parent_path(llvm::sys::path::parent_path(self)).str();
  for (const char *folder : {"", "/upc-stride"}) {
    tree.include = top + "/include" + folder;
    tree.lib = top + "/lib" + folder;
    if (fs::exists(tree.include + "/urt.h")) return true;
  }
  llvm::errs() << "upcc: no urt.h in " << top << "/include: this upcc is not where it was built or installed\n";
  return false;
}

Output::Output(std::string path) : wanted(std::move(path)) {}

Output::~Output() {
  if (written.empty() || written == wanted) return;
  fs::remove(written);
  llvm::sys::DontRemoveFileOnSignal(written);
}

bool Output::scratch(const std::string &suffix) {
  llvm::SmallString<128> name;
  if (std::error_code why = fs::createTemporaryFile("upcc", suffix, name)) return complain("temporary file", why), false;
  written = name.str().str();
  llvm::sys::RemoveFileOnSignal(written);
  return true;
}

bool Output::open() {
  // Standard output, a device or a pipe (-o /dev/null) is written in place.
  if (wanted == "-") return written = wanted, true;
  fs::file_status status;
  if (!fs::status(wanted, status) && status.type() != fs::file_type::regular_file) {
    written = wanted;
    if (status.type() != fs::file_type::directory_file) return true;
    return complain(wanted, std::make_error_code(std::errc::is_a_directory)), false;
  }
  llvm::SmallString<128> name;
  if (std::error_code why = fs::createUniqueFile(wanted + ".%%%%%%%%", name, fs::all_read | fs::all_write)) return complain(wanted, why), false;
  written = name.str().str();
  llvm::sys::RemoveFileOnSignal(written);
  return true;
}

bool Output::keep() {
  if (written == wanted) return true;
  std::error_code why = fs::rename(written, wanted);
  llvm::sys::DontRemoveFileOnSignal(written);
  if (why) return complain(wanted, why), false;
  written = wanted;
  return true;
}

bool writeFile(const std::string &path, const std::string &text) {
  if (path == "-") {
    llvm::outs() << text;
    llvm::outs().flush();
    return !llvm::outs().has_error();
  }
  Output output(path);
  if (!output.open()) return false;
  {
    std::error_code why;
    llvm::raw_fd_ostream stream(output.path(), why);
    stream << text;
    stream.close();
    if (!why) why = stream.error();
    stream.clear_error();
    if (why) return complain(path, why), false;
  }
  return output.keep();
}
