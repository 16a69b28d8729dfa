// SPDX-License-Identifier: BSD-3-Clause
// A torus of nodes X x Y x Z with T threads each is what UPC_STRIDE_TORUS describes. So a map places threads by the
// library's own arithmetic (src/torus/), and trees know their neighbours.
#include "placement.h"
#include "fail.h"

extern "C" {
#include "torus/torus.h"
}

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <vector>

static const char *environment(const char *name) {
  const char *text = getenv(name);
  return text && *text ? text : nullptr;
}

// The machine as UPC_STRIDE_TORUS spells it; "" if it has no torus of up to three dimensions.
static std::string torusOf(const Machine &machine, const Network &network) {
  std::string sizes = network.torus();
  auto dimensions = sizes.empty() ? 0 : 1 + std::count(sizes.begin(), sizes.end(), 'x');
  if (dimensions == 0 || dimensions > UPC_STRIDE_LINK_LETTERS) return "";
  for (; dimensions < UPC_STRIDE_LINK_LETTERS; dimensions++) sizes += "x1";
  return sizes + "x" + std::to_string(machine.threadsPerNode);
}

// The threads that fill a torus; 0 if it is none.
static double placesOf(const std::string &sizes) {
  if (sizes.empty()) return 0;
  upc_stride_torus_set(sizes.c_str(), nullptr);
  return upc_stride_torus_places(upc_stride_torus());
}

static void byMap(const Machine &machine, Job &job, int threads, const std::string &sizes, const char *map) {
  if (sizes.empty())
    fail(2, "machine '%s' is no torus of up to three dimensions, so it cannot be filled by UPC_STRIDE_MAP=%s",
         machine.name.c_str(), map);
  upc_stride_torus_set(sizes.c_str(), map);
  const upc_stride_torus_t *torus = upc_stride_torus();
  if (!torus) fail(2, "%s", upc_stride_torus_wrong(threads));
  double places = upc_stride_torus_places(torus);
  if (places != threads)
    fail(2, "machine '%s' is a torus of %s, %.0f places; UPC_STRIDE_MAP needs as many threads, not %d",
         machine.name.c_str(), sizes.c_str(), places, threads);
  for (int t = 0; t < threads; t++) {
    int at[UPC_STRIDE_LETTERS];
    upc_stride_torus_place(torus, t, at);
    job.setNodeOf(t, (at[0] * torus->size[1] + at[1]) * torus->size[2] + at[2]);
  }
}

// Shuffled; the same in every run.
static void atRandom(const Machine &machine, Job &job, int threads) {
  std::vector<int> slot((size_t)threads);
  uint64_t seed = 1;
  std::iota(slot.begin(), slot.end(), 0);
  for (int t = threads - 1; t > 0; t--) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    std::swap(slot[(size_t)t], slot[(size_t)((seed >> 33) % (uint64_t)(t + 1))]);
  }
  for (int t = 0; t < threads; t++) job.setNodeOf(t, slot[(size_t)t] / machine.threadsPerNode);
}

void placeThreads(const Machine &machine, const Network &network, Job &job, std::string &torus) {
  int threads = job.control().threads;
  const char *map = environment("UPC_STRIDE_MAP"), *described = environment("UPC_STRIDE_TORUS");
  std::string sizes = torusOf(machine, network);
  bool another = described && sizes != described; // the program is told of a torus that is not this machine's
  torus.clear();
  if (machine.placement == "random") return atRandom(machine, job, threads);
  if (machine.placement == "map" && map && !another) {
    byMap(machine, job, threads, sizes, map);
    torus = sizes;
    return;
  }
  for (int t = 0; t < threads; t++) job.setNodeOf(t, t / machine.threadsPerNode);
  // In order is as the map X,Y,Z,T places them, which the library takes if it has none.
  if (machine.placement == "map" && !another && placesOf(sizes) == threads) torus = sizes;
}
