/* SPDX-License-Identifier: BSD-3-Clause
 * A program that reads damaged files, each in a process of its own (each.c):
 *
 *   read_KIND FIRST LAST EXAMPLE...      the seeds; each takes one of the examples in turn
 *
 * A file may be accepted or refused. It is a fault if the reader crashes, takes longer than 10 s, refuses a file
 * without a line that names it, or accepts a file and takes nonsense from it. */
#ifndef EACH_H
#define EACH_H

/* What each reader defines. */
extern const char *const file_name;      /* under which the reader gets a file, in the current folder */
enum {
  ACCEPTED,
  REFUSED = 2,
  PARTLY = 4,                            /* refused, but there is more to say than one line */
  NONSENSE,
  NO_PROGRAM = 126                       /* refused, as upcrun does it */
};
/* Reads the file `file_name`. Returns one of these, or calls exit with it. If it refuses it, it has written why to
 * standard error; if it is nonsense, what is. */
int read_file(void);

/* Ends the process as one with a fault, with a line. */
_Noreturn __attribute__((format(printf, 1, 2))) void nonsense(const char *format, ...);

#endif
