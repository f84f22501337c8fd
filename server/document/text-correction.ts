import { escapeXml } from './escape-xml.ts';

/** One correction of a text. `before` finds the right place among equal passages; without `wrong` the words are added after it. */
export interface TextChange {
  readonly id: number;
  readonly before: string;
  readonly wrong: string;
  readonly right: string;
}

export interface CorrectedText {
  readonly markup: string;
  readonly done: readonly number[];
  readonly skipped: readonly { readonly id: number; readonly reason: string }[];
}

/** A visible character: its place in the markup. */
interface Place {
  readonly start: number;
  readonly end: number;
}

const HTML_TEXT = /<[^>]*>|[^<]+/g;
const DOCX_TEXT = /<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g;
const CHARACTER = /&(?:#\w+|\w+);|[\s\S]/gu;
const SPACE = /\s/u;
/** Characters of the text before that are compared, from the most to the least. */
const BEFORE = [40, 20, 10, 4, 0];

/** The text of a document without white space, with the place of each UTF-16 unit. */
function visibleOf(markup: string, type: 'html' | 'docx'): { text: string; places: Place[] } {
  const places: Place[] = [];
  let text = '';
  for (const found of markup.matchAll(type === 'html' ? HTML_TEXT : DOCX_TEXT)) {
    if (type === 'html' && found[0].startsWith('<')) continue;
    const words = type === 'html' ? found[0] : (found[1] ?? '');
    const offset = type === 'html' ? found.index : found.index + found[0].length - '</w:t>'.length - words.length;
    for (const one of words.matchAll(CHARACTER)) {
      const shown = one[0].startsWith('&') ? decode(one[0]) : one[0];
      if (SPACE.test(shown)) continue;
      for (let unit = 0; unit < shown.length; unit += 1) places.push({ start: offset + one.index, end: offset + one.index + one[0].length });
      text += shown;
    }
  }
  return { text, places };
}

/** Entities that cleaned HTML and XML have. */
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&nbsp;': '\u00a0' };

function decode(entity: string): string {
  const code = /^&#(x?)([\da-f]+);$/i.exec(entity);
  if (code) return String.fromCodePoint(Math.min(Number.parseInt(code[2] ?? '', code[1] ? 16 : 10) || 0xfffd, 0x10ffff));
  return ENTITIES[entity] ?? entity;
}

const bare = (text: string): string => text.replace(/\s+/gu, '');

/** Fewest characters of the text before by which an addition is placed. */
const ADDITION_LEAST = 4;

/** Index of the only occurrence of the passage; -1 without any, -2 for several. */
function findOnce(text: string, change: TextChange): number {
  const wrong = bare(change.wrong);
  const before = bare(change.before);
  let several = false;
  if (wrong === '' && before.length < ADDITION_LEAST) return -1;
  for (const length of BEFORE) {
    if (wrong === '' && length < ADDITION_LEAST) continue;
    const context = length === 0 ? '' : before.slice(-length);
    const needle = context + wrong;
    const first = text.indexOf(needle);
    if (first < 0) continue;
    if (text.indexOf(needle, first + 1) < 0) return first + context.length;
    several = true;
  }
  return several ? -2 : -1;
}

interface Edit extends Place {
  readonly words: string;
}

/** Edits of the markup for one passage: the first piece of text gets the new words, the others lose theirs. */
function editsOf(markup: string, places: readonly Place[], at: number, length: number, right: string): Edit[] {
  const edits: Edit[] = [];
  const previous = places[at - 1];
  if (length === 0 && previous) return [{ start: previous.end, end: previous.end, words: escapeXml(right) }];
  for (const { start, end } of places.slice(at, at + length)) {
    const last = edits.at(-1);
    if (last && last.start <= start && last.end >= end) continue;
    // White space inside the passage goes with it.
    if (last && !markup.slice(last.end, start).includes('<')) edits[edits.length - 1] = { ...last, end };
    else edits.push({ start, end, words: edits.length === 0 ? escapeXml(right) : '' });
  }
  return edits;
}

/** Writes corrections into the text of HTML or of the main part of a .docx. A passage that is not found exactly once is left out. */
export function correctText(markup: string, type: 'html' | 'docx', changes: readonly TextChange[]): CorrectedText {
  const { text, places } = visibleOf(markup, type);
  const done: number[] = [];
  const skipped: { id: number; reason: string }[] = [];
  const edits: Edit[] = [];
  const taken: { from: number; to: number }[] = [];
  for (const change of changes) {
    const at = findOnce(text, change);
    const to = at + bare(change.wrong).length;
    if (at < 0)
      skipped.push({ id: change.id, reason: at === -2 ? '正文里有多处相同的文字，请在正文里直接改' : '正文里找不到这段文字，可能已经改过' });
    else if (taken.some((one) => at < one.to && (to > one.from || (to === at && at > one.from))))
      skipped.push({ id: change.id, reason: '与另一处改动重叠，请改完一处再改另一处' });
    else {
      taken.push({ from: at, to });
      edits.push(...editsOf(markup, places, at, to - at, change.right));
      done.push(change.id);
    }
  }
  let corrected = markup;
  for (const { start, end, words } of edits.toSorted((a, b) => b.start - a.start))
    corrected = corrected.slice(0, start) + words + corrected.slice(end);
  return { markup: corrected, done, skipped };
}
