#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# scripts/site: a page for each page, with its pictures; the menu has the groups of docs/index.md; the search finds the manual's calls
# and the answers of tests/tools/pages/questions without a server; cells of tables have the headings of their columns; all links lead somewhere; a page with a link that leads nowhere is refused. PYTHON is one with MkDocs, else that of make site.
. "$(dirname "$0")/../common.sh"
for python in "${PYTHON:-python3}" "$build/site-tools/bin/python" ''; do
  "$python" -m mkdocs --version >/dev/null 2>&1 && break
done
[ -n "$python" ] || { echo "no Python here has MkDocs: make site installs it"; exit 77; }
limited 100 "$python" "$top/scripts/site" site || die "scripts/site: status $?"
python3 - "$top" <<'EOF' || exit 1
import html.parser, pathlib, sys, urllib.parse
root, site = pathlib.Path(sys.argv[1]), pathlib.Path('site').resolve()
of_users = [*(root / 'docs').glob('*.md'), *(root / 'companions').glob('*/[a-z]*.md')]
for page in of_users:
    assert (site / page.relative_to(root)).with_suffix('.html').is_file(), page
for picture in (root / 'docs').glob('tutorial_*.svg'):
    assert (site / 'docs' / picture.name).is_file(), picture
if (root / 'build/explorer.html').is_file():
    assert (site / 'explorer.html').is_file() and 'explorer.html#d=shared%20%5B4%5D' in (site / 'docs/tutorial.html').read_text()

class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.ids, self.path = [], set(), path
        self.feed(path.read_text())
    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ('href', 'src') and value: self.links.append(value)
            if name in ('id', 'name'): self.ids.add(value)

pages = {p: Page(p) for p in site.rglob('*.html') if p != site / 'explorer.html'}  # its fragment is its state
count = 0
for page in pages.values():
    for link in page.links:
        parts = urllib.parse.urlsplit(link)
        if parts.scheme or parts.netloc or not parts.path: continue
        assert not link.startswith('/'), '%s: %s: the site may lie in a folder' % (page.path, link)
        to = (page.path.parent / urllib.parse.unquote(parts.path)).resolve()
        to = to / 'index.html' if to.is_dir() else to
        assert to.exists(), '%s: %s' % (page.path, link)
        assert not parts.fragment or to not in pages or parts.fragment in pages[to].ids, '%s: %s' % (page.path, link)
        count += 1
assert count > 500, count
first = pages[site / 'index.html'].links
for page in of_users:
    assert str(page.relative_to(root).with_suffix('.html')) in first, 'the first page does not list %s' % page
menu = (site / 'index.html').read_text().split('wy-menu-vertical')[1]
for heading in (root / 'docs/index.md').read_text().split('\n'):
    if heading.startswith('## To '):
        assert '>%s</' % heading[3:] in menu, 'the menu lacks %s' % heading
if (root / 'build/explorer.html').is_file():
    assert 'href="../../explorer.html">Open it' in (site / 'companions/explorer/explorer.html').read_text()
EOF
! command -v node >/dev/null || node -e "
const {readFileSync, existsSync} = require('fs');
const search = new Function(readFileSync('site/search/main.js', 'utf8') + '; return search;')();
for (const [words, page] of [['upc_stride_reduce_scatter', 'docs/manual.html'], ['simulated machines', 'companions/sim/machines.html']]) {
  const found = search(words).map(f => f.page.location);
  if (!found.some(l => l.startsWith(page)) || !found.every(l => existsSync('site/' + l.split('#')[0]))) throw new Error(found);
}
for (const line of readFileSync('$here/questions', 'utf8').split('\n').filter(l => l && !l.startsWith('#'))) {
  const [, words, page] = line.split(' | '), html = page.replace(/README[.]md\$/, 'index.html').replace(/[.]md\$/, '.html');
  const found = search(words).slice(0, 5).map(f => f.page.location || 'index.html');
  if (!found.some(l => l.split('#')[0] === html)) throw new Error('\"' + words + '\" leads to ' + found + ', not to ' + html);
}
if (search('nosuchword').length) throw new Error('it found what is not there');" || die 'the search'
grep -q '<td data-label="Folder"' site/MAINTAIN.html || die 'a table without labels'
mkdir -p wrong/docs wrong/scripts
cp "$top/scripts/site" wrong/scripts
printf '# A\n\n[b](docs/nowhere.md)\n' >wrong/README.md
printf '# Pages\n' >wrong/docs/index.md
limited 100 "$python" wrong/scripts/site wrong/out >out 2>&1 && die "a link that leads nowhere"
grep -q '^README.md: docs/nowhere.md leads nowhere$' out || die "$(cat out)"
echo PASS
