import type { FirstPage } from '../../contract/reading/first-page.ts';
import type { PreparedBook } from '../../contract/reading/prepared-book.ts';
import { documentLoader } from '../reader-engine/frame/document-loader.ts';
import { readInTurn } from '../reader-engine/frame/linear-documents.ts';
import { loadLayoutFixes } from '../reader-engine/fit/layout-fixes.ts';
import type { Look } from '../reader-engine/style/look.ts';
import { makeFrame, type PageFrame, traitsOf } from '../reader-engine/frame/page-frame.ts';

/**
 * Lays out the document after the first page without showing it, so that a turn from a cover does not wait for the application.
 * Resolves to null where the application has to decide: at the end of the book and at a page with a fixed layout. Rejects when the
 * document may not be read or cannot be loaded.
 */
export async function layOutNext(base: string, book: PreparedBook, from: FirstPage, stage: HTMLElement, look: Look): Promise<PageFrame | null> {
  const spine = readInTurn(book.spine);
  let index = from.documentIndex;
  do index += 1;
  while (spine[index]?.linear === false);
  const next = spine[index];
  if (!next || from.layout === 'pre-paginated' || (next.layout ?? book.layout) === 'pre-paginated') return null;
  const [ready] = await Promise.all([documentLoader(base, book).load(index), loadLayoutFixes()]);
  const frame = makeFrame(stage, traitsOf(from, { asks: (at) => (at === from.documentIndex ? from : (spine[at] ?? {})) }));
  frame.setVisible(false);
  frame.fill(index, ready, { width: stage.clientWidth, height: stage.clientHeight }, look);
  return frame;
}
