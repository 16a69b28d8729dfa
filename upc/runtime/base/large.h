/* SPDX-License-Identifier: BSD-3-Clause
 * Memory of some pages that few programs use. It lies behind all other variables, so that those share few pages: each
 * thread is a process, and a page that it writes is its own. The linker puts common symbols there, so such a variable
 * is not static, and has no value at first.
 *
 * A constant that holds an address is such memory too: the loader writes the address. So large tables have texts of a
 * fixed length, which must be longer than each text, since C drops the zero behind one that fits exactly; and functions
 * are set one by one. */
#ifndef URTK_LARGE_H
#define URTK_LARGE_H
#define URTK_LARGE __attribute__((common, visibility("hidden")))
#endif
