/* SPDX-License-Identifier: BSD-3-Clause
 * constant.h: values that the runtime sets once, before the program's first line, and that all other files see as
 * const. The C compiler may then keep them in registers. C does not let a program change an object that is defined
 * const, nor declare one object with two types. So these objects have two names: the file that sets them defines a
 * variable, and the assembler gives its address to the const name. Code that runs before the value is final reads the
 * variable. */
#ifndef URT_CONSTANT_H
#define URT_CONSTANT_H

/* `name`, of `bytes` bytes, is where the variable of this file is. */
#define URTK_CONSTANT(name, bytes, variable)                                              \
  __asm__(".globl " #name "\n\t.type " #name ", %object\n\t.size " #name ", " #bytes "\n\t" \
          ".set " #name ", " #variable "\n")

#endif
