import { afterPaint, whenIdle } from './after-paint.ts';
import { type Anchor, anchorHere, anchorOf, documentOfTarget, heldBy, showAnchor, type Target } from './anchor.ts';
import { pointOfCfi } from './cfi-point.ts';
import { cfiOf, rangeCfi } from './cfi.ts';
import { inContents } from './contents.ts';
import { documentLoader } from './frame/document-loader.ts';
import { elementByName } from './element-by-name.ts';
import { framePool } from './frame/frame-pool.ts';
import { watchLateLoads } from './frame/late-loads.ts';
import { loadLayoutFixes } from './fit/layout-fixes.ts';
import { linePixels, paperOf, THEMES } from './style/look.ts';
import { markLayers } from './marks.ts';
import type { PageFrame, PageRoom } from './frame/page-frame.ts';
import { pageInput } from './page-input.ts';
import { pendingInput } from './pending-input.ts';
import { picturesIn, pointAtPicture, tappedPictures } from './picture.ts';
import { documentOf, endOf, hrefIn, percentAt, type Position } from './position.ts';
import type { OpenOptions, Reader } from './reader.ts';
import { readIn } from './sentence.ts';
import { selectionWatch } from './selection.ts';
import { hasFlow, isFixed, spreadsOf, traitsIn } from './spreads.ts';
import { isFinger, meansMark } from './tap-on-mark.ts';
import { scrollsTable } from './fit/table-wheel.ts';
import { textNodesOf } from './visible-text.ts';
import { turnQueue } from './turn-queue.ts';
import { isRightToLeft } from './writing.ts';

export { documentOfTarget, type Target };
export type { Edge, OpenOptions, Reader } from './reader.ts';

/** Opens a prepared book. Resolves when the first page is visible. */
export async function openBook(options: OpenOptions): Promise<Reader> {
  const { book, element } = options;
  const base = new URL(options.base, location.href).href;
  const spreads = spreadsOf(book);
  const contents = inContents(book);
  let look = options.look;
  let limit = options.limit;
  let current: PageFrame | null = null;
  /** The other page of a two-page spread. */
  let beside: PageFrame | null = null;
  let anchor: Anchor = { page: 0 };
  let place: Position | null = null;
  let turn = 0;
  /** The requested document that has not arrived yet. */
  let coming: { readonly index: number; readonly wanted: Anchor } | null = null;
  const turns = turnQueue((late) => options.onLate?.(late));
  let ended = false;
  /** Scrolling has not stopped yet, so the position is not known. */
  let scrolling = false;
  /** Another document is shown and its neighbours have not been requested yet. */
  let arrived = false;
  const loader = options.files ?? documentLoader(base, book);
  const room = (): PageRoom => ({ width: element.clientWidth, height: element.clientHeight });
  const pictureAt = tappedPictures();
  const { act, handlers, open } = pendingInput(
    {
      link: (address, link) => void follow(address, link),
      forward: () => void next(),
      back: () => void previous(),
      asked: (key) => options.onKeyAction?.(key),
      first: () => leap({ documentIndex: 0 }),
      last: () => leap({ documentIndex: Math.min(limit, endOf(book)) - 1, end: true }),
    },
    options.asked ?? [],
  );
  const input = pageInput(element, {
    ...handlers,
    tap(zone) {
      if (options.onTap(zone) || zone === 'middle') return;
      towards(zone === 'right' ? 1 : -1);
    },
    hit(element, event, zone) {
      const frame = shownFrames().find((one) => one.element === element);
      const mark = frame && marks.at(frame, event.clientX, event.clientY);
      if (mark && options.onMark && (!isFinger(event) || meansMark(mark.rect, zone, room()))) {
        options.onMark(mark.id, mark.rect);
        return true;
      }
      const picture = frame && !isFixed(book, frame.index) && options.onPicture ? pictureAt(event, zone === 'middle', room().height) : null;
      if (!picture) return false;
      options.onPicture?.(picture);
      return true;
    },
    towards: (side) => towards(side),
    line: (by) => current?.scroll(by * LINES * linePixels(look)) ?? false,
    wheel(event, pixels) {
      if (scrollsTable(event)) return true;
      const scroll = current?.scrolled;
      if (!scroll || (pixels > 0 ? scroll.atEnd : scroll.atStart)) return false;
      if (!scroll.vertical && (event.target as Node).ownerDocument === current?.document) return true;
      event.preventDefault();
      return current?.scroll(pixels) ?? false;
    },
    ends: () => current?.scrolled ?? null,
  });
  const marks = markLayers(() => THEMES[paperOf(look.theme)].dark);
  const selection = selectionWatch((selected) => options.onSelect?.(selected), contents.titleOf, marks.around);
  const pool = framePool(
    element,
    traitsIn(book, spreads, () => look),
    loader,
    () => ({ room: room(), look }),
    {
      made(frame) {
        input.listenIn(frame.element);
        selection.listenIn(frame);
        marks.draw(frame);
        watchLateLoads(frame.document, () => settle(frame));
        frame.document.addEventListener('scroll', () => strayed(frame), { passive: true });
      },
      filled: marks.draw,
    },
    [options.shown, options.other].filter((frame) => frame != null),
    book.layout === 'pre-paginated' ? 6 : 3,
  );
  const shownFrames = (): PageFrame[] => [current, beside].filter((frame) => frame !== null);

  const towards = (side: 1 | -1): void => act((to) => ((side === 1) === isRightToLeft(book, look) ? to.back() : to.forward()));

  /** A resource that loaded late moved the text: keep the reader's position. */
  function settle(frame: PageFrame): void {
    if (ended) return;
    const { page, pages } = frame;
    frame.measure();
    if (frame !== current || scrolling) return;
    showAnchor(frame, anchor);
    if (frame.page !== page || frame.pages !== pages) notify();
  }

  /** The browser moved the text: because of a focused link, its own page search, or a scroll. */
  function strayed(frame: PageFrame): void {
    if (!frame.stray() || frame !== current) return;
    scrolling = frame.scrolled !== null;
    if (!scrolling) letGo();
    anchor = { page: frame.page };
    telling.ask(scrolling ? SCROLL_REST_MS : 0);
  }

  /** The position is reported after the paint, because a page turn itself must only move the page. */
  function notify(): void {
    const frame = current;
    if (!frame || ended) return;
    scrolling = false;
    if (arrived) prepareNeighbours();
    arrived = false;
    const last = beside ?? frame;
    const point = frame.firstPoint() ?? pointAtPicture(frame);
    // After a page turn the anchor is the start of the page. It is kept across layouts: a new anchor on each layout would move the
    // position back each time.
    const held = heldBy(anchor, frame.document);
    if ('page' in anchor && !held) anchor = anchorHere(frame, point);
    place = {
      documentIndex: frame.index,
      ...(beside ? { besideIndex: beside.index } : {}),
      page: frame.page,
      pages: frame.pages,
      percent: percentAt(book, last.index, last.page, last.pages),
      cfi: cfiOf(frame.index, held ?? point),
      ...contents.page(frame),
      atStart: frame.index === 0 && frame.page === 0,
      atEnd: last.index === endOf(book) - 1 && last.page === last.pages - 1,
    };
    options.onMove(place);
  }
  const telling = afterPaint(notify);
  // A reader who leaves during a scroll continues where the scroll was.
  document.addEventListener('visibilitychange', telling.settle);

  async function show(wantedIndex: number, wanted: Anchor): Promise<void> {
    const mine = ++turn;
    coming = { index: wantedIndex, wanted };
    const [documentIndex = wantedIndex, other] = spreads.together(wantedIndex, room(), look).filter((index) => index < limit);
    const keep = shownFrames().map((frame) => frame.index);
    const take = (index: number): PageFrame | Promise<PageFrame> => pool.held(index) ?? pool.take(index, [...keep, documentIndex]);
    const frame = await take(documentIndex);
    const second = other === undefined ? null : await take(other);
    if (mine !== turn || ended) return;
    coming = null;
    anchor = wanted;
    showAnchor(frame, wanted);
    if (current !== frame || beside !== second) {
      const had = shownFrames().some((one) => one.element === element.ownerDocument.activeElement);
      const before = shownFrames();
      for (const one of [frame, second]) one?.setVisible(true);
      for (const one of before) if (one !== frame && one !== second) one.setVisible(false);
      [current, beside] = [frame, second];
      if (had) frame.element.focus({ preventScroll: true });
      arrived = true;
    }
    telling.ask(0);
  }

  /** The user turned the page meanwhile: cancel the pending navigation. */
  function letGo(): void {
    turn++;
    coming = null;
  }

  /** Fetches and lays out the chapters on both sides while the user reads. */
  function prepareNeighbours(): void {
    const shown = shownFrames().map((frame) => frame.index);
    const near = [nextTo(1), nextTo(-1)]
      .flatMap((index) => spreads.together(index, room(), look))
      .filter((index) => index >= 0 && index < Math.min(limit, book.spine.length));
    for (const index of near) loader.expect(index);
    let at = 0;
    const layNext = (): void => {
      const index = near[at++];
      if (index === undefined || ended || current?.index !== shown[0]) return;
      // A pending document keeps its frame.
      void pool.take(index, [...shown, ...near, ...(coming ? spreads.together(coming.index, room(), look) : [])]).then(
        () => whenIdle(layNext),
        () => whenIdle(layNext),
      );
    };
    whenIdle(layNext);
  }

  /** Returns the next document of the reading order. Documents outside the reading order are reached through links only. */
  function nextTo(step: 1 | -1): number {
    let index = ((step > 0 ? beside : null) ?? current)?.index ?? 0;
    do index += step;
    while (book.spine[index]?.linear === false);
    return index;
  }

  /** The shown document is outside the reading order: turning past its ends leads back to the link. */
  const isOutside = (): boolean => current !== null && book.spine[current.index]?.outside === true;

  async function turnTo(documentIndex: number, wanted: Anchor): Promise<void> {
    const arriving = show(documentIndex, wanted);
    const mine = turn;
    try {
      await turns.until(arriving);
    } catch (error) {
      if (ended || mine !== turn) return;
      coming = null;
      options.onTrouble(error, () => void turnTo(documentIndex, wanted));
    }
  }

  async function next(): Promise<void> {
    while (turns.busy) if (!(await turns.pass())) return;
    if (!current || shifted(1)) return;
    if (isOutside()) return options.onKeyAction?.('back');
    const index = nextTo(1);
    if (index >= book.spine.length) return options.onEdge('end');
    if (index >= limit) return options.onEdge('trial');
    await turnTo(index, { page: 0 });
  }

  async function previous(): Promise<void> {
    if (turns.late) turns.leave();
    while (turns.busy) if (!(await turns.pass())) return;
    if (!current || shifted(-1)) return;
    if (isOutside()) return options.onKeyAction?.('back');
    const index = nextTo(-1);
    if (index < 0) return options.onEdge('start');
    await turnTo(index, { end: true });
  }

  function shifted(by: 1 | -1): boolean {
    if (!current?.turn(by)) return false;
    letGo();
    anchor = { page: current.page };
    telling.ask(0);
    return true;
  }

  async function goTo(target: Target): Promise<void> {
    const index = documentOfTarget(book, target);
    if (index >= limit && index < book.spine.length) return options.onEdge('trial');
    if (book.spine[index]) await turnTo(index, anchorOf(book, target));
  }

  /** Jumps to a target and records the way back. */
  function leap(target: Target): void {
    if (place) options.onJump?.(place);
    void goTo(target);
  }

  async function follow(address: string, link: Element): Promise<void> {
    const href = hrefIn(base, address);
    const index = documentOf(book, href);
    if (index < 0) return href && options.onFile ? options.onFile(href) : options.onLink(address);
    const mine = turn;
    const note = options.onNote && index < limit ? await turns.until(noteOf(href, link, index)).catch(() => null) : null;
    // If the user turned the page meanwhile, stay where they are.
    if (ended || mine !== turn) return;
    if (note) return options.onNote?.(note);
    leap({ href });
    const fragment = href.split('#')[1];
    if (fragment && index < limit && !elementByName(await documentAt(index), fragment)) options.onNoAnchor?.();
  }

  const noteOf = async (href: string, link: Element, index: number) => (await import('./note/note.ts')).noteAt(href, link, () => documentAt(index));

  /** Returns a document as it is shown, or as it would be shown. */
  async function documentAt(index: number): Promise<Document> {
    return pool.held(index)?.document ?? (await loader.load(index)).root.ownerDocument;
  }

  async function textsAt(index: number): Promise<readonly Text[]> {
    const held = pool.held(index);
    if (held) return held.texts();
    const { body, documentElement } = await documentAt(index);
    return textNodesOf(body ?? documentElement);
  }

  if (options.shown) await loadLayoutFixes();
  // A picture may have loaded since; a page of a spread leaves room for the other page.
  if (book.layout === 'pre-paginated' || hasFlow(book)) pool.layOut();
  else options.shown?.measure();
  const asked = options.start ?? { documentIndex: 0 };
  const start = options.shown
    ? { index: options.shown.index, wanted: anchorHere(options.shown, options.shown.scrolled ? options.shown.firstPoint() : null) }
    : { index: documentOfTarget(book, asked), wanted: anchorOf(book, asked) };
  const first = Math.max(0, Math.min(start.index, limit - 1, book.spine.length - 1));
  loader.expect(first);
  await show(first, first === start.index ? start.wanted : { page: 0 }).catch((error: unknown) => {
    destroy();
    throw error;
  });
  open(() => telling.settle());

  return {
    next,
    previous,
    goTo,
    follow,
    restyle(wanted) {
      look = wanted;
      relay();
    },
    resize: relay,
    setMarks: (layer, wanted) => marks.set(layer, wanted, pool.all()),
    clearSelection: () => selection.clear(pool.all()),
    async findPassage(documentIndex, quote) {
      const document = book.spine[documentIndex];
      if (!document || document.outside) return null;
      const texts = await textsAt(documentIndex);
      const inside = texts[0]?.ownerDocument;
      const { findQuote } = await import('./passage.ts');
      const found = findQuote(texts, quote, inside && quote.cfi ? pointOfCfi(quote.cfi, inside) : null);
      const cfi = found && rangeCfi(documentIndex, found.range);
      return cfi ? { cfi, fit: found.fit } : null;
    },
    *sentences(whole) {
      for (const frame of shownFrames()) yield* readIn(frame, book, whole, frame === current ? heldBy(anchor, frame.document) : null);
    },
    get following() {
      return nextTo(1);
    },
    pictures: () => shownFrames().flatMap(({ document, element: { clientWidth, clientHeight } }) => picturesIn(document, clientWidth, clientHeight)),
    setLimit: (documents) => {
      limit = documents;
      if (current) prepareNeighbours();
    },
    destroy,
    zoom: input.zoom,
    get place() {
      telling.settle();
      return place;
    },
  };

  function destroy(): void {
    ended = true;
    telling.cancel();
    document.removeEventListener('visibilitychange', telling.settle);
    input.stop();
    selection.stop();
    loader.stop();
    pool.destroy();
  }

  function relay(): void {
    pool.layOut();
    for (const frame of pool.all()) marks.draw(frame);
    if (!current) return;
    const together = spreads.together(current.index, room(), look).filter((index) => index < limit);
    const shown = shownFrames().map((frame) => frame.index);
    if (together.join() !== shown.join()) return void turnTo(coming?.index ?? current.index, coming?.wanted ?? anchor);
    showAnchor(current, anchor);
    telling.ask(0);
  }
}

/** Lines that an arrow key scrolls. */
const LINES = 3;
/** Milliseconds without scrolling after which a scroll counts as finished. */
const SCROLL_REST_MS = 120;
