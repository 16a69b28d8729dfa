/* SPDX-License-Identifier: BSD-3-Clause
 * Reads a machine file, and the settings behind the machine's name: "a=1,b=2;4,4;1" has two settings, since a number
 * behind a comma belongs to the value before it, as in shapes. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/own_folder.h"
#include "machine_file.h"
#include "machine_words.h"

/* Cuts off the blanks at both ends. */
static char *trimmed(char *text) {
  static const char blanks[] = " \t\r\n";
  text += strspn(text, blanks);
  size_t n = strlen(text);
  while (n > 0 && strchr(blanks, text[n - 1])) n--;
  text[n] = 0;
  return text;
}

/* A line, of `bytes` bytes, of which `#` begins a comment. */
static int take_line(machine_file_t *m, const machine_place_t *at, char *line, size_t bytes, machine_given_t *given) {
  char *comment = memchr(line, '#', bytes), *end = comment ? comment : line + bytes;
  int is_text = !memchr(line, 0, (size_t)(end - line));
  *end = 0;
  char *word = trimmed(line), *value = word + strcspn(word, " \t");
  for (char *c = word; *c; c++) is_text &= !iscntrl((unsigned char)*c) || *c == '\t';
  if (!is_text) return machine_wrong(at, "this line is no text, so this is no machine file");
  if (!*word) return 1;
  if (*value) *value++ = 0;
  return machine_take(m, at, word, trimmed(value), given);
}

static int read_file(machine_file_t *m) {
  machine_given_t given = {0};
  machine_place_t at = {m->path, 0};
  FILE *file = fopen(m->path, "r");
  char *line = NULL;
  size_t capacity = 0;
  int right = 1;
  if (!file) return machine_wrong(NULL, "%s: %s", m->path, strerror(errno));
  for (ssize_t bytes; right && (bytes = getline(&line, &capacity, file)) >= 0;) {
    at.line++;
    right = take_line(m, &at, line, (size_t)bytes, &given);
  }
  if (right && ferror(file)) right = machine_wrong(NULL, "%s: %s", m->path, strerror(errno));
  free(line);
  fclose(file);
  if (!right || given.count > 0) return right;
  return machine_wrong(NULL, "%s: this file describes no machine: it has no word of a machine file", m->path);
}

static int is_file(const char *path) {
  struct stat s;
  return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

const char *machine_reader;

/* The folders of machines that a program in bin/ has, and the simulator, which is in lib/. */
enum { FOLDERS = 3 };
static void own_folders(char folder[FOLDERS][PATH_MAX + 32]) {
  char self[PATH_MAX];
  urtk_own_folder(self, 0);
  if (machine_reader) snprintf(self, sizeof self, "%s", machine_reader), urtk_cut_names(self, 0);
  snprintf(folder[0], sizeof folder[0], "%s/machines", self);
  urtk_cut_names(self, 0);
  snprintf(folder[1], sizeof folder[1], "%s/lib/machines", self);
  snprintf(folder[2], sizeof folder[2], "%s/lib/upc-stride/machines", self);
}

/* A file of that name, or one of the program's machines. */
static int find_file(machine_file_t *m, const char *name) {
  char folder[FOLDERS][PATH_MAX + 32], path[2 * PATH_MAX + 64];
  int found = is_file(name) && strlen(name) < sizeof m->path, own = 0;
  struct stat s;
  own_folders(folder);
  snprintf(m->path, sizeof m->path, "%s", found ? name : "");
  for (int i = 0; i < FOLDERS && !found && *name && *name != '.'; i++) {
    int length = snprintf(path, sizeof path, "%s/%s", folder[i], name);
    found = length < (int)sizeof m->path && is_file(path);
    if (found) memcpy(m->path, path, (size_t)length + 1);
  }
  const char *slash = strrchr(m->path, '/');
  m->name = slash ? slash + 1 : m->path;
  if (found) return 1;
  while (own < FOLDERS - 1 && stat(folder[own], &s) != 0) own++;
  return machine_wrong(NULL, "machine '%.200s' is neither a file nor one of the machines in %s", name, folder[own]);
}

static int ends_in(const char *text, const char *end) {
  size_t n = strlen(text), k = strlen(end);
  return n >= k && strcmp(text + n - k, end) == 0;
}

/* The rules that come with a machine are in the file of its name with the ending .rules. The library's list of such
 * files has colons between them. */
static void find_rules(machine_file_t *m) {
  int length = snprintf(m->rules, sizeof m->rules, "%.4000s.rules", m->path);
  if (length >= (int)sizeof m->rules || !is_file(m->rules)) m->rules[0] = 0;
  if (!strchr(m->rules, ':')) return;
  m->rulesWrong = "a colon";
  m->rules[0] = 0;
}

void machine_rules_are_left_out(const char *program, const char *name, const char *wrong) {
  fprintf(stderr, "%s: machine '%.200s': its rules are left out: the path of their file has %s\n",
          program, name, wrong);
}

/* A platform file of SimGrid's is a machine, too. */
static int read_named(machine_file_t *m) {
  machine_given_t given = {0};
  machine_place_t at = {m->path, 0};
  return ends_in(m->path, ".xml") ? machine_take(m, &at, "platform", m->name, &given) : read_file(m);
}

/* The part before the next comma that has no number behind it; moves on to what follows, or null. */
static char *next_part(char **rest) {
  char *part = *rest, *comma = part;
  while ((comma = strchr(comma, ',')) && isdigit((unsigned char)comma[1])) comma++;
  if (comma) *comma++ = 0;
  *rest = comma && *comma ? comma : NULL;
  return part;
}

static int take_settings(machine_file_t *m, const char *what, char *rest) {
  machine_given_t given = {0};
  const machine_place_t at = {what, 0};
  while (rest) {
    char *word = next_part(&rest), *value = strchr(word, '=');
    if (!value) return machine_wrong(&at, "'%.200s' must be WORD=VALUE", word);
    *value++ = 0;
    if (!machine_take(m, &at, trimmed(word), trimmed(value), &given)) return 0;
  }
  return 1;
}

const char *machine_read(machine_file_t *m, const char *what) {
  char *text = strdup(what), *rest = text;
  machine_default(m);
  if (!text || !(m->shapes = strdup(""))) machine_wrong(NULL, "no memory for the description of a machine");
  int right = text && m->shapes && find_file(m, next_part(&rest)) && read_named(m) && take_settings(m, what, rest);
  find_rules(m);
  free(text);
  if (right && m->number.header && m->bytesTime.lengths)
    right = machine_wrong(NULL, "machine '%s' has both bytes-time and header; only one of them: bytes-time has a "
                          "header's time in it", m->name);
  if (right && strcmp(m->routing, "minimal") != 0 && strcmp(m->network, "dragonfly") != 0)
    right = machine_wrong(NULL, "machine '%s': routing %s is for a dragonfly; on %s it must be minimal", m->name,
                          m->routing, m->network);
  return right ? NULL : machine_message();
}

int machine_sets(const char *what, const char *word) {
  char *text = strdup(what), *rest = text;
  int sets = 0;
  if (text) next_part(&rest);
  while (text && rest && !sets) {
    char *part = next_part(&rest), *value = strchr(part, '=');
    if (value) *value = 0;
    sets = value && strcmp(trimmed(part), word) == 0;
  }
  free(text);
  return sets;
}
