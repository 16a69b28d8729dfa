/* SPDX-License-Identifier: BSD-3-Clause
 * The check at the start of a job. Where threads begin as processes of their own (URTC_HAS_MERGE), their files may
 * differ: a host has an older copy of the program, or another release of the library. All code behind this check
 * assumes the following of all threads, and the job ends with a line if it is not so:
 *
 *   one build      of the program and of each shared library with UPC code: their build ids, which the linker writes
 *   one layout     of static data: names, places and sizes of all static shared objects
 *   one runtime    its version and its conduit
 *   all hosts      as many as upcrun was told; fewer, if a launcher has put threads elsewhere
 *
 * One exchange tells. Each thread has an account of itself; all learn the first and the last of them, in the order of
 * their bytes. If these two are equal in what is compared, all are. So that two versions can tell each other, `struct
 * account` and what urtc_start exchanges before stay as they are. */
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/own_folder.h"
#include "core/core.h"
#include "upc_stride_version.h"

#ifdef URTC_HAS_MERGE

struct account {
  struct { char version[16], conduit[16]; uint64_t build, layout; } compared;
  char host[64], program[136];
};
struct meeting { struct account first, last; uint64_t hosts, spare; }; /* hosts: those that upcrun was told */
_Static_assert(sizeof(struct meeting) == 512, "other versions have the same");

static void merge(const void *from, void *to) {
  const struct meeting *a = from;
  struct meeting *b = to;
  if (memcmp(&a->first, &b->first, sizeof a->first) < 0) b->first = a->first;
  if (memcmp(&a->last, &b->last, sizeof a->last) > 0) b->last = a->last;
  if (a->hosts > b->hosts) b->hosts = a->hosts; /* not every launcher hands on the environment */
}

/* ---- build ids ---- */
static int has_module(const struct dl_phdr_info *file) {
  for (int i = 0; i < urtk_modules(); i++)
    for (int p = 0; p < file->dlpi_phnum; p++) {
      uintptr_t start = file->dlpi_addr + file->dlpi_phdr[p].p_vaddr, at = (uintptr_t)urtk_module(i);
      if (file->dlpi_phdr[p].p_type == PT_LOAD && at - start < file->dlpi_phdr[p].p_memsz) return 1;
    }
  return 0;
}

/* The build id among notes, each of which is padded. A file that another linker made without one has none. */
static void add_id(uint64_t *ids, const char *at, size_t bytes) {
  const size_t head = sizeof(ElfW(Nhdr));
  for (const char *end = at + bytes; (size_t)(end - at) >= head;) {
    const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
    size_t name = (note->n_namesz + 3U) & ~3U, text = (note->n_descsz + 3U) & ~3U;
    if (name + text > (size_t)(end - at) - head) return;
    if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(at + head, "GNU", 4) == 0)
      *ids = urtk_hash(*ids, at + head + name, note->n_descsz);
    at += head + name + text;
  }
}

static int look_at_file(struct dl_phdr_info *file, size_t size, void *ids) {
  (void)size;
  for (int p = 0; has_module(file) && p < file->dlpi_phnum; p++)
    if (file->dlpi_phdr[p].p_type == PT_NOTE)
      add_id(ids, (const char *)(file->dlpi_addr + file->dlpi_phdr[p].p_vaddr), file->dlpi_phdr[p].p_memsz);
  return 0;
}

static struct account own_account(void) {
  struct account a;
  uint64_t ids = URTK_HASH;
  memset(&a, 0, sizeof a); /* its bytes are compared */
  snprintf(a.compared.version, sizeof a.compared.version, "%s", UPC_STRIDE_VERSION);
  snprintf(a.compared.conduit, sizeof a.compared.conduit, "%s", urtc_name);
  dl_iterate_phdr(look_at_file, &ids);
  a.compared.build = ids;
  a.compared.layout = urtk_statics_hash();
  gethostname(a.host, sizeof a.host - 1);
  urtk_own_path(a.program, sizeof a.program);
  if (!*a.program) strcpy(a.program, "the program");
  return a;
}

/* ---- what is wrong ---- */
static _Noreturn void refuse(const struct account *a, const struct account *b) {
  if (strcmp(a->compared.version, b->compared.version) != 0 || strcmp(a->compared.conduit, b->compared.conduit) != 0)
    urtk_usage(1, "%s on %s has the runtime %s for %s, and %s on %s has %s for %s; all threads need one", a->program,
               a->host, a->compared.version, a->compared.conduit, b->program, b->host, b->compared.version,
               b->compared.conduit);
  if (a->compared.build != b->compared.build)
    urtk_usage(1, "%s on %s is another build than %s on %s, or loads other libraries; all hosts need the same files",
               a->program, a->host, b->program, b->host);
  urtk_usage(1, "%s has its shared variables at other places on %s than on %s; all hosts need the same files",
             a->program, a->host, b->host);
}

void urtk_check_alike(void) {
  struct account own = own_account();
  struct meeting all = {own, own, (uint64_t)urtk_env_hosts(), 0};
  int thread = urtc_merge(&all, sizeof all, merge);
  int alike = memcmp(&all.first.compared, &all.last.compared, sizeof own.compared) == 0;
  if (alike && all.hosts <= (uint64_t)urtc_hosts) return;
  if (thread > 0) urtk_hush(); /* all end for the same reason, and one says it */
  if (!alike) refuse(&all.first, &all.last);
  urtk_usage(1, "upcrun was told %d hosts, and the launcher has started all threads on %d", (int)all.hosts, urtc_hosts);
}

#else
void urtk_check_alike(void) {} /* the threads are copies of one process */
#endif
