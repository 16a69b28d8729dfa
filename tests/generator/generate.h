/* SPDX-License-Identifier: BSD-3-Clause
 *
 * generate.h: the parts of a generated program. Each writes UPC to standard output and does the same to the model.
 */
#ifndef GENERATE_H
#define GENERATE_H
#include "model.h"

extern array_t arrays[MAX_ARRAYS];
extern int narrays, static_threads; /* is the program for `upcc -T`, where THREADS is a constant? */
extern unsigned long seed;

/* arrays.c */
void declare_arrays(void);
void fill_arrays(void);
void verify_arrays(void);                                     /* every element, by one thread */
const char *element(const array_t *a, long index);            /* A[i][j], spelled in one of many ways */
void indices(const array_t *a, long index, long *out);
long pick(const array_t *a, long *index);                     /* a scalar array's random element */

/* text.c */
/* a constant, or an expression of that value unknown to the compiler */
const char *number(long n);
const char *text(const char *format, ...) __attribute__((format(printf, 1, 2))); /* lives for a while */
const char *qualified(long block, const char *type);          /* shared [4] int */

/* walks.c: one thread's statements on arrays and pointers; loops.c: all threads' loops; moving.c: one thread's loops
 * whose subscripts have factors; copies.c: upc_memcpy and its kin */
void walk(void);
void loop(void);
void moving(void);
void copy(void);

#endif
