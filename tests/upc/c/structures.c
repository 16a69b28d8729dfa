// SPDX-License-Identifier: BSD-3-Clause
// Data structures with pointers: lists, trees, hash tables, unions of tags, opaque types, callbacks, deep member
// chains.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct list { struct list *next, *prev; };
#define ENTRY(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
struct job { int id; struct list link; char name[8]; };
static void append(struct list *head, struct list *n) {
  n->prev = head->prev; n->next = head; head->prev->next = n; head->prev = n; }
struct tree { int key; struct tree *kid[2]; };
static void insert(struct tree **t, int key) {
  while (*t) t = &(*t)->kid[key > (*t)->key]; *t = calloc(1, sizeof **t); (*t)->key = key; }
static int walk(const struct tree *t, int depth, int (*visit)(int, int)) {
  return t ? walk(t->kid[0], depth + 1, visit) + visit(t->key, depth) + walk(t->kid[1], depth + 1, visit) : 0; }
static int show(int key, int depth) { printf("%d@%d ", key, depth); return 1; }
static void drop(struct tree *t) { if (t) drop(t->kid[0]), drop(t->kid[1]), free(t); }
typedef struct value { enum { NUMBER, TEXT, PAIR } tag;
  union { double number; const char *text; struct { struct value *a, *b; } pair; }; } value_t;
static void print(const value_t *v) {
  switch (v->tag) { case NUMBER: printf("%g", v->number); break; case TEXT: printf("'%s'", v->text); break;
  case PAIR: putchar('('); print(v->pair.a); putchar(' '); print(v->pair.b); putchar(')'); }
}
struct a { struct b { struct c { int v[3]; struct d *up; } c[2]; } *b; };
struct d { struct a *home; unsigned flags : 4; };
struct opaque; struct opaque *make(int); int use(struct opaque *);
struct opaque { int x; int (*method)(struct opaque *self, int); };
static int method(struct opaque *self, int y) { return self->x * y; }
struct opaque *make(int x) { struct opaque *o = malloc(sizeof *o); *o = (struct opaque){.x = x, .method = method};
  return o; }
int use(struct opaque *o) { return o->method(o, 3) + (*o->method)(o, 1); }

int main(void) {
  struct list head = {&head, &head}; struct job jobs[4];
  for (int i = 0; i < 4; i++) { jobs[i].id = i * i; snprintf(jobs[i].name, sizeof jobs[i].name, "job%d", i);
    append(&head, &jobs[i].link); }
  for (struct list *p = head.prev; p != &head;
    p = p->prev) printf("%s=%d ", ENTRY(p, struct job, link)->name, ENTRY(p, struct job, link)->id);
  struct tree *t = NULL; for (int i = 0, k = 7; i < 9; i++, k = k * 5 % 23) insert(&t, k);
  printf("\n%d\n", walk(t, 0, show)); drop(t);
  value_t n = {NUMBER, .number = 2.5}, s = {.tag = TEXT, .text = "x"}, p = {PAIR, {.pair = {&n, &s}}},
      q = {PAIR, .pair.a = &p, .pair.b = &p}; print(&q); puts("");
  struct b b = {{{{1, 2, 3}, NULL}, {{4, 5, 6}, NULL}}}; struct a a = {&b}; struct d d = {&a, 9}; b.c[1].up = &d;
  d.home->b->c[1].up->home->b[0].c->v[2] += 10; b.c[1].up->flags++;
  printf("%d %d %d\n", a.b->c[0].v[2], (*a.b->c[1].up).flags, *(b.c + 1)->v);
  struct opaque *o = make(5); printf("%d %d\n", use(o), (o->x++, o->x)); free(o);
  int hash[7] = {0}; for (const char *w = "the quick brown fox jumps"; *w; w++) hash[(unsigned)*w * 31u % 7]++;
  for (int i = 0; i < 7; i++) printf("%d ", hash[i]); puts("");
  struct { int n; char c[4]; } *arr = calloc(3, sizeof *arr); memcpy(arr[1].c, "abc", 4); arr[2] = arr[1];
  arr[2].c[0]++; printf("%s %s\n", arr[1].c, (arr + 2)->c); free(arr);
  return 0;
}
