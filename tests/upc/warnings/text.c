/* SPDX-License-Identifier: BSD-3-Clause
 * Warnings of the text: preprocessor, comments, literals, pragmas. /* a comment in a comment */
#include <stdio.h>
#define UNUSED_MACRO 3
#define REDEFINED 1
#define REDEFINED 2
#undef NEVER_DEFINED
#define EMPTY
#define ARGUMENTS(a, b) a + b * a
#define __RESERVED 1
#warning a warning
#pragma unknown_pragma
#pragma once
#pragma GCC diagnostic ignored "-Wno-such-warning"
#if UNDEFINED_NAME
#elif 1 / 1
#endif extra
#ifdef EMPTY extra
#else
#endif
// a comment that goes \
   on
char trigraph[] = "what??!";
char escape[] = "\q", multi = 'ab', wide = L'x', hex = '\xff';
long number = 9223372036854775808;
double not_exact = 16777217.0f, huge = 1e400, hexadecimal = 0x1p3;
char joined[] = "a" "b", *list[] = {"one", "two" "three", "four"};
int comma[] = {1, 2, 3,}, statement = 3;;
int pasted = ARGUMENTS(1, 2), \
  behind = 1;
enum trailing { A, B, };
struct { int extra;; } twice;
int $dollar = 1, café = 2;
#pragma pack(push, 1)
struct packed { char c; int i; };
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Warray-bounds"
int silent(void) { int a[2] = {0}; return a[2]; }
#pragma clang diagnostic pop
int loud(void) { int a[2] = {0}; return a[2]; }
_Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wdivision-by-zero\"")
int silent_too(int x) { return x / 0; }
_Pragma("clang diagnostic pop")
int loud_too(int x) { return x / 0; }
#define IN_MACRO(array, i) array[i] / (i - i)
int in_macro(void) { int a[3] = {0}; return IN_MACRO(a, 4); }
int in_line(void) { int a[3] = {0}; return
#line 1000 "other.c"
  a[5]; }
#pragma STDC FENV_ACCESS maybe
#pragma weak loud_three
