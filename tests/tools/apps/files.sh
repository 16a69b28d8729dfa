#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The applications' files: a run reads what another has written, as .npy and as plain numbers. A wrong file gives one line
# and status 2. A file that cannot be written completely does not exist afterwards.
. "$(dirname "$0")/../common.sh"
matmul() { "$UPCRUN" -n 4 "$apps/matmul" "$@"; }
cholesky() { "$UPCRUN" -n 4 "$apps/cholesky" "$@"; }
fft3d() { "$UPCRUN" -n 3 "$apps/fft3d" "$@"; }
stencil() { "$UPCRUN" -n 3 "$apps/stencil" "$@"; }

passes() { "$@" >out 2>&1 && grep -q 'PASS$' out || die "$*: $(cat out)"; }
refuses() { # TEXT COMMAND...
  local text=$1; shift
  "$@" >out 2>&1
  same "$* $?" "$* 2"
  grep -qF -- "$text" out && [ "$(wc -l <out)" = 1 ] || die "$*: $(cat out)"
}

# A factor's upper triangle is that of a positive definite matrix too.
passes cholesky 37 --block 5 --check --output u.npy
tail -c +129 u.npy >u.bin
same "$(wc -c <u.npy) $(wc -c <u.bin)" "$((128 + 37 * 37 * 8)) $((37 * 37 * 8))"
passes cholesky --input u.npy --block 5 --check --output v.npy
passes cholesky 37 --input u.bin --block 5 --check --output v.bin
tail -c +129 v.npy | cmp - v.bin || die 'the same matrix, two factors'
passes cholesky 37 --block 5 --check --lower --grid 2x2 --output l.bin
od -An -t f8 -v -w$((37 * 8)) l.bin | awk '{ $1 = $1; print }' >l.txt
od -An -t f8 -v -w$((37 * 8)) u.bin | awk '{ for (i = 1; i <= NF; i++) t[i] = t[i] " " $i } END { for (i = 1; i <= NF; i++) print substr(t[i], 2) }' >u.txt
cmp l.txt u.txt || die 'L is not U transposed'

# A lower triangle said to be in Fortran's order is an upper one.
passes cholesky 37 --block 5 --check --lower --output l.npy
sed 's/False,/True, /' l.npy >fortran.npy
passes cholesky --input fortran.npy --block 5 --check --output w.npy
cmp v.npy w.npy || die "Fortran's order, another factor"

refuses 'u.npy: its shape must be (38, 38)' cholesky 38 --input u.npy
refuses 'the size N is needed' cholesky --input u.bin
refuses 'u.bin: has 10952 bytes, must have 11552' cholesky 38 --input u.bin
head -c 5000 u.npy >short.npy
refuses 'short.npy: has 5000 bytes, must have 11080' cholesky --input short.npy
sed 's/<f8/<f4/' u.npy >single.npy
refuses "single.npy: its elements are '<f4', must be '<f8'" cholesky --input single.npy
sed 's/(37, 37)/(1369,) /' u.npy >flat.npy
refuses 'flat.npy: must be an array of 2 dimensions' cholesky --input flat.npy
echo 'no array' >no.npy
refuses 'no.npy: not a .npy file' cholesky --input no.npy
refuses 'nowhere.npy: No such file' cholesky --input nowhere.npy
# A NaN is reported as a minor that is not positive, on the diagonal and off it: (x) and (1 x; x 1).
nan='\0\0\0\0\0\0\370\177' one='\0\0\0\0\0\0\360\077'
printf $nan >nan1.bin
printf $one$nan$nan$one >nan2.bin
for n in 1 2; do
  for block in 1 2; do same "$(cholesky $n --input nan$n.bin --block $block 2>&1) $?" "cholesky $n: info $n 1"; done
done
refuses '--indefinite makes a matrix' cholesky --input u.npy --indefinite 3
cholesky 10 --output nowhere/u.npy >out 2>&1
same $? 1
grep -qF 'nowhere/u.npy: No such file' out || die "$(cat out)"

# The same product of .npy and bare files; A by A's transpose, which is A said to be in Fortran's order, is symmetric.
passes matmul 23 31 9 --check --output m.npy
passes matmul 31 19 8 --check --output n.npy
for file in m n; do tail -c +129 $file.npy >$file.bin; done
passes matmul --input m.npy --input n.npy --block 4x5x6 --check --output p.npy
passes matmul 23 19 31 --input m.bin --input n.bin --block 4x5x6 --check --output p.bin
tail -c +129 p.npy | cmp - p.bin || die 'the same matrices, two products'
sed 's/False/True /; s/(23, 31)/(31, 23)/' m.npy >t.npy
passes matmul --input m.npy --input t.npy --check --output s.bin
od -An -t f8 -v -w$((23 * 8)) s.bin | awk '{ for (i = 1; i <= NF; i++) a[NR, i] = $i }
  END { for (i = 1; i <= 23; i++) for (j = 1; j <= 23; j++) { d = a[i, j] - a[j, i]; if (d * d > 1e-20 || a[i, i] <= 0) exit 1 } }' ||
  die 'A times its transpose is not symmetric'
refuses 'm.npy: its shape must be (23, 30)' matmul 23 19 30 --input m.npy
refuses 'm.npy: has 23 rows, must have as many as n.npy has columns, 19' matmul --input n.npy --input m.npy
refuses '--input is given for A and for B' matmul --input m.npy --input n.npy --input n.npy
refuses 'three sizes M N P are needed' matmul --input m.npy
# A file that one thread alone cannot read, as on several hosts: here its standard input, which is empty.
refuses 'matmul: thread 1: /dev/stdin: has 0 bytes, must have 5704' matmul 23 19 31 --input /dev/stdin <m.bin
for real in '' --real; do
  passes fft3d 9 10 7 $real --check --output b.npy --wisdom wisdom
  passes fft3d 9 10 7 $real --inverse --check --input b.npy --output a.npy --wisdom wisdom
  passes fft3d $real --check --input a.npy --output c.npy --grid 1x3
  for file in b c; do tail -c +129 $file.npy | od -An -t f8 -v -w8 >$file.txt; done
  paste b.txt c.txt | awk '{ d = $1 * 630 - $2; if (d * d > 1e-16) exit 1 }' || die "not what there was, times 630"
done
refuses "a.npy: its elements are '<f8', must be '<c16'" fft3d --input a.npy
# An array said to be in Fortran's order, and to have its dimensions the other way round, is transposed; so is its transform.
passes fft3d 9 10 7 --check --inverse --output a.npy
sed 's/False,/True, /; s/(9, 10, 7)/(7, 10, 9)/' a.npy >fortran.npy
passes fft3d --check --input fortran.npy --grid 3x1 --output t.npy
passes fft3d --check --input a.npy --output c.npy
for file in t c; do tail -c +129 $file.npy | od -An -t f8 -v -w16 >$file.txt; done
awk 'NR == FNR { re[NR - 1] = $1; im[NR - 1] = $2; next }
  { i = FNR - 1; x = int(i / 90); y = int(i / 9) % 10; z = i % 9; j = (z * 10 + y) * 7 + x
    d = $1 - re[j]; e = $2 - im[j]; if (d * d + e * e > 1e-16) exit 1 } END { exit FNR != 630 }' c.txt t.txt ||
  die "Fortran's order, another transform"
refuses 'three sizes NX NY NZ are needed' fft3d --input c.txt
refuses 'no.npy: holds no wisdom' fft3d 4 4 4 --wisdom no.npy
fft3d 4 4 4 --wisdom nowhere/wisdom >out 2>&1
same "$? $(grep -c '^fft3d: cannot write nowhere/wisdom: No such file' out)" '1 1'
(trap '' XFSZ; ulimit -f 0; fft3d 4 4 4 --wisdom full 2>&1; echo "status $?") | cat >out
same "$(grep -c '^fft3d: cannot write full: ' out) $(tail -n 1 out)" '1 status 1'
passes fft3d --npb S --graph --plan estimate --wisdom of_graph
[ -s of_graph ] || die '--graph writes no wisdom'
# Of zeros the right result is zero, exactly.
head -c $((4 * 5 * 6 * 16)) /dev/zero >zeros
passes fft3d 4 5 6 --check --input zeros
passes fft3d 4 5 6 --check --inverse --input zeros
same "$(echo *.part)" '*.part'

# A run that finds steps of an earlier one counts those that it computes itself.
passes stencil 30 --check --steps 4 --checkpoint saved
passes stencil 30 --check --steps 10 --checkpoint saved
grep -q 'steps 10/1 from step 4 grid' out || die "$(cat out)"
stencil 30 --check --steps 10 --checkpoint saved --json >out 2>/dev/null
grep -q '"from_step": 10, .*"gflops": 0.000,.*"PASS"' out || die "all steps are there: $(cat out)"
