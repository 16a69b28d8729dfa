#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""docs/troubleshooting.md, Messages: each message of ours is in the sources, .. standing for what changes, and each section is there."""
import pathlib
import re
import sys

top = pathlib.Path(__file__).resolve().parents[3]
page = (top / 'docs/troubleshooting.md').read_text()
sources = [path for folder in ('upc', 'src', 'companions', 'scripts') for path in (top / folder).rglob('*')
           if path.is_file() and path.suffix in ('.c', '.h', '.cpp', '.upc', '.py', '') and 'tests' not in path.parts]
# Neighbouring literals are one; what is put in, in C or by Clang, is ..
literals = re.sub(r'"\s*\n?\s*"', '', '\n'.join(path.read_text(errors='ignore') for path in sources)).replace('\\"', '"')
literals = re.sub(r'%[-0-9.*]*(?:l|ll|z)?[sdugxgfc]|%q?[0-9]|%select\{[^}]*\}[0-9]', '..', literals)
index = page[page.index('\n## Messages\n'):page.index('\n## It does not compile\n')]
rows = re.findall(r'^\| `(.*?)` \| (.*?) \|$', index, re.M)
failed = [f'{message}: no source has "{piece}"' for message, _ in rows for piece in message.split('..')
          if len(piece.strip()) > 3 and piece.strip() not in literals]
headings = {re.sub(r'[^\w\- ]', '', line).strip().lower().replace(' ', '-') for line in re.findall(r'^#+ (.*)', page, re.M)}
failed += [f'{message}: no section {link}' for message, where in rows for link in re.findall(r'\(#(.*?)\)', where) if link not in headings]
print('\n'.join(failed) or f'{len(rows)} messages: PASS')
sys.exit(1 if failed or len(rows) < 25 else 0)
