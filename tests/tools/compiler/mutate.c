// SPDX-License-Identifier: BSD-3-Clause
// mutate FILE SEED: prints FILE with random changes, which the seed determines: a few tokens are deleted, doubled,
// exchanged or replaced by other tokens of the file, or a foreign line is inserted. The output is rarely a valid
// program; a compiler must refuse it and not crash.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 20 };
static char text[MOST + 1];
static struct { int at, length; } token[MOST]; // white space and comments go with what follows
static int tokens;
static unsigned long state;

// Each on a line to itself.
static const char *const strange[] = {
    "#pragma weak x", "#pragma weak x = main", "#pragma redefine_extname x y", "#pragma unused(x)",
    "#pragma pack(push, 1)", "#pragma pack(pop)",
    "#pragma GCC visibility push(hidden)", "#pragma clang loop unroll(full)", "#pragma STDC FP_CONTRACT OFF",
    "#pragma upc strict", "#pragma upc",
    "#pragma upc c_code", "#pragma processors g(2, THREADS)", "_Pragma(\"weak x\")", "_Pragma(\"upc relaxed\")",
    "//< a note", "/*!< a note */", "/// a \\",
    "/** \\param none */", "#line 7 \"other.c\"", "#include \"none.h\"", "#include <upc_strict.h>", "#if THREADS",
    "#if 0", "#endif", "#define shared",
    "#define x THREADS", "#define THREADS 3", "#undef MYTHREAD", "_Static_assert(sizeof(shared int), \"\");",
    "upc_barrier;", "upc_wait", "upc_forall (;;;)",
    "upc_forall (int i = 0; i < 9; i++; i)", "for (int i = 0; i < 9; i++)", "while (1)", "shared", "shared [*]",
    "shared [0] struct", "strict relaxed", "THREADS",
    "[THREADS]", "[*]", "<0:1, :>", "upc_blocksizeof", "sizeof(shared [] void *)", "(shared [2] int *)",
    "({ static shared int s; &s; })", "({ break; 1; })", "typeof(x)",
    "_Atomic", "__attribute__((packed))", "_Generic(x, shared int *: 1, default: 2)", "union { shared int *p; };",
    "return", "goto x;", "x:", "case 1:", "{", "}"};

static int below(int n) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return n ? (int)((state >> 33) % (unsigned)n) : 0;
}

static int word(int c) { return isalnum(c) || c == '_' || c == '$'; }

static int space_end(int at) {
  for (;;) {
    const char *end = NULL;
    if (isspace((unsigned char)text[at])) at++;
    else if (!strncmp(text + at, "//", 2)) end = strchr(text + at, '\n');
    else if (!strncmp(text + at, "/*", 2)) end = strstr(text + at + 2, "*/");
    else return at;
    if (end) at = (int)(end - text) + (*end == '*' ? 2 : 0);
    else if (text[at] == '/') return at + (int)strlen(text + at);
  }
}

static int token_end(int at) {
  if (text[at] == '"' || text[at] == '\'') {
    int quote = text[at++];
    while (text[at] && text[at] != quote && text[at] != '\n') at += text[at] == '\\' && text[at + 1] ? 2 : 1;
    return text[at] ? at + 1 : at;
  }
  if (word(text[at])) {
    while (word(text[at]) || (text[at] == '.' && isdigit((unsigned char)text[at - 1]))) at++;
    return at;
  }
  if (strchr("+-<>=&|", text[at]) && text[at] && (text[at + 1] == text[at] || text[at + 1] == '=')) return at + 2;
  return at + 1;
}

int main(int argc, char **argv) {
  FILE *file = argc == 3 ? fopen(argv[1], "r") : NULL;
  if (!file) return fprintf(stderr, "usage: mutate FILE SEED\n"), 2;
  int size = (int)fread(text, 1, MOST, file);
  text[size] = 0;
  state = strtoul(argv[2], NULL, 10) * 0x9e3779b97f4a7c15u + 99;
  for (int k = 0; k < 9; k++) below(2);
  for (int at = 0; at < size;) {
    int start = at;
    at = space_end(at);
    if (text[at]) at = token_end(at);
    token[tokens].at = start, token[tokens++].length = at - start;
  }
  int changes = 1 + below(3);
  int at[3], kind[3], other[3];
  for (int k = 0; k < changes; k++)
    at[k] = below(tokens), kind[k] = below(6), other[k] = below(3) ? at[k] + 1 + below(8) : below(tokens);
  for (int k = 0; k < tokens; k++) {
    int print = k, times = 1;
    for (int c = 0; c < changes; c++) {
      if (other[c] >= tokens) other[c] = tokens - 1;
      if (k == at[c] && kind[c] == 0) times = 0;
      if (k == at[c] && kind[c] == 1) times = 2;
      if (k == at[c] && kind[c] == 5) printf("\n%s\n", strange[other[c] % (int)(sizeof strange / sizeof *strange)]);
      else if (k == at[c] && kind[c] >= 2) print = other[c];
      if (k == other[c] && kind[c] == 2) print = at[c];
      if (kind[c] == 4 && k > at[c] && k < other[c] && other[c] - at[c] < 30) times = 0; // a run of them
    }
    while (times-- > 0) fwrite(text + token[print].at, 1, token[print].length, stdout);
  }
  putchar('\n');
  return 0;
}
