/* SPDX-License-Identifier: BSD-3-Clause
 * What BLAS, LAPACK, FFTW and C's library read and write, as the arguments of a call say
 * (upc/common/foreign_calls.inc). An argument is a word of 64 bits: a number, or an address. Fortran passes the address
 * of each. */
#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "libraries/foreign_calls.h"

enum shape { NONE, MATRIX_, TRIANGLE_, VECTOR_ };

/* Arguments by their numbers; -1: none. `turns` exchanges rows and columns; with `side` the rows are m or n. */
struct operand { enum shape shape; int kind, at, rows, columns, leading, turns, uplo, side; };

#define READS 0
#define WRITES 1
#define MATRIX(kind, at, rows, columns, leading) {MATRIX_, kind, at, rows, columns, leading, -1, -1, -1}
#define TURNED(kind, at, rows, columns, leading, turns) {MATRIX_, kind, at, rows, columns, leading, turns, -1, -1}
#define TRIANGLE(kind, at, n, leading, uplo) {TRIANGLE_, kind, at, n, n, leading, -1, uplo, -1}
#define ON_SIDE(kind, at, m, n, leading, uplo, side) {TRIANGLE_, kind, at, m, n, leading, -1, uplo, side}
#define VECTOR(kind, at, n, step) {VECTOR_, kind, at, n, n, step, -1, -1, -1}
#define TURNED_VECTOR(kind, at, n, m, step, turns) {VECTOR_, kind, at, m, n, step, turns, -1, -1}
#define FOREIGN_ROUTINE(name, ...) {#name, {__VA_ARGS__}},
#define FOREIGN_PLAN(name)
#define FOREIGN_EXECUTE(name)
#define FOREIGN_C(name, ...)
enum { OPERANDS = 3 };
static const struct routine { const char *name; struct operand operand[OPERANDS]; } routines[] = {
#include "../../common/foreign_calls.inc"
};

/* ---- A call: Fortran's, or with numbers themselves and perhaps the layout before them ---- */
struct call {
  const uint64_t *word;
  int fortran, by_rows;
  size_t size;                            /* bytes of an element */
  const struct urtk_foreign_listener *listener;
};

static long long number(const struct call *c, int i) {
  return c->fortran ? *(const int *)(uintptr_t)c->word[i] : (int)c->word[i];
}

/* Is the argument one of the letters? CBLAS has numbers for them. */
static int is(const struct call *c, int i, const char *letters) {
  static const char of_cblas[] = {[1] = 'N', 'T', 'C', [11] = 'U', 'L', [31] = 'L', 'R'};
  int x = c->fortran ? *(const char *)(uintptr_t)c->word[i] : (int)c->word[i];
  if (x > 110 && x - 110 < (int)sizeof of_cblas) x = of_cblas[x - 110];
  return x && strchr(letters, x & ~32) != NULL;
}

/* `count` times so many elements, each `step` of them behind the one before. */
static void runs(const struct call *c, const char *from, long long elements, long long count, long long step,
                 int kind) {
  const struct urtk_foreign_access a = {from, (size_t)elements * c->size, (size_t)count, step * (long long)c->size,
                                        kind == WRITES};
  if (elements > 0 && count > 0) c->listener->access(c->listener, &a);
}

static void run(const struct call *c, const char *from, long long elements, int kind) {
  runs(c, from, elements, 1, 0, kind);
}

static void matrix(const struct call *c, const struct operand *o, const char *at) {
  long long rows = number(c, o->rows), columns = number(c, o->columns), leading = number(c, o->leading), of_rows;
  if (o->turns >= 0 && is(c, o->turns, "TC")) of_rows = rows, rows = columns, columns = of_rows;
  if (c->by_rows) of_rows = rows, rows = columns, columns = of_rows;
  runs(c, at, rows, columns, leading, o->kind);
}

static void triangle(const struct call *c, const struct operand *o, const char *at) {
  long long n = number(c, o->side < 0 || is(c, o->side, "L") ? o->rows : o->columns), leading = number(c, o->leading);
  int from_diagonal = is(c, o->uplo, "L") != c->by_rows;
  for (long long j = 0; j < n; j++) {
    const char *column = at + (size_t)(j * leading) * c->size;
    if (from_diagonal) run(c, column + (size_t)j * c->size, n - j, o->kind);
    else run(c, column, j + 1, o->kind);
  }
}

static void vector(const struct call *c, const struct operand *o, const char *at) {
  long long n = number(c, o->turns >= 0 && is(c, o->turns, "TC") ? o->rows : o->columns), step = number(c, o->leading);
  step = step < 0 ? -step : step;
  if (step == 1) run(c, at, n, o->kind);
  else runs(c, at, 1, n, step, o->kind);
}

static size_t size_of(char letter) { return letter == 's' ? 4 : letter == 'z' ? 16 : 8; }

/* The layout comes first where there is a matrix. */
static int has_layout(const struct routine *r) {
  return r->operand[0].shape != VECTOR_ || r->operand[2].shape == MATRIX_;
}

static void note(const struct routine *r, struct call c) {
  if (!c.fortran && has_layout(r)) c.by_rows = (int)c.word[0] == 101, c.word++;
  for (int i = 0; i < OPERANDS; i++) {
    const struct operand *o = &r->operand[i];
    const char *at = o->shape == NONE ? NULL : (const char *)(uintptr_t)c.word[o->at];
    if (o->shape == MATRIX_) matrix(&c, o, at);
    if (o->shape == TRIANGLE_) triangle(&c, o, at);
    if (o->shape == VECTOR_) vector(&c, o, at);
  }
}

static void note_routine(const char *name, const uint64_t *word, const struct urtk_foreign_listener *listener) {
  const char *end = strrchr(name, '_'), *from = end && end[1] ? end + 1 : name;
  size_t length = end && end[1] ? strlen(from) : (size_t)(end - from);
  struct call c = {.word = word, .fortran = from == name, .size = size_of(*from), .listener = listener};
  for (size_t i = 0; i < sizeof routines / sizeof *routines; i++)
    if (strlen(routines[i].name) == length - 1 && !memcmp(routines[i].name, from + 1, length - 1))
      note(&routines[i], c);
}

/* ---- C's library ---- */
struct memory { int used, kind, at, bytes, count, text; }; /* arguments by their numbers; -1: none */
#undef FOREIGN_ROUTINE
#undef FOREIGN_C
#define BYTES(kind, at, bytes) {1, kind, at, bytes, -1, -1}
#define ITEMS(kind, at, bytes, count) {1, kind, at, bytes, count, -1}
#define TEXT(kind, at, of) {1, kind, at, -1, -1, of}
#define FOREIGN_ROUTINE(name, ...)
#define FOREIGN_C(name, ...) {#name, {__VA_ARGS__}},
static const struct function { const char *name; struct memory memory[2]; } functions[] = {
#include "../../common/foreign_calls.inc"
};

static size_t bytes_of(const struct memory *m, const uint64_t *word) {
  if (m->text >= 0) return strlen((const char *)(uintptr_t)word[m->text]) + 1;
  return word[m->bytes] * (m->count >= 0 ? word[m->count] : 1);
}

static int note_function(const char *name, const uint64_t *word, const struct urtk_foreign_listener *listener) {
  const struct function *f = functions, *end = f + sizeof functions / sizeof *functions;
  struct call c = {.size = 1, .listener = listener};
  while (f < end && strcmp(f->name, name)) f++;
  if (f == end) return 0;
  for (const struct memory *m = f->memory; m < f->memory + 2 && m->used; m++)
    run(&c, (const char *)(uintptr_t)word[m->at], (long long)bytes_of(m, word), m->kind);
  return 1;
}

/* ---- FFTW: a plan knows its arrays ---- */
struct side { const char *at; long long elements, step, distance; size_t size; };
struct plan { const void *plan; long long count; struct side in, out; struct plan *next; };
static struct plan *plans;

static struct plan *plan_at(const void *address) {
  struct plan *p = plans;
  while (p && p->plan != address) p = p->next;
  return p;
}

/* "many_dft_r2c" */
static struct plan shape_of(const char *name, const uint64_t *word, size_t real) {
  int many = strstr(name, "many") != NULL, rank = many || !strcmp(name, "plan_dft") ? (int)word[0] : 0;
  int numbers = strstr(name, "_1d") ? 1 : strstr(name, "_2d") ? 2 : strstr(name, "_3d") ? 3 : 0, last = 1;
  struct plan p = {.count = 1};
  long long before = 1;
  for (int i = 0; i < (numbers ? numbers : rank); i++) {
    before *= last;
    last = numbers ? (int)word[i] : ((const int *)(uintptr_t)word[1])[i];
  }
  const uint64_t *rest = word + (numbers ? numbers : 2);
  struct side in = {.step = 1}, out = {.step = 1};
  if (many) p.count = (int)*rest++;
  in.at = (const char *)(uintptr_t)rest[0], out.at = (const char *)(uintptr_t)rest[many ? 4 : 1];
  if (many) in.step = (int)rest[2], in.distance = (int)rest[3], out.step = (int)rest[6], out.distance = (int)rest[7];
  in.elements = out.elements = before * last;
  in.size = out.size = 2 * real;
  if (strstr(name, "r2c")) in.size = real, out.elements = before * (last / 2 + 1);
  if (strstr(name, "c2r")) out.size = real, in.elements = before * (last / 2 + 1);
  if (many && rank > 1 && (rest[1] || rest[5])) p.count = 0; /* parts of larger arrays: not known here */
  p.in = in, p.out = out;
  return p;
}

static void made(const void *address, struct plan shape) {
  struct plan *p = plan_at(address);
  if (!p) {
    p = urtk_memory(1, sizeof *p, "a plan of FFTW");
    shape.next = plans, plans = p;
  } else {
    shape.next = p->next;
  }
  *p = shape;
  p->plan = address;
}

static void note_side(const struct side *s, const char *at, long long count, int kind,
                      const struct urtk_foreign_listener *listener) {
  struct call c = {.size = s->size, .listener = listener};
  if (s->step == 1) runs(&c, at, s->elements, count, s->distance, kind);
  else if (s->distance == 1) runs(&c, at, count, s->elements, s->step, kind);
  else
    for (long long k = 0; k < count; k++)
      runs(&c, at + (size_t)(k * s->distance) * s->size, 1, s->elements, s->step, kind);
}

static void execute(const uint64_t *word, size_t words, const struct urtk_foreign_listener *listener) {
  const struct plan *p = plan_at((const void *)(uintptr_t)word[0]);
  if (!p) return;
  note_side(&p->in, words > 1 ? (const char *)(uintptr_t)word[1] : p->in.at, p->count, READS, listener);
  note_side(&p->out, words > 1 ? (const char *)(uintptr_t)word[2] : p->out.at, p->count, WRITES, listener);
}

void urtk_foreign_call(const char *name, const uint64_t *word, size_t count,
                       const struct urtk_foreign_listener *listener) {
  if (!count || note_function(name, word, listener)) return;
  if (strncmp(name, "fftw", 4)) note_routine(name, word, listener);
  else if (strstr(name, "execute")) execute(word, count, listener);
  else made((const void *)(uintptr_t)word[count - 1], shape_of(strchr(name, '_') + 1, word, name[4] == 'f' ? 4 : 8));
}
