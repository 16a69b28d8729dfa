/* SPDX-License-Identifier: BSD-3-Clause
 * calls ROUTINES SEED ROUNDS: random calls of ScaLAPACK's routines, each made twice on copies of the same matrices: of
 * the routine that the program is linked with, and of that in the library of ScaLAPACK. All elements of the local
 * matrices must be equal up to rounding, also those that have no part in the call. ROUTINES is `all` or a name such as
 * gemm. `few` in the place of ROUTINES makes calls on grids of fewer processes than there are; `wrong` makes one that
 * ScaLAPACK refuses, and `pending` one while BLACS still sends. Compiled with STARTS, the program starts the library
 * itself, and ends it after the first round. */
#define _GNU_SOURCE 1
#include <complex.h>
#include <dlfcn.h>
#include <float.h>
#include <math.h>
#ifdef STARTS
#include <upc_stride_mpi.h>
#else
#include <mpi.h>
#endif
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void Cblacs_get(int context, int what, int *value);
void Cblacs_gridinit(int *context, const char *order, int nprow, int npcol);
void Cblacs_gridinfo(int context, int *nprow, int *npcol, int *myrow, int *mycol);
void Cblacs_gridexit(int context);
void Cdgesd2d(int context, int rows, int columns, double *values, int lda, int row, int column);
void Cdgerv2d(int context, int rows, int columns, double *values, int lda, int row, int column);

typedef double complex value_t;
typedef void routine_t(void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
                       void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *);
/* Of a descriptor of type 2, whose first block has a size of its own; type 1 has neither IMB nor INB. */
enum { DTYPE, CONTEXT, M, N, IMB, INB, MB, NB, RSRC, CSRC, LLD, DESCRIPTOR };
enum { MOST = 30, PAD = 7777 };

/* A part of a matrix, in three copies: before the calls, and after each of them. */
typedef struct matrix {
  int desc[DESCRIPTOR], i, j, rows, columns, local_rows, local_columns;
  int given[DESCRIPTOR];              /* the descriptor as routines get it */
  size_t bytes;
  char *before, *after[2];
} matrix_t;

static uint64_t state;                /* alike on all processes */
static int grid, nprow, npcol, myrow, mycol;
static MPI_Comm members;              /* of the grid */
static char letter;
static size_t size;

static int draw(int below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % (uint64_t)below);
}
static char one_of(const char *letters) { return letters[draw((int)strlen(letters))]; }
static int is_complex(void) { return letter == 'c' || letter == 'z'; }
static int is_single(void) { return letter == 's' || letter == 'c'; }

static void store(char *at, value_t v) {
  const double parts[] = {creal(v), cimag(v)};
  for (int p = 0; p <= is_complex(); p++)
    if (is_single()) ((float *)at)[p] = (float)parts[p];
    else ((double *)at)[p] = parts[p];
}
static value_t load(const char *at) {
  double parts[2] = {0, 0};
  for (int p = 0; p <= is_complex(); p++) parts[p] = is_single() ? ((const float *)at)[p] : ((const double *)at)[p];
  return parts[0] + parts[1] * I;
}

static value_t noise(uint64_t seed, int i, int j) {
  uint64_t x = seed + (uint64_t)i * 0x9e3779b97f4a7c15u + (uint64_t)j * 0xc2b2ae3d27d4eb4fu;
  x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u, x ^= x >> 32;
  const double real = (double)(x & 0xffffff) / 0x1000000 - 0.5, other = (double)(x >> 24 & 0xffffff) / 0x1000000 - 0.5;
  return is_complex() ? real + other * I : real;
}

/* Where element `local` of a process is in the matrix. */
static int global(int local, int first, int block, int mine, int source, int processes) {
  if (mine == source && local < first) return local;
  if (mine == source) local -= first;
  return first + (local / block * processes + (mine + processes - source - 1) % processes) * block + local % block;
}
static int count_local(int extent, int first, int block, int mine, int source, int processes) {
  int count = 0;
  while (global(count, first, block, mine, source, processes) < extent) count++;
  return count;
}

/* What the elements are: any; with a large diagonal; Hermitian with one, so positive definite; some NaNs; with a column
 * of zeros. */
enum { ANY, DOMINANT, POSITIVE, NANS, SINGULAR };
static value_t element(int kind, uint64_t seed, int i, int j, int order) {
  if (kind == POSITIVE && i == j) return order;
  if (kind == POSITIVE) return i < j ? noise(seed, i, j) : conj(noise(seed, j, i));
  if (kind == DOMINANT && i == j) return 2 + order + noise(seed, i, j);
  if (kind == SINGULAR && j == order / 2) return 0;
  return kind == NANS && (i + j) % 3 == 0 ? NAN : noise(seed, i, j);
}

static void fill(matrix_t *A, int kind) {
  const uint64_t seed = ((uint64_t)draw(1 << 30) << 20) + 1;
  const int *d = A->desc, order = A->rows < A->columns ? A->rows : A->columns;
  for (int jl = 0; jl < A->local_columns; jl++)
    for (int il = 0; il < d[LLD]; il++) {
      const int i = global(il, d[IMB], d[MB], myrow, d[RSRC], nprow) - A->i + 1;
      const int j = global(jl, d[INB], d[NB], mycol, d[CSRC], npcol) - A->j + 1;
      char *at = A->before + ((size_t)jl * (size_t)d[LLD] + (size_t)il) * size;
      store(at, il < A->local_rows ? element(kind, seed, i, j, order) : PAD);
    }
}

/* The descriptor as routines get it, and the local matrix. */
static void allocate(matrix_t *A) {
  int *d = A->desc;
  A->local_rows = count_local(d[M], d[IMB], d[MB], myrow, d[RSRC], nprow);
  A->local_columns = count_local(d[N], d[INB], d[NB], mycol, d[CSRC], npcol);
  d[LLD] = A->local_rows + draw(3) + 1;
  memcpy(A->given, d, sizeof A->given);
  if (d[DTYPE] == 1) memmove(A->given + IMB, d + MB, (DESCRIPTOR - MB) * sizeof *d);
  A->bytes = (size_t)d[LLD] * (size_t)A->local_columns * size + 16;
  A->before = calloc(1, A->bytes);
  for (int k = 0; k < 2; k++) A->after[k] = malloc(A->bytes);
}

/* Any blocks, any place in the matrix. */
static matrix_t matrix(int rows, int columns, int kind) {
  matrix_t A = {.i = 1 + draw(9), .j = 1 + draw(9), .rows = rows, .columns = columns};
  const int mb = 1 + draw(8), nb = 1 + draw(8), type = 1 + (draw(3) == 0);
  const int imb = type == 1 ? mb : 1 + draw(mb), inb = type == 1 ? nb : 1 + draw(nb);
  const int desc[] = {type, grid, A.i + rows - 1 + draw(5), A.j + columns - 1 + draw(5), imb, inb, mb, nb, draw(nprow),
                      draw(npcol), 0};
  memcpy(A.desc, desc, sizeof desc);
  allocate(&A);
  fill(&A, kind);
  return A;
}

/* Square blocks of `block`; the part begins on process row `row`, or on any for -1. */
static matrix_t aligned(int rows, int columns, int kind, int block, int row) {
  const int skip = draw(3);
  matrix_t A = {.i = 1 + skip * block, .j = 1 + draw(3) * block, .rows = rows, .columns = columns};
  const int source = row < 0 ? draw(nprow) : (row + nprow * 3 - skip) % nprow;
  const int desc[] = {1, grid, A.i + rows - 1 + draw(5), A.j + columns - 1 + draw(5), block, block, block, block,
                      source, draw(npcol), 0};
  memcpy(A.desc, desc, sizeof desc);
  allocate(&A);
  fill(&A, kind);
  return A;
}
static int row_of(const matrix_t *A) { return (A->desc[RSRC] + (A->i - 1) / A->desc[MB]) % nprow; }

/* ---- calls ---- */

typedef struct call {
  const char *name;
  void *argument[24];
  int arguments;
  matrix_t *matrix[3];
  int matrices, place[3];             /* where their local matrices are among the arguments */
  int *pivots[2], pivot_place, info[2], info_place;
} call_t;

static call_t begin(const char *name) {
  call_t c = {.name = name, .pivot_place = -1, .info_place = -1};
  return c;
}
static void add(call_t *c, void *argument) { c->argument[c->arguments++] = argument; }
static void add_matrix(call_t *c, matrix_t *A) {
  c->place[c->matrices] = c->arguments;
  c->matrix[c->matrices++] = A;
  add(c, NULL), add(c, &A->i), add(c, &A->j), add(c, A->given);
}
static void add_pivots(call_t *c, const matrix_t *A, const int *known) {
  const size_t count = (size_t)(A->local_rows + A->desc[MB] + 1);
  for (int k = 0; k < 2; k++) {
    c->pivots[k] = calloc(count, sizeof(int));
    if (known != NULL) memcpy(c->pivots[k], known, (size_t)A->local_rows * sizeof(int));
  }
  c->pivot_place = c->arguments;
  add(c, NULL);
}
static void add_info(call_t *c) {
  c->info_place = c->arguments;
  add(c, NULL);
}

/* ScaLAPACK's own library is that which has BLACS. */
static void *library_of_scalapack(void) {
  static void *library;
  Dl_info info;
  if (library == NULL && dladdr(dlsym(RTLD_DEFAULT, "blacs_gridinfo_"), &info))
    library = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  if (library == NULL) fprintf(stderr, "no library of ScaLAPACK\n"), MPI_Abort(MPI_COMM_WORLD, 1);
  return library;
}

/* which: 0 the routine that the program is linked with, 1 that of ScaLAPACK's library */
static void make(call_t *c, int which) {
  char symbol[16];
  void *a[24];
  routine_t *routine;
  snprintf(symbol, sizeof symbol, "p%c%s_", letter, c->name);
  void *found = dlsym(which ? library_of_scalapack() : RTLD_DEFAULT, symbol);
  if (which && found == dlsym(RTLD_DEFAULT, symbol)) fprintf(stderr, "no drop-in\n"), MPI_Abort(MPI_COMM_WORLD, 1);
  memcpy(&routine, &found, sizeof routine);
  for (int i = 0; i < 24; i++) a[i] = i < c->arguments ? c->argument[i] : (void *)(uintptr_t)1;
  for (int i = 0; i < c->matrices; i++) {
    matrix_t *A = c->matrix[i];
    memcpy(A->after[which], A->before, A->bytes);
    a[c->place[i]] = A->after[which];
  }
  if (c->pivot_place >= 0) a[c->pivot_place] = c->pivots[which];
  c->info[which] = -99;
  if (c->info_place >= 0) a[c->info_place] = &c->info[which];
  routine(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15], a[16],
          a[17], a[18], a[19], a[20], a[21], a[22], a[23]);
}

/* The largest difference of two results, in units of rounding; a NaN in one alone is a large one. */
static double difference(const matrix_t *A) {
  const double unit = is_single() ? FLT_EPSILON : DBL_EPSILON;
  double most = 0;
  for (size_t at = 0; at + size <= A->bytes - 16; at += size) {
    const value_t x = load(A->after[0] + at), y = load(A->after[1] + at);
    const double apart = cabs(x - y) / unit / (1 + cabs(y));
    if (isnan(cabs(x)) != isnan(cabs(y))) most = INFINITY;
    if (apart > most) most = apart;
  }
  return most;
}

/* ScaLAPACK also writes what are no pivots, for rows behind the last one that has a pivot. */
static int has_same_pivots(const call_t *c) {
  const matrix_t *A = c->matrix[0];
  const int *d = A->desc, count = A->rows < A->columns ? A->rows : A->columns;
  for (int il = 0; il < A->local_rows; il++) {
    const int i = global(il, d[IMB], d[MB], myrow, d[RSRC], nprow) - A->i + 1;
    if (i >= 0 && i < count && c->pivots[0][il] != c->pivots[1][il]) return 0;
  }
  return 1;
}

static int wrong, made;
static void compare(call_t *c, double allowed) {
  double most = 0;
  for (int which = 0; which < 2; which++) make(c, which);
  for (int i = 0; i < c->matrices; i++) most = fmax(most, difference(c->matrix[i]));
  if (c->info[0] != c->info[1] && allowed < INFINITY) most = INFINITY;
  if (c->pivot_place >= 0 && !has_same_pivots(c)) most = INFINITY;
  MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, members);
  made++;
  if (most <= allowed) return;
  wrong++;
  if (myrow == 0 && mycol == 0)
    printf("WRONG: p%c%s on %d x %d: %g units, %g are allowed, info %d and %d\n", letter, c->name, nprow, npcol, most,
           allowed, c->info[0], c->info[1]);
}

static void release(call_t *c) {
  for (int i = 0; i < c->matrices; i++) {
    free(c->matrix[i]->before);
    for (int k = 0; k < 2; k++) free(c->matrix[i]->after[k]);
  }
  for (int k = 0; k < 2; k++) free(c->pivots[k]);
}

static void finish(call_t *c, double allowed) {
  compare(c, allowed);
  release(c);
}

/* A random scalar, sometimes 0 or 1. `real`: of a real type. */
static char *scalar(char *at, int real) {
  const int kind = draw(5);
  value_t v = kind == 0 ? 0 : kind == 1 ? 1 : noise((uint64_t)draw(1 << 30), 1, 2) * 3;
  if (real) v = creal(v);
  store(at, v);
  return at;
}

/* ---- routines ---- */

static void gemm(const char *name) {
  int m = 1 + draw(MOST), n = 1 + draw(MOST), k = 1 + draw(MOST);
  char ta = one_of("NTCntc"), tb = one_of("NTCntc"), alpha[16], beta[16];
  int a_lies = strchr("Nn", ta) != NULL, b_lies = strchr("Nn", tb) != NULL;
  matrix_t A = matrix(a_lies ? m : k, a_lies ? k : m, ANY), B = matrix(b_lies ? k : n, b_lies ? n : k, ANY), C;
  call_t c = begin(name);
  scalar(alpha, 0), scalar(beta, 0);
  C = matrix(m, n, load(beta) == 0 ? NANS : ANY);
  add(&c, &ta), add(&c, &tb), add(&c, &m), add(&c, &n), add(&c, &k), add(&c, alpha), add_matrix(&c, &A);
  add_matrix(&c, &B), add(&c, beta), add_matrix(&c, &C);
  finish(&c, 30 + k);
}

/* ScaLAPACK says what is wrong, and ends the program. */
static void refused(void) {
  int n = 9;
  char wrong_letter = 'X', one[16], trans = 'N';
  matrix_t A;
  call_t c = begin("gemm");
  letter = 'd', size = sizeof(double);
  A = matrix(n, n, ANY);
  store(one, 1);
  add(&c, &trans), add(&c, &wrong_letter), add(&c, &n), add(&c, &n), add(&c, &n), add(&c, one), add_matrix(&c, &A);
  add_matrix(&c, &A), add(&c, one), add_matrix(&c, &A);
  make(&c, 0);
}

/* The first process has begun to send, and makes the call. The last one comes when it has received. */
static void pending(void) {
  enum { ORDER = 1000 };
  double *values = calloc(ORDER * ORDER, sizeof *values);
  letter = 'd', size = sizeof(double);
  gemm("gemm"); /* the library has started */
  if (myrow == 0 && mycol == 0) Cdgesd2d(grid, ORDER, ORDER, values, ORDER, nprow - 1, npcol - 1);
  if (myrow == nprow - 1 && mycol == npcol - 1) sleep(1), Cdgerv2d(grid, ORDER, ORDER, values, ORDER, 0, 0);
  gemm("gemm");
  free(values);
}

static void symm(const char *name) {
  int m = 1 + draw(MOST), n = 1 + draw(MOST);
  char side = one_of("LR"), uplo = one_of("UL"), alpha[16], beta[16];
  int order = side == 'L' ? m : n;
  matrix_t A = matrix(order, order, ANY), B = matrix(m, n, ANY), C = matrix(m, n, ANY);
  call_t c = begin(name);
  add(&c, &side), add(&c, &uplo), add(&c, &m), add(&c, &n), add(&c, scalar(alpha, 0)), add_matrix(&c, &A);
  add_matrix(&c, &B), add(&c, scalar(beta, 0)), add_matrix(&c, &C);
  finish(&c, 30 + order);
}

static void syrk(const char *name) {
  int n = 1 + draw(MOST), k = 1 + draw(MOST), hermitian = strcmp(name, "herk") == 0;
  char uplo = one_of("UL"), trans = one_of(hermitian ? "NC" : is_complex() ? "NT" : "NTC"), alpha[16], beta[16];
  matrix_t A = trans == 'N' ? matrix(n, k, ANY) : matrix(k, n, ANY), C = matrix(n, n, ANY);
  call_t c = begin(name);
  add(&c, &uplo), add(&c, &trans), add(&c, &n), add(&c, &k), add(&c, scalar(alpha, hermitian)), add_matrix(&c, &A);
  add(&c, scalar(beta, hermitian)), add_matrix(&c, &C);
  finish(&c, 30 + k);
}

static void triangular(const char *name) {
  int m = 1 + draw(MOST), n = 1 + draw(MOST);
  char side = one_of("LR"), uplo = one_of("UL"), trans = one_of("NTC"), diag = one_of("NU"), alpha[16];
  int order = side == 'L' ? m : n, solves = strcmp(name, "trsm") == 0;
  matrix_t A = matrix(order, order, DOMINANT), B = matrix(m, n, ANY);
  call_t c = begin(name);
  if (solves) diag = 'N';
  add(&c, &side), add(&c, &uplo), add(&c, &trans), add(&c, &diag), add(&c, &m), add(&c, &n);
  add(&c, scalar(alpha, 0)), add_matrix(&c, &A), add_matrix(&c, &B);
  finish(&c, 60 + 3 * order);
}

static void geadd(const char *name) {
  int m = 1 + draw(MOST), n = 1 + draw(MOST), adds = strcmp(name, "geadd") == 0;
  char trans = adds ? one_of("NTC") : 'T', alpha[16], beta[16];
  matrix_t A = trans == 'N' ? matrix(m, n, ANY) : matrix(n, m, ANY), C = matrix(m, n, ANY);
  call_t c = begin(name);
  if (adds) add(&c, &trans);
  add(&c, &m), add(&c, &n), add(&c, scalar(alpha, 0)), add_matrix(&c, &A), add(&c, scalar(beta, 0)), add_matrix(&c, &C);
  finish(&c, 20);
}

static void positive(const char *name) {
  int n = 1 + draw(MOST), right = 1 + draw(9), block = 1 + draw(8), factors = strcmp(name, "potrf") == 0;
  char uplo = one_of("UL");
  matrix_t A = aligned(n, n, strcmp(name, "potrs") == 0 ? DOMINANT : POSITIVE, block, -1), B;
  call_t c = begin(name);
  add(&c, &uplo), add(&c, &n);
  if (!factors) add(&c, &right);
  add_matrix(&c, &A);
  if (!factors) B = aligned(n, right, ANY, block, row_of(&A)), add_matrix(&c, &B);
  add_info(&c);
  finish(&c, 60 + 3 * n);
}

/* There is no factor, or no solution: LAPACK and the library tell where. The values may differ. */
static void compare_info(call_t *c) {
  finish(c, INFINITY);
  if (c->info[0] == c->info[1] && c->info[0] > 0) return;
  wrong++;
  if (myrow == 0 && mycol == 0) printf("WRONG: p%c%s: info %d and %d\n", letter, c->name, c->info[0], c->info[1]);
}

static void not_positive(const char *name) {
  int n = 2 + draw(MOST);
  char uplo = one_of("UL");
  matrix_t A = aligned(n, n, SINGULAR, 1 + draw(8), -1);
  call_t c = begin(name);
  add(&c, &uplo), add(&c, &n), add_matrix(&c, &A), add_info(&c);
  compare_info(&c);
}

static void singular(const char *name) {
  int n = 2 + draw(MOST), right = 1, block = 1 + draw(8);
  matrix_t A = aligned(n, n, SINGULAR, block, -1), B = aligned(n, right, ANY, block, row_of(&A));
  call_t c = begin(name);
  add(&c, &n), add(&c, &right), add_matrix(&c, &A), add_pivots(&c, &A, NULL), add_matrix(&c, &B), add_info(&c);
  compare_info(&c);
}

static void factor(const char *name) {
  int m = 1 + draw(MOST), n = 1 + draw(MOST);
  matrix_t A = aligned(m, n, ANY, 1 + draw(8), -1);
  call_t c = begin(name);
  add(&c, &m), add(&c, &n), add_matrix(&c, &A), add_pivots(&c, &A, NULL), add_info(&c);
  finish(&c, 3000);
}

/* gesv; or getrf, and getrs with its factors */
static void solve(const char *name) {
  int n = 1 + draw(MOST), right = 1 + draw(9), block = 1 + draw(8), solves = strcmp(name, "gesv") == 0;
  char trans = one_of("NTC");
  matrix_t A = aligned(n, n, DOMINANT, block, -1), B = aligned(n, right, ANY, block, row_of(&A));
  call_t f = begin("getrf"), c = begin(name);
  add(&f, &n), add(&f, &n), add_matrix(&f, &A), add_pivots(&f, &A, NULL), add_info(&f);
  if (!solves) make(&f, 1), memcpy(A.before, A.after[1], A.bytes);
  if (!solves) add(&c, &trans);
  add(&c, &n), add(&c, &right), add_matrix(&c, &A), add_pivots(&c, &A, solves ? NULL : f.pivots[1]), add_matrix(&c, &B);
  add_info(&c);
  finish(&c, 100 + 10 * n);
  for (int k = 0; k < 2; k++) free(f.pivots[k]);
}

static const struct { const char *name, *types; void (*test)(const char *name); } routines[] = {
  {"gemm", "sdcz", gemm}, {"symm", "sdcz", symm}, {"hemm", "cz", symm}, {"syrk", "sdcz", syrk}, {"herk", "cz", syrk},
  {"trmm", "sdcz", triangular}, {"trsm", "sdcz", triangular}, {"geadd", "sdcz", geadd}, {"tran", "sd", geadd},
  {"tranu", "cz", geadd}, {"tranc", "cz", geadd}, {"potrf", "sdcz", positive}, {"potrf", "sdcz", not_positive},
  {"potrs", "sdcz", positive}, {"posv", "sdcz", positive}, {"getrf", "sdcz", factor}, {"getrs", "sdcz", solve},
  {"gesv", "sdcz", solve}, {"gesv", "sdcz", singular}};

static void test_all(const char *wanted) {
  if (strcmp(wanted, "wrong") == 0) refused();
  if (strcmp(wanted, "pending") == 0) pending();
  for (size_t r = 0; r < sizeof routines / sizeof *routines; r++)
    for (const char *type = routines[r].types; *type != '\0'; type++) {
      if (strcmp(wanted, "all") != 0 && strcmp(wanted, routines[r].name) != 0) continue;
      letter = *type;
      size = (is_single() ? 4 : 8) << is_complex();
      routines[r].test(routines[r].name);
    }
}

/* A grid of all processes; or of fewer, if `few`. */
static void begin_grid(int ranks, int few) {
  int used = few && ranks > 1 ? ranks - 1 : ranks;
  do nprow = 1 + draw(used);
  while (used % nprow != 0);
  npcol = used / nprow;
  Cblacs_get(-1, 0, &grid);
  Cblacs_gridinit(&grid, draw(2) ? "Row" : "Column", nprow, npcol);
  if (grid >= 0) Cblacs_gridinfo(grid, &nprow, &npcol, &myrow, &mycol);
  else myrow = -1;
  MPI_Comm_split(MPI_COMM_WORLD, myrow < 0, 0, &members);
}

int main(int argc, char **argv) {
  int rank, ranks, few;
  if (argc != 4) return puts("calls ROUTINES SEED ROUNDS"), 2;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  few = strcmp(argv[1], "few") == 0;
#ifdef STARTS
  upc_stride_init_mpi(MPI_COMM_WORLD, NULL);
#endif
  for (int round = 0; round < atoi(argv[3]); round++) {
    state = strtoull(argv[2], NULL, 10) * 1000003 + (uint64_t)round * 7919 + 1;
    draw(2);
    begin_grid(ranks, few);
    if (myrow >= 0) test_all(few ? "all" : argv[1]), Cblacs_gridexit(grid);
    MPI_Comm_free(&members);
#ifdef STARTS
    if (round == 0) upc_stride_finalize();
#endif
  }
  if (rank == 0) printf("%d calls, %d wrong\n", made, wrong);
  MPI_Finalize();
  return wrong > 0;
}
