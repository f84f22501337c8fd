/** Where an address inside a book leads: a file of the book (decoded path), the same document, elsewhere, or nowhere that may be followed. */
export type Target =
  /** `leaks`: written from the root, or past it; the root is its own parent, as in a URL. `strays`: as written it leads a browser to no file of the book. */
  | { readonly kind: 'inside'; readonly path: string; readonly fragment: string; readonly leaks: boolean; readonly strays: boolean }
  | { readonly kind: 'here' }
  | { readonly kind: 'web' }
  | { readonly kind: 'data'; readonly type: string }
  | { readonly kind: 'refused' };

const WEB = new Set(['http:', 'https:', 'mailto:', 'tel:']);
/** Nothing but a picture written into the address is longer. */
const LONGEST = 4_096;
const REJECTED: Target = { kind: 'refused' };

/** The file that a name stands for, of a book: by its meaning, or letter by letter; the meaning where there is none. */
export type Find = (meant: string, written: string) => string;
const ASIS: Find = (meant) => meant;

const APART: Readonly<Record<string, string>> = { '#': '＃', '?': '？', '%': '％' };

/**
 * The name a file bears in a prepared folder: without signs that end a path in an address, or begin an escape. An address
 * and a path are then the same for whoever cuts one, and only escaped where it is asked for.
 */
export const plainName = (path: string): string => path.replace(/[#?%]/g, (sign) => APART[sign] ?? sign);

const wholeOf = (path: string): string => plainName(path).normalize();
const smallOf = (path: string): string => wholeOf(path).toLowerCase();

/**
 * Finds files by name; also where one side writes a letter in parts and the other as a whole, as some packers do, or a
 * large one for a small one, as goes unnoticed where a system does not tell them apart; and by the name a file had in the archive.
 */
export function findAmong(paths: Iterable<string>): Find {
  const all = new Set(paths);
  const alike = [wholeOf, smallOf].map((form) => {
    const found = new Map<string, string>();
    for (const path of all) if (!found.has(form(path))) found.set(form(path), path);
    return (path: string): string | undefined => found.get(form(path));
  });
  return (meant, written) =>
    [meant, written].find((path) => all.has(path)) ?? alike.map((by) => by(meant) ?? by(written)).find((path) => path !== undefined) ?? meant;
}

/** Reads `address` as it stands in the file at `from`. Nothing leads out of the book by its root. */
export function targetOf(address: string, from: string, find: Find = ASIS): Target {
  if (address.length > LONGEST)
    return /^\s*data:/i.test(address) ? { kind: 'data', type: dataType(address.slice(0, LONGEST).trimStart()) } : REJECTED;
  // What a browser drops from an address must not hide its scheme.
  // oxlint-disable-next-line no-control-regex
  const text = address
    .replace(/[\u0000-\u001f\u007f-\u00a0]/g, '')
    .replace(/^ +| +$/g, '')
    .replaceAll(' ', '%20');
  const scheme = /^([a-z][a-z0-9+.-]*:)/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'data:') return { kind: 'data', type: dataType(text) };
  if (scheme) return WEB.has(scheme) ? { kind: 'web' } : REJECTED;
  if (/^[\\/]{2}/.test(text)) return REJECTED;
  const hash = text.indexOf('#');
  const written = (hash < 0 ? text : text.slice(0, hash)).replace(/\?.*$/, '');
  // As a browser reads it, and some packers write it.
  const beforeHash = written.replaceAll('\\', '/');
  if (!beforeHash) return { kind: 'here' };
  const rooted = beforeHash.startsWith('/');
  const folder = rooted ? '' : folderOf(from);
  const { path: meant, past } = joined(folder, decoded(beforeHash));
  if (!meant) return REJECTED;
  const path = find(meant, joined(folder, beforeHash).path);
  return {
    kind: 'inside',
    path,
    fragment: hash < 0 ? '' : text.slice(hash),
    leaks: rooted || past,
    strays: path !== meant || beforeHash !== written,
  };
}

const dataType = (address: string): string => /^data:([^;,]*)/i.exec(address)?.[1]?.toLowerCase() ?? '';

/** The path of a file named in the file at `from`; null when it is not in the book. */
export function pathFrom(from: string, href: string, find?: Find): string | null {
  const target = targetOf(href, from, find);
  return target.kind === 'inside' ? target.path : null;
}

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The address of `to` as written in the file at `from`. */
export function hrefBetween(from: string, to: string): string {
  const folders = folderOf(from).split('/').slice(0, -1);
  const parts = to.split('/');
  let same = 0;
  while (same < folders.length && same < parts.length - 1 && folders[same] === parts[same]) same++;
  return [...folders.slice(same).map(() => '..'), ...parts.slice(same).map(encodeURIComponent)].join('/');
}

/** Of what is no escape, the text as it stands. Old Chinese packers escape the bytes of GBK. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    const made = text.replace(/(?:%[\da-f]{2})+/gi, (run) => asGbk(run));
    // What is left of an escape says that there was none.
    return made.includes('%') ? text : made;
  }
}

function asGbk(run: string): string {
  try {
    return new TextDecoder('gb18030', { fatal: true }).decode(Buffer.from(run.replaceAll('%', ''), 'hex'));
  } catch {
    return run;
  }
}

function joined(folder: string, path: string): { path: string; past: boolean } {
  const parts: string[] = [];
  let past = false;
  for (const part of `${folder}${path}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) past = true;
  }
  return { path: parts.join('/'), past };
}
