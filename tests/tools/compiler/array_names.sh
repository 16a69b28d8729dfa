#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# An array's name is its handle in every call of upc_stride_coll.h that takes one: each prototype with an upc_stride_array_t is called
# with a declared array, multi-blocked and plain. With -pedantic-upc, which knows no names as handles, none compiles.
. "$(dirname "$0")/../common.sh"
python3 - "$top/include/upc_stride_coll.h" >calls <<'P'
import re, sys
header = re.sub(r'(?s)/\*.*?\*/', '', open(sys.argv[1]).read())
header = re.sub(r'(?m)^ *#.*(\\\n.*)*', '', header)
for statement in header.split(';'):
    call = re.search(r'\b(upc_stride_\w+)\((.*\bupc_stride_array_t\b.*)\)', ' '.join(statement.split()))
    if call and 'typedef' not in statement:
        arguments = [a.strip() for a in call.group(2).split(',')]
        values = {'upc_stride_array_t': 'ARRAY', 'upc_stride_intervals_t': '(upc_stride_intervals_t){0}'}
        print(f"  {call.group(1)}({', '.join(values.get(a.split()[0], '0') for a in arguments if a != '...')});")
P
[ "$(wc -l <calls)" -ge 20 ] && grep -q '^  upc_stride_all_free(ARRAY);' calls || die "these calls were found: $(cat calls)"
for array in 'shared [8][8] int A[16][16]' 'shared [8] int A[16 * THREADS]'; do
  { printf '#include <upc.h>\n#include <upc_stride_coll.h>\n%s;\nint main(void) {\n' "$array"; sed 's/ARRAY/A/' calls; echo '}'; } >all.upc
  "$UPCC" -Werror=incompatible-pointer-types -c all.upc -o all.o 2>out || { cat out; die "$array"; }
done
"$UPCC" -pedantic-upc -c all.upc -o all.o 2>out && die 'with -pedantic-upc'
printf '%s\n' '#include <upc.h>' '#include <upc_stride_coll.h>' 'shared [8][8] int A[16][16];' 'int main(void) {' '  upc_stride_all_free(A);' '}' >free.upc
"$UPCC" free.upc -o free || die 'free.upc'
limited 60 "$UPCRUN" -n 2 ./free >out 2>&1 && die 'a declared array was freed'
grep -q 'free.upc:5: upc_stride_all_free: A: the declared array A' out || { cat out; die 'the message'; }
echo PASS
