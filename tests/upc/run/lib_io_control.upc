// SPDX-License-Identifier: BSD-3-Clause
// upc_io.h: opening with every flag, upc_all_fcntl, errors, and files that go away on close.
#include "../iofile.h"

enum { RW = UPC_RDWR | UPC_INDIVIDUAL_FP };
static char data[100] = "some data";
static shared [] char block[100];

#define FAILS(call, why)      \
  do {                        \
    errno = 0;                \
    CHECK((call) < 0);        \
    CHECK_EQ(errno, why);     \
  } while (0)
#define NO_FILE(name, flags, why)                      \
  do {                                                 \
    errno = 0;                                         \
    CHECK(upc_all_fopen(name, flags, 0, NULL) == NULL); \
    CHECK_EQ(errno, why);                              \
  } while (0)

static void opening(void) {
  NO_FILE(file_name, RW, ENOENT);
  NO_FILE(file_name, UPC_RDWR | UPC_CREATE, EINVAL);
  NO_FILE(file_name, UPC_INDIVIDUAL_FP | UPC_CREATE, EINVAL);
  NO_FILE(file_name, RW | UPC_COMMON_FP | UPC_CREATE, EINVAL);
  NO_FILE(file_name, RW | UPC_RDONLY | UPC_CREATE, EINVAL);
  NO_FILE(file_name, RW | UPC_EXCL, EINVAL);
  NO_FILE(file_name, UPC_RDONLY | UPC_COMMON_FP | UPC_TRUNC, EINVAL);
  NO_FILE("/nowhere/at/all", RW | UPC_CREATE, ENOENT);
  NO_FILE("/", RW | UPC_CREATE, EISDIR);
  upc_file_t *fd = open_file(RW | UPC_CREATE | UPC_EXCL);
  CHECK_EQ(upc_all_fwrite_local(fd, data, 1, 10, 0), 10);
  CHECK_EQ(upc_all_fclose(fd), 0);
  NO_FILE(file_name, RW | UPC_CREATE | UPC_EXCL, EEXIST);
  fd = open_file(RW | UPC_APPEND);
  CHECK_EQ(upc_all_fseek(fd, 0, UPC_SEEK_CUR), 10);
  CHECK_EQ(upc_all_fseek(fd, -4, UPC_SEEK_CUR), 6);
  CHECK_EQ(upc_all_fwrite_local(fd, data, 1, 2, 0), 2); // append is but the first position
  CHECK_EQ(upc_all_fget_size(fd), 10);
  CHECK_EQ(upc_all_fclose(fd), 0);
  fd = open_file(RW | UPC_TRUNC);
  CHECK_EQ(upc_all_fget_size(fd), 0);
  upc_file_t *other = fd;
  CHECK(other == fd);
  CHECK_EQ(upc_all_fclose(fd), 0);
}

static void wrong(void) {
  upc_file_t *fd = open_file(UPC_WRONLY | UPC_INDIVIDUAL_FP | UPC_CREATE);
  FAILS(upc_all_fread_local(fd, data, 1, 1, 0), EBADF);
  FAILS(upc_all_fread_shared(fd, block, 0, 1, 1, 0), EBADF);
  FAILS(upc_all_fread_list_local(fd, 0, NULL, 0, NULL, 0), EBADF);
  FAILS(upc_all_fseek(fd, -1, UPC_SEEK_SET), EINVAL);
  FAILS(upc_all_fseek(fd, 0, 77), EINVAL);
  FAILS(upc_all_fset_size(fd, -1), EINVAL);
  FAILS(upc_all_fpreallocate(fd, -1), EINVAL);
  FAILS(upc_all_fcntl(fd, 12345, NULL), EINVAL);
  FAILS(upc_all_fwait_async(fd), EINVAL);
  FAILS(upc_all_fwrite_local(fd, data, (size_t)-1, 2, 0), EINVAL);
  upc_all_fwrite_local_async(fd, data, 1, 10, 0);
  FAILS(upc_all_fclose(fd), EBUSY);
  FAILS(upc_all_fseek(fd, 0, UPC_SEEK_SET), EBUSY);
  FAILS(upc_all_fget_size(fd), EBUSY);
  FAILS(upc_all_fwrite_local(fd, data, 1, 10, 0), EBUSY);
  FAILS(upc_all_fcntl(fd, UPC_GET_FL, NULL), EBUSY);
  CHECK_EQ(upc_all_fcntl(fd, UPC_ASYNC_OUTSTANDING, NULL), 1);
  CHECK_EQ(upc_all_fwait_async(fd), 10);
  upc_all_fread_local_async(fd, data, 1, 10, 0); // its error is told by the wait
  FAILS(upc_all_fwait_async(fd), EBADF);
  CHECK_EQ(upc_all_fclose(fd), 0);
  FAILS(upc_all_fclose(NULL), EBADF);
  FAILS(upc_all_fsync(NULL), EBADF);
  FAILS(upc_all_fcntl(NULL, UPC_GET_FL, NULL), EBADF);
  fd = open_file(UPC_RDONLY | UPC_COMMON_FP);
  FAILS(upc_all_fwrite_shared(fd, block, 0, 1, 1, 0), EBADF);
  FAILS(upc_all_fread_local(fd, data, 1, 1, 0), EINVAL); // private memory and the common pointer
  FAILS(upc_all_fset_size(fd, 10), EBADF);
  FAILS(upc_all_fpreallocate(fd, 10), EBADF);
  CHECK_EQ(upc_all_fclose(fd), 0);
}

static void control(void) {
  int flags = RW | UPC_CREATE;
  char key[20] = "cb_nodes", value[20] = "2";
  struct upc_hint hints[2] = {{key, value}, {"file_perm", "600"}}, more = {"cb_nodes", "4"}, third = {"mine", "yes"};
  const struct upc_hint *got;
  const char *name;
  if (MYTHREAD == 0) unlink(file_name);
  upc_barrier;
  upc_file_t *fd = upc_all_fopen(file_name, flags, 2, hints);
  key[0] = value[0] = 0; // they have been copied
  struct stat now;
  CHECK(stat(file_name, &now) == 0 && (now.st_mode & 0777) == 0600);
  CHECK_EQ(upc_all_fcntl(fd, UPC_GET_HINTS, &got), 2);
  CHECK(!strcmp(got[0].key, "cb_nodes") && !strcmp(got[0].value, "2"));
  CHECK_EQ(upc_all_fcntl(fd, UPC_SET_HINT, &more), 0);
  CHECK_EQ(upc_all_fcntl(fd, UPC_SET_HINT, &third), 0);
  CHECK_EQ(upc_all_fcntl(fd, UPC_GET_HINTS, &got), 3);
  CHECK(!strcmp(got[0].value, "4") && !strcmp(got[2].key, "mine") && got[2].key != third.key);
  CHECK_EQ(upc_all_fcntl(fd, UPC_GET_FN, &name), 0);
  CHECK(!strcmp(name, file_name) && name != file_name);

  CHECK_EQ(upc_all_fcntl(fd, UPC_GET_CA_SEMANTICS, NULL), 0);
  CHECK_EQ(upc_all_fcntl(fd, UPC_SET_STRONG_CA_SEMANTICS, NULL), 0);
  CHECK_EQ(upc_all_fcntl(fd, UPC_GET_CA_SEMANTICS, NULL), UPC_STRONG_CA);
  CHECK_EQ(upc_all_fcntl(fd, UPC_GET_FL, NULL), flags | UPC_STRONG_CA);
  CHECK_EQ(upc_all_fcntl(fd, UPC_SET_WEAK_CA_SEMANTICS, NULL), 0);
  CHECK_EQ(upc_all_fcntl(fd, UPC_GET_FL, NULL), flags);

  CHECK_EQ(upc_all_fcntl(fd, UPC_GET_FP, NULL), UPC_INDIVIDUAL_FP);
  upc_all_fseek(fd, MYTHREAD, UPC_SEEK_SET);
  CHECK_EQ(upc_all_fcntl(fd, UPC_SET_COMMON_FP, NULL), 0);
  CHECK_EQ(upc_all_fcntl(fd, UPC_GET_FP, NULL), UPC_COMMON_FP);
  CHECK_EQ(upc_all_fseek(fd, 0, UPC_SEEK_CUR), 0);
  CHECK_EQ(upc_all_fcntl(fd, UPC_GET_FL, NULL), (flags & ~UPC_INDIVIDUAL_FP) | UPC_COMMON_FP);
  CHECK_EQ(upc_all_fwrite_shared(fd, block, 0, 1, 100, 0), 100);
  CHECK_EQ(upc_all_fcntl(fd, UPC_SET_COMMON_FP, NULL), 0); // goes to the beginning all the same
  CHECK_EQ(upc_all_fseek(fd, 0, UPC_SEEK_CUR), 0);
  CHECK_EQ(upc_all_fcntl(fd, UPC_SET_INDIVIDUAL_FP, NULL), 0);
  CHECK_EQ(upc_all_fcntl(fd, UPC_GET_FL, NULL), flags);
  CHECK_EQ(upc_all_fread_local(fd, data, 1, 200, 0), 100);
  CHECK_EQ(upc_all_fclose(fd), 0);
  if (MYTHREAD == 0) CHECK_EQ(unlink(file_name), 0);
  upc_barrier;
}

// Two files at once, which are gone once they are closed.
static void several(void) {
  char second[320];
  snprintf(second, sizeof second, "%s.second", file_name);
  upc_file_t *a = open_file(RW | UPC_CREATE | UPC_DELETE_ON_CLOSE);
  upc_file_t *b = upc_all_fopen(second, UPC_RDWR | UPC_COMMON_FP | UPC_CREATE | UPC_DELETE_ON_CLOSE, 0, NULL);
  CHECK(a && b && a != b);
  CHECK_EQ(upc_all_fwrite_local(a, data, 1, 5, 0), 5);
  CHECK_EQ(upc_all_fwrite_shared(b, block, 0, 1, 7, 0), 7);
  upc_all_fsync(a);
  CHECK_EQ(upc_all_fget_size(a), 5);
  CHECK_EQ(upc_all_fget_size(b), 7);
  CHECK_EQ(upc_all_fclose(a), 0);
  CHECK_EQ(upc_all_fget_size(b), 7);
  CHECK_EQ(upc_all_fclose(b), 0);
  CHECK_EQ(access(second, F_OK), -1);
  CHECK_EQ(access(file_name, F_OK), -1);
  upc_barrier;
}

int main(void) {
  name_file("control");
  opening();
  wrong();
  control();
  several();
  return done();
}
