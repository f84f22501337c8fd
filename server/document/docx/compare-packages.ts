import { isElement, type XmlElement } from '../xml-tree.ts';
import { partOf, type DocxPackage, type DocxPart } from './docx-package.ts';
import { NormalForm, type Line } from './normal-form.ts';

/** The first difference between two versions that the marks of the person do not explain. */
export type ReviewFault =
  | { readonly kind: 'untracked' | 'media' | 'link'; readonly paragraph: number; readonly words: string }
  | { readonly kind: 'author'; readonly author: string }
  | { readonly kind: 'comment'; readonly author: string }
  /** A part in words for people, such as 页眉和页脚. */
  | { readonly kind: 'part'; readonly name: string };

/** Parts that are compared as a whole, and what they are called. Styles, lists and settings are compared entry by entry. */
const WHOLE_PARTS: readonly (readonly [string, string])[] = [
  ['theme', '主题'],
  ['glossaryDocument', '文档部件'],
  ['custom-properties', '自定义属性'],
];

/** Settings of the program, the screen and the session. Everything else in the settings counts. */
const SESSION_SETTINGS: ReadonlySet<string> = new Set([
  'w:rsids',
  'w:trackRevisions',
  'w:doNotTrackMoves',
  'w:doNotTrackFormatting',
  'w:revisionView',
  'w:proofState',
  'w:zoom',
  'w:view',
  'w:hideSpellingErrors',
  'w:hideGrammaticalErrors',
  'w:activeWritingStyle',
  'w:themeFontLang',
  'w:shapeDefaults',
  'w:hdrShapeDefaults',
  'w:decimalSymbol',
  'w:listSeparator',
  'w14:docId',
  'w15:docId',
  'w15:chartTrackingRefBased',
]);
/** Properties that fields show; the others are stamps of saving. */
const SHOWN_PROPERTIES: ReadonlySet<string> = new Set([
  'dc:title',
  'dc:subject',
  'dc:creator',
  'dc:description',
  'cp:keywords',
  'cp:category',
  'cp:contentStatus',
  'ap:Company',
  'ap:Manager',
  'ap:HyperlinkBase',
]);

type Entries = ReadonlyMap<string, string>;

const childrenIn = (part: DocxPart | null): XmlElement[] => part?.xml?.root.children.filter(isElement) ?? [];

/** Entries of a part by name, in their order where a name occurs more than once. */
function entriesOf(part: DocxPart | null, form: NormalForm, wanted: (name: string) => boolean): Entries {
  const found = new Map<string, string>();
  for (const child of childrenIn(part)) {
    if (!part || !wanted(child.name)) continue;
    const text = form.element(child, part);
    if (text !== '') found.set(child.name, (found.get(child.name) ?? '') + text);
  }
  return found;
}

/**
 * Styles by id, and lists by their levels. Those that were there must stay as they are; an editor adds those that a tracked change needs, such as
 * the next level of a list, and an added one changes nothing by itself.
 */
function definitionsOf(document: DocxPackage, form: NormalForm, kind: 'styles' | 'numbering'): Entries {
  const part = partOf(document.main, kind);
  const found = new Map<string, string>();
  // Several definitions may have one name, and programs differ in which of them they use: all of them count.
  const add = (key: string, text: string): void => void found.set(key, (found.get(key) ?? '') + text);
  for (const [index, one] of childrenIn(part).entries()) {
    const { attributes } = one;
    const text = part ? form.element(one, part) : '';
    if (one.name === 'w:style') add(`style ${attributes['w:styleId']}`, (attributes['w:default'] === '1' ? 'default ' : '') + text);
    else if (one.name === 'w:num') add(`list ${attributes['w:numId']}`, text);
    else if (one.name === 'w:abstractNum')
      for (const level of one.children.filter(isElement).filter(({ name }) => name === 'w:lvl'))
        add(`level ${attributes['w:abstractNumId']} ${level.attributes['w:ilvl']}`, part ? form.element(level, part) : '');
    // The list of names of Word's own styles changes with the version of Word.
    else if (one.name !== 'w:latentStyles') add(`${one.name} ${kind === 'styles' ? '' : index}`, text);
  }
  return found;
}

/** Whether definitions were changed or removed; an added default style would change text that has no style of its own. */
const definitionsChanged = (was: Entries, is: Entries): boolean =>
  [...was].some(([key, value]) => is.get(key) !== value) || [...is].some(([key, value]) => !was.has(key) && value.startsWith('default'));

const sameEntries = (was: Entries, is: Entries): boolean => was.size === is.size && [...was].every(([key, value]) => is.get(key) === value);

/** Fonts that were there stay as they are. Programs add the fonts of inserted text. */
const fontsOf = (document: DocxPackage, form: NormalForm): Entries => {
  const part = partOf(document.main, 'fontTable');
  return new Map(childrenIn(part).map((font) => [font.attributes['w:name'] ?? font.name, part ? form.element(font, part) : '']));
};

/** XML data that content controls show, whose file names and ids do not count. */
const dataOf = (document: DocxPackage, form: NormalForm): string =>
  document.main.relations
    .flatMap(({ kind, part }) => (kind === 'customXml' && part ? [form.describe(part)] : []))
    .toSorted()
    .join('\n');

/** Lines between notes and text. */
const separatorsOf = (document: DocxPackage, form: NormalForm): string =>
  (['footnotes', 'endnotes'] as const)
    .flatMap((kind) => {
      const part = partOf(document.main, kind);
      return childrenIn(part)
        .filter((note) => (note.attributes['w:type'] ?? 'normal') !== 'normal')
        .map((note) => (part ? form.element(note, part) : ''));
    })
    .join('\n');

const settingsOf = (document: DocxPackage, form: NormalForm): Entries =>
  entriesOf(partOf(document.main, 'settings'), form, (name) => !SESSION_SETTINGS.has(name));

const propertiesOf = (document: DocxPackage, form: NormalForm): Entries =>
  new Map(
    document.relations.flatMap(({ part, kind }) =>
      kind === 'officeDocument' ? [] : [...entriesOf(part, form, (name) => SHOWN_PROPERTIES.has(name))],
    ),
  );

const SHOWN_ELSEWHERE = /\b(media|link):[^">]*/g;

function firstDifference(before: readonly Line[], after: readonly Line[]): ReviewFault | null {
  let paragraph = 0;
  for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
    const [was, is] = [before[at], after[at]];
    if (is?.text.startsWith('¶') ?? was?.text.startsWith('¶')) paragraph += 1;
    if (was?.text === is?.text) continue;
    if (was?.loose !== undefined && was.loose === is?.loose && (was.widthsExplained === true || is.widthsExplained === true)) continue;
    if (was?.place === 'page' && is?.place === 'page') return { kind: 'part', name: '页面设置、页眉或页脚' };
    const place = { paragraph: Math.max(1, paragraph), words: (is?.words ?? was?.words ?? '').slice(0, 80) };
    const [old, now] = [was?.text ?? '', is?.text ?? ''];
    // The same text with another picture or address.
    if (old.replaceAll(SHOWN_ELSEWHERE, '$1') === now.replaceAll(SHOWN_ELSEWHERE, '$1'))
      return { kind: old.replaceAll(/\bmedia:[^">]*/g, '') === now.replaceAll(/\bmedia:[^">]*/g, '') ? 'media' : 'link', ...place };
    return { kind: 'untracked', ...place };
  }
  return null;
}

/** The author of the first comment of somebody else that one version has and the other has not, or null. */
function changedComment(was: NormalForm, is: NormalForm): string | null {
  const left = new Map<string, { author: string; count: number }>();
  const count = (form: NormalForm, by: number): void => {
    for (const { author, key } of form.foreignComments()) left.set(key, { author, count: (left.get(key)?.count ?? 0) + by });
  };
  count(was, 1);
  count(is, -1);
  return [...left.values()].find((one) => one.count !== 0)?.author ?? null;
}

/**
 * Compares two whole documents after the marks of `authors` are taken back: text, formats, comments and their anchors, notes, headers, pictures by
 * content, links by address, styles, lists, settings and properties. What may differ is a closed list: ids, sessions, proofing, and stamps of
 * saving. Returns the first difference, or null.
 * Source: "What the server must enforce" of the design of the .docx editor.
 */
export function differenceOf(before: DocxPackage, after: DocxPackage, authors: ReadonlySet<string>): ReviewFault | null {
  const [was, is] = [new NormalForm(before, authors), new NormalForm(after, authors)];
  const loaded = after.removed.find((one) => !before.removed.includes(one));
  if (loaded) return { kind: 'part', name: loaded };
  const comment = changedComment(was, is);
  if (comment !== null) return { kind: 'comment', author: comment };
  const difference = firstDifference(was.lines(), is.lines());
  if (difference) return difference;
  if (definitionsChanged(definitionsOf(before, was, 'styles'), definitionsOf(after, is, 'styles'))) return { kind: 'part', name: '样式' };
  if (definitionsChanged(definitionsOf(before, was, 'numbering'), definitionsOf(after, is, 'numbering')))
    return { kind: 'part', name: '列表的编号方式' };
  if (!sameEntries(settingsOf(before, was), settingsOf(after, is))) return { kind: 'part', name: '文档设置' };
  if (!sameEntries(propertiesOf(before, was), propertiesOf(after, is))) return { kind: 'part', name: '文档属性' };
  if (definitionsChanged(fontsOf(before, was), fontsOf(after, is))) return { kind: 'part', name: '字体' };
  if (dataOf(before, was) !== dataOf(after, is)) return { kind: 'part', name: '内容控件的数据' };
  if (separatorsOf(before, was) !== separatorsOf(after, is)) return { kind: 'part', name: '脚注分隔线' };
  for (const [kind, name] of WHOLE_PARTS) {
    const parts = [partOf(before.main, kind) ?? rootPart(before, kind), partOf(after.main, kind) ?? rootPart(after, kind)];
    const texts = [was, is].map((form, index) => (parts[index] ? form.describe(parts[index]) : ''));
    if (texts[0] !== texts[1]) return { kind: 'part', name };
  }
  return null;
}

const rootPart = ({ relations }: DocxPackage, kind: string): DocxPart | null => relations.find((one) => one.kind === kind)?.part ?? null;
