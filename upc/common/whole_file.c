/* SPDX-License-Identifier: BSD-3-Clause
 * For rules.txt the temporary file is rules.txt.XXXXXX. A link is followed, so the file that it names is replaced. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/whole_file.h"

/* A temporary file in the same folder, with the mode that the file has or would get. Null if there can be none: then
 * the file itself is written. */
static FILE *open_beside(whole_file_t *w, const struct stat *old) {
  mode_t mask = umask(0);
  umask(mask);
  if (asprintf(&w->beside, "%s.XXXXXX", w->name) < 0) w->beside = NULL;
  if (!w->beside) return NULL;
  int fd = mkstemp(w->beside);
  if (fd >= 0 && fchmod(fd, old ? old->st_mode & 07777 : 0666 & ~mask) == 0) return fdopen(fd, "w");
  if (fd >= 0) close(fd), unlink(w->beside);
  free(w->beside);
  w->beside = NULL;
  return NULL;
}

int whole_file_open(whole_file_t *w, const char *name) {
  struct stat old;
  int there = stat(name, &old) == 0;
  w->beside = NULL;
  w->name = there ? realpath(name, NULL) : strdup(name); /* the file itself, not a link to it */
  if (!w->name) return errno;
  w->file = there && !S_ISREG(old.st_mode) ? NULL : open_beside(w, there ? &old : NULL);
  if (!w->file) w->file = fopen(w->name, "w");
  int error = w->file ? 0 : errno;
  if (error) free(w->name);
  return error;
}

int whole_file_close(whole_file_t *w) {
  int failed = ferror(w->file), error = fclose(w->file) || failed ? errno : 0;
  if (w->beside && !error && rename(w->beside, w->name)) error = errno;
  if (w->beside && error) unlink(w->beside);
  free(w->beside);
  free(w->name);
  return error;
}
