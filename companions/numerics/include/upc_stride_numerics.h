/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_numerics.h: products of distributed matrices, for UPC 1.3; and for C and C++, between upc_stride_init and
 * upc_stride_finalize (upc_stride.h), where sections are passed by address.
 *
 * A matrix is a section of two dimensions, whose intervals count elements: A<0:99, :> is the first 100 rows of A.
 * Arrays may have any layout, and any number of threads; views of ScaLAPACK's matrices and of memory of the program are
 * arrays too. Each thread computes with a BLAS that the program chooses.
 *
 *   shared [64][64] (grid) double A[1000][800], B[800][1200], C[1000][1200];
 *   const double one = 1, zero = 0;
 *   upc_stride_gemm('N', 'N', &one, A<:, :>, B<:, :>, &zero, C<:, :>, UPC_DOUBLE);
 */
#ifndef UPC_STRIDE_NUMERICS_H
#define UPC_STRIDE_NUMERICS_H

#ifdef __UPC__
#include "upc_stride_coll.h"
#else
#include "upc_stride.h"
#ifdef __cplusplus
extern "C" {
#endif
#endif

/* How a product is cut. Thread (l, i, j), which has number (l * rows + i) * columns + j, multiplies row i of the blocks
 * of op(A) by column j of those of op(B), and of the inner dimension it takes layer l alone. */
typedef struct upc_stride_product {
  size_t m, n, k;                   /* C is m x n, op(A) is m x k, op(B) is k x n                                */
  int layers, rows, columns;        /* of threads; their product is at most THREADS                             */
  size_t height, width;             /* of a thread's block of C                                                 */
  size_t depth, panels;             /* a layer multiplies `panels` panels, each `depth` deep                    */
  double received;                  /* bytes that a thread receives while it multiplies, at most                */
  double memory;                    /* bytes of shared memory that the call takes on a thread                   */
} upc_stride_product_t;

/* The address of a routine of BLAS. It is called as its own type says, with the arguments of Fortran's. */
typedef void upc_stride_routine_t(void);

#ifdef __UPC__

/* C = alpha * op(A) * op(B) + beta * C, as gemm of BLAS. op(X) is X for 'N', its transposed for 'T', its conjugate
 * transposed for 'C'.
 *   who       all threads, with equal arguments; they meet in the call.
 *   shapes    C picks m x n elements, A m x k or, transposed, k x m, B k x n or n x k. The intervals may have steps.
 *             type is UPC_FLOAT, UPC_DOUBLE, UPC_STRIDE_COMPLEX_FLOAT or UPC_STRIDE_COMPLEX_DOUBLE. alpha and beta
 *             point to private values of this type.
 *   order     A and B are not looked at if alpha is 0 or k is 0, and C not if beta is 0: they may hold NaNs. The result
 *             has the same bits for all layouts of the arrays. On another number of threads it may have others.
 *   affinity  any.
 *   sync      as ALLSYNC, among the owners of all three sections.
 *   aliasing  free: A and B are read before C is written.
 *   errors    other letters or types; elements of another size; sections of other than two dimensions, or whose sizes
 *             do not fit; no BLAS (upc_stride_set_blas).
 *   cost      the matrices are copied into the layout of the product, and C back, one message for each pair of threads.
 *             Then each thread receives what upc_stride_gemm_plan says. The panels of the next step are on their way
 *             while those of one are multiplied. Near threads read panels in place.
 *   source    SUMMA (van de Geijn and Watts, 1997); in layers, 2.5D products (Solomonik and Demmel, 2011), whose grid
 *             is that with the least cost, as in COSMA (Kwasniewski et al., 2019). */
void upc_stride_gemm(char transa, char transb, const void *alpha, upc_stride_section_t A, upc_stride_section_t B,
                     const void *beta, upc_stride_section_t C, upc_type_t type);

/* How upc_stride_gemm cuts a product of these sizes, of this type.
 *   who       any thread, alone.
 *   errors    another type.
 *   cost      no communication. */
upc_stride_product_t upc_stride_gemm_plan(size_t m, size_t n, size_t k, upc_type_t type);

/* Chooses the BLAS. `find` returns the address of a routine, as of "dgemm_", or null. Its integers have 4 bytes, or 8:
 * both are right on a little-endian processor. Null: the BLAS that the program is linked with, as by -lopenblas, or
 * that LD_PRELOAD names; else the first of FlexiBLAS, OpenBLAS, BLIS, MKL and the system's BLAS that is installed.
 * The library asks it to take one thread, unless OPENBLAS_NUM_THREADS, OMP_NUM_THREADS or its own variable is set.
 *   who       any thread, alone, before it calls what needs a BLAS. All threads choose the same.
 *   cost      no communication. */
void upc_stride_set_blas(upc_stride_routine_t *(*find)(const char *name));

#else

int upc_stride_gemm(char transa, char transb, const void *alpha, const upc_stride_section_t *A,
                    const upc_stride_section_t *B, const void *beta, const upc_stride_section_t *C, upc_type_t type)
  UPC_STRIDE_NAMED("gemm");
int upc_stride_gemm_plan(size_t m, size_t n, size_t k, upc_type_t type, upc_stride_product_t *plan)
  UPC_STRIDE_NAMED("gemm_plan");
int upc_stride_set_blas(upc_stride_routine_t *(*find)(const char *name)) UPC_STRIDE_NAMED("set_blas");

#ifdef __cplusplus
}
#endif
#endif
#endif
