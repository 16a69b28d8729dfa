/* SPDX-License-Identifier: BSD-3-Clause
 * Makes the calls of a file that make_calls wrote, and compares. In C, and, included by calls.upc, in UPC. */
#ifdef __UPC__
#include <upc.h>
#define BY(section) (section)
#define ME MYTHREAD
#define MEET() upc_barrier
#define MADE(call) (call)
#else
#include "../../../../tests/c/check.h"
#define BY(section) (&(section))
#define ME upc_stride_mythread()
#define MEET() upc_stride_barrier_all()
#define MADE(call) CHECK((call) == 0)
#endif
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc_stride_numerics.h>

enum { GEMM, SYMM, HEMM, SYRK, HERK, TRMM, TRSM, GEADD, POSV, GESV };
enum { OPERANDS = 3, MOST_ROWS = 180 };

typedef struct {
  int32_t routine, type, letter[4], has_alpha, has_beta, operands, result;
} call_t;

typedef struct {
  int64_t shape[2], block[2], lo[2], step[2], hi[2];
} operand_t;

static const upc_type_t types[] = {UPC_FLOAT, UPC_DOUBLE, UPC_STRIDE_COMPLEX_FLOAT, UPC_STRIDE_COMPLEX_DOUBLE};
static const size_t sizes[] = {4, 8, 8, 16};

static void get(FILE *file, void *to, size_t bytes) {
  if (fread(to, 1, bytes, file) != bytes) fputs("the file ends too early\n", stderr), exit(1);
}

static void *memory(size_t bytes) {
  void *m = malloc(bytes);
  if (m == NULL) fputs("no memory\n", stderr), exit(1);
  return m;
}

static upc_stride_section_t whole(upc_stride_array_t A) { return UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_ALL); }

/* The next operand of the file. Thread 0 gives the array its elements. */
static upc_stride_section_t operand(FILE *file, size_t size, upc_stride_array_t *A, size_t *bytes) {
  operand_t o;
  size_t shape[2], block[2];
  upc_stride_section_t all;
  void *elements;
  int d;
  get(file, &o, sizeof o);
  for (d = 0; d < 2; d++) shape[d] = (size_t)o.shape[d], block[d] = (size_t)o.block[d];
  *A = upc_stride_all_alloc(2, shape, block, size, 0, NULL);
  *bytes = shape[0] * shape[1] * size;
  elements = memory(*bytes);
  get(file, elements, *bytes);
  all = whole(*A);
  if (ME == 0) upc_stride_put_patch(BY(all), elements, NULL);
  free(elements);
  return UPC_SECTION(*A, UPC_STRIDE_STEP(o.lo[0], o.step[0], o.hi[0]), UPC_STRIDE_STEP(o.lo[1], o.step[1], o.hi[1]));
}

static void make(const call_t *q, const void *alpha, const void *beta, upc_stride_section_t *s) {
  static int pivots[MOST_ROWS];
  const upc_type_t type = types[q->type];
  char l[4];
  size_t info = 0;
  int i;
  for (i = 0; i < 4; i++) l[i] = (char)q->letter[i];
  if (!q->has_alpha) alpha = NULL;
  if (!q->has_beta) beta = NULL;
  switch (q->routine) {
    case GEMM: MADE(upc_stride_gemm(l[0], l[1], alpha, BY(s[0]), BY(s[1]), beta, BY(s[2]), type)); break;
    case SYMM: MADE(upc_stride_symm(l[0], l[1], alpha, BY(s[0]), BY(s[1]), beta, BY(s[2]), type)); break;
    case HEMM: MADE(upc_stride_hemm(l[0], l[1], alpha, BY(s[0]), BY(s[1]), beta, BY(s[2]), type)); break;
    case SYRK: MADE(upc_stride_syrk(l[0], l[1], alpha, BY(s[0]), beta, BY(s[1]), type)); break;
    case HERK: MADE(upc_stride_herk(l[0], l[1], alpha, BY(s[0]), beta, BY(s[1]), type)); break;
    case TRMM: MADE(upc_stride_trmm(l[0], l[1], l[2], l[3], alpha, BY(s[0]), BY(s[1]), type)); break;
    case TRSM: MADE(upc_stride_trsm(l[0], l[1], l[2], l[3], alpha, BY(s[0]), BY(s[1]), type)); break;
    case GEADD: MADE(upc_stride_geadd(l[0], alpha, BY(s[0]), beta, BY(s[1]), type)); break;
#ifdef __UPC__
    case POSV: info = upc_stride_posv(l[0], s[0], s[1], type); break;
    case GESV: info = upc_stride_gesv(s[0], pivots, s[1], type); break;
#else
    case POSV: MADE(upc_stride_posv(l[0], &s[0], &s[1], type, &info)); break;
    case GESV: MADE(upc_stride_gesv(&s[0], pivots, &s[1], type, &info)); break;
#endif
    default: fprintf(stderr, "routine %d\n", (int)q->routine), exit(1);
  }
  if (info != 0) fprintf(stderr, "routine %d: info %zu\n", (int)q->routine, info), exit(1);
}

static int differs(double got, double wanted, double tolerance) {
  return isnan(wanted) ? !isnan(got) : !(fabs(got - wanted) <= tolerance);
}

/* How many numbers of the two differ. */
static int compare(const void *got, const void *wanted, size_t bytes, int is_short, double tolerance) {
  size_t i;
  int wrong = 0;
  for (i = 0; i < bytes / (is_short ? sizeof(float) : sizeof(double)); i++)
    wrong += is_short ? differs(((const float *)got)[i], ((const float *)wanted)[i], tolerance)
                      : differs(((const double *)got)[i], ((const double *)wanted)[i], tolerance);
  return wrong;
}

/* Makes the call, whose first numbers have been read. */
static int wrong_call(FILE *file, const call_t *q, int number) {
  upc_stride_array_t A[OPERANDS];
  upc_stride_section_t s[OPERANDS], all;
  size_t bytes[OPERANDS];
  double tolerance;
  unsigned char alpha[16], beta[16];
  void *got, *wanted;
  int i, wrong = 0;
  get(file, &tolerance, sizeof tolerance);
  get(file, alpha, sizeof alpha);
  get(file, beta, sizeof beta);
  for (i = 0; i < q->operands; i++) s[i] = operand(file, sizes[q->type], &A[i], &bytes[i]);
  got = memory(bytes[q->result]);
  wanted = memory(bytes[q->result]);
  get(file, wanted, bytes[q->result]);
  MEET();
  make(q, alpha, beta, s);
  MEET();
  all = whole(A[q->result]);
  if (ME == 0) {
    upc_stride_get_patch(got, NULL, BY(all));
    wrong = compare(got, wanted, bytes[q->result], q->type % 2 == 0, tolerance);
    if (wrong > 0) fprintf(stderr, "call %d, routine %d, type %d: %d numbers are wrong\n", number, (int)q->routine,
                           (int)q->type, wrong);
  }
  MEET();
  for (i = 0; i < q->operands; i++) upc_stride_all_free(A[i]);
  free(got);
  free(wanted);
  return wrong > 0;
}

int main(int argc, char **argv) {
  FILE *file;
  call_t q;
  int number, wrong = 0;
#ifndef __UPC__
  START(NULL); /* before the file is opened: processes that are made here would share its position */
#endif
  file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (file == NULL) return fputs("usage: calls FILE\n", stderr), 2;
  for (number = 0; get(file, &q, sizeof q), q.routine >= 0; number++) wrong += wrong_call(file, &q, number);
  fclose(file);
  if (ME == 0) printf("%d calls, %d wrong\n", number, wrong);
#ifndef __UPC__
  CHECK(upc_stride_finalize() == 0);
#endif
  return wrong > 0;
}
