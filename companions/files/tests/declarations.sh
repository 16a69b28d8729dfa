#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What library/files declares of zlib, zstd, blosc and HDF5, which it loads, is what their headers declare: functions have as many
# arguments, each a pointer or a number of the same size; structures and numbers are the same. Skipped where a header is not installed.
. "$(dirname "$0")/../../../tests/tools/common.sh"
files=$top/companions/files/library/files
hdf5=$(pkg-config --cflags hdf5-serial 2>/dev/null || pkg-config --cflags hdf5 2>/dev/null)
for header in zlib.h zstd.h blosc.h hdf5.h; do
  echo "#include <$header>" | c++ $hdf5 -E -x c++ - >/dev/null 2>&1 || { echo "$header is not installed: scripts/setup --cluster"; exit 77; }
done

# structure NAME: the function pointers or members that a source has under this name, without the name itself.
structure() { sed -n "/^static struct {/,/^} /{H;/^static struct {/h;/^} $1;/{g;p}}" "$files/codec.c" | sed '$d'; }
{
  cat <<'END'
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <blosc.h>
#include <hdf5.h>
#include <zlib.h>
#include <zstd.h>
#undef H5CHECK // H5F_ACC_RDONLY calls functions by these two before its value
#undef H5OPEN
#define H5CHECK
#define H5OPEN
template <class A, class B> constexpr bool same() {
  if constexpr (std::is_void_v<A> || std::is_void_v<B>) return std::is_void_v<A> && std::is_void_v<B>;
  else return sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B> &&
              std::is_floating_point_v<A> == std::is_floating_point_v<B>;
}
template <class R, class... A, class S, class... B> constexpr bool alike(R (*)(A...), S (*)(B...)) {
  if constexpr (sizeof...(A) == sizeof...(B)) return same<R, S>() && (same<A, B>() && ...);
  else return false;
}
#define FUNCTION(ours, theirs) static_assert(alike(decltype(ours)(nullptr), decltype(&theirs)(nullptr)), #theirs)
#define NUMBER_OF(ours, theirs) static_assert((long long)ours == (long long)theirs, #theirs)
#define MEMBER(ours, theirs) static_assert(offsetof(stream_t, ours) == offsetof(z_stream, theirs) && \
  sizeof(stream_t::ours) == sizeof(z_stream::theirs), #theirs)
#define class class_
namespace ours {
END
  sed -n '/^typedef long long hdf5_id/p; /^enum {/p; /^extern struct upc_stride_h5/,/^}/p' "$files/hdf5_library.h"
  sed -n '/^typedef struct stream {/,/^} stream_t/p; /^enum { [A-Z]/p' "$files/codec.c"
  for library in zstd blosc zlib; do structure $library; echo "} $library;"; done
  cat <<'END'
}
#undef class
using namespace ours;
static_assert(sizeof(stream_t) == sizeof(z_stream), "z_stream");
MEMBER(next_in, next_in); MEMBER(avail_in, avail_in); MEMBER(total_in, total_in);
MEMBER(next_out, next_out); MEMBER(avail_out, avail_out); MEMBER(total_out, total_out);
MEMBER(message, msg); MEMBER(state, state); MEMBER(alloc, zalloc); MEMBER(free, zfree); MEMBER(opaque, opaque);
MEMBER(data_type, data_type); MEMBER(adler, adler); MEMBER(reserved, reserved);
NUMBER_OF(DEFLATED, Z_DEFLATED); NUMBER_OF(WINDOW, MAX_WBITS); NUMBER_OF(GZIP_WINDOW, MAX_WBITS + 16);
NUMBER_OF(FINISH, Z_FINISH); NUMBER_OF(STREAM_END, Z_STREAM_END);
NUMBER_OF(ours::BLOSC_OVERHEAD, BLOSC_MAX_OVERHEAD); NUMBER_OF(BY_BYTES, BLOSC_SHUFFLE);
NUMBER_OF(READ_ONLY, H5F_ACC_RDONLY); NUMBER_OF(READ_WRITE, H5F_ACC_RDWR); NUMBER_OF(TRUNCATE, H5F_ACC_TRUNC);
NUMBER_OF(INTEGER, H5T_INTEGER); NUMBER_OF(FLOAT, H5T_FLOAT); NUMBER_OF(TEXT, H5T_STRING); NUMBER_OF(OPAQUE, H5T_OPAQUE);
NUMBER_OF(COMPOUND, H5T_COMPOUND); NUMBER_OF(ENUMERATION, H5T_ENUM);
NUMBER_OF(BIG, H5T_ORDER_BE); NUMBER_OF(NULL_PADDED, H5T_STR_NULLPAD); NUMBER_OF(UTF8, H5T_CSET_UTF8);
NUMBER_OF(SCALAR, H5S_SCALAR); NUMBER_OF(SIMPLE, H5S_SIMPLE); NUMBER_OF(SELECT_SET, H5S_SELECT_SET);
NUMBER_OF(CONTIGUOUS, H5D_CONTIGUOUS); NUMBER_OF(CHUNKED, H5D_CHUNKED); NUMBER_OF(DEFLATE, H5Z_FILTER_DEFLATE);
NUMBER_OF(EARLY, H5D_ALLOC_TIME_EARLY); NUMBER_OF(NEVER, H5D_FILL_TIME_NEVER);
NUMBER_OF(BY_NAME, H5_INDEX_NAME); NUMBER_OF(INCREASING, H5_ITER_INC);
NUMBER_OF(IS_GROUP, H5I_GROUP); NUMBER_OF(IS_DATASET, H5I_DATASET);
END
  grep -o '{"H5[A-Za-z0-9_]*", AT([a-z_]*)}' "$files/hdf5_library.c" |
    sed 's/{"\(.*\)", AT(\(.*\))}/FUNCTION(upc_stride_h5::\2, \1);/; s/::class,/::class_,/'
  sed -n 's/.*/&/; s/find(library, "\([^"]*\)", &\([a-z]*\)\.\([a-z_]*\))/\nFUNCTION(ours::\2.\3, \1);\n/gp' "$files/codec.c" | grep '^FUNCTION'
} >check.cpp
count=$(grep -c '^FUNCTION(' check.cpp)
c++ -std=c++17 -fsyntax-only $hdf5 check.cpp 2>log || { cat log; die 'a header declares something else'; }
# A check that cannot fail says nothing: one argument more, another size, another number, another place.
for wrong in 's/(\*deflate)(stream_t \*s, int flush)/(*deflate)(stream_t *s, int flush, int more)/' \
  's/\*size)(hdf5_id)/*size)(int)/' 's/TRUNCATE = 2/TRUNCATE = 3/' 's/unsigned avail_in;/unsigned long avail_in;/'; do
  sed "$wrong" check.cpp >wrong.cpp
  cmp -s check.cpp wrong.cpp && die "nothing to change: $wrong"
  c++ -std=c++17 -fsyntax-only $hdf5 wrong.cpp 2>/dev/null && die "not noticed: $wrong"
done
[ "$count" -gt 70 ] || die "only $count functions are compared"
echo "$count functions: PASS"
