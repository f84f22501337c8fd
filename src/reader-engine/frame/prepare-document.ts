import { candidatesOf } from '../../../contract/reading/srcset.ts';

/** A document of the book as nodes ready for a frame: it contains no scripts and every address is absolute. */
export interface ReadyDocument {
  readonly root: Element;
  /** The size a fixed layout was drawn for, in its own pixels; `device`: it fits any room. */
  readonly viewport: { width: number; height: number } | 'device' | null;
}

const XLINK = 'http://www.w3.org/1999/xlink';
const XHTML = 'http://www.w3.org/1999/xhtml';
const EXECUTES = 'script,frame,base,applet,meta[http-equiv],noscript,link:not([rel~="stylesheet"]),link[rel~="alternate"]';
/** Browsers slant these elements by default; only Latin text may be slanted. */
const SLANTED = 'em,i,cite,dfn,var,address';
const EASTERN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Blocks with Latin text whose punctuation a Chinese font would draw as wide as its characters. */
const BLOCKS = 'p,h1,h2,h3,h4,h5,h6,li,dt,dd,td,th,figcaption';
const LATIN = /\p{Script=Latin}/u;
const QUOTED = /[\u2013-\u2026]/;
const ADDRESSES = ['src', 'href', 'poster', 'data', 'altimg'] as const;

export interface DocumentSources {
  /** Returns the text of a style sheet; a document whose sheet fails is shown without it. */
  cssOf(address: string): Promise<string>;
  /** Returns the text of a document of the book that is embedded in a frame; without this function frames are removed. */
  readonly framedOf?: ((address: string) => Promise<string>) | undefined;
  /** May remove parts of the text before they are processed. The caller that puts them back must call `applyStyles` on them. */
  readonly aside?: (parsed: Document) => void;
}

/** Parses the text of a document at `address`, in a book of that language, into nodes that are ready for a frame. */
export async function prepareDocument(
  text: string,
  address: string,
  language: string,
  { cssOf, framedOf, aside }: DocumentSources,
): Promise<ReadyDocument> {
  const parsed = readDocument(text, address);
  const root = parsed.documentElement;
  const viewport = viewportOf(parsed);
  aside?.(parsed);
  await Promise.all([...root.querySelectorAll('iframe')].map((frame) => fillFrame(frame, address, language, { cssOf, framedOf })));
  const links = [...root.querySelectorAll('link')];
  const sheets = await Promise.all(links.map((link) => cssOf(new URL(link.getAttribute('href') ?? '', address).href).catch(() => '')));
  links.forEach((link, index) => link.replaceWith(styleElement(parsed, sheets[index] ?? '', link.getAttribute('media'))));
  for (const style of root.querySelectorAll('style'))
    if (!style.hasAttribute('data-sheet')) style.textContent = absoluteCss(style.textContent ?? '', address);
  applyStyles(root, address);
  const own = root.getAttribute('lang') ?? root.getAttribute('xml:lang');
  // A document does not inherit the package's language, with one exception: an undeclared document in a Chinese book is Chinese.
  const said = own ?? (/^(zh\b|$)/i.test(language) ? language || 'zh' : null);
  if (said !== null) root.setAttribute('lang', said);
  // In a Chinese font quotes are as wide as its characters.
  if (![language || 'zh', own ?? ''].some((one) => /^(zh|ja|ko)\b/i.test(one))) root.setAttribute('data-latin', '');
  return { root, viewport };
}

/** Prepares an element and its content for a page: removes scripts, makes addresses absolute, and sets the attributes that the styles use. */
export function applyStyles(part: Element, address: string): void {
  const all = (selector: string): Element[] => [...(part.matches(selector) ? [part] : []), ...part.querySelectorAll(selector)];
  for (const element of all('*')) if (element.hasAttributes()) disarm(element, address);
  for (const element of all(SLANTED)) element.toggleAttribute('data-latin', !EASTERN.test(element.textContent ?? ''));
  for (const block of all(BLOCKS)) {
    const text = block.textContent ?? '';
    block.toggleAttribute('data-western', QUOTED.test(text) && LATIN.test(text) && !EASTERN.test(text));
  }
  for (const last of part.querySelectorAll('p>:last-child')) last.parentElement?.toggleAttribute('data-tail', isBlank(last.nextSibling));
  // These need no indent from the style sheet: a paragraph that starts with its own spaces, and one that contains only pictures.
  for (const block of all('p,div')) if (SPACED.test(block.firstChild?.nodeValue ?? '')) block.setAttribute('data-spaced', '');
  for (const picture of all('img,svg')) {
    const block = picture.closest('p,div');
    if (block && !/\S/.test(block.textContent ?? '')) block.setAttribute('data-plate', '');
  }
}

/** Spaces that replace an indent. */
const SPACED = /^[ \t\r\n]*(?:\u3000{2}|\u00a0{6})/;

const isBlank = (node: Node | null): boolean => node !== null && node.nodeType === node.TEXT_NODE && !/\S/.test(node.nodeValue ?? '');

async function fillFrame(
  frame: Element,
  from: string,
  language: string,
  { cssOf, framedOf }: Pick<DocumentSources, 'cssOf' | 'framedOf'>,
): Promise<void> {
  const address = resolve(frame.getAttribute('src') ?? '', from);
  const text = framedOf && address ? await framedOf(address).catch(() => null) : null;
  for (const name of ['src', 'srcdoc', 'name', 'allow', 'sandbox']) frame.removeAttribute(name);
  // The frame is replaced by an empty element, because the positions of the elements after it count from it.
  if (text === null || address === null) return frame.replaceWith(frame.ownerDocument.createElementNS(XHTML, 'span'));
  const [{ root }, { frameDocument }] = await Promise.all([prepareDocument(text, address, language, { cssOf }), import('./framed-document.ts')]);
  frameDocument(frame, root);
}

/** Returns a document unchanged, except that scripts are removed. */
export function readDocument(text: string, address: string): Document {
  const parsed = parse(text, address);
  for (const element of parsed.documentElement.querySelectorAll(EXECUTES)) element.remove();
  return parsed;
}

/** Parses as XML first, as the format requires; a document that is not well-formed is parsed as HTML. */
function parse(text: string, address: string): Document {
  const type = /\.svg$/i.test(new URL(address).pathname) ? 'image/svg+xml' : 'application/xhtml+xml';
  const parser = new DOMParser();
  const strict = parser.parseFromString(text, type);
  const failed = strict.querySelector('parsererror') !== null || strict.documentElement.localName === 'parsererror';
  return failed ? parser.parseFromString(text, 'text/html') : strict;
}

function styleElement(owner: Document, css: string, media: string | null): Element {
  const style = owner.createElementNS(XHTML, 'style');
  style.setAttribute('data-sheet', '');
  if (media) style.setAttribute('media', media);
  style.textContent = css;
  return style;
}

function disarm(element: Element, address: string): void {
  for (const { name } of Array.from(element.attributes)) if (/^on/i.test(name)) element.removeAttribute(name);
  // Older drawings use `xlink:href`. It is copied to `href`, so that their links and pictures work like others.
  const drawn = element.getAttributeNS(XLINK, 'href');
  if (drawn !== null) {
    element.removeAttributeNS(XLINK, 'href');
    if (!element.hasAttribute('href')) element.setAttribute('href', drawn);
  }
  for (const name of ADDRESSES) if (element.hasAttribute(name)) relocate(element, name, address);
  const srcset = element.getAttribute('srcset');
  if (srcset)
    element.setAttribute(
      'srcset',
      candidatesOf(srcset)
        .map(([part, size]) => [resolve(part, address), size] as const)
        .flatMap(([part, size]) => (isOwn(part, address) ? [`${part} ${size}`] : []))
        .join(', '),
    );
  const style = element.getAttribute('style');
  if (style && /url\(|break-|!|-align/.test(style)) element.setAttribute('style', absoluteCss(style, address));
  if (element.localName === 'form') element.removeAttribute('action');
}

/** Links may lead to any web page; everything that loads automatically must come from the book. */
function relocate(element: Element, name: string, address: string): void {
  const value = element.getAttribute(name) ?? '';
  const links = element.matches('a,area');
  if (value.startsWith('#') && !links) return;
  const target = resolve(value, address);
  if (isOwn(target, address) || (links && target !== null && /^(https?|mailto|tel):/.test(target))) element.setAttribute(name, target);
  else element.removeAttribute(name);
}

const isOwn = (target: string | null, address: string): target is string =>
  target !== null && (new URL(target).origin === new URL(address).origin || target.startsWith('data:'));

function resolve(value: string, address: string): string | null {
  const text = value.trim();
  if (/^javascript:/i.test(text.replace(/[\s\p{Cc}]/gu, '')) || !URL.canParse(text, address)) return null;
  return new URL(text, address).href;
}

/** Pages are columns here, and a browser only breaks columns for the value `column`. */
const PAGE_BREAK = /(?<![\w-])(?:page-)?break-(before|after)\s*:\s*(?:always|page|left|right|recto|verso)\b/g;

/** A superscript or subscript does not make its line taller, unless the book sets the line height. */
const RAISED = /(?<![\w-])vertical-align\s*:\s*(?:super|sub|text-top)\b/g;

/** A book may choose its colours, but the reader chooses the background, so the book's `!important` is removed. */
const INSISTED = /((?<![\w-])(?:color|background(?:-color|-image)?|fill|stroke|opacity)\s*:[^;{}!]*)!\s*important/gi;

const STRING = String.raw`"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'`;
/** Comments and strings are skipped: an address in them is plain text, and quotes inserted into it would end it. */
const ADDRESS_IN_CSS = new RegExp(
  String.raw`\/\*[\s\S]*?(?:\*\/|$)|(?<head>@import\s+)?(?:\burl\(\s*(?<url>${STRING}|[^)'"\s]*)\s*\)|(?<string>${STRING}))`,
  'gi',
);

/** Rewrites a style sheet so that it works in a document at another address. */
export function absoluteCss(css: string, address: string): string {
  const place = (quoted: string): string => (resolve(quoted.replace(/^["']|["']$/g, ''), address) ?? '').replaceAll('"', '%22');
  return (
    css
      .replace(ADDRESS_IN_CSS, (whole, ...rest) => {
        const { head, url, string } = rest.at(-1) as { head?: string; url?: string; string?: string };
        if (url !== undefined) return `${head ?? ''}url("${place(url)}")`;
        return head !== undefined && string !== undefined ? `${head}"${place(string)}"` : whole;
      })
      .replace(PAGE_BREAK, 'break-$1:column')
      .replace(INSISTED, '$1')
      .replace(RAISED, 'line-height:0;$&')
      // What is written out as HTML must not end there.
      .replaceAll('</', '\\3c /')
  );
}

function viewportOf(parsed: Document): ReadyDocument['viewport'] {
  const content = parsed.querySelector('meta[name="viewport"]')?.getAttribute('content') ?? '';
  const width = Number(/width\s*=\s*([\d.]+)/.exec(content)?.[1]);
  const height = Number(/height\s*=\s*([\d.]+)/.exec(content)?.[1]);
  if (width > 0 && height > 0) return { width, height };
  if (/width\s*=\s*device-width/.test(content) && /height\s*=\s*device-height/.test(content)) return 'device';
  const box = (parsed.querySelector('svg')?.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return box.length === 4 && Number(box[2]) > 0 && Number(box[3]) > 0 ? { width: Number(box[2]), height: Number(box[3]) } : null;
}
