/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The table of schedules, and their names as variables, rule files and tools spell them. */
#include "schedules/schedules.h"
#include "base/tuned.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROW(operation, name, tree, segments, needs, function, what, wins) \
  {operation, name, tree, segments, needs, what, wins},
static const upc_stride_schedule_t table[] = {
#include "schedules/rows.h"
#include "base/of_thread.h"
};
#undef ROW
enum { SCHEDULES = sizeof table / sizeof table[0] };
static UPC_STRIDE_OF_THREAD upc_stride_schedule_function_t *(*function_of)(int row); /* null in the tools */

const upc_stride_schedule_t *upc_stride_schedule(int i) { return i < SCHEDULES ? &table[i] : NULL; }

upc_stride_schedule_function_t *upc_stride_schedule_function(const upc_stride_schedule_t *s) {
  return function_of != NULL ? function_of((int)(s - table)) : NULL;
}

void upc_stride_schedule_functions(upc_stride_schedule_function_t *(*of)(int row)) { function_of = of; }

int upc_stride_meets_pairwise(const upc_stride_schedule_t *s) {
  return s->tree == UPC_STRIDE_NO_TREE && s->segments;
}

int upc_stride_limits_under_way(const upc_stride_schedule_t *s) {
  return s->operation != UPC_STRIDE_OP_BROADCAST && s->segments;
}

const char *upc_stride_cannot_serve(const upc_stride_schedule_t *s, const upc_stride_selector_t *m) {
  if ((s->needs & UPC_STRIDE_ANY_ORDER) != 0 && m->ordered)
    return "the forced schedule combines values in another order";
  if ((s->needs & (UPC_STRIDE_ONE_NODE | UPC_STRIDE_BY_LAST_ARRIVER)) != 0 && !m->near)
    return "the forced schedule is for threads of one node";
  if ((s->needs & UPC_STRIDE_ENTRY) != 0 && !m->in_sync) return "the forced schedule is not for UPC_IN_NOSYNC";
  if ((s->needs & UPC_STRIDE_BY_LAST_ARRIVER) != 0 && m->members > UPC_STRIDE_LAST_ARRIVER_MEMBERS)
    return "the forced schedule is for at most 63 members";
  if ((s->needs & UPC_STRIDE_ONE_BLOCK) != 0 && !m->one_block)
    return "the forced schedule is for one block of src on each owner";
  if ((s->needs & UPC_STRIDE_POWER_OF_TWO) != 0 && (m->members & (m->members - 1)) != 0)
    return "the forced schedule is for a power of two of members";
  if ((s->needs & UPC_STRIDE_EVEN_MEMBERS) != 0 && m->members % 2 != 0)
    return "the forced schedule is for an even number of members";
  if ((s->needs & UPC_STRIDE_EACH_HAS_VALUES) != 0 && !m->each_has_src)
    return "the forced schedule is for members that all own blocks of src";
  if (m->placed && (s->needs & UPC_STRIDE_ANY_LAYOUT) == 0) return "the forced schedule is for contiguous blocks";
  if (m->in_place && (s->needs & UPC_STRIDE_IN_PLACE) == 0) return "the forced schedule is not for calls in place";
  if (m->whole && s->tree == UPC_STRIDE_NO_TREE) return "the forced schedule is no tree";
  return NULL;
}

const char *upc_stride_choice_cannot_serve(const upc_stride_choice_t *c, const upc_stride_selector_t *m) {
  const char *refused = upc_stride_cannot_serve(c->schedule, m);
  return refused != NULL || c->parts == 1 ? refused : upc_stride_cannot_serve(c->part[0].schedule, m);
}

/* ---- names of schedules ---- */

/* The characters of a name before its parameter. */
static int stem_of(const upc_stride_schedule_t *s) { return (int)strcspn(s->name, ":"); }

static int takes_arity(const upc_stride_schedule_t *s) { return strcmp(s->name + stem_of(s), ":k") == 0; }
static int takes_bytes(const upc_stride_schedule_t *s) { return strcmp(s->name + stem_of(s), ":bytes") == 0; }

/* The number a parameter spells, or -1. */
static long long number(const char *text) {
  char *end;
  long long n;
  if (*text < '0' || *text > '9') return -1;
  n = strtoll(text, &end, 10);
  return *end == '\0' && n <= 1 << 30 ? n : -1;
}

/* The least parameter. With segments of 0 bytes the message travels whole. A schedule whose default is 0 computes the
 * size of its segments itself. */
static int least(const upc_stride_schedule_t *s) {
  if (takes_bytes(s)) return s->segments ? 0 : 1;
  return s->tree == UPC_STRIDE_KARY ? 1 : 2;
}

/* ---- hierarchical(<part>,..) ---- */

enum { PART = 40 };                   /* characters of one of them, with its parameter */

/* A row of the operation that is a tree, if `needs` is 0, or has this need. */
static int part_named(int operation, unsigned needs, const char *name, int length, upc_stride_choice_t *part) {
  char text[PART];
  if (length <= 0 || length >= PART) return 0;
  snprintf(text, sizeof text, "%.*s", length, name);
  if (!upc_stride_schedule_named(operation, text, part) || (part->schedule->needs & UPC_STRIDE_BY_NODES) != 0) return 0;
  return needs == 0 ? part->schedule->tree != UPC_STRIDE_NO_TREE : (part->schedule->needs & needs) != 0;
}

/* The part that follows one among leaders if none is named. */
static const char *usual_part(int operation, const upc_stride_schedule_t *among) {
  int rooted = operation == UPC_STRIDE_OP_SCATTER || operation == UPC_STRIDE_OP_GATHER;
  return (among->needs & UPC_STRIDE_WITHIN) != 0 && !rooted ? "pairwise" : "flat";
}

/* Reads part number i of a choice. Only trees have units that are not nodes, and more than two levels. */
static int read_part(upc_stride_choice_t *choice, int i, const char *name, int length) {
  const unsigned leaders = UPC_STRIDE_AMONG_LEADERS | UPC_STRIDE_WITHIN;
  const upc_stride_schedule_t *first = choice->part[0].schedule;
  int operation = choice->schedule->operation, fits;
  upc_stride_choice_t part;
  if (i == 0)
    fits = part_named(operation, 0, name, length, &part) || part_named(operation, leaders, name, length, &part);
  else if (i > 1 && first->tree == UPC_STRIDE_NO_TREE) return 0;
  else if ((first->needs & UPC_STRIDE_WITHIN) == 0) fits = part_named(UPC_STRIDE_OP_BROADCAST, 0, name, length, &part);
  else fits = part_named(operation, UPC_STRIDE_WITHIN, name, length, &part);
  if (!fits) return 0;
  choice->part[i] = part.part[0];
  if (i == 0 && part.schedule->segments) choice->segment = part.segment;
  return 1;
}

/* Reads "@64" behind a part of a tree. Returns what follows, or null. */
static const char *read_unit(upc_stride_composed_t *part, const char *text) {
  char *end;
  long n;
  if (*text != '@') return text;
  n = strtol(text + 1, &end, 10);
  part->unit = (int)n;
  return part->schedule->tree != UPC_STRIDE_NO_TREE && text[1] >= '1' && text[1] <= '9' && n <= 1 << 30 ? end : NULL;
}

/* 1 if units get smaller from level to level, one level at most is that of nodes, and the last part has none. */
static int levels_fit(const upc_stride_choice_t *choice) {
  int i, nodes = 0, unit = 0;
  for (i = 0; i < choice->parts - 1; i++) {
    const int here = choice->part[i].unit;
    if (here == 0 && nodes++ > 0) return 0;
    if (here > 0 && unit > 0 && here >= unit) return 0;
    if (here > 0) unit = here;
  }
  return choice->part[i].unit == 0;
}

/* Reads "(knomial:4,chain)" or "(knomial:4)". Returns what follows, or null. */
static const char *read_parts(const char *text, upc_stride_choice_t *choice) {
  const char *usual;
  int i = 0, length;
  do {
    text += 1 + strspn(text + 1, " ");
    length = (int)strcspn(text, "@,)");
    if (i == UPC_STRIDE_LEVELS || !read_part(choice, i, text, length)) return NULL;
    text = read_unit(&choice->part[i++], text + length);
  } while (text != NULL && *text == ',');
  if (text == NULL || *text != ')') return NULL;
  usual = usual_part(choice->schedule->operation, choice->part[0].schedule);
  if (i == 1 && !read_part(choice, i++, usual, (int)strlen(usual))) return NULL;
  choice->parts = i;
  return levels_fit(choice) ? text + 1 : NULL;
}

/* ---- all names ---- */

/* 1 if `name` is this schedule's. Its parameter is then in *choice. */
static int matches(const upc_stride_schedule_t *s, const char *name, upc_stride_choice_t *choice) {
  int stem = stem_of(s);
  long long n;
  choice->parts = 1;
  choice->part[0].schedule = choice->schedule = s;
  choice->part[0].arity = 2;
  choice->part[0].unit = 0;
  choice->segment = s->segments ? upc_stride_tuned(UPC_STRIDE_SEGMENT) : 0;
  choice->ahead = (int)upc_stride_tuned(UPC_STRIDE_AHEAD);
  choice->same_core = 1;
  choice->rounds = (int)upc_stride_tuned(UPC_STRIDE_ROUNDS);
  choice->helper_rounds = UPC_STRIDE_HELPER_ROUNDS;
  choice->under_way = upc_stride_tuned(UPC_STRIDE_UNDER_WAY);
  if (strncmp(name, s->name, (size_t)stem) != 0) return 0;
  if (name[stem] == '(' && (s->needs & UPC_STRIDE_BY_NODES) != 0) {
    name = read_parts(name + stem, choice);
    if (name == NULL) return 0;
    stem = 0;
    if (name[0] == '\0') return 1;
    if (!takes_bytes(s) || name[0] != ':') return 0;
    n = number(name + 1);
    choice->segment = (size_t)n;
    return n >= least(s);
  }
  if (name[stem] == '\0') return !takes_arity(s);
  if (s->name[stem] == '\0' || name[stem] != ':') return 0;
  n = number(name + stem + 1);
  if (takes_bytes(s)) choice->segment = (size_t)n;
  else choice->part[0].arity = (int)n;
  return n >= least(s);
}

int upc_stride_schedule_named(int operation, const char *name, upc_stride_choice_t *choice) {
  int i;
  for (i = 0; i < SCHEDULES; i++)
    if (table[i].operation == operation && matches(&table[i], name, choice)) return 1;
  return 0;
}

void upc_stride_schedule_names(int operation, char *text, size_t size) {
  size_t used = 0;
  int i;
  for (i = 0; i < SCHEDULES; i++) {
    const upc_stride_schedule_t *s = &table[i];
    const char *parameter = takes_bytes(s) ? "[:<bytes>]" : takes_arity(s) ? ":<k>" : "";
    const char *parts = (s->needs & UPC_STRIDE_BY_NODES) != 0 ? "[(<among>,..,<within>)]" : "";
    int written;
    if (s->operation != operation) continue;
    written = snprintf(text + used, size - used, "%s%.*s%s%s", used == 0 ? "" : ", ", stem_of(s), s->name, parts,
                       parameter);
    if (written < 0 || (size_t)written >= size - used) return;
    used += (size_t)written;
  }
}

/* "(binomial,knomial:4)" */
static size_t spell_parts(const upc_stride_choice_t *choice, char *text, size_t size) {
  size_t used = 0;
  int i;
  for (i = 0; i < choice->parts && used < size; i++) {
    const upc_stride_composed_t *part = &choice->part[i];
    const upc_stride_schedule_t *s = part->schedule;
    char arity[16] = "", unit[16] = "";
    if (takes_arity(s)) snprintf(arity, sizeof arity, ":%d", part->arity);
    if (part->unit > 0) snprintf(unit, sizeof unit, "@%d", part->unit);
    used += (size_t)snprintf(text + used, size - used, "%s%.*s%s%s%s", i == 0 ? "(" : ",", stem_of(s), s->name, arity,
                             unit, i == choice->parts - 1 ? ")" : "");
  }
  return used;
}

const char *upc_stride_schedule_spelled(const upc_stride_choice_t *choice, char *text, size_t size) {
  const upc_stride_schedule_t *s = choice->schedule;
  size_t parameter = takes_bytes(s) ? choice->segment : (size_t)choice->part[0].arity, used;
  if (choice->parts > 1) {
    used = (size_t)snprintf(text, size, "%.*s", stem_of(s), s->name);
    if (used < size) used += spell_parts(choice, text + used, size - used);
    if (takes_bytes(s) && used < size) snprintf(text + used, size - used, ":%zu", choice->segment);
    return text;
  }
  if (!takes_bytes(s) && !takes_arity(s)) return s->name;
  if (takes_bytes(s) && !s->segments && parameter == 0) snprintf(text, size, "%.*s", stem_of(s), s->name);
  else snprintf(text, size, "%.*s:%zu", stem_of(s), s->name, parameter);
  return text;
}

void upc_stride_choice_reason(const upc_stride_choice_t *c, char *text, size_t size) {
  char name[120], line[24] = "";
  if (c->line > 0) snprintf(line, sizeof line, " line %d", c->line);
  snprintf(text, size, "%s (by %s%s%s%s)", upc_stride_schedule_spelled(c, name, sizeof name), c->by, line,
           c->why[0] != '\0' ? ": " : "", c->why);
}
