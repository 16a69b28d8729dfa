/* SPDX-License-Identifier: BSD-3-Clause
 * identity.h: which thread this is, of how many, and places in threads' segments. */
#ifndef URT_IDENTITY_H
#define URT_IDENTITY_H

#include <stddef.h>
#include "base/processor.h"
#include "urt.h"

void urtk_set_identity(int mythread, int threads); /* sets MYTHREAD and THREADS */
extern unsigned urtk_constructors;       /* of the runtime: those that have run */

/* No object lies below this offset of any segment. A null pointer-to-shared points there, and so do null and an index,
 * and a small integer that was made a pointer: so a conduit makes these bytes inaccessible. A page, or
 * URTK_GAP. Set once the number of threads is known (core/start.c), before there are segments. */
extern size_t urtk_first;
#define URTK_GAP ((size_t)4 << 30)

static inline urt_ptr_t urtk_at(int thread, size_t offset) { return (urt_ptr_t){offset, (unsigned)thread, 0}; }

/* A static shared object of the runtime itself: the same offset on every thread, zeroed. */
#define URTK_STATIC(variable, size)                                                                    \
  static urt_size_t variable;                                                                          \
  static const urt_static_t variable##_record __attribute__((section("urt_statics"), used, aligned(8))) = { \
      &variable, (size), 0, 0, #variable, 1, 0}

/* Values that the runtime sets once, before the program's first line, and that all other files see as
 * const. The C compiler may then keep them in registers. C does not let a program change an object that is defined
 * const, nor declare one object with two types. So these objects have two names: the file that sets them defines a
 * variable, and the assembler gives its address to the const name. Code that runs before the value is final reads the
 * variable. */

/* `name`, of `bytes` bytes, is where the variable of this file is. */
#define URTK_CONSTANT(name, bytes, variable)                                              \
  __asm__(".globl " #name "\n\t.type " #name ", %object\n\t.size " #name ", " #bytes "\n\t" \
          ".set " #name ", " #variable "\n")

#endif
