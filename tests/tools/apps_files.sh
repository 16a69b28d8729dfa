#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The applications' files: what one run writes another reads, as .npy and as bare numbers; wrong ones give one line and
# status 2; what cannot be written leaves nothing.
apps=$PWD/$BUILD/apps
. "$(dirname "$0")/common.sh"
cholesky="$UPCRUN -n 4 $apps/cholesky" fft3d="$UPCRUN -n 3 $apps/fft3d"

passes() { "$@" >out 2>&1 && grep -q 'PASS$' out || die "$*: $(cat out)"; }
refuses() { # TEXT COMMAND...
  local text=$1; shift
  "$@" >out 2>&1
  same "$* $?" "$* 2"
  grep -qF -- "$text" out && [ "$(wc -l <out)" = 1 ] || die "$*: $(cat out)"
}

# A factor's upper triangle is that of a positive definite matrix too.
passes $cholesky 37 --block 5 --check --output u.npy
tail -c +129 u.npy >u.bin
same "$(wc -c <u.npy) $(wc -c <u.bin)" "$((128 + 37 * 37 * 8)) $((37 * 37 * 8))"
passes $cholesky --input u.npy --block 5 --check --output v.npy
passes $cholesky 37 --input u.bin --block 5 --check --output v.bin
tail -c +129 v.npy | cmp - v.bin || die 'the same matrix, two factors'
passes $cholesky 37 --block 5 --check --lower --grid 2x2 --output l.bin
od -An -t f8 -v -w$((37 * 8)) l.bin | awk '{ $1 = $1; print }' >l.txt
od -An -t f8 -v -w$((37 * 8)) u.bin | awk '{ for (i = 1; i <= NF; i++) t[i] = t[i] " " $i } END { for (i = 1; i <= NF; i++) print substr(t[i], 2) }' >u.txt
cmp l.txt u.txt || die 'L is not U transposed'

refuses 'u.npy: its shape must be (38, 38)' $cholesky 38 --input u.npy
refuses 'u.bin: has 10952 bytes, must have 11552' $cholesky 38 --input u.bin
head -c 5000 u.npy >short.npy
refuses 'short.npy: has 5000 bytes, must have 11080' $cholesky --input short.npy
sed 's/<f8/<f4/' u.npy >single.npy
refuses "single.npy: its elements are '<f4', must be '<f8'" $cholesky --input single.npy
sed 's/(37, 37)/(1369,) /' u.npy >flat.npy
refuses 'flat.npy: must be an array of 2 dimensions' $cholesky --input flat.npy
echo 'no array' >no.npy
refuses 'no.npy: not a .npy file' $cholesky --input no.npy
refuses 'nowhere.npy: No such file' $cholesky --input nowhere.npy
refuses '--indefinite makes a matrix' $cholesky --input u.npy --indefinite 3
$cholesky 10 --output nowhere/u.npy >out 2>&1
same $? 1
grep -qF 'cannot write nowhere/u.npy: No such file' out || die "$(cat out)"

for real in '' --real; do
  passes $fft3d 9 10 7 $real --check --output b.npy --wisdom wisdom
  passes $fft3d 9 10 7 $real --inverse --check --input b.npy --output a.npy --wisdom wisdom
  passes $fft3d $real --check --input a.npy --output c.npy --grid 1x3
  for file in b c; do tail -c +129 $file.npy | od -An -t f8 -v -w8 >$file.txt; done
  paste b.txt c.txt | awk '{ d = $1 * 630 - $2; if (d * d > 1e-16) exit 1 }' || die "not what there was, times 630"
done
refuses "a.npy: its elements are '<f8', must be '<c16'" $fft3d --input a.npy
sed 's/False,/True, /' a.npy >fortran.npy
refuses "fortran.npy: in Fortran's order" $fft3d --real --input fortran.npy
refuses 'no.npy: holds no wisdom' $fft3d 4 4 4 --wisdom no.npy
same "$(echo *.part)" '*.part'
