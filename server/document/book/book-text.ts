import { escapeXml } from '../escape-xml.ts';
import { partOf, type DocxPackage, type DocxPart } from '../docx/docx-package.ts';
import { shownBranch } from '../docx/paragraph-text.ts';
import { childOf, childrenOf, isElement, type XmlElement, type XmlNode } from '../xml-tree.ts';
import { FieldStack, fieldUse } from './field-stack.ts';
import { Findings } from './import-findings.ts';
import { ListNumbers, type ListNumber } from './list-numbers.ts';
import { listHtml, type ListItem } from './list-html.ts';
import { mathMl } from './math-ml.ts';
import { runMarkup } from './run-markup.ts';
import { StyleMap, isOn } from './style-map.ts';
import { symbolText } from './symbol-fonts.ts';
import { tableHtml } from './table-html.ts';

/** Types of pictures that books have. */
const SHOWN = /\.(png|jpe?g|gif|webp|svg)$/i;
const WRAPPERS: ReadonlySet<string> = new Set(['w:smartTag', 'w:sdt', 'w:sdtContent', 'w:customXml', 'w:ins', 'w:moveTo']);
/** Elements without text or meaning for a book. */
const SILENT =
  /^w:(pPr|rPr|sdtPr|sdtEndPr|tblPr|tblGrid|sectPr|proofErr|bookmarkEnd|commentRangeStart|commentRangeEnd|commentReference|annotationRef|permStart|permEnd|lastRenderedPageBreak|footnoteRef|endnoteRef|separator|continuationSeparator|customXmlPr|smartTagPr|fldData|ptab|pgNum|dayShort|dayLong|monthShort|monthLong|yearShort|yearLong|softHyphen|altChunk|subDoc|del|moveFrom|delText|delInstrText)$/;

const textIn = (element: XmlElement): string =>
  element.children.map((child) => (isElement(child) ? textIn(child) : /^(w|m):t$/.test(element.name) ? child : '')).join('');
const everyElement = (element: XmlElement): XmlElement[] =>
  element.name === 'mc:AlternateContent'
    ? [...(shownBranch(element)?.children ?? [])].filter(isElement).flatMap(everyElement)
    : [element, ...element.children.filter(isElement).flatMap(everyElement)];

/** Converts the text of a document into HTML, and keeps account of its characters. */
export class BookText {
  readonly findings: Findings;
  readonly media = new Map<string, Uint8Array>();
  /** Characters in the HTML. */
  kept = 0;
  notes = 0;
  tables = 0;
  readonly styles: StyleMap;
  readonly #lists: ListNumbers;
  readonly #main: DocxPart;
  readonly #noteElements = new Map<string, XmlElement>();
  readonly #anchors = new Set<string>();
  readonly #fields = new FieldStack();
  /** The part whose relationships are valid now. */
  #part: DocxPart;
  /** Notes and text boxes of the paragraph that is read, which follow it. */
  #after: string[] = [];
  readonly #usedNotes = new Set<string>();
  #paragraphs = 0;
  /** Links around the run that is read. */
  #links = 0;
  #paragraph: XmlElement | null = null;
  #items: ListItem[] = [];

  constructor({ main }: DocxPackage, dropped: ReadonlySet<string>, roles: ReadonlyMap<string, string>) {
    this.findings = new Findings(dropped);
    this.#main = main;
    this.#part = main;
    this.styles = new StyleMap(main, roles);
    this.#lists = new ListNumbers(main);
    for (const [kind, name] of [
      ['footnotes', 'w:footnote'],
      ['endnotes', 'w:endnote'],
    ] as const)
      for (const note of partOf(main, kind)?.xml?.root.children ?? [])
        if (isElement(note) && note.name === name) this.#noteElements.set(`${name} ${note.attributes['w:id'] ?? ''}`, note);
  }

  convert(body: XmlElement): string {
    // Only places that a link leads to get an anchor.
    for (const element of everyElement(body)) {
      const target = element.name === 'w:hyperlink' ? element.attributes['w:anchor'] : undefined;
      if (target) this.#anchors.add(target);
      if (element.name === 'w:instrText' || element.name === 'w:fldSimple') {
        const code = element.attributes['w:instr'] ?? element.children.filter((child) => !isElement(child)).join('');
        const { href } = fieldUse(code);
        if (href.startsWith('#')) this.#anchors.add(href.slice(1));
      }
    }
    return this.blocks(body.children);
  }

  /** Text of a run or equation that is in the book now. */
  #keep(text: string): string {
    this.kept += [...text].length;
    return text;
  }

  /** Blocks of a body, cell, note or text box. */
  blocks(nodes: readonly XmlNode[]): string {
    const outer = this.#items;
    this.#items = [];
    let html = '';
    for (const node of nodes) {
      if (!isElement(node)) continue;
      const made = this.#block(node);
      if (made === null) continue;
      html += this.#listHtml() + made;
    }
    html += this.#listHtml();
    this.#items = outer;
    return html;
  }

  /** Null when the block became an item of the open list. */
  #block(node: XmlElement): string | null {
    const { name } = node;
    if (name === 'w:p') return this.#paragraphHtml(node);
    if (name === 'w:tbl') {
      this.tables += 1;
      return tableHtml(node, (cell) => this.blocks(cell.children));
    }
    if (name === 'mc:AlternateContent') return this.blocks(shownBranch(node)?.children ?? []);
    if (WRAPPERS.has(name)) return this.blocks(node.children);
    if (name === 'm:oMathPara' || name === 'm:oMath') return this.#paragraphHtml({ name: 'w:p', attributes: {}, children: [node] });
    if (name === 'w:bookmarkStart') return this.#anchor(node);
    if (SILENT.test(name) || textIn(node) === '') return '';
    return this.findings.unknown(textIn(node)) ? `<p>${escapeXml(this.#keep(textIn(node)))}</p>` : '';
  }

  #paragraphHtml(paragraph: XmlElement): string | null {
    const outer = [this.#paragraph, this.#after] as const;
    this.#paragraph = paragraph;
    this.#after = [];
    if (this.#part === this.#main) {
      this.#paragraphs += 1;
      this.findings.place = `正文第${this.#paragraphs}段`;
    }
    const level = this.styles.headingLevel(paragraph);
    const number = this.#numberOf(paragraph);
    const inner = this.inline(paragraph.children);
    const after = this.#after.join('');
    [this.#paragraph, this.#after] = outer;
    if (this.#part === this.#main && inner.trim() !== '') this.styles.note(paragraph, textIn(paragraph));
    const breakBefore = isOn(this.styles.paragraphProperty(paragraph, 'w:pageBreakBefore')) ? PAGE_BREAK : '';
    const sound = inner.replaceAll('<br/>', '').trim() !== '' || (number !== null && number.label !== '');
    if (!sound) return breakBefore + (inner.includes(PAGE_BREAK) ? PAGE_BREAK : '') + after;
    const direction = isOn(this.styles.paragraphProperty(paragraph, 'w:bidi')) ? ' dir="rtl"' : '';
    if (level > 0) {
      const label = number?.label ? `<span class="number">${escapeXml(number.label)}</span>　` : '';
      return `${breakBefore}<h${level}${direction}>${label}${inner}</h${level}>${after}`;
    }
    if (number !== null) {
      this.#items.push({ number, html: inner + after });
      return null;
    }
    const role = this.styles.roleOf(paragraph);
    if (role === 'quote' || role === 'verse' || role === 'caption') {
      const text = inner.replaceAll(PAGE_BREAK, '');
      const open = role === 'caption' ? `<p class="caption"${direction}>` : `<blockquote${role === 'verse' ? ' class="verse"' : ''}><p${direction}>`;
      return `${breakBefore}${open}${text}${role === 'caption' ? '</p>' : '</p></blockquote>'}${after}`;
    }
    const align = this.styles.paragraphProperty(paragraph, 'w:jc')?.attributes['w:val'] ?? '';
    const shape = align === 'center' ? ' class="center"' : align === 'right' || align === 'end' ? ' class="right"' : '';
    // A page break inside a paragraph ends it.
    const pieces = inner.split(PAGE_BREAK).map((piece) => (piece.trim() === '' ? '' : `<p${shape}${direction}>${piece}</p>`));
    return breakBefore + pieces.join(PAGE_BREAK) + after;
  }

  #numberOf(paragraph: XmlElement): ListNumber | null {
    const props = this.styles.paragraphProperty(paragraph, 'w:numPr');
    const numId = props && childOf(props, 'w:numId')?.attributes['w:val'];
    if (!props || !numId || numId === '0') return null;
    const own = childOf(props, 'w:ilvl')?.attributes['w:val'];
    const level = own === undefined ? this.#lists.levelOfStyle(numId, this.styles.styleOf(paragraph)) : Number(own);
    return this.#lists.next(numId, level);
  }

  /** Writes the open list items. */
  #listHtml(): string {
    const items = this.#items;
    this.#items = [];
    return listHtml(items);
  }

  #anchor(node: XmlElement): string {
    const name = node.attributes['w:name'] ?? '';
    return this.#anchors.has(name) ? `<a id="${idOf(name)}"></a>` : '';
  }

  inline(nodes: readonly XmlNode[]): string {
    let html = '';
    let linked = '';
    for (const node of nodes) {
      if (!isElement(node)) continue;
      const made = this.#inlineNode(node);
      if (made === '') continue;
      const open = /^<a href="[^"]*">/.exec(made)?.[0] ?? '';
      // Runs of one link are one link.
      html = open !== '' && open === linked && html.endsWith('</a>') ? html.slice(0, -'</a>'.length) + made.slice(open.length) : html + made;
      linked = open;
    }
    return html;
  }

  #inlineNode(node: XmlElement): string {
    const { name } = node;
    if (name === 'w:r') return this.#run(node);
    if (name === 'w:hyperlink') return this.#link(node);
    if (name === 'w:fldSimple') return this.#simpleField(node);
    if (name === 'm:oMath') return this.#equation(node, false);
    if (name === 'm:oMathPara')
      return childrenOf(node, 'm:oMath')
        .map((one) => this.#equation(one, true))
        .join('');
    if (name === 'mc:AlternateContent') return this.inline(shownBranch(node)?.children ?? []);
    if (name === 'w:dir' || name === 'w:bdo')
      return `<span dir="${node.attributes['w:val'] === 'rtl' ? 'rtl' : 'ltr'}">${this.inline(node.children)}</span>`;
    if (WRAPPERS.has(name)) return this.inline(node.children);
    if (name === 'w:bookmarkStart') return this.#anchor(node);
    if (SILENT.test(name) || textIn(node) === '') return '';
    return this.findings.unknown(textIn(node)) ? escapeXml(this.#keep(textIn(node))) : '';
  }

  #equation(equation: XmlElement, display: boolean): string {
    if (this.#fields.use !== 'text' && this.#fields.use !== 'link') return this.#leave(textIn(equation));
    this.#keep(textIn(equation));
    return mathMl(equation, display);
  }

  /** Text in a place that the book does not have. */
  #leave(text: string): string {
    const { use } = this.#fields;
    if (text !== '') this.findings.add(use === 'contents' ? 'contents' : use === 'pageNumber' ? 'pageNumber' : 'field', text, true);
    return '';
  }

  #link(link: XmlElement): string {
    this.#links += 1;
    const inner = this.inline(link.children);
    this.#links -= 1;
    const anchor = link.attributes['w:anchor'];
    const address = this.#part.relations.find(({ id }) => id === link.attributes['r:id'])?.address ?? '';
    const href = address !== '' ? address : anchor ? `#${idOf(anchor)}` : '';
    return inner !== '' && isSafe(href) ? `<a href="${escapeXml(href)}">${inner}</a>` : inner;
  }

  #simpleField(field: XmlElement): string {
    this.#fields.begin();
    this.#fields.code(field.attributes['w:instr'] ?? '');
    this.#fields.separate();
    const inner = this.inline(field.children);
    this.#fields.end();
    return inner;
  }

  #run(run: XmlElement): string {
    const hidden = isOn(this.styles.runProperty(run, this.#paragraph, 'w:vanish'));
    let html = '';
    for (const child of run.children) if (isElement(child)) html += hidden ? this.#hidden(child) : this.#runChild(run, child);
    if (html === '') return '';
    const { href } = this.#fields;
    const marked = runMarkup(html, (name) => this.#formatOf(run, name, href !== ''));
    const target = href.startsWith('#') ? `#${idOf(href.slice(1))}` : href;
    return href !== '' && isSafe(target) ? `<a href="${escapeXml(target)}">${marked}</a>` : marked;
  }

  /** A format of a run. Headings are bold and links are coloured by the style sheet of the book. */
  #formatOf(run: XmlElement, name: string, linked: boolean): XmlElement | undefined {
    if (name === 'w:b' && this.#paragraph !== null && this.styles.headingLevel(this.#paragraph) > 0) return undefined;
    if ((linked || this.#links > 0) && (name === 'w:color' || name === 'w:u')) return undefined;
    return this.styles.runProperty(run, this.#paragraph, name);
  }

  #hidden(child: XmlElement): string {
    if (child.name === 'w:fldChar' || child.name === 'w:instrText') return this.#runChild(child, child);
    const text = textIn(child);
    if (text !== '') this.findings.add('hidden', text, true);
    return '';
  }

  #runChild(run: XmlElement, child: XmlElement): string {
    const { name, attributes } = child;
    const shown = this.#fields.use === 'text' || this.#fields.use === 'link' || this.#fields.use === 'index';
    if (name === 'w:fldChar') {
      const type = attributes['w:fldCharType'];
      if (type === 'begin') this.#fields.begin();
      else if (type === 'separate') {
        this.#fields.separate();
        if (this.#fields.use === 'index') this.findings.add('index', '', false);
      } else {
        const code = this.#fields.end();
        if (code !== null) this.findings.add('field', code, false);
      }
      return '';
    }
    if (name === 'w:instrText') {
      this.#fields.code(child.children.filter((node) => !isElement(node)).join(''));
      return '';
    }
    if (!shown) return this.#leave(textIn(child));
    switch (name) {
      case 'w:t':
        return escapeXml(this.#keep(textIn(child)));
      case 'w:tab':
        return '\u3000';
      case 'w:cr':
        return '<br/>';
      case 'w:br':
        return attributes['w:type'] === 'page' || attributes['w:type'] === 'column' ? PAGE_BREAK : '<br/>';
      case 'w:noBreakHyphen':
        return '\u2011';
      case 'w:softHyphen':
        return '\u00ad';
      case 'w:sym':
        return this.#symbol(attributes['w:font'] ?? '', attributes['w:char'] ?? '');
      case 'w:ruby':
        return this.#ruby(child);
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        return this.#note(child);
      case 'mc:AlternateContent':
        return (shownBranch(child)?.children ?? []).map((one) => (isElement(one) ? this.#runChild(run, one) : '')).join('');
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        return this.#drawing(child);
      default:
        if (SILENT.test(name) || textIn(child) === '') return '';
        return this.findings.unknown(textIn(child)) ? escapeXml(this.#keep(textIn(child))) : '';
    }
  }

  #symbol(font: string, code: string): string {
    const text = symbolText(font, code);
    if (text !== null) return escapeXml(text);
    this.findings.add('symbol', `${font} ${code}`, false);
    return '〓';
  }

  #ruby(ruby: XmlElement): string {
    const base = this.inline(childOf(ruby, 'w:rubyBase')?.children ?? []);
    const reading = this.inline(childOf(ruby, 'w:rt')?.children ?? []);
    return `<ruby>${base}<rt>${reading}</rt></ruby>`;
  }

  #note(reference: XmlElement): string {
    const name = reference.name.replace('Reference', '');
    const key = `${name} ${reference.attributes['w:id'] ?? ''}`;
    const note = this.#noteElements.get(key);
    this.notes += 1;
    const number = this.notes;
    const outer = [this.#part, this.findings.place, this.#after] as const;
    this.#part = partOf(this.#main, name === 'w:footnote' ? 'footnotes' : 'endnotes') ?? this.#main;
    this.findings.place = `${name === 'w:footnote' ? '脚注' : '尾注'}第${number}条`;
    // A note that two places refer to is written once for each; its characters are counted once.
    const before = this.kept;
    const inner = note ? this.blocks(note.children) : '';
    if (this.#usedNotes.has(key)) this.kept = before;
    this.#usedNotes.add(key);
    [this.#part, this.findings.place, this.#after] = outer;
    const back = `<a href="#r${number}">[${number}]</a> `;
    const body = inner.startsWith('<p') ? inner.replace(/^<p([^>]*)>/, `<p$1>${back}`) : `<p>${back}</p>${inner}`;
    this.#after.push(
      `<aside epub:type="${name === 'w:footnote' ? 'footnote' : 'endnote'}" role="doc-${name === 'w:footnote' ? 'footnote' : 'endnote'}" id="n${number}">${body}</aside>`,
    );
    return `<a epub:type="noteref" role="doc-noteref" id="r${number}" href="#n${number}">[${number}]</a>`;
  }

  /** Pictures in the line, text boxes after the paragraph; what cannot be shown is a finding. */
  #drawing(drawing: XmlElement): string {
    const inside = everyElement(drawing);
    const boxes = inside.filter(({ name }) => name === 'w:txbxContent');
    const boxed = new Set(boxes.flatMap((box) => everyElement(box)));
    for (const box of boxes) {
      if (boxes.some((other) => other !== box && everyElement(other).includes(box))) continue;
      const outer = this.#after;
      this.#after = [];
      const inner = this.blocks(box.children) + this.#after.join('');
      this.#after = outer;
      if (inner !== '') this.#after.push(`<aside class="box">${inner}</aside>`);
    }
    const own = inside.filter((element) => !boxed.has(element));
    const alt =
      own.find(({ name }) => name === 'wp:docPr')?.attributes['descr'] ?? own.find(({ name }) => name === 'v:shape')?.attributes['alt'] ?? '';
    const ids = own.flatMap(({ name, attributes }) =>
      name === 'asvg:svgBlip' || name === 'a:blip' ? [attributes['r:embed'] ?? ''] : name === 'v:imagedata' ? [attributes['r:id'] ?? ''] : [],
    );
    // Of an SVG picture and its fallback, the fallback comes first and every reader shows it.
    const images = ids
      .flatMap((id) => this.#part.relations.find((one) => one.id === id)?.part ?? [])
      .filter(({ name }) => SHOWN.test(name) && (ids.length < 2 || !/\.svg$/i.test(name)));
    for (const image of images) this.media.set(image.name, image.bytes);
    if (images.length > 0) return images.map((image) => `<img src="${escapeXml(image.name)}" alt="${escapeXml(alt)}"/>`).join('');
    const chart = own.some(({ name }) => name === 'c:chart' || name === 'cx:chart' || name === 'dgm:relIds');
    if (chart) this.findings.add('chart', alt, false);
    else if (ids.length > 0) this.findings.add('picture', alt, false);
    else if (own.some(({ name }) => name === 'o:OLEObject')) this.findings.add('object', alt, false);
    return '';
  }
}

export const PAGE_BREAK = '<hr class="page-break"/>';

/** Ids of anchors: names of bookmarks may have characters that ids must not have. */
const idOf = (name: string): string => `b-${name.replaceAll(/[^\p{L}\p{N}_-]/gu, '-')}`;
const isSafe = (href: string): boolean => /^(#.|https?:\/\/|mailto:)/i.test(href);
