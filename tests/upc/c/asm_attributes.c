// SPDX-License-Identifier: BSD-3-Clause
// Inline assembly with operands, clobbers and asm goto, register variables, asm names, sections, many attributes.
#include <stdio.h>
#include <string.h>

#if defined(__x86_64__)
static unsigned long add(unsigned long a, unsigned long b) {
  unsigned long r; __asm__("lea (%1,%2), %0" : "=r"(r) : "r"(a), "r"(b)); return r; }
static int swap_bytes(int x) { asm volatile("bswap %0" : "+r"(x) : : "cc"); return x; }
static int is_zero(int x) { asm goto("test %0, %0; jz %l[zero]" : : "r"(x) : "cc" : zero); return 0; zero: return 1; }
static void copy(char *to, const char *from, long n) {
  __asm__ __volatile__("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory"); }
static int named(int v) { int out; asm("movl %[in], %[out]\n\tincl %[out]" : [out] "=&r"(out) : [in] "rm"(v));
  return out; }
#else
static unsigned long add(unsigned long a, unsigned long b) { return a + b; }
static int swap_bytes(int x) { return __builtin_bswap32(x); }
static int is_zero(int x) { return !x; }
static void copy(char *to, const char *from, long n) { memcpy(to, from, n); }
static int named(int v) { return v + 1; }
#endif
__asm__(".globl asm_constant\n.section .rodata\nasm_constant: .long 77\n.text");
extern const int asm_constant;
int renamed(void) __asm__("the_real_name");
int renamed(void) { return 31; }
int the_real_name(void);
static int in_section __attribute__((section("my_section"), used)) = 4;
static const char *hidden __attribute__((unused)) = "unused";
__attribute__((visibility("hidden"), hot, nonnull(1), returns_nonnull)) char *first(char *p) { return p; }
__attribute__((always_inline)) static inline int inlined(int x) { return x + 1; }
[[maybe_unused]] static int cpp_style(void) { return 0; }
typedef int may_alias_t __attribute__((may_alias));
typedef struct { int x; } __attribute__((aligned(16))) aligned_t;
union transparent { int *i; float *f; } __attribute__((transparent_union));
static int taken(union transparent u) { return *u.i; }
static int old_style(void) __attribute__((deprecated("use another")));
static int old_style(void) { return 6; }
static int vla_mode __attribute__((mode(DI))) ;
static int switcher(int x) { switch (x) { case 1: x = 5; __attribute__((fallthrough)); case 2: return x;
  default: __builtin_unreachable(); } }

int main(void) {
  char to[6]; copy(to, "hello", 6); int i = 12; float f = 1;
  printf("%lu %x %d %d %s %d\n", add(40, 2), (unsigned)swap_bytes(0x11223344), is_zero(0), is_zero(3), to, named(8));
  printf("%d %d %d %d\n", asm_constant, renamed(), the_real_name(), in_section);
  printf("%s %d %d\n", first(to), inlined(1), taken(&i));
  printf("%x %zu %zu %d\n", *(may_alias_t *)&f, sizeof(aligned_t), sizeof vla_mode, switcher(1));
  asm volatile("" ::: "memory");
  if (__builtin_expect(i == 12, 1)) printf("%d\n", old_style());
  printf("%zu %d\n", __builtin_object_size(to, 0), __builtin_offsetof(aligned_t, x)); __builtin_prefetch(to);
  int clz = __builtin_clz(1); printf("%d\n", clz); return 0;
}
