/** The target of an address in a book: a file of the book (decoded path), the same document, an external address, or a rejected one. */
export type Target =
  /**
   * `leaks`: written from the root, or past it; the root is its own parent, as in a URL. `strays`: the address as written would not lead a
   * browser to the file.
   */
  | { readonly kind: 'inside'; readonly path: string; readonly fragment: string; readonly leaks: boolean; readonly strays: boolean }
  | { readonly kind: 'here' }
  | { readonly kind: 'web' }
  | { readonly kind: 'data'; readonly type: string }
  | { readonly kind: 'refused' };

const WEB = new Set(['http:', 'https:', 'mailto:', 'tel:']);
/** Only a picture in a data URL is longer. */
const LONGEST = 4_096;
const REJECTED: Target = { kind: 'refused' };

/** Returns the file of the book for a name: by its decoded form, or literally; the decoded form when neither exists. */
export type Find = (meant: string, written: string) => string;
const ASIS: Find = (meant) => meant;

const SEPARATE: Readonly<Record<string, string>> = { '#': '＃', '?': '？', '%': '％' };

/**
 * Returns the name of a file in a prepared folder: without characters that end a path in a URL or begin an escape. Address
 * and path are then equal for all code that splits them, and are escaped only in a request.
 */
export const plainName = (path: string): string => path.replace(/[#?%]/g, (sign) => SEPARATE[sign] ?? sign);

const wholeOf = (path: string): string => plainName(path).normalize();
const smallOf = (path: string): string => wholeOf(path).toLowerCase();

/**
 * Finds files by name. It also accepts different Unicode normalization, as some packers produce, different
 * case, which goes unnoticed on case-insensitive systems, and the name that a file had in the archive.
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

/** Resolves `address` as written in the file at `from`. No address leaves the book through its root. */
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
  // Browsers read a backslash as a slash, and some packers write it.
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

/** Returns the path of a file referenced in the file at `from`; null when it is not in the book. */
export function pathFrom(from: string, href: string, find?: Find): string | null {
  const target = targetOf(href, from, find);
  return target.kind === 'inside' ? target.path : null;
}

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Returns the address of `to` as written in the file at `from`. */
export function hrefBetween(from: string, to: string): string {
  const folders = folderOf(from).split('/').slice(0, -1);
  const parts = to.split('/');
  let same = 0;
  while (same < folders.length && same < parts.length - 1 && folders[same] === parts[same]) same++;
  return [...folders.slice(same).map(() => '..'), ...parts.slice(same).map(encodeURIComponent)].join('/');
}

/** Text that is not an escape stays unchanged. Old Chinese packers escape the bytes of GBK. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    const made = text.replace(/(?:%[\da-f]{2})+/gi, (run) => asGbk(run));
    // A remaining `%` shows that the text was not escaped.
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
