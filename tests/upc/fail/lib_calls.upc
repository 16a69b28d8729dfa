// SPDX-License-Identifier: BSD-3-Clause
// Wrong use of other library calls: one line, and the job ends.
#include <string.h>
#include <upc.h>
#include <upc_io.h>
#include <upc_nb.h>

static shared [10] char here[10 * THREADS];

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  char data[10] = "123456789";
  if (!strcmp(what, "async")) {
    upc_file_t *fd = upc_all_fopen("/dev/null", UPC_WRONLY | UPC_INDIVIDUAL_FP, 0, NULL);
    upc_all_fwrite_local_async(fd, data, 1, 9, 0);
    if (MYTHREAD == 0) upc_all_fwrite_local_async(fd, data, 1, 9, 0);
  }
  if (!strcmp(what, "handle")) upc_sync((upc_handle_t)77);
  if (!strcmp(what, "twice")) {
    upc_handle_t handle = upc_memget_nb(data, &here[10 * ((MYTHREAD + 1) % THREADS)], 10);
    upc_sync(handle);
    upc_sync(handle);
  }
  return 0;
}
