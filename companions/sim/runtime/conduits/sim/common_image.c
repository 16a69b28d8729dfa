/* SPDX-License-Identifier: BSD-3-Clause
 * sim: variables of contexts that have a copy of the image in common. Most pages of the variables are never touched.
 * The system says which are: reading the others would give them memory. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "base/fail.h"
#include "conduits/sim/common_image.h"
#include "conduits/sim/image.h"

static struct {
  int file;                              /* the system's: 8 bytes for each page of this process */
  size_t page, pages, first;
  uint64_t *state;                       /* of each page, as the file has it */
} common;

enum { BITS = 64, TOUCHED = 62 };        /* of a page's state: bits 62 and 63, in the swap area or in memory */

static const char states[] = "/proc/self/pagemap";
int urtc_common_image_is_possible(void) { return access(states, R_OK) == 0 && urtc_image_may_leave(); }

void urtc_common_image_open(void) {
  struct urtc_span span = urtc_image_variables();
  common.page = (size_t)sysconf(_SC_PAGESIZE);
  common.first = span.first, common.pages = span.bytes / common.page;
  common.file = open(states, O_RDONLY | O_CLOEXEC);
  common.state = urtk_memory(common.pages + 1, sizeof *common.state, "the program's pages");
}

uint64_t *urtc_common_image_pages(void) {
  return urtk_memory(common.pages / BITS + 1, sizeof(uint64_t), "the pages of a thread");
}

static int has(const uint64_t *pages, size_t i) { return (int)(pages[i / BITS] >> i % BITS & 1); }
static char *page_of(const char *variables, size_t i) { return (char *)variables + i * common.page; }
static int is_zero(const char *page) { return *page == 0 && memcmp(page, page + 1, common.page - 1) == 0; }

void urtc_common_image_put(const char *at, char *elsewhere, uint64_t *pages) {
  const char *here = at + common.first;
  const size_t bytes = common.pages * sizeof *common.state;
  if (pread(common.file, common.state, bytes, (off_t)((size_t)here / common.page * sizeof *common.state)) !=
      (ssize_t)bytes)
    urtk_usage(1, "the system does not say which memory of the program is in use");
  memset(pages, 0, (common.pages / BITS + 1) * sizeof *pages);
  for (size_t i = 0; i < common.pages; i++) {
    if (!(common.state[i] >> TOUCHED) || is_zero(page_of(here, i))) continue;
    pages[i / BITS] |= (uint64_t)1 << i % BITS;
    memcpy(page_of(elsewhere, i), page_of(here, i), common.page);
  }
}

void urtc_common_image_clear(char *at, const uint64_t *pages) {
  for (size_t i = 0; i < common.pages; i++)
    if (has(pages, i)) memset(page_of(at + common.first, i), 0, common.page);
}

void urtc_common_image_bring(char *at, const char *elsewhere, const uint64_t *pages) {
  for (size_t i = 0; i < common.pages; i++)
    if (has(pages, i)) memcpy(page_of(at + common.first, i), page_of(elsewhere, i), common.page);
}
