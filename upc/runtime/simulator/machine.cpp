// SPDX-License-Identifier: BSD-3-Clause
// A line of a machine file is a word and its value, "link-bandwidth 154 MB/s"; # begins a comment. A table says which
// field each word sets, and what it may be. A wrong word, unit or range ends the simulator, naming the file's line.
#include "machine.h"
#include "conduits/sim/shared.h"
#include "fail.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace {

struct Place { std::string file; int line; }; // line 0: a setting behind the machine's name

std::string textOf(const Place &at) { return at.file + (at.line ? ":" + std::to_string(at.line) : ""); }

[[noreturn]] void wrong(const Place &at, const std::string &what) {
  fail(2, "%s: %s", textOf(at).c_str(), what.c_str());
}

bool isFile(const std::string &path) {
  struct stat s;
  return stat(path.c_str(), &s) == 0 && S_ISREG(s.st_mode);
}

struct Unit { const char *name; double value; };
using Units = std::vector<Unit>;
const Units noUnit = {{"", 1}};
const Units timeUnits = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
const Units rateUnits = {{"B/s", 1}, {"kB/s", 1e3}, {"MB/s", 1e6}, {"GB/s", 1e9}};
const Units flopUnits = {{"Flop/s", 1}, {"MFlop/s", 1e6}, {"GFlop/s", 1e9}, {"TFlop/s", 1e12}};

// What a number may be. In its first unit; 0 needs no unit.
struct Range {
  const Units &units;
  double least, most;
  bool orZero = false;                          // 0 stands for no limit
  bool whole = false;
};
const Range aTime = {timeUnits, 0, 1e6}, aRate = {rateUnits, 1, 1e18}, aRateOrNone = {rateUnits, 1, 1e18, true},
            aPeak = {flopUnits, 1, 1e18}, aFactor = {noUnit, 0, 1e6}, aPart = {noUnit, 1e-6, 1};
const double mostCount = 1 << 20;
const Range aCount = {noUnit, 0, mostCount, false, true}, fromOne = {noUnit, 1, mostCount, false, true},
            aLength = {noUnit, 1, 1e12, false, true}, aSwitch = {noUnit, 0, 1, false, true};

// What a message shows of a text that somebody has written: a file may have any.
std::string shown(const std::string &text) { return "'" + (text.size() > 80 ? text.substr(0, 80) + ".." : text) + "'"; }

// All numbers of a machine file are checked here: "154 MB/s"; there may be no space before the unit.
double number(const Place &at, const std::string &what, const std::string &text, const Range &range) {
  size_t digits = text.find_first_not_of("0123456789.eE+-");
  if (digits != std::string::npos && digits > 0 && (text[digits - 1] == 'e' || text[digits - 1] == 'E')) digits--;
  const std::string figures = text.substr(0, digits);
  const std::string unit = digits == std::string::npos ? "" : text.substr(text.find_first_not_of(" \t", digits));
  char *end;
  double value = strtod(figures.c_str(), &end), scale = 0;
  std::string units;
  for (auto &u : range.units) {
    if (unit == u.name) scale = u.value;
    units += std::string(units.empty() ? "" : ", ") + u.name;
  }
  bool isNumber = !figures.empty() && !*end;
  if (isNumber && value == 0 && unit.empty()) scale = 1;
  if (!isNumber && range.units.size() > 1) wrong(at, what + " is " + shown(text) + "; it must be a number and a unit");
  if (isNumber && scale == 0 && range.units.size() > 1)
    wrong(at, what + " is " + shown(text) + "; its unit must be one of " + units);
  value *= scale;
  bool isIn = (value >= range.least && value <= range.most) || (range.orZero && value == 0);
  if (isNumber && scale != 0 && isIn && (!range.whole || value == std::floor(value))) return value;
  std::ostringstream must;
  must << what << " is " << shown(text) << "; it must be a " << (range.whole ? "whole " : "") << "number from ";
  if (range.whole) must << (long)range.least << " to " << (long)range.most;
  else must << range.least << " to " << range.most << (range.units.size() > 1 ? " " : "") << range.units[0].name;
  wrong(at, must.str());
}

const std::vector<std::string> placements = {"map", "row-major", "random"};

using Setter = std::function<void(Machine &, const Place &, const std::string &key, const std::string &value)>;

template <typename T> Setter is(const Range &range, T Machine::*field) {
  return [&range, field](Machine &m, const Place &at, auto &key, auto &value) {
    m.*field = (T)number(at, key, value, range);
  };
}

// One of these words; the setter gets its number.
Setter oneOf(std::vector<std::string> words, std::function<void(Machine &, size_t)> set) {
  return [words, set](Machine &m, const Place &at, auto &key, auto &value) {
    auto word = std::find(words.begin(), words.end(), value);
    if (word != words.end()) return set(m, (size_t)(word - words.begin()));
    std::string known = words[0];
    for (size_t i = 1; i < words.size(); i++) known += (i + 1 == words.size() ? " or " : ", ") + words[i];
    wrong(at, key + " is " + shown(value) + "; it must be " + known);
  };
}

void setNetwork(Machine &m, const Place &at, const std::string &key, const std::string &value) {
  std::istringstream words(value);
  if (key == "flat" && !value.empty()) wrong(at, "flat is " + shown(value) + "; it has no value");
  m.network = key;
  m.shapesAt = textOf(at);
  m.shapes.clear();
  for (std::string word; words >> word;) m.shapes.push_back(word);
}

void setPlatform(Machine &m, const Place &at, const std::string &key, const std::string &value) {
  if (value.empty()) wrong(at, "platform needs the name of a file");
  m.network = key;
  size_t slash = at.file.rfind('/');
  m.shapes = {value[0] == '/' || slash == std::string::npos ? value : at.file.substr(0, slash + 1) + value};
  if (!isFile(m.shapes[0])) wrong(at, "platform: " + shown(m.shapes[0]) + " is no file");
}

void setEfficiency(Machine &m, const Place &at, const std::string &key, const std::string &value) {
  std::istringstream words(value);
  std::string kind, part, more;
  if (!(words >> kind >> part) || words >> more) wrong(at, "efficiency needs a kind and a number, such as dgemm 0.75");
  m.efficiency[kind] = number(at, key + " " + shown(kind), part, aPart);
}

// "8:1us 4096:3us", ascending.
Setter timesOf(Machine::Times Machine::*field) {
  return [field](Machine &m, const Place &at, const std::string &key, const std::string &value) {
    std::istringstream words(value);
    Machine::Times times;
    for (std::string word; words >> word;) {
      size_t colon = word.find(':');
      if (colon == std::string::npos) wrong(at, key + " has " + shown(word) + "; it must be like 4096:3us");
      double bytes = number(at, key, word.substr(0, colon), aLength);
      double seconds = number(at, key, word.substr(colon + 1), aTime);
      if (!times.empty() && (bytes <= times.back().first || seconds < times.back().second))
        wrong(at, key + " has " + shown(word) + "; lengths and times must ascend");
      if (times.size() == SIM_LENGTHS) wrong(at, key + " has more than " + std::to_string(SIM_LENGTHS) + " lengths");
      times.push_back({bytes, seconds});
    }
    m.*field = times;
  };
}

const std::map<std::string, Setter> &setters() {
  using M = Machine;
  static const std::map<std::string, Setter> all = {
      {"flat", setNetwork}, {"torus", setNetwork}, {"fat-tree", setNetwork}, {"dragonfly", setNetwork},
      {"platform", setPlatform},
      {"link-bandwidth", is(aRate, &M::linkBandwidth)}, {"link-latency", is(aTime, &M::linkLatency)},
      {"injection-bandwidth", is(aRateOrNone, &M::injectionBandwidth)},
      {"bytes-time", timesOf(&M::bytesTime)}, {"near-bytes-time", timesOf(&M::nearBytesTime)},
      {"own-bytes-time", timesOf(&M::ownBytesTime)},
      {"header", is(aCount, &M::header)}, {"packet", is(aCount, &M::packet)},
      {"small-message", is(aCount, &M::smallMessage)}, {"link-shares", is(aCount, &M::linkShares)},
      {"eager", is(aCount, &M::eager)},
      {"rendezvous", oneOf({"receiver", "sender"}, [](M &m, size_t which) { m.senderAsks = which == 1; })},
      {"streams", oneOf({"queue", "share"}, [](M &m, size_t which) { m.streamsShare = which == 1; })},
      {"send-time", is(aTime, &M::sendTime)}, {"receive-time", is(aTime, &M::receiveTime)},
      {"send-bandwidth", is(aRateOrNone, &M::sendBandwidth)},
      {"receive-bandwidth", is(aRateOrNone, &M::receiveBandwidth)},
      {"serve-time", is(aTime, &M::serveTime)}, {"look-time", is(aTime, &M::lookTime)},
      {"threads-per-node", is(fromOne, &M::threadsPerNode)},
      {"placement", oneOf(placements, [](M &m, size_t which) { m.placement = placements[which]; })},
      {"near-time", is(aTime, &M::nearTime)}, {"near-latency", is(aTime, &M::nearLatency)},
      {"near-bandwidth", is(aRateOrNone, &M::nearBandwidth)}, {"own-bandwidth", is(aRateOrNone, &M::ownBandwidth)},
      {"barrier-time", is(aTime, &M::barrierTime)}, {"barrier-round-time", is(aTime, &M::barrierRoundTime)},
      {"flops", is(aPeak, &M::flops)}, {"efficiency", setEfficiency},
      {"helper", is(aSwitch, &M::helper)}, {"host-factor", is(aFactor, &M::hostFactor)},
  };
  return all;
}

std::string trimmed(const std::string &text) {
  size_t first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

// What a word sets: a machine has one network, and one efficiency of each kind of computation.
std::string subject(const std::string &key, const std::string &value) {
  static const std::set<std::string> networks = {"flat", "torus", "fat-tree", "dragonfly", "platform"};
  return networks.count(key) ? "network" : key == "efficiency" ? key + " " + value.substr(0, value.find(' ')) : key;
}

// How many letters must change, come or go until `a` is `b`.
size_t changes(const std::string &a, const std::string &b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); j++) row[j] = j;
  for (size_t i = 1; i <= a.size(); i++) {
    size_t before = row[0]; // of the row above
    row[0] = i;
    for (size_t j = 1; j <= b.size(); j++) {
      size_t same = before + (a[i - 1] != b[j - 1]);
      before = row[j];
      row[j] = std::min({same, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

// A word is like the wrong one if at most three letters differ, and fewer than half of them.
[[noreturn]] void wrongWord(const Place &at, const std::string &key) {
  std::string all, nearest;
  size_t least = 4;
  for (auto &s : setters()) {
    all += (all.empty() ? "" : ", ") + s.first;
    size_t far = key.size() > 80 ? least : changes(key, s.first);
    if (far < least && far < key.size() / 2) least = far, nearest = s.first;
  }
  const std::string right = nearest.empty() ? "the words are " + all : "did you mean " + nearest + "?";
  wrong(at, shown(key) + " is no word of a machine file; " + right);
}

using Given = std::map<std::string, std::string>; // by subject: how it was given, as a message says it

// `given`: what the file, or the settings, have given before.
void set(Machine &m, const Place &at, const std::string &key, const std::string &value, Given &given) {
  auto setter = setters().find(key);
  if (setter == setters().end()) wrongWord(at, key);
  std::string what = subject(key, value), line = at.line ? " in line " + std::to_string(at.line) : "";
  bool isNetwork = what == "network";
  auto [before, isFirst] = given.insert({what, isNetwork ? ", by " + key + line : line.empty() ? "" : "," + line});
  if (!isFirst) wrong(at, (isNetwork ? key + ": the network" : shown(what)) + " is already given" + before->second);
  setter->second(m, at, key, value);
}

void readFile(Machine &m, const std::string &path) {
  std::ifstream file(path);
  std::string line;
  if (!file) fail(2, "%s: %s", path.c_str(), strerror(errno));
  Place at{path, 0};
  Given given;
  while (std::getline(file, line)) {
    at.line++;
    line = trimmed(line.substr(0, line.find('#')));
    size_t space = line.find_first_of(" \t");
    if (line.empty()) continue;
    if (std::any_of(line.begin(), line.end(), [](unsigned char c) { return std::iscntrl(c) && c != '\t'; }))
      wrong(at, "this line is no text, so this is no machine file");
    set(m, at, line.substr(0, space), space == std::string::npos ? "" : trimmed(line.substr(space)), given);
  }
  if (given.empty()) fail(2, "%s: this file describes no machine: it has no word of a machine file", path.c_str());
}

bool endsIn(const std::string &text, const std::string &end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// The folder `machines` beside this program.
std::string ownMachines() {
  char self[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self);
  std::string path(self, length > 0 ? (size_t)length : 0);
  return path.substr(0, path.rfind('/')) + "/machines";
}

} // namespace

// "a=1,b=2;4,4;1" has two settings: a number behind a comma belongs to the value before it, as in shapes.
static std::vector<std::string> settingsOf(const std::string &text) {
  std::vector<std::string> list;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');)
    if (!list.empty() && !part.empty() && std::isdigit((unsigned char)part[0])) list.back() += "," + part;
    else list.push_back(part);
  return list;
}

double Machine::wireBytes(double bytes) const {
  if (bytesTime.empty()) return bytes + header;
  size_t i = 0;
  while (i < bytesTime.size() && bytesTime[i].first < bytes) i++;
  if (i == bytesTime.size()) return bytesTime.back().second * linkBandwidth + bytes - bytesTime.back().first;
  if (i == 0) return bytesTime[0].second * linkBandwidth;
  const auto &low = bytesTime[i - 1], &high = bytesTime[i];
  double part = (bytes - low.first) / (high.first - low.first);
  return (low.second + part * (high.second - low.second)) * linkBandwidth;
}

Machine readMachine(const std::string &what) {
  std::vector<std::string> settings = settingsOf(what);
  std::string name = settings.empty() ? "" : settings[0];
  Machine m;
  Given given;
  std::string path = isFile(name) ? name : ownMachines() + "/" + name;
  if (name.empty() || name[0] == '.' ? !isFile(name) : !isFile(path))
    fail(2, "machine '%s' is neither a file nor one of the machines in %s", name.c_str(), ownMachines().c_str());
  m.name = name.substr(name.rfind('/') == std::string::npos ? 0 : name.rfind('/') + 1);
  if (endsIn(name, ".xml")) m.network = "platform", m.shapes = {path};
  else readFile(m, path);
  if (isFile(path + ".rules") && path.find(':') == std::string::npos) m.rules = path + ".rules";
  for (size_t i = 1; i < settings.size(); i++) {
    size_t equals = settings[i].find('=');
    if (equals == std::string::npos)
      fail(2, "-machine=%s: '%s' must be WORD=VALUE", what.c_str(), settings[i].c_str());
    set(m, {"-machine=" + what, 0}, trimmed(settings[i].substr(0, equals)), trimmed(settings[i].substr(equals + 1)),
        given);
  }
  if (m.header && !m.bytesTime.empty())
    fail(2, "machine '%s' has both bytes-time and header; only one of them: bytes-time has a header's time in it",
         m.name.c_str());
  return m;
}
