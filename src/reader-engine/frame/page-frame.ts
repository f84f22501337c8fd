import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { levelDots, type LevelDots } from '../fit/level-dots.ts';
import { centrePicture, leaveCentre, markGlyphs } from '../fit/placed-pictures.ts';
import { type Look, paperOf, THEMES } from '../style/look.ts';
import { blankFrame, rootOf } from './blank-frame.ts';
import { chooseEmphasis } from '../fit/emphasis.ts';
import { drawnSize } from '../fixed-size.ts';
import { layoutFixes } from '../fit/layout-fixes.ts';
import type { OverflowFixes } from '../fit/overflow-fixes.ts';
import { axisOf, type PageAxis } from '../page-axis.ts';
import { type Asked, pageBox, type PageBox } from '../page-box.ts';
import { FIXED_STYLE, BASE_STYLE, pageStyle } from '../style/page-style.ts';
import { runningFaces, type RunningFaces } from '../style/running-faces.ts';
import { OWN_SHEET } from '../queryable.ts';
import type { ReadyDocument } from './prepare-document.ts';
import { bookAlignment } from '../style/book-alignment.ts';
import { relativeSizes, bookTypography } from '../style/book-typography.ts';
import { turnedSides, type TurnedSides } from '../turned-sides.ts';
import { rectOf } from '../point-rect.ts';
import { firstPointOf, textNodesOf } from '../visible-text.ts';
import { fitWideParts } from '../fit/wide-parts.ts';
import { WRITING_STYLE } from '../style/writing-style.ts';
import { chosenWriting } from '../writing.ts';

const FRAME = 'iframe';
const XHTML = 'http://www.w3.org/1999/xhtml';

export interface PageRoom {
  readonly width: number;
  readonly height: number;
}

/** One document laid out into pages in its own frame, which may not run scripts. */
export interface PageFrame {
  readonly document: Document;
  /** The document's number; -1 while the frame is empty. */
  index: number;
  pages: number;
  page: number;
  fill(index: number, ready: ReadyDocument, room: PageRoom, look: Look): void;
  layOut(room: PageRoom, look: Look): void;
  /** Counts the pages again after a picture, a font or more text has loaded. */
  measure(): void;
  show(page: number): void;
  /** Shows the page, or the part of the scroll, that contains a point; `end` is the end of the document. */
  showAt(point: Range | Element | 'end', lead?: number): void;
  /** Returns the distance of a point from the top of a scroll, in pixels. */
  leadOf(point: Range | Element): number;
  /** Moves one page, or most of a screen, forwards or back. Returns false at the end of the document. */
  turn(by: 1 | -1): boolean;
  /** Scrolls by this many pixels. Returns false when the scroll cannot move further that way, or when the frame shows pages. */
  scroll(pixels: number): boolean;
  /**
   * The browser moved the text: the visible page becomes the current one, unless dragging a selection caused the move. Returns true when
   * the page changed.
   */
  stray(): boolean;
  setVisible(visible: boolean): void;
  pageOf(point: Range | Element): number;
  /** Whether a point is on the page or before it; in a scroll, whether it is near the top. */
  reaches(point: Range | Element): boolean;
  firstPoint(): Range | null;
  /** Returns the visible text, without ruby. */
  texts(): readonly Text[];
  /** Set when the document is one long page; null before the layout and in paged mode. */
  readonly scrolled: { readonly vertical: boolean; readonly atStart: boolean; readonly atEnd: boolean } | null;
  destroy(): void;
  readonly element: HTMLIFrameElement;
  /** Replaced when a frame is taken over. */
  traits: FrameTraits;
}

/** Where a fixed-layout page is placed in the room. */
export type Side = 'left' | 'right' | 'whole';

export interface FrameTraits {
  readonly language: string;
  readonly layout: PreparedBook['layout'];
  /** Whether the book's own styles set some text vertically. */
  readonly mayBeVertical: boolean;
  /** Whether the document has a fixed layout. */
  isFixed(documentIndex: number): boolean;
  sideOf(documentIndex: number, room: PageRoom): Side;
  /** Returns the column in which a text starts in two-column mode, and the flow that applies when the user leaves it to the book. */
  asks(documentIndex: number): Asked;
}

export const traitsOf = (book: Pick<PreparedBook, 'writing' | 'layout' | 'language'>, given: Partial<FrameTraits> = {}): FrameTraits => ({
  language: book.language,
  layout: book.layout,
  mayBeVertical: book.writing === 'vertical',
  isFixed: () => book.layout === 'pre-paginated',
  sideOf: () => 'whole',
  asks: () => ({}),
  ...given,
});

/** `element`: an empty frame that is already in `host`. */
export function makeFrame(host: HTMLElement, traits: FrameTraits, element = host.ownerDocument.createElement(FRAME)): PageFrame {
  return new Frame(blankFrame(host, element), traits);
}

class Frame implements PageFrame {
  readonly element: HTMLIFrameElement;
  readonly document: Document;
  index = -1;
  pages = 1;
  page = 0;
  private box: PageBox | null = null;
  private ready: ReadyDocument | null = null;
  traits: FrameTraits;
  private readonly reader: Element;
  private readonly spacer: HTMLElement;
  private axis: PageAxis | null = null;
  private look: Look | null = null;
  private faces: RunningFaces | null = null;
  private sides: TurnedSides | null = null;
  private said: { look(): void }[] = [];
  private dots: LevelDots | null = null;
  private boxes: OverflowFixes | null = null;
  /** The room of a fixed-layout page. */
  private room: PageRoom | null = null;
  private seen: readonly Text[] | null = null;

  constructor(element: HTMLIFrameElement, traits: FrameTraits) {
    const inside = element.contentDocument;
    if (!inside) throw new Error('frame without a document');
    this.element = element;
    this.document = inside;
    this.traits = traits;
    this.reader = inside.createElementNS(XHTML, 'style');
    this.spacer = inside.createElement('div');
  }

  fill(index: number, ready: ReadyDocument, room: PageRoom, look: Look): void {
    this.index = index;
    this.ready = ready;
    this.seen = null;
    this.box = null;
    this.faces = null;
    this.sides = null;
    this.said = [];
    this.dots = this.boxes = this.room = null;
    if (!this.traits.isFixed(index)) relativeSizes(ready.root);
    this.document.replaceChild(this.document.adoptNode(rootOf(this.document, ready.root)), this.document.documentElement);
    const head = this.document.head ?? this.document.documentElement;
    if (this.traits.isFixed(index)) this.reader.textContent = FIXED_STYLE;
    else {
      // Reads the book's own style sheets.
      this.faces = runningFaces(this.document);
      this.dots = levelDots(this.document);
      const server = this.document.createElementNS(XHTML, 'style');
      server.textContent = BASE_STYLE;
      for (const style of [server, this.reader]) style.setAttribute(OWN_SHEET, '');
      head.prepend(server);
      this.sides = turnedSides(this.document);
      if (this.document.body) this.said = [bookAlignment(this.document), bookTypography(this.document)];
      this.reader.textContent = '';
    }
    head.append(this.reader);
    this.layOut(room, look);
    if (this.scrolled) this.show(0);
  }

  layOut(room: PageRoom, look: Look): void {
    if (this.index < 0) return;
    if (this.traits.isFixed(this.index)) return this.layOutFixed(room);
    const writing = chosenWriting(this.traits, look);
    this.faces?.follow(look.face === 'book');
    chooseEmphasis(this.document.documentElement, look.face, () => this.measure());
    let box: PageBox;
    if (writing === 'book') {
      this.sides?.turn(null);
      box = this.applyStyles(room, look, writing, this.traits.mayBeVertical);
      // Read from the page with its styles applied, because each read costs a style pass: some title pages are horizontal while the
      // chapters are vertical.
      const vertical = this.mode().startsWith('vertical');
      if (box.vertical !== vertical) box = this.applyStyles(room, look, writing, vertical);
    } else {
      this.reader.textContent = '';
      const own = this.mode().startsWith('vertical') ? 'vertical' : 'horizontal';
      this.sides?.turn(writing === own ? null : writing);
      box = this.applyStyles(room, look, writing, writing === 'vertical');
    }
    const backwards = this.runsBack(box);
    // A declared start column does not apply after the user changed the writing direction.
    const asked = writing === 'book' || !this.traits.mayBeVertical ? this.traits.asks(this.index).spread : undefined;
    this.document.documentElement.toggleAttribute('data-late', box.columns === 2 && asked === (backwards ? 'left' : 'right'));
    const axis = axisOf(box, backwards);
    if (this.axis && this.axis !== axis) this.document.documentElement.scrollTo(0, 0);
    this.axis = axis;
    this.measure();
  }

  /** Applies the frame size and the styles that split the text into pages. */
  private applyStyles(room: PageRoom, look: Look, writing: Look['writing'], vertical: boolean): PageBox {
    const box = pageBox(room, look, vertical, this.traits.asks(this.index));
    this.look = look;
    const { width, height } = box;
    this.element.style.transform = '';
    this.place((room.width - width) / 2, (room.height - height) / 2, width, height);
    const css = WRITING_STYLE[writing] + pageStyle(box, look, this.faces?.own);
    // Writing the same text again still costs a style pass over the whole document.
    if (this.reader.textContent !== css) this.reader.textContent = css;
    this.box = box;
    return box;
  }

  /** Returns the CSS `writing-mode` value. */
  private mode(): string {
    const body = this.document.body;
    if (!body) return 'horizontal-tb';
    const mode = getComputedStyle(body).writingMode;
    return mode === 'horizontal-tb' ? getComputedStyle(this.document.documentElement).writingMode : mode;
  }

  /**
   * Whether pages run from right to left. Columns of vertical text do, unless the book sets the other order; horizontal lines follow their
   * direction.
   */
  private runsBack(box: PageBox): boolean {
    const { body } = this.document;
    if (!body) return false;
    return box.vertical ? !box.scrolled || this.mode() !== 'vertical-lr' : getComputedStyle(body).direction === 'rtl';
  }

  /** Lays out a fixed-layout page in the middle of the room or of its half. */
  private layOutFixed(room: PageRoom): void {
    const side = this.traits.sideOf(this.index, room);
    const width = side === 'whole' ? room.width : room.width / 2;
    this.room = room;
    const size = drawnSize(this.element, this.ready?.viewport ?? null, { width, height: room.height });
    const scale = Math.min(width / size.width, room.height / size.height);
    const free = width - size.width * scale;
    // The two pages of a spread meet in the middle.
    const left = side === 'left' ? free : side === 'right' ? width : free / 2;
    this.place(left, (room.height - size.height * scale) / 2, size.width, size.height);
    this.element.style.transform = `scale(${scale})`;
    this.pages = 1;
    this.page = 0;
  }

  private place(left: number, top: number, width: number, height: number): void {
    Object.assign(this.element.style, {
      left: `${Math.max(0, Math.round(left))}px`,
      top: `${Math.max(0, Math.round(top))}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
  }

  measure(): void {
    const { box, axis, room, look } = this;
    if (room && !this.ready?.viewport) return this.layOutFixed(room);
    if (!box || !axis || !look) return;
    const theme = THEMES[paperOf(look.theme)];
    const root = this.document.documentElement;
    this.seen = null;
    // A centred picture would be measured as cut off, so it is reset first.
    leaveCentre(this.document);
    // Parts of a long document are added after its first page.
    this.faces?.follow(look.face === 'book');
    for (const said of this.said) said.look();
    if (this.document.body) this.boxes ??= layoutFixes()?.overflowFixes(this.document) ?? null;
    this.boxes?.look(box, look.colours === 'book' ? theme : null);
    fitWideParts(this.document, box);
    this.dots?.level();
    this.spacer.remove();
    const length = axis.length(root);
    if (box.scrolled) {
      this.pages = 1 + Math.max(0, Math.ceil((length - this.view(box) - 1) / box.step));
      this.page = this.pageAt(axis.offset(root));
      return;
    }
    // Content that reaches out of its column into the gap after it, such as a border or a wide frame, is not a page.
    this.pages = Math.max(1, Math.ceil((length - 1) / box.step));
    centrePicture(this.document, box, this.pages, box.vertical && this.traits.asks(this.index).spread === 'center');
    markGlyphs(this.document, look.fontSize, !theme.dark);
    // The last screen of a spread may hold one column; the spacer lets it scroll as far as a full screen.
    this.spacer.style.cssText = `position:absolute;inset-block-start:0;inset-inline-start:${this.pages * box.step - box.gap - 1}px;inline-size:1px;block-size:1px`;
    if (this.pages > 1) root.append(this.spacer);
    this.show(Math.min(this.page, this.pages - 1));
  }

  show(page: number): void {
    this.page = Math.max(0, Math.min(this.pages - 1, page));
    if (this.box && this.axis) this.axis.move(this.document.documentElement, this.page * this.box.step);
  }

  showAt(point: Range | Element | 'end', lead = SCROLL_LEAD): void {
    const { box, axis } = this;
    if (!box?.scrolled || !axis) return this.show(point === 'end' ? this.pages - 1 : this.pageOf(point));
    const root = this.document.documentElement;
    axis.move(root, point === 'end' ? axis.length(root) : Math.max(0, axis.along(rectOf(point), root, box) - lead));
    this.page = this.pageAt(axis.offset(root));
  }

  leadOf(point: Range | Element): number {
    const { box, axis } = this;
    const root = this.document.documentElement;
    return box && axis ? axis.along(rectOf(point), root, box) - axis.offset(root) : 0;
  }

  turn(by: 1 | -1): boolean {
    if (this.box?.scrolled) return this.scroll(by * this.box.step);
    if (by > 0 ? this.page >= this.pages - 1 : this.page <= 0) return false;
    this.show(this.page + by);
    return true;
  }

  scroll(pixels: number): boolean {
    const { box, axis, scrolled } = this;
    if (!box || !axis || !scrolled || (pixels > 0 ? scrolled.atEnd : scrolled.atStart)) return false;
    const root = this.document.documentElement;
    axis.move(root, axis.offset(root) + pixels);
    this.page = this.pageAt(axis.offset(root));
    return true;
  }

  stray(): boolean {
    const { box, axis } = this;
    if (!box || !axis) return false;
    const before = this.page;
    const offset = axis.offset(this.document.documentElement);
    if (box.scrolled) {
      this.page = this.pageAt(offset);
      return true;
    }
    if (Math.abs(offset - before * box.step) < 1) return false;
    const dragged = this.document.getSelection()?.isCollapsed === false;
    this.show(dragged ? before : Math.round(offset / box.step));
    return this.page !== before;
  }

  get scrolled(): PageFrame['scrolled'] {
    const { box, axis } = this;
    if (!box?.scrolled || !axis) return null;
    const root = this.document.documentElement;
    const offset = axis.offset(root);
    return { vertical: box.vertical, atStart: offset < 2, atEnd: offset + this.view(box) >= axis.length(root) - 2 };
  }

  private view(box: PageBox): number {
    return box.vertical ? box.width : box.height;
  }

  private pageAt(offset: number): number {
    const { box } = this;
    if (!box) return 0;
    return this.scrolled?.atEnd ? this.pages - 1 : Math.min(this.pages - 1, Math.floor(offset / box.step + 0.01));
  }

  setVisible(visible: boolean): void {
    this.element.style.visibility = visible ? 'visible' : 'hidden';
    this.element.tabIndex = visible ? 0 : -1;
    this.element.toggleAttribute('data-shown', visible);
    if (visible) this.element.removeAttribute('aria-hidden');
    else this.element.setAttribute('aria-hidden', 'true');
  }

  pageOf(point: Range | Element): number {
    const { box, axis } = this;
    if (!box || !axis) return 0;
    const along = axis.along(rectOf(point), this.document.documentElement, box);
    return Math.max(0, Math.min(this.pages - 1, Math.floor((along + 1) / box.step)));
  }

  reaches(point: Range | Element): boolean {
    const { scrolled } = this;
    return scrolled ? scrolled.atEnd || this.leadOf(point) <= 2 * SCROLL_LEAD : this.pageOf(point) <= this.page;
  }

  firstPoint(): Range | null {
    const { box, axis } = this;
    if (box?.scrolled && axis) {
      const root = this.document.documentElement;
      const offset = axis.offset(root);
      return firstPointOf(this.texts(), 1, (range) => (axis.along(rectOf(range), root, box) >= offset ? 1 : 0));
    }
    return firstPointOf(this.texts(), this.page, (range) => this.pageOf(range));
  }

  texts(): readonly Text[] {
    this.seen ??= this.document.body ? textNodesOf(this.document.body) : [];
    return this.seen;
  }

  destroy(): void {
    this.element.remove();
  }
}

/** Pixels above a scroll target. */
const SCROLL_LEAD = 24;
