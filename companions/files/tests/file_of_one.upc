/* SPDX-License-Identifier: BSD-3-Clause
 * One thread alone cannot reach the files of a call: the program ends with a line, and nobody waits. There are more
 * threads than blocks. usage: file_of_one write|read|checkpoint|restart THREAD FOLDER */
#include <upc_stride_file.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void save(const char *what, upc_stride_section_t all) {
  upc_stride_saved_t saved;
  saved.name = "A", saved.section = all, saved.type = "f8";
  if (strcmp(what, "write") == 0) upc_stride_write("a.zarr", all, "f8", NULL);
  if (strcmp(what, "checkpoint") == 0) upc_stride_checkpoint("points", 1, 0, 1, &saved);
}

static void load(const char *what, upc_stride_section_t all) {
  upc_stride_saved_t saved;
  saved.name = "A", saved.section = all, saved.type = "f8";
  if (strcmp(what, "read") == 0) upc_stride_read(all, "a.zarr", "f8", NULL);
  if (strcmp(what, "restart") == 0) upc_stride_restart("points", 0, 1, &saved);
}

int main(int argc, char **argv) {
  size_t shape[1], block[1];
  upc_stride_array_t A;
  upc_stride_section_t all;
  if (argc < 4 || chdir(argv[3]) != 0) return 2;
  shape[0] = 24, block[0] = 8;
  A = upc_stride_all_alloc(1, shape, block, 8, 0, NULL);
  all = UPC_SECTION(A, UPC_STRIDE_ALL);
  save(strcmp(argv[1], "read") == 0 ? "write" : strcmp(argv[1], "restart") == 0 ? "checkpoint" : "", all);
  upc_barrier;
  if (MYTHREAD == atoi(argv[2]) && chdir("/proc/self") != 0) return 2; /* where nothing is, and nothing can be made */
  save(argv[1], all);
  load(argv[1], all);
  upc_barrier;
  if (MYTHREAD == 0) printf("PASS\n");
  return 0;
}
