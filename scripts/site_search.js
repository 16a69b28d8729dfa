// SPDX-License-Identifier: BSD-3-Clause
// The search of the site. scripts/site puts `pages` in front: the sections of all pages, with their texts. So it works in
// a folder too, where a browser gives a page no other file to read.

// The sections that have all words: those first that have them as they were typed, or in their titles. A word may be a part of one. A whole
// page, which `pages` has too, is found only if no section of it has them all.
function search(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean),
    phrase = words.join(' ');
  const found = [];
  for (const page of words.length ? pages : []) {
    const title = page.title.toLowerCase(),
      text = page.text.toLowerCase();
    let score = 0;
    for (const word of words) {
      const times = Math.min(text.split(word).length - 1, 20) + (title.includes(word) ? 100 : 0) + (title === word ? 1000 : 0);
      if (!times) {
        score = 0;
        break;
      }
      score += times;
    }
    if (score && words.length > 1 && text.includes(phrase)) score += 300;
    if (score) found.push({page, score, at: text.indexOf(text.includes(phrase) ? phrase : words[0])});
  }
  const [file, isSection] = [({page}) => page.location.split('#')[0], ({page}) => page.location.includes('#')],
    inSections = new Set(found.filter(isSection).map(file));
  return found.filter(f => isSection(f) || !inSections.has(file(f))).sort((a, b) => b.score - a.score);
}

function show(query) {
  const results = document.getElementById('mkdocs-search-results'),
    found = search(query).slice(0, 50);
  const made = (tag, text) => Object.assign(document.createElement(tag), {textContent: text});
  results.replaceChildren(
    ...(found.length ? [] : [made('p', query.trim() ? `No section has ${query}.` : 'Type some words.')]),
    ...found.map(({page, at}) => {
      const article = document.createElement('article'),
        link = Object.assign(made('a', page.title), {href: `${base_url}/${page.location}`}),
        heading = document.createElement('h3');
      heading.append(link);
      article.append(heading, made('p', page.text.slice(Math.max(0, at - 80), Math.max(0, at) + 160)));
      return article;
    }),
  );
}

function beginSearch() {
  const field = document.getElementById('mkdocs-search-query');
  if (!field) return; // only search.html has it
  field.value = new URLSearchParams(location.search).get('q') ?? '';
  field.addEventListener('input', () => show(field.value));
  field.form.addEventListener('submit', e => e.preventDefault());
  show(field.value);
}

if (typeof document !== 'undefined') beginSearch();
