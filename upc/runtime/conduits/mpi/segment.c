/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: the shared memory. The memory of a node's threads is one file in memory without a name (memfd). The node's
 * first thread makes it, and the others open it through /proc. So no name can be left in /dev/shm, the only limit is
 * the machine's memory, no other user reaches it, and it is gone with the last process. If threads of a host cannot
 * reach each other's /proc (one container for each), each is a node of its own. A thread that is a node of its own
 * shares no file: Linux gives large pages to private memory that asks for them, with its default settings. Where
 * something lies beside a segment, its memory is shared all the same: it may be mapped again. An MPI window over all of
 * it serves far threads. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/memory.h"
#include "conduits/mpi/message.h"

enum { NO_MEMORY, UNREACHABLE, MAPPED };       /* how it went, the worst first */

static size_t up(size_t n, size_t unit) { return (n + unit - 1) / unit * unit; }

static int least_of(int mine) {
  MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_INT, MPI_MIN, urtc_comm);
  return mine;
}

static size_t least_size(size_t mine) {
  unsigned long least = mine;
  MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_UNSIGNED_LONG, MPI_MIN, urtc_comm);
  return least;
}

/* What the node's first thread tells the others. */
struct where { long pid, fd; uint64_t secret; };

static struct where make_file(size_t bytes) {
  struct where w = {getpid(), memfd_create("upc", MFD_CLOEXEC), 0};
  if (w.fd >= 0 && ftruncate((int)w.fd, (off_t)bytes) < 0) close((int)w.fd), w.fd = -1;
  if (getrandom(&w.secret, sizeof w.secret, 0) < 0) w.secret = (uint64_t)w.pid;
  return w;
}

static int open_file(const struct where *w, size_t bytes) {
  char path[64];
  struct stat s;
  snprintf(path, sizeof path, "/proc/%ld/fd/%ld", w->pid, w->fd);
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd >= 0 && (fstat(fd, &s) < 0 || s.st_size != (off_t)bytes)) close(fd), fd = -1;
  return fd;
}

/* Maps the node's control words and its segments of `bytes` each. Collective over all threads; the same result. */
static int map(size_t bytes, int first, int size) {
  size_t unit = urtk_segment_unit(bytes - urtk_first), stride = up(bytes, unit);
  size_t head = up(sizeof(struct control) + (size_t)size * sizeof(int), unit), shared = stride * (size_t)size;
  size_t all = head + shared + urtk_first;
  const int shares = size > 1 || (urtk_memory_events && urtk_memory_events->beside);
  int how = bytes > (size_t)1 << 45 || all > (size_t)1 << 46 ? NO_MEMORY : MAPPED, fd, thread;
  if ((how = least_of(how)) != MAPPED) return how;
  MPI_Comm node;
  MPI_Comm_rank(urtc_comm, &thread);
  MPI_Comm_split(urtc_comm, first, thread, &node);
  struct where w = {0, -1, 0};
  if (thread == first && size > 1) w = make_file(all);
  MPI_Bcast(&w, sizeof w, MPI_BYTE, 0, node);
  fd = w.fd < 0 || thread == first ? (int)w.fd : open_file(&w, all);
  if (size > 1 && fd < 0) how = w.fd < 0 ? NO_MEMORY : UNREACHABLE;
  char *base = NULL;
  if (how == MAPPED) {
    int flags = (shares ? MAP_SHARED : MAP_PRIVATE) | (size > 1 ? 0 : MAP_ANONYMOUS);
    if (!(base = urtk_map_aligned(all, unit, flags | MAP_NORESERVE, fd))) how = NO_MEMORY;
  }
  if (how == MAPPED && thread == first) ((struct control *)base)->secret = w.secret;
  MPI_Barrier(node); /* all have opened it, and the secret is there */
  if (how == MAPPED && ((struct control *)base)->secret != w.secret) how = UNREACHABLE;
  if (fd >= 0) close(fd);
  MPI_Comm_free(&node);
  how = least_of(how);
  if (how != MAPPED) {
    if (base) munmap(base, all);
    return how;
  }
  urtk_large_pages = unit == URTK_LARGE_PAGE && shares; /* private memory gets them when it is touched */
  urtc_control = (struct control *)base;
  urtc_segment_end = bytes;
  madvise(base + head, shared, MADV_HUGEPAGE);
  urtk_dump_used(base + head, shared + urtk_first, stride);
  urtc_set_segments(base + head - stride * (size_t)first, stride, first, size);
  for (int t = 0; t <= size; t++) /* null pointers-to-shared: where the system cannot, they just are not caught */
    if (mprotect(base + head + (size_t)t * stride, urtk_first, PROT_NONE) < 0) break;
  return MAPPED;
}

/* What a program that has begun MPI itself can do about windows that Open MPI does not make. */
static const char *remedy(void) {
  int level;
  if (!urtc_needs_pt2pt()) return "";
  MPI_Query_thread(&level);
  if (level == MPI_THREAD_MULTIPLE)
    return "; over TCP Open MPI may have them if MPI_Init_thread asks for MPI_THREAD_SERIALIZED, not "
           "MPI_THREAD_MULTIPLE";
  if (urtc_lacks_windows())
    return "; set " URTC_OSC "=" URTC_OSC_ALLOWED " on all hosts before MPI begins, as upcrun does";
  return "";
}

/* The window for far threads, open for all from now to the end. */
static void make_window(int thread, size_t bytes) {
  MPI_Comm_set_errhandler(urtc_comm, MPI_ERRORS_RETURN);
  if (MPI_Win_create((char *)urt_near(urtk_at(thread, urtk_first)), (MPI_Aint)(bytes - urtk_first), 1, MPI_INFO_NULL,
                     urtc_comm, &urtc_window) != MPI_SUCCESS) {
    urtc_control = NULL; /* as long as that is null there are no threads */
    urtk_usage(1, "this MPI has no one-sided transfers (MPI_Win_create) between these threads%s", remedy());
  }
  urtc_take_errors();
  MPI_Win_lock_all(MPI_MODE_NOCHECK, urtc_window);
}

size_t urtc_attach(size_t least, size_t want, int *mythread) {
  size_t bytes = least_size(want);
  for (int how; (how = map(bytes, (int)urtc_node_first, (int)urtc_node_size)) != MAPPED;) {
    if (how == UNREACHABLE) urtc_group(1);
    else if (!(bytes = urtc_next_size(bytes, least))) return 0;
  }
  MPI_Comm_rank(urtc_comm, mythread);
  urtc_watch->threads = urt_threads, urtc_watch->thread = *mythread;
  prctl(PR_SET_TIMERSLACK, 1000); /* short sleeps of a waiting thread should be short */
  if (urtc_nodes > 1) {
    urtc_watch_others(urtc_comm, urtc_first_here);
    make_window(*mythread, bytes);
    urtc_open_messages();
    urtc_open_streams();
  }
  int timeout = urtk_env_link_timeout();
  if (urtc_hosts > 1) urtc_watch_links(timeout, urtc_comm, urtc_first_here, &urtc_control->ending);
  urtk_speak();
  MPI_Barrier(urtc_comm);
  if (!urtc_embedded) urtc_expect_pthread_exit();
  return bytes;
}
