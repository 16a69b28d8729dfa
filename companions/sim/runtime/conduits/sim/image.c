/* SPDX-License-Identifier: BSD-3-Clause
 * sim: copies of the program's image. The system's loader has put the image where it is, and has noted addresses in it
 * as its *relocations* say. A copy is mapped from the same file, and gets the same addresses, or its own. */
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/fail.h"
#include "base/identity.h"
#include "base/large.h"
#include "base/processor.h"
#include "conduits/sim/image.h"

#if defined __x86_64__
enum { RELATIVE = R_X86_64_RELATIVE, ADDRESS = R_X86_64_64, DATA = R_X86_64_GLOB_DAT, CALL = R_X86_64_JUMP_SLOT,
       OFFSET = R_X86_64_TPOFF64 };
#elif defined __aarch64__
enum { RELATIVE = R_AARCH64_RELATIVE, ADDRESS = R_AARCH64_ABS64, DATA = R_AARCH64_GLOB_DAT,
       CALL = R_AARCH64_JUMP_SLOT, OFFSET = R_AARCH64_TLS_TPREL };
#else
enum { RELATIVE = -1, ADDRESS = -2, DATA = -3, CALL = -4, OFFSET = -5 }; /* no program is fit */
#endif

/* ---- what a program may call ---- */

/* Calls of the C library that do the same for a context as for a process: they keep nothing between two calls, or what
 * they keep is each thread's own (one_process.c), or all threads may share it. A program that calls others, such as
 * getopt, localtime or chdir, runs as processes. The runtime calls dup3, since programs call dup2. */
static const char *const known[] = {
  /* what the runtime calls */
  "__libc_start_main", "__cxa_finalize", "__cxa_atexit", "__gmon_start__", "__tls_get_addr", "__errno_location",
  "__libc_current_sigrtmax", "_Exit", "_exit", "exit", "abort", "__assert_fail", "access", "backtrace",
  "backtrace_symbols_fd", "close", "closedir", "dladdr", "dlopen", "dlsym", "dlerror", "dup", "dup3", "environ",
  "__environ", "execl", "execv", "fcntl", "fork",
  "fstat", "fstat64", "fsync", "ftruncate", "ftruncate64", "getauxval", "getenv", "gethostname", "getpid", "getppid",
  "getrlimit", "getrlimit64", "getuid", "geteuid", "kill", "lseek", "lseek64", "lstat", "madvise",
  "memfd_create", "mincore", "mkdir", "mmap", "mmap64", "mprotect", "msync", "munmap", "on_exit", "open", "open64",
  "opendir", "pause", "personality", "pipe", "pipe2", "posix_fallocate", "posix_fallocate64", "posix_fadvise",
  "posix_fadvise64", "prctl", "pread", "pread64", "preadv", "pwrite", "pwrite64", "pwritev", "raise", "read", "readdir",
  "readdir64", "readlink", "realpath", "rename", "remove", "rmdir", "sched_getaffinity", "sched_getcpu",
  "sched_setaffinity", "secure_getenv", "setenv", "setrlimit", "shm_unlink", "sigaction", "sigaddset", "sigaltstack",
  "sigemptyset", "sigfillset", "signal", "sigprocmask", "stat", "stat64", "syscall", "sysconf", "timer_create",
  "timer_settime", "uname", "unlink", "unsetenv", "waitpid", "write", "writev", "getpagesize", "mremap",
  "__sched_cpucount", "alphasort", "alphasort64", "scandir", "scandir64",
  "dl_iterate_phdr", "faccessat", "fdatasync", "getrandom", "isatty", "link", "openat", "openat64", "renameat2",
  "sigdelset", "sigismember", "symlink",
  /* threads of the system, which help one thread */
  "pthread_attr_destroy", "pthread_attr_init", "pthread_attr_setstacksize", "pthread_cond_broadcast",
  "pthread_cond_destroy", "pthread_cond_init", "pthread_cond_signal", "pthread_cond_wait", "pthread_create",
  "pthread_join", "pthread_mutex_destroy", "pthread_mutex_init", "pthread_mutex_lock", "pthread_mutex_trylock",
  "pthread_mutex_unlock", "pthread_once", "pthread_sigmask",
  /* files */
  "__fwritable", "clearerr", "fclose", "fdopen", "feof", "ferror", "fflush", "fgetc", "fgets", "fileno", "fopen",
  "fopen64", "fprintf", "fputc", "fputs", "fread", "fscanf", "fseek", "fseeko", "fseeko64", "ftell", "ftello",
  "ftello64", "fwrite", "getc", "getline", "perror", "printf", "putc", "putchar", "puts", "rewind", "scanf",
  "setvbuf", "snprintf", "sprintf", "sscanf", "stderr", "stdin", "stdout", "ungetc", "vfprintf", "vprintf",
  "vsnprintf", "vsprintf", "vsscanf", "getchar", "__isoc99_fscanf", "__isoc99_scanf", "__isoc99_sscanf",
  "__isoc99_vsscanf", "__isoc23_fscanf", "__isoc23_sscanf", "__printf_chk", "__fprintf_chk", "__sprintf_chk",
  "__snprintf_chk", "__vsnprintf_chk", "__vfprintf_chk", "open_memstream", "fmemopen", "dprintf", "asprintf",
  "vasprintf",
  /* memory, texts, numbers */
  "aligned_alloc", "bcmp", "bsearch", "calloc", "free", "malloc", "malloc_usable_size", "memalign", "memchr", "memcmp",
  "memcpy", "memmem", "memmove", "mempcpy", "memrchr", "memset", "posix_memalign", "qsort", "qsort_r", "rawmemchr",
  "realloc", "reallocarray", "stpcpy", "stpncpy", "strcasecmp", "strcasestr", "strcat", "strchr", "strchrnul", "strcmp",
  "strcpy", "strcspn", "strdup", "strerror", "strerror_r", "__xpg_strerror_r", "strlen", "strncasecmp", "strncat",
  "strncmp", "strncpy", "strndup", "strnlen", "strpbrk", "strrchr", "strsep", "strsignal", "strspn", "strstr",
  "strtok", "strtok_r", "__strtok_r", "strverscmp", "__memcpy_chk", "__memset_chk", "__memmove_chk", "__strcpy_chk",
  "__strcat_chk", "__strncpy_chk", "__stack_chk_fail", "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc",
  "isalnum", "isalpha", "isdigit", "isspace", "isupper", "islower", "isxdigit", "isprint", "ispunct", "tolower",
  "toupper", "abs", "labs", "llabs", "atof", "atoi", "atol", "atoll", "strtod", "strtof", "strtold", "strtol",
  "strtoll", "strtoul", "strtoull", "__isoc23_strtol", "__isoc23_strtoll", "__isoc23_strtoul", "__isoc23_strtoull",
  "div", "ldiv", "lldiv", "rand", "srand", "random", "srandom", "rand_r", "erand48", "nrand48", "jrand48", "random_r",
  "srandom_r", "initstate_r", "drand48_r", "srand48_r", "lrand48_r", "frexp", "ldexp", "modf", "scalbn", "copysign",
  "frexpf", "ldexpf", "modff", "scalbnf", "copysignf",
  /* time; most are the runtime's own (clock.c) */
  "asctime_r", "clock_getres", "ctime_r", "difftime", "gmtime_r", "localtime_r", "mktime", "strftime",
  /* jumps within a stack */
  "_setjmp", "setjmp", "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp", "__longjmp_chk",
};

/* Libraries whose variables all threads may share: they keep tables and plans there, and not what a caller is at. */
static const char shareable[][16] = {"linux-vdso.", "ld-linux", "libc.", "libm.", "libdl.", "libpthread.", "librt.",
  "libopenblas", "libblas", "libcblas", "liblapack", "liblapacke", "libgfortran", "libquadmath", "libgcc_s",
  "libfftw3", "libmvec", "libz.", "libzstd", "libatomic"};

URTK_LARGE char urtc_reason[300];
static const char *because(const char *verb, const char *name) {
  snprintf(urtc_reason, sizeof urtc_reason, "it %s %s", verb, name);
  return urtc_reason;
}

static int is_shareable(const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  for (size_t i = 0; i < sizeof shareable / sizeof *shareable; i++)
    if (strncmp(name, shareable[i], strlen(shareable[i])) == 0) return 1;
  return 0;
}

/* How names of their calls begin that do keep something: how to round, units of files, what a copy throws. */
static const char keeping[][16] = {"fe", "_gfortran_", "_Unwind_", "fftw_cleanup", "fftwf_cleanup", "fftwl_cleanup"};

/* Calls that give the C library a program's variables for later: what it flushes at any time lies there. */
static const char *const lending[] = {"fmemopen", "open_memstream"};

static int keeps(const char *name) {
  for (size_t i = 0; i < sizeof keeping / sizeof *keeping; i++)
    if (strncmp(name, keeping[i], strlen(keeping[i])) == 0) return 1;
  return 0;
}

static int is_known(const char *name) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(name, known[i]) == 0) return 1;
  return 0;
}

/* ---- the image ---- */

extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

/* A word of the image that holds an address: one of the image itself, from its start, or of a library. */
struct note { size_t at, value; int is_own; };

static struct {
  char *start;                           /* where the loader has put it */
  size_t bytes;
  const ElfW(Phdr) *part;                /* what is loaded, and more */
  int parts, file;
  const char *texts;                     /* names of symbols */
  const ElfW(Sym) *symbols;
  const ElfW(Rela) *list[2];             /* of relocations: of addresses, of calls */
  size_t entries[2];
  size_t constructors_at, constructors, destructors, alignment;
  struct { size_t first, end; } variables; /* pages that the program may write */
  int lends;                             /* 1: it makes a call of `lending` */
  struct { char *now; size_t first, bytes, filled; } locals;
  struct note *note;
  size_t notes;
} image;

static size_t down(size_t n) { return n & ~((size_t)sysconf(_SC_PAGESIZE) - 1); }
static size_t up(size_t n) { return down(n + (size_t)sysconf(_SC_PAGESIZE) - 1); }

/* The loader may have made addresses of what the file has as places. */
static const void *address_of(size_t place) {
  return place < (size_t)image.start ? image.start + place : (const char *)place;
}

/* Those of the compiler's library that look what the processor can do, if they are in the program. */
extern int __cpu_indicator_init(void) __attribute__((weak, visibility("hidden")));
extern void __init_cpu_features(void) __attribute__((weak, visibility("hidden")));

/* Of the program's own. One of each is the compiler's. */
static int has_constructors(void) {
  unsigned compilers = 1 + (__cpu_indicator_init != NULL) + (__init_cpu_features != NULL);
  return image.constructors > urtk_constructors + compilers || image.destructors > 1;
}

static const char *read_dynamic(const ElfW(Dyn) *d) {
  for (; d->d_tag != DT_NULL; d++) {
    size_t value = d->d_un.d_val;
    switch (d->d_tag) {
      case DT_STRTAB: image.texts = address_of(value); break;
      case DT_SYMTAB: image.symbols = address_of(value); break;
      case DT_RELA: image.list[0] = address_of(value); break;
      case DT_RELASZ: image.entries[0] = value / sizeof(ElfW(Rela)); break;
      case DT_JMPREL: image.list[1] = address_of(value); break;
      case DT_PLTRELSZ: image.entries[1] = value / sizeof(ElfW(Rela)); break;
      case DT_INIT_ARRAY: image.constructors_at = (size_t)((const char *)address_of(value) - image.start); break;
      case DT_INIT_ARRAYSZ: image.constructors = value / sizeof(void *); break;
      case DT_FINI_ARRAYSZ: image.destructors = value / sizeof(void *); break;
      case DT_TEXTREL: case DT_REL: case 36: return "its relocations are of another kind"; /* 36: DT_RELR */
    }
  }
  if (!image.texts || !image.symbols) return "it is linked statically";
  return has_constructors() ? "it has constructors or destructors" : NULL;
}

static const char *read_headers(void) {
  const ElfW(Dyn) *dynamic = NULL;
  size_t loaders = 0;                    /* the end of what only the loader writes */
  image.start = urtc_image_here();
  image.part = (const ElfW(Phdr) *)(image.start + __ehdr_start.e_phoff);
  image.parts = __ehdr_start.e_phnum;
  if ((uintptr_t)image.part != getauxval(AT_PHDR)) return "the runtime is in a library";
  if (__ehdr_start.e_type != ET_DYN) return "its place is fixed";
  for (const ElfW(Phdr) *p = image.part; p < image.part + image.parts; p++) {
    if (p->p_type == PT_LOAD) image.bytes = up(p->p_vaddr + p->p_memsz);
    if (p->p_type == PT_LOAD && p->p_align > image.alignment) image.alignment = p->p_align;
    if (p->p_type == PT_LOAD && p->p_flags & PF_W) {
      if (!image.variables.end) image.variables.first = down(p->p_vaddr);
      image.variables.end = up(p->p_vaddr + p->p_memsz);
    }
    if (p->p_type == PT_GNU_RELRO) loaders = down(p->p_vaddr + p->p_memsz);
    if (p->p_type == PT_DYNAMIC) dynamic = (const ElfW(Dyn) *)(image.start + p->p_vaddr);
    if (p->p_type != PT_TLS) continue;
    image.locals.first = p->p_vaddr;
    image.locals.bytes = p->p_memsz, image.locals.filled = p->p_filesz;
  }
  if (loaders > image.variables.first && loaders < image.variables.end) image.variables.first = loaders;
  return dynamic ? read_dynamic(dynamic) : "it is linked statically";
}

/* ---- what libraries there are ---- */
enum { LIBRARIES = 64 };
URTK_LARGE struct library { uintptr_t start, end; int is_c; } urtc_library[LIBRARIES];
static int libraries;

static int note_library(struct dl_phdr_info *info, size_t size, void *unfit) {
  (void)size;
  if (info->dlpi_addr == (uintptr_t)image.start) {
    image.locals.now = info->dlpi_tls_data;
    return 0;
  }
  const char *slash = strrchr(info->dlpi_name, '/');
  int is_c = strncmp(slash ? slash + 1 : info->dlpi_name, "libc.", 5) == 0;
  if (*info->dlpi_name && !is_shareable(info->dlpi_name)) *(const char **)unfit = because("uses", info->dlpi_name);
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    if (p->p_type != PT_LOAD || !(p->p_flags & PF_X)) continue;
    if (libraries == LIBRARIES) *(const char **)unfit = "it has so many libraries";
    else urtc_library[libraries++] = (struct library){info->dlpi_addr + p->p_vaddr,
                                                      info->dlpi_addr + p->p_vaddr + p->p_memsz, is_c};
  }
  return 0;
}

static int is_c_librarys(uintptr_t address) {
  for (const struct library *l = urtc_library; l < urtc_library + libraries; l++)
    if (address - l->start < l->end - l->start) return l->is_c;
  return 1; /* a variable: libc's, or one that only its name tells */
}

/* ---- the image's addresses ---- */
static int is_own(size_t address) { return address - (size_t)image.start < image.bytes; }

/* Null, or why copies cannot have what this entry is for. */
static const char *take_entry(const ElfW(Rela) *entry, urtc_replacement *replacement) {
  unsigned kind = (unsigned)ELF64_R_TYPE(entry->r_info);
  const ElfW(Sym) *symbol = &image.symbols[ELF64_R_SYM(entry->r_info)];
  const char *name = image.texts + symbol->st_name;
  struct note *n = &image.note[image.notes++];
  size_t value = *(size_t *)(image.start + entry->r_offset);
  *n = (struct note){entry->r_offset, value, 0};
  if (kind == RELATIVE) {
    n->value = (size_t)entry->r_addend, n->is_own = 1;
    return NULL;
  }
  if (kind == OFFSET) return NULL; /* of a _Thread_local variable, which has one address for all copies */
  if (kind != ADDRESS && kind != DATA && kind != CALL)
    return *name ? because("has a copy of", name) : "it chooses functions when it starts";
  if (is_own(value)) {
    if (symbol->st_shndx == SHN_UNDEF) return "it looks for functions when it calls them";
    n->value -= (size_t)image.start, n->is_own = 1;
    return NULL;
  }
  for (size_t i = 0; i < sizeof lending / sizeof *lending; i++) image.lends |= strcmp(name, lending[i]) == 0;
  void *other = replacement(name);
  if (other) n->value = (size_t)other;
  return value && (is_c_librarys(value) ? !is_known(name) : keeps(name)) ? because("uses", name) : NULL;
}

const char *urtc_image_unfit(urtc_replacement *replacement) {
  const char *why = read_headers();
  if (why) return why;
  image.note = urtk_memory(image.entries[0] + image.entries[1], sizeof *image.note, "the program's addresses");
  dl_iterate_phdr(note_library, &why);
  for (int l = 0; l < 2 && !why; l++)
    for (size_t i = 0; i < image.entries[l] && !why; i++) why = take_entry(&image.list[l][i], replacement);
  if (!why && (image.file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)) < 0) why = "it cannot be read";
  return why;
}

void urtc_image_forget(void) {
  if (image.file > 0) close(image.file);
  free(image.note);
}

/* ---- copies ---- */
size_t urtc_image_bytes(void) { return image.bytes; }
size_t urtc_image_alignment(void) { return image.alignment; }
char *urtc_image_here(void) { return (char *)(uintptr_t)&__ehdr_start; }
void *urtc_image_there(char *at, const void *here) { return at + ((const char *)here - image.start); }
int urtc_image_has(char *at, const void *address) { return (size_t)address - (size_t)at < image.bytes; }

/* The system keeps a list of pieces of memory. So code and constants in a row in the file are one piece, and variables
 * are no piece of their own: they are read into the thread's memory, where nothing has been written yet. */
static int read_variables(char *at, const ElfW(Phdr) *p) {
  for (size_t done = 0; done < p->p_filesz;) {
    ssize_t n = pread(image.file, at + p->p_vaddr + done, p->p_filesz - done, (off_t)(p->p_offset + done));
    if (n <= 0) return 0;
    done += (size_t)n;
  }
  return 1;
}

static int map_code(char *at, const ElfW(Phdr) *p, size_t bytes) {
  size_t place = down(p->p_vaddr), offset = down(p->p_offset), end = up(p->p_vaddr + bytes);
  int access = PROT_READ | PROT_EXEC, flags = MAP_PRIVATE | MAP_FIXED;
  return end == place || mmap(at + place, end - place, access, flags, image.file, (off_t)offset) != MAP_FAILED;
}

static int is_code(const ElfW(Phdr) *p) { return p->p_type == PT_LOAD && !(p->p_flags & PF_W); }

static int map_codes(char *at) {
  const ElfW(Phdr) *p = image.part, *end = p + image.parts;
  while (p < end) {
    const ElfW(Phdr) *first = p++;
    size_t bytes = first->p_filesz;
    if (!is_code(first)) continue;
    for (; p < end && is_code(p) && p->p_vaddr - first->p_vaddr == p->p_offset - first->p_offset; p++)
      bytes = p->p_vaddr + p->p_filesz - first->p_vaddr;
    if (!map_code(at, first, bytes)) return 0;
  }
  return 1;
}

int urtc_image_begin_again(char *at) {
  for (const ElfW(Phdr) *p = image.part; p < image.part + image.parts; p++)
    if (p->p_type == PT_LOAD && !is_code(p) && !read_variables(at, p)) return 0;
  for (const struct note *n = image.note; n < image.note + image.notes; n++)
    *(size_t *)(at + n->at) = n->is_own ? (size_t)at + n->value : n->value;
  return 1;
}

int urtc_image_copy(char *at) { return map_codes(at) && urtc_image_begin_again(at); }

void urtc_image_initialise(char *at, int argc, char **argv) {
  extern char **environ;
  void (**call)(int, char **, char **) = (void (**)(int, char **, char **))(at + image.constructors_at);
  for (size_t i = 0; i < image.constructors; i++) call[i](argc, argv, environ);
}

struct urtc_span urtc_image_variables(void) {
  return (struct urtc_span){image.variables.first, image.variables.end - image.variables.first};
}
int urtc_image_lends(void) { return image.lends; }

void *urtc_image_thread_locals(void) { return image.locals.now; }
size_t urtc_image_thread_local_bytes(void) { return image.locals.bytes; }
void urtc_image_first_thread_locals(char *at, void *to) {
  memset(to, 0, image.locals.bytes);
  memcpy(to, at + image.locals.first, image.locals.filled);
}
