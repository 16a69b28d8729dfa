// SPDX-License-Identifier: BSD-3-Clause
#include "server/reports.h"
#include "server/index.h"
#include "server/text.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace json = llvm::json;
namespace path = llvm::sys::path;

namespace {

// The program may have been compiled in any folder.
bool isOf(const json::Object &side, llvm::StringRef file) {
  llvm::StringRef name = side.getString("file").value_or("");
  while (name.consume_front("./") || name.consume_front("../")) {}
  return !name.empty() && file.ends_with(name) &&
         (file.size() == name.size() || path::is_separator(file[file.size() - name.size() - 1]));
}

std::string textOf(const json::Object &side) {
  std::string text = "thread " + std::to_string(side.getInteger("thread").value_or(0)) + " " +
                     side.getString("access").value_or("access").str() + "s " +
                     side.getString("what").value_or("shared memory").str();
  llvm::StringRef call = side.getString("call").value_or("");
  return call.empty() ? text : text + " by " + call.str();
}

json::Value rangeOf(const json::Object &side, llvm::StringRef text) {
  unsigned line = (unsigned)side.getInteger("line").value_or(1) - 1;
  llvm::StringRef words = lineOf(text, line);
  Position begin = positionAt(text, line + 1, (unsigned)(words.size() - words.ltrim().size()) + 1);
  return toJson(begin, positionAt(text, line + 1, (unsigned)words.size() + 1));
}

// Where the other side is: in this file too, or in the file of its name, below the folder of races.json if the name has
// no folder of its own.
json::Value placeOf(const json::Object &other, llvm::StringRef file, llvm::StringRef folder, llvm::StringRef text) {
  llvm::StringRef given = other.getString("file").value_or("");
  llvm::SmallString<256> name(path::is_absolute(given) ? "" : folder);
  path::append(name, given);
  bool here = isOf(other, file);
  return json::Object{{"uri", uriOf(here ? file : llvm::StringRef(name))}, {"range", rangeOf(other, here ? text : "")}};
}

// The file of which a report tells, with its text, and the folder of the reports.
struct Reader {
  llvm::StringRef file, folder, text;

  json::Value related(const json::Object &other, const std::string &message) const {
    return json::Object{{"location", placeOf(other, file, folder, text)}, {"message", message}};
  }

  void add(json::Array &to, const json::Object &side, llvm::StringRef code, const std::string &message,
           json::Array others) const {
    if (!isOf(side, file)) return;
    to.push_back(json::Object{{"range", rangeOf(side, text)}, {"severity", 2},
                              {"source", "upcc -fsanitize=" + code.str()}, {"code", code}, {"message", message},
                              {"relatedInformation", std::move(others)}});
  }

  void addSide(json::Array &to, const json::Object &side, const json::Object &other) const {
    add(to, side, "race", "race: " + textOf(side) + ", and " + textOf(other) + " in line " +
                            std::to_string(other.getInteger("line").value_or(0)) + ofOther(side, other) +
                            "; nothing orders the two",
        json::Array{related(other, textOf(other))});
  }

  static bool inOneFile(const json::Object &a, const json::Object &b) {
    return a.getString("file") == b.getString("file");
  }

  // " of b.upc", where the other side is in another file.
  static std::string ofOther(const json::Object &side, const json::Object &other) {
    return inOneFile(side, other) ? "" : " of " + other.getString("file").value_or("").str();
  }

  // The two lines of a race; one line has one diagnostic.
  void addRace(json::Array &to, const json::Object &pair) const {
    const json::Object *later = pair.getObject("later"), *earlier = pair.getObject("earlier");
    if (!later || !earlier) return;
    addSide(to, *later, *earlier);
    bool oneLine = inOneFile(*later, *earlier) && later->getInteger("line") == earlier->getInteger("line");
    if (!oneLine) addSide(to, *earlier, *later);
  }

  // Where the object was allocated and freed: "prog.upc:7: upc_alloc".
  void addAddress(json::Array &to, const json::Object &fault) const {
    json::Array others;
    for (llvm::StringRef what : {"allocated", "freed"}) {
      auto [place, call] = fault.getString(what).value_or("").split(": ");
      auto [name, number] = place.rsplit(':');
      int line = 0;
      if (number.getAsInteger(10, line)) continue;
      others.push_back(related(json::Object{{"file", name}, {"line", line}}, (what + " by " + call).str()));
    }
    add(to, fault, "address", fault.getString("text").value_or("").str(), std::move(others));
  }
};

bool isOlder(const std::string &name, const std::string &file) {
  llvm::sys::fs::file_status a, b;
  return llvm::sys::fs::status(name, a) || llvm::sys::fs::status(file, b) ||
         a.getLastModificationTime() < b.getLastModificationTime();
}

// A line of another kind is what the program has written.
void addFrom(json::Array &to, const char *reports, const std::string &file, llvm::StringRef text,
             void (Reader::*add)(json::Array &, const json::Object &) const) {
  for (llvm::StringRef folder = path::parent_path(file); !folder.empty(); folder = path::parent_path(folder)) {
    std::string name = (folder + "/" + reports).str();
    auto lines = llvm::MemoryBuffer::getFile(name);
    if (!lines) continue;
    if (isOlder(name, file)) return;
    llvm::SmallVector<llvm::StringRef, 16> each;
    (*lines)->getBuffer().split(each, '\n', -1, false);
    for (llvm::StringRef line : each) {
      auto value = json::parse(line);
      if (!value) llvm::consumeError(value.takeError());
      else if (const json::Object *report = value->getAsObject()) (Reader{file, folder, text}.*add)(to, *report);
    }
    return;
  }
}

} // namespace

json::Array reportsIn(const std::string &file, llvm::StringRef text) {
  json::Array found;
  addFrom(found, "races.json", file, text, &Reader::addRace);
  addFrom(found, "addresses.json", file, text, &Reader::addAddress);
  return found;
}
