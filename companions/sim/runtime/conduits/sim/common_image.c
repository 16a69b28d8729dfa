/* SPDX-License-Identifier: BSD-3-Clause
 * sim: variables of contexts that have a copy of the image in common. Most pages of the variables are never touched.
 * The system says which pages are touched: to read another one would give it memory. In touched pages half of the lines
 * are zero. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/fail.h"
#include "conduits/sim/common_image.h"
#include "conduits/sim/image.h"

enum { ROOM = 2048 };                    /* bytes: what a thread keeps grows by so many. Other sizes would leave gaps */
enum { LINES = 64 };                     /* of a page: a bit of a word for each */

/* A page that has lines other than zero: a bit of `lines` for each. These lines follow, in order, and then the next
 * page. The last one has no lines. */
struct urtc_page { uint64_t number, lines; };

static struct {
  int file;                              /* the system's: 8 bytes for each page of this process */
  size_t page, line, pages, first;       /* bytes of a page and of a line; pages, and where they begin in an image */
  uint64_t *state;                       /* of each page, as the file has it */
  struct urtc_page *put;                 /* what is put, before it is known how much it is */
} common;

enum { TOUCHED = 62 };                   /* of a page's state: bits 62 and 63, in the swap area or in memory */

static const char states[] = "/proc/self/pagemap";
int urtc_common_image_is_possible(void) { return access(states, R_OK) == 0 && !urtc_image_lends(); }

void urtc_common_image_open(void) {
  struct urtc_span span = urtc_image_variables();
  common.page = (size_t)sysconf(_SC_PAGESIZE);
  common.line = common.page / LINES;
  common.first = span.first, common.pages = span.bytes / common.page;
  common.file = open(states, O_RDONLY | O_CLOEXEC);
  common.state = urtk_memory(common.pages + 1, sizeof *common.state, "the program's pages");
  common.put = urtk_memory(common.pages + 1, sizeof *common.put + common.page, "the program's variables");
}

static char *line_of(const char *variables, const struct urtc_page *page, int line) {
  return (char *)variables + page->number * common.page + (size_t)line * common.line;
}

/* Eight words at a time: hundreds of lines are looked at in each turn. */
static int is_zero(const char *line) {
  uint64_t word[8];
  for (const char *end = line + common.line; line < end; line += sizeof word) {
    memcpy(word, line, sizeof word);
    if (word[0] | word[1] | word[2] | word[3] | word[4] | word[5] | word[6] | word[7]) return 0;
  }
  return 1;
}

/* The number of the first line in a set, which loses it. */
static int take_line(uint64_t *lines) {
  int line = __builtin_ctzll(*lines);
  *lines &= *lines - 1;
  return line;
}

static char *kept_lines(const struct urtc_page *page) { return (char *)(page + 1); }
static struct urtc_page *next(const struct urtc_page *page) {
  return (struct urtc_page *)(kept_lines(page) + (size_t)__builtin_popcountll(page->lines) * common.line);
}

static struct urtc_page *put_page(struct urtc_page *page, const char *variables, size_t number) {
  char *kept = kept_lines(page);
  *page = (struct urtc_page){number, 0};
  for (int i = 0; i < LINES; i++) {
    const char *line = line_of(variables, page, i);
    if (is_zero(line)) continue;
    page->lines |= (uint64_t)1 << i;
    memcpy(kept, line, common.line), kept += common.line;
  }
  return page->lines ? next(page) : page;
}

void urtc_common_image_put(const char *at, struct urtc_elsewhere *elsewhere) {
  const char *here = at + common.first;
  const size_t bytes = common.pages * sizeof *common.state;
  struct urtc_page *page = common.put;
  if (pread(common.file, common.state, bytes, (off_t)((size_t)here / common.page * sizeof *common.state)) !=
      (ssize_t)bytes)
    urtk_usage(1, "the system does not say which memory of the program is in use");
  for (size_t i = 0; i < common.pages; i++)
    if (common.state[i] >> TOUCHED) page = put_page(page, here, i);
  *page++ = (struct urtc_page){0, 0};
  size_t all = (size_t)((char *)page - (char *)common.put);
  if (all > elsewhere->bytes) {
    free(elsewhere->page);
    elsewhere->bytes = (all + ROOM - 1) / ROOM * ROOM;
    elsewhere->page = urtk_memory(1, elsewhere->bytes, "a thread's variables");
  }
  memcpy(elsewhere->page, common.put, all);
}

void urtc_common_image_clear(char *at, const struct urtc_elsewhere *elsewhere) {
  for (const struct urtc_page *page = elsewhere->page; page && page->lines; page = next(page))
    for (uint64_t lines = page->lines; lines;)
      memset(line_of(at + common.first, page, take_line(&lines)), 0, common.line);
}

void urtc_common_image_bring(char *at, const struct urtc_elsewhere *elsewhere) {
  for (const struct urtc_page *page = elsewhere->page; page && page->lines; page = next(page)) {
    const char *kept = kept_lines(page);
    for (uint64_t lines = page->lines; lines; kept += common.line)
      memcpy(line_of(at + common.first, page, take_line(&lines)), kept, common.line);
  }
}
