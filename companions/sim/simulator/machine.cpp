// SPDX-License-Identifier: BSD-3-Clause
#include "machine.h"
#include "conduits/sim/shared.h"
#include "fail.h"

static_assert(int(MACHINE_LENGTHS) <= SIM_LENGTHS && int(MACHINE_KINDS) <= SIM_WORK &&
                  int(MACHINE_KIND) <= int(sizeof sim_kind_of_work::name),
              "the program is told all that a machine file may say");

static Machine::Times listOf(const machine_times_t &times) {
  Machine::Times list;
  for (int i = 0; i < times.lengths; i++) list.push_back({times.at[i].bytes, times.at[i].seconds});
  return list;
}

Machine readMachine(const std::string &what) {
  static machine_file_t file;
  if (const char *wrong = machine_read(&file, what.c_str())) fail(2, "%s", wrong);
  Machine m;
  static_cast<machine_numbers_t &>(m) = file.number;
  m.file = &file;
  m.name = file.name;
  m.rules = file.rules;
  m.rulesWrong = file.rulesWrong ? file.rulesWrong : "";
  m.network = file.network;
  m.routing = file.routing;
  m.placement = file.placement;
  m.arrivalAsked = file.arrival == std::string("asked");
  m.senderAsks = file.rendezvous == std::string("sender");
  m.streamsShare = file.streams == std::string("share");
  m.bytesTime = listOf(file.bytesTime);
  m.nearBytesTime = listOf(file.nearBytesTime);
  m.ownBytesTime = listOf(file.ownBytesTime);
  for (int i = 0; i < file.kinds; i++) m.efficiency[file.kind[i].name] = {file.kind[i].part, file.kind[i].half};
  return m;
}

double Machine::wireBytes(double bytes, double bandwidth) const {
  if (bytesTime.empty()) return bytes + header;
  size_t i = 0;
  while (i < bytesTime.size() && bytesTime[i].first < bytes) i++;
  if (i == bytesTime.size()) return bytesTime.back().second * bandwidth + bytes - bytesTime.back().first;
  if (i == 0) return bytesTime[0].second * bandwidth;
  const auto &low = bytesTime[i - 1], &high = bytesTime[i];
  double part = (bytes - low.first) / (high.first - low.first);
  return (low.second + part * (high.second - low.second)) * bandwidth;
}
