import type { PreparedBook } from '../../contract/reading/prepared-book.ts';
import type { Look } from './look.ts';
import { pageBox, type PageBox } from './page-box.ts';
import { HOUSE_STYLE, pageStyle } from './page-style.ts';
import type { ReadyDocument } from './prepare-document.ts';
import { character, firstPointOf, textNodesOf } from './visible-text.ts';

const TEXT_NODE = 3;
const FRAME = 'iframe';
const XHTML = 'http://www.w3.org/1999/xhtml';

export interface Room {
  readonly width: number;
  readonly height: number;
}

/** One document laid out into pages in a frame of its own, which may not run scripts. */
export interface PageFrame {
  readonly document: Document;
  /** The document's number; -1 while the frame is empty. */
  index: number;
  pages: number;
  page: number;
  fill(index: number, ready: ReadyDocument, room: Room, look: Look): void;
  layOut(room: Room, look: Look): void;
  /** Counts the pages again, after a picture or a font came. */
  measure(): void;
  show(page: number): void;
  setVisible(visible: boolean): void;
  pageOf(point: Range | Element): number;
  firstPoint(): Range | null;
  destroy(): void;
  readonly element: HTMLIFrameElement;
}

/** Written, not loaded: a frame with an address is a navigation, tens of milliseconds on a phone. */
const BLANK = '<!doctype html><html><head></head><body></body></html>';

/** `mayBeVertical`: some text of the book is; `fixed`: pages drawn for one size. */
export interface FrameTraits {
  readonly mayBeVertical: boolean;
  readonly fixed: boolean;
}

export const traitsOf = (book: Pick<PreparedBook, 'writing' | 'layout'>): FrameTraits => ({
  mayBeVertical: book.writing === 'vertical',
  fixed: book.layout === 'pre-paginated',
});

/** `element`: an empty frame that stands in `host` already. */
export function makeFrame(host: HTMLElement, traits: FrameTraits, element = host.ownerDocument.createElement(FRAME)): PageFrame {
  element.setAttribute('sandbox', 'allow-same-origin');
  element.title = '正文';
  element.style.cssText = 'position:absolute;border:0;visibility:hidden;background:none;transform-origin:0 0';
  if (element.parentNode !== host) host.append(element);
  const inside = element.contentDocument;
  inside?.open();
  inside?.write(BLANK);
  inside?.close();
  return new Frame(element, traits);
}

class Frame implements PageFrame {
  readonly element: HTMLIFrameElement;
  readonly document: Document;
  index = -1;
  pages = 1;
  page = 0;
  private box: PageBox | null = null;
  private ready: ReadyDocument | null = null;
  private readonly traits: FrameTraits;
  private readonly reader: Element;
  private readonly spacer: HTMLElement;
  private sign = 1;
  private texts: Text[] | null = null;

  constructor(element: HTMLIFrameElement, traits: FrameTraits) {
    const inside = element.contentDocument;
    if (!inside) throw new Error('frame without a document');
    this.element = element;
    this.document = inside;
    this.traits = traits;
    this.reader = inside.createElementNS(XHTML, 'style');
    this.spacer = inside.createElement('div');
  }

  fill(index: number, ready: ReadyDocument, room: Room, look: Look): void {
    this.index = index;
    this.ready = ready;
    this.texts = null;
    this.document.replaceChild(this.document.adoptNode(rootOf(this.document, ready.root)), this.document.documentElement);
    if (!this.traits.fixed) {
      const house = this.document.createElementNS(XHTML, 'style');
      house.textContent = HOUSE_STYLE;
      const head = this.document.head ?? this.document.documentElement;
      head.prepend(house);
      head.append(this.reader);
      freeRunningText(this.document);
    }
    this.reader.textContent = '';
    this.layOut(room, look);
  }

  layOut(room: Room, look: Look): void {
    if (this.index < 0) return;
    if (this.traits.fixed) return this.layOutFixed(room);
    this.box = pageBox(room, look, this.isVertical());
    const { width, height } = this.box;
    this.place((room.width - width) / 2, (room.height - height) / 2, width, height);
    this.reader.textContent = pageStyle(this.box, look);
    this.sign = !this.box.vertical && this.document.body && getComputedStyle(this.document.body).direction === 'rtl' ? -1 : 1;
    this.measure();
  }

  /** Only a book that has vertical text is asked, for the answer costs a pass over the styles. */
  private isVertical(): boolean {
    const body = this.document.body;
    if (!this.traits.mayBeVertical || !body) return false;
    const mode = getComputedStyle(body).writingMode;
    return (mode === 'horizontal-tb' ? getComputedStyle(this.document.documentElement).writingMode : mode).startsWith('vertical');
  }

  private layOutFixed(room: Room): void {
    const size = this.ready?.viewport ?? { width: room.width, height: room.height };
    const scale = Math.min(room.width / size.width, room.height / size.height);
    this.place((room.width - size.width * scale) / 2, (room.height - size.height * scale) / 2, size.width, size.height);
    this.element.style.transform = `scale(${scale})`;
    this.document.documentElement.style.setProperty('overflow', 'hidden');
    this.document.documentElement.style.setProperty('touch-action', 'pinch-zoom');
    if (this.document.body) this.document.body.style.margin = '0';
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
    if (!this.box) return;
    const root = this.document.documentElement;
    this.spacer.remove();
    const length = this.box.vertical ? root.scrollHeight : root.scrollWidth;
    this.pages = Math.max(1, Math.ceil((length + this.box.gap - 1) / this.box.step));
    // The last screen of a spread may hold one column: the spacer lets it scroll as far as a full one.
    this.spacer.style.cssText = `position:absolute;inset-block-start:0;inset-inline-start:${this.pages * this.box.step - this.box.gap - 1}px;inline-size:1px;block-size:1px`;
    if (this.pages > 1) root.append(this.spacer);
    this.show(Math.min(this.page, this.pages - 1));
  }

  show(page: number): void {
    this.page = Math.max(0, Math.min(this.pages - 1, page));
    if (!this.box) return;
    const at = this.page * this.box.step;
    const root = this.document.documentElement;
    if (this.box.vertical) root.scrollTop = at;
    else root.scrollLeft = at * this.sign;
  }

  setVisible(visible: boolean): void {
    this.element.style.visibility = visible ? 'visible' : 'hidden';
    this.element.tabIndex = visible ? 0 : -1;
    this.element.toggleAttribute('data-shown', visible);
    if (visible) this.element.removeAttribute('aria-hidden');
    else this.element.setAttribute('aria-hidden', 'true');
  }

  pageOf(point: Range | Element): number {
    if (!this.box) return 0;
    const seen =
      'collapsed' in point && point.collapsed && point.startContainer.nodeType === TEXT_NODE
        ? character(point.startContainer as Text, point.startOffset)
        : point;
    const rect = seen.getClientRects()[0] ?? seen.getBoundingClientRect();
    const { scrollLeft, scrollTop } = this.document.documentElement;
    const along = this.box.vertical ? rect.top + scrollTop : this.sign > 0 ? rect.left + scrollLeft : this.box.width - rect.right - scrollLeft;
    return Math.max(0, Math.min(this.pages - 1, Math.floor((along + 1) / this.box.step)));
  }

  firstPoint(): Range | null {
    if (!this.document.body) return null;
    this.texts ??= textNodesOf(this.document.body);
    return firstPointOf(this.texts, this.page, (range) => this.pageOf(range));
  }

  destroy(): void {
    this.element.remove();
  }
}

const RUNNING = /^(html|body|div|section|main|article|p)$/i;

/** A face set for running text as a whole gives way to the reader's; one set for a class of passages stays. */
function freeRunningText(inside: Document): void {
  for (const sheet of inside.styleSheets)
    for (const rule of sheet.cssRules) {
      const { selectorText, style } = rule as CSSStyleRule;
      if (selectorText && style.fontFamily && selectorText.split(',').every((one) => RUNNING.test(one.trim()))) style.removeProperty('font-family');
    }
}

/** A drawing in the reading order stands in a page like any other. */
function rootOf(owner: Document, root: Element): Element {
  if (root.localName !== 'svg') return root;
  const html = owner.createElement('html');
  const body = owner.createElement('body');
  html.append(owner.createElement('head'), body);
  body.append(owner.adoptNode(root));
  return html;
}
