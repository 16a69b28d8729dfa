/* SPDX-License-Identifier: BSD-3-Clause
 * What upcrun reads in the file of a program: whether it is one of UPC, and the text that names its conduit. A program
 * in C that is linked with a shared library has no such text; the library has it. */
#include <ctype.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/find.h"
#include "job/upcrun/launch.h"

enum { MOST = 4096 };                    /* bytes of a text */

struct file { char *start, *end; };

/* -1: it is no regular file that can be read. A pipe would wait for whoever writes to it. */
static int open_regular(const char *path, off_t *bytes) {
  struct stat s;
  if (stat(path, &s) != 0 || !S_ISREG(s.st_mode)) return -1;
  *bytes = s.st_size;
  return open(path, O_RDONLY | O_CLOEXEC);
}

/* Maps a regular file; start is null if that is not possible. */
static struct file open_file(const char *path) {
  struct file f = {NULL, NULL};
  off_t bytes = 0;
  int fd = open_regular(path, &bytes);
  if (fd >= 0 && bytes > 0) {
    f.start = mmap(NULL, (size_t)bytes, PROT_READ, MAP_PRIVATE, fd, 0);
    if (f.start == MAP_FAILED) f.start = NULL;
    f.end = f.start ? f.start + bytes : NULL;
  }
  if (fd >= 0) close(fd);
  return f;
}

static void close_file(struct file f) {
  if (f.start) munmap(f.start, (size_t)(f.end - f.start));
}

/* What follows `mark` from `from` on, or null. */
static char *after(struct file f, char *from, const char *mark, size_t length) {
  char *at = f.start ? memmem(from, (size_t)(f.end - from), mark, length) : NULL;
  return at ? at + length : NULL;
}

static char *copy(struct file f, const char *at) {
  size_t most = (size_t)(f.end - at) < MOST ? (size_t)(f.end - at) : MOST;
  return upcrun_memory(strndup(at, most), "a text of the program");
}

/* The text after `mark` and up to ']' in a file, or null. */
static char *text_in(const char *path, const char *mark) {
  struct file f = open_file(path);
  char *at = after(f, f.start, mark, strlen(mark)), *found = at ? copy(f, at) : NULL;
  if (found) found[strcspn(found, "]")] = 0;
  close_file(f);
  return found;
}

/* The name of the library for one conduit that a program needs: the linker leaves "libupc_stride-gasnet-udp.so.0" in it
 * as a text of its own. Null if there is none. */
static char *library_of(const char *path) {
  static const char mark[] = "\0libupc_stride-"; /* the end of the text before it, too */
  struct file f = open_file(path);
  char *at = f.start, *found = NULL, *version;
  while (!found && (at = after(f, at, mark, sizeof mark - 1))) {
    found = copy(f, at - (sizeof mark - 2));
    version = strstr(found, ".so.");
    if (version && isdigit((unsigned char)version[4]) && !version[5]) break;
    free(found);
    found = NULL;
  }
  close_file(f);
  return found;
}

/* Where a library is: in one of LD_LIBRARY_PATH's folders, or in this installation. */
static const char *find_library(const char *name) {
  static char path[PATH_MAX];
  if (urtk_find(path, "LD_LIBRARY_PATH", name, R_OK)) return path;
  return upcrun_installed(name);
}

char *upcrun_text(const char *path, const char *mark) {
  char *text = text_in(path, mark), *library = text ? NULL : library_of(path);
  if (!library) return text;
  const char *file = find_library(library);
  if (!file)
    upcrun_fail(NOT_FOUND, "'%s' needs %s, which is not in the folder lib beside upcrun's, nor in "
                "LD_LIBRARY_PATH", path, library);
  free(library);
  return text_in(file, mark);
}

static int has_text(const char *path, const char *text) {
  char *found = text_in(path, text);
  free(found);
  return found != NULL;
}

/* A program of UPC has the runtime's mark (core/main.c). One in C names the library that it is linked with, a script
 * the module that it imports. */
static int is_upc(const char *path) {
  return has_text(path, "[upcrun: a program of UPC") || has_text(path, "upc_stride");
}

/* What it runs may be a module or a text on the command line: python -m prog. */
static int is_python(const char *path) {
  const char *slash = strrchr(path, '/');
  return strncmp(slash ? slash + 1 : path, "python", 6) == 0;
}

/* The first bytes; 0: it has fewer. */
static int begins(const char *path, char *start, size_t bytes) {
  off_t all;
  int fd = open_regular(path, &all);
  ssize_t got = fd < 0 ? 0 : read(fd, start, bytes);
  if (fd >= 0) close(fd);
  return got == (ssize_t)bytes;
}

void upcrun_require_upc(const char *path, char **command) {
  char start[4];
  /* what cannot be read is said later */
  if (!begins(path, start, sizeof start) || memcmp(start, "\177ELF", sizeof start) != 0) return;
  if (is_python(path) || is_upc(path)) return;
  for (char **arg = command + 1; *arg; arg++)
    if (is_upc(*arg)) return; /* valgrind ./prog */
  upcrun_fail(NOT_EXECUTABLE, "'%s' is not a UPC program: upcc has not linked it, nor is it linked with libupc_stride",
              command[0]);
}
