// SPDX-License-Identifier: BSD-3-Clause
// Berkeley's reductions whose result all threads get: every type and operation, blocks of several sizes, from several
// phases, with strong and weak synchronisation.
#define BUPC_USE_UPC_NAMESPACE
#include "../../../../tests/upc/check.h"
#include <upc_collective.h>

enum { N = 30 };

static const upc_op_t operations[] = {UPC_ADD, UPC_MIN, UPC_MAX, UPC_LOGAND, UPC_LOGOR,  UPC_FUNC,
                                      UPC_AND, UPC_OR,  UPC_XOR, UPC_MULT,   UPC_NONCOMM_FUNC};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

static int combined(upc_op_t op, int x, int y) {
  switch (op) {
  case UPC_ADD: return x + y;
  case UPC_MIN: return x < y ? x : y;
  case UPC_FUNC: case UPC_MAX: return x > y ? x : y;
  case UPC_LOGAND: return x && y;
  case UPC_LOGOR: return x || y;
  case UPC_AND: return x & y;
  case UPC_OR: return x | y;
  case UPC_XOR: return x ^ y;
  case UPC_MULT: return x * y;
  default: return x; // the first: its order matters
  }
}

// Products and sums fit a char.
static int value(upc_op_t op, int i) {
  return op == UPC_MULT ? 1 + (i == 7) : op == UPC_ADD ? i % 4 == 1 : i * 29 % 61;
}

static int of_all(upc_op_t op, int from) {
  int result = value(op, from);
  for (int i = from + 1; i < N; i++) result = combined(op, result, value(op, i));
  return result;
}

// got[1] is the result; its neighbours must not change.
#define CHECK_RESULT() CHECK_D(got[1][MYTHREAD], of_all(op, from)), CHECK_EQ(got[0][MYTHREAD] + got[2][MYTHREAD], 18)

#define TEST(T, real, reduce_all, test, larger, first)                                                      \
  static T larger(T x, T y) { return x > y ? x : y; }                                                       \
  static T first(T x, T y) { return y == y ? x : y; }                                                       \
  static void test(upc_op_t op, int from) {                                                                 \
    static shared [] T one[N];                                                                              \
    static shared [1] T cyclic[N * THREADS];                                                                \
    static shared [3] T blocks[N * THREADS];                                                                \
    static shared T got[3][THREADS];                                                                        \
    T (*func)(T, T) = op == UPC_FUNC ? larger : op == UPC_NONCOMM_FUNC ? first : NULL;                       \
    if (real && (op == UPC_AND || op == UPC_OR || op == UPC_XOR)) return;                                   \
    for (int i = 0; i < N; i++) {                                                                           \
      if (MYTHREAD == 0) one[i] = (T)value(op, i);                                                          \
      if (upc_threadof(&cyclic[i]) == MYTHREAD) cyclic[i] = (T)value(op, i);                                \
      if (upc_threadof(&blocks[i]) == MYTHREAD) blocks[i] = (T)value(op, i);                                \
    }                                                                                                       \
    for (int i = 0; i < 3; i++) got[i][MYTHREAD] = 9;                                                       \
    reduce_all(&got[1][0], &one[from], op, N - from, 0, func, 0);                                           \
    CHECK_RESULT();                                                                                         \
    upc_barrier;                                                                                            \
    reduce_all(&got[1][0], &cyclic[from], op, N - from, 1, func, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);           \
    upc_barrier;                                                                                            \
    CHECK_RESULT();                                                                                         \
    got[1][MYTHREAD] = 9;                                                                                   \
    reduce_all(&got[1][0], &blocks[from], op, N - from, 3, func, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);           \
    CHECK_RESULT();                                                                                         \
    upc_barrier;                                                                                            \
  }

TEST(signed char, 0, bupc_all_reduce_allC, testC, largerC, firstC)
TEST(unsigned char, 0, bupc_all_reduce_allUC, testUC, largerUC, firstUC)
TEST(signed short, 0, bupc_all_reduce_allS, testS, largerS, firstS)
TEST(unsigned short, 0, bupc_all_reduce_allUS, testUS, largerUS, firstUS)
TEST(signed int, 0, bupc_all_reduce_allI, testI, largerI, firstI)
TEST(unsigned int, 0, bupc_all_reduce_allUI, testUI, largerUI, firstUI)
TEST(signed long, 0, bupc_all_reduce_allL, testL, largerL, firstL)
TEST(unsigned long, 0, bupc_all_reduce_allUL, testUL, largerUL, firstUL)
TEST(float, 1, bupc_all_reduce_allF, testF, largerF, firstF)
TEST(double, 1, upc_all_reduce_allD, testD, largerD, firstD) // BUPC_USE_UPC_NAMESPACE
TEST(long double, 1, bupc_all_reduce_allLD, testLD, largerLD, firstLD)

int main(void) {
  for (int o = 0; o < OPERATIONS; o++)
    for (int from = 0; from < 5; from += 2) {
      testC(operations[o], from);
      testUC(operations[o], from);
      testS(operations[o], from);
      testUS(operations[o], from);
      testI(operations[o], from);
      testUI(operations[o], from);
      testL(operations[o], from);
      testUL(operations[o], from);
      testF(operations[o], from);
      testD(operations[o], from);
      testLD(operations[o], from);
    }
  return done();
}
