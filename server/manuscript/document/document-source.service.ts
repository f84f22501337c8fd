import type { DocumentKind, DocumentMode } from '../../../contract/manuscript/document.ts';
import type { AppContext } from '../../context.ts';
import { missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';

/** A document that a page shows. */
export interface OpenedDocument {
  readonly title: string;
  readonly fileName: string;
  /** A .docx file. */
  readonly bytes: Buffer;
  readonly mode: DocumentMode;
  /** The manuscript whose versions it belongs to, and the number of this one. */
  readonly archiveId: number | null;
  readonly versionNo: number;
}

/** Loads a document for a user; throws 404 for what the user may not read. */
export type DocumentSource = (context: AppContext, currentUser: CurrentUser, id: number) => Promise<OpenedDocument>;
const sources = new Map<DocumentKind, DocumentSource>();

/** Registers how the documents of each kind are loaded. */
export function registerDocumentSources(list: readonly (readonly [kind: DocumentKind, source: DocumentSource])[]): void {
  for (const [kind, source] of list) {
    if (sources.has(kind)) throw new Error(`the document source ${kind} is registered twice`);
    sources.set(kind, source);
  }
}

export function documentSource(kind: DocumentKind): DocumentSource {
  const source = sources.get(kind);
  if (!source) throw missing('文件不存在');
  return source;
}
