// SPDX-License-Identifier: BSD-3-Clause
#include "server/races.h"
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
  name.consume_front("./");
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

// Where the other side is: in this file too, or in the file of its name below the folder of races.json.
json::Value placeOf(const json::Object &other, llvm::StringRef file, llvm::StringRef folder, llvm::StringRef text) {
  llvm::SmallString<256> name(folder);
  path::append(name, other.getString("file").value_or(""));
  bool here = isOf(other, file);
  return json::Object{{"uri", uriOf(here ? file : llvm::StringRef(name))}, {"range", rangeOf(other, here ? text : "")}};
}

void add(json::Array &to, const json::Object &side, const json::Object &other, llvm::StringRef file,
         llvm::StringRef folder, llvm::StringRef text) {
  if (!isOf(side, file)) return;
  json::Object related{{"location", placeOf(other, file, folder, text)}, {"message", textOf(other)}};
  to.push_back(json::Object{
      {"range", rangeOf(side, text)}, {"severity", 2}, {"source", "upcc -fsanitize=race"}, {"code", "race"},
      {"message", "race: " + textOf(side) + ", and " + textOf(other) + " in line " +
                      std::to_string(other.getInteger("line").value_or(0)) + "; nothing orders the two"},
      {"relatedInformation", json::Array{std::move(related)}}});
}

// The two lines of it; one line has one diagnostic.
void addPair(json::Array &to, llvm::StringRef line, llvm::StringRef file, llvm::StringRef folder,
             llvm::StringRef text) {
  auto value = json::parse(line);
  if (!value) return llvm::consumeError(value.takeError());
  const json::Object *pair = value->getAsObject();
  if (!pair || !pair->getObject("later") || !pair->getObject("earlier")) return;
  const json::Object *later = pair->getObject("later"), *earlier = pair->getObject("earlier");
  add(to, *later, *earlier, file, folder, text);
  if (later->getInteger("line") != earlier->getInteger("line")) add(to, *earlier, *later, file, folder, text);
}

bool isOlder(const std::string &name, const std::string &file) {
  llvm::sys::fs::file_status a, b;
  return llvm::sys::fs::status(name, a) || llvm::sys::fs::status(file, b) ||
         a.getLastModificationTime() < b.getLastModificationTime();
}

} // namespace

json::Array racesIn(const std::string &file, llvm::StringRef text) {
  json::Array found;
  for (llvm::StringRef folder = path::parent_path(file); !folder.empty(); folder = path::parent_path(folder)) {
    std::string name = (folder + "/races.json").str();
    auto lines = llvm::MemoryBuffer::getFile(name);
    if (!lines) continue;
    if (isOlder(name, file)) break;
    llvm::SmallVector<llvm::StringRef, 16> each;
    (*lines)->getBuffer().split(each, '\n', -1, false);
    for (llvm::StringRef line : each) addPair(found, line, file, folder, text);
    break;
  }
  return found;
}
