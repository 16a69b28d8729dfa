/* SPDX-License-Identifier: BSD-3-Clause
 * All environment variables of the library: docs/environment.md says what each means.
 *
 * UPC_STRIDE_TEST is for the library's own tests: settings with commas between, such as "near=2,eager=64".
 *   near=no        every thread is treated as far from all others; data is packed and relayed as between nodes
 *   near=<n>       groups of n threads are near to each other, as if each group were a node
 *   near=yes       as the machine is (default)
 *   eager=<bytes>  longer data does not travel in the message; at least 48, at most what a slot holds (default)
 *
 * A wrong value ends the program at its start. So does a rule file that cannot be read. There is a warning for any
 * other variable UPC_STRIDE_...
 */
#include "base/environment.h"
#include "base/allocate.h"
#include "base/of_thread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names of operations ---- */

#define OPERATION "upc_stride_"
#define ROW(number, name) OPERATION name,
static const char operations[UPC_STRIDE_OPS][40] = {UPC_STRIDE_OPERATIONS(ROW)};
#undef ROW

const char *upc_stride_operation_name(int operation) { return operations[operation]; }

static const char *short_name(int operation) { return operations[operation] + strlen(OPERATION); }

/* ---- values ---- */

static const char *value(const char *name) {
  const char *text = getenv(name);
  return text != NULL && text[0] != '\0' ? text : NULL;
}

/* Of a variable that may name a file. A program with its owner's rights takes none from its caller: the line about a
 * wrong file would show what is in it. */
static const char *file_value(const char *name) {
#if defined _GNU_SOURCE && defined __linux__
  return secure_getenv(name) == NULL ? NULL : value(name);
#else
  return value(name);
#endif
}

static int is(const char *name, const char *word) {
  const char *text = value(name);
  return text != NULL && strcmp(text, word) == 0;
}

/* The value of a setting in UPC_STRIDE_TEST, copied to text; null if it is not set. */
enum { TEST_VALUE = 24 };
static const char *test_value(const char *name, char *text) {
  const char *at = value("UPC_STRIDE_TEST");
  size_t n = strlen(name);
  while (at != NULL && !(strncmp(at, name, n) == 0 && at[n] == '=')) {
    at = strchr(at, ',');
    at = at == NULL ? NULL : at + 1;
  }
  if (at == NULL) return NULL;
  snprintf(text, TEST_VALUE, "%.*s", (int)strcspn(at + n + 1, ","), at + n + 1);
  return text;
}

static int near_group(void) {
  char text[TEST_VALUE];
  long threads;
  if (test_value("near", text) == NULL || strcmp(text, "yes") == 0) return -1;
  threads = strtol(text, NULL, 10); /* 0 for "no" */
  return threads < 1 << 30 ? (int)threads : 1 << 30;
}

static size_t eager(void) {
  char text[TEST_VALUE];
  return test_value("eager", text) == NULL ? (size_t)1 << 30 : (size_t)strtol(text, NULL, 10);
}

/* ---- UPC_STRIDE_SCHEDULE: "broadcast=binomial,reduce_all=hierarchical(doubling,flat)" ---- */

#define SCHEDULE "UPC_STRIDE_SCHEDULE"

/* The end of the setting that begins at `at`: a comma in brackets belongs to a schedule. */
static const char *setting_end(const char *at) {
  int open = 0;
  for (; *at != '\0' && (open > 0 || *at != ','); at++) open += (*at == '(') - (*at == ')');
  return at;
}

/* The operation of the setting; -1: none has that name, or no schedule follows. */
static int operation_of(const char *setting) {
  size_t n = strcspn(setting, "=,");
  int i;
  if (setting[n] != '=' || setting + n + 1 == setting_end(setting)) return -1;
  for (i = 0; i < UPC_STRIDE_OPS; i++)
    if (strlen(short_name(i)) == n && strncmp(setting, short_name(i), n) == 0) return i;
  return -1;
}

/* Copies the schedules to `forced`, unless it is null; the last setting of an operation counts. Returns the first
 * wrong setting, or null. */
static const char *read_schedules(const char **forced) {
  const char *at = value(SCHEDULE), *end, *wrong = NULL;
  for (; at != NULL && *at != '\0'; at = end + (*end == ',')) {
    int operation = operation_of(at);
    end = setting_end(at);
    if (operation < 0 && wrong == NULL) wrong = at;
    if (operation >= 0 && forced != NULL) {
      const char *schedule = strchr(at, '=') + 1;
      size_t n = (size_t)(end - schedule);
      char *copy = upc_stride_alloc(n + 1, 1, "the schedules of " SCHEDULE);
      memcpy(copy, schedule, n);
      copy[n] = '\0';
      forced[operation] = copy;
    }
  }
  return wrong;
}

const upc_stride_environment_t *upc_stride_environment(void) {
  static UPC_STRIDE_OF_THREAD upc_stride_environment_t settings;
  static UPC_STRIDE_OF_THREAD int read;
  if (!read) {
    read_schedules(settings.forced);
    settings.processors = is("UPC_PROCESSORS", "strict")   ? UPC_STRIDE_PROCESSORS_STRICT
                          : is("UPC_PROCESSORS", "ignore") ? UPC_STRIDE_PROCESSORS_IGNORE
                                                           : UPC_STRIDE_PROCESSORS_WARN;
    settings.near = near_group();
    settings.verbose = is("UPC_STRIDE_VERBOSE", "1");
    settings.check = is("UPC_STRIDE_CHECK", "1");
    settings.timeout = value("UPC_STRIDE_TIMEOUT") == NULL ? 0 : atof(value("UPC_STRIDE_TIMEOUT"));
    settings.torus = file_value("UPC_STRIDE_TORUS");
    settings.map = value("UPC_STRIDE_MAP");
    settings.rule = file_value("UPC_STRIDE_RULE");
    settings.eager = eager();
    read = 1;
  }
  return &settings;
}

/* ---- wrong values ---- */

enum { WORDS_ONLY = -1 };

/* 1 if text is one of the words (with commas between), or a number of at least `least`; only digits if `whole`. */
static int fits(const char *text, const char *words, double least, int whole) {
  size_t n = strlen(text);
  char *end;
  double x;
  if (strchr(text, ',') != NULL) return 0;
  for (; words[0] != '\0'; words += strcspn(words, ","), words += words[0] == ',')
    if (strncmp(words, text, n) == 0 && (words[n] == ',' || words[n] == '\0')) return 1;
  if (least == WORDS_ONLY || text[0] < '0' || text[0] > '9') return 0;
  if (whole && strspn(text, "0123456789") != n) return 0;
  x = strtod(text, &end);
  return *end == '\0' && x >= least;
}

/* 1 if every setting in UPC_STRIDE_TEST is one of those above. */
static int test_fits(const char *at) {
  char text[TEST_VALUE];
  for (; *at != '\0'; at += strcspn(at, ","), at += *at == ',') {
    int near = strncmp(at, "near=", 5) == 0, skip = near ? 5 : 6;
    if (!near && strncmp(at, "eager=", 6) != 0) return 0;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(at + skip, ","), at + skip);
    if (!(near ? fits(text, "yes,no", 1, 1) : fits(text, "", 48, 1))) return 0;
  }
  return 1;
}

/* Room for a line about what is wrong. */
enum { LINE = 500 };
static char *line(void) {
  static UPC_STRIDE_OF_THREAD char *room;
  if (room == NULL) room = upc_stride_alloc(LINE, 1, "a line");
  return room;
}

/* The names of all operations, with commas between, behind the `used` bytes of the line. */
static void name_operations(size_t used) {
  int i;
  for (i = 0; i < UPC_STRIDE_OPS && used < LINE; i++)
    used += (size_t)snprintf(line() + used, LINE - used, "%s %s", i == 0 ? "" : ",", short_name(i));
}

static const char *schedules_wrong(void) {
  const char *wrong = read_schedules(NULL);
  size_t n;
  if (wrong == NULL) return NULL;
  n = (size_t)(setting_end(wrong) - wrong);
  name_operations((size_t)snprintf(line(), LINE, SCHEDULE ": \"%.*s\", must be OPERATION=SCHEDULE, with commas "
                                   "between several; an operation is one of", n < 60 ? (int)n : 60, wrong));
  return line();
}

const char *upc_stride_environment_wrong(void) {
  static const struct {
    char name[24], words[16];
    double least;
    int whole;
    char must[32];
  } rules[] = {
    {"UPC_STRIDE_VERBOSE", "0,1", WORDS_ONLY, 1, "0 or 1"},
    {"UPC_STRIDE_CHECK", "0,1", WORDS_ONLY, 1, "0 or 1"},
    {"UPC_STRIDE_TIMEOUT", "", 0, 0, "a number of seconds"},
    {"UPC_PROCESSORS", "strict,ignore", WORDS_ONLY, 1, "strict, ignore, or not set"},
  };
  size_t i;
  for (i = 0; i < sizeof rules / sizeof rules[0]; i++) {
    const char *text = value(rules[i].name);
    if (text == NULL || fits(text, rules[i].words, rules[i].least, rules[i].whole)) continue;
    snprintf(line(), LINE, "%s: \"%.60s\", must be %s", rules[i].name, text, rules[i].must);
    return line();
  }
  if (schedules_wrong() != NULL) return line();
  if (value("UPC_STRIDE_TEST") == NULL || test_fits(value("UPC_STRIDE_TEST"))) return NULL;
  snprintf(line(), LINE, "UPC_STRIDE_TEST: \"%.60s\", must be near=yes, near=no, near=<threads> or "
           "eager=<bytes, from 48>, with commas between", value("UPC_STRIDE_TEST"));
  return line();
}

/* ---- unknown variables ---- */

extern char **environ;

#define STEM "UPC_STRIDE_"
static const char names[][12] = {"SCHEDULE", "RULE", "VERBOSE", "CHECK", "TIMEOUT", "TORUS", "MAP"};
enum { NAMES = sizeof names / sizeof names[0] };

/* 1 if NAME=value is one of the library's variables, or has another stem. */
static int is_known(const char *setting) {
  size_t n;
  int i;
  if (strncmp(setting, STEM, strlen(STEM)) != 0) return 1;
  setting += strlen(STEM);
  n = strcspn(setting, "=");
  if (n == 4 && strncmp(setting, "TEST", 4) == 0) return 1;
  for (i = 0; i < NAMES; i++)
    if (strlen(names[i]) == n && strncmp(setting, names[i], n) == 0) return 1;
  return 0;
}

const char *upc_stride_environment_unknown(void) {
  size_t used;
  char **at = environ;
  int i;
  while (*at != NULL && is_known(*at)) at++;
  if (*at == NULL) return NULL;
  used = strcspn(*at, "=");
  used = (size_t)snprintf(line(), LINE, "%.*s: ignored, must be " STEM " with one of",
                          used < 60 ? (int)used : 60, *at);
  for (i = 0; i < NAMES && used < LINE; i++)
    used += (size_t)snprintf(line() + used, LINE - used, "%s %s", i == 0 ? "" : ",", names[i]);
  return line();
}
