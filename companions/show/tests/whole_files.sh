#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What the tools write is whole, or as it was before: where the disk is full (here: a file may have 1 KB) nothing is cut off.
. "$(dirname "$0")/../../../tests/tools/common.sh"
show=$build/bin/upc-stride-show tune=$build/bin/upc-stride-tune
full() { (trap '' XFSZ; ulimit -S -f 1; exec "$@"); }

draw() { "$@" "$show" 'shared [1][1] A[16][16]' --threads 4 --svg out.svg; }
echo old >out.svg
draw full 2>said && die "a picture of 1 KB"
grep -q -- '--svg out.svg: File too large' said || die "the picture: $(cat said)"
same "$(cat out.svg)" old
same "$(ls)" $'out.svg\nsaid'

mkdir folder && ln -s folder/whole.svg link && echo >folder/whole.svg && chmod 640 folder/whole.svg
rm out.svg && ln -s folder/whole.svg out.svg
draw env >/dev/null || die "no picture through a link"
grep -q '</svg>' folder/whole.svg && [ -L out.svg ] || die "the link has no picture"
same "$(stat -c %a folder/whole.svg)" 640

printf '#!/bin/bash\nulimit -S -f unlimited; exec "%s" "$@"\n' "$UPCRUN" >upcrun; chmod +x upcrun
echo old >rules
full "$tune" --upcrun "$dir/upcrun" --threads 2 --bytes 8 --rounds 1 --operations permute,scatter,gather,reduce \
  --output rules >said 2>&1 && die "rules of 1 KB: $(wc -c <rules)"
grep -q 'rules: File too large' said || die "the rules: $(tail -2 said)"
same "$(cat rules)" old
echo PASS
