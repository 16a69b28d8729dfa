#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# companions/server/editors/make: each word of the language is in each editor's file; the .vsix opens as a zip with manifests that name its
# files; Vim shows a program as the grammar says; the extension speaks with the language server.
. "$(dirname "$0")/../../../tests/tools/common.sh"
"$top/companions/server/editors/make" made 1.2.3 $(cat "$build/companions") || die "make: status $?"

# The words of the language are those that the compiler annotates, and those that companions add.
words=$({ cat "$top"/upc/frontend/tokens/annotate*.cpp
  for companion in $(cat "$build/companions"); do grep -l 'Known<Extension>' "$top/companions/$companion"/frontend/*/*.cpp 2>/dev/null; done | xargs -rd '\n' cat; } |
  grep -o '"\(upc_[a-z]*\|shared\|strict\|relaxed\|THREADS\|MYTHREAD\)"' | tr -d '"' |
  sort -u | grep -vxE 'upc_|upc_code|upc_haveaffinity|upc_atomic|upc_tick')
[ "$(wc -w <<<"$words")" -ge 18 ] || die "the compiler's words: $words"
for word in $words; do
  for file in vim/syntax/upc.vim emacs/upc-mode.el; do grep -qw -- "$word" made/$file || die "no $word in $file"; done
  python3 - "$word" <<'EOF' || die "$word is no word of the grammar"
import json, re, sys, zipfile
grammar = json.loads(zipfile.ZipFile('made/upc.vsix').read('extension/upc.tmLanguage.json'))
sys.exit(not any(re.fullmatch(p['match'], sys.argv[1]) for p in grammar['repository']['words']['patterns']))
EOF
done

python3 - <<'EOF' || exit 1
import json, re, sys, zipfile
import xml.etree.ElementTree as xml
z = zipfile.ZipFile('made/upc.vsix')
assert z.testzip() is None
names = set(z.namelist())
manifest = xml.fromstring(z.read('extension.vsixmanifest'))
space = {'v': 'http://schemas.microsoft.com/developer/vsx-schema/2011'}
identity = manifest.find('v:Metadata/v:Identity', space).attrib
package = json.loads(z.read('extension/package.json'))
assert identity['Version'] == package['version'] == '1.2.3', identity
assert (identity['Id'], identity['Publisher']) == (package['name'], package['publisher'])
for asset in manifest.iterfind('v:Assets/v:Asset', space):
    assert asset.attrib['Path'] in names, asset.attrib
types = {t.attrib['Extension'] for t in xml.fromstring(z.read('[Content_Types].xml'))}
assert {n.rsplit('.', 1)[1] for n in names} - {'xml'} == types, types
c = package['contributes']
for path in [package['main'], c['languages'][0]['configuration'], c['grammars'][0]['path'], c['snippets'][0]['path']]:
    assert 'extension/' + path[2:] in names, path
    if path.endswith('.json'): json.loads(z.read('extension/' + path[2:]))
grammar = json.loads(z.read('extension/upc.tmLanguage.json'))
assert grammar['scopeName'] == c['grammars'][0]['scopeName']
def patterns(rule):
    for p in rule.get('patterns', []):
        for key in 'match', 'begin', 'end':
            if key in p: re.compile(p[key])
        if p.get('include', '').startswith('#'): assert p['include'][1:] in grammar['repository'], p
patterns(grammar)
for rule in grammar['repository'].values(): patterns(rule)
EOF

# Snippets are programs: those of a whole file compile.
python3 - <<'EOF' >snippet.upc || die "snippets"
import json, re, zipfile
s = json.loads(zipfile.ZipFile('made/upc.vsix').read('extension/snippets.json'))
print(re.sub(r'\$\d+|\$\{\d+:([^}]*)\}', lambda m: m.group(1) or '', '\n'.join(s['program']['body'])))
EOF
"$UPCC" -fsyntax-only snippet.upc || die "the snippet does not compile: $(cat snippet.upc)"

if command -v vim >/dev/null; then
  echo 'shared [4] int A[THREADS]; int main(void) { upc_barrier; upc_all_alloc(1, UPC_IN_NOSYNC); }' >v.upc
  groups() { # COLUMN
    vim -u NONE -es -N --cmd "set rtp^=$PWD/made/vim" -c 'filetype plugin on | syntax on' -c 'edit v.upc' \
      -c "call writefile([synIDattr(synID(1,$1,1),'name'), &filetype], 'group')" -c 'qa!' </dev/null >/dev/null 2>&1
    cat group
  }
  if [ -r "$(vim -u NONE -es -c 'call writefile([$VIMRUNTIME."/syntax/c.vim"],"/dev/stdout")' -c 'qa!' 2>/dev/null)" ]; then
    same "$(groups 1 | tr '\n' ' ')" 'upcStorageModifier upc '
    same "$(groups "$(($(grep -bo upc_barrier v.upc | cut -d: -f1) + 1))" | head -1)" upcKeywordControl
    same "$(groups "$(($(grep -bo THREADS v.upc | cut -d: -f1) + 1))" | head -1)" upcConstantLanguage
  fi
fi

if command -v node >/dev/null; then
  python3 -c "import zipfile; zipfile.ZipFile('made/upc.vsix').extractall('unpacked')"
  cat >drive.js <<'EOF'
// The extension with an editor of three lines.
const text = 'shared [4] int P[16 * THREADS];\nint main(void) { P[5] = 1; return 0; }\n'
class Range { constructor(a, b, c, d) { this.start = { line: a, character: b }; this.end = { line: c, character: d } } }
const uri = { scheme: 'file', toString: () => 'file:///tmp/x.upc' }, providers = {}
const document = { languageId: 'upc', uri, version: 1, getText: () => text }
let published
const answered = new Promise(resolve => { published = resolve })
const nothing = () => ({ dispose() {} })
const register = name => (language, provider) => { providers[name] = provider }
const vscode = {
  Range, Uri: { parse: u => u }, Location: class { constructor(u, r) { this.uri = u; this.range = r } },
  Diagnostic: class { constructor(r, m, s) { this.range = r; this.message = m; this.severity = s } },
  Hover: class { constructor(c) { this.text = c.value } }, MarkdownString: class { constructor(v) { this.value = v } },
  DocumentSymbol: class { constructor(n) { this.name = n } }, CompletionItem: class { constructor(l) { this.label = l } },
  languages: { createDiagnosticCollection: () => ({ set: (u, list) => published(list) }),
    registerHoverProvider: register('hover'), registerDefinitionProvider: register('definition'),
    registerReferenceProvider: register('references'), registerDocumentSymbolProvider: register('symbols'),
    registerCompletionItemProvider: register('completion') },
  workspace: { getConfiguration: () => ({ get: () => [process.env.UPCC, '--language-server'] }), textDocuments: [document],
    onDidOpenTextDocument: nothing, onDidCloseTextDocument: nothing, onDidChangeTextDocument: nothing },
  window: { showWarningMessage: m => { console.log('FAILED: ' + m); process.exit(1) } }
}
const load = require('module')._load
require('module')._load = (name, ...rest) => name === 'vscode' ? vscode : load(name, ...rest)
const extension = require('./unpacked/extension/extension.js')
const same = (a, b) => { if (JSON.stringify(a) !== JSON.stringify(b)) throw new Error(`expected ${JSON.stringify(b)}, got ${JSON.stringify(a)}`) }
;(async () => {
  await extension.activate({ subscriptions: [] })
  same(await answered, [])
  const hover = await providers.hover.provideHover(document, { line: 1, character: 17 })
  if (!hover.text.includes('P[5] is in block 1')) throw new Error(hover.text)
  const place = await providers.definition.provideDefinition(document, { line: 1, character: 17 })
  same(place.range.start, { line: 0, character: 15 })
  same((await providers.symbols.provideDocumentSymbols(document)).map(s => s.name), ['P', 'main'])
  await extension.deactivate()
  console.log('driven')
})().catch(e => { console.log('FAILED: ' + e.message); process.exit(1) })
EOF
  same "$(UPCC="$UPCC" limited 60 node drive.js)" driven
fi
echo PASS
