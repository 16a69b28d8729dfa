/* SPDX-License-Identifier: BSD-3-Clause
 * One table describes a command line: by it the words are read, --help is printed, and a wrong word gets the option
 * that it may mean. The commands and the applications have such tables, so this is C for every UPC compiler. */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

#include <stddef.h>
#include <stdio.h>

#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wmissing-field-initializers" /* rows leave out what is 0 */
#endif

struct option_use;

/* How a value may be given besides "NAME VALUE" and "NAME=VALUE". */
enum {
  OPTION_DIGITS = 1,  /* a number also without a blank: -n4 */
  OPTION_MAY = 2      /* the value may be missing; the next word is one only if it is a number, with OPTION_DIGITS */
};

typedef struct option {
  const char *name;    /* all spellings: "--output", "-n, -np". Null: a line of --help, whose first part is `value` */
  const char *value;   /* what --help calls the value, as FILE; with = before it, it is shown joined. Null: a switch */
  const char *help;    /* what the option does, as one text. Null: the option is not shown */
  int (*read)(const struct option_use *use); /* 0, or the status of `wrong` or of an end */
  size_t at;           /* the offset of the result in the request */
  long least, most;    /* of a number */
  int form;            /* OPTION_DIGITS and OPTION_MAY, or 0 */
} option_t;

/* A command line. Every list ends with an entry of zeros. */
typedef struct command_line {
  const char *usage;          /* the text of --help above the options */
  const option_t *options;
  const option_t *operands;   /* the words that are no options, in order: `name`, `read`, `at`, `least`, `most` count */
  const char *notes;          /* the text of --help below the options, or null */
  int (*wrong)(const char *format, ...); /* says what is wrong with the command line; returns a status other than 0 */
  int either_dash;            /* 1: one dash or two, and -noNAME turns the switch NAME off: Berkeley's way */
} command_line_t;

/* An option, or an operand, as the command line has it. */
typedef struct option_use {
  const command_line_t *line;
  const option_t *option;
  const char *written;  /* the option as it is written, without a joined value; the operand's name */
  const char *value;    /* null: a switch that is on, or no value where it may be missing; "": a switch that is off */
  void *place;          /* where the result goes */
} option_use_t;

/* Readers. Switches are int: 1, or 0 for -noNAME. A text is a const char *. */
int option_on(const option_use_t *use);
int option_off(const option_use_t *use);  /* the opposite */
int option_text(const option_use_t *use);
int option_int(const option_use_t *use);  /* from `least` to `most` */
int option_size(const option_use_t *use); /* the same, as size_t */

/* Is the word an option? -3 is none. */
int option_is(const char *word);
/* Reads the option at *word and its value, and moves *word behind them. Returns 0, or the status of what ended it. */
int options_next(const command_line_t *line, char ***word, void *request);
/* Reads options and operands up to the end, a null pointer. The number of operands goes to *operands if it is given. */
int options_read(const command_line_t *line, char **words, void *request, int *operands);
/* Writes the text of --help; returns what fputs does. */
int options_help(const command_line_t *line, FILE *to);

#endif
