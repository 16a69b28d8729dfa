#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcc -MJ: an entry for each source, which compiles it again.
. "$(dirname "$0")/../common.sh"
mkdir 'a folder'
cp "$here/quiet.upc" 'a folder/a.upc'
echo 'int twice(int x) { return 2 * x; }' >b.c
echo 'extern int none;' >c.c # each source includes it, and it is one
"$UPCC" -DX='"y"' -O2 -MJ commands -include c.c 'a folder/a.upc' b.c c.c -o prog || die "does not compile"
(echo '['; sed '$s/,$//' commands; echo ']') >compile_commands.json
UPCC="$UPCC" python3 - <<'EOF' || exit 1
import json, os, subprocess
entries = json.load(open('compile_commands.json'))
assert [e['file'] for e in entries] == ['a folder/a.upc', 'b.c', 'c.c'], entries
for e in entries:
    assert e['directory'] == os.getcwd() and e['output'] == 'prog', e
    words = e['arguments']
    assert words[0] == os.environ['UPCC'] and e['file'] in words and '-DX="y"' in words and '-O2' in words, words
    given = [w for w in words if w in ('a folder/a.upc', 'b.c', 'c.c', 'commands', '-MJ')]
    assert given == ['c.c', e['file']] and words[words.index('c.c') - 1] == '-include', words
    subprocess.run([*words, '-fsyntax-only'], check=True)
EOF
"$UPCC" -c -MJ/nowhere/commands b.c 2>err && die "a folder that is not there"
grep -q '^upcc: /nowhere/commands: No such file' err || die "$(cat err)"
echo PASS
