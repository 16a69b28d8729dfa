/* SPDX-License-Identifier: BSD-3-Clause
 * damage.h: bits, bytes, numbers, words and lines of a file are changed, removed, doubled or exchanged. */
#include "damage.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static size_t below(size_t n) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return n ? (size_t)((state >> 20) % n) : 0;
}

static char *text;
static size_t size, most;

/* The `length` bytes at `at` become `with`, if there is room. */
static void replace(size_t at, size_t length, const char *with, size_t bytes) {
  if (size - length + bytes > most) return;
  memmove(text + at + bytes, text + at + length, size - at - length);
  memmove(text + at, with, bytes);
  size += bytes - length;
}

/* ---- lines, words, numbers: where a random one is ---- */

typedef struct part { size_t at, length; } part_t;

/* The part around a random byte that has no byte of `ends` in it. A line has its end, too. */
static part_t part_without(const char *ends, int with_end) {
  size_t at = below(size), end = at;
  while (at > 0 && !memchr(ends, text[at - 1], strlen(ends))) at--;
  while (end < size && !memchr(ends, text[end], strlen(ends))) end++;
  return (part_t){at, end - at + (with_end && end < size)};
}

static part_t line(void) { return part_without("\n", 1); }
static part_t word(void) { return part_without(" \t\n\"=,:;|[]{}()", 0); }

/* The first number behind a random byte, or the empty part there. */
static part_t number(void) {
  size_t at = below(size), end;
  while (at < size && !isdigit((unsigned char)text[at])) at++;
  for (end = at; end < size && (isalnum((unsigned char)text[end]) || text[end] == '.'); end++) {}
  return (part_t){at, end - at};
}

/* ---- changes ---- */

static const char *const numbers[] = {
  "0", "-1", "1", "2", "-2147483648", "2147483647", "2147483648", "4294967295", "4294967296", "4294967297", "65536",
  "65537", "1048576", "1048577", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
  "18446744073709551615", "18446744073709551616", "99999999999999999999999999", "1e308", "1e309", "-1e309", "1e-320",
  "nan", "-nan", "inf", "-inf", "0x7fffffff", "0x1p1000", "0.5", "-0", "00", "+3", "3.", ".", "-", "", "1e", "1e99999"};

static const char *const words[] = {
  "*", "#", "%s%n", "%", "../..", "/", "$(exit 9)", "`", "'", "\"", "\\", "\\n", "\r", "\t", " ", "\n", "\n\n", ",",
  ",,", "=", ":", ";", "-", "--", "-oProxyCommand=false", "[", "]", "{}", "@", "\xff\xfe", "\xc3", "\xf4\x90\x80\x80",
  "\xef\xbb\xbf", "\x1b[2J", "\x7f", "inf", "none", "yes"};

/* A number as the machine has it, at a place for it. */
static void change_bytes(void) {
  static const uint64_t values[] = {0, 1, (uint64_t)-1, 1u << 31, (1u << 31) - 1, 1ull << 32, 1ull << 63,
                                    (1ull << 63) - 1, 65535, 65536, 1 << 20};
  size_t bytes = (size_t)1 << below(4), at = size < bytes ? 0 : below(size / bytes) * bytes;
  if (size < bytes) return;
  uint64_t value = values[below(sizeof values / sizeof *values)];
  memcpy(text + at, &value, bytes);
}

static void insert_long(void) {
  size_t bytes = (size_t)200 << below(10), at = below(size + 1);
  char *filled = malloc(bytes), byte = "1x ,\n\0"[below(6)];
  if (!filled) return;
  memset(filled, byte, bytes);
  replace(at, 0, filled, bytes);
  free(filled);
}

/* One random part in the place of another one, or behind it. */
static void copy_part(part_t (*part)(void), int behind) {
  part_t from = part(), to = part();
  char *copy = malloc(from.length + 1);
  if (!copy) return;
  memcpy(copy, text + from.at, from.length);
  if (behind) to.at += to.length, to.length = 0;
  replace(to.at, to.length, copy, from.length);
  free(copy);
}

static void change(void) {
  static const char zero[1];
  const char *with;
  part_t p;
  switch (below(14)) {
  case 0: if (size) text[below(size)] ^= (char)(1 << below(8)); break;
  case 1: if (size) text[below(size)] = (char)below(256); break;
  case 2: p = line(); replace(p.at, p.length, "", 0); break;
  case 3: copy_part(line, 1); break;
  case 4: copy_part(line, 0); break;
  case 5: p = word(); replace(p.at, p.length, "", 0); break;
  case 6: copy_part(word, 0); break;
  case 7: size = below(size + 1); break;
  case 8: replace(below(size + 1), 0, zero, 1); break;
  case 9: insert_long(); break;
  case 10: change_bytes(); break;
  case 11:
    with = words[below(sizeof words / sizeof *words)];
    replace(below(size + 1), 0, with, strlen(with));
    break;
  default: /* twice as often: files are numbers most of all */
    p = number();
    with = numbers[below(sizeof numbers / sizeof *numbers)];
    replace(p.at, p.length, with, strlen(with));
  }
}

size_t damage(char *given, size_t bytes, unsigned long seed) {
  text = given, size = bytes, most = bytes + DAMAGE_ROOM;
  state = (seed + 1) * 0x9e3779b97f4a7c15u;
  for (int k = 0; k < 9; k++) below(2);
  for (size_t n = 1 + below(4); n > 0; n--) change();
  return size;
}
