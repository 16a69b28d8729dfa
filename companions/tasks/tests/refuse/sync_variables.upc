// SPDX-License-Identifier: BSD-3-Clause
// What cannot be a synchronisation variable, where one cannot lie, and what cannot be done with one.
// flags: -ferror-limit=0
// expect: 32: 'upc_syncvar' qualifies arithmetic types and pointers, and this is 'struct pair'
// expect: 33: a synchronisation variable holds at most 16 bytes
// expect: 34: a synchronisation variable cannot be const
// expect: 35: one of 'upc_syncvar' or of 'upc_singlevar', not of both
// expect: 36: 'upc_syncvar' qualifies the type of an element; write the brackets behind the name
// expect: 37: a multi-blocked array cannot be one of synchronisation variables
// expect: 38: 'list' has several synchronisation variables and cannot be initialised
// expect: 39: a union cannot hold a synchronisation variable
// expect: 40: a bit-field cannot be a synchronisation variable
// expect: 44: a parameter cannot be a synchronisation variable; make 'v' a pointer to one
// expect: 45: 'c' is private and has synchronisation variables in it
// expect: 48: 'alone' is private and has synchronisation variables in it
// expect: 49: 'upc_memcpy' would take the bytes of a synchronisation variable
// expect: 50: does not convert to 'shared [] int *': one of them points to a synchronisation variable
// expect: 51: does not convert to 'upc_singlevar int *': one of them points to a synchronisation variable
// expect: 52: cannot be cast to 'shared [] int *': one of them points to a synchronisation variable
// expect: 53: a variable of 'upc_singlevar' is written once, and this reads it and writes it again
// expect: 54: a variable of 'upc_singlevar' is written once, and this reads it and writes it again
// expect: 55: a struct with synchronisation variables in it cannot be copied
// expect: 56: a synchronisation variable is read as a whole
// expect: 57: 'v' is a synchronisation variable, and this object is private
// expect: 58: the pointer-to-shared 'upc_syncvar int *' does not convert to the private
#include <stdlib.h>
#include <string.h>
#include <upc.h>

struct pair { int a, b; };
typedef int row[4];
upc_syncvar struct pair structs;
shared upc_syncvar long double _Complex large;
const upc_syncvar int fixed = 1;
upc_syncvar upc_singlevar int both;
shared [] upc_syncvar row of_rows;
shared [2][2] upc_syncvar int tiles[4][4];
shared [] upc_syncvar int list[2] = {1, 2};
union either { upc_syncvar int v; int w; };
struct bits { upc_syncvar int v : 3; };
struct cell { upc_syncvar int v; };
shared struct cell one, other;

void parameter(upc_syncvar int v);
void by_value(struct cell c);

void f(struct cell *there, upc_syncvar int x[], upc_singlevar int *y) {
  struct cell alone;
  shared void *copy = NULL; upc_memcpy(copy, x, 4);
  shared [] int *p = x;
  y = x;
  p = (shared [] int *)x;
  *y += 1;
  ++*y;
  one = other;
  upc_syncvar double _Complex z = 1; __real__ z = 1;
  there->v = 1;
  memcpy(there, x, 4);
}
