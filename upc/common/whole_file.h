/* SPDX-License-Identifier: BSD-3-Clause
 * A file that is written whole or not at all: it is written beside its place, and renamed when it is complete. A full
 * disk leaves what was there before. */
#ifndef TOOLS_WHOLE_FILE_H
#define TOOLS_WHOLE_FILE_H

#include <stdio.h>

typedef struct whole_file {
  FILE *file;
  char *name, *beside; /* beside: null for what cannot be renamed, such as a pipe */
} whole_file_t;

int whole_file_open(whole_file_t *w, const char *name); /* 0 or an error number */
int whole_file_close(whole_file_t *w);                  /* the same; after an error the file is as it was */

#endif
