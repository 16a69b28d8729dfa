// SPDX-License-Identifier: BSD-3-Clause
// Synchronisation variables of each arithmetic and pointer type: automatic, static, shared and written once, by plain
// reads and writes and by the calls of upc_syncvar.h.
#include <complex.h>
#include <upc.h>
#include <upc_syncvar.h>
#include "../../../../tests/upc/check.h"

#define TEST(NAME, TYPE, ONE, OTHER) \
  shared upc_syncvar TYPE box_##NAME; \
  shared upc_singlevar TYPE once_##NAME; \
  static void test_##NAME(void) { \
    static upc_syncvar TYPE own; \
    upc_syncvar TYPE automatic; \
    const TYPE one = (ONE), other = (OTHER); \
    TYPE x; \
    if (MYTHREAD == THREADS - 1) { \
      box_##NAME = one; \
      upc_syncvar_writeFF(&box_##NAME, &other, sizeof other); \
      CHECK(box_##NAME == other && !upc_syncvar_isFull(&box_##NAME)); \
      once_##NAME = one; \
      CHECK(once_##NAME == one && once_##NAME == one && upc_singlevar_isFull(&once_##NAME)); \
    } \
    own = one; \
    CHECK(own == one); \
    upc_cobegin { \
      { automatic = (ONE); automatic = (OTHER); } \
      { TYPE first = automatic, second = automatic; CHECK(first == (ONE) && second == (OTHER)); } \
    } \
    upc_syncvar_writeEF(&automatic, &other, sizeof other); \
    upc_syncvar_readFF(&automatic, &x, sizeof x); \
    CHECK(x == other); \
    upc_syncvar_readFE(&automatic, &x, sizeof x); \
    upc_syncvar_writeXF(&automatic, &one, sizeof one); \
    upc_syncvar_reset(&automatic); \
    CHECK(x == other && !upc_syncvar_isFull(&automatic)); \
  }

enum color { RED = 1, BLUE = 5 };
typedef int *int_ptr;
typedef void *void_ptr;
typedef void (*function_ptr)(void);
typedef shared int *shared_int_ptr;
typedef shared [] double *near_double_ptr;
typedef shared void *shared_void_ptr;

static int private_object;
shared int object[2 * THREADS];
shared [] double values[4];

TEST(bool, _Bool, 1, 0)
TEST(char, char, 'a', 'b')
TEST(schar, signed char, -3, 4)
TEST(uchar, unsigned char, 200, 3)
TEST(short, short, -300, 2)
TEST(ushort, unsigned short, 60000, 2)
TEST(int, int, -5, 7)
TEST(unsigned, unsigned, 4000000000u, 1)
TEST(long, long, -1L, 2)
TEST(ulong, unsigned long, ~0UL, 3)
TEST(llong, long long, -7, 1)
TEST(ullong, unsigned long long, ~0ULL, 1)
TEST(int128, __int128, -5, (__int128)1 << 100)
TEST(enum, enum color, BLUE, RED)
TEST(float, float, 1.5f, 2.5f)
TEST(double, double, 1e300, -2)
TEST(ldouble, long double, 1.25L, 3.5L)
TEST(fcomplex, float _Complex, 1 + 2 * I, 3)
TEST(complex, double _Complex, 1 + 2 * I, 3 * I)
TEST(int_ptr, int_ptr, &private_object, NULL)
TEST(void_ptr, void_ptr, &private_object, NULL)
TEST(function_ptr, function_ptr, test_double, NULL)
TEST(shared_int_ptr, shared_int_ptr, &object[1], NULL)
TEST(near_double_ptr, near_double_ptr, &values[3], NULL)
TEST(shared_void_ptr, shared_void_ptr, &object[1], NULL)

int main(void) {
  test_bool(), test_char(), test_schar(), test_uchar(), test_short(), test_ushort(), test_int(), test_unsigned();
  test_long(), test_ulong(), test_llong(), test_ullong(), test_int128(), test_enum(), test_float(), test_double();
  test_ldouble(), test_fcomplex(), test_complex(), test_int_ptr(), test_void_ptr(), test_function_ptr();
  test_shared_int_ptr(), test_near_double_ptr(), test_shared_void_ptr();
  upc_barrier;
  return done();
}
