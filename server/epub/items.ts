import type { Findings } from './findings.ts';
import type { Media } from './media.ts';
import type { Find } from './path.ts';

export interface ManifestItem {
  readonly id: string;
  readonly path: string;
  readonly type: string;
  readonly properties: readonly string[];
  readonly fallback: string;
  /** The id of what reads it aloud. */
  readonly overlay: string;
}

export interface SpineItem {
  readonly item: ManifestItem;
  /** What the item is a page for, which is still to be written: of pages that are drawn for one size a picture may be one. */
  readonly picture: ManifestItem | null;
  readonly linear: boolean;
  readonly properties: readonly string[];
}

export type ById = (id: string) => ManifestItem | undefined;

/** What the archive holds, and how it is found there. */
export interface Names {
  has(path: string): boolean;
  readonly find: Find;
  /** What a file is served as, by its bytes, its name and the type the manifest says; by the last two without it. */
  media?(path: string, said: string): Media | null;
  readonly findings?: Findings;
}

export const DOCUMENT_TYPES: ReadonlySet<string> = new Set([
  'application/xhtml+xml',
  'text/html',
  'image/svg+xml',
  'application/x-dtbook+xml',
  'text/x-oeb1-document',
]);

/** A script never runs here: a document that needs one gives way to its fallback. */
export const isScripted = (item: Pick<ManifestItem, 'properties' | 'fallback'>): boolean =>
  item.fallback !== '' && item.properties.includes('scripted');
