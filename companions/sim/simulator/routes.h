// SPDX-License-Identifier: BSD-3-Clause
// Routes that are known. Of 256 threads that exchange there are 65,280, so a route takes few bytes: about 6 in a table,
// and in a list 12 and 4 for each link. What many routes have alike is kept once.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

// `links` is valid until the next route is added. linkBandwidth: of the slowest link; the way into the network is left
// out.
struct Route {
  double latency = 0, bandwidth = 0, linkBandwidth = 0;
  const int *links = nullptr;
  size_t count = 0;
  const int *begin() const { return links; }
  const int *end() const { return links + count; }
};

class Routes {
public:
  bool find(uint64_t key, Route &route);
  void add(uint64_t key, const Route &route);   // one that is not known
  bool isFull() const { return list.size() > most; }
  void clear() { *this = Routes(); }

private:
  static constexpr size_t most = 1 << 25;       // 128 MB; places are of 32 bits, and one route may have 32,768 links
  using Kind = std::tuple<double, double, double, size_t>; // all but the links
  enum { KeyLow, KeyHigh, KindNumber, Links };  // a route in the list
  std::vector<uint32_t> table;                  // open addressing: where a route begins, and 1; 0: there is none
  std::vector<int> list;
  std::vector<Kind> kinds;
  std::map<Kind, int> kindNumbers;
  size_t known = 0;

  uint64_t key(uint32_t entry) const;
  uint32_t &place(uint64_t key);                // its entry, or the free one where it belongs
  void enlarge();
};
