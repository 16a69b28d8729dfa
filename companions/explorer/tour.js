// SPDX-License-Identifier: BSD-3-Clause
// Leads through the steps of the tour or of a lesson, beside the part of the page that a step is about.
import {LESSONS} from './lessons.js';

export class Tour {
  // set(fields) fills the page; know() is what it knows then; moved(name, number) is told each step, '' at the end.
  constructor(dialog, {set, know, moved}) {
    Object.assign(this, {dialog, set, know, moved});
    const on = (id, event, f) => document.getElementById(id).addEventListener(event, f);
    on('guide-next', 'click', () => this.go(this.at + 1));
    on('guide-back', 'click', () => this.go(this.at - 1));
    on('guide-end', 'click', () => dialog.close());
    on('guide-form', 'submit', e => {
      e.preventDefault();
      this.check();
    });
    dialog.addEventListener('close', () => {
      this.light(null);
      moved('', 0);
    });
  }

  start(name, at = 0) {
    this.name = name in LESSONS ? name : 'tour';
    this.steps = LESSONS[this.name];
    this.dialog.open || this.dialog.show();
    this.go(Math.min(Math.max(at, 0), this.steps.length - 1), true);
  }

  // A step without fields has those of the last one before it that has some.
  fieldsAt(at) {
    return this.steps.slice(0, at + 1).findLast(s => s.fields)?.fields;
  }

  go(at, first = false) {
    if (at < 0 || at >= this.steps.length) {
      this.dialog.close();
      return;
    }
    const now = this.fieldsAt(at);
    if (now && (first || now !== this.fieldsAt(this.at))) this.set(now);
    this.at = at;
    this.moved(this.name, at + 1);
    const {target, title, text, question} = this.steps[at],
      part = document.getElementById(target),
      say = (id, words) => (document.getElementById(id).textContent = words);
    say('guide-title', `${at + 1} of ${this.steps.length}: ${title}`);
    say('guide-text', text);
    say('guide-question', question ?? '');
    say('guide-verdict', '');
    document.getElementById('guide-form').hidden = !question;
    document.getElementById('guide-answer').value = '';
    document.getElementById('guide-back').disabled = at === 0;
    document.getElementById('guide-next').textContent = at + 1 === this.steps.length ? 'Done' : 'Next';
    if (part.tagName === 'DETAILS') part.open = true;
    this.light(part);
    this.place(part);
    document.getElementById(question ? 'guide-answer' : 'guide-next').focus();
  }

  check() {
    const given = document.getElementById('guide-answer').value.trim(),
      right = this.steps[this.at].answer(this.know()),
      verdict = document.getElementById('guide-verdict');
    if (!/^\d+$/.test(given)) verdict.textContent = 'The answer is a number.';
    else if (Number(given) === right) verdict.textContent = 'Right.';
    else verdict.textContent = `No: ${given} is not the answer. Look again.`;
    if (Number(given) === right && given) document.getElementById('guide-next').focus();
  }

  place(part) {
    part.scrollIntoView({block: 'nearest'});
    const box = part.getBoundingClientRect(),
      {style} = this.dialog,
      w = Math.min(384, innerWidth - 20),
      beside = box.right + 16 + w < innerWidth ? box.right + 16 : Math.max(10, box.left - w - 16);
    style.position = 'fixed';
    style.margin = '0';
    style.zIndex = '9';
    style.width = w + 'px';
    style.left = (innerWidth < 760 ? 10 : beside) + 'px';
    style.top = innerWidth < 760 ? 'auto' : Math.min(Math.max(10, box.top), innerHeight - 300) + 'px';
    style.bottom = innerWidth < 760 ? '10px' : 'auto';
  }

  light(target) {
    document.querySelectorAll('.lit').forEach(e => e.classList.remove('lit'));
    target?.classList.add('lit');
  }
}
