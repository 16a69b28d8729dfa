#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A compilation that fails or is interrupted leaves no output and no temporary file, and does not change an old output.
. "$(dirname "$0")/../common.sh"
export TMPDIR=$dir/tmp; mkdir "$TMPDIR"
left() { [ -z "$(ls -A "$TMPDIR")" ] || die "left in TMPDIR: $(ls "$TMPDIR")"; }
only() { same "$(ls -I tmp | tr '\n' ' ')" "$1 "; left; }

echo 'int main(void) { return undeclared; }' >bad.upc
"$UPCC" bad.upc -o bad 2>err && die 'bad.upc compiled'
grep -q 'bad.upc:1:' err || die "no line in: $(cat err)"
rm err; only 'bad.upc'

echo 'void missing(void); int main(void) { missing(); return 0; }' >unlinked.upc
echo old >unlinked
"$UPCC" unlinked.upc -o unlinked 2>/dev/null && die 'unlinked.upc linked'
same "$(cat unlinked)" old
rm unlinked; only 'bad.upc unlinked.upc'

# A source that takes long: interrupted in the midst, in three places.
{ echo 'int x[1000];'; for i in $(seq 20000); do echo "int f$i(int a) { for (int i = 0; i < a; i++) x[i] += a * x[a - i]; return a; }"; done
  echo 'int main(void) { return 0; }'; } >long.upc
for after in 0.1 0.4 1.0; do
  for signal in INT TERM; do
    timeout -s $signal $after "$UPCC" -O2 long.upc -o long 2>/dev/null && die 'long.upc is not long enough'
    only 'bad.upc long.upc unlinked.upc'
  done
done
