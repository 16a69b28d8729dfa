/* SPDX-License-Identifier: BSD-3-Clause
 * Modules: the program, and the shared libraries with UPC code. The linker gathers the records of each module. Number 0
 * is the module that holds the runtime. */
#include "base/large.h"
#include "core/core.h"

#define FOUND __attribute__((weak, visibility("hidden"))) /* of this module: each has symbols of these names */
extern const urt_static_t __start_urt_statics[] FOUND, __stop_urt_statics[] FOUND;
extern const urt_init_t __start_urt_inits[] FOUND, __stop_urt_inits[] FOUND;
extern const urt_fixed_t __start_urt_fixed[] FOUND, __stop_urt_fixed[] FOUND;

enum { MOST = 256 };
static const urt_module_t own = {__start_urt_statics, __stop_urt_statics, __start_urt_inits,
                                 __stop_urt_inits,    __start_urt_fixed,  __stop_urt_fixed};
URTK_LARGE const urt_module_t *urtk_others[MOST]; /* from number 1 on */
static int modules = 1, closed;

int urtk_modules(void) { return modules; }
const urt_module_t *urtk_module(int number) { return number ? urtk_others[number] : &own; }
void urtk_close_modules(void) { closed = 1; }

void urt_add_module(const urt_module_t *module) {
  if (closed)
    urt_fatal("a shared library with UPC code was loaded after the threads had started; link the program with it, so "
              "that its shared variables have a place");
  if (modules == MOST) urtk_usage(1, "there are more than %d shared libraries with UPC code", MOST - 1);
  urtk_others[modules++] = module;
}
