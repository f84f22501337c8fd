import { readXml } from './markup.ts';
import type { Findings } from './findings.ts';
import type { CleanDocument } from './clean-document.ts';
import { targetOf, type Find } from './path.ts';

/** A link to a note: where it is and what it leads to. */
interface NoteLink {
  readonly from: string;
  readonly sign: string;
  readonly path: string;
  readonly name: string;
}

const NOTE_LINK = /(^|\s)(noteref|doc-noteref)(\s|$)/;
const NOTE_CLASS = /(^|\s)duokan-footnote(\s|$)/;
const BACK_LINK = /(^|\s)(backlink|doc-backlink)(\s|$)/;
/** An empty element of another kind is an anchor before its note. */
const BLOCKS = /^(p|li|div|dd|aside|section|article|blockquote|td)$/;
const NOTE = /(^|\s)(footnote|endnote|rearnote|note|doc-footnote|doc-endnote)(\s|$)/;
const DRAWN = /^(img|svg|math|video|audio|object|embed|iframe|canvas)$/;
const SIGN_LENGTH = 12;

/** Adds a finding for every note that readers cannot open: the note is not in the book, or it has neither text nor a picture. */
export function findEmptyNotes(documents: ReadonlyMap<string, CleanDocument>, find: Find, findings: Findings): void {
  const links = [...documents].flatMap(([path, { markup }]) => (/noteref|duokan-footnote/.test(markup) ? linksIn(path, markup, find) : []));
  const byPath = Map.groupBy(links, ({ path }) => path);
  for (const [path, wanted] of byPath) {
    const document = documents.get(path);
    const shows = document ? contentsOf(path, document.markup, new Set(wanted.map(({ name }) => name))) : new Map<string, boolean>();
    for (const { from, sign, name } of wanted) {
      const shown = shows.get(name);
      if (shown === undefined) findings.lost(from, `里的注“${sign}”不在书里，读者点开后看不到注文；请补上注文或改正链接`);
      else if (!shown) findings.lost(from, `里的注“${sign}”没有内容，读者点开后看不到注文；请补上注文`);
    }
  }
}

function linksIn(from: string, markup: string, find: Find): NoteLink[] {
  const found: NoteLink[] = [];
  let open: { depth: number; href: string; sign: string } | null = null;
  let depth = 0;
  read(markup, from, {
    open(_name, local, attributes) {
      depth++;
      const value = (name: string): string => attributes.find((one) => one.local === name)?.value ?? '';
      const isLink = NOTE_LINK.test(value('type')) || NOTE_LINK.test(value('role')) || NOTE_CLASS.test(value('class'));
      if (open) open.sign += local === 'img' ? value('alt') : '';
      else if (local === 'a' && value('href').includes('#') && isLink) open = { depth, href: value('href'), sign: '' };
    },
    close() {
      if (open?.depth === depth) {
        const target = targetOf(open.href, from, find);
        const [, name = ''] = open.href.split('#');
        const path = target.kind === 'inside' ? target.path : target.kind === 'here' ? from : null;
        if (path !== null && name) found.push({ from, path, name: decoded(name), sign: open.sign.trim().slice(0, SIGN_LENGTH) || '*' });
        open = null;
      }
      depth--;
    },
    text(piece) {
      if (open) open.sign += piece;
    },
  });
  return found;
}

/** Returns for each name whether its element shows something besides the sign and the back link. */
function contentsOf(path: string, markup: string, names: ReadonlySet<string>): Map<string, boolean> {
  const found = new Map<string, boolean>();
  const open: { name: string; depth: number; isAnchor: boolean; text: string; drawn: boolean }[] = [];
  let depth = 0;
  let back = -1;
  read(markup, path, {
    open(_name, local, attributes) {
      depth++;
      const value = (name: string): string => attributes.find((one) => one.local === name)?.value ?? '';
      if (back < 0 && local === 'a' && (BACK_LINK.test(value('type')) || BACK_LINK.test(value('role')))) back = depth;
      if (back < 0 && DRAWN.test(local)) for (const one of open) one.drawn = true;
      const isAnchor = !BLOCKS.test(local) && !NOTE.test(value('type')) && !NOTE.test(value('role'));
      for (const name of [value('id'), local === 'a' ? value('name') : ''])
        if (name && names.has(name) && !found.has(name)) open.push({ name, depth, isAnchor, text: '', drawn: DRAWN.test(local) });
    },
    close() {
      if (back === depth) back = -1;
      for (let last = open.at(-1); last?.depth === depth; last = open.at(-1)) {
        open.pop();
        found.set(last.name, last.isAnchor || last.drawn || /[\p{L}\p{N}]/u.test(withoutSign(last.text)));
      }
      depth--;
    },
    text(piece) {
      if (back < 0) for (const one of open) one.text += piece;
    },
  });
  return found;
}

/** Removes [1], ①, 1. or * at the start. */
const withoutSign = (text: string): string =>
  text.replace(
    /^\s*(?:[[［【〔(（]\s*[\p{N}*＊†‡a-z一二三四五六七八九十百]{1,4}\s*[\]］】〕)）]|[①-⑳⓪-⓿❶-➓]|\p{N}{1,3}[.．、]?(?=\s*$)|[*＊†‡]{1,3})/iu,
    '',
  );

/** What the preparation wrote is well-formed; a file that is not is left out. */
function read(markup: string, path: string, listener: Parameters<typeof readXml>[2]): void {
  try {
    readXml(markup, path, listener);
  } catch {
    // The document is shown as it is; its notes are not checked.
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
