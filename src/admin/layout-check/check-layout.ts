import { LAYOUT_FINDINGS_MOST, LAYOUT_KINDS, LAYOUT_PAGE, type LayoutFinding, type LayoutKind } from '../../../contract/catalog/layout-check.ts';
import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { nextTask } from '../../reader-engine/after-paint.ts';
import { BookFileError, documentLoader } from '../../reader-engine/frame/document-loader.ts';
import { loadLayoutFixes } from '../../reader-engine/fit/layout-fixes.ts';
import { defaultLook, type Look } from '../../reader-engine/style/look.ts';
import { makeFrame } from '../../reader-engine/frame/page-frame.ts';
import { isFixed, spreadsOf, traitsIn } from '../../reader-engine/spreads.ts';
import { checkDocument, type CheckedDocument } from './check-document.ts';
import type { Pace } from './drawn-text.ts';
import { loaded } from './loaded.ts';

/** Pixels of a phone page above and below the text. */
export const PAGE_HEAD = 44;
export const PAGE_FOOT = 46;
export const PAGE_ROOM = { width: LAYOUT_PAGE.width, height: LAYOUT_PAGE.height - PAGE_HEAD - PAGE_FOOT } as const;
export const LIGHT: Look = { ...defaultLook(LAYOUT_PAGE.width), theme: 'warm' };
export const DARK: Look = { ...LIGHT, theme: 'night' };

/** Time limit for one document, ms. */
const DOCUMENT_MS = 20_000;
/** Time after which the browser gets a turn for input, ms. */
const TURN_MS = 30;
const OF_A_KIND = LAYOUT_FINDINGS_MOST / LAYOUT_KINDS.length;

export interface CheckOptions {
  readonly base: string;
  readonly book: PreparedBook;
  readonly signal: AbortSignal;
  /** Called before each document; may renew the right to read. */
  onDocument(index: number): unknown;
}

export interface CheckedLayout {
  readonly documents: number;
  readonly pages: number;
  readonly counts: Record<LayoutKind, number>;
  readonly findings: LayoutFinding[];
  readonly unchecked: number[];
}

class TooLong extends Error {}

/**
 * Lays out every document of the reading order on a phone page in a hidden frame, with the engine of the reader and its default look, and
 * collects what readers would not see. Rejects with `AbortError` when cancelled and with `BookFileError` when the files cannot be read.
 */
export async function checkLayout({ base, book, signal, onDocument }: CheckOptions): Promise<CheckedLayout> {
  const host = hiddenHost();
  const loader = documentLoader(base, book);
  const stop = (): void => loader.stop();
  signal.addEventListener('abort', stop);
  try {
    await loadLayoutFixes();
    const frame = makeFrame(
      host,
      traitsIn(book, spreadsOf(book), () => LIGHT),
    );
    const checked: (CheckedDocument & { readonly index: number })[] = [];
    const unchecked: number[] = [];
    for (const [index, document] of book.spine.entries()) {
      // A document outside the reading order is reached by links only.
      if (document.outside) continue;
      signal.throwIfAborted();
      await onDocument(index);
      if (book.spine[index + 1]) loader.expect(index + 1);
      try {
        const pace = paced(signal);
        const ready = await loader.load(index);
        frame.page = 0;
        frame.fill(index, ready, PAGE_ROOM, LIGHT);
        await loaded(frame.document, signal);
        frame.measure();
        await pace();
        const one = await checkDocument(frame, PAGE_ROOM, { light: LIGHT, dark: DARK }, isFixed(book, index), pace);
        checked.push({ ...one, index });
        if (!one.whole) unchecked.push(index);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof TooLong) && !isLost(error)) throw error;
        unchecked.push(index);
      }
    }
    return reportOf(checked, unchecked);
  } finally {
    signal.removeEventListener('abort', stop);
    loader.stop();
    host.remove();
  }
}

/** A document that the server does not have is a fault of the book; without a network or a right the check ends. */
const isLost = (error: unknown): boolean => error instanceof BookFileError && (error.status === 404 || error.status === 410);

function reportOf(checked: readonly CheckedDocument[], unchecked: number[]): CheckedLayout {
  const found = checked.flatMap((one) => one.found);
  const ofKind = (kind: LayoutKind) => found.filter(({ finding }) => finding.kind === kind);
  return {
    documents: checked.length,
    pages: checked.reduce((sum, { pages }) => sum + pages, 0),
    counts: Object.fromEntries(LAYOUT_KINDS.map((kind) => [kind, ofKind(kind).length])) as Record<LayoutKind, number>,
    findings: LAYOUT_KINDS.flatMap((kind) =>
      ofKind(kind)
        .toSorted((one, other) => other.weight - one.weight)
        .slice(0, OF_A_KIND)
        .map(({ finding }) => finding),
    ),
    unchecked,
  };
}

function paced(signal: AbortSignal): Pace {
  const end = performance.now() + DOCUMENT_MS;
  let turn = performance.now();
  return async () => {
    signal.throwIfAborted();
    const now = performance.now();
    if (now > end) throw new TooLong();
    if (now - turn < TURN_MS) return;
    await nextTask();
    signal.throwIfAborted();
    turn = performance.now();
  };
}

function hiddenHost(): HTMLElement {
  const host = document.createElement('div');
  host.inert = true;
  host.setAttribute('aria-hidden', 'true');
  host.style.cssText = `position:fixed;left:0;top:0;width:${PAGE_ROOM.width}px;height:${PAGE_ROOM.height}px;overflow:hidden;visibility:hidden;pointer-events:none;z-index:-1;contain:strict`;
  document.body.append(host);
  return host;
}
