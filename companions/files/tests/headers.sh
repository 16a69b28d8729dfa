#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What companions/files/library/files/ has copied of other libraries, functions, a struct and numbers, is that of their headers, where these are
# installed (Debian: libhdf5-dev zlib1g-dev libzstd-dev libblosc-dev). CPATH may name other folders of headers.
. "$(dirname "$0")/../../../tests/tools/common.sh"
"$tools/has_program" cc c++ || exit 77
has() { echo "#include <$1>" | cc "${@:2}" -fsyntax-only -x c - 2>missing; }
compared=0
compiles() { "$@" -fsyntax-only -I"$top/src" -I"$top/companions/files/library" -I"$top/include" 2>errors || die "$(head -20 errors)"; compared=$((compared + 1)); }

# Two functions have parameters and a result of the same classes and sizes: an enumeration may be an int.
serial=-I/usr/include/hdf5/serial
if has hdf5.h $serial; then
  { cat <<'END'
#include <hdf5.h>
#include <type_traits>
#define class class_
#undef H5CHECK
#define H5CHECK
#undef H5OPEN
#define H5OPEN
#include "files/hdf5_library.h"
#undef class
template <class A, class B> constexpr bool alike() {
  constexpr bool numbers = (std::is_integral_v<A> || std::is_enum_v<A>) && (std::is_integral_v<B> || std::is_enum_v<B>);
  if constexpr (numbers) return sizeof(A) == sizeof(B);
  else return std::is_pointer_v<A> == std::is_pointer_v<B> && std::is_function_v<A> == std::is_function_v<B>;
}
template <class R, class... P, class S, class... Q> constexpr bool same(R (*)(P...), S (*)(Q...)) {
  if constexpr (sizeof...(P) != sizeof...(Q)) return false;
  else return alike<R, S>() && (alike<P, Q>() && ...);
}
constexpr struct upc_stride_h5 none = {};
static_assert(sizeof(hid_t) == sizeof(hdf5_id) && sizeof(hsize_t) == sizeof(unsigned long long));
static_assert(sizeof(haddr_t) == sizeof(unsigned long long));
static_assert(H5F_ACC_RDONLY == 0 && H5F_ACC_RDWR == 1 && H5F_ACC_TRUNC == 2);
static_assert(H5T_INTEGER == 0 && H5T_FLOAT == 1 && H5T_STRING == 3 && H5T_COMPOUND == 6 && H5T_ENUM == 8);
static_assert(H5S_SELECT_SET == 0 && H5S_SCALAR == 0 && H5S_SIMPLE == 1 && H5Z_FILTER_DEFLATE == 1);
static_assert(H5D_CONTIGUOUS == 1 && H5D_CHUNKED == 2 && H5D_ALLOC_TIME_EARLY == 1 && H5D_FILL_TIME_NEVER == 1);
static_assert(H5T_ORDER_BE == 1 && H5T_CSET_UTF8 == 1 && H5_INDEX_NAME == 0 && H5_ITER_INC == 0);
static_assert(HADDR_UNDEF == (haddr_t)~0ULL && H5T_VARIABLE == (size_t)-1 && H5P_DEFAULT == 0 && H5S_ALL == 0);
END
    grep -o '{"H5[A-Za-z0-9_]*", AT([a-z_0-9]*)}' "$top/companions/files/library/files/hdf5_library.c" |
      sed 's/{"\(.*\)", AT(\(.*\))}/static_assert(same(\&\1, decltype(none.\2)()), "\1");/; s/none\.class)/none.class_)/'
  } >hdf5.cpp
  same "$(grep -c 'static_assert(same' hdf5.cpp)" "$(grep -o '{"H5' "$top/companions/files/library/files/hdf5_library.c" | wc -l)"
  compiles c++ -std=c++17 $serial hdf5.cpp
fi

# Each in a file of its own with codec.c, whose struct is that of zlib under another name.
asserts() { printf '#include <%s>\n#include "files/codec.c"\n' "$1"; cat; }
if has zlib.h; then
  { echo '#include <stddef.h>'
    echo '_Static_assert(sizeof(stream_t) == sizeof(z_stream), "z_stream");'
    for pair in next_in:next_in avail_in:avail_in total_in:total_in next_out:next_out avail_out:avail_out total_out:total_out \
      message:msg state:state alloc:zalloc free:zfree opaque:opaque data_type:data_type adler:adler reserved:reserved; do
      echo "_Static_assert(offsetof(stream_t, ${pair%:*}) == offsetof(z_stream, ${pair#*:}), \"$pair\");"
      echo "_Static_assert(sizeof(((stream_t *)0)->${pair%:*}) == sizeof(((z_stream *)0)->${pair#*:}), \"$pair\");"
    done
    echo '_Static_assert(DEFLATED == Z_DEFLATED && FINISH == Z_FINISH && STREAM_END == Z_STREAM_END, "numbers");'
    echo '_Static_assert(WINDOW == MAX_WBITS && MEMORY == 8 && Z_DEFAULT_STRATEGY == 0 && Z_OK == 0, "numbers");'
    echo 'int calls(z_stream *s);'
    echo 'int calls(z_stream *s) {'
    echo '  return deflateInit2_(s, 1, 8, 15, 8, 0, "1", 1) + deflate(s, 4) + deflateEnd(s) +'
    echo '         inflateInit2_(s, 15, "1", 1) + inflate(s, 4) + inflateEnd(s);'
    echo '}'; } | asserts zlib.h >zlib.c
  compiles cc zlib.c
fi
if has zstd.h; then
  asserts zstd.h >zstd.c <<'END'
void calls(void);
void calls(void) {
  zstd.bound = ZSTD_compressBound, zstd.compress = ZSTD_compress;
  zstd.decompress = ZSTD_decompress, zstd.is_error = ZSTD_isError;
}
END
  compiles cc -Werror zstd.c
fi
if has blosc.h; then
  { echo '#include <blosc.h>'
    echo '_Static_assert(BLOSC_MAX_OVERHEAD == 16 && BLOSC_SHUFFLE == 1, "numbers");'
    echo '#undef BLOSC_SHUFFLE'
    asserts blosc.h; } >blosc.c <<'END'
void calls(void);
void calls(void) {
  blosc.compress = blosc_compress_ctx, blosc.validate = blosc_cbuffer_validate, blosc.decompress = blosc_decompress_ctx;
}
END
  compiles cc -Werror blosc.c
fi
[ "$compared" -gt 0 ] || { echo 'no headers of HDF5, zlib, zstd and blosc are installed'; exit 77; }
echo "$compared compared"
