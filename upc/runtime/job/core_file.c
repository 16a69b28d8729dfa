/* SPDX-License-Identifier: BSD-3-Clause
 * See job.h. Called in a signal handler too. */
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include "base/fail.h"
#include "base/identity.h"
#include "base/large.h"
#include "job/job.h"

/* The system is asked about a window at a time. Pieces of it are written: each may become a mapping of its own, and the
 * system allows some ten thousands of them. If it allows no more, the rest is not written. */
enum { PIECE = 64 << 10, WINDOW = 2 << 20, LEAST_PAGE = 4096 };
static size_t page;

static struct part { char *start; size_t bytes, each; } *part;
static int parts;

void urtk_dump_used(void *memory, size_t bytes, size_t each) {
  page = (size_t)sysconf(_SC_PAGESIZE);
  part = urtk_larger(part, (size_t)parts + 1, sizeof *part, "the list of shared memory");
  part[parts++] = (struct part){memory, bytes, each};
  madvise(memory, bytes, MADV_DONTDUMP);
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static int is_touched(const unsigned char *in_memory, size_t bytes) {
  for (size_t i = 0; i * page < bytes; i++)
    if (in_memory[i] & 1) return 1;
  return 0;
}

/* 0 if the system allows no more. */
URTK_LARGE unsigned char urtk_in_memory[WINDOW / LEAST_PAGE];
static int choose(char *window, size_t bytes) {
  if (mincore(window, bytes, urtk_in_memory) < 0) return 1;
  for (size_t at = 0; at < bytes; at += PIECE) {
    size_t piece = least(bytes - at, PIECE);
    if (is_touched(urtk_in_memory + at / page, piece) && madvise(window + at, piece, MADV_DODUMP) < 0) return 0;
  }
  return 1;
}

void urtk_choose_dump(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) < 0 || limit.rlim_cur == 0) return;
  for (int i = 0; i < parts; i++)
    for (size_t at = 0, bytes; at < part[i].bytes; at += bytes) {
      size_t into = part[i].each ? at % part[i].each : urtk_first;
      bytes = into < urtk_first ? urtk_first - into : least(part[i].bytes - at, WINDOW);
      if (into >= urtk_first && !choose(part[i].start + at, bytes)) return;
    }
}
