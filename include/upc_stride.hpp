/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride.hpp: collectives on parts of distributed arrays, for programs in C++20. It is a header alone, over
 * upc_stride.h. The types of values follow from the arrays.
 *
 *   #include <upc_stride.hpp>
 *   int main() {
 *     stride::program program;                                  // starts the threads of `upcrun -n 4 ./program`
 *     stride::array<double, 2> A({1024, 1024}, {64, 64}, {2, 2}), copies({128, 128}, {64, 64}, {2, 2});
 *     for (auto block : A.own())                                // the caller's blocks
 *       for (double &x : block.data) x = stride::mythread();
 *     stride::barrier();
 *     stride::broadcast(copies(row, stride::all), A.at(64 * row, 64 * k), 64 * 64);
 *     double norm = stride::sum(own_part(A));                   // a number of each thread
 *   }
 *
 * A call does what the call of C of its name does (docs/manual.md). Sections count blocks, A(1, stride::all); in copies
 * they count elements. Lengths are in elements. Flags are left out for ALLSYNC; stride::mysync is MYSYNC at both ends.
 * A call whose name ends with _nb returns a handle, which waits in its destructor. What combines is an operation, such
 * as stride::op::add, or a function of two elements, such as a lambda, which is associative and commutative.
 *
 * Errors. A wrong argument ends the program with a line that names the call and the line of the program. With
 * stride::program program({.throws = true}) the call throws stride::error instead, which has the line.
 *
 * All threads make an array, and end its life, in the same order, as they make other calls of all threads. So an error
 * that ends the life of an array is thrown on all threads. */
#ifndef UPC_STRIDE_HPP
#define UPC_STRIDE_HPP

#if __cplusplus < 202002L
#error "upc_stride.hpp is for C++20: -std=c++20"
#endif

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <limits>
#include <memory>
#include <source_location>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>
#if __has_include(<mdspan>)
#include <mdspan>
#endif

#include "upc_stride.h"

namespace stride {

using where = std::source_location;

/* ---- errors, and the line of the program ---- */

struct error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

namespace detail {

/* "file.cpp:12: upc_stride_wait", which stays for ever. */
inline const char *text_of(const where &at, const char *call) {
  struct site {
    const char *file, *call;
    std::uint_least32_t line;
    bool operator==(const site &) const = default;
  };
  struct hash {
    std::size_t operator()(const site &s) const {
      return std::hash<const void *>()(s.file) ^ std::hash<const void *>()(s.call) * 31 ^ s.line * 0x9E3779B97F4A7C15u;
    }
  };
  static std::unordered_map<site, std::string, hash> texts;
  std::string &text = texts[site{at.file_name(), call, at.line()}];
  if (text.empty()) text = std::string(at.file_name()) + ':' + std::to_string(at.line()) + ": " + call;
  return text.c_str();
}

inline void note(const where &at, const char *call) { *upc_stride_place() = text_of(at, call); }

/* Calls of C return -1 for an error that comes back. The second one is for calls that know their place. */
template <typename Status>
inline Status checked(Status status) {
  if (status < 0) throw error(upc_stride_last_error());
  return status;
}
[[noreturn]] inline void fail(const where &at) {
  throw error(std::string(at.file_name()) + ':' + std::to_string(at.line()) + ": " + upc_stride_last_error());
}
template <typename Status>
inline Status checked(const where &at, Status status) {
  if (status < 0) fail(at);
  return status;
}

inline upc_stride_pointer_t checked_place(upc_stride_pointer_t place) {
  if (upc_stride_is_null(place)) throw error(upc_stride_last_error());
  return place;
}

} // namespace detail

/* ---- types and operations ---- */

template <typename T>
concept element = std::is_trivially_copyable_v<T> && !std::is_const_v<T>;

namespace detail {

/* The type of upc_types.h for a number; 0: there is none, as for numbers of a compiler's own. */
template <typename T>
constexpr upc_type_t known_type() {
  if constexpr (std::same_as<T, std::complex<float>>) return UPC_STRIDE_COMPLEX_FLOAT;
  else if constexpr (std::same_as<T, std::complex<double>>) return UPC_STRIDE_COMPLEX_DOUBLE;
  else if constexpr (std::same_as<T, std::complex<long double>>) return UPC_STRIDE_COMPLEX_LDOUBLE;
  else if constexpr (std::same_as<T, long double>) return UPC_LDOUBLE;
  else if constexpr (std::floating_point<T>) { /* also std::float32_t and its kin: by their format */
    const int digits = std::numeric_limits<T>::digits;
    return sizeof(T) == 8 && digits == 53   ? UPC_DOUBLE
           : sizeof(T) == 4 && digits == 24 ? UPC_FLOAT
           : sizeof(T) == 2 && digits == 11 ? UPC_STRIDE_FLOAT16
                                            : 0;
  } else if constexpr (!std::integral<T>) return 0;
  else if constexpr (sizeof(T) == 1) return std::is_signed_v<T> ? UPC_INT8 : UPC_UINT8;
  else if constexpr (sizeof(T) == 2) return std::is_signed_v<T> ? UPC_INT16 : UPC_UINT16;
  else if constexpr (sizeof(T) == 4) return std::is_signed_v<T> ? UPC_INT32 : UPC_UINT32;
  else if constexpr (sizeof(T) == 8) return std::is_signed_v<T> ? UPC_INT64 : UPC_UINT64;
  else return std::is_signed_v<T> ? UPC_STRIDE_INT128 : UPC_STRIDE_UINT128;
}

} // namespace detail

template <typename T>
concept number = detail::known_type<T>() != 0;

/* The type of upc_types.h. */
template <number T>
constexpr upc_type_t type_of() {
  return detail::known_type<T>();
}

enum class op : upc_op_t {
  add = UPC_ADD,
  multiply = UPC_MULT,
  bit_and = UPC_AND,
  bit_or = UPC_OR,
  bit_xor = UPC_XOR,
  logical_and = UPC_LOGAND,
  logical_or = UPC_LOGOR,
  min = UPC_MIN,
  max = UPC_MAX,
  put = UPC_STRIDE_PUT /* of single elements alone */
};
constexpr upc_op_t number_of(op o) { return static_cast<upc_op_t>(o); }

/* A function that combines two elements. */
template <typename F, typename T>
concept combines = requires(F f, const T &a) {
  { f(a, a) } -> std::convertible_to<T>;
};

constexpr upc_flag_t allsync = 0, mysync = UPC_IN_MYSYNC | UPC_OUT_MYSYNC, nosync = UPC_IN_NOSYNC | UPC_OUT_NOSYNC;

namespace detail {

/* For the library: inout[i] = f(in[i], inout[i]). */
template <typename T, typename F>
void combine(const void *in, void *inout, std::size_t count, void *context) noexcept {
  const T *a = static_cast<const T *>(in);
  T *b = static_cast<T *>(inout);
  F &f = *static_cast<F *>(context);
  for (std::size_t i = 0; i < count; i++) b[i] = f(a[i], b[i]);
}

} // namespace detail

/* ---- start and end ---- */

struct options {
  bool throws = false;      /* wrong arguments are exceptions */
  bool check = false;       /* checked mode */
  int threads = 0;          /* without upcrun -n */
  std::size_t heap = 0;     /* bytes of shared memory of each thread */
};

/* Starts the threads; its destructor ends the use of the library. At the beginning of main. */
class program {
public:
  explicit program(const options &given = {}) {
    upc_stride_options_t o{};
    o.errors = given.throws ? UPC_STRIDE_ERRORS_RETURN : UPC_STRIDE_ERRORS_END;
    o.check = given.check, o.threads = given.threads, o.heap = given.heap;
    detail::checked((upc_stride_init)(&o));
  }
  program(const program &) = delete;
  program &operator=(const program &) = delete;
  ~program() {
    if (upc_stride_initialized() == 1) (upc_stride_finalize)();
  }
};

inline int mythread() { return upc_stride_mythread(); }
inline int threads() { return upc_stride_threads(); }

inline void barrier(const where &at = where::current()) {
  detail::note(at, "upc_stride_barrier_all");
  detail::checked(at, (upc_stride_barrier_all)());
}

/* ---- intervals and sections ---- */

struct all_t {};
struct blocks_t {};
inline constexpr all_t all{};                             /* everything in a dimension */
inline constexpr blocks_t blocks{};                       /* A[stride::blocks]: all blocks */

/* lo to hi, both included, each step-th of them. */
inline upc_stride_interval_t range(long long lo, long long hi, long long step = 1) {
  return {UPC_STRIDE_INTERVAL_STEP, lo, step, hi};
}

namespace detail {
inline upc_stride_interval_t interval(all_t) { return {UPC_STRIDE_INTERVAL_ALL, 0, 1, 0}; }
inline upc_stride_interval_t interval(upc_stride_interval_t given) { return given; }
template <std::integral I>
inline upc_stride_interval_t interval(I i) {
  return {UPC_STRIDE_INTERVAL_AT, static_cast<long long>(i), 1, 0};
}
} // namespace detail

template <typename I>
concept picks = requires(I i) { detail::interval(i); };

/* Blocks of an array, or elements in copies and patches: a value. Any threads: stride::team. */
class members {
public:
  members() : section_(upc_stride_all_threads()) {}       /* all threads */
  explicit members(const upc_stride_section_t &section) : section_(section) {}
  const upc_stride_section_t *get() const { return &section_; }
  bool here() const { return detail::checked(upc_stride_have_affinity(&section_)) == 1; }

private:
  upc_stride_section_t section_;
};

template <element T>
class section : public members {
public:
  using value_type = T;
  explicit section(const upc_stride_section_t &given) : members(given) {}
  std::size_t size() const { return static_cast<std::size_t>(detail::checked(upc_stride_picked(get(), nullptr))); }
};

/* A team of some threads, in the order of the list; of the threads with the caller's colour, by key and number. */
inline members team(std::span<const int> list) {
  upc_stride_section_t made;
  detail::checked(upc_stride_threads_listed(&made, list.data(), list.size()));
  return members(made);
}
inline members team(std::initializer_list<int> list) { return team(std::span<const int>(list.begin(), list.size())); }
inline members split(int colour, int key = 0, const where &at = where::current()) {
  upc_stride_section_t made;
  detail::note(at, "upc_stride_all_threads_split");
  detail::checked(at, (upc_stride_all_threads_split)(&made, colour, key));
  return members(made);
}
inline members split(const members &those, int colour, int key = 0, const where &at = where::current()) {
  upc_stride_section_t made;
  detail::note(at, "upc_stride_team_split");
  detail::checked(at, (upc_stride_team_split)(&made, those.get(), colour, key));
  return members(made);
}

inline void barrier(const members &those, const where &at = where::current()) {
  detail::note(at, "upc_stride_barrier");
  detail::checked(at, (upc_stride_barrier)(those.get()));
}

/* ---- places: one element of any thread ---- */

template <element T>
class place {
public:
  using value_type = T;
  explicit place(upc_stride_pointer_t pointer) : pointer_(pointer) {}
  upc_stride_pointer_t get() const { return pointer_; }
  int thread() const { return upc_stride_thread_of(pointer_); }
  T *address() const { return static_cast<T *>(upc_stride_address_of(pointer_)); } /* null: far */

  T read(const where &at = where::current()) const {
    T value;
    detail::note(at, "upc_stride_get");
    detail::checked(at, (upc_stride_get)(&value, pointer_, sizeof value));
    return value;
  }
  void write(const T &value, const where &at = where::current()) const {
    detail::note(at, "upc_stride_put");
    detail::checked(at, (upc_stride_put)(pointer_, &value, sizeof value));
  }

  /* At once, as upc_stride_fetch_op: what the element was. */
  T fetch(op o, T value, const where &at = where::current()) const requires number<T> {
    T before;
    detail::note(at, "upc_stride_fetch_op");
    detail::checked(at, (upc_stride_fetch_op)(&before, pointer_, number_of(o), type_of<T>(), &value));
    return before;
  }
  T fetch_add(T value, const where &at = where::current()) const requires number<T> {
    return fetch(op::add, value, at);
  }
  T exchange(T value, const where &at = where::current()) const requires number<T> { return fetch(op::put, value, at); }
  /* As std::atomic, but numbers are compared, so 0.0 is -0.0: true if it was `expected` and is `value` now; else
   * `expected` is what it is. */
  bool compare_exchange(T &expected, T value, const where &at = where::current()) const requires number<T> {
    T before;
    detail::note(at, "upc_stride_compare_swap");
    detail::checked(at, (upc_stride_compare_swap)(&before, pointer_, type_of<T>(), &expected, &value));
    const bool was = before == expected;
    expected = before;
    return was;
  }

  /* An event: an element of 8 bytes, 0 at first. */
  void post(const where &at = where::current()) const requires(std::integral<T> && sizeof(T) == 8) {
    detail::note(at, "upc_stride_post");
    detail::checked(at, (upc_stride_post)(pointer_));
  }
  void await(std::size_t count = 1, const where &at = where::current()) const
      requires(std::integral<T> && sizeof(T) == 8) {
    detail::note(at, "upc_stride_await");
    detail::checked(at, (upc_stride_await)(pointer_, count));
  }

private:
  upc_stride_pointer_t pointer_;
};

/* Waits for each thread of the list, which has the caller in its list. */
inline void sync(std::span<const int> list, const where &at = where::current()) {
  detail::note(at, "upc_stride_sync_threads");
  detail::checked(at, (upc_stride_sync_threads)(list.data(), list.size()));
}

/* A lock of all threads, for std::lock_guard and std::unique_lock. All make it, and end its life, together. */
class mutex {
public:
  mutex() : lock_(detail::checked_place((upc_stride_all_lock)())) {}
  mutex(const mutex &) = delete;
  mutex &operator=(const mutex &) = delete;
  ~mutex() {
    if (upc_stride_initialized() == 1) (upc_stride_all_free_lock)(lock_);
  }
  void lock() { detail::checked((upc_stride_lock)(lock_)); }
  void unlock() { detail::checked((upc_stride_unlock)(lock_)); }
  bool try_lock() {
    int taken = 0;
    detail::checked((upc_stride_try_lock)(lock_, &taken));
    return taken == 1;
  }

private:
  upc_stride_pointer_t lock_;
};

/* ---- arrays ---- */

/* A block of the caller's: where it is among the array's blocks, and its elements, row by row. In a short block at the
 * edge there is padding between rows. block(i, j) counts elements within the block. */
template <element T, std::size_t N>
struct block {
  std::array<std::size_t, N> index, extents, first;       /* first: of its elements in the array */
  std::array<std::size_t, N> stride;                      /* in elements */
  std::span<T> data;                                      /* with padding */

  template <std::integral... I>
    requires(sizeof...(I) == N)
  T &operator()(I... i) const {
    const std::array<std::size_t, N> at{static_cast<std::size_t>(i)...};
    std::size_t offset = 0;
    for (std::size_t k = 0; k < N; k++) offset += at[k] * stride[k];
    return data[offset];
  }
#ifdef __cpp_lib_mdspan
  auto view() const {
    return std::mdspan<T, std::dextents<std::size_t, N>, std::layout_stride>(
        data.data(), std::layout_stride::mapping(std::dextents<std::size_t, N>(extents), stride));
  }
#endif
};

/* A distributed array, which its owner frees. It is moved, not copied. */
template <element T, std::size_t N>
class array {
public:
  using value_type = T;
  using extents = std::array<std::size_t, N>;

  /* Zeros. Without a grid the blocks go round the threads. All threads. */
  array(const extents &shape, const extents &block, std::vector<int> grid = {}, const where &at = where::current()) {
    detail::note(at, "upc_stride_all_alloc");
    take(at, (upc_stride_all_alloc)(static_cast<int>(N), shape.data(), block.data(), sizeof(T),
                                    static_cast<int>(grid.size()), grid.data()));
  }
  /* Memory that the program has, as an array; see upc_stride_array_of. It lasts longer than the array. */
  array(std::span<T> memory, const extents &shape, const extents &block, std::vector<int> grid = {},
        const where &at = where::current()) {
    detail::note(at, "upc_stride_array_of");
    take(at, (upc_stride_array_of)(memory.data(), memory.size_bytes(), static_cast<int>(N), shape.data(), block.data(),
                                   sizeof(T), static_cast<int>(grid.size()), grid.data()));
  }
  array(array &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  array &operator=(array &&other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  array(const array &) = delete;
  array &operator=(const array &) = delete;
  ~array() {
    if (handle_ != nullptr && upc_stride_initialized() == 1) (upc_stride_all_free)(handle_);
  }

  upc_stride_array_t handle() const { return handle_; }
  const upc_stride_layout_t &layout() const { return *upc_stride_layout(handle_); }
  extents shape() const { return copied(layout().shape); }
  extents nblocks() const { return copied(layout().nblocks); }
  std::size_t block_elements() const { return layout().blockelems; }

  /* A(1, stride::all): what is left out at the end is everything. A[stride::blocks]: all blocks. */
  template <picks... I>
    requires(sizeof...(I) >= 1 && sizeof...(I) <= N)
  section<T> operator()(I... i) const {
    const upc_stride_interval_t list[] = {detail::interval(i)...};
    return section<T>(upc_stride_section_here(nullptr, 0, handle_, static_cast<int>(sizeof...(I)), list));
  }
  section<T> operator[](blocks_t) const { return (*this)(all); }

  template <std::integral... I>
    requires(sizeof...(I) == N)
  place<T> at(I... i) const {
    const std::size_t index[] = {static_cast<std::size_t>(i)...};
    return place<T>(detail::checked_place(upc_stride_at(handle_, index)));
  }
  template <std::integral... I>
    requires(sizeof...(I) == N)
  int owner(I... block_index) const {
    const std::size_t index[] = {static_cast<std::size_t>(block_index)...};
    return detail::checked(upc_stride_owner(handle_, index));
  }

  /* The caller's blocks: their number, one of them, and a range of all. */
  std::size_t own_blocks() const { return upc_stride_own_blocks(handle_); }
  block<T, N> own(std::size_t number) const {
    const upc_stride_layout_t &L = layout();
    block<T, N> b;
    T *data = static_cast<T *>(upc_stride_own_block(handle_, number, b.index.data()));
    if (data == nullptr) throw error(upc_stride_last_error());
    std::size_t stride = 1;
    for (std::size_t k = N; k-- > 0; stride *= L.block[k]) {
      b.first[k] = b.index[k] * L.block[k];
      b.extents[k] = b.first[k] + L.block[k] <= L.shape[k] ? L.block[k] : L.shape[k] - b.first[k];
      b.stride[k] = stride;
    }
    b.data = std::span<T>(data, L.blockelems);
    return b;
  }

  class own_range {
  public:
    class iterator {
    public:
      using value_type = block<T, N>;
      using difference_type = std::ptrdiff_t;
      iterator() = default;
      iterator(const array *of, std::size_t number) : of_(of), number_(number) {}
      block<T, N> operator*() const { return of_->own(number_); }
      iterator &operator++() { return ++number_, *this; }
      iterator operator++(int) { return iterator(of_, number_++); }
      bool operator==(const iterator &) const = default;

    private:
      const array *of_ = nullptr;
      std::size_t number_ = 0;
    };
    explicit own_range(const array *of) : of_(of) {}
    iterator begin() const { return iterator(of_, 0); }
    iterator end() const { return iterator(of_, of_->own_blocks()); }
    std::size_t size() const { return of_->own_blocks(); }

  private:
    const array *of_;
  };
  own_range own() const { return own_range(this); }

  /* As own(), for those of the caller's elements that the intervals pick, such as the inner ones of an array. They count
   * elements. */
  template <picks... I>
    requires(sizeof...(I) >= 1 && sizeof...(I) <= N)
  std::vector<block<T, N>> own_elements(I... i) const {
    const section<T> S = (*this)(i...);
    upc_stride_block_t next = upc_stride_before_own_elements(S.get());
    std::vector<block<T, N>> all;
    if (next.array == nullptr) throw error(upc_stride_last_error());
    while (upc_stride_next_own_block(&next) == 1) {
      block<T, N> b;
      std::size_t last = 0;
      for (std::size_t k = 0; k < N; k++) {
        b.index[k] = next.index[k], b.first[k] = next.lo[k], b.stride[k] = next.stride[k];
        b.extents[k] = next.hi[k] - next.lo[k] + 1;
        last += (b.extents[k] - 1) * b.stride[k];
      }
      b.data = std::span<T>(static_cast<T *>(next.data), last + 1);
      all.push_back(b);
    }
    return all;
  }

private:
  void take(const where &at, upc_stride_array_t made) {
    if (made == nullptr) detail::fail(at);
    handle_ = made;
  }
  static extents copied(const std::size_t *from) {
    extents to;
    for (std::size_t k = 0; k < N; k++) to[k] = from[k];
    return to;
  }
  upc_stride_array_t handle_ = nullptr;
};

/* ---- calls in flight ---- */

/* A call that was started. Its destructor waits. `kept` is what the call needs until then. */
class handle {
public:
  handle() = default;
  handle(upc_stride_handle_t call, std::shared_ptr<void> kept) : call_(call), kept_(std::move(kept)) {}
  handle(handle &&other) noexcept : call_(std::exchange(other.call_, nullptr)), kept_(std::move(other.kept_)) {}
  handle &operator=(handle &&other) noexcept {
    std::swap(call_, other.call_);
    std::swap(kept_, other.kept_);
    return *this;
  }
  handle(const handle &) = delete;
  handle &operator=(const handle &) = delete;
  ~handle() {
    if (call_ != nullptr && (upc_stride_wait)(&call_) != 0) std::fprintf(stderr, "%s\n", upc_stride_last_error());
  }
  void wait(const where &at = where::current()) {
    detail::note(at, "upc_stride_wait");
    detail::checked(at, (upc_stride_wait)(&call_));
    kept_.reset();
  }
  bool test(const where &at = where::current()) {
    int done = 0;
    detail::note(at, "upc_stride_test");
    detail::checked(at, (upc_stride_test)(&call_, &done));
    if (done == 1) kept_.reset();
    return done == 1;
  }

private:
  upc_stride_handle_t call_ = nullptr;
  std::shared_ptr<void> kept_;
};

namespace detail {

template <typename Call, typename... Arguments>
void made(const where &at, const char *name, Call *call, Arguments... arguments) {
  note(at, name);
  checked(at, call(arguments...));
}

template <typename Call, typename... Arguments>
[[nodiscard]] handle begun(const where &at, const char *name, std::shared_ptr<void> kept, Call *call,
                           Arguments... arguments) {
  upc_stride_handle_t h = nullptr;
  note(at, name);
  checked(at, call(&h, arguments...));
  return handle(h, std::move(kept));
}

} // namespace detail

/* ---- collectives that move ---- */

/* n elements of each piece. dst and src have the same type. */
template <element T>
void broadcast(const section<T> &dst, const place<T> &src, std::size_t n, upc_flag_t flags = allsync,
               const where &at = where::current()) {
  detail::made(at, "upc_stride_broadcast", (upc_stride_broadcast), dst.get(), src.get(), n * sizeof(T), flags);
}
template <element T>
[[nodiscard]] handle broadcast_nb(const section<T> &dst, const place<T> &src, std::size_t n,
                                  upc_flag_t flags = allsync, const where &at = where::current()) {
  return detail::begun(at, "upc_stride_broadcast_nb", nullptr, (upc_stride_broadcast_nb), dst.get(), src.get(),
                       n * sizeof(T), flags);
}

template <element T>
void scatter(const section<T> &dst, const place<T> &src, std::size_t n, upc_flag_t flags = allsync,
             const where &at = where::current()) {
  detail::made(at, "upc_stride_scatter", (upc_stride_scatter), dst.get(), src.get(), n * sizeof(T), flags);
}
template <element T>
[[nodiscard]] handle scatter_nb(const section<T> &dst, const place<T> &src, std::size_t n, upc_flag_t flags = allsync,
                                const where &at = where::current()) {
  return detail::begun(at, "upc_stride_scatter_nb", nullptr, (upc_stride_scatter_nb), dst.get(), src.get(),
                       n * sizeof(T), flags);
}

template <element T>
void gather(const place<T> &dst, const section<T> &src, std::size_t n, upc_flag_t flags = allsync,
            const where &at = where::current()) {
  detail::made(at, "upc_stride_gather", (upc_stride_gather), dst.get(), src.get(), n * sizeof(T), flags);
}
template <element T>
[[nodiscard]] handle gather_nb(const place<T> &dst, const section<T> &src, std::size_t n, upc_flag_t flags = allsync,
                               const where &at = where::current()) {
  return detail::begun(at, "upc_stride_gather_nb", nullptr, (upc_stride_gather_nb), dst.get(), src.get(),
                       n * sizeof(T), flags);
}

template <element T>
void gather_all(const section<T> &dst, const section<T> &src, std::size_t n, upc_flag_t flags = allsync,
                const where &at = where::current()) {
  detail::made(at, "upc_stride_gather_all", (upc_stride_gather_all), dst.get(), src.get(), n * sizeof(T), flags);
}
template <element T>
[[nodiscard]] handle gather_all_nb(const section<T> &dst, const section<T> &src, std::size_t n,
                                   upc_flag_t flags = allsync, const where &at = where::current()) {
  return detail::begun(at, "upc_stride_gather_all_nb", nullptr, (upc_stride_gather_all_nb), dst.get(), src.get(),
                       n * sizeof(T), flags);
}

template <element T>
void exchange(const section<T> &dst, const section<T> &src, std::size_t n, upc_flag_t flags = allsync,
              const where &at = where::current()) {
  detail::made(at, "upc_stride_exchange", (upc_stride_exchange), dst.get(), src.get(), n * sizeof(T), flags);
}
template <element T>
[[nodiscard]] handle exchange_nb(const section<T> &dst, const section<T> &src, std::size_t n,
                                 upc_flag_t flags = allsync, const where &at = where::current()) {
  return detail::begun(at, "upc_stride_exchange_nb", nullptr, (upc_stride_exchange_nb), dst.get(), src.get(),
                       n * sizeof(T), flags);
}

template <element T>
void permute(const section<T> &dst, const section<T> &src, std::span<const int> perm, std::size_t n,
             upc_flag_t flags = allsync, const where &at = where::current()) {
  detail::made(at, "upc_stride_permute", (upc_stride_permute), dst.get(), src.get(), perm.data(), n * sizeof(T),
               flags);
}
template <element T>
[[nodiscard]] handle permute_nb(const section<T> &dst, const section<T> &src, std::span<const int> perm,
                                std::size_t n, upc_flag_t flags = allsync, const where &at = where::current()) {
  return detail::begun(at, "upc_stride_permute_nb", nullptr, (upc_stride_permute_nb), dst.get(), src.get(),
                       perm.data(), n * sizeof(T), flags);
}

/* Element by element: here the sections count elements. */
template <element T>
void copy(const section<T> &dst, const section<T> &src, upc_flag_t flags = allsync,
          const where &at = where::current()) {
  detail::made(at, "upc_stride_copy", (upc_stride_copy), dst.get(), src.get(), flags);
}
template <element T>
[[nodiscard]] handle copy_nb(const section<T> &dst, const section<T> &src, upc_flag_t flags = allsync,
                             const where &at = where::current()) {
  return detail::begun(at, "upc_stride_copy_nb", nullptr, (upc_stride_copy_nb), dst.get(), src.get(), flags);
}

/* A block with its border, where stride::halo has written it: tile(i, j) counts from the block's first element, and
 * tile(-1, 0) is in the border. */
template <element T, std::size_t N>
struct tile {
  T *first;
  std::array<std::ptrdiff_t, N> stride;

  template <std::signed_integral... I>
    requires(sizeof...(I) == N)
  T &operator()(I... i) const {
    const std::array<std::ptrdiff_t, N> at{static_cast<std::ptrdiff_t>(i)...};
    std::ptrdiff_t offset = 0;
    for (std::size_t k = 0; k < N; k++) offset += at[k] * stride[k];
    return first[offset];
  }
};
template <element T, std::size_t N>
tile<T, N> halo_tile(std::span<T> around, const array<T, N> &A, std::size_t number, std::size_t width, int parts = 0) {
  const upc_stride_halo_tile_t t = upc_stride_halo_tile(A.handle(), width, parts);
  if (t.elements == 0 || (number + 1) * t.elements > around.size())
    throw error(t.elements == 0 ? upc_stride_last_error() : "stride::halo_tile: a block that has no room in the buffer");
  tile<T, N> made{around.data() + number * t.elements + t.first, {}};
  for (std::size_t k = 0; k < N; k++) made.stride[k] = static_cast<std::ptrdiff_t>(t.stride[k]);
  return made;
}

/* The caller's blocks of src with a border, as upc_stride_halo. */
template <element T>
void halo(std::span<T> dst, const section<T> &src, std::size_t width, int parts = 0, upc_flag_t flags = allsync,
          const where &at = where::current()) {
  detail::made(at, "upc_stride_halo", (upc_stride_halo), dst.data(), src.get(), width, parts, flags);
}

/* ---- collectives that combine: by an operation, or by a function of two elements ---- */

namespace detail {

/* The function on the heap, until the call is complete. */
template <typename F>
std::shared_ptr<void> kept(F f) {
  return std::make_shared<F>(std::move(f));
}

} // namespace detail

template <number T>
void reduce(const place<T> &dst, const section<T> &src, std::size_t n, op o, upc_flag_t flags = allsync,
            const where &at = where::current()) {
  detail::made(at, "upc_stride_reduce", (upc_stride_reduce), dst.get(), src.get(), n, number_of(o), type_of<T>(),
               nullptr, flags);
}
template <element T, combines<T> F>
void reduce(const place<T> &dst, const section<T> &src, std::size_t n, F f, upc_flag_t flags = allsync,
            const where &at = where::current()) {
  detail::made(at, "upc_stride_reduce_with", (upc_stride_reduce_with), dst.get(), src.get(), n, sizeof(T), UPC_FUNC,
               detail::combine<T, F>, static_cast<void *>(&f), flags);
}

template <number T>
void reduce_all(const section<T> &dst, const section<T> &src, std::size_t n, op o, upc_flag_t flags = allsync,
                const where &at = where::current()) {
  detail::made(at, "upc_stride_reduce_all", (upc_stride_reduce_all), dst.get(), src.get(), n, number_of(o),
               type_of<T>(), nullptr, flags);
}
template <element T, combines<T> F>
void reduce_all(const section<T> &dst, const section<T> &src, std::size_t n, F f, upc_flag_t flags = allsync,
                const where &at = where::current()) {
  detail::made(at, "upc_stride_reduce_all_with", (upc_stride_reduce_all_with), dst.get(), src.get(), n, sizeof(T),
               UPC_FUNC, detail::combine<T, F>, static_cast<void *>(&f), flags);
}
template <number T>
[[nodiscard]] handle reduce_all_nb(const section<T> &dst, const section<T> &src, std::size_t n, op o,
                                   upc_flag_t flags = allsync, const where &at = where::current()) {
  return detail::begun(at, "upc_stride_reduce_all_nb", nullptr, (upc_stride_reduce_all_nb), dst.get(), src.get(), n,
                       number_of(o), type_of<T>(), nullptr, flags);
}
template <element T, combines<T> F>
[[nodiscard]] handle reduce_all_nb(const section<T> &dst, const section<T> &src, std::size_t n, F f,
                                   upc_flag_t flags = allsync, const where &at = where::current()) {
  std::shared_ptr<void> kept = detail::kept(std::move(f));
  return detail::begun(at, "upc_stride_reduce_all_with_nb", kept, (upc_stride_reduce_all_with_nb), dst.get(),
                       src.get(), n, sizeof(T), UPC_FUNC, detail::combine<T, F>, kept.get(), flags);
}

template <number T>
void prefix_reduce(const section<T> &dst, const section<T> &src, std::size_t n, op o, upc_flag_t flags = allsync,
                   const where &at = where::current()) {
  detail::made(at, "upc_stride_prefix_reduce", (upc_stride_prefix_reduce), dst.get(), src.get(), n, number_of(o),
               type_of<T>(), nullptr, flags);
}
template <number T>
void prefix_reduce_exclusive(const section<T> &dst, const section<T> &src, std::size_t n, op o,
                             upc_flag_t flags = allsync, const where &at = where::current()) {
  detail::made(at, "upc_stride_prefix_reduce_exclusive", (upc_stride_prefix_reduce_exclusive), dst.get(), src.get(),
               n, number_of(o), type_of<T>(), nullptr, flags);
}
template <number T>
void reduce_scatter(const section<T> &dst, const section<T> &src, std::size_t n, op o, upc_flag_t flags = allsync,
                    const where &at = where::current()) {
  detail::made(at, "upc_stride_reduce_scatter", (upc_stride_reduce_scatter), dst.get(), src.get(), n, number_of(o),
               type_of<T>(), nullptr, flags);
}

/* ---- one value of each thread: each member gets the result; who is no member gets its own value back ---- */

template <number T>
T reduce(T value, op o, const members &those = {}, const where &at = where::current()) {
  if constexpr (std::same_as<T, bool>) return reduce(int{value}, o, those, at) != 0;
  detail::made(at, "upc_stride_all_reduce_value", (upc_stride_all_reduce_value), static_cast<void *>(&value),
               static_cast<const void *>(&value), std::size_t{1}, number_of(o), type_of<T>(), nullptr, those.get());
  return value;
}
template <element T, combines<T> F>
T reduce(T value, F f, const members &those = {}, const where &at = where::current()) {
  detail::made(at, "upc_stride_all_reduce_value_with", (upc_stride_all_reduce_value_with), static_cast<void *>(&value),
               static_cast<const void *>(&value), sizeof(T), UPC_FUNC, detail::combine<T, F>, static_cast<void *>(&f),
               those.get());
  return value;
}
namespace detail {

/* What an operation begins with, and combines. A number that is none is the result, and -0 is less than 0. */
template <op o, typename R>
constexpr R neutral() {
  using limits = std::numeric_limits<R>;
  if constexpr (o == op::add) return R{};
  else if constexpr (limits::has_infinity) return o == op::min ? limits::infinity() : -limits::infinity();
  else return o == op::min ? limits::max() : limits::lowest();
}
template <op o, typename R>
void take(R &all, R x) {
  if constexpr (o == op::add) {
    all = all + x;
  } else if constexpr (std::floating_point<R>) {
    const bool equal = x == all && std::signbit(o == op::min ? x : all);
    if ((o == op::min ? x < all : x > all) || std::isnan(x) || equal) all = x;
  } else if (o == op::min ? x < all : x > all) {
    all = x;
  }
}

/* The type of a sum of values of R, as of x + x: an int, of truth values too. */
template <typename R>
using sum_type = std::remove_cvref_t<decltype(std::declval<R>() + std::declval<R>())>;

template <op o, typename F, element T, std::size_t N, typename... More>
auto reduce_over(F f, const where &at, const array<T, N> &A, const More &...more) {
  using V = std::remove_cvref_t<std::invoke_result_t<F, T, typename More::value_type...>>;
  using R = std::conditional_t<o == op::add, sum_type<V>, V>;
  R all = neutral<o, R>();
  for (std::size_t k = 0; k < A.own_blocks(); k++) {
    const auto blocks = std::make_tuple(A.own(k), more.own(k)...);
    const auto &extents = std::get<0>(blocks).extents;
    std::array<std::size_t, N> i{};
    std::size_t left = 1;
    for (const std::size_t n : extents) left *= n;
    for (; left > 0; left--) {
      const auto at_i = [&](const auto &b) { return std::apply(b, i); };
      take<o>(all, static_cast<R>(std::apply([&](const auto &...b) { return f(at_i(b)...); }, blocks)));
      for (std::size_t d = N; d-- > 0 && ++i[d] == extents[d];) i[d] = 0;
    }
  }
  return reduce(all, o, members{}, at);
}

} // namespace detail

template <number T>
auto sum(T value, const members &those = {}, const where &at = where::current()) {
  if constexpr (std::same_as<T, bool>) return reduce(int{value}, op::add, those, at); /* how many are true */
  else return reduce(value, op::add, those, at);
}
template <number T>
T min(T value, const members &those = {}, const where &at = where::current()) {
  return reduce(value, op::min, those, at);
}
template <number T>
T max(T value, const members &those = {}, const where &at = where::current()) {
  return reduce(value, op::max, those, at);
}

/* The same of a function of all elements of an array, or of two arrays with equal layouts: the greatest difference is
 * max([](double x, double y) { return std::fabs(x - y); }, A, B). All threads. */
template <typename F, element T, std::size_t N>
  requires number<std::invoke_result_t<F, T>>
auto sum(F f, const array<T, N> &A, const where &at = where::current()) {
  return detail::reduce_over<op::add>(f, at, A);
}
template <typename F, element T, element U, std::size_t N>
  requires number<std::invoke_result_t<F, T, U>>
auto sum(F f, const array<T, N> &A, const array<U, N> &B, const where &at = where::current()) {
  return detail::reduce_over<op::add>(f, at, A, B);
}
template <typename F, element T, std::size_t N>
  requires number<std::invoke_result_t<F, T>>
auto min(F f, const array<T, N> &A, const where &at = where::current()) {
  return detail::reduce_over<op::min>(f, at, A);
}
template <typename F, element T, element U, std::size_t N>
  requires number<std::invoke_result_t<F, T, U>>
auto min(F f, const array<T, N> &A, const array<U, N> &B, const where &at = where::current()) {
  return detail::reduce_over<op::min>(f, at, A, B);
}
template <typename F, element T, std::size_t N>
  requires number<std::invoke_result_t<F, T>>
auto max(F f, const array<T, N> &A, const where &at = where::current()) {
  return detail::reduce_over<op::max>(f, at, A);
}
template <typename F, element T, element U, std::size_t N>
  requires number<std::invoke_result_t<F, T, U>>
auto max(F f, const array<T, N> &A, const array<U, N> &B, const where &at = where::current()) {
  return detail::reduce_over<op::max>(f, at, A, B);
}

/* Of the members up to the caller; of those before it, where the first member gets `first`. */
template <number T>
T prefix(T value, op o = op::add, const members &those = {}, const where &at = where::current()) {
  if constexpr (std::same_as<T, bool>) return prefix(int{value}, o, those, at) != 0;
  detail::made(at, "upc_stride_all_prefix_value", (upc_stride_all_prefix_value), static_cast<void *>(&value),
               static_cast<const void *>(&value), std::size_t{1}, number_of(o), type_of<T>(), nullptr, those.get());
  return value;
}
template <number T>
T prefix_exclusive(T value, T first = {}, op o = op::add, const members &those = {},
                   const where &at = where::current()) {
  if constexpr (std::same_as<T, bool>) return prefix_exclusive(int{value}, int{first}, o, those, at) != 0;
  detail::made(at, "upc_stride_all_prefix_exclusive_value", (upc_stride_all_prefix_exclusive_value),
               static_cast<void *>(&first), static_cast<const void *>(&value), std::size_t{1}, number_of(o),
               type_of<T>(), nullptr, those.get());
  return first;
}
/* The root's value. */
template <element T>
T broadcast(T value, int root, const members &those = {}, const where &at = where::current()) {
  detail::made(at, "upc_stride_all_broadcast_value", (upc_stride_all_broadcast_value), static_cast<void *>(&value),
               sizeof(T), root, those.get());
  return value;
}

} // namespace stride

#endif
