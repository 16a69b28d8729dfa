#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Who has README alone finds the answer to each question of tests/tools/pages/questions: README has it, or leads by its links to the page
that has it, over at most one other page."""
import pathlib
import re
import sys

top = pathlib.Path(__file__).resolve().parents[3]
texts = {}


def text(page):
    if page not in texts:
        texts[page] = ' '.join((top / page).read_text().split())
    return texts[page]


def linked(page):
    """The pages that a page leads to."""
    targets = re.findall(r'\]\(([^)#\s]+\.md)', text(page))
    inside = {(top / page).parent.joinpath(target).resolve() for target in targets}
    return {str(path.relative_to(top)) for path in inside if path.is_file()}


near = {'README.md'} | linked('README.md')
reached = near | {further for page in near for further in linked(page)}
wrong, questions = [], 0
for line in (top / 'tests/tools/pages/questions').read_text().split('\n'):
    if not line or line.startswith('#'):
        continue
    questions += 1
    question, _, page, sentence = line.split(' | ')
    if page not in reached:
        wrong.append(f'{question} README leads to {page} over more than one page')
    elif sentence.lower() not in text(page).lower():
        wrong.append(f'{question} {page} does not say: {sentence}')
print('\n'.join(wrong) or f'{questions} questions: PASS')
sys.exit(1 if wrong or questions < 30 else 0)
