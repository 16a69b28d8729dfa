/* SPDX-License-Identifier: BSD-3-Clause
 * upc_io.h: list I/O. The regions of the file and of memory are gone through together and cut where either ends. */
#include "libraries/io.h"

typedef struct upc_filevec filevec_t;
typedef struct upc_local_memvec local_t;
/* With the tag that programs have: a call through a function pointer is then one of the function's own type. */
typedef struct upc_shared_memvec { urt_ptr_t baseaddr; size_t blocksize, len; } shared_t;

/* Memory regions of one of the two kinds. */
typedef struct { const local_t *local; const shared_t *shared; size_t n; } regions_t;

static size_t length(regions_t m, size_t i) { return m.local ? m.local[i].len : m.shared[i].len; }

static int equally_long(regions_t m, size_t nfile, const filevec_t *file) {
  size_t memory = 0, disk = 0;
  for (size_t i = 0; i < m.n; i++) memory += length(m, i);
  for (size_t i = 0; i < nfile; i++) disk += file[i].len;
  return memory == disk;
}

static upc_off_t piece(struct file *f, int writes, upc_off_t offset, regions_t m, size_t i, size_t from, size_t bytes) {
  if (m.local) return urtk_file_local(f, writes, offset, (char *)m.local[i].baseaddr + from, bytes);
  return urtk_file_shared(f, writes, offset, m.shared[i].baseaddr, m.shared[i].blocksize, from, bytes);
}

static upc_off_t go_through(struct file *f, int writes, regions_t m, size_t nfile, const filevec_t *file) {
  upc_off_t sum = 0;
  size_t i = 0, k = 0, in_memory = 0, in_file = 0; /* regions, and bytes of the current ones, that are done */
  if ((m.n && !m.local && !m.shared) || (nfile && !file)) return errno = EFAULT, -1;
  if (!equally_long(m, nfile, file)) return errno = EINVAL, -1;
  while (k < nfile) {
    if (in_file == file[k].len) { k++, in_file = 0; continue; }
    if (in_memory == length(m, i)) { i++, in_memory = 0; continue; }
    size_t left = length(m, i) - in_memory, n = file[k].len - in_file < left ? file[k].len - in_file : left;
    upc_off_t moved = piece(f, writes, file[k].offset + (upc_off_t)in_file, m, i, in_memory, n);
    if (moved < 0) return -1;
    sum += moved;
    if ((size_t)moved < n) break; /* the end of the file: nothing of later regions is there */
    in_memory += n, in_file += n;
  }
  return sum;
}

static upc_off_t lists(urt_ptr_t handle, int writes, regions_t m, size_t nfile, const filevec_t *file,
                       upc_flag_t flags) {
  struct file *f = urtk_file_idle(handle);
  if (!f) return -1;
  if (f->flags & (writes ? UPC_RDONLY : UPC_WRONLY)) return errno = EBADF, -1;
  urtk_file_begin(f, flags, 1);
  upc_off_t moved = go_through(f, writes, m, nfile, file);
  urtk_file_end(f, flags, 1);
  return moved;
}

static regions_t in_local(size_t n, const local_t *memory) { return (regions_t){memory, NULL, n}; }
static regions_t in_shared(size_t n, const shared_t *memory) { return (regions_t){NULL, memory, n}; }

#define LIST(name, writes, kind, in)                                                                                  \
  upc_off_t name(urt_ptr_t fd, size_t n, const kind *memory, size_t nfile, const filevec_t *file, upc_flag_t flags) { \
    return urtk_file_return(#name, fd, lists(fd, writes, in(n, memory), nfile, file, flags), flags);                  \
  }
LIST(upc_all_fread_list_local, 0, local_t, in_local)
LIST(upc_all_fread_list_shared, 0, shared_t, in_shared)
LIST(upc_all_fwrite_list_local, 1, local_t, in_local)
LIST(upc_all_fwrite_list_shared, 1, shared_t, in_shared)
