/* SPDX-License-Identifier: BSD-3-Clause
 * wisdom.upc: keeps FFTW's plans in a file from run to run. */
#include <upc.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fft3d.h"
#include "../common/memory.h"

static int read_file(const char *path) {
  FILE *file = fopen(path, "r");
  int right;
  if (file == NULL && errno == ENOENT) return ARGUMENTS_OK; /* no file yet */
  if (file == NULL) return app_file_wrong("%s: %s", path, strerror(errno));
  right = local_fft_read_wisdom(file);
  fclose(file);
  return right ? ARGUMENTS_OK : app_file_wrong("%s: holds no wisdom of this FFTW", path);
}

int read_wisdom(const char *path) { return app_agreed(read_file(path)); }

/* Written under another name first, so that the file is complete or does not exist. */
int write_wisdom(const char *path) {
  char *unfinished;
  int failed;
  if (MYTHREAD != 0) return 0;
  unfinished = app_allocate(strlen(path) + sizeof ".part", 1, "a file's name");
  strcat(strcpy(unfinished, path), ".part");
  failed = !local_fft_write_wisdom(unfinished) || rename(unfinished, path) != 0;
  if (failed) fprintf(stderr, "fft3d: cannot write %s: %s\n", path, strerror(errno)), unlink(unfinished);
  free(unfinished);
  return failed;
}
