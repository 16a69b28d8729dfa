/* SPDX-License-Identifier: BSD-3-Clause
 * --open: the explorer's page, on this array. The state stands in the fragment of the address, so that nothing is
 * sent anywhere. A small file leads to the page, since a browser's command may drop fragments. It stays, since nobody
 * knows when the browser has read it. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/find.h"
#include "common/mistake.h"
#include "show.h"

/* A text as a part of an address, in which other characters have a meaning of their own. */
static void encode(FILE *f, const char *text) {
  for (const unsigned char *s = (const unsigned char *)text; *s; s++)
    fprintf(f, isalnum(*s) || strchr("/-._~", *s) ? "%c" : "%%%02x", *s);
}

static void add(FILE *f, const char *name, const char *value) {
  if (!value) return;
  fprintf(f, "%s=", name);
  encode(f, value);
  fputs("&amp;", f);
}

void open_page(const request_t *r) {
  char page[PATH_MAX], file[PATH_MAX], number[40];
  const char *browser = getenv("BROWSER"), *folder = getenv("TMPDIR");
  if (!urtk_find_beside(page, ".", "explorer.html") &&
      !urtk_find_beside(page, "share/doc/upc-stride", "explorer.html"))
    mistake("--open: this installation has no explorer.html; companions/explorer/explorer.md says how it gets one");
  snprintf(file, sizeof file, "%s/upc-stride-show.XXXXXX.html", folder && *folder ? folder : "/tmp");
  int descriptor = mkstemps(file, 5);
  FILE *f = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
  if (!f) mistake("--open: %s: %s", file, strerror(errno));
  fprintf(f, "<!doctype html><meta charset=utf-8><title>upc-stride</title>"
             "<meta http-equiv=refresh content=\"0; url=file://");
  encode(f, page), fputc('#', f);
  snprintf(number, sizeof number, "%d", r->threads);
  add(f, "d", r->declaration), add(f, "n", number), add(f, "g", r->grid), add(f, "s", r->section);
  add(f, "op", r->call), add(f, "m", r->machine), add(f, "sch", r->schedule ? r->schedule : r->tree);
  if (r->root >= 0) snprintf(number, sizeof number, "%d", r->root), add(f, "r", number);
  if (r->bytes > 0) snprintf(number, sizeof number, "%zu", r->bytes), add(f, "b", number);
  add(f, "d2", r->to), add(f, "g2", r->to_grid);
  fprintf(f, "\">\n");
  if (fclose(f)) mistake("--open: %s: %s", file, strerror(errno));
  pid_t child = fork();
  if (child == 0) {
    execlp(browser && *browser ? browser : "xdg-open", browser && *browser ? browser : "xdg-open", file, (char *)NULL);
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status))
    mistake("--open: no browser was started; BROWSER names one, and %s is the page", file);
}
