import { pointOfCfi } from './cfi-point.ts';
import type { PageFrame } from './frame/page-frame.ts';
import { documentOfCfi } from './position.ts';
import { rectOnStage, type StageRect } from './stage-rect.ts';

export type MarkColour = 'yellow' | 'green' | 'blue' | 'pink' | 'purple';

export interface Mark {
  readonly id: string;
  /** A range CFI. */
  readonly cfi: string;
  readonly style: 'highlight' | 'underline' | 'search' | 'speech';
  readonly colour?: MarkColour;
  /** Whether the mark has a note. */
  readonly noted?: boolean;
}

export interface Selected {
  /** A range CFI. */
  readonly cfi: string;
  readonly documentIndex: number;
  readonly chapterTitle: string;
  /** Without ruby; one line per block. */
  readonly text: string;
  /** Up to 32 characters on each side, to find the passage again in another edition. */
  readonly before: string;
  readonly after: string;
  /** The sentence around the passage, without the heading before it and the paragraph after it. */
  readonly sentence: string;
  /** In pixels of the stage. */
  readonly rect: StageRect;
  /** The mark that the selection lies in. */
  readonly mark?: TouchedMark;
}

export interface TouchedMark {
  readonly id: string;
  readonly rect: StageRect;
}

/** Day and night colours: `day` and `night` for the highlight background, `line` for the underline. */
const COLOURS: Readonly<Record<MarkColour, { day: string; night: string; line: string }>> = {
  yellow: { day: '#ffe27a', night: '#5f4f12', line: '#c79a00' },
  green: { day: '#bfe6b3', night: '#24492a', line: '#3f9a4a' },
  blue: { day: '#b9dcf7', night: '#1f4560', line: '#3182c4' },
  pink: { day: '#ffc9d4', night: '#5e2b39', line: '#d4587a' },
  purple: { day: '#dccbf5', night: '#43325f', line: '#8a5fd0' },
};

/** WebKit draws no underline for a highlight, so it gets a background there. Only WebKit supports `hanging-punctuation`, which detects it. */
const NO_LINES = '@supports (hanging-punctuation:allow-end)';

/** Stacking order: a search match shows above a highlight, and the sentence read aloud shows above both. */
const PRIORITY: Readonly<Record<Mark['style'] | 'noted', number>> = { highlight: 0, noted: 0, underline: 1, search: 2, speech: 3 };

/** Marks the picture that is being read aloud, because a custom highlight does not draw on pictures. */
const SPOKEN = 'data-spoken';

/**
 * Returns rules for the highlights in `names` only. Each rule costs a style computation for every element of the document: one second for
 * the
 * 70 000 elements of a chapter of formulas if all seventeen rules are present.
 */
export function markStyle(dark: boolean, names: ReadonlySet<string>): string {
  const rules = Object.entries(COLOURS).flatMap(([name, { day, night, line }]): [string, string][] => [
    [`highlight-${name}`, `{text-decoration:underline .58em ${dark ? night : day};text-underline-offset:-.22em;text-decoration-skip-ink:none}`],
    [`noted-${name}`, `{text-decoration:underline 2px dashed ${line};text-underline-offset:.38em}`],
    [`underline-${name}`, `{text-decoration:underline 2px ${line};text-underline-offset:4px}`],
  ]);
  const used = rules
    .filter(([name]) => names.has(name))
    .flatMap(([name, rule]) => {
      const [style, colour = 'yellow'] = name.split('-') as [string, MarkColour];
      const { day, night, line } = COLOURS[colour];
      const ground = {
        highlight: `background-color:${dark ? night : day};text-decoration:none`,
        underline: `background-color:color-mix(in srgb,${line} 28%,transparent)`,
      };
      return [
        `::highlight(${name})${rule}`,
        `:is(rt,rt *)::highlight(${name}){text-decoration:none}`,
        ...(style === 'noted' ? [] : [`${NO_LINES}{::highlight(${name}){${ground[style as keyof typeof ground]}}}`]),
      ];
    });
  if (names.has('search')) used.push(`::highlight(search){background-color:${dark ? '#7a4a00' : '#ffbf66'}}`);
  if (names.has('speech')) {
    used.push(`::highlight(speech){background-color:${dark ? '#17494a' : '#bfe3e0'}}`);
    used.push(`[${SPOKEN}]{outline:3px solid ${dark ? '#4cc5c6' : '#00797a'}!important;outline-offset:-3px!important}`);
  }
  return used.join('\n');
}

/** Returns the highlight names that a mark is drawn with; each has its own rule. */
function namesOf({ style, colour = 'yellow', noted }: Mark): string[] {
  if (style === 'search' || style === 'speech') return [style];
  return [`${style}-${colour}`, ...(noted && style === 'highlight' ? [`noted-${colour}`] : [])];
}

const elementAt = ({ startContainer }: Range): Element | null =>
  startContainer.nodeType === startContainer.ELEMENT_NODE ? (startContainer as Element) : null;

export interface MarkLayers {
  set(layer: string, marks: readonly Mark[], frames: readonly PageFrame[]): void;
  /** Draws every layer in a frame that now shows another document or other colours. */
  draw(frame: PageFrame): void;
  /** Returns the topmost mark that can be tapped at the point, in the frame's own pixels. */
  at(frame: PageFrame, x: number, y: number): TouchedMark | null;
  /** Returns the topmost mark that contains a range of the text. */
  around(frame: PageFrame, range: Range): TouchedMark | null;
}

/** Draws marks over the text. The book's own nodes are not changed, so every CFI stays valid. */
export function markLayers(isDark: () => boolean): MarkLayers {
  const layers = new Map<string, readonly Mark[]>();
  const drawn = new WeakMap<PageFrame, { mark: Mark; range: Range }[]>();
  const sheets = new WeakMap<PageFrame, { sheet: CSSStyleSheet; dark: boolean; names: ReadonlySet<string> }>();

  const draw = (frame: PageFrame): void => {
    const inside = frame.element.contentWindow as (Window & typeof globalThis) | null;
    // A browser without custom highlights shows the text without marks; the list of notes is the same.
    if (!inside || typeof inside.Highlight !== 'function') return;
    const here = [...layers.values()].flat().filter((mark) => frame.index >= 0 && documentOfCfi(mark.cfi) === frame.index);
    // Changing a sheet costs a style pass over the whole document.
    colour(frame, inside, new Set(here.flatMap(namesOf)));
    if (frame.index < 0) return;
    for (const picture of frame.document.querySelectorAll(`[${SPOKEN}]`)) picture.removeAttribute(SPOKEN);
    const found: { mark: Mark; range: Range }[] = [];
    const named = new Map<string, Range[]>();
    for (const mark of here) {
      const range = pointOfCfi(mark.cfi, frame.document);
      if (mark.style === 'speech' && range?.collapsed) elementAt(range)?.setAttribute(SPOKEN, '');
      if (!range || range.collapsed) continue;
      found.push({ mark, range });
      for (const name of namesOf(mark)) named.set(name, [...(named.get(name) ?? []), range]);
    }
    drawn.set(frame, found);
    const { highlights } = inside.CSS;
    highlights.clear();
    for (const [name, ranges] of named) {
      const highlight = new inside.Highlight(...ranges);
      highlight.priority = PRIORITY[name.split('-')[0] as keyof typeof PRIORITY];
      highlights.set(name, highlight);
    }
  };

  /** Names that were drawn once stay in the frame's sheet, so that a search or text-to-speech changes the sheet only once. */
  function colour(frame: PageFrame, inside: Window & typeof globalThis, wanted: ReadonlySet<string>): void {
    const dark = isDark();
    const known = sheets.get(frame);
    const names = new Set([...wanted, ...(known?.names ?? [])]);
    if (names.size === 0 || (known?.dark === dark && known.names.size === names.size)) return;
    const sheet = known?.sheet ?? new inside.CSSStyleSheet();
    sheet.replaceSync(markStyle(dark, names));
    if (!known) frame.document.adoptedStyleSheets.push(sheet);
    sheets.set(frame, { sheet, dark, names });
  }

  const topmost = (frame: PageFrame, isMeant: (range: Range) => boolean): TouchedMark | null => {
    const hit = (drawn.get(frame) ?? [])
      .filter(({ mark }) => mark.style === 'highlight' || mark.style === 'underline')
      .findLast(({ range }) => isMeant(range));
    return hit ? { id: hit.mark.id, rect: rectOnStage(frame, hit.range) } : null;
  };

  return {
    set(layer, marks, frames) {
      layers.set(layer, marks);
      for (const frame of frames) draw(frame);
    },
    draw,
    at: (frame, x, y) =>
      topmost(frame, (range) => [...range.getClientRects()].some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)),
    around: (frame, inner) =>
      topmost(
        frame,
        (range) => range.comparePoint(inner.startContainer, inner.startOffset) === 0 && range.comparePoint(inner.endContainer, inner.endOffset) === 0,
      ),
  };
}
