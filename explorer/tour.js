// SPDX-License-Identifier: BSD-3-Clause
// Six steps through the page.

const STEPS = [
  [
    'tour-array',
    'Declare an array',
    "Type a declaration as in UPC, a call of Python's us.zeros, or the nine numbers of a ScaLAPACK descriptor. Give the number of threads, and a grid such as 2x4.",
  ],
  [
    'blocks-card',
    'See who owns what',
    'Each colour is a thread. Point at a block: the line below tells its owner, its place, and the arithmetic. Turn the wheel for a closer look.',
  ],
  [
    'tour-section',
    'Pick a section',
    'Drag over the blocks, or type intervals such as 1:2:7, : . The owners of the picked blocks are the team: they alone take part in a call.',
  ],
  [
    'team-card',
    'Play a call',
    "Space plays the call, the arrow keys go step by step. The messages are those of the library's own plans.",
  ],
  [
    'tour-machine',
    'Choose a machine',
    "A simulated machine gives each schedule a time: its plans are played. On a torus the links show their loads. Drop a machine's file here to try your own.",
  ],
  [
    'copy-box',
    'Take it with you',
    'Copy the call in UPC, C, Fortran or Python, a link to this very page, or the picture. Drop the trace of a run on the page to see who waits for whom.',
  ],
];

export class Tour {
  constructor(dialog) {
    this.dialog = dialog;
    const on = (id, f) => document.getElementById(id).addEventListener('click', f);
    on('guide-next', () => this.go(this.at + 1));
    on('guide-back', () => this.go(this.at - 1));
    on('guide-end', () => dialog.close());
    dialog.addEventListener('close', () => this.light(null));
  }

  start() {
    this.dialog.open || this.dialog.show();
    this.go(0);
  }

  go(at) {
    if (at < 0 || at >= STEPS.length) {
      this.dialog.close();
      return;
    }
    this.at = at;
    const [id, title, text] = STEPS[at],
      target = document.getElementById(id);
    document.getElementById('guide-title').textContent = `${at + 1} of ${STEPS.length}: ${title}`;
    document.getElementById('guide-text').textContent = text;
    document.getElementById('guide-back').disabled = at === 0;
    document.getElementById('guide-next').textContent = at + 1 === STEPS.length ? 'Done' : 'Next';
    if (target.tagName === 'DETAILS') target.open = true;
    this.light(target);
    target.scrollIntoView({block: 'nearest'});
    const box = target.getBoundingClientRect(),
      {style} = this.dialog;
    style.position = 'fixed';
    style.margin = '0';
    style.zIndex = '9';
    const w = Math.min(384, innerWidth - 20),
      beside = box.right + 16 + w < innerWidth ? box.right + 16 : Math.max(10, box.left - w - 16);
    style.width = w + 'px';
    style.left = (innerWidth < 760 ? 10 : beside) + 'px';
    style.top = innerWidth < 760 ? 'auto' : Math.min(Math.max(10, box.top), innerHeight - 220) + 'px';
    style.bottom = innerWidth < 760 ? '10px' : 'auto';
    document.getElementById('guide-next').focus();
  }

  light(target) {
    document.querySelectorAll('.lit').forEach(e => e.classList.remove('lit'));
    target?.classList.add('lit');
  }
}
