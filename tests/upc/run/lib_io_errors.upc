// SPDX-License-Identifier: BSD-3-Clause
// upc_io.h: an error of one thread is one of all. The common file pointer stays where it was, and a new file that one
// thread cannot open is not left behind. A new file may be one that its owner may not open again.
#include "../iofile.h"
#include <sys/resource.h>

static shared char data[THREADS];
static int failing = -1;               // the thread whose data does not reach the device

int fsync(int fd) {                    // in place of the system's
  (void)fd;
  errno = EIO;
  return failing == MYTHREAD ? -1 : 0;
}

#define FAILS(call, why)      \
  do {                        \
    errno = 0;                \
    CHECK((call) < 0);        \
    CHECK_EQ(errno, why);     \
  } while (0)

// /dev/full takes no byte, and the first thread alone has one.
static void no_room(void) {
  upc_file_t *fd = upc_all_fopen("/dev/full", UPC_WRONLY | UPC_COMMON_FP, 0, NULL);
  upc_flag_t modes[] = {0, UPC_IN_NOSYNC | UPC_OUT_NOSYNC};
  CHECK(fd);
  for (int m = 0; m < 2; m++) {
    FAILS(upc_all_fwrite_shared(fd, data, 1, 1, 1, modes[m]), ENOSPC);
    CHECK_EQ(upc_all_fseek(fd, 0, UPC_SEEK_CUR), 0);
    CHECK_EQ(upc_all_fwrite_shared(fd, data, 1, 1, 1, modes[m] | UPC_ASYNC), 0);
    FAILS(upc_all_fwait_async(fd), ENOSPC);
  }
  FAILS(upc_all_fwrite_shared(fd, NULL, 1, 1, 1, 0), EFAULT); // the first thread alone would use it
  CHECK_EQ(upc_all_fclose(fd), 0);
}

static void not_on_the_device(void) {
  upc_file_t *fd = open_file(UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_CREATE | UPC_DELETE_ON_CLOSE);
  char byte = 'x';
  for (failing = 0; failing < THREADS; failing++)
    for (int call = 0; call < 4; call++) {
      CHECK_EQ(upc_all_fwrite_local(fd, &byte, 1, 1, 0), 1);
      if (call == 0) FAILS(upc_all_fsync(fd), EIO);
      if (call == 1) FAILS(upc_all_fset_size(fd, 10), EIO);
      if (call == 2) FAILS(upc_all_fpreallocate(fd, 10), EIO);
      if (call == 3) FAILS(upc_all_fcntl(fd, UPC_SET_STRONG_CA_SEMANTICS, NULL), EIO);
      CHECK_EQ(upc_all_fsync(fd), 0);
    }
  CHECK_EQ(upc_all_fclose(fd), 0);
}

// The last thread has no descriptor left.
static void not_opened(void) {
  struct rlimit limit, few;
  getrlimit(RLIMIT_NOFILE, &limit);
  few = limit, few.rlim_cur = 3;
  int flags = UPC_WRONLY | UPC_INDIVIDUAL_FP | UPC_CREATE;
  for (int there = 0; there < 2; there++) {
    if (there) CHECK_EQ(upc_all_fclose(open_file(flags)), 0);
    if (MYTHREAD == THREADS - 1) setrlimit(RLIMIT_NOFILE, &few);
    errno = 0;
    CHECK(upc_all_fopen(file_name, flags, 0, NULL) == NULL);
    CHECK_EQ(errno, EMFILE);
    setrlimit(RLIMIT_NOFILE, &limit);
    CHECK_EQ(system_size(), there ? 0 : -1); // what was there before stays
    upc_barrier;
  }
  if (MYTHREAD == 0) unlink(file_name);
  upc_barrier;
}

// The system lets root open any file, so root is nobody meanwhile.
static void read_only(void) {
  struct upc_hint permissions = {"file_perm", "444"};
  struct stat now;
  snprintf(file_name, sizeof file_name, "/tmp/upc_read_only_%d.tmp", (int)file_number);
  int root = geteuid() == 0 && seteuid(65534) == 0;
  upc_barrier;
  upc_file_t *fd = upc_all_fopen(file_name, UPC_WRONLY | UPC_INDIVIDUAL_FP | UPC_CREATE, 1, &permissions);
  CHECK(fd != NULL);
  CHECK(stat(file_name, &now) == 0 && (now.st_mode & 0777) == 0444);
  CHECK_EQ(upc_all_fclose(fd), 0);
  FAILS(upc_all_fsync(upc_all_fopen(file_name, UPC_WRONLY | UPC_INDIVIDUAL_FP | UPC_CREATE, 1, &permissions)), EBADF);
  if (MYTHREAD == 0) CHECK_EQ(unlink(file_name), 0);
  upc_barrier;
  if (root) CHECK_EQ(seteuid(0), 0);
}

int main(void) {
  umask(0);
  name_file("errors");
  no_room();
  not_on_the_device();
  not_opened();
  read_only();
  return done();
}
