import { isElement, type XmlElement, type XmlNode } from '../xml-tree.ts';
import { EXPLAINED, withExplainedWidths, withoutWidths } from './column-widths.ts';
import { DELETES, INSERTS, PROPERTY_CHANGES, resolveMarks, type Decide } from './resolve-marks.ts';
import { ParagraphDefaults } from './paragraph-defaults.ts';
import { hashOf, partOf, type DocxPackage, type DocxPart } from './docx-package.ts';

/**
 * Attributes that programs renumber or stamp without a change that a person sees: sessions of editing, ids of paragraphs and drawings. References are
 * compared by what they point to.
 */
const VOLATILE =
  /^(w:rsid\w*|w14:paraId|w14:textId|w:id|id|wp14:(anchorId|editId)|w16du:dateUtc|w:initials|o:spid|mc:Ignorable|w16cid:\w+|xml:space)$/;
const volatile = new Map<string, boolean>();
const isVolatile = (name: string): boolean => {
  const known = volatile.get(name);
  if (known !== undefined) return known;
  const found = VOLATILE.test(name);
  // Names come from files: the list must not grow without end.
  if (volatile.size < 1000) volatile.set(name, found);
  return found;
};
/** State of proofing and hints of the last layout. */
const IGNORED: ReadonlySet<string> = new Set([
  'w:proofErr',
  'w:lastRenderedPageBreak',
  'w:noProof',
  'w:lang',
  'w:rsid',
  'a16:creationId',
  'w16sdtdh:storeItemChecksum',
]);
const MOVE_RANGES = /^w:(move(From|To)|customXml(Ins|Del|MoveFrom|MoveTo))Range(Start|End)$/;
/** Values of elements that are on without one. Source: ECMA-376 part 1, 17.17.4 (ST_OnOff). */
const ON = new Set(['1', 'true', 'on']);
const OFF = new Set(['0', 'false', 'off']);
/** Those elements, by the types CT_OnOff of the schema; of all others `1` is a number. Source: ECMA-376 part 1, annex A. */
const TOGGLES: ReadonlySet<string> = new Set(
  [
    'b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden rtl cs specVanish oMath',
    'keepNext keepLines pageBreakBefore widowControl suppressLineNumbers suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct',
    'autoSpaceDE autoSpaceDN bidi adjustRightInd contextualSpacing mirrorIndents suppressOverlap',
    'cantSplit tblHeader hidden noWrap tcFitText hideMark bidiVisual formProt noEndnote titlePg rtlGutter',
    'autoRedefine semiHidden unhideWhenUsed qFormat locked personal personalCompose personalReply isLgl',
    'temporary showingPlcHdr placeholder checked equation picture citation group bibliography',
    'removePersonalInformation removeDateAndTime doNotDisplayPageBoundaries displayBackgroundShape printPostScriptOverText mirrorMargins',
    'alignBordersAndEdges bordersDoNotSurroundHeader bordersDoNotSurroundFooter gutterAtTop formsDesign linkStyles autoHyphenation',
    'doNotHyphenateCaps evenAndOddHeaders bookFoldRevPrinting bookFoldPrinting doNotUseMarginsForDrawingGridOrigin doNotShadeFormData',
    'noPunctuationKerning printTwoOnOne strictFirstAndLastChars savePreviewPicture doNotValidateAgainstSchema saveInvalidXml',
    'ignoreMixedContent alwaysShowPlaceholderText doNotDemarcateInvalidXml saveXmlDataOnly useXSLTWhenSaving showXMLTags',
    'alwaysMergeEmptyNamespace updateFields doNotIncludeSubdocsInStats doNotAutoCompressPictures showEnvelope stylePaneSortMethod',
    'trackRevisions doNotTrackMoves doNotTrackFormatting autoFormatOverride embedTrueTypeFonts embedSystemFonts saveSubsetFonts',
    'growAutofit useFELayout balanceSingleByteDoubleByteWidth doNotLeaveBackslashAlone ulTrailSpace doNotExpandShiftReturn',
    'adjustLineHeightInTable spaceForUL doNotUseEastAsianBreakRules doNotBreakWrappedTables doNotSnapToGridInCell',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `w:${name}`),
);
/** Containers that only give their runs a property, so that a program may split or join them. */
const TRANSPARENT: ReadonlySet<string> = new Set(['w:hyperlink', 'w:smartTag', 'w:dir', 'w:bdo']);

/** A line of the normal form: a paragraph with its properties and runs, or the start or end of a structure such as a table. */
export interface Line {
  readonly text: string;
  /** The readable text, for messages. */
  readonly words: string;
  /** Where it is: the text itself, or headers and footers. */
  readonly place: 'text' | 'page';
  /** Of a table or a cell: the line without the widths of columns, and whether the marks of the person explain other widths. */
  readonly loose?: string;
  readonly widthsExplained?: boolean;
}

interface Comment {
  readonly author: string;
  /** Author, time and text. */
  readonly key: string;
}

interface Token {
  readonly format: string;
  text: string;
}

/** How a document looks once the marks of `authors` are taken back: two documents are equal to readers when their lines are equal. */
export class NormalForm {
  readonly #decide: Decide;
  readonly #authors: ReadonlySet<string>;
  readonly #package: DocxPackage;
  readonly #trees = new Map<DocxPart, XmlElement>();
  readonly #described = new Map<DocxPart, string>();
  /** Notes by kind and id; a file may have several with one id, and programs differ in which of them they show. */
  readonly #notes = new Map<string, XmlElement[]>();
  readonly #comments = new Map<string, Comment>();
  readonly #allComments: Comment[] = [];
  readonly #bookmarks = new Map<string, string>();
  readonly #styles: ReadonlySet<string>;
  readonly #lists: ReadonlySet<string>;
  readonly #defaults: ParagraphDefaults;
  #words = '';

  constructor(document: DocxPackage, authors: ReadonlySet<string>) {
    this.#package = document;
    this.#authors = authors;
    this.#decide = (mark) => (authors.has(mark.attributes['w:author'] ?? '') ? 'reject' : 'keep');
    const { main } = document;
    const ids = (kind: string, element: string, attribute: string): ReadonlySet<string> =>
      new Set(
        this.#children(partOf(main, kind))
          .filter(({ name }) => name === element)
          .map(({ attributes }) => attributes[attribute] ?? ''),
      );
    // Before the first text is read: texts of comments have styles too.
    this.#styles = ids('styles', 'w:style', 'w:styleId');
    this.#lists = ids('numbering', 'w:num', 'w:numId');
    this.#defaults = new ParagraphDefaults(this.#children(partOf(main, 'styles')));
    for (const [kind, name] of [
      ['footnotes', 'w:footnote'],
      ['endnotes', 'w:endnote'],
    ] as const)
      for (const note of this.#children(partOf(main, kind)))
        if (note.name === name) {
          const key = `${name} ${note.attributes['w:id'] ?? ''}`;
          this.#notes.set(key, [...(this.#notes.get(key) ?? []), note]);
        }
    const comments = partOf(main, 'comments');
    for (const comment of this.#children(comments)) {
      const author = comment.attributes['w:author'] ?? '';
      const text = this.#blocks(comment.children, comments ?? main)
        .map((line) => line.text)
        .join('\n');
      const found = { author, key: `${author}|${comment.attributes['w:date'] ?? ''}|${text}` };
      this.#comments.set(comment.attributes['w:id'] ?? '', found);
      this.#allComments.push(found);
    }
  }

  #children(part: DocxPart | null): XmlElement[] {
    return part === null ? [] : (this.#tree(part)?.children.filter(isElement) ?? []);
  }

  /** The tree of a part without the marks of the authors. */
  #tree(part: DocxPart): XmlElement | null {
    if (part.xml === null) return null;
    const known = this.#trees.get(part);
    if (known) return known;
    const tree = resolveMarks(withExplainedWidths(part.xml.root, this.#decide), this.#decide);
    this.#trees.set(part, tree);
    return tree;
  }

  /** The comments of everybody else, by author, time and text. */
  foreignComments(): Comment[] {
    return this.#allComments.filter(({ author }) => !this.#authors.has(author));
  }

  /** The main text with its notes, pictures, headers and footers. */
  lines(): Line[] {
    this.#words = '';
    const tree = this.#tree(this.#package.main);
    return tree ? this.#blocks(tree.children, this.#package.main) : [];
  }

  /** A part as text, with what it refers to. */
  describe(part: DocxPart): string {
    const known = this.#described.get(part);
    if (known !== undefined) return known;
    // Parts may refer to each other in a circle.
    this.#described.set(part, '(…)');
    const tree = this.#tree(part);
    const outer = this.#words;
    const text =
      tree === null
        ? `file:${hashOf(part.bytes)}`
        : /^w:(hdr|ftr)$/.test(tree.name)
          ? this.#blocks(tree.children, part)
              .map((line) => line.text)
              .join('\n')
          : this.element(tree, part);
    this.#words = outer;
    this.#described.set(part, text);
    return text;
  }

  #attributes(element: XmlElement, part: DocxPart): string {
    const made: string[] = [];
    for (const name in element.attributes) {
      const value = element.attributes[name] ?? '';
      if (isVolatile(name) || name === EXPLAINED || (PROPERTY_CHANGES.has(element.name) && (name === 'w:author' || name === 'w:date'))) continue;
      if (name.startsWith('r:') || name === 'o:relid') made.push(` ${name}="${this.#reference(value, part)}"`);
      else if (name !== 'w:val') made.push(` ${name}="${value}"`);
      else if (!TOGGLES.has(element.name)) made.push(` ${name}="${value}"`);
      else if (!ON.has(value)) made.push(` ${name}="${OFF.has(value) ? '0' : value}"`);
    }
    return made.length < 2 ? (made[0] ?? '') : made.toSorted().join('');
  }

  #reference(id: string, part: DocxPart): string {
    const relation = part.relations.find((one) => one.id === id);
    if (!relation) return id === '' ? '' : 'missing';
    return relation.part === null
      ? `link:${relation.address}`
      : relation.part.xml === null
        ? `media:${hashOf(relation.part.bytes)}`
        : `{${this.describe(relation.part)}}`;
  }

  /** An element of properties or definitions as text. */
  element(node: XmlNode, part: DocxPart): string {
    if (!isElement(node)) return node;
    if (IGNORED.has(node.name)) return '';
    if (node.children.some((child) => isElement(child) && (child.name === 'w:p' || child.name === 'w:tbl'))) {
      const outer = this.#words;
      const lines = this.#blocks(node.children, part).map((line) => line.text);
      this.#words = outer + this.#words;
      return `<${node.name}${this.#attributes(node, part)}>${lines.join('¶')}</>`;
    }
    const own = PROPERTY_CHANGES.has(node.name) ? ` by ${node.attributes['w:author'] ?? ''} at ${node.attributes['w:date'] ?? ''}` : '';
    const said = node.name.endsWith('Pr') ? this.#defaults.without(node) : node.children;
    const inner = said.map((child) => this.element(child, part)).filter((text) => text !== '');
    if (node.name.endsWith('Pr')) inner.sort();
    if (inner.length === 0 && /Pr(Ex)?$/.test(node.name) && Object.keys(node.attributes).length === 0) return '';
    // A reference to something that the document does not define would change when it is defined.
    const value = node.attributes['w:val'] ?? '';
    const undefinedStyle = /^w:((p|r|tbl)Style|basedOn|link|next)$/.test(node.name) && !this.#styles.has(value);
    const undefinedList = node.name === 'w:numId' && value !== '0' && !this.#lists.has(value);
    return `<${node.name}${this.#attributes(node, part)}${own}${undefinedStyle || undefinedList ? ' undefined' : ''}>${inner.join('')}</>`;
  }

  #inline(children: readonly XmlNode[], part: DocxPart, tokens: Token[], context: string): void {
    for (const child of children) {
      if (!isElement(child) || IGNORED.has(child.name) || MOVE_RANGES.test(child.name) || child.name === 'w:pPr') continue;
      const { name } = child;
      if (INSERTS.has(name) || DELETES.has(name))
        this.#inline(
          child.children,
          part,
          tokens,
          `${context}${INSERTS.has(name) ? '+' : '-'}${child.attributes['w:author']}|${child.attributes['w:date'] ?? ''}`,
        );
      else if (name === 'w:r' || name === 'm:r') this.#run(child, part, tokens, context);
      else if (/^w:(bookmark|commentRange|perm)(Start|End)$/.test(name)) this.#marker(child, part, tokens);
      else if (TRANSPARENT.has(name)) this.#inline(child.children, part, tokens, `${context}<${name}${this.#attributes(child, part)}>`);
      else if (name.startsWith('m:') || /^w:(sdt|sdtContent|fldSimple|customXml|ruby|rubyBase|rt)$/.test(name)) {
        const props = child.children.filter((one): one is XmlElement => isElement(one) && one.name.endsWith('Pr'));
        tokens.push({
          format: `${context}<${name}${this.#attributes(child, part)}${props.map((one) => this.element(one, part)).join('')}>`,
          text: '',
        });
        this.#inline(
          child.children.filter((one) => !props.includes(one as XmlElement)),
          part,
          tokens,
          context,
        );
        tokens.push({ format: `</${name}>`, text: '' });
      } else add(tokens, context, this.element(child, part));
    }
  }

  #marker(marker: XmlElement, part: DocxPart, tokens: Token[]): void {
    const id = marker.attributes['w:id'] ?? '';
    if (marker.name.startsWith('w:commentRange')) {
      const comment = this.#comments.get(id);
      if (comment && !this.#authors.has(comment.author)) tokens.push({ format: `<${marker.name} ${comment.key}>`, text: '' });
      return;
    }
    if (marker.name.startsWith('w:perm')) {
      tokens.push({ format: this.element(marker, part), text: '' });
      return;
    }
    if (marker.name === 'w:bookmarkStart') this.#bookmarks.set(id, marker.attributes['w:name'] ?? '');
    const name = this.#bookmarks.get(id) ?? '';
    // Word writes hidden bookmarks of its own, such as the place of the last change. Those that fields refer to are compared.
    if (name !== '' && !/^_(GoBack|Hlk|Int_|Copilot)/.test(name)) tokens.push({ format: `<${marker.name} ${name}>`, text: '' });
  }

  #run(run: XmlElement, part: DocxPart, tokens: Token[], context: string): void {
    const props = run.children.filter((child): child is XmlElement => isElement(child) && child.name.endsWith('Pr'));
    const format = `${context}{${props.map((one) => this.element(one, part).replace(/^<w:rPr><\/>$/, '')).join('')}}`;
    for (const child of run.children) {
      if (!isElement(child) || props.includes(child) || IGNORED.has(child.name)) continue;
      const { name } = child;
      const text = (): string => child.children.filter((node) => !isElement(node)).join('');
      if (name === 'w:t' || name === 'w:delText' || name === 'm:t') {
        this.#words += text();
        add(tokens, format, text());
      } else if (name === 'w:instrText' || name === 'w:delInstrText') add(tokens, format, `[${text()}]`);
      else if (name === 'w:commentReference') {
        const comment = this.#comments.get(child.attributes['w:id'] ?? '');
        if (comment && !this.#authors.has(comment.author)) tokens.push({ format: `<w:commentReference ${comment.key}>`, text: '' });
      } else if (name === 'w:annotationRef') continue;
      else if (name === 'w:footnoteReference' || name === 'w:endnoteReference') add(tokens, format, this.#note(child, part));
      else if (name === 'w:ruby') this.#inline([child], part, tokens, format);
      else add(tokens, format, this.element(child, part));
    }
  }

  #note(reference: XmlElement, part: DocxPart): string {
    const name = reference.name.replace('Reference', '');
    const key = `${name} ${reference.attributes['w:id'] ?? ''}`;
    const notes = this.#notes.get(key);
    const owner = partOf(this.#package.main, `${name.slice(2)}s`) ?? part;
    const outer = this.#words;
    this.#words = '';
    const lines = notes?.flatMap((note) => this.#blocks(note.children, owner).map((line) => line.text)) ?? ['missing'];
    this.#words = outer;
    return `<${name}${this.#attributes(reference, part)}>${lines.join('¶')}</>`;
  }

  #blocks(children: readonly XmlNode[], part: DocxPart): Line[] {
    const lines: Line[] = [];
    const line = (text: string, place: Line['place'] = 'text', widths: Pick<Line, 'loose' | 'widthsExplained'> = {}): void => {
      if (text === '') return;
      lines.push({ text, words: this.#words, place, ...widths });
      this.#words = '';
    };
    for (const child of children) {
      if (!isElement(child) || IGNORED.has(child.name) || MOVE_RANGES.test(child.name)) continue;
      const { name } = child;
      if (name === 'w:p') {
        const props = child.children.filter((one): one is XmlElement => isElement(one) && one.name === 'w:pPr');
        const tokens: Token[] = [];
        this.#inline(child.children, part, tokens, '');
        const shown = tokens.filter(({ format, text }) => text !== '' || format.startsWith('<') || format.endsWith('>'));
        line(
          `¶${props.map((one) => this.element(one, part).replace(/<w:rPr><\/>/g, '')).join('')}|${shown.map(({ format, text }) => format + text).join('\u0001')}`,
        );
      } else if (name === 'w:sectPr') line(`§${this.element(child, part)}`, 'page');
      else if (/^w:(tbl|tr|tc|sdt|customXml)$/.test(name)) {
        const props = child.children.filter((one): one is XmlElement => isElement(one) && /Pr(Ex)?$|^w:tblGrid$/.test(one.name));
        const shown = (all: readonly XmlElement[]): string =>
          `<${name}${this.#attributes(child, part)}>${all.map((one) => this.element(one, part)).join('|')}`;
        const loose =
          name === 'w:tbl' || name === 'w:tc' ? { loose: shown(props.flatMap(withoutWidths)), widthsExplained: EXPLAINED in child.attributes } : {};
        line(shown(props), 'text', loose);
        lines.push(
          ...this.#blocks(
            child.children.filter((one) => !props.includes(one as XmlElement)),
            part,
          ),
        );
        line(`</${name}>`);
      } else if (/^w:(body|sdtContent|footnote|endnote|comment)$/.test(name) || INSERTS.has(name) || DELETES.has(name)) {
        const mark = INSERTS.has(name) || DELETES.has(name) ? `${name} ${child.attributes['w:author'] ?? ''}` : '';
        if (mark) line(`<${mark}>`);
        lines.push(...this.#blocks(child.children, part));
        if (mark) line(`</${mark}>`);
      } else {
        // Markers and equations between paragraphs.
        const tokens: Token[] = [];
        this.#inline([child], part, tokens, '');
        line(tokens.map(({ format, text }) => format + text).join('\u0001'));
      }
    }
    return lines;
  }
}

function add(tokens: Token[], format: string, text: string): void {
  if (text === '') return;
  const last = tokens.at(-1);
  if (last && last.format === format) last.text += text;
  else tokens.push({ format, text });
}
