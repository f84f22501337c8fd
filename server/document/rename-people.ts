import type PizZip from 'pizzip';
import { BROKEN } from './docx/xml-part.ts';
import { openZip } from './open-zip.ts';
import { failed } from '../http/app-error.ts';

/** How people are called in a file that leaves towards one side of a blind review. */
export interface Renaming {
  /** Marks of the product end with the number of the user: 张三（7）. */
  readonly byId: Readonly<Record<string, string>>;
  /** Names of the same people, as a word processor writes them. */
  readonly byName: Readonly<Record<string, string>>;
  /** Other names that stay; null keeps all of them. */
  readonly keep: readonly string[] | null;
  /** Takes the place of a name that does not stay. */
  readonly rest: string;
}

/** Inflated parts of a document of 50 MB with pictures. */
const INFLATED_BYTES = 256 * 1024 * 1024;
const USER_ID = /（(\d+)）$/;
/** A tag with the name of a person: marks, comments, reactions and the list of people. */
const TAG = /<[\w:]+\b[^<>]*?\s(?:\w+:)?(?:author|lastEditedBy|userName)\s*=\s*(?:"[^"]*"|'[^']*')[^<>]*>/g;
const NAME = /(\s(?:\w+:)?(?:author|lastEditedBy|userName)\s*=\s*)(?:"([^"]*)"|'([^']*)')/g;
const INITIALS = /(\s(?:\w+:)?initials\s*=\s*)(?:"[^"]*"|'[^']*')/g;
const ACCOUNT = /(\s(?:\w+:)?(?:userId|providerId|userProvider)\s*=\s*)(?:"[^"]*"|'[^']*')/g;
const MODIFIED_BY = /(<cp:lastModifiedBy>)([^<]*)(<\/cp:lastModifiedBy>)/g;
/** Properties, tasks and package documents: names in them are text. */
const PROPERTIES = /^docProps\/.*\.xml$|^word\/documenttasks\/|^customXml\/.*\.xml$|\.opf$/i;
const XML = /\.(xml|opf|rels)$/i;

const plain = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&amp;', '&').trim();
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The name to show instead of `name`; the same name when it stays. */
function shown(name: string, { byId, byName, keep, rest }: Renaming): string {
  const id = USER_ID.exec(name)?.[1];
  const known = (id === undefined ? undefined : byId[id]) ?? byName[name];
  if (known !== undefined) return known;
  // Numbered names are people of the product who review nothing.
  return keep === null || id !== undefined || name === '' || keep.includes(name) || Object.values(byId).includes(name) ? name : rest;
}

function renamed(path: string, xml: string, renaming: Renaming): string {
  const marked = xml
    .replaceAll(TAG, (tag) => {
      let alias: string | null = null;
      const named = tag.replaceAll(NAME, (all, head: string, one?: string, other?: string) => {
        const name = plain(one ?? other ?? '');
        const next = shown(name, renaming);
        if (next === name) return all;
        alias = next;
        return `${head}"${escaped(next)}"`;
      });
      if (alias === null) return tag;
      return named.replaceAll(INITIALS, (_all, head: string) => `${head}"${escaped(String(alias).slice(0, 1))}"`).replaceAll(ACCOUNT, '$1""');
    })
    .replaceAll(MODIFIED_BY, (_all, head: string, name: string, end: string) => head + escaped(shown(plain(name), renaming)) + end);
  if (path === 'word/people.xml') return marked.replaceAll(/<w15:presenceInfo\b[^>]*\/>/g, '');
  if (!PROPERTIES.test(path)) return marked;
  // A name of one character is part of too many words.
  return Object.entries(renaming.byName).reduce(
    (text, [name, alias]) => ([...name].length < 2 ? text : text.replaceAll(escaped(name), escaped(alias))),
    marked,
  );
}

const UTF16: ReadonlySet<string> = new Set(['fffe', 'feff']);

function textOf(zip: PizZip, path: string): string {
  const bytes = Buffer.from(zip.file(path)?.asUint8Array() ?? []);
  if (UTF16.has(bytes.subarray(0, 2).toString('hex'))) throw failed('文档使用了不常见的编码，请联系编辑部另存为docx再发一份');
  return bytes.toString('utf8');
}

/** Renames people in the marks, comments and properties of a .docx or .epub; returns the same bytes when nothing changes. */
export async function renamePeople(bytes: Uint8Array, renaming: Renaming): Promise<Uint8Array> {
  const zip = await openZip(bytes, INFLATED_BYTES);
  let changed = false;
  for (const path of Object.keys(zip.files)) {
    if (!XML.test(path)) continue;
    const before = textOf(zip, path);
    const after = renamed(path, before, renaming);
    if (after === before) continue;
    zip.file(path, after);
    changed = true;
  }
  if (!changed) return bytes;
  // The first entry of an EPUB is stored without compression (OCF 3.3, 4.3).
  const type = zip.file('mimetype');
  if (type) zip.file('mimetype', type.asText(), { compression: 'STORE' });
  try {
    return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' });
  } catch {
    throw failed(BROKEN);
  }
}

/** The names in the marks and comments of a .docx. */
export async function peopleIn(bytes: Uint8Array): Promise<string[]> {
  const zip = await openZip(bytes, INFLATED_BYTES);
  const names = new Set<string>();
  for (const path of Object.keys(zip.files)) {
    if (!XML.test(path)) continue;
    const xml = textOf(zip, path);
    for (const [, , one, other] of xml.matchAll(NAME)) names.add(plain(one ?? other ?? ''));
    for (const [, , name] of xml.matchAll(MODIFIED_BY)) names.add(plain(name ?? ''));
  }
  return [...names];
}
