import type { Clip, PreparedBook } from '../../contract/reading/prepared-book.ts';
import { elementByName } from './element-by-name.ts';
import { cfiOf, rangeCfi } from './cfi.ts';
import { isNoteLink } from './epub-type.ts';
import type { PageFrame } from './frame/page-frame.ts';
import { blockOf } from './quote.ts';
import { pointAtPicture } from './picture.ts';
import { between, character, isAnnounced, textNodesOf } from './visible-text.ts';

/** A sentence as it is read aloud, without ruby. */
export interface Sentence {
  readonly documentIndex: number;
  /** A range CFI, or the CFI of an element if it is a picture without text. */
  readonly cfi: string;
  readonly text: string;
  /** The text in the document; a narration has only its element. */
  readonly range?: Range;
  /** The audio clip of the publisher's narration, where there is one. */
  readonly clip?: Clip;
  /** Returns where a fraction of its text (0 to 1) lies relative to the shown page: below 0 before it, 0 on it, above 0 after it. */
  lies(part: number): number;
  /** Returns the CFI of that point, as a navigation target. */
  cfiAt(part: number): string;
}

interface Piece {
  readonly range: Range;
  readonly text: string;
}

/** A book that was prepared long ago may have an invalid language tag. */
function segmenter(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language || 'zh', { granularity: 'sentence' });
  } catch {
    return new Intl.Segmenter('zh', { granularity: 'sentence' });
  }
}

/** Yields the sentences of a document from a point on; the end of a heading or a paragraph also ends a sentence. Hidden text is left out. */
export function* sentencesOf(
  texts: readonly Text[],
  from: Range | null,
  language: string,
  counts: (text: Text) => boolean = () => true,
): Generator<Piece> {
  const cut = segmenter(language);
  const start = from ? Math.max(0, texts.indexOf(from.startContainer as Text)) : 0;
  for (let at = beginningOf(texts, start); at < texts.length; ) {
    const block = blockFrom(texts, at);
    at += block.length;
    const nodes = block.filter((text) => !isNoteSign(text) && counts(text));
    const { whole, starts } = lineOf(nodes);
    for (const { segment, index } of segmentsOf(cut, whole)) {
      const text = spoken(segment);
      if (!/[\p{L}\p{N}]/u.test(text)) continue;
      const range = rangeIn(nodes, starts, index + segment.search(/\S/), index + segment.trimEnd().length);
      if (from && endsBefore(range, from)) continue;
      yield { range, text };
    }
  }
}

/** Yields what is read aloud from the shown page on (from the position on it, if it is `held`), or with `whole` from the start: the publisher's narration where the document has one. */
export function* readIn(
  frame: PageFrame,
  book: Pick<PreparedBook, 'spine' | 'language'>,
  whole = false,
  held: Range | null = null,
): Generator<Sentence> {
  const { index: documentIndex } = frame;
  const from = whole ? null : (held ?? frame.firstPoint() ?? pointAtPicture(frame));
  const narration = book.spine[documentIndex]?.narration;
  if (narration) return yield* narrated(frame, narration, from);
  for (const { range, text } of sentencesOf(frame.texts(), from, book.language, isAnnounced)) {
    const cfi = rangeCfi(documentIndex, range);
    if (cfi) yield { documentIndex, cfi, text, range, ...pointsOf(frame, range, cfi) };
  }
}

function* narrated(frame: PageFrame, clips: readonly Clip[], from: Range | null): Generator<Sentence> {
  for (const clip of clips) {
    const element = clip.at === '' ? (frame.document.body ?? frame.document.documentElement) : elementByName(frame.document, clip.at);
    if (!element) continue;
    const texts = textNodesOf(element);
    const [first] = texts;
    const last = texts.at(-1);
    const range = frame.document.createRange();
    if (!first || !last) {
      const picture = pictured(frame, element, range);
      if (!from || !endsBefore(range, from)) yield { documentIndex: frame.index, clip, ...picture };
      continue;
    }
    range.setStart(first, 0);
    range.setEnd(last, last.length);
    const cfi = rangeCfi(frame.index, range);
    if (!cfi || (from && endsBefore(range, from))) continue;
    yield { documentIndex: frame.index, cfi, text: range.toString(), clip, ...pointsOf(frame, range, cfi) };
  }
}

/** Text that describes a picture is read while the picture is visible. */
function pictured(frame: PageFrame, named: Element, range: Range): Pick<Sentence, 'cfi' | 'text' | 'lies' | 'cfiAt'> {
  const element = named === frame.document.body ? (named.querySelector('img,svg') ?? named) : named;
  const point = frame.document.createRange();
  point.setStart(element, 0);
  const cfi = cfiOf(frame.index, point);
  range.selectNode(element);
  return { cfi, text: '', lies: pointsOf(frame, range, cfi).lies, cfiAt: () => cfi };
}

function pointsOf(frame: PageFrame, range: Range, cfi: string): Pick<Sentence, 'lies' | 'cfiAt'> {
  // A range collapses when its text is removed from the frame.
  const isThere = (): boolean => !range.collapsed && frame.element.hasAttribute('data-shown');
  return {
    lies: (part) => (isThere() ? sideOf(frame, characterIn(range, part)) : 1),
    cfiAt: (part) => (part > 0 && isThere() ? cfiOf(frame.index, characterIn(range, part)) : cfi),
  };
}

function sideOf(frame: PageFrame, point: Range): number {
  const { scrolled, element } = frame;
  if (!scrolled) return frame.pageOf(point) - frame.page;
  const lead = frame.leadOf(point);
  const room = scrolled.vertical ? element.clientWidth : element.clientHeight;
  return Math.min(0, lead) + Math.max(0, lead - room);
}

/** Returns the character at a fraction of a range's text. */
export function characterIn(range: Range, part: number): Range {
  const { commonAncestorContainer: around, startContainer, startOffset, endContainer, endOffset } = range;
  const texts = around.nodeType === around.TEXT_NODE ? [around as Text] : textNodesOf(around as Element).filter((text) => range.intersectsNode(text));
  const spans = texts.map((text) => {
    const from = text === startContainer ? startOffset : 0;
    return { text, from, length: (text === endContainer ? endOffset : text.length) - from };
  });
  const length = spans.reduce((sum, span) => sum + span.length, 0);
  let left = Math.min(length - 1, Math.floor(part * length));
  for (const span of spans) {
    if (left < span.length) return character(span.text, span.from + left);
    left -= span.length;
  }
  return range;
}

/** Whether it is a note sign, [1] or ①, which is not part of a sentence. */
function isNoteSign({ parentElement }: Node): boolean {
  const link = parentElement?.closest('a[href]');
  return link ? isNoteLink(link) || (link.closest('sup') !== null && SIGN.test(link.textContent ?? '')) : false;
}
const SIGN = /^\s*[[(（〔【]?[\d①-⑳*†‡]+[\])）〕】]?\s*$/u;

/** `Intl.Segmenter` assigns an opening bracket or quote to the sentence before it. */
const OPENING = /[“‘「『（《〈【〔〖［｛([{]+$/;

function* segmentsOf(cut: Intl.Segmenter, whole: string): Generator<{ segment: string; index: number }> {
  let carried = '';
  for (const { segment, index } of cut.segment(whole)) {
    const all = carried + segment;
    const opening = index + segment.length < whole.length ? (OPENING.exec(all.trimEnd())?.[0] ?? '') : '';
    const cutAt = opening ? all.lastIndexOf(opening) : all.length;
    yield { segment: all.slice(0, cutAt), index: index - carried.length };
    carried = all.slice(cutAt);
  }
}

/** Returns the sentence that contains a selection, or all sentences that it crosses, up to the end of the paragraph in which it starts. */
export function sentenceAround(texts: readonly Text[], selected: Range, language: string): string {
  const at = texts.indexOf(selected.startContainer as Text);
  if (at < 0) return '';
  const block = blockFrom(texts, beginningOf(texts, at));
  const nodes = isNoteSign(selected.startContainer) ? block : block.filter((text) => !isNoteSign(text));
  const { whole, starts } = lineOf(nodes);
  const offsetOf = (node: Node, offset: number): number => (starts[nodes.indexOf(node as Text)] ?? Infinity) + offset;
  const start = offsetOf(selected.startContainer, selected.startOffset);
  const end = offsetOf(selected.endContainer, selected.endOffset);
  const around = [...segmentsOf(segmenter(language), whole)].filter(({ segment, index }) => index < end && index + segment.length > start);
  return spoken(around.map(({ segment }) => segment).join(''));
}

/**
 * Joins the texts of a block. A source line break ends no sentence, unless it is displayed as a line break. `starts`: the offset at which
 * each text starts.
 */
function lineOf(nodes: readonly Text[]): { whole: string; starts: readonly number[] } {
  const [first] = nodes;
  const asWritten = Boolean(first?.parentElement?.closest('pre'));
  let whole = '';
  const starts = nodes.map((node, index) => {
    const before = nodes[index - 1];
    if (before) whole += between(before, node);
    const start = whole.length;
    whole += asWritten ? node.data : node.data.replace(/[\r\n]/g, ' ');
    return start;
  });
  return { whole, starts };
}

const AFTER_CHINESE = /([\p{Script=Han}，。、；：？！”’」』）》]) (?=[\p{Script=Han}“‘「『（《])/gu;

/** Puts the text on one line without soft hyphens; removes a space between two Chinese characters. */
const spoken = (text: string): string =>
  text
    .replace(/\u00ad/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(AFTER_CHINESE, '$1');

/** Returns the texts of a block from one of them on. */
function blockFrom(texts: readonly Text[], at: number): Text[] {
  const block = blockOf(texts[at]);
  let after = at + 1;
  while (after < texts.length && blockOf(texts[after]) === block) after++;
  return texts.slice(at, after);
}

/** Returns the index of the first text of the block that contains a text. */
function beginningOf(texts: readonly Text[], at: number): number {
  let first = at;
  while (first > 0 && blockOf(texts[first - 1]) === blockOf(texts[at])) first--;
  return first;
}

function endsBefore(range: Range, from: Range): boolean {
  return (
    from.comparePoint(range.endContainer, range.endOffset) < 0 || (range.endContainer === from.startContainer && range.endOffset <= from.startOffset)
  );
}

function rangeIn(nodes: readonly Text[], starts: readonly number[], start: number, end: number): Range {
  const range = (nodes[0] as Text).ownerDocument.createRange();
  for (const [index, node] of nodes.entries()) {
    const begins = starts[index] ?? 0;
    const after = begins + node.data.length;
    if (start >= begins && start < after) range.setStart(node, start - begins);
    if (end > begins && end <= after) {
      range.setEnd(node, end - begins);
      break;
    }
  }
  return range;
}
