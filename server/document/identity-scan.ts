import { SaxesParser } from 'saxes';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { failed } from '../http/app-error.ts';
import { readDocx } from './docx-parts.ts';

/** What would reveal the other side. Empty texts are ignored. */
export interface Identity {
  readonly names: readonly string[];
  readonly units: readonly string[];
  readonly emails: readonly string[];
  readonly funds: readonly string[];
}

export type IdentityKind = 'name' | 'unit' | 'email' | 'fund' | 'phrase';

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
}

const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^word\/document\.xml$/, '正文'],
  [/^word\/header/, '页眉'],
  [/^word\/footer/, '页脚'],
  [/^word\/footnotes/, '脚注'],
  [/^word\/endnotes/, '尾注'],
  [/^word\/comments/, '批注'],
  [/^word\/(charts|diagrams|drawings)/, '图形'],
];

/** Attributes that carry text: alternative texts, names of pictures, targets of links. */
const TEXT_ATTRIBUTES = ['descr', 'title', 'alt', 'Target'];

/** Paragraphs of every part of a .docx: shown, hidden and deleted text, fields, alternative texts and addresses of links. */
async function docxTexts(bytes: Uint8Array): Promise<PlacedText[]> {
  const { xml } = await readDocx(bytes);
  const texts: PlacedText[] = [];
  for (const [path, content] of xml) {
    const label = path.endsWith('.rels')
      ? '链接'
      : (PARTS.find(([pattern]) => pattern.test(path))?.[1] ?? (path.startsWith('word/') ? '其他部分' : ''));
    if (label === '') continue;
    let line = '';
    let number = 0;
    let inText = false;
    const flush = (): void => {
      if (line.trim() !== '') texts.push({ place: label === '正文' ? `正文第${number}段` : label, text: line });
      line = '';
    };
    const parser = new SaxesParser();
    parser.on('opentag', ({ name, attributes }) => {
      if (/(^|:)(t|delText|instrText|v)$/.test(name)) inText = true;
      else if (name === 'w:p') number += 1;
      else if (name === 'w:tab' || name === 'w:br') line += ' ';
      for (const key of TEXT_ATTRIBUTES) {
        const value = attributes[key];
        if (typeof value === 'string' && value !== '' && !/\.(xml|png|jpe?g|gif|emf|svg|webp)$/i.test(value))
          texts.push({ place: key === 'Target' ? '链接' : `${label}的图片说明`, text: value });
      }
    });
    parser.on('text', (text) => {
      if (inText) line += text;
    });
    parser.on('closetag', ({ name }) => {
      if (/(^|:)(t|delText|instrText|v)$/.test(name)) inText = false;
      else if (name === 'w:p' || name === 'a:p') flush();
    });
    let broken = false;
    parser.on('error', () => {
      broken = true;
    });
    parser.write(content).close();
    if (broken) throw failed('文件不完整或已损坏，请在文字处理软件里重新另存为docx再上传');
    flush();
  }
  return texts;
}

const PAGES = 500;

async function pdfTexts(bytes: Uint8Array): Promise<PlacedText[]> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  } as never);
  try {
    const document = await task.promise;
    const texts: PlacedText[] = [];
    for (let number = 1; number <= Math.min(document.numPages, PAGES); number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      texts.push({ place: `第${number}页`, text: items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('') });
      for (const note of (await page.getAnnotations()) as { contentsObj?: { str: string }; url?: string }[])
        for (const text of [note.contentsObj?.str, note.url]) if (text) texts.push({ place: `第${number}页的批注或链接`, text });
      page.cleanup();
    }
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
  return type === 'pdf' ? pdfTexts(bytes) : [];
}

/** Phrases by which authors point at themselves. */
const PHRASES = /(笔者|作者|本人|我们|本课题组|课题组|本团队)(曾|此前|先前|前期|已发表|在.{0,8}一文中)|拙(文|著|作)|致谢|作者简介|通[讯信]作者/g;
const MAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;
const FUND = /(?:基金|课题|项目)(?:[^。；\n]{0,30}?)(?:批准号|项目号|编号|No\.?|：|:)?\s*[（(]?\s*([A-Z0-9][A-Z0-9-]{4,30})\s*[）)]?/gi;

/** The same text for comparison: width, case and blanks. `at` gives the place of each character in the original. */
function folded(text: string): { readonly plain: string; readonly at: readonly number[] } {
  let plain = '';
  const at: number[] = [];
  let index = 0;
  for (const character of text) {
    const same = character
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[\s\u00ad\u200b-\u200f\ufeff·.,，-]/g, '');
    for (const one of same) {
      plain += one;
      for (let unit = 0; unit < one.length; unit += 1) at.push(index);
    }
    index += character.length;
  }
  return { plain, at };
}

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
      return plain.length < 2 ? [] : [{ kind, text: text.trim(), plain }];
    }),
  );
  const places: IdentityPlace[] = [];
  const seen = new Set<string>();
  const add = (kind: IdentityKind, { place, text }: PlacedText, from: number, to: number, found: string): void => {
    const key = `${place}/${from}/${found}`;
    if (seen.has(key) || places.length >= PLACES) return;
    seen.add(key);
    places.push({ kind, found, place, context: text.slice(Math.max(0, from - AROUND), to + AROUND).trim() });
  };
  for (const placed of texts) {
    const { plain, at } = folded(placed.text);
    for (const { kind, text, plain: needle } of wanted)
      for (let from = plain.indexOf(needle); from >= 0; from = plain.indexOf(needle, from + needle.length))
        add(kind, placed, at[from] ?? 0, (at[from + needle.length - 1] ?? 0) + 1, text);
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
