import { childOf, isElement, type XmlElement, type XmlNode } from './xml-tree.ts';

/** Attributes that editors renumber without changing the document. */
const VOLATILE = /^(w:rsid\w*|w14:paraId|w14:textId|w:id|id|r:embed|r:id|r:link|wp14:\w+|xml:space|w15:\w+|w16\w*:\w+)$/;
/** Elements without meaning for the text: positions of proofing, bookmarks of the last edit, and page-break hints. */
const IGNORED = new Set(['w:proofErr', 'w:lastRenderedPageBreak', 'w:noProof', 'w:lang', 'mc:AlternateContent/fallback']);

const INSERTS = new Set(['w:ins', 'w:moveTo']);
const DELETES = new Set(['w:del', 'w:moveFrom']);
const CHANGES = new Set([
  'w:rPrChange',
  'w:pPrChange',
  'w:sectPrChange',
  'w:tblPrChange',
  'w:trPrChange',
  'w:tcPrChange',
  'w:numberingChange',
  'w:tblGridChange',
]);
const MOVE_RANGES = new Set(['w:moveFromRangeStart', 'w:moveFromRangeEnd', 'w:moveToRangeStart', 'w:moveToRangeEnd']);

const authorOf = (element: XmlElement): string => element.attributes['w:author'] ?? '';

/** Attributes that mean something, as text. */
const attributes = ({ attributes: all }: XmlElement): string =>
  Object.entries(all)
    .filter(([name]) => !VOLATILE.test(name))
    .map(([name, value]) => ` ${name}="${value}"`)
    .toSorted()
    .join('');

/** An element of properties or definitions as text. */
export function anything(node: XmlNode): string {
  if (!isElement(node)) return node.trim();
  if (IGNORED.has(node.name)) return '';
  if (CHANGES.has(node.name)) return `<${node.name} ${authorOf(node)}>${node.children.map(anything).join('')}</>`;
  const inner = node.children.map(anything).join('');
  return `<${node.name}${attributes(node)}>${inner}</>`;
}

const wrapped = (inner: string): string => (inner === '' ? '' : `<w:rPr>${inner}</>`);

/** A line of the normal form: a paragraph with its properties and runs, or the start or end of a structure such as a table. */
export interface Line {
  readonly text: string;
  /** The readable text, for messages. */
  readonly words: string;
}

/** A part as lines, with every mark of `authors` rejected. */
export function normalForm(root: XmlElement, authors: ReadonlySet<string>): Line[] {
  const lines: Line[] = [];
  let carried: string[] = [];
  let words = '';

  const mine = (element: XmlElement): boolean => authors.has(authorOf(element));

  /** Properties of a run, paragraph, table or section, with the marks of the author taken back. */
  function properties(element: XmlElement | undefined): string {
    if (!element) return '';
    const change = element.children.find((child): child is XmlElement => isElement(child) && CHANGES.has(child.name) && mine(child));
    if (change) {
      const before = change.children.find(isElement);
      // What a tracked change of a paragraph does not contain: the properties of its mark, and of its section.
      const kept = element.name === 'w:pPr' ? ['w:ins', 'w:del', 'w:rPr', 'w:sectPr'] : ['w:ins', 'w:del'];
      const rest = element.children.filter((child) => isElement(child) && kept.includes(child.name));
      return properties(before ? { ...before, children: [...before.children, ...rest] } : undefined);
    }
    return (
      element.children
        .filter(isElement)
        .filter((child) => !IGNORED.has(child.name) && !(mine(child) && (INSERTS.has(child.name) || DELETES.has(child.name))))
        // The mark of a paragraph has properties of its own, among them that it was inserted or deleted.
        .map((child) => (child.name === 'w:rPr' ? wrapped(properties(child)) : anything(child)))
        .filter((text) => text !== '')
        .toSorted()
        .join('')
    );
  }

  /** Runs of a paragraph; neighbours with the same properties and marks become one. */
  interface Run {
    readonly format: string;
    text: string;
  }

  function addRun(runs: Run[], format: string, text: string): void {
    const last = runs.at(-1);
    if (last && last.format === format) last.text += text;
    else runs.push({ format, text });
  }

  function contentOf(element: XmlElement, runs: Run[], marks: string): void {
    for (const child of element.children) {
      if (!isElement(child) || IGNORED.has(child.name) || MOVE_RANGES.has(child.name)) continue;
      if (INSERTS.has(child.name)) {
        if (!mine(child)) contentOf(child, runs, `${marks}+${authorOf(child)}`);
      } else if (DELETES.has(child.name)) contentOf(child, runs, mine(child) ? marks : `${marks}-${authorOf(child)}`);
      else if (child.name === 'w:r') runOf(child, runs, marks);
      else if (child.name === 'w:pPr') continue;
      else if (/^w:(commentRangeStart|commentRangeEnd|bookmarkStart|bookmarkEnd|permStart|permEnd)$/.test(child.name)) continue;
      else if (
        child.name === 'w:hyperlink' ||
        child.name === 'w:smartTag' ||
        child.name === 'w:fldSimple' ||
        child.name === 'w:sdt' ||
        child.name === 'w:sdtContent'
      )
        contentOf(child, runs, child.name === 'w:hyperlink' || child.name === 'w:fldSimple' ? `${marks}<${child.name}${attributes(child)}>` : marks);
      else addRun(runs, marks, anything(child));
    }
  }

  function runOf(run: XmlElement, runs: Run[], marks: string): void {
    const format = `${marks}{${properties(childOf(run, 'w:rPr'))}}`;
    for (const child of run.children) {
      if (!isElement(child) || child.name === 'w:rPr' || IGNORED.has(child.name)) continue;
      // A reference to a comment is not part of the text.
      if (child.name === 'w:commentReference' || child.name === 'w:annotationRef') continue;
      if (child.name === 'w:t' || child.name === 'w:delText') {
        const text = child.children.filter((node) => !isElement(node)).join('');
        words += text;
        addRun(runs, format, text);
      } else if (child.name === 'w:instrText' || child.name === 'w:delInstrText')
        addRun(runs, format, `[${child.children.filter((node) => !isElement(node)).join('')}]`);
      else addRun(runs, format, anything(child));
    }
  }

  /** A paragraph whose mark the author inserted is one with the next paragraph once the mark is rejected. */
  function paragraph(element: XmlElement): void {
    const props = childOf(element, 'w:pPr');
    const markProps = props ? childOf(props, 'w:rPr') : undefined;
    const ownBreak = markProps?.children.some((child) => isElement(child) && INSERTS.has(child.name) && mine(child)) ?? false;
    const runs: Run[] = [];
    contentOf(element, runs, '');
    carried.push(...runs.map(({ format, text }) => `${format}${text}`));
    if (ownBreak) return;
    lines.push({ text: `¶${properties(props)}|${merged(carried)}`, words });
    carried = [];
    words = '';
  }

  function block(element: XmlElement): void {
    for (const child of element.children) {
      if (!isElement(child) || IGNORED.has(child.name) || MOVE_RANGES.has(child.name)) continue;
      if (child.name === 'w:p') paragraph(child);
      else if (child.name === 'w:sectPr') lines.push({ text: `§${properties(child)}`, words: '' });
      else if (/^w:(tbl|tr|tc|footnote|endnote|hdr|ftr|comment)$/.test(child.name)) table(child);
      else if (
        INSERTS.has(child.name) ||
        DELETES.has(child.name) ||
        child.name === 'w:sdt' ||
        child.name === 'w:sdtContent' ||
        child.name === 'w:body'
      )
        block(child);
      else if (!/^w:(bookmark|comment|perm)\w*$/.test(child.name)) lines.push({ text: anything(child), words: '' });
    }
  }

  function table(element: XmlElement): void {
    const rowProps = childOf(element, 'w:trPr');
    const ownRow = rowProps?.children.some((child) => isElement(child) && child.name === 'w:ins' && mine(child)) ?? false;
    if (ownRow) return;
    const props = element.children.filter((child): child is XmlElement => isElement(child) && /Pr$|^w:tblGrid$/.test(child.name));
    lines.push({
      text: `<${element.name}${element.name.endsWith('note') ? ` ${element.attributes['w:type'] ?? ''}` : ''}>${props.map((one) => properties(one)).join('|')}`,
      words: '',
    });
    block({ ...element, children: element.children.filter((child) => isElement(child) && !props.includes(child)) });
    lines.push({ text: `</${element.name}>`, words: '' });
  }

  block(root);
  if (carried.length > 0) lines.push({ text: `¶|${merged(carried)}`, words });
  return lines;
}

/** Joins neighbouring runs of two joined paragraphs that have the same format. */
function merged(runs: readonly string[]): string {
  const list: { format: string; text: string }[] = [];
  for (const run of runs) {
    const end = closing(run);
    const [format, text] = [run.slice(0, end), run.slice(end)];
    const last = list.at(-1);
    if (last && last.format === format) last.text += text;
    else list.push({ format, text });
  }
  return list
    .filter(({ text }) => text !== '')
    .map(({ format, text }) => format + text)
    .join('\u0001');
}

/** Position after the format in braces; 0 when the run has none. */
function closing(run: string): number {
  const start = run.indexOf('{');
  if (start < 0) return 0;
  let depth = 0;
  for (let at = start; at < run.length; at += 1) {
    if (run[at] === '{') depth += 1;
    else if (run[at] === '}' && --depth === 0) return at + 1;
  }
  return 0;
}
