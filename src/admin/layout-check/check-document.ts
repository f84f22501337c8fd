import { cfiOf } from '../../reader-engine/cfi.ts';
import type { Look } from '../../reader-engine/style/look.ts';
import type { PageFrame, PageRoom } from '../../reader-engine/frame/page-frame.ts';
import { character } from '../../reader-engine/visible-text.ts';
import type { LayoutFinding } from '../../../contract/catalog/layout-check.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { blankPages } from './blank-pages.ts';
import { cutContent } from './cut-content.ts';
import { drawnTexts, type Pace } from './drawn-text.ts';
import { type Fault, Faults } from './fault.ts';
import { missingGlyphs } from './missing-glyphs.ts';
import { narrowTexts } from './narrow-text.ts';
import { type PageWindows, pageWindows } from './page-windows.ts';
import { unseenTexts } from './unseen-text.ts';

/** Pages of one document that are checked. */
const PAGES_MOST = 3000;
const EXCERPT = 48;

export interface CheckedDocument {
  readonly pages: number;
  /** False when the document has more pages than are checked. */
  readonly whole: boolean;
  readonly found: readonly { readonly finding: LayoutFinding; readonly weight: number }[];
}

/** Checks a document that is laid out in a frame with the look of the light page, and then with the dark one. */
export async function checkDocument(
  frame: PageFrame,
  room: PageRoom,
  { light, dark }: { readonly light: Look; readonly dark: Look },
  fixed: boolean,
  pace: Pace,
): Promise<CheckedDocument> {
  const inside = frame.document;
  const windows = pageWindows(frame);
  const texts = await drawnTexts(inside, pace);
  const faults = new Faults();
  await missingGlyphs(inside, texts, windows, faults, pace);
  // A page with a fixed layout is shown as its publisher drew it.
  if (!fixed) {
    narrowTexts(texts, windows, faults);
    await pace();
    cutContent(inside, texts, windows, faults);
    await pace();
    blankPages(inside, texts, windows, PAGES_MOST, faults);
    if (light.theme !== 'system') await unseenTexts(texts, light.theme, windows, faults, pace);
    frame.layOut(room, dark);
    if (dark.theme !== 'system') await unseenTexts(texts, dark.theme, windows, faults, pace);
  }
  return {
    pages: frame.pages,
    whole: frame.pages <= PAGES_MOST,
    found: faults.list.filter(({ page }) => page < PAGES_MOST).map((fault) => ({ weight: fault.weight, finding: findingOf(fault, frame, windows) })),
  };
}

function findingOf({ kind, page, at, text, night }: Fault, { index, document }: PageFrame, windows: PageWindows): LayoutFinding {
  const offset = at?.nodeType === 3 ? offsetOn(at as Text, page, windows) : 0;
  const words = kind === 'glyph' || at?.nodeType !== 3 ? text : (at as Text).data.slice(offset);
  return {
    kind,
    document: index,
    page,
    pages: windows.pages,
    cfi: at ? cfiAt(index, document, at, offset) : '',
    text: [...visibleText(words).replace(/\s+/g, ' ').trim()].slice(0, EXCERPT).join(''),
    night,
  };
}

/** Returns the first character of a text on a page; a text of several pages has its fault on one of them. */
function offsetOn(text: Text, page: number, windows: PageWindows): number {
  let [low, high] = [0, text.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const rect = character(text, middle).getClientRects()[0];
    if (rect && windows.pageOf(rect) >= page) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low);
}

function cfiAt(index: number, inside: Document, at: Text | Element, offset: number): string {
  const point = inside.createRange();
  point.setStart(at, offset);
  const cfi = cfiOf(index, point);
  return /^epubcfi\([^()]+\)$/.test(cfi) ? cfi : '';
}
