import type { PreparedBook, PreparedDocument, TocNode } from '../../contract/reading/prepared-book.ts';
import { readInTurn } from './frame/linear-documents.ts';

const DOCUMENT = /^(application\/xhtml\+xml|text\/html)$/;

/**
 * Returns the documents of a book in the order in which the reader opens them. If the package marks (nearly) all text `linear="no"`, every
 * document is
 * part of the reading order. Package documents that are not in its reading order are appended, so that links can reach them.
 */
export function withReadingOrder(book: PreparedBook): PreparedBook {
  const said = readInTurn(book.spine);
  const inSpine = new Set(said.map(({ href }) => href));
  const outside = book.resources.filter(({ path, type }) => DOCUMENT.test(type) && !inSpine.has(path));
  if (outside.length === 0) return said === book.spine ? book : { ...book, spine: said };
  const titles = new Map(flat(book.toc).map(({ title, href }) => [href.split('#')[0], title]));
  const more = outside.map(
    ({ path }): PreparedDocument => ({
      href: path,
      title: titles.get(path) ?? '附页',
      level: 1,
      characters: 0,
      start: book.characters,
      linear: false,
      outside: true,
    }),
  );
  return { ...book, spine: [...said, ...more] };
}

const flat = (nodes: readonly TocNode[]): TocNode[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
