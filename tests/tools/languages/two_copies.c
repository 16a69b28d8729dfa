/* SPDX-License-Identifier: BSD-3-Clause
 * Two copies of libupc_stride in one process: the second one must not start, and says why.
 * usage: two_copies LIBRARY OTHER_LIBRARY */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#define UPC_STRIDE_NO_PLACES
#include <upc_stride.h>

typedef int init_t(const upc_stride_options_t *);
typedef int call_t(void);
typedef const char *text_t(void);

int main(int argc, char **argv) {
  const upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN};
  void *first = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL), *other = dlopen(argv[argc - 1], RTLD_NOW | RTLD_LOCAL);
  if (first == NULL || other == NULL || first == other) return puts("FAILED: there are no two libraries"), 1;
  if (((init_t *)dlsym(first, "upc_stride_c_init"))(&options) != 0) return puts("FAILED: the first does not start"), 1;
  if (((init_t *)dlsym(other, "upc_stride_c_init"))(&options) == 0) return puts("FAILED: the second starts too"), 1;
  printf("%s\n", ((text_t *)dlsym(other, "upc_stride_c_last_error"))());
  if (((call_t *)dlsym(first, "upc_stride_c_barrier_all"))() != 0) return puts("FAILED: the first does not go on"), 1;
  ((call_t *)dlsym(first, "upc_stride_c_finalize"))();
  return ((init_t *)dlsym(first, "upc_stride_c_init"))(&options); /* again, by the same copy */
}
