// SPDX-License-Identifier: BSD-3-Clause
// Declares shared arrays of all layouts, fills them on all threads and compares all their elements.
#include "generate.h"
#include <stdio.h>
#include <string.h>

array_t arrays[MAX_ARRAYS];
int narrays;

static const type_t types[] = {{"int", 4, 's'},    {"unsigned char", 1, 'u'}, {"short", 2, 's'},
                               {"long", 8, 's'},   {"double", 8, 'f'},        {"signed char", 1, 's'},
                               {"unsigned short", 2, 'u'}, {"unsigned", 4, 'u'},
                               {"long long", 8, 's'}, {"float", 4, 'f'}};
enum { TYPES = sizeof types / sizeof *types };

static void struct_element(array_t *a, int serial) {
  int align = 1, end = 0;
  a->type = NULL, a->nfields = 2 + (int)random_below(MAX_FIELDS - 1);
  snprintf(a->element, sizeof a->element, "struct s%lu_%d", seed, serial);
  printf("%s {", a->element);
  for (int k = 0; k < a->nfields; k++) {
    field_t *f = &a->fields[k];
    snprintf(f->name, sizeof f->name, "f%d", k);
    f->type = &types[random_below(TYPES)], f->count = random_below(3) ? 0 : 1 + (int)random_below(5);
    while (end % f->type->size) end++;
    f->offset = end;
    end += f->type->size * (f->count ? f->count : 1);
    if (f->type->size > align) align = f->type->size;
    printf(f->count ? " %s %s[%d];" : " %s %s;", f->type->name, f->name, f->count);
  }
  puts(" };");
  while (end % align) end++;
  a->size = end;
}

static void dimensions(array_t *a) {
  a->ndims = random_below(2) ? 1 : 1 + (int)random_below(MAX_DIMS);
  a->threads_dim = static_threads && random_below(2) ? -1 : (int)random_below(a->ndims);
  if (a->block == 0 && !static_threads) a->threads_dim = -1;
  a->n = 1;
  for (int d = 0; d < a->ndims; d++) {
    a->dims[d] = random_between(1, a->ndims == 1 ? 40 : 7);
    if (d == a->threads_dim) a->dims[d] *= threads;
    a->n *= a->dims[d];
  }
}

static const char *brackets(const array_t *a) {
  const char *all = "";
  for (int d = 0; d < a->ndims; d++) {
    long c = a->dims[d];
    if (d == a->threads_dim) c /= threads;
    const char *one = d != a->threads_dim ? text("%ld", c)
                      : c == 1            ? "THREADS"
                      : random_below(2)   ? text("%ld*THREADS", c)
                                          : text("THREADS*%ld", c);
    all = text("%s[%s]", all, one);
  }
  return all;
}

static void declare(array_t *a, int serial) {
  static const long blocks[] = {1, 1, 0, 2, 3, 4, 5, 7, 10, 16, 1000};
  snprintf(a->name, sizeof a->name, "A%lu_%d", seed, serial);
  a->block = blocks[random_below(sizeof blocks / sizeof *blocks)];
  if (random_below(5) == 0) struct_element(a, serial);
  else {
    a->type = &types[random_below(TYPES)], a->size = a->type->size, a->nfields = 0;
    snprintf(a->element, sizeof a->element, "%s", a->type->name);
  }
  dimensions(a);
  int star = a->block > 1 && random_below(6) == 0;
  if (star) for (a->block = 0; a->block * threads < a->n;) a->block++; // ceil(n / THREADS)
  const char *type = star ? text("shared [*] %s", a->element) : qualified(a->block, a->element);
  static const char *const storage[] = {"", "static ", "", "strict ", "relaxed ", "volatile "};
  const char *before = storage[random_below(6)];
  switch (star ? 0 : random_below(4)) {
  case 0: case 1: printf("%s%s %s%s;\n", before, type, a->name, brackets(a)); break;
  case 2: printf("typedef %s T%s; %sT%s %s%s;\n", type, a->name, before, a->name, a->name, brackets(a)); break;
  case 3: printf("typedef %s T%s%s; %sT%s %s;\n", type, a->name, brackets(a), before, a->name, a->name); break;
  }
  if (a->block == 0 && star) a->block = 1;
  lay_out(a);
}

void declare_arrays(void) {
  narrays = 2 + (int)random_below(MAX_ARRAYS - 1);
  for (int k = 0; k < narrays; k++) declare(&arrays[k], k);
}

void indices(const array_t *a, long index, long *out) {
  for (int d = a->ndims; d-- > 0; index /= a->dims[d]) out[d] = index % a->dims[d];
}

// An element, spelled as a subscript, a dereference, or by the distance from the first.
const char *element(const array_t *a, long index) {
  long i[MAX_DIMS];
  indices(a, index, i);
  if (random_below(5) == 0) {
    const char *first = text("&%s", a->name);
    for (int d = 0; d < a->ndims; d++) first = text("%s[0]", first);
    return random_below(2) ? text("(%s)[%s]", first, number(index)) : text("*(%s + %s)", first, number(index));
  }
  const char *e = a->name;
  for (int d = 0; d < a->ndims; d++)
    switch (random_below(6)) {
    case 0: e = text("(*(%s + %s))", e, number(i[d])); break;
    case 1: e = text("%s[%s]", number(i[d]), e); break;
    case 2: e = text("(&%s[%s])[%s]", e, number(i[d] / 2), number(i[d] - i[d] / 2)); break;
    default: e = text("%s[%s]", e, number(i[d])); break;
    }
  return e[0] == '*' || e[0] == '(' ? e : text("(%s)", e);
}

static const char *subscripted(const array_t *a, const char *const *names) {
  const char *e = a->name;
  for (int d = 0; d < a->ndims; d++) e = text("%s[%s]", e, names[d]);
  return e;
}

static long long value_at(const array_t *a, long index, int field) {
  return (index * 5 + a->block + field * 3 + (long)(seed % 50)) % 101;
}

// Every thread the elements it has.
void fill_arrays(void) {
  static const char *const names[] = {"i", "j", "k"};
  for (int n = 0; n < narrays; n++) {
    array_t *a = &arrays[n];
    const char *flat = "i";
    for (int d = 1; d < a->ndims; d++) flat = text("((%s) * %ld + %s)", flat, a->dims[d], names[d]);
    for (int d = 0; d < a->ndims; d++) {
      int last = d == a->ndims - 1;
      printf("  %s (int %s = 0; %s < %ld; %s++%s%s)\n", last ? "upc_forall" : "for", names[d], names[d], a->dims[d],
             names[d], last ? "; &" : "",
             last ? subscripted(a, names) : "");
    }
    for (int f = 0; f < (a->type ? 1 : a->nfields); f++) {
      const field_t *field = &a->fields[f];
      const char *value = text("(%s * 5 + %ld) %% 101", flat, a->block + f * 3 + (long)(seed % 50));
      if (f == 0) puts("  {");
      if (a->type) printf("    %s = %s;\n", subscripted(a, names), value);
      else if (field->count)
        printf("    for (int m = 0; m < %d; m++) %s.%s[m] = %s + m;\n", field->count, subscripted(a, names),
               field->name, value);
      else printf("    %s.%s = %s;\n", subscripted(a, names), field->name, value);
    }
    puts("  }");
    for (long k = 0; k < a->n; k++) {
      place_t at = place_of(a, k);
      if (a->type) store(a, at, a->type, wrap(a->type, value_at(a, k, 0)));
      for (int f = 0; f < a->nfields; f++)
        for (int m = 0; m < (a->fields[f].count ? a->fields[f].count : 1); m++) {
          place_t in = at;
          in.offset += a->fields[f].offset + m * a->fields[f].type->size;
          store(a, in, a->fields[f].type, wrap(a->fields[f].type, value_at(a, k, f) + m));
        }
    }
  }
  puts("  upc_barrier;");
}

// All elements against a table of what they must be.
void verify_arrays(void) {
  for (int n = 0; n < narrays; n++) {
    array_t *a = &arrays[n];
    if (!a->type) continue;
    printf("  if (MYTHREAD == %u) {\n    static const long long want[] = {", random_below(threads));
    for (long k = 0; k < a->n; k++) printf("%s%lld", k ? "," : "", load(a, place_of(a, k), a->type));
    const char *first = text("&%s", a->name);
    for (int d = 0; d < a->ndims; d++) first = text("%s[0]", first);
    const char *type = qualified(a->block, a->element);
    puts("};");
    if (random_below(2))
      printf("    %s *p = %s;\n    for (int k = 0; k < %ld; k++) CHECK_EQ(*p++, want[k]);\n  }\n", type, first, a->n);
    else printf("    for (int k = 0; k < %ld; k++) CHECK_EQ((%s)[k], want[k]);\n  }\n", a->n, first);
  }
}
