/* SPDX-License-Identifier: BSD-3-Clause
 * The table of schedules: each row is found by its name. In plain C no row has a function. */
#include "schedules/schedules.h"
#include "base/tuned.h"

#include <stdio.h>
#include <string.h>

static int failures;

#define ENDS(text) (memchr(text, '\0', sizeof(text)) != NULL)

static void expect(const upc_stride_schedule_t *s, const char *what, int holds) {
  if (holds) return;
  failures++;
  printf("%s %s: expected %s\n", upc_stride_operation_name(s->operation), s->name, what);
}

static int is_first(int i) {
  return i == 0 || upc_stride_schedule(i - 1)->operation != upc_stride_schedule(i)->operation;
}

/* "knomial:k" with a number for its letter, "chain:bytes" without. */
static const char *example_of(const upc_stride_schedule_t *s) {
  static char text[40];
  snprintf(text, sizeof text, "%s", s->name);
  if (strstr(text, ":k")) strcpy(strstr(text, ":k"), ":3");
  if (strstr(text, ":bytes")) *strstr(text, ":bytes") = '\0';
  return text;
}

/* 1 if the list "flat, binomial, knomial:<k>" has a name with these first characters. */
static int lists(const char *names, const char *name, size_t stem) {
  while (names != NULL && strncmp(names, name, stem) != 0) names = strstr(names, ", ") ? strstr(names, ", ") + 2 : NULL;
  return names != NULL;
}

static void check_row(int i) {
  const upc_stride_schedule_t *s = upc_stride_schedule(i);
  upc_stride_choice_t c;
  char names[200], text[40];
  const char *spelled;
  expect(s, "to be found by its name", upc_stride_schedule_named(s->operation, example_of(s), &c) && c.schedule == s);
  expect(s, "its own segment", c.segment == (s->segments ? upc_stride_tuned(UPC_STRIDE_SEGMENT) : 0));
  spelled = upc_stride_schedule_spelled(&c, text, sizeof text);
  expect(s, "to be spelled as it is read", upc_stride_schedule_named(s->operation, spelled, &c) && c.schedule == s);
  upc_stride_schedule_names(s->operation, names, sizeof names);
  expect(s, "to be in the list of names", lists(names, s->name, strcspn(s->name, ":")));
  expect(s, "texts that end", ENDS(s->name) && ENDS(s->what) && ENDS(s->wins));
  expect(s, "to say what it is and when it wins", s->what[0] != '\0' && s->wins[0] != '\0');
  expect(s, "no function", upc_stride_schedule_function(s) == NULL);
}

/* A selector that every schedule can serve, and changes after which those with a need, or without it, cannot. */
static void check_needs(const upc_stride_schedule_t *s) {
  const upc_stride_selector_t all = {.operation = s->operation, .members = 4, .near = 1, .one_block = 1,
                                     .each_has_src = 1, .in_sync = 1, .per_node = 4, .conduit = "smp"};
  const unsigned one_node = UPC_STRIDE_ONE_NODE | UPC_STRIDE_BY_LAST_ARRIVER;
  upc_stride_selector_t m;
#define SERVES(wanted, change, ...) \
  (m = all, change, expect(s, __VA_ARGS__, (upc_stride_cannot_serve(s, &m) == NULL) == (wanted)))
#define NEEDS(bits) ((s->needs & (bits)) != 0)
  SERVES(1, (void)0, "to serve four members of one node");
  SERVES(!NEEDS(UPC_STRIDE_ANY_ORDER), m.ordered = 1, "that only one for any order refuses ordered values");
  SERVES(!NEEDS(one_node), m.near = 0, "that only one for one node refuses several nodes");
  SERVES(!NEEDS(UPC_STRIDE_ENTRY), m.in_sync = 0, "that only one which needs the entry refuses IN_NOSYNC");
  SERVES(!NEEDS(UPC_STRIDE_BY_LAST_ARRIVER), m.members = 2 * (UPC_STRIDE_LAST_ARRIVER_MEMBERS + 1),
         "that only one by the last arriver refuses many members");
  SERVES(!NEEDS(UPC_STRIDE_ONE_BLOCK), m.one_block = 0, "that only one for one block refuses several");
  SERVES(!NEEDS(UPC_STRIDE_POWER_OF_TWO), m.members = 6, "that only one for a power of two refuses six members");
  SERVES(!NEEDS(UPC_STRIDE_POWER_OF_TWO | UPC_STRIDE_EVEN_MEMBERS), m.members = UPC_STRIDE_LAST_ARRIVER_MEMBERS,
         "that only one for an even number refuses 63 members");
  SERVES(!NEEDS(UPC_STRIDE_EACH_HAS_VALUES), m.each_has_src = 0,
         "that only one for members with values refuses others");
  SERVES(NEEDS(UPC_STRIDE_ANY_LAYOUT), m.placed = 1, "that only one for any layout serves placed blocks");
  SERVES(NEEDS(UPC_STRIDE_IN_PLACE), m.in_place = 1, "that only one for calls in place serves them");
  SERVES(s->tree != UPC_STRIDE_NO_TREE, m.whole = 1, "that only a tree passes a message on as a whole");
}

static void check_operations(void) {
  int i, seen[UPC_STRIDE_OPS] = {0};
  for (i = 0; upc_stride_schedule(i) != NULL; i++) seen[upc_stride_schedule(i)->operation] += is_first(i);
  for (i = 0; i < UPC_STRIDE_OPS; i++)
    if (seen[i] != 1) failures++, printf("%s: rows in %d places, expected 1\n", upc_stride_operation_name(i), seen[i]);
}

static void check_tuned(void) {
  int i;
  for (i = 0; i < UPC_STRIDE_TUNED; i++) {
    const upc_stride_tuned_row_t *r = upc_stride_tuned_row(i);
    if (ENDS(r->name) && ENDS(r->where) && ENDS(r->operations) && ENDS(r->bytes) && ENDS(r->meaning)) continue;
    failures++, printf("tuned value %d: expected texts that end\n", i);
  }
}

int main(void) {
  upc_stride_choice_t c;
  int i;
  for (i = 0; upc_stride_schedule(i) != NULL; i++) check_row(i), check_needs(upc_stride_schedule(i));
  check_operations();
  check_tuned();
  if (upc_stride_schedule_named(UPC_STRIDE_OP_EXCHANGE, "ring", &c)) failures++, puts("exchange has a ring");
  if (!upc_stride_schedule_named(UPC_STRIDE_OP_GATHER_ALL, "ring", &c)) failures++, puts("gather_all has no ring");
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
