// SPDX-License-Identifier: BSD-3-Clause
// Random calls of upc_stride.hpp on values, teams, places and sections, against their definition. All threads draw
// alike, so each knows what all others give. usage: random_values [ROUNDS [SEED]]
#include <upc_stride.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>

namespace {

std::mt19937 random_bits;
int below(int n) { return static_cast<int>(random_bits() % static_cast<unsigned>(n)); }
int p() { return stride::threads(); }
int me() { return stride::mythread(); }

int failures = 0, round_number;
void check(bool holds, const char *text) {
  if (!holds && failures++ == 0) std::fprintf(stderr, "thread %d, round %d: %s\n", me(), round_number, text);
}
#define CHECK(condition) check((condition), #condition)

// The caller's team: its threads in their order, and the same as the library has it. All threads, a list, or teams of
// teams.
std::vector<int> threads;
std::optional<stride::members> team; // made when the threads are there

int colour_of(int thread, unsigned salt) {
  return static_cast<int>((static_cast<unsigned>(thread) + 1) * 2654435761u * salt >> 24) % 3;
}

void draw_team() {
  threads.resize(static_cast<std::size_t>(p()));
  std::iota(threads.begin(), threads.end(), 0);
  team = stride::members();
  if (below(3) == 0) {
    std::shuffle(threads.begin(), threads.end(), random_bits);
    threads.resize(static_cast<std::size_t>(1 + below(p())));
    team = stride::team(threads);
  }
  for (int times = below(3); times > 0; times--) {
    const unsigned salt = static_cast<unsigned>(random_bits()) | 1u;
    const bool is_member = std::find(threads.begin(), threads.end(), me()) != threads.end();
    team = stride::split(*team, colour_of(me(), salt), me() % 2);
    std::vector<int> same;
    for (int key = 0; key < 2; key++)
      for (int t : threads)
        if (is_member && t % 2 == key && colour_of(t, salt) == colour_of(me(), salt)) same.push_back(t);
    threads = same;
  }
}

struct pair {
  long long value;
  int thread;
};

void values() {
  const long long scale = 1 + below(9);
  const auto given = [&](int t) { return scale * (t % 5) - t; };
  const auto rank = static_cast<std::size_t>(std::find(threads.begin(), threads.end(), me()) - threads.begin());
  const bool is_member = rank < threads.size();
  long long sum = 0, before = 0, least = given(me()), most = given(me());
  for (std::size_t i = 0; i < threads.size(); i++) {
    sum += given(threads[i]);
    if (i < rank) before += given(threads[i]);
    least = std::min(least, given(threads[i])), most = std::max(most, given(threads[i]));
  }
  if (!is_member) sum = least = most = given(me());
  switch (below(6)) {
    case 0: CHECK(stride::sum(given(me()), *team) == sum); break;
    case 1: CHECK(stride::min(static_cast<double>(given(me())), *team) == static_cast<double>(least)); break;
    case 2: {
      const pair found = stride::reduce(pair{given(me()), me()}, [](const pair &x, const pair &y) {
        return y.value > x.value || (y.value == x.value && y.thread < x.thread) ? y : x;
      }, *team);
      CHECK(found.value == most && (!is_member || given(found.thread) == most));
      break;
    }
    case 3: CHECK(stride::prefix(given(me()), stride::op::add, *team) == (is_member ? before : 0) + given(me())); break;
    case 4: {
      const long long got = stride::prefix_exclusive(given(me()), 77LL, stride::op::add, *team);
      CHECK(!is_member || got == (rank == 0 ? 77 : before));
      break;
    }
    default: {
      const int root = is_member ? threads[static_cast<std::size_t>(round_number) % threads.size()] : 0;
      if (is_member) CHECK(stride::broadcast(pair{given(me()), me()}, root, *team).thread == root);
    }
  }
}

// Each thread changes one element some times: the sum is that of all changes.
void changes() {
  stride::array<long, 1> A({3}, {1});
  const int times = 1 + below(5), at = below(3), value = 1 + below(7);
  long last = -1;
  bool grows = true;
  for (int i = 0; i < times; i++) {
    const long was = A.at(at).fetch_add(value);
    grows = grows && was > last && was % value == 0;
    last = was;
  }
  CHECK(grows);
  stride::barrier();
  CHECK(A.at(at).read() == static_cast<long>(times) * value * p());
  stride::barrier();
}

// Blocks of random size, in place where src is dst.
void collectives() {
  const std::size_t n = static_cast<std::size_t>(1 + below(6)), all = n * static_cast<std::size_t>(p());
  stride::array<long long, 1> A({all}, {n}), B({all * static_cast<std::size_t>(p())}, {all});
  const auto mine = A.own(0);
  const auto given = [](std::size_t number) { return static_cast<long long>(number * 7 % 11) - 4; };
  for (std::size_t i = 0; i < n; i++) mine(i) = given(mine.first[0] + i);
  const int call = below(3), root = below(p());
  const upc_flag_t flags = below(2) ? stride::mysync : stride::allsync;
  if (call == 0) {
    stride::gather_all(B[stride::blocks], A[stride::blocks], n, flags);
    for (std::size_t i = 0; i < all; i++) CHECK(B.own(0)(i) == given(i));
  } else if (call == 1) {
    stride::reduce_all(A[stride::blocks], A[stride::blocks], n, stride::op::add, flags);
    for (std::size_t i = 0; i < n; i++) {
      long long sum = 0;
      for (std::size_t t = 0; t < static_cast<std::size_t>(p()); t++) sum += given(t * n + i);
      CHECK(mine(i) == sum);
    }
  } else {
    stride::broadcast(A[stride::blocks], A.at(static_cast<std::size_t>(root) * n), n, flags);
    for (std::size_t i = 0; i < n; i++) CHECK(mine(i) == given(static_cast<std::size_t>(root) * n + i));
  }
  stride::barrier();
}

} // namespace

int main(int argc, char **argv) {
  stride::program program;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 200;
  random_bits.seed(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1u);
  for (round_number = 0; round_number < rounds; round_number++) {
    const int kind = below(8);
    if (kind == 0) changes();
    else if (kind == 1) collectives();
    else draw_team(), values();
  }
  failures = stride::sum(failures);
  if (me() == 0) std::puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
