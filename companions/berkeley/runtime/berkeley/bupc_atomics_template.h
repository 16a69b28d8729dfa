/* SPDX-License-Identifier: BSD-3-Clause
 * A template: the calls of bupc_atomics.h for one type and one kind of access. Defined before each #include:
 *
 *   TYPE, NAME     the C type; what it is called in the calls' names
 *   KIND           how core/atomic.h calls it
 *   BITS, VALUE    its bits as a uint64_t, and the value that has these bits
 *   INTEGER        1 for an integer, which has more calls
 *   ACCESS         relaxed, strict or private: the end of the calls' names
 *   ATOMIC_NAME    what stands before them, where they are not the program's calls
 *   TARGET, UPDATE the type of their argument; the function of core/atomic.h that does the update
 * The names of the type's properties are undefined at the end: the next type follows. */
#ifndef ATOMIC_NAME
#define ATOMIC_NAME(name) name
#endif
#define JOIN(name, call, access) ATOMIC_NAME(bupc_atomic##name##_##call##_##access)
#define EXPANDED(name, call, access) JOIN(name, call, access)
#define CALL(call) EXPANDED(NAME, call, ACCESS)

TYPE CALL(read)(TARGET p) { return VALUE(UPDATE(p, KIND, URTK_GET, 0, 0)); }
void CALL(set)(TARGET p, TYPE value) { UPDATE(p, KIND, URTK_SET, BITS(value), 0); }
TYPE CALL(swap)(TARGET p, TYPE value) { return VALUE(UPDATE(p, KIND, URTK_SET, BITS(value), 0)); }
TYPE CALL(cswap)(TARGET p, TYPE old, TYPE value) {
  return VALUE(UPDATE(p, KIND, URTK_CSWAP, BITS(old), BITS(value)));
}
#if INTEGER
TYPE CALL(mswap)(TARGET p, TYPE mask, TYPE value) {
  return VALUE(UPDATE(p, KIND, URTK_MSWAP, BITS(mask), BITS(value)));
}
TYPE CALL(fetchadd)(TARGET p, TYPE value) { return VALUE(UPDATE(p, KIND, URTK_ADD, BITS(value), 0)); }
TYPE CALL(fetchand)(TARGET p, TYPE value) { return VALUE(UPDATE(p, KIND, URTK_AND, BITS(value), 0)); }
TYPE CALL(fetchor)(TARGET p, TYPE value) { return VALUE(UPDATE(p, KIND, URTK_OR, BITS(value), 0)); }
TYPE CALL(fetchxor)(TARGET p, TYPE value) { return VALUE(UPDATE(p, KIND, URTK_XOR, BITS(value), 0)); }
TYPE CALL(fetchnot)(TARGET p) { return VALUE(UPDATE(p, KIND, URTK_NOT, 0, 0)); }
#endif

#undef JOIN
#undef EXPANDED
#undef CALL
#undef NAME
#undef TYPE
#undef KIND
#undef BITS
#undef VALUE
#undef INTEGER
