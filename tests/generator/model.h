/* SPDX-License-Identifier: BSD-3-Clause
 *
 * model.h: what UPC 1.3 says of layouts and pointers-to-shared, done the slow way: one element at a time, on bytes.
 * No division of indices, so that a mistake in the compiler's arithmetic is not repeated here.
 */
#ifndef MODEL_H
#define MODEL_H

enum { MAX_THREADS = 16, MAX_DIMS = 3, MAX_FIELDS = 5, MAX_ARRAYS = 4 };

typedef struct {
  const char *name;
  int size;
  char kind; /* 's'igned, 'u'nsigned, 'f'loat */
} type_t;

typedef struct {
  char name[8];
  const type_t *type;
  int count;    /* of its array; 0: not an array */
  int offset;
} field_t;

/* A shared array `shared [block] T name[d0][d1][d2]`, and every byte of it, thread by thread. */
typedef struct {
  char name[24], element[32]; /* the element's type as text */
  const type_t *type;         /* of a scalar element, else null */
  field_t fields[MAX_FIELDS]; /* of a struct */
  int nfields, size;          /* the element's size */
  long block;                 /* 0: indefinite */
  int ndims, threads_dim;     /* the dimension with the factor THREADS, or -1 */
  long dims[MAX_DIMS], n;     /* n: all elements */
  unsigned char *bytes[MAX_THREADS];
  long valid[MAX_THREADS];    /* how many of them each thread has */
} array_t;

typedef struct {
  int thread;
  long phase, offset; /* in elements; in bytes from the start of the array's part on that thread */
} place_t;

typedef struct {
  char name[24];      /* any lvalue */
  array_t *array;     /* where it points into */
  const type_t *type; /* of what it points to */
  long block;
  place_t at;
} pointer_t;

extern int threads;

place_t place_of(const array_t *a, long index);
void lay_out(array_t *a);                      /* allocates bytes, all zero */
void forget(array_t *a);
void step(pointer_t *p, long n);               /* p += n */
int inside(const pointer_t *p);                /* may it be dereferenced? */
long long load(const array_t *a, place_t at, const type_t *type);
void store(array_t *a, place_t at, const type_t *type, long long value);
long long wrap(const type_t *type, long long value); /* what is left of a value in an object of that type */

unsigned random_below(unsigned n);
long random_between(long lo, long hi);
void random_seed(unsigned long seed);

#endif
