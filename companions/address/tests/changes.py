# SPDX-License-Identifier: BSD-3-Clause
"""Changes of one bound, free, count or affinity in the text of a program in UPC.

Each is given twice: as it is made, and as the program that judges it has it (programs/judge.h). Whether a change is a
fault depends on what the program does: a smaller object may be large enough, and a pointer may be null. So the judge
says it while the program runs: by the sizes of objects, by the index that a loop gets to, or by whether memory that
is no longer the program's was changed."""
import collections
import re

# `made`, `judged`: lists of (start, end, new text)
Change = collections.namedtuple('Change', 'kind start made judged')


def arguments(text, at):
    """The spans of the arguments of the call whose parenthesis is at `at`."""
    depth, start, spans = 0, at + 1, []
    for i in range(at, len(text)):
        if text[i] in '([{':
            depth += 1
        elif text[i] in ')]}':
            depth -= 1
            if not depth:
                return spans + [(start, i)]
        elif text[i] == ',' and depth == 1:
            spans.append((start, i))
            start = i + 1
    return []


def has_effects(text):
    return bool(re.search(r'\+\+|--|[^=<>!]=[^=]', text))


def called(text, pattern, count):
    """Calls with so many arguments: the match, the spans and the texts of the arguments."""
    for m in re.finditer(r'\b(?:%s)(?=\()' % pattern, text):
        spans = arguments(text, m.end())
        words = [text[a:b].strip() for a, b in spans]
        if len(spans) == count and all(words) and not has_effects(' '.join(words)):
            yield m, spans, words


def counts_of_copies(text):
    for m, spans, words in called(text, r'upc_mem(?:cpy|get|put|set)(?:_nb|_nbi)?', 3):
        more = '(%s) * 2 + 64' % words[2]
        shared = {'c': [0, 1], 'g': [1], 'p': [0], 's': [0]}[m[0][7]]
        judged = more
        for k in shared:
            judged = 'judge_count(%s, %s)' % (judged, words[k])
        yield Change('count of a copy', m.start(), [(*spans[2], more)], [(*spans[2], judged)])


# Of each collective, how many times its number of bytes dst and src have on a thread.
COLLECTIVES = {'broadcast': ('1', '1'), 'scatter': ('1', 'THREADS'), 'gather': ('THREADS', '1'),
               'gather_all': ('THREADS', '1'), 'exchange': ('THREADS', 'THREADS')}


def counts_of_collectives(text):
    for m, spans, words in called(text, 'upc_all_(?:%s)' % '|'.join(COLLECTIVES), 4):
        more = '(%s) * 2 + 64' % words[2]
        dst, src = COLLECTIVES[m[0][len('upc_all_'):]]
        judged = '(judge_count((%s) * %s, %s), judge_count((%s) * %s, %s), %s)' % (
            more, dst, words[0], more, src, words[1], more)
        yield Change('count of a collective', m.start(), [(*spans[2], more)], [(*spans[2], judged)])


def calls_of_allocation(text):
    yield from called(text, 'upc_alloc', 1)
    yield from called(text, 'upc_(?:all|global)_alloc', 2)


def sizes(text):
    for m, spans, words in calls_of_allocation(text):
        half = '(%s) / 2' % words[-1]
        judged = '%s(%s, %s)' % (m[0].replace('upc_', 'judge_'), ', '.join(words), half)
        yield Change('size of an object', m.start(), [(*spans[-1], half)], [(m.start(), spans[-1][1] + 1, judged)])


def early_frees(text):
    for m, spans, words in calls_of_allocation(text):
        end = spans[-1][1] + 1
        pointer = re.search(r'(\*?)(?<![\w.>])([\w\[\].]+(?:->\w+)*) = (?:\([^()]*\))?$', text[:m.start()])
        if not pointer or text[end:end + 1] != ';':
            continue
        # Behind a declaration comes a statement; an assignment, which an `if` may stand before, goes on.
        free = '%s upc_free(%s);' % (';' if pointer[1] else ',', pointer[2])
        if m[0] == 'upc_all_alloc':
            free = free.replace('upc_free', 'MYTHREAD ? (void)0 : upc_free')
        judged = '%s(%s, 0)' % (m[0].replace('upc_', 'judge_'), ', '.join(words))
        yield Change('freed too early', m.start(), [(end, end + 1, free)], [(m.start(), end, judged)])


def second_frees(text):
    for m in re.finditer(r'(?<=[;{}\n)])(\s*)(upc_(?:all_)?(?:lock_)?free)\(([\w\[\].]+)\);', text):
        call = '%s(%s);' % (m[2], m[3])
        yield Change('freed twice', m.start(2), [(m.start(2), m.end(), '{ %s %s }' % (call, call))],
                     [(m.start(2), m.end(), '{ judge(%s != NULL); %s }' % (m[3], call))])


def statement(text, start):
    """Where the statement or block that begins there ends."""
    depth = 0
    for i in range(start, len(text)):
        if text[i] in '([{':
            depth += 1
        elif text[i] in ')]}':
            depth -= 1
            if depth < 0 or (not depth and text[i] == '}'):
                return i + 1
        elif text[i] == ';' and not depth:
            return i + 1
    return len(text)


def bounds(text):
    """Loops over the elements of shared arrays."""
    names = set(re.findall(r'\bshared\b[^;(){}=]*?\b(\w+) *(?=[\[=;,])', text))
    arrays = set(re.findall(r'\bshared\b *(?:\[[^\]]*\])?[^;(){}=*]*?\b(\w+)\[', text))
    for m in re.finditer(r'\b(?:upc_forall|for) \((?:int|size_t|long) (\w+) = 0; \1 < ([^;]+); \1\+\+', text):
        head = m.start() + text[m.start():].index('(')
        inside = arguments(text, head)
        if not inside or has_effects(m[2]):
            continue
        start = inside[-1][1] + 1
        body = text[start:statement(text, start)]
        judged = []
        for x in re.finditer(r'(?<![&\w.])(\w+)\[%s\]' % m[1], body):
            if x[1] not in names:
                continue
            a, b = start + x.start(), start + x.end()
            beyond = '%s >= sizeof %s / sizeof %s[0]' % (m[1], x[1], x[1]) if x[1] in arrays else '0'
            judged.append((a, b, '{0}[judge_at(&{0}[{1}], sizeof {0}[{1}], {1}, {2})]'.format(x[1], m[1], beyond)))
        if judged:
            more = (m.start(2), m.end(2), '(%s) + 1' % m[2])
            yield Change('bound', m.start(), [more], [more, *judged])


def affinities(text):
    """Private pointers to an element of the caller's: to the next thread's."""
    for m in re.finditer(r'\((?:const )?(?:struct )?\w+(?: \w+)? \*\)&(\w+)((?:\[[^\[\]]*\])+)', text):
        if not re.search(r'\bMYTHREAD\b', m[2]):
            continue
        more = re.sub(r'\bMYTHREAD\b', '(MYTHREAD + 1)', m[2])
        judged = '(judge_other((shared void *)&%s%s), &%s%s)' % ((m[1], more) * 2)
        yield Change('affinity', m.start(), [(*m.span(2), more)], [(m.start(1) - 1, m.end(2), judged)])


KINDS = counts_of_copies, counts_of_collectives, sizes, early_frees, second_frees, bounds, affinities


def changes(text):
    code = re.sub(r'//[^\n]*|/\*.*?\*/', lambda m: re.sub(r'[^\n]', ' ', m[0]), text, flags=re.S)
    return [c for find in KINDS for c in find(code)]


def changed(text, parts):
    for start, end, new in sorted(parts, reverse=True):
        text = text[:start] + new + text[end:]
    return text
