import type { PreparedBook } from '../../contract/reading/prepared-book.ts';
import { cfiOf, pointOfCfi } from './cfi.ts';
import { type DocumentLoader, documentLoader } from './document-loader.ts';
import { framePool } from './frame-pool.ts';
import type { Look } from './look.ts';
import { type PageFrame, type Room, traitsOf } from './page-frame.ts';
import { pageInput, type TapZone } from './page-input.ts';
import { chapterTitleAt, documentOf, percentAt, placeOfPercent, documentOfCfi, type Place } from './place.ts';

export type Edge = 'trial' | 'start' | 'end';
/** A fragment identifier, an address relative to the folder, a document, or a percent of the characters. */
export type Target = { cfi: string } | { href: string } | { documentIndex: number; end?: boolean } | { percent: number };

export interface OpenOptions {
  /** The folder's address, with a slash at the end. */
  readonly base: string;
  readonly book: PreparedBook;
  readonly element: HTMLElement;
  readonly look: Look;
  readonly start?: Target;
  /** Begun before there was a page to show them on. */
  readonly files?: DocumentLoader;
  /** A page of the book that stands in `element` already: it stays as it is, and reading goes on from it. */
  readonly shown?: PageFrame;
  /** Documents the reader may read, from the first. */
  readonly limit: number;
  onMove(place: Place): void;
  onEdge(edge: Edge): void;
  /** True where the tap was for something else than turning. */
  onTap(zone: TapZone): boolean;
  /** A link that leads out of the book. */
  onLink(address: string): void;
  /** A jump inside the book that the reader asked for by a link. */
  onJump?(from: Place): void;
  onTrouble(error: unknown): void;
}

export interface Reader {
  next(): Promise<void>;
  previous(): Promise<void>;
  goTo(target: Target): Promise<void>;
  restyle(look: Look): void;
  resize(): void;
  setLimit(limit: number): void;
  destroy(): void;
  readonly place: Place | null;
}

/** Where in a document: resolved to a page once it is laid out, and again whenever its layout changes. */
type Anchor = { page: number } | { fraction: number } | { fragment: string } | { cfi: string } | { end: true } | { point: Range; page: number };

/** The document a target lies in, before anything of the book is shown. */
export function documentOfTarget(book: PreparedBook, target: Target): number {
  if ('documentIndex' in target) return target.documentIndex;
  if ('percent' in target) return placeOfPercent(book, target.percent).documentIndex;
  return 'href' in target ? documentOf(book, target.href) : documentOfCfi(target.cfi);
}

/** Opens a prepared book. Resolves when the first page can be seen. */
export async function openBook(options: OpenOptions): Promise<Reader> {
  const { book, element } = options;
  const base = new URL(options.base, location.href).href;
  const rightToLeft = book.direction === 'rtl' || book.writing === 'vertical';
  let look = options.look;
  let limit = options.limit;
  let current: PageFrame | null = null;
  let anchor: Anchor = { page: 0 };
  let place: Place | null = null;
  let turn = 0;
  let ended = false;

  const loader = options.files ?? documentLoader(base, book);
  const room = (): Room => ({ width: element.clientWidth, height: element.clientHeight });
  const input = pageInput(element, {
    tap(zone) {
      if (options.onTap(zone) || zone === 'middle') return;
      towards(zone === 'right' ? 1 : -1);
    },
    link: (address) => void follow(address),
    towards: (side) => towards(side),
    forward: () => void next(),
    back: () => void previous(),
    first: () => void goTo({ documentIndex: 0 }),
    last: () => void goTo({ documentIndex: Math.min(limit, book.spine.length) - 1, end: true }),
  });
  const pool = framePool(
    element,
    traitsOf(book),
    loader,
    () => ({ room: room(), look }),
    (frame) => {
      input.listenIn(frame.element);
      // Pictures and fonts that come late move the text: the reader's place stays.
      frame.document.addEventListener('load', () => settle(frame), true);
      frame.document.fonts?.addEventListener('loadingdone', () => settle(frame));
    },
    options.shown ?? null,
  );

  const towards = (side: 1 | -1): void => void ((side === 1) === rightToLeft ? previous() : next());

  function settle(frame: PageFrame): void {
    const pages = frame.pages;
    frame.measure();
    if (frame !== current || frame.pages === pages) return;
    frame.show(pageOf(frame, anchor));
    tell();
  }

  function pageOf(frame: PageFrame, wanted: Anchor): number {
    if ('end' in wanted) return frame.pages - 1;
    if ('point' in wanted) return wanted.point.startContainer.isConnected ? frame.pageOf(wanted.point) : wanted.page;
    if ('page' in wanted) return wanted.page;
    if ('fraction' in wanted) return Math.min(frame.pages - 1, Math.floor(wanted.fraction * frame.pages + 1e-9));
    if ('fragment' in wanted) {
      const target = frame.document.getElementById(wanted.fragment) ?? frame.document.getElementsByName(wanted.fragment)[0];
      return target ? frame.pageOf(target) : 0;
    }
    const point = pointOfCfi(wanted.cfi, frame.document);
    return point ? frame.pageOf(point) : 0;
  }

  /** The place follows the frame after the paint: a turn itself moves only the page. */
  function tell(): void {
    const frame = current;
    if (!frame || ended) return;
    const point = frame.firstPoint();
    if ('point' in anchor || 'page' in anchor) anchor = point ? { point, page: frame.page } : { page: frame.page };
    place = {
      documentIndex: frame.index,
      page: frame.page,
      pages: frame.pages,
      percent: percentAt(book, frame.index, frame.page, frame.pages),
      cfi: cfiOf(frame.index, point),
      chapterTitle: chapterTitleAt(book, frame.index),
      atStart: frame.index === 0 && frame.page === 0,
      atEnd: frame.index === book.spine.length - 1 && frame.page === frame.pages - 1,
    };
    options.onMove(place);
  }
  let told = 0;
  const tellSoon = (): void => {
    clearTimeout(told);
    told = window.setTimeout(tell);
  };

  async function show(documentIndex: number, wanted: Anchor): Promise<void> {
    const mine = ++turn;
    const found = pool.held(documentIndex);
    const frame = found ?? (await pool.take(documentIndex, current ? [current.index] : []));
    if (mine !== turn || ended) return;
    anchor = wanted;
    frame.show(pageOf(frame, wanted));
    if (current !== frame) {
      const had = element.ownerDocument.activeElement === current?.element;
      frame.setVisible(true);
      current?.setVisible(false);
      current = frame;
      if (had) frame.element.focus({ preventScroll: true });
      prepareNeighbours(documentIndex);
    }
    tellSoon();
  }

  /** The chapters on both sides are fetched and laid out while the reader reads. */
  function prepareNeighbours(documentIndex: number): void {
    const near = [beside(documentIndex, 1), beside(documentIndex, -1)].filter((index) => index >= 0 && index < Math.min(limit, book.spine.length));
    for (const index of near) loader.expect(index);
    let at = 0;
    const layNext = (): void => {
      const index = near[at++];
      if (index === undefined || ended || current?.index !== documentIndex) return;
      void pool.take(index, [documentIndex, ...near]).then(
        () => whenIdle(layNext),
        () => whenIdle(layNext),
      );
    };
    whenIdle(layNext);
  }

  /** The next document of the reading order; what stands outside it is reached by links alone. */
  function beside(documentIndex: number, step: 1 | -1): number {
    let index = documentIndex + step;
    while (book.spine[index]?.linear === false) index += step;
    return index;
  }

  async function turnTo(documentIndex: number, wanted: Anchor): Promise<void> {
    try {
      await show(documentIndex, wanted);
    } catch (error) {
      if (!ended && !(error instanceof DOMException && error.name === 'AbortError')) options.onTrouble(error);
    }
  }

  async function next(): Promise<void> {
    if (!current) return;
    if (current.page < current.pages - 1) return shift(1);
    const index = beside(current.index, 1);
    if (index >= book.spine.length) return options.onEdge('end');
    if (index >= limit) return options.onEdge('trial');
    await turnTo(index, { page: 0 });
  }

  async function previous(): Promise<void> {
    if (!current) return;
    if (current.page > 0) return shift(-1);
    const index = beside(current.index, -1);
    if (index < 0) return options.onEdge('start');
    await turnTo(index, { end: true });
  }

  function shift(by: 1 | -1): void {
    if (!current) return;
    turn++;
    current.show(current.page + by);
    anchor = { page: current.page };
    tellSoon();
  }

  async function goTo(target: Target): Promise<void> {
    const { index, wanted } = resolve(target);
    if (index >= limit && index < book.spine.length) return options.onEdge('trial');
    if (book.spine[index]) await turnTo(index, wanted);
  }

  function resolve(target: Target): { index: number; wanted: Anchor } {
    if ('documentIndex' in target) return { index: target.documentIndex, wanted: target.end ? { end: true } : { page: 0 } };
    if ('percent' in target) {
      const { documentIndex, fraction } = placeOfPercent(book, target.percent);
      return { index: documentIndex, wanted: { fraction } };
    }
    if ('href' in target) {
      const fragment = target.href.split('#')[1];
      return { index: documentOf(book, target.href), wanted: fragment ? { fragment } : { page: 0 } };
    }
    return { index: documentOfCfi(target.cfi), wanted: { cfi: target.cfi } };
  }

  async function follow(address: string): Promise<void> {
    const href = address.startsWith(base) ? decodeURIComponent(address.slice(base.length)) : '';
    if (documentOf(book, href) < 0) return options.onLink(address);
    if (place) options.onJump?.(place);
    await goTo({ href });
  }

  // A picture may have come since.
  options.shown?.measure();
  const start = options.shown ? { index: options.shown.index, wanted: { page: options.shown.page } } : resolve(options.start ?? { documentIndex: 0 });
  const first = Math.max(0, Math.min(start.index, limit - 1, book.spine.length - 1));
  loader.expect(first);
  await show(first, first === start.index ? start.wanted : { page: 0 });

  return {
    next,
    previous,
    goTo,
    restyle(wanted) {
      look = wanted;
      relay();
    },
    resize: relay,
    setLimit: (documents) => {
      limit = documents;
      if (current) prepareNeighbours(current.index);
    },
    destroy() {
      ended = true;
      clearTimeout(told);
      input.stop();
      loader.stop();
      pool.destroy();
    },
    get place() {
      return place;
    },
  };

  function relay(): void {
    pool.layOut();
    if (!current) return;
    current.show(pageOf(current, anchor));
    tellSoon();
  }
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => work(), { timeout: 500 });
  else setTimeout(work, 50);
}
