import { buffer } from 'node:stream/consumers';
import type { AppContext } from '../context.ts';
import { limitDocumentWork } from '../document/document-rate.ts';
import { documentWorker } from '../document/document-worker.ts';
import { failed, invalid } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { plainText } from '../http/rich-text.ts';
import { textOf } from './proof-mark.queries.ts';
import { compositionFor, proofFile } from './proof.queries.ts';

/** Characters on a page of a proof without page data. */
const USUAL_PAGE = 800;
/** Characters on a page, for the page number of a place in the online text. */
export const pageCharacters = (composition: { readonly charsPerLine: number; readonly linesPerPage: number } | undefined): number =>
  (composition ? composition.charsPerLine * composition.linesPerPage : 0) || USUAL_PAGE;

export interface MarkPlace {
  readonly page: number;
  readonly place: string;
  readonly context: string;
  readonly quote: string;
}

/** Texts of the pages of the proofs that were asked for last, by file key: an author marks one proof many times. */
const PROOFS_KEPT = 4;
const kept = new Map<string, Promise<readonly string[] | null>>();

async function pagesOf(context: AppContext, currentUser: CurrentUser, fileKey: string): Promise<readonly string[] | null> {
  const known = kept.get(fileKey);
  if (known) return known;
  await limitDocumentWork(context, currentUser);
  const loading = (async () => documentWorker.pages(await buffer(await context.files.read(fileKey))))();
  kept.set(fileKey, loading);
  loading.catch(() => kept.delete(fileKey));
  for (const oldest of [...kept.keys()].slice(0, -PROOFS_KEPT)) kept.delete(oldest);
  return loading;
}

/** The same characters for a text of a PDF and one that a browser selected: without spaces, and ligatures taken apart. */
const bare = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '');

const shortened = (quote: string): string => (quote.length > 20 ? `${quote.slice(0, 20)}…` : quote);
const SELECT_AGAIN = '请在校样上重新选中';

/**
 * Checks a place against the proof and returns it with the right page. A quote must be on the page of the PDF, or in the online text, where the server
 * counts the page. A page without text, of a scan or a plate, takes a point. Throws an `AppError` that says where the quote is.
 */
export async function checkedPlace(context: AppContext, currentUser: CurrentUser, archiveId: number, given: MarkPlace): Promise<MarkPlace> {
  const composition = await compositionFor(context.db, archiveId);
  const file = composition?.deliveredFileId ? await proofFile(context.db, composition.deliveredFileId) : undefined;
  const pages = file?.mime === 'application/pdf' ? await pagesOf(context, currentUser, file.fileKey) : null;
  if (given.quote === '' && (file === undefined || given.place === '')) throw invalid(`没有选中文字，${SELECT_AGAIN}，或在页面上点一处`);
  if (file) {
    if (pages === null) return given;
    return onPage(pages, given);
  }
  return inText(plainText(await textOf(context.db, archiveId)), given, pageCharacters(composition));
}

function onPage(pages: readonly string[], given: MarkPlace): MarkPlace {
  const { page, quote } = given;
  if (page > pages.length) throw invalid(`校样只有${pages.length}页，没有第${page}页，${SELECT_AGAIN}`);
  const wanted = bare(quote);
  const text = bare(pages[page - 1] ?? '');
  if (wanted === '' || text === '' || text.includes(wanted)) return given;
  const at = pages.findIndex((one) => bare(one).includes(wanted));
  throw failed(`第${page}页没有“${shortened(quote)}”${at < 0 ? '' : `，它在第${at + 1}页`}，${SELECT_AGAIN}`);
}

function inText(text: string, given: MarkPlace, perPage: number): MarkPlace {
  const all = bare(text);
  const [before, quote] = [bare(given.context), bare(given.quote)];
  const inContext = before === '' ? -1 : all.indexOf(before + quote);
  const at = inContext < 0 ? all.indexOf(quote) : inContext + before.length;
  if (at < 0) throw failed(`校样里没有“${shortened(given.quote)}”，${SELECT_AGAIN}`);
  return { ...given, page: Math.floor(at / perPage) + 1 };
}
