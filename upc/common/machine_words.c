/* SPDX-License-Identifier: BSD-3-Clause
 * The words of machine files. A line of a file is a word and its value, "link-bandwidth 154 MB/s". The table at the end
 * says what each word may be, and which field it sets. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "machine_shape.h"
#include "machine_words.h"
#include "nearest.h"

typedef struct unit { const char *name; double value; } unit_t;

typedef struct type type_t;
typedef struct machine_word {
  const char *word;
  const type_t *type;
  size_t field;                      /* of machine_file_t; the networks are one field */
  double preset;
} word_t;

/* What a value may be. A number is given in one of its units; 0 needs none. The range is in the first unit. */
struct type {
  int (*read)(machine_file_t *m, const machine_place_t *at, const word_t *w, const char *value);
  const unit_t *units;
  double least, most;
  int or_zero, whole;                /* or_zero: 0 stands for no limit */
  const char *const *choices;        /* one of these; the first is the default */
};

/* ---- what is wrong ---- */

static char message[2 * PATH_MAX + 1024];

const char *machine_message(void) { return message; }

int machine_wrong(const machine_place_t *at, const char *format, ...) {
  int used = !at ? 0 : at->line ? snprintf(message, sizeof message, "%.4000s:%d: ", at->file, at->line)
                                : snprintf(message, sizeof message, "machine '%.4000s': ", at->file);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message + used, sizeof message - (size_t)used, format, arguments);
  va_end(arguments);
  return 0;
}

/* What a message shows of a text that somebody has written: a file may have any. */
#define SHOWN "'%.80s%s'"
#define shown(text) (text), strlen(text) > 80 ? ".." : ""

/* ---- values ---- */

static int wrong_unit(const machine_place_t *at, const char *what, const char *text, const unit_t *units) {
  char names[64];
  int used = 0;
  for (const unit_t *u = units; u->name; u++)
    used += snprintf(names + used, sizeof names - (size_t)used, "%s%s", used ? ", " : "", u->name);
  return machine_wrong(at, "%s is " SHOWN "; its unit must be one of %s", what, shown(text), names);
}

static int wrong_range(const machine_place_t *at, const char *what, const char *text, const type_t *t) {
  if (t->whole)
    return machine_wrong(at, "%s is " SHOWN "; it must be a whole number from %.0f to %.0f", what, shown(text),
                         t->least, t->most);
  return machine_wrong(at, "%s is " SHOWN "; it must be a number from %g to %g%s%s", what, shown(text), t->least,
                       t->most, t->units ? " " : "", t->units ? t->units->name : "");
}

/* The figures of "154 MB/s". Returns how many bytes they are, 0 if they are no number. */
static size_t read_figures(const char *text, double *value) {
  char figures[128], *end;
  size_t length = strspn(text, "0123456789.eE+-");
  if (text[length] && length > 0 && strchr("eE", text[length - 1])) length--;
  if (length == 0 || length >= sizeof figures) return 0;
  memcpy(figures, text, length);
  figures[length] = 0;
  *value = strtod(figures, &end);
  return *end ? 0 : length;
}

/* All numbers of machine files are checked here. */
static int number(const machine_place_t *at, const char *what, const char *text, const type_t *t, double *value) {
  size_t length = read_figures(text, value);
  const char *unit = text + length + strspn(text + length, " \t");
  double scale = t->units ? 0 : 1;
  if (!length && t->units)
    return machine_wrong(at, "%s is " SHOWN "; it must be a number and a unit", what, shown(text));
  for (const unit_t *u = t->units; u && u->name; u++)
    if (strcmp(unit, u->name) == 0) scale = u->value;
  if (length && *value == 0 && !*unit) scale = 1;
  if (scale == 0) return wrong_unit(at, what, text, t->units);
  *value *= scale;
  int is_in = length && (t->units || !*unit) && *value >= t->least && *value <= t->most;
  int is_none = length && t->or_zero && *value == 0;
  return (is_in || is_none) && (!t->whole || *value == (double)(long long)*value) ? 1 : wrong_range(at, what, text, t);
}

static void *field_of(machine_file_t *m, const word_t *w) { return (char *)m + w->field; }

static void set_number(machine_file_t *m, const word_t *w, double value) {
  if (w->type->whole) *(int *)field_of(m, w) = (int)value;
  else *(double *)field_of(m, w) = value;
}

static int read_number(machine_file_t *m, const machine_place_t *at, const word_t *w, const char *value) {
  double n;
  if (!number(at, w->word, value, w->type, &n)) return 0;
  set_number(m, w, n);
  return 1;
}

static int read_choice(machine_file_t *m, const machine_place_t *at, const word_t *w, const char *value) {
  const char *const *choices = w->type->choices;
  char known[64];
  int used = 0;
  for (int i = 0; choices[i]; i++) {
    if (strcmp(choices[i], value) == 0) {
      *(const char **)field_of(m, w) = choices[i];
      return 1;
    }
    used += snprintf(known + used, sizeof known - (size_t)used, "%s%s", !i ? "" : choices[i + 1] ? ", " : " or ",
                     choices[i]);
  }
  return machine_wrong(at, "%s is " SHOWN "; it must be %s", w->word, shown(value), known);
}

static int keep_network(machine_file_t *m, const word_t *w, char *shapes) {
  if (!shapes) return machine_wrong(NULL, "no memory for the description of a machine");
  free(m->shapes);
  m->network = w->word;
  m->shapes = shapes;
  return 1;
}

static int read_flat(machine_file_t *m, const machine_place_t *at, const word_t *w, const char *value) {
  if (*value) return machine_wrong(at, "flat is " SHOWN "; it has no value", shown(value));
  return keep_network(m, w, strdup(""));
}

static int read_shapes(machine_file_t *m, const machine_place_t *at, const word_t *w, const char *value) {
  machine_shape_t shape;
  const char *form = machine_shape_form(w->word);
  if (!*value) return machine_wrong(at, "%s needs a shape: %s", w->word, form);
  for (const char *text = value; *text; text += strspn(text, " \t")) {
    size_t length = strcspn(text, " \t");
    if (!machine_shape_read(&shape, w->word, text, length))
      return machine_wrong(at, "%s has shape '%.*s'; it must be, without blanks, %s", w->word,
                           length < 80 ? (int)length : 80, text, form);
    text += length;
  }
  return keep_network(m, w, strdup(value));
}

/* The file is in the folder of the machine's file. */
static int read_platform(machine_file_t *m, const machine_place_t *at, const word_t *w, const char *value) {
  char path[2 * PATH_MAX];
  struct stat s;
  if (!*value) return machine_wrong(at, "platform needs the name of a file");
  int folder = *value == '/' ? 0 : (int)(m->name - m->path);
  snprintf(path, sizeof path, "%.*s%.4000s", folder, m->path, value);
  if (stat(path, &s) != 0 || !S_ISREG(s.st_mode))
    return machine_wrong(at, "platform: " SHOWN " is no file", shown(path));
  return keep_network(m, w, strdup(path));
}

static const unit_t of_time[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {NULL, 0}};
static const unit_t of_rate[] = {{"B/s", 1}, {"kB/s", 1e3}, {"MB/s", 1e6}, {"GB/s", 1e9}, {NULL, 0}};
static const unit_t of_flops[] = {{"Flop/s", 1}, {"MFlop/s", 1e6}, {"GFlop/s", 1e9}, {"TFlop/s", 1e12}, {NULL, 0}};

static const type_t a_time = {read_number, of_time, .most = 1e6}, a_rate = {read_number, of_rate, 1, .most = 1e18},
                    a_rate_or_none = {read_number, of_rate, 1, 1e18, .or_zero = 1},
                    a_peak = {read_number, of_flops, 1, .most = 1e18}, a_factor = {read_number, .most = 1e6},
                    a_count = {read_number, .most = MACHINE_MOST, .whole = 1},
                    some_memory = {read_number, .most = 1 << 30, .whole = 1},
                    from_one = {read_number, .least = 1, .most = MACHINE_MOST, .whole = 1},
                    a_switch = {read_number, .most = 1, .whole = 1},
                    a_pause = {read_number, of_time, 1e-7, 1e6, .or_zero = 1},
                    a_length = {.least = 1, .most = 1e12, .whole = 1}, a_part = {.least = 1e-6, .most = 1},
                    an_extent = {.most = 1e6};

/* "8:1us 4096:3us", ascending. */
static int read_times(machine_file_t *m, const machine_place_t *at, const word_t *w, const char *value) {
  machine_times_t times = {0};
  for (const char *text = value; *text; text += strspn(text, " \t")) {
    char one[64], *colon;
    size_t length = strcspn(text, " \t");
    double bytes, seconds;
    snprintf(one, sizeof one, "%.*s", length < sizeof one ? (int)length : (int)sizeof one - 1, text);
    if (length >= sizeof one || !(colon = strchr(one, ':')))
      return machine_wrong(at, "%s has '%s'; it must be like 4096:3us", w->word, one);
    *colon = 0;
    if (!number(at, w->word, one, &a_length, &bytes) || !number(at, w->word, colon + 1, &a_time, &seconds)) return 0;
    *colon = ':';
    if (times.lengths && (bytes <= times.at[times.lengths - 1].bytes || seconds < times.at[times.lengths - 1].seconds))
      return machine_wrong(at, "%s has '%s'; lengths and times must ascend", w->word, one);
    if (times.lengths == MACHINE_LENGTHS)
      return machine_wrong(at, "%s has more than %d lengths", w->word, MACHINE_LENGTHS);
    times.at[times.lengths].bytes = bytes;
    times.at[times.lengths++].seconds = seconds;
    text += length;
  }
  *(machine_times_t *)field_of(m, w) = times;
  return 1;
}

/* "dgemm 0.75", or "dgemm 0.75 12". A kind of the file that is set once more, behind the name, keeps its place. */
static int read_efficiency(machine_file_t *m, const machine_place_t *at, const word_t *w, const char *value) {
  size_t length = strcspn(value, " \t");
  const char *part = value + length + strspn(value + length, " \t"), *rest = part + strcspn(part, " \t");
  const char *half = rest + strspn(rest, " \t");
  char what[80], first[40];
  int i = 0;
  double x, extent = 0;
  if (!*part || rest - part >= (int)sizeof first || half[strcspn(half, " \t")])
    return machine_wrong(at, "efficiency needs a kind and a number, such as dgemm 0.75, and may have an extent behind "
                         "it");
  snprintf(first, sizeof first, "%.*s", (int)(rest - part), part);
  if (length >= MACHINE_KIND)
    return machine_wrong(at, "efficiency of '%.*s': the name of a kind has at most %d characters",
                         length < 80 ? (int)length : 80, value, MACHINE_KIND - 1);
  snprintf(what, sizeof what, "%s '%.*s'", w->word, (int)length, value);
  if (!number(at, what, first, &a_part, &x) || (*half && !number(at, what, half, &an_extent, &extent))) return 0;
  while (i < m->kinds && !(strncmp(m->kind[i].name, value, length) == 0 && !m->kind[i].name[length])) i++;
  if (i == MACHINE_KINDS) return machine_wrong(at, "efficiency is given for more than %d kinds", MACHINE_KINDS);
  if (i == m->kinds) m->kinds++;
  snprintf(m->kind[i].name, sizeof m->kind[i].name, "%.*s", (int)length, value);
  m->kind[i].part = x, m->kind[i].half = extent;
  return 1;
}

static const char *const of_rendezvous[] = {"receiver", "sender", NULL}, *const of_streams[] = {"queue", "share", NULL},
                         *const of_arrival[] = {"told", "asked", NULL},
                         *const of_placement[] = {"map", "row-major", "random", NULL},
                         *const of_routing[] = {"minimal", "valiant", "ugal", NULL};
static const type_t a_flat = {.read = read_flat}, some_shapes = {.read = read_shapes},
                    a_platform = {.read = read_platform}, some_times = {.read = read_times},
                    an_efficiency = {.read = read_efficiency},
                    a_rendezvous = {read_choice, .choices = of_rendezvous},
                    a_stream = {read_choice, .choices = of_streams},
                    an_arrival = {read_choice, .choices = of_arrival},
                    a_placement = {read_choice, .choices = of_placement},
                    a_routing = {read_choice, .choices = of_routing};

/* ---- the words, in the order of machine_files.md ---- */

#define AT(field) offsetof(machine_file_t, field)
static const word_t words[] = {
  {"flat", &a_flat, AT(network), 0},
  {"torus", &some_shapes, AT(network), 0},
  {"fat-tree", &some_shapes, AT(network), 0},
  {"dragonfly", &some_shapes, AT(network), 0},
  {"platform", &a_platform, AT(network), 0},
  {"routing", &a_routing, AT(routing), 0},
  {"link-bandwidth", &a_rate, AT(number.linkBandwidth), 10e9},
  {"link-latency", &a_time, AT(number.linkLatency), 1e-6},
  {"injection-bandwidth", &a_rate_or_none, AT(number.injectionBandwidth), 0},
  {"link-shares", &a_count, AT(number.linkShares), 128},
  {"send-time", &a_time, AT(number.sendTime), 0},
  {"receive-time", &a_time, AT(number.receiveTime), 0},
  {"send-bandwidth", &a_rate_or_none, AT(number.sendBandwidth), 0},
  {"receive-bandwidth", &a_rate_or_none, AT(number.receiveBandwidth), 0},
  {"serve-time", &a_time, AT(number.serveTime), 0},
  {"look-time", &a_time, AT(number.lookTime), 100e-9},
  {"header", &a_count, AT(number.header), 0},
  {"bytes-time", &some_times, AT(bytesTime), 0},
  {"packet", &a_count, AT(number.packet), 0},
  {"arrival", &an_arrival, AT(arrival), 0},
  {"small-message", &a_count, AT(number.smallMessage), 0},
  {"eager", &a_count, AT(number.eager), 0},
  {"rendezvous", &a_rendezvous, AT(rendezvous), 0},
  {"streams", &a_stream, AT(streams), 0},
  {"threads-per-node", &from_one, AT(number.threadsPerNode), 1},
  {"placement", &a_placement, AT(placement), 0},
  {"near-bandwidth", &a_rate_or_none, AT(number.nearBandwidth), 0},
  {"own-bandwidth", &a_rate_or_none, AT(number.ownBandwidth), 0},
  {"node-bandwidth", &a_rate_or_none, AT(number.nodeBandwidth), 0},
  {"cache", &some_memory, AT(number.cache), 0},
  {"combine-bandwidth", &a_rate_or_none, AT(number.combineBandwidth), 0},
  {"near-time", &a_time, AT(number.nearTime), 0},
  {"near-bytes-time", &some_times, AT(nearBytesTime), 0},
  {"own-bytes-time", &some_times, AT(ownBytesTime), 0},
  {"near-latency", &a_time, AT(number.nearLatency), 0},
  {"barrier-time", &a_time, AT(number.barrierTime), 0},
  {"barrier-round-time", &a_time, AT(number.barrierRoundTime), 0},
  {"flops", &a_peak, AT(number.flops), 1e9},
  {"efficiency", &an_efficiency, AT(kind), 0},
  {"helper", &a_switch, AT(number.helper), 0},
  {"noise-interval", &a_pause, AT(number.noiseInterval), 0},
  {"noise-time", &a_time, AT(number.noiseTime), 0},
  {"noise-seed", &a_count, AT(number.noiseSeed), 0},
  {"host-factor", &a_factor, AT(number.hostFactor), 1},
};
enum { WORDS = sizeof words / sizeof *words };
_Static_assert((int)WORDS + (int)MACHINE_KINDS < (int)MACHINE_SUBJECTS, "a file may set each, and one kind too many");

void machine_default(machine_file_t *m) {
  memset(m, 0, sizeof *m);
  for (int i = 0; i < WORDS; i++) {
    const word_t *w = &words[i];
    if (w->type->choices) *(const char **)field_of(m, w) = w->type->choices[0];
    if (w->type->read == read_number) set_number(m, w, w->preset);
  }
  m->network = "flat";
}

static int wrong_word(const machine_place_t *at, const char *word) {
  char all[40 * WORDS];
  nearest_t best = {0};
  int used = 0;
  for (int i = 0; i < WORDS; i++) {
    used += snprintf(all + used, sizeof all - (size_t)used, "%s%s", i ? ", " : "", words[i].word);
    nearest_look(&best, word, words[i].word);
  }
  if (best.word)
    return machine_wrong(at, SHOWN " is no word of a machine file; did you mean %s?", shown(word), best.word);
  return machine_wrong(at, SHOWN " is no word of a machine file; the words are %s", shown(word), all);
}

/* Each word is given once, a network by one of its words, and an efficiency for each kind once. */
static int is_new(const machine_place_t *at, const word_t *w, const char *value, machine_given_t *given) {
  const int is_kind = w->type == &an_efficiency, is_network = w->field == AT(network);
  char kind[MACHINE_KIND] = "", line[24] = "", what[64];
  if (is_kind) snprintf(kind, sizeof kind, "%.*s", (int)strcspn(value, " \t"), value);
  for (int i = 0; i < given->count; i++) {
    if (given->at[i].word->field != w->field || strcmp(given->at[i].kind, kind) != 0) continue;
    if (at->line) snprintf(line, sizeof line, " in line %d", given->at[i].line);
    if (is_network)
      return machine_wrong(at, "%s: the network is already given, by %s%s", w->word, given->at[i].word->word, line);
    snprintf(what, sizeof what, "'%s%s%s'", w->word, is_kind ? " " : "", kind);
    return machine_wrong(at, "%s is already given%s%s", what, at->line ? "," : "", line);
  }
  given->at[given->count].word = w;
  given->at[given->count].line = at->line;
  strcpy(given->at[given->count++].kind, kind);
  return 1;
}

int machine_take(machine_file_t *m, const machine_place_t *at, const char *word, const char *value,
                 machine_given_t *given) {
  int i = 0;
  while (i < WORDS && strcmp(words[i].word, word) != 0) i++;
  if (i == WORDS) return wrong_word(at, word);
  return is_new(at, &words[i], value, given) && words[i].type->read(m, at, &words[i], value);
}
