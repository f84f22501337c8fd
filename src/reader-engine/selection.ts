import { rangeCfi } from './cfi.ts';
import type { MarkLayers, Selected } from './marks.ts';
import type { PageFrame } from './frame/page-frame.ts';
import { quoteOf } from './quote.ts';
import { selectionStep } from './selection-step.ts';
import { sentenceAround } from './sentence.ts';
import { rectOnStage } from './stage-rect.ts';

/** Milliseconds. A selection that does not change for this long, with no finger on it, is reported. */
const SETTLED_MS = 300;
const AROUND = 32;

export interface SelectionWatch {
  listenIn(frame: PageFrame): void;
  clear(frames: readonly PageFrame[]): void;
  stop(): void;
}

/** Returns the table-of-contents title at a range. */
type TitleOf = (range: Range, documentIndex: number) => string;

/** Reports a selection once it has settled, and once when it is gone. */
export function selectionWatch(tell: (selected: Selected | null) => void, titleOf: TitleOf, markAround: MarkLayers['around']): SelectionWatch {
  const stopping = new AbortController();
  const { signal } = stopping;
  let notified = false;
  let held = false;
  let waiting = 0;

  const settle = (frame: PageFrame): void => {
    if (signal.aborted || frame.index < 0) return;
    const selected = selectedIn(frame, titleOf, markAround);
    if (!selected && !notified) return;
    notified = selected !== null;
    tell(selected);
  };
  const soon = (frame: PageFrame, after: number): void => {
    clearTimeout(waiting);
    waiting = window.setTimeout(() => settle(frame), after);
  };

  return {
    listenIn(frame) {
      const inside = frame.document;
      inside.addEventListener('pointerdown', () => (held = true), { signal });
      for (const name of ['pointerup', 'pointercancel', 'touchend'])
        inside.addEventListener(
          name,
          () => {
            held = false;
            if (notified || isSelecting(frame)) soon(frame, 20);
          },
          { signal },
        );
      // Runs in the capture phase, before the page handles the arrow keys.
      inside.addEventListener(
        'keydown',
        (event) => {
          const step = event.defaultPrevented ? null : selectionStep(event);
          if (!step || frame.index < 0) return;
          event.preventDefault();
          void import('./selection-by-key.ts').then(({ selectByKey }) => selectByKey(frame, step));
        },
        { signal, capture: true },
      );
      inside.addEventListener('copy', withoutSoftHyphens, { signal });
      // The selection toolbar is placed next to the selection, which a resize may move.
      window.addEventListener('resize', () => notified && isSelecting(frame) && soon(frame, SETTLED_MS), { signal });
      inside.addEventListener('selectionchange', () => (held ? clearTimeout(waiting) : soon(frame, isSelecting(frame) ? SETTLED_MS : 20)), {
        signal,
      });
    },
    clear(frames) {
      for (const frame of frames) frame.document.getSelection()?.removeAllRanges();
      clearTimeout(waiting);
      if (notified) tell(null);
      notified = false;
    },
    stop() {
      clearTimeout(waiting);
      stopping.abort();
    },
  };
}

/** Removes soft hyphens from copied text, so that they do not appear between the letters when it is pasted. */
function withoutSoftHyphens(event: ClipboardEvent): void {
  const field = (event.target as Element | null)?.closest?.('input,textarea,[contenteditable]');
  const text = (event.target as Node | null)?.ownerDocument?.getSelection()?.toString() ?? '';
  if (field || !event.clipboardData || !text.includes('\u00ad')) return;
  event.clipboardData.setData('text/plain', text.replaceAll('\u00ad', ''));
  event.preventDefault();
}

export const isSelecting = (frame: PageFrame): boolean => frame.document.getSelection()?.isCollapsed === false;

function selectedIn(frame: PageFrame, titleOf: TitleOf, markAround: MarkLayers['around']): Selected | null {
  const selection = frame.document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const quoted = quoteOf(frame.texts(), selection.getRangeAt(0), AROUND);
  const cfi = quoted && rangeCfi(frame.index, quoted.range);
  if (!quoted || !cfi) return null;
  const { text, before, after, range } = quoted;
  const mark = markAround(frame, range);
  const sentence = sentenceAround(frame.texts(), range, frame.document.documentElement.lang);
  return {
    cfi,
    documentIndex: frame.index,
    chapterTitle: titleOf(range, frame.index),
    text,
    before,
    after,
    sentence,
    rect: rectOnStage(frame, range),
    ...(mark ? { mark } : {}),
  };
}
