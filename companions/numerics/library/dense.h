/* SPDX-License-Identifier: BSD-3-Clause
 * What the calls on distributed matrices share: looking at arguments, parts of sections, and work arrays. */
#ifndef UPC_STRIDE_DENSE_H
#define UPC_STRIDE_DENSE_H

#include "arrays/check.h"
#include "checked/checked.h"
#include "numerics/local_blas.h"
#include "operations.h"
#include "work_arrays.h"

/* A call: its name and place, and the type of its matrices. */
typedef struct upc_stride_dense {
  upc_stride_site_t site;
  upc_type_t type;
  size_t size;                        /* bytes of an element */
  upc_stride_record_t record;         /* its arguments, in checked mode */
} upc_stride_dense_t;

/* A section of two dimensions. Element (i, j) is element (first[0] + i * step[0], first[1] + j * step[1]) of the
 * array. */
typedef struct upc_stride_matrix {
  upc_stride_section_t section;
  long long first[2], step[2];
  size_t rows, columns;
} upc_stride_matrix_t;

/* A call begins. S is one of its sections: it knows in which line of the program it was made. */
upc_stride_dense_t upc_stride_dense_begin(const char *name, const upc_stride_section_t *S, upc_type_t type);
/* The caller has looked at all arguments, and all threads meet. Where errors return, they fail with a thread that has
 * found something wrong. In checked mode the arguments are compared among them. */
void upc_stride_dense_agree(upc_stride_dense_t *d);

/* A letter, small or not, which must be one of `letters`; the capital. */
char upc_stride_dense_letter(upc_stride_dense_t *d, const char *argument, char letter, const char *letters);
/* The address of a value of the type, which is `otherwise` for a null one. */
const void *upc_stride_dense_value(upc_stride_dense_t *d, const char *argument, const void *value,
                                   const void *otherwise);
/* The address of private memory that the call reads or writes. */
void upc_stride_dense_memory(upc_stride_dense_t *d, const char *argument, const void *memory);
/* A section of two dimensions, of elements of the type. */
upc_stride_matrix_t upc_stride_dense_matrix(upc_stride_dense_t *d, const char *argument,
                                            const upc_stride_section_t *S);
void upc_stride_dense_sizes(upc_stride_dense_t *d, const char *argument, const upc_stride_matrix_t *M, size_t rows,
                            size_t columns);
void upc_stride_dense_square(upc_stride_dense_t *d, const char *argument, const upc_stride_matrix_t *M);
/* The pivots of a matrix with so many rows. */
void upc_stride_dense_pivots(upc_stride_dense_t *d, const int *pivots, size_t rows);
/* The same, where the call writes them. */
void upc_stride_dense_new_pivots(upc_stride_dense_t *d, const int *pivots, size_t rows);
/* The routine of BLAS or LAPACK for the type; ends the program if there is none. */
upc_stride_routine_t *upc_stride_dense_routine(const upc_stride_dense_t *d, const char *name);

/* `rows` x `columns` elements of a matrix, from element (i, j) on. */
upc_stride_matrix_t upc_stride_part_of(const upc_stride_matrix_t *M, size_t i, size_t rows, size_t j, size_t columns);
upc_stride_matrix_t upc_stride_part_of_array(upc_stride_array_t A, size_t i, size_t rows, size_t j, size_t columns);
/* `count` whole rows of a matrix, or whole columns, from `first` on. */
upc_stride_matrix_t upc_stride_strip_of(const upc_stride_matrix_t *M, int of_columns, size_t first, size_t count);
/* The order of dimensions with which upc_stride_transform transposes a matrix. */
extern const int upc_stride_transposed[2];

/* 1: all threads read and write the matrix by address, and each of its pieces of height x width elements is in one
 * block. `transposed`: the pieces are those of its transposed. All threads get the same answer. */
int upc_stride_is_in_place(const upc_stride_matrix_t *M, int transposed, size_t height, size_t width);
/* 1: each of these pieces is in one block of an array that has each element once, on any thread. All threads get the
 * same answer. */
int upc_stride_has_pieces(const upc_stride_matrix_t *M, int transposed, size_t height, size_t width);
/* The thread that has element (i, j); -1 beyond the matrix. */
int upc_stride_matrix_thread(const upc_stride_matrix_t *M, size_t i, size_t j);
/* The address of element (i, j) of M, or of its transposed, which the caller has if M is not in place. The next row of
 * M is as many elements further as a block has columns. */
char *upc_stride_in_place(const upc_stride_matrix_t *M, int transposed, size_t i, size_t j);

/* 1: all threads read and write the elements of M by address. 0 if its blocks have few elements: then a copy by all
 * threads costs less than to find each block. It is the same on all threads. */
int upc_stride_is_by_address(const upc_stride_matrix_t *M);
/* Then: the elements of M from (i, j) on that are in one block; the next row is `row` elements further. */
typedef struct upc_stride_piece {
  char *data;
  size_t rows, columns, row;
} upc_stride_piece_t;
upc_stride_piece_t upc_stride_piece_at(const upc_stride_matrix_t *M, size_t i, size_t j);
/* Then: copies M to memory of the caller, or back. Element (i, j) is i * row + j * column elements behind `memory`; row
 * or column is 1. */
typedef enum upc_stride_way { UPC_STRIDE_TO_MEMORY, UPC_STRIDE_TO_MATRIX } upc_stride_way_t;
void upc_stride_move_by_address(const upc_stride_matrix_t *M, upc_stride_way_t way, char *memory, size_t row,
                                size_t column);

/* 1 if a value of the type is this number, 0, 1 or -1. */
int upc_stride_is(const upc_stride_dense_t *d, const void *value, int number);

/* A matrix in work memory, cut into a slice of whole columns, or of whole rows, for each thread. */
typedef struct upc_stride_slices {
  upc_stride_array_t array;
  upc_stride_matrix_t all;            /* the matrix, without the padding behind it */
  char *mine;                         /* the caller's slice, row by row; it may have no elements */
  upc_stride_window_t window;         /* which elements of the matrix these are */
} upc_stride_slices_t;
upc_stride_slices_t upc_stride_slices(const upc_stride_dense_t *d, size_t rows, size_t columns, int by_columns);
/* The transposed of M, or its conjugate transposed, in slices of whole rows. All threads call. */
upc_stride_slices_t upc_stride_transposed_of(const upc_stride_dense_t *d, const upc_stride_matrix_t *M,
                                             int conjugated);
/* Each thread gets its slice of M, and puts it back. All threads call; M does not change meanwhile. */
void upc_stride_slices_get(const upc_stride_slices_t *s, const upc_stride_matrix_t *M);
void upc_stride_slices_put(const upc_stride_slices_t *s, const upc_stride_matrix_t *M);
/* All threads meet, and the memory is free. */
void upc_stride_slices_free(upc_stride_slices_t *s);
/* C = product + beta C in one triangle, without a product beta C: the product is in slices of whole rows. The other
 * triangle gets its own values again. All threads call. */
void upc_stride_put_triangle(const upc_stride_dense_t *d, const upc_stride_slices_t *product, const void *beta,
                             char uplo, int hermitian, const upc_stride_matrix_t *C);

/* A = factor * A. All threads meet, also those that have nothing of A: they may read it next. */
void upc_stride_scale(const upc_stride_dense_t *d, const upc_stride_matrix_t *A, const void *factor);

/* The first i, from 1, for which A(i, i) is 0, of the first n; else 0. All threads call. */
size_t upc_stride_zero_on_diagonal(const upc_stride_dense_t *d, const upc_stride_matrix_t *A, size_t n);

/* B = op(A)^-1 * B for a triangle of A (triangular.upc). All threads call. */
void upc_stride_solve_triangle(const upc_stride_dense_t *d, char uplo, char trans, char diag,
                               const upc_stride_matrix_t *A, const upc_stride_matrix_t *B);

#endif
