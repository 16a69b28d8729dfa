/* SPDX-License-Identifier: BSD-3-Clause
 * Memory of some pages that few programs use. It lies behind all other variables, so that those share few pages: each
 * thread is a process, and a page that it writes is its own. The linker puts common symbols there, so such a variable
 * is not static, and has no value at first. */
#ifndef URTK_LARGE_H
#define URTK_LARGE_H
#define URTK_LARGE __attribute__((common, visibility("hidden")))
#endif
