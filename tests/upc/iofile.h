/* SPDX-License-Identifier: BSD-3-Clause
 * iofile.h: for the tests of upc_io.h: a file of this run's own in a folder for temporary files, and looking at it
 * with the system's calls. */
#ifndef IOFILE_H
#define IOFILE_H
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <upc_io.h>

static char file_name[300];
static shared int file_number;

static __attribute__((unused)) void name_file(const char *what) {
  const char *folder = getenv("TMPDIR");
  if (MYTHREAD == 0) file_number = (int)getpid();
  upc_barrier;
  snprintf(file_name, sizeof file_name, "%s/upc_%s_%d.tmp", folder ? folder : "/tmp", what, (int)file_number);
}

static __attribute__((unused)) upc_file_t *open_file(int flags) {
  upc_file_t *fd = upc_all_fopen(file_name, flags, 0, NULL);
  if (fd) return fd;
  printf("thread %d: upc_all_fopen: %s\n", (int)MYTHREAD, strerror(errno));
  upc_global_exit(1);
}

/* The file's bytes as thread 0 reads them; the number there are. */
static __attribute__((unused)) long system_read(void *data, size_t room) {
  int fd = open(file_name, O_RDONLY);
  long n = fd < 0 ? -1 : (long)read(fd, data, room);
  close(fd);
  return n;
}

static __attribute__((unused)) long system_size(void) {
  struct stat now;
  return stat(file_name, &now) == 0 ? (long)now.st_size : -1;
}
#endif
