import { isForeignPage } from '../reader-engine/frame/foreign-page.ts';
import type { PreparedBook } from '../../contract/reading/prepared-book.ts';

interface Source {
  readonly base: string;
  readonly book: Pick<PreparedBook, 'spine' | 'toc'>;
  /** Number of documents that the user may read. */
  readonly limit: number;
}

const NAMED = /词汇|词表|生词|单词|术语|名词解释|注释表|glossary|vocabulary|word\s?list|語彙|用語|어휘/i;
const EPUB = 'http://www.idpf.org/2007/ops';
/** Maximum number of documents: one per letter in the largest glossaries. */
const DOCUMENTS_MOST = 32;

/** Returns words with their glossary definitions: from definition lists in documents that are marked as a glossary or titled as one. */
export function entriesIn(document: Document, called: boolean): Map<string, string> {
  const entries = new Map<string, string>();
  const lists = [...document.querySelectorAll('dl')].filter(
    (list) => called || isGlossary(list) || list.closest('section, body')?.querySelector('h1, h2, h3')?.textContent?.match(NAMED),
  );
  for (const list of lists) {
    let terms: string[] = [];
    let fresh = false;
    for (const part of list.querySelectorAll('dt, dd')) {
      const text = wordsOf(part);
      if (part.localName === 'dt') {
        terms = fresh ? [text] : [...terms, text];
        fresh = false;
      } else {
        for (const term of terms) entries.set(key(term), [entries.get(key(term)), text].filter(Boolean).join('；'));
        fresh = true;
      }
    }
  }
  return entries;
}

const isGlossary = (element: Element): boolean => {
  for (let at: Element | null = element; at; at = at.parentElement)
    if (/\bgloss/.test(`${at.getAttributeNS(EPUB, 'type') ?? at.getAttribute('epub:type') ?? ''} ${at.getAttribute('role') ?? ''}`)) return true;
  return false;
};

/** Returns the visible text; ruby is left out so that it is not read twice. */
function wordsOf(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const ruby of copy.querySelectorAll('rt, rp')) ruby.remove();
  return (copy.textContent ?? '')
    .replace(/\u00ad/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const key = (word: string): string => word.trim().toLowerCase();

type Entries = Map<string, string>;
/** Cache of the glossary for the readable documents; when a trial becomes full access, more documents are read. */
let kept: { key: string; entries: Promise<Entries> } | null = null;

/** Returns the book's own glossary; empty where there is none or it cannot be read. */
function glossaryOf({ base, book, limit }: Source): Promise<Entries> {
  const found = book.spine
    .map(({ href, title, glossary }) => ({ href, marked: glossary === true, called: NAMED.test(`${title} ${tocTitle(book.toc, href)}`) }))
    .filter(({ marked, called }, index) => index < limit && (marked || called))
    .slice(0, DOCUMENTS_MOST);
  const key = [base, ...found.map(({ href }) => href)].join('\n');
  if (kept?.key === key) return kept.entries;
  const forget = (): void => {
    if (kept?.key === key) kept = null;
  };
  const entries = read(base, found, forget);
  kept = { key, entries };
  return entries;
}

const tocTitle = (nodes: PreparedBook['toc'], href: string): string => {
  for (const node of nodes) {
    if (node.href.split('#')[0] === href) return node.title;
    const below = tocTitle(node.children, href);
    if (below) return below;
  }
  return '';
};

/** A document that failed to load is reported with `missed`, and is requested again with the next word. */
async function read(base: string, documents: readonly { href: string; called: boolean }[], missed: () => void): Promise<Entries> {
  const all: Entries = new Map();
  for (const { href, called } of documents) {
    const address = base + href.split('/').map(encodeURIComponent).join('/');
    const text = await fetch(address).then(
      (answer) => (answer.ok && !isForeignPage(answer) ? answer.text() : ''),
      () => '',
    );
    if (!text) missed();
    else for (const [word, meaning] of entriesIn(new DOMParser().parseFromString(text, 'text/html'), called)) all.set(word, meaning);
  }
  return all;
}

/** Returns the book's definition of a word; null where there is none. Also finds a form of the word with another ending. */
export async function lookUp(source: Source, word: string): Promise<string | null> {
  const glossary = await glossaryOf(source);
  const wanted = key(word);
  for (const form of [wanted, ...stems(wanted)]) {
    const found = glossary.get(form);
    if (found) return found;
  }
  return null;
}

/** English endings that a glossary entry does not have. */
function stems(word: string): string[] {
  if (!/^[a-z]+$/.test(word)) return [];
  return [
    word.replace(/ies$/, 'y'),
    word.replace(/es$/, ''),
    word.replace(/s$/, ''),
    word.replace(/ed$/, ''),
    word.replace(/d$/, ''),
    word.replace(/ing$/, ''),
    word.replace(/ing$/, 'e'),
    word.replace(/(.)\1(ed|ing)$/, '$1'),
  ].filter((stem) => stem !== word && stem.length > 1);
}
