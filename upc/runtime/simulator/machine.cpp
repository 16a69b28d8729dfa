// SPDX-License-Identifier: BSD-3-Clause
// A line of a machine file is a word and its value, "link-bandwidth 154 MB/s"; # begins a comment. A table says which
// field each word sets, and in which units. A wrong word, unit or range ends the simulator, naming the file's line.
#include "machine.h"
#include "fail.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <sstream>
#include <unistd.h>

namespace {

struct Place { std::string file; int line; };

[[noreturn]] void wrong(const Place &at, const std::string &what) {
  fail(2, "%s:%d: %s", at.file.c_str(), at.line, what.c_str());
}

struct Unit { const char *name; double value; };
const Unit timeUnits[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
const Unit rateUnits[] = {{"B/s", 1}, {"kB/s", 1e3}, {"MB/s", 1e6}, {"GB/s", 1e9}};
const double mostTime = 1e6, leastRate = 1, mostRate = 1e18; // in seconds, and a second
const Unit flopUnits[] = {{"Flop/s", 1}, {"MFlop/s", 1e6}, {"GFlop/s", 1e9}, {"TFlop/s", 1e12}};

// What a message shows of a text that somebody has written: a file may have any.
std::string shown(const std::string &text) { return "'" + (text.size() > 80 ? text.substr(0, 80) + ".." : text) + "'"; }

// A number and a unit, "154 MB/s"; there may be no space between them.
template <size_t N>
double quantity(const Place &at, const std::string &key, const std::string &text, const Unit (&units)[N]) {
  char *end;
  double number = strtod(text.c_str(), &end);
  std::string unit(end + strspn(end, " \t")), known;
  if (end == text.c_str() || !(number >= 0)) wrong(at, key + " is " + shown(text) + "; it must be a number and a unit");
  if (number == 0 && unit.empty()) return 0;
  for (auto &u : units) {
    if (unit == u.name) return number * u.value;
    known += std::string(known.empty() ? "" : ", ") + u.name;
  }
  wrong(at, key + " is " + shown(text) + "; its unit must be one of " + known);
}

[[noreturn]] void outside(const Place &at, const std::string &key, const std::string &text, double least, double most,
                          const char *unit) {
  std::ostringstream range;
  range << key << " is " << shown(text) << "; it must be a number from " << least << " to " << most << unit;
  wrong(at, range.str());
}

double plain(const Place &at, const std::string &key, const std::string &text, double least, double most) {
  char *end;
  double number = strtod(text.c_str(), &end);
  if (end == text.c_str() || *end || !(number >= least && number <= most)) outside(at, key, text, least, most, "");
  return number;
}

using Setter = std::function<void(Machine &, const Place &, const std::string &key, const std::string &value)>;

Setter time(double Machine::*field) {
  return [field](Machine &m, const Place &at, auto &key, auto &value) {
    m.*field = quantity(at, key, value, timeUnits);
    if (m.*field > mostTime) outside(at, key, value, 0, mostTime, " s");
  };
}

enum class Zero { allowed, refused }; // where 0 stands for no limit, and where nothing would ever move

template <size_t N> Setter perSecond(double Machine::*field, const Unit (&units)[N], Zero zero) {
  return [field, &units, zero](Machine &m, const Place &at, auto &key, auto &value) {
    double rate = m.*field = quantity(at, key, value, units);
    if (rate == 0 && zero == Zero::allowed) return;
    if (rate < leastRate || rate > mostRate)
      outside(at, key, value, leastRate, mostRate, (std::string(" ") + units[0].name).c_str());
  };
}
Setter rate(double Machine::*field, Zero zero = Zero::allowed) { return perSecond(field, rateUnits, zero); }

Setter count(int Machine::*field, int least) {
  return [field, least](Machine &m, const Place &at, auto &key, auto &value) {
    double number = plain(at, key, value, least, 1 << 20);
    if (number != (int)number) wrong(at, key + " is " + shown(value) + "; it must be a whole number");
    m.*field = (int)number;
  };
}

void setNetwork(Machine &m, const Place &, const std::string &key, const std::string &value) {
  std::istringstream words(value);
  m.network = key;
  m.shapes.clear();
  for (std::string word; words >> word;) m.shapes.push_back(word);
}

void setPlatform(Machine &m, const Place &at, const std::string &key, const std::string &value) {
  if (value.empty()) wrong(at, "platform needs the name of a file");
  m.network = key;
  size_t slash = at.file.rfind('/');
  m.shapes = {value[0] == '/' || slash == std::string::npos ? value : at.file.substr(0, slash + 1) + value};
}

void setEfficiency(Machine &m, const Place &at, const std::string &key, const std::string &value) {
  std::istringstream words(value);
  std::string kind, part, more;
  if (!(words >> kind >> part) || words >> more) wrong(at, "efficiency needs a kind and a number, such as dgemm 0.75");
  m.efficiency[kind] = plain(at, key + " " + shown(kind), part, 1e-6, 1);
}

void setPlacement(Machine &m, const Place &at, const std::string &, const std::string &value) {
  if (value != "map" && value != "row-major" && value != "random")
    wrong(at, "placement is " + shown(value) + "; it must be map, row-major or random");
  m.placement = value;
}

void setRendezvous(Machine &m, const Place &at, const std::string &, const std::string &value) {
  if (value != "receiver" && value != "sender")
    wrong(at, "rendezvous is " + shown(value) + "; it must be receiver or sender");
  m.senderAsks = value == "sender";
}

void setStreams(Machine &m, const Place &at, const std::string &, const std::string &value) {
  if (value != "queue" && value != "share") wrong(at, "streams is " + shown(value) + "; it must be queue or share");
  m.streamsShare = value == "share";
}

const std::map<std::string, Setter> &setters() {
  static const std::map<std::string, Setter> all = {
      {"flat", setNetwork}, {"torus", setNetwork}, {"fat-tree", setNetwork}, {"dragonfly", setNetwork},
      {"platform", setPlatform},
      {"threads-per-node", count(&Machine::threadsPerNode, 1)},
      {"placement", setPlacement},
      {"link-bandwidth", rate(&Machine::linkBandwidth, Zero::refused)}, {"link-latency", time(&Machine::linkLatency)},
      {"injection-bandwidth", rate(&Machine::injectionBandwidth)},
      {"loopback-bandwidth", rate(&Machine::loopbackBandwidth, Zero::refused)},
      {"loopback-latency", time(&Machine::loopbackLatency)},
      {"header", count(&Machine::header, 0)}, {"packet", count(&Machine::packet, 0)},
      {"small-message", count(&Machine::smallMessage, 0)},
      {"eager", count(&Machine::eager, 0)}, {"rendezvous", setRendezvous}, {"streams", setStreams},
      {"link-shares", count(&Machine::linkShares, 0)},
      {"send-time", time(&Machine::sendTime)}, {"receive-time", time(&Machine::receiveTime)},
      {"send-bandwidth", rate(&Machine::sendBandwidth)}, {"receive-bandwidth", rate(&Machine::receiveBandwidth)},
      {"serve-time", time(&Machine::serveTime)},
      {"near-time", time(&Machine::nearTime)}, {"near-latency", time(&Machine::nearLatency)},
      {"near-bandwidth", rate(&Machine::nearBandwidth)},
      {"look-time", time(&Machine::lookTime)},
      {"barrier-time", time(&Machine::barrierTime)}, {"barrier-round-time", time(&Machine::barrierRoundTime)},
      {"flops", perSecond(&Machine::flops, flopUnits, Zero::refused)},
      {"efficiency", setEfficiency}, {"helper", count(&Machine::helper, 0)},
      {"host-factor", [](Machine &m, const Place &at, auto &key, auto &value) {
         m.hostFactor = plain(at, key, value, 0, 1e6); }},
  };
  return all;
}

std::string trimmed(const std::string &text) {
  size_t first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

void set(Machine &m, const Place &at, const std::string &key, const std::string &value) {
  auto setter = setters().find(key);
  if (setter != setters().end()) return setter->second(m, at, key, value);
  std::string known;
  for (auto &s : setters()) known += (known.empty() ? "" : ", ") + s.first;
  wrong(at, shown(key) + " is no word of a machine file; the words are " + known);
}

void readFile(Machine &m, const std::string &path) {
  std::ifstream file(path);
  std::string line;
  if (!file) fail(2, "%s: %s", path.c_str(), strerror(errno));
  Place at{path, 0};
  while (std::getline(file, line)) {
    at.line++;
    line = trimmed(line.substr(0, line.find('#')));
    size_t space = line.find_first_of(" \t");
    if (line.empty()) continue;
    if (std::any_of(line.begin(), line.end(), [](unsigned char c) { return std::iscntrl(c) && c != '\t'; }))
      wrong(at, "this line is no text, so this is no machine file");
    set(m, at, line.substr(0, space), space == std::string::npos ? "" : trimmed(line.substr(space)));
  }
}

bool isFile(const std::string &path) {
  std::ifstream file(path);
  return file.good() && file.peek() != EOF;
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

Machine readMachine(const std::string &what) {
  std::istringstream parts(what);
  std::string name, setting;
  Machine m;
  std::getline(parts, name, ',');
  std::string path = isFile(name) ? name : ownMachines() + "/" + name;
  if (name.empty() || name[0] == '.' ? !isFile(name) : !isFile(path))
    fail(2, "machine '%s' is neither a file nor one of the machines in %s", name.c_str(), ownMachines().c_str());
  m.name = name.substr(name.rfind('/') == std::string::npos ? 0 : name.rfind('/') + 1);
  if (endsIn(name, ".xml")) m.network = "platform", m.shapes = {path};
  else readFile(m, path);
  if (isFile(path + ".rules") && path.find(':') == std::string::npos) m.rules = path + ".rules";
  while (std::getline(parts, setting, ',')) {
    size_t equals = setting.find('=');
    if (equals == std::string::npos)
      fail(2, "-machine=%s: '%s' must be WORD=VALUE", what.c_str(), setting.c_str());
    set(m, {"-machine=" + what, 1}, trimmed(setting.substr(0, equals)), trimmed(setting.substr(equals + 1)));
  }
  return m;
}
