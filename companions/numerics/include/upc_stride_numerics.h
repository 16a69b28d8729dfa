/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_numerics.h: linear algebra on distributed matrices, and Fourier transforms, for UPC 1.3; and for C and
 * C++, between upc_stride_init and upc_stride_finalize (upc_stride.h), where sections are passed by address.
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

/* A transform that is prepared, with its work arrays; and how long a plan looks for a fast way. */
typedef struct upc_stride_fft *upc_stride_fft_t;
#define UPC_STRIDE_FFT_ESTIMATE 0
#define UPC_STRIDE_FFT_MEASURE 1
#define UPC_STRIDE_FFT_PATIENT 2

/* Many transforms in the memory of one thread: along some axes of a box, for all its other elements, without a factor.
 * The elements lie row by row, `from_stride` and `to_stride` elements apart. Along the axis `real` the longer side has
 * real numbers: that is `from` if sign is -1, else `to`. */
typedef struct upc_stride_fft_part {
  int ndims, sign;
  int single;                       /* 1: the numbers are of single precision                                   */
  int real;                         /* -1: all numbers are complex                                              */
  unsigned axes;                    /* bit d: axis d is transformed                                             */
  size_t from[UPC_STRIDE_MAX_DIMS], to[UPC_STRIDE_MAX_DIMS];
  size_t from_stride[UPC_STRIDE_MAX_DIMS], to_stride[UPC_STRIDE_MAX_DIMS];
} upc_stride_fft_part_t;
typedef void upc_stride_fft_routine_t(const upc_stride_fft_part_t *part, const void *from, void *to);

/* The address of a routine of BLAS. It is called as its own type says, with the arguments of Fortran's. */
typedef void upc_stride_routine_t(void);

#ifdef __UPC__

/* C = alpha * op(A) * op(B) + beta * C, as gemm of BLAS. op(X) is X for 'N', its transposed for 'T', its conjugate
 * transposed for 'C'.
 *   who       all threads, with equal arguments; they meet in the call.
 *   shapes    C picks m x n elements, A m x k or, transposed, k x m, B k x n or n x k. The intervals may have steps.
 *             type is UPC_FLOAT, UPC_DOUBLE, UPC_STRIDE_COMPLEX_FLOAT or UPC_STRIDE_COMPLEX_DOUBLE. alpha and beta
 *             point to private values of this type; a null alpha is 1, a null beta is 0.
 *   order     A and B are not looked at if alpha is 0 or k is 0, and C not if beta is 0: they may hold NaNs. The result
 *             has the same bits for all layouts of the arrays. On another number of threads it may have others.
 *   affinity  any.
 *   sync      as ALLSYNC, among the owners of all three sections.
 *   aliasing  free: A and B are read before C is written.
 *   errors    other letters or types; elements of another size; sections of other than two dimensions, or whose sizes
 *             do not fit; no BLAS (upc_stride_set_blas).
 *   cost      the matrices are copied into the layout of the product, and C back, one message for each pair of threads.
 *             Then each thread receives what upc_stride_gemm_plan says. The panels of the next step are on their way
 *             while those of one are multiplied. Near threads read panels in place. If all threads are near, a matrix
 *             without steps is not copied if each thread's part of a panel, or of C, lies in one of its blocks; C if
 *             beta is 0, and if neither A nor B may have elements of it. Far threads multiply their own blocks where
 *             they lie if no other thread gets them, and a panel that is a whole block is sent from where it lies.
 *   source    SUMMA (van de Geijn and Watts, 1997); in layers, 2.5D products (Solomonik and Demmel, 2011), whose grid
 *             is that with the least cost, as in COSMA (Kwasniewski et al., 2019). */
void upc_stride_gemm(char transa, char transb, const void *alpha, upc_stride_section_t A, upc_stride_section_t B,
                     const void *beta, upc_stride_section_t C, upc_type_t type);

/* ---- Multiply, add and solve, as BLAS ----------------------------------------------------------------------------
 *
 * Names and arguments are those of BLAS. Letters may be small. Work arrays are kept for later calls, up to 16 MB on a
 * thread. For all calls of this part:
 *   who       all threads, with equal arguments; they meet in the call.
 *   shapes    sections of two dimensions, whose intervals may have steps. type is UPC_FLOAT, UPC_DOUBLE,
 *             UPC_STRIDE_COMPLEX_FLOAT or UPC_STRIDE_COMPLEX_DOUBLE. alpha and beta point to private values of this
 *             type; a null alpha is 1, a null beta is 0. Sizes may be 0.
 *   order     as in BLAS: A and B are not looked at if alpha is 0, and C not if beta is 0: they may hold NaNs.
 *   affinity  any.
 *   sync      as ALLSYNC, among the owners of all sections.
 *   aliasing  what is written shares nothing with what is read, unless a call says so.
 *   errors    other letters or types; elements of another size; sections of other than two dimensions, or whose sizes
 *             do not fit; null memory; no BLAS (upc_stride_set_blas). The program ends if a thread's part of a matrix
 *             has more than INT_MAX rows or columns, and the integers of the BLAS have 4 bytes.
 *   triangle  where uplo names a triangle, the other one is not used. If the matrix is a result, the other triangle
 *             gets its own values again: meanwhile nobody changes it. */

/* side 'L': C = alpha * A * B + beta * C; side 'R': C = alpha * B * A + beta * C. A is symmetric, or in hemm Hermitian,
 * and uplo, 'U' or 'L', is its triangle that is given.
 *   shapes    C and B are m x n; A is m x m, for side 'R' n x n.
 *   aliasing  B may be C.
 *   cost      A is made whole in work memory: two more copies of A. Then that of upc_stride_gemm. */
void upc_stride_symm(char side, char uplo, const void *alpha, upc_stride_section_t A, upc_stride_section_t B,
                     const void *beta, upc_stride_section_t C, upc_type_t type);
void upc_stride_hemm(char side, char uplo, const void *alpha, upc_stride_section_t A, upc_stride_section_t B,
                     const void *beta, upc_stride_section_t C, upc_type_t type);

/* The triangle uplo of C = alpha * A * A' + beta * C for trans 'N', of alpha * A' * A + beta * C for 'T'. In herk A' is
 * the conjugate transposed, trans is 'N' or 'C', alpha and beta are real, of the type float or double, and the diagonal
 * of C becomes real. syrk takes 'C' for real types only.
 *   shapes    C is n x n, A is n x k, or k x n for 'T' and 'C'.
 *   cost      that of the products of which it consists: the triangle is cut into up to 15 rectangles and 16 squares,
 *             of which half is computed in vain. This is 1/16 more than the triangle if n is 8,192 or more, and twice
 *             the triangle if n is 512 or less. */
void upc_stride_syrk(char uplo, char trans, const void *alpha, upc_stride_section_t A, const void *beta,
                     upc_stride_section_t C, upc_type_t type);
void upc_stride_herk(char uplo, char trans, const void *alpha, upc_stride_section_t A, const void *beta,
                     upc_stride_section_t C, upc_type_t type);

/* trsm: B = alpha * op(A)^-1 * B, or for side 'R' alpha * B * op(A)^-1. trmm: the same with op(A) in the place of its
 * inverse. uplo names the triangle of A that counts; diag 'U': its diagonal counts as ones.
 *   shapes    B is m x n; A is m x m, for side 'R' n x n.
 *   cost      B is copied into slices, one for each thread, and back. A thread receives half of the square of A's
 *             order, panel by panel, and multiplies meanwhile. Where that costs more than to cut A in two, with a
 *             product of the halves by upc_stride_gemm, A is cut. */
void upc_stride_trsm(char side, char uplo, char transa, char diag, const void *alpha, upc_stride_section_t A,
                     upc_stride_section_t B, upc_type_t type);
void upc_stride_trmm(char side, char uplo, char transa, char diag, const void *alpha, upc_stride_section_t A,
                     upc_stride_section_t B, upc_type_t type);

/* C = alpha * op(A) + beta * C.
 *   aliasing  A may be C if trans is 'N'.
 *   cost      that of upc_stride_transform; conjugates take a copy more. */
void upc_stride_geadd(char trans, const void *alpha, upc_stride_section_t A, const void *beta, upc_stride_section_t C,
                      upc_type_t type);

/* A norm of A, as lange of LAPACK: 'M' its largest absolute value, '1' or 'O' the largest sum of a column, 'I' the
 * largest sum of a row, 'F' or 'E' the root of the sum of all squares. It is the same on all threads: 0 without
 * elements, and a NaN if an element is one.
 *   cost      a copy of A into slices, and one or two reductions of a number. */
double upc_stride_norm(char which, upc_stride_section_t A, upc_type_t type);

/* ---- Systems of equations, as LAPACK ------------------------------------------------------------------------------
 *
 * As the part before. Results `info` are those of LAPACK, the same on all threads.
 *   cost      the matrix is copied into panels of whole columns, which are dealt out to the threads, and back. Where
 *             threads are far, columns (rows, for potrf of U) that go round them in blocks of 24 to 144 stay on their
 *             threads. The next panel is factored and sent while the threads work with the one before (look-ahead).
 *             Each thread receives all panels, about half of the matrix. So a hundred threads that are far from each
 *             other are slow: their time is that of receiving. Work memory: a copy of the matrix; where threads are
 *             far, three panels more. */

/* potrf: the Cholesky factorization of a Hermitian, or real symmetric, positive definite matrix. The triangle uplo of A
 * becomes U with A = U'U, or L with A = LL'. info is 0, or the order of the first leading minor that is not positive,
 * or not a number; then A has no factor. potrs solves AX = B by this factor, and B becomes X. posv does both.
 *   shapes    A is n x n, B is n x m. */
size_t upc_stride_potrf(char uplo, upc_stride_section_t A, upc_type_t type);
void upc_stride_potrs(char uplo, upc_stride_section_t A, upc_stride_section_t B, upc_type_t type);
size_t upc_stride_posv(char uplo, upc_stride_section_t A, upc_stride_section_t B, upc_type_t type);

/* getrf: A = PLU by partial pivoting. A becomes L, whose diagonal of ones is not stored, and U. Row i, counted from 1,
 * was swapped with row pivots[i - 1]. info is 0, or the first i for which U(i, i) is 0. getrs solves op(A)X = B by
 * these factors, and B becomes X. gesv does both, unless info says that there is no solution.
 *   shapes    A is m x n, for getrs and gesv n x n; B is n x any number. pivots[min(m, n)] is private memory of each
 *             thread, with the same values on all, as LAPACK has them.
 *   errors    getrs: a pivot that is no row. getrf and gesv: more than INT_MAX rows. */
size_t upc_stride_getrf(upc_stride_section_t A, int *pivots, upc_type_t type);
void upc_stride_getrs(char trans, upc_stride_section_t A, const int *pivots, upc_stride_section_t B, upc_type_t type);
size_t upc_stride_gesv(upc_stride_section_t A, int *pivots, upc_stride_section_t B, upc_type_t type);

/* A becomes its inverse. potri: A has the factor that potrf made of it, in the triangle uplo, which becomes that of the
 * inverse. getri: the factors and pivots of getrf. info is 0, or the first i for which the factor has a 0 at (i, i);
 * then there is no inverse.
 *   errors    as getrs.
 *   cost      that of solving for the identity: three times the operations of LAPACK's potri, 1.5 times those of its
 *             getri; work memory for one or two matrices. */
size_t upc_stride_potri(char uplo, upc_stride_section_t A, upc_type_t type);
size_t upc_stride_getri(upc_stride_section_t A, const int *pivots, upc_type_t type);

/* geqrf: A = QR. R replaces the triangle and what is right of it, the reflectors that make up Q replace the rest; tau
 * gets their factors. unmqr: C = op(Q) * C, or C * op(Q) for side 'R', with the first min(m, n) reflectors; complex
 * types take 'N' and 'C', real ones 'T' too. gels: X with the least norm of B - op(A)X, and the shortest of these, if A
 * has full rank. A is overwritten. info is 0, or the first i for which R(i, i) is 0: then there is no X.
 *   shapes    A is m x n. tau[min(m, n)] is private memory of each thread, of the type, with the same values on all.
 *             unmqr: C has as many rows as A, or columns for side 'R'. gels: B has max(m, n) rows: at the call those of
 *             op(A) are right-hand sides, afterwards its columns are unknowns, each a row of X.
 *   cost      unmqr: C is copied into slices, and back; all panels go to all threads. gels copies a flat A. */
void upc_stride_geqrf(upc_stride_section_t A, void *tau, upc_type_t type);
void upc_stride_unmqr(char side, char trans, upc_stride_section_t A, const void *tau, upc_stride_section_t C,
                      upc_type_t type);
size_t upc_stride_gels(char trans, upc_stride_section_t A, upc_stride_section_t B, upc_type_t type);

/* ---- Eigenvalues and singular values, by ScaLAPACK --------------------------------------------------------------
 *
 * As the part before. ScaLAPACK computes, on a copy in its own blocks. It is the one that the program is linked with,
 * as by -lscalapack-mpich, else the one that is installed for the MPI of the job. Its integers have 4 bytes. info is 0,
 * or greater if the values did not converge, as if an element is no finite number: then there is no result.
 *   who       all threads, which are processes of MPI: programs for the conduit mpi (upcc -network=mpi), and programs
 *             on MPI that have started the library.
 *   errors    threads that are not all processes of MPI (MPI_COMM_WORLD); no ScaLAPACK.
 *   cost      two copies of each matrix beside its own memory, and what ScaLAPACK takes. */

/* heev: the eigenvalues w of a Hermitian, or real symmetric, matrix, from the least to the greatest, and for jobz 'V'
 * the eigenvectors: A becomes the matrix whose columns they are. For 'N' A keeps its values. Only the triangle uplo of
 * A is read. It is heev of LAPACK, for real types syev.
 *   shapes    A is n x n. w[n] is private memory of each thread, of float or double, with the same values on all. */
size_t upc_stride_heev(char jobz, char uplo, upc_stride_section_t A, void *w, upc_type_t type);

/* gesvd: the singular values s of A, from the greatest to the least, and the matrices of A = U S VT, with S the
 * diagonal matrix of s: for jobu 'S' the first columns of U, for jobvt 'S' the first rows of VT. For 'N' the matrix is
 * not looked at. A keeps its values.
 *   shapes    A is m x n, U is m x k, VT is k x n, for k = min(m, n). s[k] as w. */
size_t upc_stride_gesvd(char jobu, char jobvt, upc_stride_section_t A, void *s, upc_stride_section_t U,
                        upc_stride_section_t VT, upc_type_t type);

/* How upc_stride_gemm cuts a product of these sizes, of this type.
 *   who       any thread, alone.
 *   errors    another type.
 *   cost      no communication. */
upc_stride_product_t upc_stride_gemm_plan(size_t m, size_t n, size_t k, upc_type_t type);

/* Limits the shared memory that the work arrays of upc_stride_gemm take on a thread. Layers of the grid each have a
 * copy of C, so a limit may mean fewer layers, and more bytes that a thread receives. gemm takes the cheapest grid that
 * keeps to the limit; if none does, the one that needs least. 0, as at the start: no limit. upc_stride_gemm_plan says
 * which grid it is, and what it needs.
 *   who       any thread, alone. All threads choose the same (checked mode).
 *   units     bytes.
 *   cost      no communication. */
void upc_stride_set_gemm_memory(size_t bytes);

/* Chooses the BLAS. `find` returns the address of a routine, as of "dgemm_", or null. Its integers have 4 bytes, or 8:
 * both are right on a little-endian processor. Null: the BLAS that the program is linked with, as by -lopenblas, or
 * that LD_PRELOAD names; else the first of FlexiBLAS, OpenBLAS, BLIS, MKL and the system's BLAS that is installed.
 * The library asks it to take one thread, unless OPENBLAS_NUM_THREADS, OMP_NUM_THREADS or its own variable is set.
 *   who       any thread, alone, before it calls what needs a BLAS. All threads choose the same.
 *   cost      no communication. */
void upc_stride_set_blas(upc_stride_routine_t *(*find)(const char *name));

/* ---- Fourier transforms ---- */

/* Discrete Fourier transforms along the axes that are named, for all elements of the other dimensions. A plan is made
 * once, and run as often as the program likes: each run transforms what `in` has then, and leaves the result in `out`.
 *
 *   out[k] = scale * sum of in[j] e^(sign 2 pi i j k / n), for each axis of n elements
 *
 *   const int axes[] = {0, 1};
 *   upc_stride_fft_t plan = upc_stride_fft_plan(B<:, :>, A<:, :>, 2, axes, UPC_STRIDE_COMPLEX_DOUBLE, -1,
 *                                               UPC_STRIDE_FFT_ESTIMATE);
 *   upc_stride_fft_run(plan, 1);
 *   upc_stride_fft_free(&plan);
 *
 *   who       all threads, with equal arguments; they meet in each call.
 *   shapes    both sections pick as many elements in each dimension, of any numbers, also 0, 1 and primes. Axes count
 *             from 0; null names all dimensions. type is UPC_STRIDE_COMPLEX_FLOAT or UPC_STRIDE_COMPLEX_DOUBLE.
 *   real      elements of half this size are real numbers. They have n elements along the last axis of the list, where
 *             the complex numbers have n / 2 + 1: the others are their conjugates. From real numbers sign is -1, to
 *             real numbers 1. In the result real numbers along this axis of n elements are n, as `out` has them.
 *   order     the array's, not one that is transposed.
 *   affinity  any. in and out may have different layouts.
 *   sync      as ALLSYNC, among all threads.
 *   aliasing  in may be out, the same section, or other elements of the same array. in keeps its values otherwise.
 *   handle    a plan may be run while its arrays exist. It owns work arrays of its own, so there may be many plans.
 *             upc_stride_fft_free makes it null; a null plan is free already.
 *   errors    elements of other sizes; axes that do not exist, or come twice; extents that do not fit; another sign,
 *             type or effort; no FFTW (upc_stride_set_fft); a null plan, or one that was freed.
 *   cost      threads form a line or a grid (slabs or pencils), of which the cheapest is taken. Where axes are whole on
 *             each thread in the layout of in, in is read there. Between axes the threads exchange, in chunks of which
 *             messages have about 1 MB, while they transform other chunks. The last exchange goes to out itself where
 *             the layout of out allows. So slabs of in along one dimension, and slabs of out along another one, take
 *             one exchange. FFTW transforms on each thread, one thread each. It is the program's (-lfftw3, -lfftw3f),
 *             else the one that is installed. A single dimension takes five exchanges, and a prime number of elements
 *             in it is transformed by one thread.
 *   effort    FFTW's. With MEASURE and PATIENT the plan also transforms in to out a few times, in chunks and without,
 *             and takes what is faster. It keeps a copy of what out has meanwhile, and puts it back.
 *   source    slabs and pencils: Pekurovsky, P3DFFT, 2012; Ayala and others, heFFTe, 2020. One dimension: Bailey, FFTs
 *             in external or hierarchical memory, 1990. */
upc_stride_fft_t upc_stride_fft_plan(upc_stride_section_t out, upc_stride_section_t in, int naxes, const int *axes,
                                     upc_type_t type, int sign, int effort);
void upc_stride_fft_run(upc_stride_fft_t plan, double scale);
void upc_stride_fft_free(upc_stride_fft_t *plan);

/* Chooses what transforms on each thread, for plans that are made from now on: a routine of the program, which may be
 * given `from` and `to` as the same memory, or for null FFTW.
 *   who       any thread, alone. All threads choose the same.
 *   cost      no communication. */
void upc_stride_set_fft(upc_stride_fft_routine_t *routine);

#else

/* Where errors return (upc_stride.h), all threads get the error that one finds in its arguments, from each call of all
 * threads. Not so if FFTW or ScaLAPACK fails on one thread alone: the others may wait, until UPC_STRIDE_TIMEOUT. */

int upc_stride_gemm(char transa, char transb, const void *alpha, const upc_stride_section_t *A,
                    const upc_stride_section_t *B, const void *beta, const upc_stride_section_t *C, upc_type_t type)
  UPC_STRIDE_NAMED("gemm");
int upc_stride_symm(char side, char uplo, const void *alpha, const upc_stride_section_t *A,
                    const upc_stride_section_t *B, const void *beta, const upc_stride_section_t *C, upc_type_t type)
  UPC_STRIDE_NAMED("symm");
int upc_stride_hemm(char side, char uplo, const void *alpha, const upc_stride_section_t *A,
                    const upc_stride_section_t *B, const void *beta, const upc_stride_section_t *C, upc_type_t type)
  UPC_STRIDE_NAMED("hemm");
int upc_stride_syrk(char uplo, char trans, const void *alpha, const upc_stride_section_t *A, const void *beta,
                    const upc_stride_section_t *C, upc_type_t type) UPC_STRIDE_NAMED("syrk");
int upc_stride_herk(char uplo, char trans, const void *alpha, const upc_stride_section_t *A, const void *beta,
                    const upc_stride_section_t *C, upc_type_t type) UPC_STRIDE_NAMED("herk");
int upc_stride_trsm(char side, char uplo, char transa, char diag, const void *alpha, const upc_stride_section_t *A,
                    const upc_stride_section_t *B, upc_type_t type) UPC_STRIDE_NAMED("trsm");
int upc_stride_trmm(char side, char uplo, char transa, char diag, const void *alpha, const upc_stride_section_t *A,
                    const upc_stride_section_t *B, upc_type_t type) UPC_STRIDE_NAMED("trmm");
int upc_stride_geadd(char trans, const void *alpha, const upc_stride_section_t *A, const void *beta,
                     const upc_stride_section_t *C, upc_type_t type) UPC_STRIDE_NAMED("geadd");
int upc_stride_norm(char which, const upc_stride_section_t *A, upc_type_t type, double *norm)
  UPC_STRIDE_NAMED("norm");
/* Results go to *norm and *info. */
int upc_stride_potrf(char uplo, const upc_stride_section_t *A, upc_type_t type, size_t *info)
  UPC_STRIDE_NAMED("potrf");
int upc_stride_potrs(char uplo, const upc_stride_section_t *A, const upc_stride_section_t *B, upc_type_t type)
  UPC_STRIDE_NAMED("potrs");
int upc_stride_posv(char uplo, const upc_stride_section_t *A, const upc_stride_section_t *B, upc_type_t type,
                    size_t *info) UPC_STRIDE_NAMED("posv");
int upc_stride_getrf(const upc_stride_section_t *A, int *pivots, upc_type_t type, size_t *info)
  UPC_STRIDE_NAMED("getrf");
int upc_stride_getrs(char trans, const upc_stride_section_t *A, const int *pivots, const upc_stride_section_t *B,
                     upc_type_t type) UPC_STRIDE_NAMED("getrs");
int upc_stride_gesv(const upc_stride_section_t *A, int *pivots, const upc_stride_section_t *B, upc_type_t type,
                    size_t *info) UPC_STRIDE_NAMED("gesv");
int upc_stride_potri(char uplo, const upc_stride_section_t *A, upc_type_t type, size_t *info)
  UPC_STRIDE_NAMED("potri");
int upc_stride_getri(const upc_stride_section_t *A, const int *pivots, upc_type_t type, size_t *info)
  UPC_STRIDE_NAMED("getri");
int upc_stride_geqrf(const upc_stride_section_t *A, void *tau, upc_type_t type) UPC_STRIDE_NAMED("geqrf");
int upc_stride_unmqr(char side, char trans, const upc_stride_section_t *A, const void *tau,
                     const upc_stride_section_t *C, upc_type_t type) UPC_STRIDE_NAMED("unmqr");
int upc_stride_gels(char trans, const upc_stride_section_t *A, const upc_stride_section_t *B, upc_type_t type,
                    size_t *info) UPC_STRIDE_NAMED("gels");
int upc_stride_heev(char jobz, char uplo, const upc_stride_section_t *A, void *w, upc_type_t type, size_t *info)
  UPC_STRIDE_NAMED("heev");
/* U and VT may be null where their letters are 'N'. */
int upc_stride_gesvd(char jobu, char jobvt, const upc_stride_section_t *A, void *s, const upc_stride_section_t *U,
                     const upc_stride_section_t *VT, upc_type_t type, size_t *info) UPC_STRIDE_NAMED("gesvd");
int upc_stride_gemm_plan(size_t m, size_t n, size_t k, upc_type_t type, upc_stride_product_t *plan)
  UPC_STRIDE_NAMED("gemm_plan");
int upc_stride_set_gemm_memory(size_t bytes) UPC_STRIDE_NAMED("set_gemm_memory");
int upc_stride_set_blas(upc_stride_routine_t *(*find)(const char *name)) UPC_STRIDE_NAMED("set_blas");

upc_stride_fft_t upc_stride_fft_plan(const upc_stride_section_t *out, const upc_stride_section_t *in, int naxes,
                                     const int *axes, upc_type_t type, int sign, int effort)
  UPC_STRIDE_NAMED("fft_plan");
int upc_stride_fft_run(upc_stride_fft_t plan, double scale) UPC_STRIDE_NAMED("fft_run");
int upc_stride_fft_free(upc_stride_fft_t *plan) UPC_STRIDE_NAMED("fft_free");
int upc_stride_set_fft(upc_stride_fft_routine_t *routine) UPC_STRIDE_NAMED("set_fft");

#ifdef __cplusplus
}
#endif
#endif
#endif
