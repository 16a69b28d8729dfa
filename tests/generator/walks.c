// SPDX-License-Identifier: BSD-3-Clause
// One thread at work: elements read and written, pointers-to-shared walking, compared, asked and cast.
#include "generate.h"
#include <stdio.h>
#include <string.h>


static pointer_t pointers[6];
static int npointers, worker;

static array_t *scalar_array(void) {
  array_t *a = &arrays[random_below(narrays)];
  return a->type ? a : NULL;
}

// An operation on an object of that type, its lvalue as text: changes the model's value and checks the expression's.
static void change(const char *lvalue, array_t *a, place_t at, const type_t *type) {
  static const char *const operators[] = {"+=", "-=", "*=", "|=", "&=", "^=", "/=", "%=", "<<=", ">>="};
  long long old = load(a, at, type), v = random_between(1, 9), now;
  int which = (int)random_below(16), whole = type->kind != 'f';
  if (type->kind != 'f' && type->size < 8) v = random_below(3) ? v : random_between(-300, 70000);
  if (which < 4 || (!whole && which < 8)) { // =
    now = wrap(type, v);
    printf("    CHECK_EQ(%s = %lld, %lld);\n", lvalue, v, now);
  } else if (which < 6) { // ++ and --
    int up = (int)random_below(2), post = (int)random_below(2);
    now = wrap(type, old + (up ? 1 : -1));
    const char *op = up ? "++" : "--";
    printf("    CHECK_EQ(%s%s%s, %lld);\n", post ? "" : op, text(post ? "(%s)" : "%s", lvalue), post ? op : "",
           post ? old : now);
  } else {
    int op = whole ? (int)random_below(10) : (int)random_below(2);
    if (op == 2 && (type->size == 8 || old > 1000000 || old < -1000000)) op = 0; // no overflow
    if (op >= 6) v = random_between(1, op >= 8 ? 3 : 9);
    if (op == 8 && (old < 0 || old > 1 << 20)) op = 9;
    if (type->size == 4 && op < 2 && (old > 1 << 30 || old < -(1 << 30))) op = 4;
    if (type->kind == 'u' && type->size == 4 && op >= 6 && old < 0) op = 3;
    now = op == 0 ? old + v : op == 1 ? old - v : op == 2 ? old * v : op == 3 ? (old | v) : op == 4 ? (old & v)
        : op == 5 ? (old ^ v)
        : op == 6 ? old / v : op == 7 ? old % v : op == 8 ? old << v : old >> v;
    now = wrap(type, now);
    printf("    CHECK_EQ(%s %s %s, %lld);\n", lvalue, operators[op],
           text(random_below(2) ? "%lld" : "(%lld + zero)", v), now);
  }
  store(a, at, type, now);
  if (random_below(2)) printf("    CHECK_EQ(%s, %lld);\n", lvalue, now);
}

static void access_element(void) {
  array_t *a = scalar_array();
  if (!a) return;
  long k = random_below((unsigned)a->n);
  place_t at = place_of(a, k);
  if (random_below(2)) printf("    CHECK_EQ(%s, %lld);\n", element(a, k), load(a, at, a->type));
  else change(element(a, k), a, at, a->type);
}

// A member of a shared struct, directly or through a pointer into it, which has no blocks.
static void access_member(void) {
  array_t *a = &arrays[random_below(narrays)];
  if (a->type) return;
  long k = random_below((unsigned)a->n);
  const field_t *f = &a->fields[random_below(a->nfields)];
  place_t at = place_of(a, k);
  const char *object = element(a, k), *member = text(random_below(2) ? "(%s).%s" : "(&%s)->%s", object, f->name);
  int m = f->count ? (int)random_below(f->count) : 0, own = at.thread == worker;
  at.offset += f->offset + m * f->type->size;
  long long value = load(a, at, f->type);
  if (f->count) {
    printf("    { shared [] %s *m = %s%s; CHECK_EQ(m[%s], %lld); CHECK_EQ(upc_phaseof(m), 0);", f->type->name,
           random_below(2) ? "&*" : "", member,
           number(m), value);
    printf(" m += %d; CHECK_EQ(*m, %lld); CHECK_EQ(m - %s, %d); CHECK_EQ(upc_threadof(m), %d); }\n", m, value, member,
           m, at.thread);
    member = text("%s[%s]", member, number(m));
  }
  if (own)
    printf("    CHECK_EQ(((%s *)&%s)->%s%s, %lld);\n", a->element, object, f->name, f->count ? text("[%d]", m) : "",
           value);
  printf("    CHECK_EQ(upc_addrfield(&%s) - upc_addrfield(&%s), %d);\n", member, object, f->offset + m * f->type->size);
  change(member, a, at, f->type);
}

// A struct read whole, written whole.
static void copy_struct(void) {
  array_t *a = &arrays[random_below(narrays)];
  if (a->type) return;
  long from = random_below((unsigned)a->n), to = random_below((unsigned)a->n);
  place_t x = place_of(a, from), y = place_of(a, to);
  if (random_below(2)) printf("    %s = %s;\n", element(a, to), element(a, from));
  else printf("    { %s private_copy = %s; %s = private_copy; }\n", a->element, element(a, from), element(a, to));
  memmove(a->bytes[y.thread] + y.offset, a->bytes[x.thread] + x.offset, a->size);
}

// ---- Pointers

static void new_pointer(void) {
  array_t *a = scalar_array();
  if (!a || npointers == 6) return;
  pointer_t *p = &pointers[npointers];
  long k = random_below((unsigned)a->n);
  p->array = a, p->type = a->type, p->block = a->block, p->at = place_of(a, k);
  snprintf(p->name, sizeof p->name, "p%d", npointers);
  const char *type = qualified(a->block, a->type->name), *value = text("&%s", element(a, k));
  switch (random_below(4)) {
  case 0:
    printf("    struct { int pad; %s *q; } h%d = {1, %s};\n", type, npointers, value);
    snprintf(p->name, sizeof p->name, "h%d.q", npointers);
    break;
  case 1:
    printf("    %s *v%d[3] = {[1] = %s};\n", type, npointers, value);
    snprintf(p->name, sizeof p->name, "v%d[1]", npointers);
    break;
  case 2: // in shared memory itself
    printf("    static %s *shared g%d[2 * THREADS]; g%d[%u] = %s;\n", type, npointers, npointers, 2 * threads - 1,
           value);
    snprintf(p->name, sizeof p->name, "g%d[%d]", npointers, 2 * threads - 1);
    break;
  default: printf("    %s *p%d = %s;\n", type, npointers, value); break;
  }
  npointers++;
}

static void ask(const pointer_t *p) {
  printf("    CHECK_EQ(upc_threadof(%s), %d); CHECK_EQ(upc_phaseof(%s), %ld);", p->name, p->at.thread, p->name,
         p->block > 1 ? p->at.phase : 0);
  long first = p->at.thread; // element 0 of that thread's part
  array_t *a = p->array;
  long index = (a->block ? a->block : 0) * first;
  if (index < a->n && (a->block || first == 0))
    printf(" CHECK_EQ(upc_addrfield(%s) - upc_addrfield(&%s), %ld);", p->name, element(a, index), p->at.offset);
  puts("");
}

static void move(pointer_t *p) {
  long n = random_between(-12, 12);
  const char *s = p->name;
  pointer_t q = *p;
  step(&q, n);
  switch (random_below(9)) {
  case 0: printf("    %s += %s;\n", s, number(n)); break;
  case 1: printf("    %s -= %s;\n", s, number(-n)); break;
  case 2: printf("    %s = %s + %s;\n", s, s, number(n)); break;
  case 3: printf("    %s = %s + %s;\n", s, number(n), s); break;
  case 4: printf("    %s = &%s[%s];\n", s, s, number(n)); break;
  case 5: printf("    %s = &*(%s - %s);\n", s, s, number(-n)); break;
  default: {
    int up = (int)random_below(2), post = (int)random_below(2);
    q = *p;
    step(&q, up ? 1 : -1);
    const pointer_t *value = post ? p : &q;
    if (random_below(2) && inside(value))
      printf("    CHECK_EQ(*%s%s%s, %lld);\n", post ? "" : up ? "++" : "--", s, post ? up ? "++" : "--" : "",
             load(p->array, value->at, p->type));
    else printf("    %s%s%s;\n", post ? "" : up ? "++" : "--", s, post ? up ? "++" : "--" : "");
  }
  }
  *p = q;
}

static void use(pointer_t *p) {
  pointer_t q = *p;
  long n = random_between(-6, 6);
  step(&q, n);
  if (!inside(&q)) return;
  const char *lvalue = n == 0            ? text("*%s", p->name)
                       : random_below(2) ? text("%s[%s]", p->name, number(n))
                                         : text("*(%s + %s)", p->name, number(n));
  if (random_below(2)) printf("    CHECK_EQ(%s, %lld);\n", lvalue, load(q.array, q.at, q.type));
  else change(text("(%s)", lvalue), q.array, q.at, q.type);
  if (q.at.thread == worker)
    printf("    CHECK_EQ(*(%s *)&%s, %lld);\n", q.type->name, lvalue, load(q.array, q.at, q.type));
}

static void compare(const pointer_t *p) {
  long n = random_between(-40, 40);
  const char *s = p->name, *other = text("(%s + %s)", s, number(n));
  printf("    CHECK_EQ(%s - %s, %ld); CHECK_EQ(%s - %s, %ld);\n"
         "    CHECK_EQ(%s < %s, %d); CHECK_EQ(%s >= %s, %d); CHECK_EQ(%s == %s, %d);\n", other, s, n, s,
         other, -n, s, other, n > 0, s, other, n <= 0, other, s, n == 0);
}

// To another block size the phase is lost; to `shared void *` and back it is not; bytes are bytes.
static void cast(const pointer_t *p) {
  static const long blocks[] = {0, 1, 2, 3, 6, 9};
  static const type_t byte = {"unsigned char", 1, 'u'};
  if (npointers == 6) return;
  pointer_t *q = &pointers[npointers];
  *q = *p;
  snprintf(q->name, sizeof q->name, "p%d", npointers);
  if (random_below(4) == 0) {
    const char *type = qualified(p->block, p->type->name);
    printf("    shared void *w%d = %s; %s *%s = w%d; CHECK(%s == %s); CHECK_EQ(upc_phaseof(w%d), %ld);\n", npointers,
           p->name, type, q->name, npointers,
           q->name, p->name, npointers, p->block > 1 ? p->at.phase : 0);
  } else {
    q->block = blocks[random_below(6)];
    if (p->type->kind != 'f' && random_below(2)) q->type = &byte;
    if (q->block == p->block && q->type->size == p->type->size) q->at = p->at; // the same type: nothing changes
    else q->at.phase = 0;
    const char *type = qualified(q->block, q->type->name);
    printf("    %s *%s = (%s *)%s;\n", type, q->name, type, p->name);
  }
  npointers++;
  ask(q);
}

void walk(void) {
  worker = (int)random_below(threads), npointers = 0;
  printf("  if (MYTHREAD == %d) {\n", worker);
  new_pointer();
  for (int k = 0; k < 25; k++) {
    pointer_t *p = npointers ? &pointers[random_below(npointers)] : NULL;
    unsigned what = random_below(20);
    if (!p || what < 3) access_element();
    else if (what < 6) access_member();
    else if (what < 7) copy_struct();
    else if (what < 9) new_pointer();
    else if (what < 12) move(p);
    else if (what < 15) use(p);
    else if (what < 17) compare(p);
    else if (what < 18) cast(p);
    else ask(p);
  }
  puts("  }\n  upc_barrier;");
}
