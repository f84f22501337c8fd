// Start of the reader page: this small script lays out the first page, and the application starts after it is visible.
import { FIRST_PAGE_ID, type FirstPage, type FirstPageFound } from '../contract/reading/first-page.ts';
import { BOOK_FILE, bookFolder, type PreparedBook } from '../contract/reading/prepared-book.ts';
import { pointOfCfi } from './reader-engine/cfi-point.ts';
import { documentLoader, fileAddress } from './reader-engine/frame/document-loader.ts';
import { watchLateLoads } from './reader-engine/frame/late-loads.ts';
import { loadLayoutFixes } from './reader-engine/fit/layout-fixes.ts';
import { linePixels, type Look, paperOf } from './reader-engine/style/look.ts';
import { makeFrame, traitsOf } from './reader-engine/frame/page-frame.ts';
import { type InputTarget, MOST_PENDING, type PageInput, pageInput, type PendingInput } from './reader-engine/page-input.ts';
import { absoluteCss, applyStyles, prepareDocument, readDocument, type ReadyDocument } from './reader-engine/frame/prepare-document.ts';
import { relativeSizes } from './reader-engine/style/book-typography.ts';
import { isRightToLeft } from './reader-engine/writing.ts';
import { positionHint } from './reading-progress/position-hints.ts';
import { headOf, type Rest, setRestAside } from './first-page/first-part.ts';
import { layOutNext } from './first-page/next-document.ts';
import { storedLook } from './first-page/stored-look.ts';
import { markBackground, type ReadingBackground, readingBackground } from './first-page/reading-background.ts';
import { isPastDeadline, putShownPage, type ShownPage } from './first-page/shown-page.ts';

/** A later first page does not delay the application any more. */
const PATIENCE_MS = 600;
/** The application waits this long for the document after a first page. */
const NEXT_MS = 500;
const at = new URLSearchParams(location.search).get('at');

// It is in the reader's HTML, or is created while this script loads. Otherwise the page started on another route.
const empty = document.querySelector<HTMLIFrameElement>('.reader iframe:not([data-shown])');
if (empty) begin(empty);

function begin(frame: HTMLIFrameElement): void {
  const page = firstPage();
  // With a worker, a frame cannot reuse a picture that another document requested. A picture requested now is ready when the page is laid
  // out.
  for (const path of page?.pictures ?? []) (frame.contentDocument ?? document).createElement('img').src = path;
  const ground = readingBackground();
  const look = storedLook(page?.publishId);
  markBackground(ground, paperOf(look.theme));
  const shown = page ? showFirst(page, ground, look, frame).catch(() => void frame.remove()) : Promise.resolve(frame.remove());
  void Promise.race([shown, after(PATIENCE_MS)]).then((rest) =>
    afterPaint(() => {
      // Where the first turn leaves the document, it is prepared first: the application would keep it waiting for a second on a slow phone.
      const next = rest?.next();
      if (page) expect(baseOf(page) + BOOK_FILE);
      void (next ? Promise.race([next, after(NEXT_MS)]) : Promise.resolve()).then(openApp);
      if (rest?.lay) setTimeout(rest.lay);
    }),
  );
}

function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined));
}

/** A background tab has no paint to wait for. */
const afterPaint = (work: () => void): void => void (document.hidden ? work() : requestAnimationFrame(() => setTimeout(work)));

async function openApp(): Promise<void> {
  await Promise.all([import('./main.tsx'), import('./site/reading/epub-read.screen.tsx')]);
}

/** The application will request this address, so it is loaded in parallel with the scripts. */
function expect(address: string): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: '', href: address });
  document.head.append(link);
}

function firstPage(): FirstPageFound | null {
  try {
    return JSON.parse(document.getElementById(FIRST_PAGE_ID)?.textContent ?? 'null') as FirstPageFound | null;
  } catch {
    return null;
  }
}

/** What follows a visible first page. */
interface Following {
  /** Lays out the rest of a long chapter, part by part. */
  readonly lay: (() => void) | null;
  /** Lays out the next document if it is one page away; null otherwise. */
  next(): Promise<void> | null;
}

async function showFirst(page: FirstPage, { stage }: ReadingBackground, look: Look, element: HTMLIFrameElement): Promise<Following | undefined> {
  const { publishId, editionId } = page;
  const { documentIndex, cfi } = placeNow(page);
  const room = { width: stage.clientWidth, height: stage.clientHeight };
  const type = { em: look.fontSize, line: linePixels(look) };
  const fromHere = documentIndex === page.documentIndex;
  let head = cfi || !fromHere ? null : headOf(page.text, room, type);
  let rest: Rest | null = null;
  const aside = (parsed: Document): void => {
    const from = cfi ? (pointOfCfi(cfi, parsed)?.startContainer ?? null) : null;
    const whole = head === null ? null : () => readDocument(page.text, fileAddress(baseOf(page), page.href)).body;
    if (parsed.body) rest = setRestAside(parsed.body, from, room, type, dressed, whole);
  };
  const dressed = (part: Element): void => {
    applyStyles(part, fileAddress(baseOf(page), page.href));
    relativeSizes(part);
  };
  let ready = fromHere ? await fromHtml(page, head ?? page.text, aside) : await fetched(page, documentIndex);
  if (head !== null && !rest) {
    head = null;
    ready = await fromHtml(page, page.text, aside);
  }
  // A fetched document is already prepared and stays as it is.
  if (!fromHere) aside(ready.root.ownerDocument);
  if (isPastDeadline()) return void element.remove();
  const frame = makeFrame(stage, traitsOf(page, { asks: (index) => (index === page.documentIndex ? page : {}) }), element);
  const unwatch = watchLateLoads(frame.document, settle);
  void loadLayoutFixes().then(settle);
  frame.fill(documentIndex, ready, room, look);
  const point = cfi ? pointOfCfi(cfi, frame.document) : null;
  if (point) frame.showAt(point);
  frame.setVisible(true);
  const target = cfi ? { cfi } : { documentIndex };
  const shown: OwnPage = { publishId, editionId, at, frame, other: null, target, turned: false, called: false, asked: [], release };
  const turns = turnsOf(shown, page, look, completeFor);
  // Null until the page is visible; it cannot be turned before.
  let input: PageInput | null = null;
  let released = false;
  afterPaint(() => {
    if (released) return;
    input = pageInput(stage, turns);
    input.listenIn(frame.element);
  });
  putShownPage(shown);
  return { lay: rest ? layRest : null, next: () => (rest === null && frame.page >= frame.pages - 1 ? layNext() : null) };
  async function layNext(): Promise<void> {
    const base = baseOf(page);
    const book = (await (await fetch(base + BOOK_FILE)).json()) as PreparedBook;
    // The application shows why a document cannot be read.
    const next = await layOutNext(base, book, { ...page, documentIndex }, stage, look).catch(() => null);
    if (!next) return;
    if (released) return next.destroy();
    shown.other = next;
    input?.listenIn(next.element);
    for (const act of shown.asked.splice(0)) act(turns);
  }
  /** Late content moved the text: show the same page start again. */
  function settle(): void {
    frame.measure();
    if (point && !shown.turned) frame.showAt(point);
  }
  function layRest(): void {
    if (!rest) return;
    if (!rest.putBack('part')) rest = null;
    frame.measure();
    if (rest) setTimeout(layRest);
  }
  function complete(): void {
    if (!rest) return;
    rest.putBack();
    rest = null;
    frame.measure();
  }
  /** The last page that is laid out may be only half a page. */
  function completeFor(page: number): void {
    if (page >= frame.pages - 1) complete();
  }
  function release(): void {
    complete();
    released = true;
    unwatch();
    input?.stop();
  }
}

/** Returns the newest position on this device: the last one written by another tab, or the one found by the worker. */
function placeNow(page: FirstPage): { documentIndex: number; cfi: string } {
  const here = at === null ? positionHint(page.publishId) : null;
  if (here && here.editionId === page.editionId && here.cfi && here.clock > (page.place?.clock ?? 0)) return here;
  return { documentIndex: page.documentIndex, cfi: page.place?.cfi ?? '' };
}

function baseOf({ publishId, editionId }: FirstPage): string {
  return new URL(bookFolder(publishId, editionId), location.href).href;
}

function fromHtml(page: FirstPage, text: string, aside: (parsed: Document) => void): Promise<ReadyDocument> {
  const base = baseOf(page);
  const sheets = new Map(Object.entries(page.sheets).map(([path, css]) => [fileAddress(base, path), css]));
  const cssOf = async (address: string): Promise<string> => absoluteCss(sheets.get(address) ?? '', address);
  return prepareDocument(text, fileAddress(base, page.href), page.language, { cssOf, aside });
}

/** The position is in another chapter than the one in the page. */
async function fetched(page: FirstPage, documentIndex: number): Promise<ReadyDocument> {
  const base = baseOf(page);
  const response = await fetch(base + BOOK_FILE);
  if (!response.ok) throw new Error(`${BOOK_FILE}: ${response.status}`);
  return documentLoader(base, (await response.json()) as PreparedBook).load(documentIndex);
}

/** A first page that this script still owns. */
type OwnPage = { -readonly [K in keyof ShownPage]: ShownPage[K] } & { asked: PendingInput[] };

/** Turns the laid-out pages at once; everything else waits for the application. */
function turnsOf(shown: OwnPage, page: FirstPage, look: Look, completeFor: (page: number) => void): InputTarget {
  const later = (input: PendingInput): void => void (shown.asked.length < MOST_PENDING && shown.asked.push(input));
  const by = (step: 1 | -1): void => {
    const { frame, other } = shown;
    completeFor(frame.page + step);
    if (frame.turn(step)) shown.turned = true;
    else if (other && step > 0 === other.index > frame.index) {
      other.setVisible(true);
      frame.setVisible(false);
      Object.assign(shown, { frame: other, other: frame, turned: true });
    } else later((to) => (step > 0 ? to.forward() : to.back()));
  };
  const towards = (side: 1 | -1): void => by((side === 1) === isRightToLeft(page, look) ? -1 : 1);
  return {
    tap(zone) {
      if (zone === 'middle') shown.called = true;
      else towards(zone === 'right' ? 1 : -1);
    },
    link: (address, element) => later((to) => to.link(address, element)),
    towards,
    forward: () => by(1),
    back: () => by(-1),
    wheel: () => shown.frame.scrolled !== null,
    asked: (key) => later((to) => to.asked?.(key)),
    first: () => later((to) => to.first()),
    last: () => later((to) => to.last()),
  };
}
