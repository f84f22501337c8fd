import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { failed } from '../http/app-error.ts';
import { readPackage } from './docx/docx-package.ts';
import { storyParts } from './docx/story-parts.ts';
import { schoolOf, spellingsOf } from './name-spellings.ts';
import { isElement, type XmlElement } from './xml-tree.ts';

/** What would reveal the other side. Empty texts are ignored. */
export interface Identity {
  readonly names: readonly string[];
  readonly units: readonly string[];
  readonly emails: readonly string[];
  readonly funds: readonly string[];
}

export type IdentityKind = 'name' | 'unit' | 'email' | 'fund' | 'phrase' | 'unread';

/** A place that an editor should look at before the file is sent. */
export interface IdentityPlace {
  readonly kind: IdentityKind;
  readonly found: string;
  /** For example `正文第3段`, `页眉`, `第2页`. */
  readonly place: string;
  readonly context: string;
}

/** A text with its place. */
export interface PlacedText {
  readonly place: string;
  readonly text: string;
  /** What could not be read here, in words: it must never count as clean. */
  readonly unread?: string;
}

/** Attributes that carry text which people or programs wrote: descriptions, names, targets, labels of controls, and tips. */
const TEXT_ATTRIBUTES = /^(descr|title|alt|name|w:name|w:tooltip|o:title|w:docLocation|w:anchor|w:author|w:initials)$/;
/** Elements whose value is such a text. */
const TEXT_VALUES: ReadonlySet<string> = new Set([
  'w:alias',
  'w:tag',
  'w:placeholder',
  'w:docPart',
  'w:lid',
  'w:listItem',
  'w:default',
  'w:statusText',
  'w:helpText',
]);
const TEXT_ELEMENT = /(^|:)(t|delText|instrText|delInstrText|v|title|subject|creator|description|keywords|category|lastModifiedBy|Company|Manager)$/;

/** Paragraphs of every part of a .docx: shown, hidden and deleted text, fields, names and descriptions, data of controls, and addresses of links. */
async function docxTexts(bytes: Uint8Array): Promise<PlacedText[]> {
  const document = await readPackage(bytes);
  const labels = new Map(storyParts(document).map(({ part, label }) => [part, label]));
  const texts: PlacedText[] = [];
  let pictures = 0;
  for (const part of document.parts.values()) {
    const label = labels.get(part) ?? (part.kind.endsWith('properties') ? '文档属性' : /^(chart|diagram)/.test(part.kind) ? '图形' : '其他部分');
    if (part.kind === 'image' || part.kind === 'oleObject' || part.kind === 'package' || part.kind === 'audio' || part.kind === 'video')
      pictures += 1;
    for (const { address } of part.relations) if (address) texts.push({ place: '链接', text: decoded(address) });
    if (!part.xml) continue;
    let line = '';
    let number = 0;
    const flush = (): void => {
      if (line.trim() !== '') texts.push({ place: label === '正文' ? `正文第${number}段` : label, text: line });
      line = '';
    };
    const walk = (element: XmlElement): void => {
      if (element.name === 'w:p') number += 1;
      if (element.name === 'w:tab' || element.name === 'w:br' || element.name === 'w:cr') line += ' ';
      for (const [name, value] of Object.entries(element.attributes))
        if (value !== '' && (TEXT_ATTRIBUTES.test(name) || (name === 'w:val' && TEXT_VALUES.has(element.name))))
          texts.push({ place: `${label === '正文' ? `正文第${Math.max(1, number)}段` : label}的名称或说明`, text: value });
      for (const child of element.children)
        if (isElement(child)) walk(child);
        // Data of controls is shown as text, whatever its elements are called.
        else if (TEXT_ELEMENT.test(element.name) || part.kind === 'customXml' || part.kind === 'custom-properties') line += child;
      if (element.name === 'w:p' || element.name === 'a:p' || part.kind === 'customXml' || part.kind.endsWith('properties')) flush();
    };
    walk(part.xml.root);
    flush();
  }
  if (pictures > 0) texts.push({ place: '插图和嵌入对象', text: '', unread: `${pictures}个文件里的文字` });
  return texts;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

const PAGES = 500;
/** Tables of the character codes and fonts that a PDF names without containing them: most Chinese ones do. */
const PDFJS = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), '/');

/** Operators that draw a picture. */
const PICTURES: ReadonlySet<number> = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
/** Characters that a font without a table of characters gives: nothing can be searched in them. */
const UNREADABLE = /[\uE000-\uF8FF\uFFFD\u0000-\u0008]/gu;

interface PdfAnnotation {
  readonly contentsObj?: { readonly str: string };
  readonly url?: string;
  readonly fieldValue?: unknown;
  readonly fieldName?: string;
  readonly alternativeText?: string;
}

const annotationTexts = ({ contentsObj, url, fieldValue, fieldName, alternativeText }: PdfAnnotation): string[] =>
  [contentsObj?.str, url, fieldName, alternativeText, ...(Array.isArray(fieldValue) ? fieldValue : [fieldValue])].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  );

async function pdfTexts(bytes: Uint8Array): Promise<PlacedText[]> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
    cMapUrl: `${PDFJS}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${PDFJS}standard_fonts/`,
  } as never);
  try {
    const document = await task.promise;
    const texts: PlacedText[] = [];
    for (let number = 1; number <= Math.min(document.numPages, PAGES); number += 1) {
      const page = await document.getPage(number);
      const place = `第${number}页`;
      const { items } = await page.getTextContent();
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('');
      texts.push({ place, text });
      const unreadable = text.match(UNREADABLE)?.length ?? 0;
      if (unreadable * 10 > text.length && unreadable > 0) texts.push({ place, text: '', unread: '文字的编码无法识别' });
      else if ((await page.getOperatorList()).fnArray.some((operator) => PICTURES.has(operator)))
        texts.push({ place, text: '', unread: text.trim() === '' ? '整页是图片' : '图片里的文字' });
      for (const note of (await page.getAnnotations()) as PdfAnnotation[])
        for (const one of annotationTexts(note)) texts.push({ place: `${place}的批注、链接或表单`, text: one });
      page.cleanup();
    }
    if (document.numPages > PAGES) texts.push({ place: `第${PAGES + 1}页起`, text: '', unread: `超过${PAGES}页的部分` });
    const outline = ((await document.getOutline()) ?? []) as { title: string }[];
    return [...texts, ...outline.map(({ title }) => ({ place: '书签', text: title }))];
  } catch {
    throw failed('PDF无法读取，可能不完整或已损坏，请重新导出后再上传');
  } finally {
    await task.destroy();
  }
}

export async function textsOf(bytes: Uint8Array, type: string): Promise<PlacedText[]> {
  if (type === 'docx') return docxTexts(bytes);
  return type === 'pdf' ? pdfTexts(bytes) : [{ place: '图片', text: '', unread: '图片里的文字' }];
}

/** Phrases by which authors point at themselves. */
const PHRASES = /(笔者|作者|本人|我们|本课题组|课题组|本团队)(曾|此前|先前|前期|已发表|在.{0,8}一文中)|拙(文|著|作)|致谢|作者简介|通[讯信]作者/g;
const MAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;
const FUND = /(?:基金|课题|项目)(?:[^。；\n]{0,30}?)(?:批准号|项目号|编号|No\.?|：|:)?\s*[（(]?\s*([A-Z0-9][A-Z0-9-]{4,30})\s*[）)]?/gi;

/** The same text for comparison: width, case, tones and blanks. `at` gives the place of each character in the original. */
function folded(text: string): { readonly plain: string; readonly at: readonly number[] } {
  let plain = '';
  const at: number[] = [];
  let index = 0;
  for (const character of text) {
    const same = character
      .normalize('NFKC')
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .replaceAll(/[\s\u00ad\u200b-\u200f\ufeff·.,，-]/g, '');
    for (const one of same) {
      plain += one;
      for (let unit = 0; unit < one.length; unit += 1) at.push(index);
    }
    index += character.length;
  }
  return { plain, at };
}

const LETTER = /[a-z\u00c0-\u024f]/i;
const PLACES = 300;
const AROUND = 20;

/** Returns the places of `texts` that name a person of `identity`, or that look like a mail address, a fund number or a self-reference. */
export function findIdentity(texts: readonly PlacedText[], { names, units, emails, funds }: Identity): IdentityPlace[] {
  const wanted = (
    [
      ['name', names],
      ['unit', units],
      ['email', emails],
      ['fund', funds],
    ] as const
  ).flatMap(([kind, list]) =>
    list.flatMap((text) => {
      const { plain } = folded(text);
      // One letter would be found in every paragraph.
      return plain.length < 2 ? [] : [{ kind, text: text.trim(), plain, words: false }];
    }),
  );
  const needles = [
    ...wanted,
    ...units
      .flatMap((unit) => schoolOf(unit) ?? [])
      .map((school) => ({ kind: 'unit' as const, text: school, plain: folded(school).plain, words: false })),
    ...names.flatMap(spellingsOf).map((plain) => ({ kind: 'name' as const, text: '', plain, words: true })),
  ];
  const places: IdentityPlace[] = [];
  const seen = new Set<string>();
  const add = (kind: IdentityKind, { place, text }: PlacedText, from: number, to: number, found: string): void => {
    const key = `${place}/${from}/${found}`;
    if (seen.has(key) || places.length >= PLACES) return;
    seen.add(key);
    places.push({ kind, found, place, context: text.slice(Math.max(0, from - AROUND), to + AROUND).trim() });
  };
  for (const placed of texts) {
    if (placed.unread !== undefined) {
      add('unread', { place: placed.place, text: '请打开文件自己看一遍' }, 0, 0, placed.unread);
      continue;
    }
    const { plain, at } = folded(placed.text);
    const taken: { readonly start: number; readonly end: number }[] = [];
    for (const { kind, text, plain: needle, words } of needles)
      for (let from = plain.indexOf(needle); from >= 0; from = plain.indexOf(needle, from + needle.length)) {
        const [start, end] = [at[from] ?? 0, (at[from + needle.length - 1] ?? 0) + 1];
        // Spellings are whole words: Li Yi is not in “reliying”.
        if (words && (LETTER.test(placed.text.charAt(start - 1)) || LETTER.test(placed.text.charAt(end)))) continue;
        // The school is part of the unit that was found, and a spelling of the name in English.
        if (taken.some((one) => one.start <= start && end <= one.end)) continue;
        taken.push({ start, end });
        add(kind, placed, start, end, text || placed.text.slice(start, end));
      }
    for (const [pattern, kind] of [
      [MAIL, 'email'],
      [FUND, 'fund'],
      [PHRASES, 'phrase'],
    ] as const)
      for (const match of placed.text.matchAll(pattern)) {
        const found = match[1] !== undefined && kind === 'fund' ? match[1] : match[0];
        if (!places.some((one) => one.place === placed.place && one.found.toLowerCase() === found.toLowerCase()))
          add(kind, placed, match.index, match.index + match[0].length, found);
      }
  }
  return places;
}
