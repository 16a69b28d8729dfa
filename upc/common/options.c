/* SPDX-License-Identifier: BSD-3-Clause */
#include "options.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "nearest.h"

enum { COLUMN = 23, WIDTH = 118, MOST_HELP = 16384, MOST_NAME = 40 };

/* ---- the spellings of an option */

/* The next spelling in *names, which then stands behind it; 0: there is none. */
static int next_name(const char **names, char *name) {
  const size_t length = *names ? strcspn(*names, ",") : 0;
  if (length == 0 || length >= MOST_NAME) return 0;
  memcpy(name, *names, length);
  name[length] = 0;
  *names += length;
  *names += strspn(*names, ", ");
  return 1;
}

static const char *one_dash(const command_line_t *line, const char *word) {
  return word + (line->either_dash && strncmp(word, "--", 2) == 0);
}

/* Are the first `length` letters of `word` a spelling of the option, with `before` behind its dash? */
static int is_named(const command_line_t *line, const option_t *o, const char *word, size_t length,
                    const char *before) {
  const char *names = o->name, *given = one_dash(line, word);
  char name[MOST_NAME], whole[MOST_NAME + 4];
  length -= (size_t)(given - word);
  while (next_name(&names, name)) {
    const char *bare = one_dash(line, name);
    sprintf(whole, "%.1s%s%s", bare, before, bare + 1);
    if (strlen(whole) == length && strncmp(whole, given, length) == 0) return 1;
  }
  return 0;
}

static size_t length_without_digits(const char *word) {
  size_t length = strlen(word);
  while (length > 0 && isdigit((unsigned char)word[length - 1])) length--;
  return length;
}

static int is_digits(const char *text) { return text && *text && text[strspn(text, "0123456789")] == 0; }

/* ---- reading */

static const char off[] = ""; /* the value of -noNAME */

/* Does the option stand at *word? Then `use` gets its value, and *word moves behind it. */
static int matches(const command_line_t *line, const option_t *o, char ***word, option_use_t *use) {
  const char *text = **word, *joined = strchr(text, '=');
  const size_t length = joined ? (size_t)(joined - text) : strlen(text), bare = length_without_digits(text);
  use->value = NULL;
  if (is_named(line, o, text, length, "") && (o->value || !joined)) {
    char *next = (*word)[1];
    if (joined) use->value = joined + 1;
    else if (o->value && (o->form & OPTION_MAY ? (o->form & OPTION_DIGITS) && is_digits(next) : next != NULL))
      use->value = next, ++*word;
  } else if ((o->form & OPTION_DIGITS) && text[bare] && is_named(line, o, text, bare, "")) {
    use->value = text + bare;
  } else if (line->either_dash && (!o->value || (o->form & OPTION_MAY)) && is_named(line, o, text, length, "no")) {
    use->value = off;
  } else {
    return 0;
  }
  ++*word;
  return 1;
}

static int read_use(option_use_t *use, const option_t *o, void *request) {
  use->option = o;
  use->place = (char *)request + o->at;
  return o->read(use);
}

/* The spelling that a wrong word may mean, or null. */
static const char *meant(const command_line_t *line, const char *word) {
  static char found[MOST_NAME];
  nearest_t best = {NULL, 0};
  char wrong[MOST_NAME], name[MOST_NAME];
  const option_t *o;
  sprintf(wrong, "%.*s", (int)(strcspn(word, "=") < MOST_NAME ? strcspn(word, "=") : MOST_NAME - 1), word);
  for (o = line->options; o->name || o->help; o++) {
    const char *names = o->help ? o->name : NULL;
    while (next_name(&names, name)) {
      nearest_look(&best, wrong, name);
      if (best.word == name) best.word = strcpy(found, name);
    }
  }
  return best.word;
}

int option_is(const char *word) { return word[0] == '-' && word[1] && !isdigit((unsigned char)word[1]); }

int options_next(const command_line_t *line, char ***word, void *request) {
  const char *text = **word, *near;
  char written[MOST_NAME];
  option_use_t use = {NULL, NULL, NULL, NULL, NULL};
  const option_t *o;
  sprintf(written, "%.*s", (int)(strcspn(text, "=") < MOST_NAME ? strcspn(text, "=") : MOST_NAME - 1), text);
  use.line = line;
  use.written = written;
  for (o = line->options; o->name || o->help; o++) {
    if (!o->name || !matches(line, o, word, &use)) continue;
    if (use.value ? !*use.value && use.value != off : o->value && !(o->form & OPTION_MAY))
      return line->wrong("%s%s needs a value", written, use.value ? "=" : "");
    return read_use(&use, o, request);
  }
  near = meant(line, text);
  if (near) return line->wrong("unknown option %s; did you mean %s?", text, near);
  return line->wrong("unknown option %s; %s lists them", text, line->either_dash ? "-help" : "--help");
}

int options_read(const command_line_t *line, char **word, void *request, int *operands) {
  const option_t *o = line->operands;
  int status = 0;
  if (operands) *operands = 0;
  while (*word && status == 0) {
    option_use_t use = {NULL, NULL, NULL, NULL, NULL};
    if (option_is(*word)) {
      status = options_next(line, &word, request);
      continue;
    }
    if (!o || !o->name) return line->wrong("'%s' is one argument too many; --help shows the options", *word);
    use.line = line;
    use.written = o->name;
    use.value = *word++;
    if (operands) ++*operands;
    status = read_use(&use, o++, request);
  }
  return status;
}

/* ---- readers */

int option_on(const option_use_t *use) {
  *(int *)use->place = use->value == NULL;
  return 0;
}

int option_off(const option_use_t *use) {
  *(int *)use->place = use->value != NULL;
  return 0;
}

int option_text(const option_use_t *use) {
  *(const char **)use->place = use->value;
  return 0;
}

/* A whole number, digits alone, from `least` to `most`. */
static int read_number(const option_use_t *use, long *value) {
  const option_t *o = use->option;
  *value = is_digits(use->value) && strlen(use->value) < 19 ? strtol(use->value, NULL, 10) : -1;
  if (*value >= o->least && *value <= o->most) return 0;
  return use->line->wrong("%s must be a whole number from %ld to %ld, not '%s'", use->written, o->least, o->most,
                          use->value);
}

int option_int(const option_use_t *use) {
  long value;
  const int status = read_number(use, &value);
  if (status == 0) *(int *)use->place = (int)value;
  return status;
}

int option_size(const option_use_t *use) {
  long value;
  const int status = read_number(use, &value);
  if (status == 0) *(size_t *)use->place = (size_t)value;
  return status;
}

/* ---- --help */

typedef struct page { char text[MOST_HELP]; size_t used; } page_t;

static void add(page_t *p, const char *text, size_t length) {
  if (length > MOST_HELP - 1 - p->used) length = MOST_HELP - 1 - p->used;
  memcpy(p->text + p->used, text, length);
  p->used += length;
  p->text[p->used] = 0;
}

static void add_text(page_t *p, const char *text) { add(p, text, strlen(text)); }

/* The text from column `at` on, in lines of WIDTH columns that begin at column `left`. */
static void add_wrapped(page_t *p, const char *text, size_t at, size_t left) {
  while (*text) {
    const size_t length = strcspn(text, " ");
    if (at > left && at + 1 + length > WIDTH) {
      add_text(p, "\n");
      for (at = 0; at < left; at++) add_text(p, " ");
    } else if (at > left) {
      add_text(p, " ");
      at++;
    }
    add(p, text, length);
    at += length;
    text += length;
    text += strspn(text, " ");
  }
  add_text(p, "\n");
}

static void add_option(page_t *p, const option_t *o) {
  const size_t start = p->used;
  const char *names = o->name;
  char name[MOST_NAME];
  size_t at;
  add_text(p, "  ");
  if (!names) add_text(p, o->value);
  while (next_name(&names, name)) {
    add_text(p, name);
    if (o->value && *o->value != '=') add_text(p, " ");
    if (o->value) add_text(p, o->value);
    if (*names) add_text(p, ", ");
  }
  at = p->used - start;
  do add_text(p, " ");
  while (++at < COLUMN);
  add_wrapped(p, o->help, at, COLUMN);
}

int options_help(const command_line_t *line, FILE *to) {
  page_t *page = malloc(sizeof *page);
  const option_t *o;
  int status;
  if (page == NULL) return EOF;
  page->used = 0;
  add_text(page, line->usage);
  for (o = line->options; o->name || o->help; o++) {
    if (!o->help) continue;
    if (o->name || o->value) add_option(page, o);
    else add_wrapped(page, o->help, 0, 0);
  }
  if (line->notes) add_text(page, line->notes);
  status = fputs(page->text, to);
  free(page);
  return status;
}
