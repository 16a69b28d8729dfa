// SPDX-License-Identifier: BSD-3-Clause
// upc_stride.hpp: arrays, sections, blocks, collectives by name, handles, values, places and errors, against what they
// must give by definition. Also UPC_SECTION of upc_stride.h, whose address can be taken.
#include <upc_stride.hpp>

#include <cmath>
#include <cstdlib>
#include <mutex>
#include <numeric>

namespace {

int failures = 0;

void check(bool holds, const char *text, stride::where at = stride::where::current()) {
  if (holds) return;
  failures++;
  std::fprintf(stderr, "thread %d, line %u: %s\n", stride::mythread(), static_cast<unsigned>(at.line()), text);
}
#define CHECK(condition) check((condition), #condition)

struct best {
  double value;
  int thread;
};

std::size_t p() { return static_cast<std::size_t>(stride::threads()); }
std::size_t me() { return static_cast<std::size_t>(stride::mythread()); }

// Blocks of the caller: their elements have the array's row-major numbers.
void blocks_and_copies() {
  stride::array<long, 2> A({3 * p() + 1, 10}, {2, 4}), B({3 * p() + 1, 10}, {3, 5});
  std::size_t seen = 0;
  for (auto b : A.own()) {
    for (std::size_t i = 0; i < b.extents[0]; i++)
      for (std::size_t j = 0; j < b.extents[1]; j++, seen++)
        b(i, j) = static_cast<long>((b.first[0] + i) * 10 + b.first[1] + j);
    CHECK(A.owner(b.index[0], b.index[1]) == stride::mythread());
  }
  CHECK(A.own().size() == A.own_blocks());
  CHECK(stride::sum(seen) == (3 * p() + 1) * 10);
  stride::copy(B(stride::all, stride::range(9, 0, -1)), A(stride::all, stride::range(0, 9)));
  for (auto b : B.own())
    for (std::size_t i = 0; i < b.extents[0]; i++)
      for (std::size_t j = 0; j < b.extents[1]; j++)
        CHECK(b(i, j) == static_cast<long>((b.first[0] + i) * 10 + 9 - b.first[1] - j));
#ifdef __cpp_lib_mdspan
  for (auto b : B.own()) CHECK((b.view()[0, 0] == b(0, 0)));
#endif
  stride::array<long, 2> moved(std::move(A));
  A = std::move(moved);
  CHECK(moved.handle() == nullptr && A.shape()[1] == 10 && A.nblocks()[1] == 3);
}

// A block with its border, by signed indices.
void tiles() {
  stride::array<int, 2> A({4 * p(), 6}, {4, 6});
  const auto mine = A.own(0);
  for (std::size_t i = 0; i < 4; i++)
    for (std::size_t j = 0; j < 6; j++) mine(i, j) = static_cast<int>(100 * (4 * me() + i) + j);
  std::vector<int> around(6 * 8, -1);
  stride::halo(std::span<int>(around), A[stride::blocks], 1, UPC_STRIDE_PERIODIC);
  const auto t = stride::halo_tile(std::span<int>(around), A, 0, 1, UPC_STRIDE_PERIODIC);
  const int rows = static_cast<int>(4 * p()), first = static_cast<int>(4 * me());
  for (int i = -1; i <= 4; i++)
    for (int j = 0; j < 6; j++) CHECK(t(i, j) == 100 * ((first + i + rows) % rows) + j);
  CHECK(t(0, -1) == 100 * first + 5 && t(3, 6) == 100 * (first + 3));
  bool thrown = false;
  try {
    stride::halo_tile(std::span<int>(around), A, 1, 1);
  } catch (const stride::error &) {
    thrown = true;
  }
  CHECK(thrown);
}

// The own elements of a section, and reductions of a function of elements, beside loops over all.
void elements_and_functions() {
  stride::array<long, 2> A({11, 9}, {3, 4}), B({11, 9}, {3, 4});
  for (auto b : A.own())
    for (std::size_t i = 0; i < b.extents[0]; i++)
      for (std::size_t j = 0; j < b.extents[1]; j++)
        b(i, j) = static_cast<long>((b.first[0] + i) * 100 + b.first[1] + j);
  std::size_t seen = 0;
  for (auto b : A.own_elements(stride::range(1, 8), stride::range(2, 7)))
    for (std::size_t i = 0; i < b.extents[0]; i++)
      for (std::size_t j = 0; j < b.extents[1]; j++, seen++) {
        CHECK(b(i, j) == static_cast<long>((b.first[0] + i) * 100 + b.first[1] + j));
        CHECK(b.first[0] + i >= 1 && b.first[0] + i <= 8 && b.first[1] + j >= 2 && b.first[1] + j <= 7);
      }
  CHECK(stride::sum(seen) == 8 * 6);
  for (auto b : B.own()) std::fill(b.data.begin(), b.data.end(), 500);
  CHECK(stride::max([](long x) { return x; }, A) == 1008 && stride::min([](long x) { return -x; }, A) == -1008);
  CHECK(stride::max([](long x, long y) { return std::labs(x - y); }, A, B) == 508);
  CHECK(stride::sum([](long x, long y) { return 0.5 * static_cast<double>(x - y); }, A, B) == 0.5 * (49896 - 99 * 500));
  CHECK(stride::sum([](long x) { return x % 2 == 0; }, A) == 55);
  CHECK(stride::sum([](long) { return static_cast<short>(20000); }, A) == 99 * 20000);
  CHECK(stride::max([](long x) { return x > 1007; }, A));
  CHECK(!stride::max([](long x, long y) { return x > y + 508; }, A, B));
  stride::array<std::complex<double>, 1> Z({3 * p()}, {2});
  for (auto b : Z.own()) std::fill(b.data.begin(), b.data.end(), std::complex<double>(1, 2));
  CHECK(stride::sum([](std::complex<double> z) { return z * z; }, Z) ==
        std::complex<double>(-3, 4) * (3 * static_cast<double>(p())));
  CHECK(std::isnan(stride::max([](long x) { return x == 305 ? NAN : static_cast<double>(x); }, A)));
  CHECK(std::isnan(stride::min([](long x) { return x == 305 ? NAN : static_cast<double>(x); }, A)));
  CHECK(!std::signbit(stride::max([](long x) { return x % 2 ? -0.0 : 0.0; }, A)));
  CHECK(std::signbit(stride::min([](long x) { return x % 2 ? -0.0 : 0.0; }, A)));
}

void collectives() {
  stride::array<double, 1> V({4 * p()}, {4}), W({4 * p()}, {4}), all({4 * p() * p()}, {4 * p()});
  std::span<double> mine = V.own(0).data, got = W.own(0).data, everything = all.own(0).data;
  std::iota(mine.begin(), mine.end(), 4.0 * static_cast<double>(me()));
  const double last = 4.0 * static_cast<double>(p() - 1), threads = static_cast<double>(p());
  stride::broadcast(W[stride::blocks], V.at(4 * (p() - 1)), 4);
  CHECK(got[3] == last + 3);
  stride::gather_all(all[stride::blocks], V[stride::blocks], 4);
  for (std::size_t i = 0; i < everything.size(); i++) CHECK(everything[i] == static_cast<double>(i));
  stride::exchange(all(stride::all), all(stride::all), 4);
  CHECK(everything[4 * (p() - 1)] == static_cast<double>(4 * me()));
  stride::gather(all.at(0), V[stride::blocks], 4);
  stride::scatter(W[stride::blocks], all.at(0), 4, stride::mysync);
  CHECK(std::equal(mine.begin(), mine.end(), got.begin()));
  {
    stride::handle h = stride::reduce_all_nb(W[stride::blocks], V[stride::blocks], 4, stride::op::add);
    while (!h.test()) {}
  }
  CHECK(got[1] == threads + 4 * threads * (threads - 1) / 2);
  {
    auto h = stride::reduce_all_nb(W[stride::blocks], V[stride::blocks], 4,
                                   [](double a, double b) { return std::hypot(a, b); });
  } // its destructor waits
  double squares = 0;
  for (std::size_t t = 0; t < p(); t++) squares += 16.0 * static_cast<double>(t * t);
  CHECK(std::abs(got[0] - std::sqrt(squares)) < 1e-9 * (1 + squares));
  stride::prefix_reduce(W[stride::blocks], V[stride::blocks], 1, stride::op::max);
  CHECK(got[0] == mine[0]);
  stride::reduce(W.at(0), V[stride::blocks], 4, stride::op::min, stride::mysync);
  if (me() == 0) CHECK(got[2] == 2);
  std::vector<int> round(p());
  for (std::size_t i = 0; i < p(); i++) round[i] = static_cast<int>((i + 1) % p());
  stride::permute(W[stride::blocks], V[stride::blocks], round, 4);
  CHECK(got[0] == 4.0 * static_cast<double>((me() + p() - 1) % p()));
}

void values() {
  const int t = stride::mythread(), n = stride::threads();
  CHECK(stride::sum(t) == n * (n - 1) / 2);
  CHECK(stride::sum(t % 2 == 0) == (n + 1) / 2 && stride::sum(false) == 0);
  const bool any = stride::reduce(t < 2, stride::op::add), before = stride::prefix_exclusive(true);
  CHECK(any == true && stride::prefix(t < 2) == true && before == (t > 0));
  CHECK(stride::max(0.5 * t) == 0.5 * (n - 1) && stride::min(7u) == 7u);
  CHECK(stride::sum(std::complex<double>(1, t)) == std::complex<double>(n, n * (n - 1) / 2));
  CHECK(stride::prefix(1) == t + 1 && stride::prefix_exclusive(2, -1) == (t == 0 ? -1 : 2 * t));
  const best b = stride::reduce(best{static_cast<double>(t * 7 % 5), t},
                                [](const best &x, const best &y) { return x.value > y.value ? x : y; });
  CHECK(b.value == b.thread * 7 % 5);
  CHECK(stride::broadcast(best{1.5, t}, n - 1).thread == n - 1);
  const stride::members odd = stride::split(t % 2);
  CHECK(stride::sum(1, odd) == (n + 1 - t % 2) / 2);
  CHECK(stride::sum(1, stride::split(odd, t / 2 % 2)) == (n + 3 - t % 4) / 4);
  const stride::members pair = n > 1 ? stride::team({n - 1, 0}) : stride::team({0});
  CHECK(pair.here() == (t == 0 || t == n - 1));
  stride::barrier(pair);
  CHECK(stride::broadcast(t, n - 1, pair) == (pair.here() ? n - 1 : t));
}

void partners() {
  stride::array<long, 1> A({2}, {1});
  stride::place<long> counter = A.at(0), posts = A.at(1);
  long sum = 0;
  const long limit = 10L * stride::threads();
  for (long next; (next = counter.fetch_add(1)) < limit;) sum += next;
  CHECK(stride::sum(sum) == limit * (limit - 1) / 2);
  posts.post();
  if (me() == 0) posts.await(p());
  long expected = limit + stride::threads();
  CHECK(stride::sum(counter.compare_exchange(expected, -1) ? 1 : 0) == 1);
  stride::array<double, 1> zeros({8 * p()}, {8});
  auto zero = zeros.at(8 * me());
  double none = 0;
  zero.write(-0.0);
  CHECK(zero.compare_exchange(none, 5.0) && zero.read() == 5);
  CHECK(!zero.compare_exchange(none, 7.0) && none == 5);
  stride::mutex lock;
  {
    std::lock_guard<stride::mutex> held(lock);
    counter.write(counter.read() - 1);
  }
  const int neighbours[] = {static_cast<int>((me() + 1) % p()), static_cast<int>((me() + p() - 1) % p())};
  stride::sync(std::span<const int>(neighbours, p() > 2 ? 2 : 1));
  stride::barrier();
  CHECK(counter.read() == -1 - stride::threads());
  CHECK(stride::max(posts.thread() == 1 || p() == 1 ? 1 : 0) == 1);
}

// A view of a vector; the address of a section of upc_stride.h; errors as exceptions, with the line of the call.
void views_and_errors() {
  std::vector<float> x(5, static_cast<float>(me()));
  stride::array<float, 1> V(std::span<float>(x), {5 * p()}, {5});
  stride::reduce_all(V[stride::blocks], V[stride::blocks], 5, stride::op::add);
  CHECK(x[4] == static_cast<float>(p() * (p() - 1) / 2));
  CHECK((upc_stride_barrier)(&UPC_SECTION(V.handle(), UPC_STRIDE_ALL)) == 0);
  std::string told;
  const unsigned line = stride::where::current().line() + 2;
  try {
    stride::broadcast(V(p()), V.at(0), 5);
  } catch (const stride::error &error) {
    told = error.what();
  }
  CHECK(told.find("modern.cpp:" + std::to_string(line) + ": upc_stride_broadcast: dst: ") != std::string::npos);
  CHECK(stride::sum(1) == stride::threads()); // the threads go on
}

} // namespace

int main() {
  stride::program program({.throws = true});
  blocks_and_copies();
  tiles();
  elements_and_functions();
  collectives();
  values();
  partners();
  views_and_errors();
  const int all = stride::sum(failures);
  if (me() == 0) std::puts(all == 0 ? "PASS" : "FAIL");
  return all != 0;
}
