/* SPDX-License-Identifier: BSD-3-Clause
 * The table of schedules: each row is found by its name. In plain C no row has a function. */
#include "schedules/schedules.h"
#include "base/tuned.h"

#include <stdio.h>
#include <string.h>

static int failures;

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
  expect(s, "to say what it is and when it wins", s->what[0] != '\0' && s->wins[0] != '\0');
  expect(s, "no function", s->function == NULL);
}

static void check_operations(void) {
  int i, seen[UPC_STRIDE_OPS] = {0};
  for (i = 0; upc_stride_schedule(i) != NULL; i++) seen[upc_stride_schedule(i)->operation] += is_first(i);
  for (i = 0; i < UPC_STRIDE_OPS; i++)
    if (seen[i] != 1) failures++, printf("%s: rows in %d places, expected 1\n", upc_stride_operation_name(i), seen[i]);
}

int main(void) {
  upc_stride_choice_t c;
  int i;
  for (i = 0; upc_stride_schedule(i) != NULL; i++) check_row(i);
  check_operations();
  if (upc_stride_schedule_named(UPC_STRIDE_OP_EXCHANGE, "ring", &c)) failures++, puts("exchange has a ring");
  if (!upc_stride_schedule_named(UPC_STRIDE_OP_GATHER_ALL, "ring", &c)) failures++, puts("gather_all has no ring");
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
